#include "core/laws/game_history.h"

#include "core/board/attacks.h"
#include "core/board/keys.h"

namespace rookery {
namespace {

// Longer than nearly every game, so that most histories never grow.
constexpr size_t kFirstCapacity = 512;

// Far enough from the end of 32 bits for one game more.
constexpr uint32_t kLastFirstNumber = UINT32_MAX - 2 * GameHistory::kMaxPlies;

}  // namespace

GameHistory::GameHistory() : log_(kFirstCapacity) {}

void GameHistory::Begin(const Position& start) {
  first_number_ = NumberOf(plies_) + 1;
  if (first_number_ > kLastFirstNumber) {
    buckets_.fill(0);
    first_number_ = 1;
  }
  start_ = start;
  plies_ = 0;
  log_[0] = {start.key(), PlacementOf(start), 1, 0, Move()};
  buckets_[BucketOf(start.key())] = NumberOf(0);
  BeginSpan(start);
}

std::optional<Move> GameHistory::FindThirdOccurrence(
    const Position& now) const {
  if (!has_second_occurrence_) return std::nullopt;
  const Color mover = now.side_to_move();
  for (Bitboard men = now.pieces(mover) & ~now.pieces(kPawn); men != 0;) {
    const Square from = PopFirst(men);
    const Piece piece = now.piece_on(from);
    const Bitboard targets =
        PieceAttacks(TypeOf(piece), from, now.pieces()) & ~now.pieces();
    for (Bitboard rest = targets; rest != 0;) {
      const Square to = PopFirst(rest);
      const uint64_t key = now.key() ^ kPositionKeys.black_to_move ^
                           kPositionKeys.man[piece][from] ^
                           kPositionKeys.man[piece][to];
      for (uint32_t number = buckets_[BucketOf(key)];
           number >= NumberOf(span_start_); number = At(PlyOf(number)).older) {
        const int ply = PlyOf(number);
        // No man comes, goes or changes within a span: where these two squares
        // differ and no others, the move leads there. The position has been on
        // the board, so the move leaves no king in check.
        if (At(ply).key == key && At(ply).occurrences >= 2 &&
            Difference(ply) == (SquareSet(from) | SquareSet(to)))
          return Move::Normal(from, to);
      }
    }
  }
  return std::nullopt;
}

Position GameHistory::PositionAt(int ply) const {
  assert(ply >= 0 && ply <= plies_);
  Position position = *start_;
  for (int next = 1; next <= ply; ++next) position.Play(At(next).move);
  return position;
}

// Finds the last ply of the span with the same position, if there is one.
int GameHistory::CountOccurrences() {
  Ply& last = log_[static_cast<size_t>(plies_)];
  for (uint32_t number = last.older; number >= NumberOf(span_start_);
       number = At(PlyOf(number)).older) {
    const int ply = PlyOf(number);
    if (At(ply).key != last.key || Difference(ply) != 0) continue;
    // The right to capture en passant is gone with the next move.
    if (ply == span_start_ && span_starts_with_en_passant_) continue;
    last.occurrences = At(ply).occurrences + 1;
    has_second_occurrence_ = true;
    break;
  }
  return last.occurrences;
}

// The squares on which the last position differs from the one at a ply.
Bitboard GameHistory::Difference(int ply) const {
  const Placement& then = At(ply).placement;
  const Placement& now = At(plies_).placement;
  Bitboard difference = 0;
  for (size_t plane = 0; plane < now.size(); ++plane)
    difference |= then[plane] ^ now[plane];
  return difference;
}

void GameHistory::Grow() { log_.resize(2 * log_.size()); }

}  // namespace rookery
