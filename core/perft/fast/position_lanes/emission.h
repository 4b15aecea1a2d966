// Turns the exceptional moves of eight parents into children in a pool.
//
// Target sets become one list of bytes for all eight parents, then children are
// built eight at a time. Rare moves (castling, en passant, promotions, the
// capture of a rook that may castle, double pushes beside a pawn) go through
// the board of the scalar kernels, where White is the mover.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_EMISSION_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_EMISSION_H_

#include "core/perft/fast/position_lanes/child_pools.h"
#include "core/perft/fast/position_lanes/exceptional_moves.h"
#include "core/perft/fast/position_lanes/move_bytes.h"
#include "core/perft/fast/position_lanes/parent_pool.h"
#include "core/perft/fast/visitor.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// The most moves that a valid position has (MoveList::kCapacity).
constexpr int kMaxMovesOfParent = 256;

class Emission {
 public:
  // The pools are borrowed.
  explicit Emission(ChildPools& children) : children_(children) {}

  // Makes the exceptional moves of the parents in the lanes `live`, and all
  // moves of those in `in_check`, of the vector that starts at `first`.
  // `captures_rook`: whether there may be a capture of a rook that may castle.
  // Requires: the pools are prepared for the parents.
  ROOKERY_NEVER_INLINE void MakeChildren(const ParentPool& parents, int first,
                                         LaneMask live, LaneMask in_check,
                                         bool captures_rook,
                                         const ExceptionalMoves& moves) {
    list_.size = 0;
    // One loop for all lanes of a group: where it ends is what a processor
    // cannot foresee.
    const uint64_t live_bits = live * uint64_t{0x0101010101010101};
    const auto present = [&](int first_class) {
      return moves.present[first_class / 8] & live_bits;
    };
    for (uint64_t rest = present(kSlides); rest != 0; rest &= rest - 1)
      ListSlides(First(rest), moves);
    const Bitboard* const hops = moves.SetsFrom(kHopClasses);
    for (uint64_t rest = present(kHopClasses); rest != 0; rest &= rest - 1) {
      const int place = First(rest);
      list_.PutSteps(kHopStep[place / kLanes], hops[place], place % kLanes);
    }
    const Bitboard* const others = moves.SetsFrom(kSinglePushes);
    const uint64_t other_classes = present(kSinglePushes);
    constexpr uint64_t kListed =
        (uint64_t{1} << kLanes * (kDelicatePushes - kSinglePushes)) - 1;
    for (uint64_t rest = other_classes & kListed; rest != 0; rest &= rest - 1) {
      const int place = First(rest);
      const int move_class = kSinglePushes + place / kLanes;
      if (move_class == kKingMoves) {
        list_.PutTargets(parents.key.mover_king, others[place], place % kLanes);
      } else {
        list_.PutSteps(kPawnSteps[move_class - kSinglePushes], others[place],
                       place % kLanes);
      }
    }
    const Bitboard* const slides = moves.SetsFrom(kAttackedSliders);
    const Bitboard* const from = moves.slider_from;
    for (uint64_t rest = present(kAttackedSliders); rest != 0;
         rest &= rest - 1) {
      const int place = First(rest);
      list_.PutTargets(First(from[place]), slides[place], place % kLanes);
    }
    for (uint64_t rest = other_classes & ~kListed; rest != 0; rest &= rest - 1)
      ListOrMake(parents, first, First(rest), moves);
    for (unsigned rest = in_check; rest != 0; rest &= rest - 1)
      ListAll(parents, first, First(rest));
    if (captures_rook)
      MakeRookCaptures(parents, first, parents.key.castling_rooks & kRank8);
    BuildListed(parents, first);
  }

 private:
  // By class, from kSinglePushes on.
  static constexpr int kPawnSteps[4] = {kStep[kNorth], 2 * kStep[kNorth],
                                        kStep[kNorthWest], kStep[kNorthEast]};

  // Slides of all men of a lane in one direction: each starts at the nearest
  // man on the way back.
  ROOKERY_ALWAYS_INLINE void ListSlides(int place,
                                        const ExceptionalMoves& moves) {
    const int lane = place % kLanes;
    const Compass back = Opposite(static_cast<Compass>(place / kLanes));
    const Bitboard occupied = moves.occupied[lane];
    Bitboard targets = moves.SetsFrom(kSlides)[place];
    do {
      const int to = First(targets);
      const Bitboard men = occupied & king_tables[to].rays[back];
      list_.PutOne(LeadsUp(back) ? First(men) : 63 - __builtin_clzll(men), to,
                   lane);
      targets = WithoutLowest(targets);
    } while (targets != 0);
  }

  // What is rare, or looked at one by one.
  ROOKERY_NEVER_INLINE void ListOrMake(const ParentPool& parents, int first,
                                       int place,
                                       const ExceptionalMoves& moves) {
    const int lane = place % kLanes;
    const Bitboard set = moves.SetsFrom(kSinglePushes)[place];
    switch (kSinglePushes + place / kLanes) {
      case kDelicatePushes:
        MakeDoublePushes(parents, first + lane, set);
        break;
      case kSingleMen:
        ListSingleMen(parents, first, lane, set, moves.pinned[lane]);
        break;
      default:
        MakeEnPassantCaptures(parents, first + lane);
        break;
    }
  }

  // Sends the moves of a parent on: into the list where they belong there.
  struct AllMoves {
    Emission& emission;
    const ParentPool& parents;
    int index;
    int lane;
    const Board& board;

    template <MoveKind kKind>
    ROOKERY_ALWAYS_INLINE void Men(int from, Bitboard targets) {
      emission.list_.PutTargets(from, targets, lane);
    }
    template <MoveKind kKind, int kPawnStep>
    ROOKERY_ALWAYS_INLINE void Pawns(Bitboard targets) {
      if constexpr (kKind == MoveKind::kDoublePush) {
        const Bitboard capturable =
            targets & Beside(board.men[kBlack][kPawnPlane]);
        emission.MakeDoublePushes(parents, index, capturable);
        targets ^= capturable;
      }
      emission.list_.PutSteps(kPawnStep, targets, lane);
    }
    template <int kPawnStep>
    void Promotions(Bitboard targets) {
      for (; targets != 0; targets = WithoutLowest(targets)) {
        emission.MakePromotions(parents, index,
                                OriginOf<kPawnStep>(Lowest(targets)),
                                Lowest(targets));
      }
    }
    void EnPassant(Bitboard) { emission.MakeEnPassantCaptures(parents, index); }
    // Never out of check.
    void Castling(Bitboard, Bitboard) {}
  };

  // All moves of a parent that is in check.
  ROOKERY_NEVER_INLINE void ListAll(const ParentPool& parents, int first,
                                    int lane) {
    const Board board = parents.BoardAt(first + lane);
    const Legality legality = Examine<kWhite>(board);
    AllMoves moves{*this, parents, first + lane, lane, board};
    ShowMoveSets<kWhite>(
        board, legality,
        board.en_passant != 0 ? EnPassantPawns<kWhite>(board, legality) : 0,
        *parents.paths, moves);
  }

  // All moves of some men, pinned or not; the mover's king is not in check, and
  // not among them.
  ROOKERY_NEVER_INLINE void ListSingleMen(const ParentPool& parents, int first,
                                          int lane, Bitboard men,
                                          Bitboard pinned) {
    const int index = first + lane;
    const Bitboard own = parents.mover[index];
    const Bitboard occupied = own | parents.replier[index];
    for (; men != 0; men = WithoutLowest(men)) {
      const Bitboard man = Lowest(men);
      const int square = First(men);
      const Bitboard allowed =
          pinned & man ? lookup.line[parents.key.mover_king][square] & ~own
                       : ~own;
      Bitboard targets = 0;
      if (man & parents.pawns[index]) {
        targets = ListablePawnMoves(parents, index, man, occupied, allowed);
      } else {
        if (man & parents.knights[index]) targets = lookup.knight[square];
        if (man & parents.diagonal[index])
          targets |= BishopAttacks(square, occupied);
        if (man & parents.orthogonal[index])
          targets |= RookAttacks(square, occupied);
        targets &= allowed;
      }
      list_.PutTargets(square, targets, lane);
    }
  }

  // A pawn's moves that can go into the list; makes the others.
  Bitboard ListablePawnMoves(const ParentPool& parents, int index,
                             Bitboard pawn, Bitboard occupied,
                             Bitboard allowed) {
    const Bitboard pushed = Forward<kWhite>(pawn) & ~occupied;
    const Bitboard captures =
        (AttackWest<kWhite>(pawn) | AttackEast<kWhite>(pawn)) &
        parents.replier[index];
    const Bitboard targets = (pushed | captures) & allowed;
    if (targets & kLastRank<kWhite>) {
      MakePromotions(parents, index, pawn, targets);
      return 0;
    }
    const Bitboard twice =
        Forward<kWhite>(pushed & kThirdRank<kWhite>) & ~occupied & allowed;
    if ((twice & Beside(parents.pawns[index] & parents.replier[index])) != 0) {
      MakeDoublePushes(parents, index, twice);
      return targets;
    }
    return targets | twice;
  }

  ROOKERY_NEVER_INLINE void MakePromotions(const ParentPool& parents, int index,
                                           Bitboard pawn, Bitboard targets) {
    const Board board = parents.BoardAt(index);
    const auto make = [&]<MoveKind kKind>(Bitboard from, Bitboard to) {
      children_.Add(parents, After<kWhite, kKind>(board, from, to),
                    parents.ids[index]);
    };
    for (; targets != 0; targets = WithoutLowest(targets))
      VisitPromotions(pawn, Lowest(targets), make);
  }

  ROOKERY_NEVER_INLINE void MakeDoublePushes(const ParentPool& parents,
                                             int index, Bitboard targets) {
    if (targets == 0) return;
    const Board board = parents.BoardAt(index);
    for (; targets != 0; targets = WithoutLowest(targets)) {
      const Bitboard to = Lowest(targets);
      const Bitboard from = Backward<kWhite>(Backward<kWhite>(to));
      children_.Add(parents,
                    After<kWhite, MoveKind::kDoublePush>(board, from, to),
                    parents.ids[index]);
    }
  }

  ROOKERY_NEVER_INLINE void MakeEnPassantCaptures(const ParentPool& parents,
                                                  int index) {
    const Board board = parents.BoardAt(index);
    for (Bitboard pawns = EnPassantPawns<kWhite>(board, Examine<kWhite>(board));
         pawns != 0; pawns = WithoutLowest(pawns)) {
      children_.Add(parents,
                    After<kWhite, MoveKind::kEnPassant>(board, Lowest(pawns),
                                                        board.en_passant),
                    parents.ids[index]);
    }
  }

  // Takes moves out of the list that capture a rook which may castle, and makes
  // them: such a child has other rights than the pool.
  ROOKERY_NEVER_INLINE void MakeRookCaptures(const ParentPool& parents,
                                             int first, Bitboard rooks) {
    for (; rooks != 0; rooks = WithoutLowest(rooks)) {
      const __m512i rook = _mm512_set1_epi8(static_cast<char>(First(rooks)));
      // From the back, so that a move which fills a gap has been looked at.
      for (int at = list_.size / 64 * 64; at >= 0; at -= 64) {
        uint64_t captures =
            _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(list_.to + at), rook);
        while (captures != 0) {
          const int offset = 63 - __builtin_clzll(captures);
          captures ^= Bitboard{1} << offset;
          if (at + offset >= list_.size) continue;
          MakeCapture(parents, first + list_.lane[at + offset],
                      Only(list_.from[at + offset]), Lowest(rooks));
          list_.Remove(at + offset);
        }
      }
    }
  }

  void MakeCapture(const ParentPool& parents, int index, Bitboard from,
                   Bitboard to) {
    const Board board = parents.BoardAt(index);
    const auto make = [&]<MoveKind kKind>() {
      children_.Add(parents, After<kWhite, kKind>(board, from, to),
                    parents.ids[index]);
    };
    const auto& men = board.men[kWhite];
    if (men[kKingPlane] & from) {
      make.template operator()<MoveKind::kKing>();
    } else if (men[kKnightPlane] & from) {
      make.template operator()<MoveKind::kKnight>();
    } else if (board.Queens(kWhite) & from) {
      make.template operator()<MoveKind::kQueen>();
    } else if (men[kDiagonalPlane] & from) {
      make.template operator()<MoveKind::kBishop>();
    } else {
      make.template operator()<MoveKind::kRook>();
    }
  }

  // Builds the children of the list.
  ROOKERY_ALWAYS_INLINE void BuildListed(const ParentPool& parents, int first) {
    const Lanes pawns = Load(parents.pawns + first);
    const Lanes knights = Load(parents.knights + first);
    const Lanes diagonal = Load(parents.diagonal + first);
    const Lanes orthogonal = Load(parents.orthogonal + first);
    const Lanes mover = Load(parents.mover + first);
    const Lanes replier = Load(parents.replier + first);
    const __m256i ids = _mm256_loadu_si256(
        reinterpret_cast<const __m256i*>(parents.ids + first));
    ChildPool& pool = children_.PoolOf(parents);
    for (int index = 0; index < list_.size; index += kLanes) {
      const __m128i lane_bytes =
          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(list_.lane + index));
      const __m512i lanes = _mm512_cvtepu8_epi64(lane_bytes);
      const Lanes from = SquaresAt(list_.from + index);
      const Lanes to = SquaresAt(list_.to + index);
      const int at = pool.size;
      // What the parents of the eight moves have in a plane.
      const auto of_parent = [&](Lanes plane) ROOKERY_INLINE_LAMBDA {
        return Lanes{_mm512_permutexvar_epi64(lanes, plane.words)};
      };
      const auto put = [&](Bitboard* plane, Lanes men) ROOKERY_INLINE_LAMBDA {
        StoreUnaligned(plane + at, AfterMove(of_parent(men), from, to));
      };
      put(pool.pawns, pawns);
      put(pool.knights, knights);
      put(pool.diagonal, diagonal);
      put(pool.orthogonal, orthogonal);
      StoreUnaligned(pool.mover + at, AfterOwnMove(of_parent(mover), from, to));
      StoreUnaligned(pool.replier + at, Without(of_parent(replier), to));
      _mm256_storeu_si256(
          reinterpret_cast<__m256i*>(pool.ids + at),
          _mm256_permutexvar_epi32(_mm256_cvtepu8_epi32(lane_bytes), ids));
      const int left = list_.size - index;
      pool.size += left < kLanes ? left : kLanes;
      children_.CountIfFull(pool);
    }
  }

  ChildPools& children_;
  MoveBytes<kLanes * kMaxMovesOfParent> list_;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_EMISSION_H_
