#include "core/board/explain.h"

#include <string_view>

#include "absl/strings/str_cat.h"
#include "core/board/attacks.h"
#include "core/board/castling.h"

namespace rookery {
namespace {

// Works out the reasons for one move; every method of a reason returns empty
// words where it does not apply.
class Explainer {
 public:
  Explainer(const Position& position, CoordinateMove move)
      : position_(position),
        move_(move),
        mover_(position.side_to_move()),
        king_(position.king_square(mover_)) {}

  Illegality Explain() const {
    if (move_.from >= kNoSquare || move_.to >= kNoSquare)
      return Because(IllegalReason::kUnreadable,
                     "the move does not name two squares of the board");
    if (FindLegalMove(position_, move_)) return {};
    const Piece man = position_.piece_on(move_.from);
    if (man == kNoPiece)
      return Because(IllegalReason::kNoMan, "there is no man on ",
                     SquareName(move_.from));
    if (ColorOf(man) != mover_) {
      return Because(IllegalReason::kOpponentsMan, Man(move_.from), " is ",
                     Side(Opponent(mover_)), "'s, and it is ", Side(mover_),
                     "'s move");
    }
    if (move_.from == move_.to)
      return Because(IllegalReason::kStays, Man(move_.from),
                     " cannot stay where it is");
    if (TypeOf(man) == kKing) {
      if (const Square rook = CastlingRook(); rook != kNoSquare)
        return Castling(rook);
      if (IsLongStep()) return NoCastling();
    }
    if (Illegality found =
            TypeOf(man) == kPawn ? PawnMove() : PieceMove(TypeOf(man));
        !found.words.empty())
      return found;
    if (Illegality found = KingSafety(TypeOf(man)); !found.words.empty())
      return found;
    return Promotion(TypeOf(man));
  }

 private:
  template <typename... Parts>
  static Illegality Because(IllegalReason reason, const Parts&... parts) {
    return {reason, absl::StrCat(parts...)};
  }

  static std::string Side(Color color) { return std::string(ColorName(color)); }

  // "the knight on f3".
  std::string Man(Square square) const {
    return absl::StrCat(
        "the ", std::string(PieceTypeName(TypeOf(position_.piece_on(square)))),
        " on ", SquareName(square));
  }

  // "the rook on e8 and the knight on f3".
  std::string Men(Bitboard squares) const {
    std::string text;
    while (squares != 0) {
      const Square square = PopFirst(squares);
      absl::StrAppend(&text,
                      text.empty()   ? ""
                      : squares != 0 ? ", "
                                     : " and ",
                      Man(square));
    }
    return text;
  }

  Bitboard Opponents() const { return position_.pieces(Opponent(mover_)); }

  bool IsLongStep() const {
    const int files = FileOf(move_.to) - FileOf(move_.from);
    return RelativeRank(mover_, move_.from) == 0 &&
           RankOf(move_.to) == RankOf(move_.from) && (files > 1 || files < -1);
  }

  // The own rooks on his first rank on the side to which the king moves.
  Bitboard RooksOnWing() const {
    const Bitboard wing =
        move_.to > king_ ? ~Bitboard{0} << king_ << 1 : SquareSet(king_) - 1;
    return position_.pieces(mover_, kRook) & RankSet(RankOf(king_)) & wing;
  }

  // The rook that the king's move asks to castle with, whether or not it may;
  // kNoSquare if it asks for none.
  Square CastlingRook() const {
    if (RelativeRank(mover_, king_) != 0 || RankOf(move_.to) != RankOf(king_))
      return kNoSquare;
    if (Contains(position_.pieces(mover_, kRook), move_.to)) {
      // Next to the king and without the right, it is just a man in the way.
      return IsLongStep() || Contains(position_.castling_rooks(), move_.to)
                 ? move_.to
                 : kNoSquare;
    }
    if (!IsLongStep()) return kNoSquare;
    // The rook with the right first, then the outermost one.
    Bitboard rooks = RooksOnWing();
    if ((rooks & position_.castling_rooks()) != 0)
      rooks &= position_.castling_rooks();
    if (rooks == 0) return kNoSquare;
    const Square rook = move_.to > king_
                            ? static_cast<Square>(63 - std::countl_zero(rooks))
                            : FirstSquare(rooks);
    return CastlingKingTarget(king_, rook) == move_.to ? rook : kNoSquare;
  }

  Illegality NoCastling() const {
    if (RooksOnWing() == 0) {
      return Because(IllegalReason::kCastlingWithoutRook, Man(king_),
                     " cannot castle towards ", SquareName(move_.to),
                     ": there is no rook of its own on that side");
    }
    return Because(IllegalReason::kKingStepsTooFar, Man(king_),
                   " cannot reach ", SquareName(move_.to),
                   ": it moves one square, and castling takes it to the "
                   "g-file or the c-file");
  }

  Illegality Castling(Square rook) const {
    const std::string castling =
        absl::StrCat("castling with the rook on ", SquareName(rook));
    if (move_.promotion != kNoPieceType)
      return Because(IllegalReason::kPromotesElsewhere, castling,
                     " does not promote");
    if (!Contains(position_.castling_rooks(mover_), rook)) {
      return Because(IllegalReason::kCastlingRightLost, castling,
                     " is no longer allowed: the right to it is lost");
    }
    if (position_.InCheck()) {
      return Because(IllegalReason::kCastlingOutOfCheck, castling,
                     " is not allowed while the king on ", SquareName(king_),
                     " is in check by ", Men(position_.checkers()));
    }
    const Square king_target = CastlingKingTarget(king_, rook);
    const Square rook_target = CastlingRookTarget(king_, rook);
    const Bitboard king_path =
        Between(king_, king_target) | SquareSet(king_target);
    const Bitboard rook_path =
        Between(rook, rook_target) | SquareSet(rook_target);
    const Bitboard others =
        position_.pieces() & ~(SquareSet(king_) | SquareSet(rook));
    if (const Bitboard blockers = (king_path | rook_path) & others;
        blockers != 0) {
      return Because(IllegalReason::kCastlingBlocked, castling,
                     " is blocked by ", Men(blockers));
    }
    for (Bitboard rest = king_path; rest != 0;) {
      const Square square = PopFirst(rest);
      const Bitboard attackers =
          position_.AttackersTo(square, position_.pieces()) & Opponents();
      if (attackers == 0) continue;
      return Because(
          square == king_target ? IllegalReason::kCastlingIntoCheck
                                : IllegalReason::kCastlingThroughCheck,
          castling,
          square == king_target ? " would take the king to "
                                : " would take the king across ",
          SquareName(square), ", which is attacked by ", Men(attackers));
    }
    const Bitboard attackers =
        position_.AttackersTo(king_target, others | SquareSet(rook_target)) &
        Opponents();
    if (attackers != 0) {
      return Because(IllegalReason::kCastlingUncoversAttack, castling,
                     " would uncover an attack by ", Men(attackers),
                     " on the king on ", SquareName(king_target));
    }
    // What is left is a king's step from another file than e that is no
    // spelling of castling.
    return Because(IllegalReason::kSpelling, castling,
                   " is legal, but is written as ", SquareName(king_),
                   SquareName(rook), " here");
  }

  Illegality PieceMove(PieceType type) const {
    static constexpr std::string_view kRules[] = {
        "",
        "",
        "a knight moves two squares along a rank or file and one to the side",
        "a bishop moves along diagonals",
        "a rook moves along ranks and files",
        "a queen moves along ranks, files and diagonals",
        "the king moves one square in any direction"};
    if (!Contains(PieceAttacks(type, move_.from, 0), move_.to)) {
      return Because(IllegalReason::kMovementRule, Man(move_.from),
                     " cannot reach ", SquareName(move_.to), ": ",
                     std::string(kRules[type]));
    }
    // For a knight or a king's step nothing lies between.
    if (type != kKnight) {
      if (const Bitboard blockers =
              Between(move_.from, move_.to) & position_.pieces();
          blockers != 0) {
        return Because(
            IllegalReason::kJumpsOverMan, Man(move_.from), " cannot reach ",
            SquareName(move_.to), ": ", Men(blockers),
            HasMoreThanOne(blockers) ? " stand" : " stands", " in the way");
      }
    }
    return OwnManOnTarget();
  }

  Illegality OwnManOnTarget() const {
    if (!Contains(position_.pieces(mover_), move_.to)) return {};
    return Because(IllegalReason::kOwnManOnTarget, Man(move_.from),
                   " cannot capture ", Man(move_.to),
                   ", a man of its own side");
  }

  Illegality PawnMove() const {
    const Square from = move_.from;
    const Square to = move_.to;
    const std::string name = Man(from);
    const int up = mover_ == kWhite ? 8 : -8;
    if (Contains(PawnAttacks(mover_, from), to)) {
      if (Illegality found = OwnManOnTarget(); !found.words.empty())
        return found;
      if (position_.piece_on(to) != kNoPiece) return {};
      return EmptyCapture();
    }
    const bool single = to == from + up;
    const bool twice = to == from + 2 * up;
    if (!single && !twice) {
      return Because(IllegalReason::kMovementRule, name, " cannot reach ",
                     SquareName(to),
                     ": a pawn moves straight ahead and captures one "
                     "square diagonally ahead");
    }
    if (twice && RelativeRank(mover_, from) != 1) {
      return Because(
          IllegalReason::kDoublePushFromWrongRank, name,
          " cannot move two squares: only a pawn that has not yet moved can");
    }
    const Bitboard path = Between(from, to) | SquareSet(to);
    if (const Bitboard blockers = path & position_.pieces(); blockers != 0) {
      return Because(IllegalReason::kPawnBlocked, name, " cannot move to ",
                     SquareName(to), ": ", Men(blockers),
                     HasMoreThanOne(blockers) ? " stand" : " stands",
                     " in the way, and a pawn does not capture straight ahead");
    }
    return {};
  }

  // A pawn's capture on an empty square: en passant or nothing.
  Illegality EmptyCapture() const {
    const Square to = move_.to;
    const auto passed = static_cast<Square>(to ^ 8);
    const std::string name = Man(move_.from);
    if (RelativeRank(mover_, to) != 5 ||
        position_.piece_on(passed) != MakePiece(Opponent(mover_), kPawn)) {
      return Because(IllegalReason::kNothingToCapture, name,
                     " cannot capture on ", SquareName(to),
                     ": there is nothing to capture");
    }
    if (!position_.EnPassantKeepsKingSafe(move_.from, to)) {
      const Bitboard occupied =
          (position_.pieces() & ~(SquareSet(move_.from) | SquareSet(passed))) |
          SquareSet(to);
      const Bitboard attackers = position_.AttackersTo(king_, occupied) &
                                 Opponents() & ~SquareSet(passed);
      return Because(IllegalReason::kEnPassantExposesKing, name,
                     " cannot capture ", Man(passed),
                     " en passant: the king on ", SquareName(king_),
                     " would be in check by ", Men(attackers));
    }
    if (position_.en_passant_square() == to) return {};
    return Because(
        IllegalReason::kEnPassantTooLate, name, " cannot capture ", Man(passed),
        " en passant: that is only possible right after its double push");
  }

  Illegality KingSafety(PieceType type) const {
    if (type == kKing) {
      const Bitboard occupied = position_.pieces() & ~SquareSet(king_);
      const Bitboard attackers = position_.AttackersTo(move_.to, occupied) &
                                 Opponents() & ~SquareSet(move_.to);
      if (attackers == 0) return {};
      return Because(IllegalReason::kKingIntoCheck, "the king cannot move to ",
                     SquareName(move_.to), ": it is attacked by ",
                     Men(attackers));
    }
    const Bitboard checkers = position_.checkers();
    if (HasMoreThanOne(checkers)) {
      return Because(IllegalReason::kDoubleCheck, "the king on ",
                     SquareName(king_), " is in double check by ",
                     Men(checkers), "; only the king can move");
    }
    if (Contains(position_.PinnedMen(), move_.from) &&
        !Contains(LineThrough(king_, move_.from), move_.to)) {
      const Bitboard line = LineThrough(king_, move_.from);
      const Bitboard occupied = position_.pieces() & ~SquareSet(move_.from);
      const Bitboard pinners = position_.AttackersTo(king_, occupied) &
                               Opponents() & line & ~checkers;
      return Because(IllegalReason::kPinned, Man(move_.from),
                     " is pinned to the king on ", SquareName(king_), " by ",
                     Men(pinners));
    }
    // A pawn's capture en passant has been judged by then; every other man
    // captures what stands on the target square.
    const bool en_passant =
        type == kPawn && position_.en_passant_square() == move_.to;
    if (checkers != 0 && !en_passant) {
      const Square checker = FirstSquare(checkers);
      if (move_.to != checker && !Contains(Between(king_, checker), move_.to)) {
        return Because(IllegalReason::kCheckNotAnswered, "the king on ",
                       SquareName(king_), " is in check by ", Man(checker),
                       ", and the move to ", SquareName(move_.to),
                       " does not answer it");
      }
    }
    return {};
  }

  Illegality Promotion(PieceType type) const {
    const bool promotes = type == kPawn && RelativeRank(mover_, move_.to) == 7;
    if (!promotes) {
      return Because(IllegalReason::kPromotesElsewhere, Man(move_.from),
                     " does not promote on ", SquareName(move_.to),
                     ", but the move names a ",
                     std::string(PieceTypeName(move_.promotion)));
    }
    if (move_.promotion == kNoPieceType) {
      return Because(
          IllegalReason::kPromotionMissing, Man(move_.from), " promotes on ",
          SquareName(move_.to),
          ", but the move does not say to what: queen, rook, bishop or knight");
    }
    return Because(IllegalReason::kPromotionPiece,
                   "a pawn cannot promote to a ",
                   std::string(PieceTypeName(move_.promotion)),
                   "; it promotes to queen, rook, bishop or knight");
  }

  const Position& position_;
  const CoordinateMove move_;
  const Color mover_;
  const Square king_;
};

}  // namespace

Illegality WhyIllegal(const Position& position, CoordinateMove move) {
  return Explainer(position, move).Explain();
}

std::string ExplainIllegalMove(const Position& position, CoordinateMove move) {
  return WhyIllegal(position, move).words;
}

}  // namespace rookery
