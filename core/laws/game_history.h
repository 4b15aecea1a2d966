// The moves of a game so far, and how often its positions have occurred.
//
// Two positions are the same when the same player is to move, the same men
// stand on the same squares, and the possible moves are the same: castling
// rights and legal en passant captures included. Keys only find candidates;
// whole positions decide. What follows from a repetition is in game_judge.h.
//
// Made for reading games by the million: Add costs a few nanoseconds and
// allocates only where a game is longer than every one before. Not
// thread-safe: one history a thread.
#ifndef ROOKERY_CORE_LAWS_GAME_HISTORY_H_
#define ROOKERY_CORE_LAWS_GAME_HISTORY_H_

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/board/move.h"
#include "core/board/position.h"

namespace rookery {

class GameHistory {
 public:
  // Far more than any game that was played, or that today's code lets go on
  // (17,697); readers refuse what is longer. A game of that length takes 4 MB.
  static constexpr int kMaxPlies = 1 << 16;

  GameHistory();

  // Forgets the last game and starts another one.
  void Begin(const Position& start);

  // Takes a move and the position after it, and returns how often this position
  // has occurred, 1 for the first time. Requires: Begin was called, the move is
  // legal in the last position, plies() < kMaxPlies.
  int Add(Move move, const Position& after);

  // How many moves were added.
  int plies() const { return plies_; }

  // How often the last position has occurred.
  int occurrences() const { return At(plies_).occurrences; }

  // Whether some position that can still come back has occurred twice: without
  // one, FindThirdOccurrence finds nothing.
  bool HasSecondOccurrence() const { return has_second_occurrence_; }

  // A legal move by which the last position would become one that has occurred
  // twice or more; nothing where there is none. Requires: `now` is the last
  // position.
  std::optional<Move> FindThirdOccurrence(const Position& now) const;

  // The position after that many moves, played anew from the start. Requires:
  // 0 <= ply <= plies().
  Position PositionAt(int ply) const;

 private:
  // Which man stands where: as the first planes of packed_position.h, without
  // rights.
  using Placement = std::array<Bitboard, 4>;

  // What is known of a position; the first is the start. The placement makes
  // comparing two as cheap however many moves are between them.
  struct Ply {
    uint64_t key;
    Placement placement;
    int occurrences;  // the last one included
    uint32_t older;   // the number of the last ply before in the same bucket
    Move move;        // that led here; none for the start
  };

  static Placement PlacementOf(const Position& position);

  const Ply& At(int ply) const { return log_[static_cast<size_t>(ply)]; }

  // Past its start no position can come back that was there before.
  void BeginSpan(const Position& after);
  int CountOccurrences();
  Bitboard Difference(int ply) const;
  void Grow();

  std::optional<Position> start_;
  int plies_ = 0;
  std::vector<Ply> log_;

  // A span is the run of positions since the last move that cannot be undone: a
  // capture, a pawn's move, a move that ends a castling right. Castling is one
  // of them.
  int span_start_ = 0;
  bool span_starts_with_en_passant_ = false;
  bool has_second_occurrence_ = false;
  Bitboard span_castling_rooks_ = 0;

  // By the top bits of a key: the number of the last ply with such a key. The
  // numbers run on from game to game, so the buckets need no clearing: what is
  // below the number of the span's start is of no account.
  static constexpr int kBucketBits = 10;
  static constexpr size_t BucketOf(uint64_t key) {
    return key >> (64 - kBucketBits);
  }
  uint32_t NumberOf(int ply) const {
    return first_number_ + static_cast<uint32_t>(ply);
  }
  int PlyOf(uint32_t number) const {
    return static_cast<int>(number - first_number_);
  }
  std::array<uint32_t, size_t{1} << kBucketBits> buckets_{};
  uint32_t first_number_ = 1;
};

inline GameHistory::Placement GameHistory::PlacementOf(
    const Position& position) {
  const Bitboard bishops = position.pieces(kBishop);
  const Bitboard queens = position.pieces(kQueen);
  const Bitboard kings = position.pieces(kKing);
  return {position.pieces(kPawn) | bishops | queens,
          position.pieces(kKnight) | bishops | kings,
          position.pieces(kRook) | queens | kings, position.pieces(kBlack)};
}

inline int GameHistory::Add(Move move, const Position& after) {
  assert(start_.has_value() && plies_ < kMaxPlies);
  ++plies_;
  if (static_cast<size_t>(plies_) == log_.size()) [[unlikely]]
    Grow();
  uint32_t& bucket = buckets_[BucketOf(after.key())];
  const uint32_t older = bucket;
  bucket = NumberOf(plies_);
  log_[static_cast<size_t>(plies_)] = {after.key(), PlacementOf(after), 1,
                                       older, move};
  if (after.halfmove_clock() == 0 ||
      after.castling_rooks() != span_castling_rooks_) {
    BeginSpan(after);
    return 1;
  }
  return older < NumberOf(span_start_) ? 1 : CountOccurrences();
}

inline void GameHistory::BeginSpan(const Position& after) {
  span_start_ = plies_;
  span_starts_with_en_passant_ = after.en_passant_square() != kNoSquare;
  span_castling_rooks_ = after.castling_rooks();
  has_second_occurrence_ = false;
}

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_GAME_HISTORY_H_
