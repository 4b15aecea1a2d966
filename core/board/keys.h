// The random numbers behind Position::key().
//
// Made at compile time from a fixed seed, so keys are the same in every build
// and may be written down; they serve to find positions, never to prove them
// equal. The hash tables of core/perft have wider keys of their own.
#ifndef ROOKERY_CORE_BOARD_KEYS_H_
#define ROOKERY_CORE_BOARD_KEYS_H_

#include <array>
#include <cstdint>

#include "core/board/piece.h"
#include "core/board/square.h"

namespace rookery {

// A key is the exclusive or of the numbers of everything that is true of the
// position.
struct PositionKeys {
  std::array<std::array<uint64_t, kSquareCount>, 16>
      man;  // by Piece and square
  std::array<uint64_t, kSquareCount>
      castling_rook;  // by the square of a rook with the right
  std::array<uint64_t, 8>
      en_passant_file;  // by the file of a legal en passant capture
  uint64_t black_to_move;
};

namespace internal {

// splitmix64 (Steele, Lea and Flood, 2014): consecutive states, each mixed to a
// number that passes BigCrush.
constexpr uint64_t NextRandom(uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  uint64_t mixed = state;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

// Draws the numbers in the order of the members. Changing the seed or the order
// changes every key that anybody has written down.
constexpr PositionKeys MakePositionKeys() {
  PositionKeys keys{};
  uint64_t state = 0x726f6f6b657279;  // "rookery"
  for (auto& squares : keys.man) {
    for (uint64_t& number : squares) number = NextRandom(state);
  }
  for (uint64_t& number : keys.castling_rook) number = NextRandom(state);
  for (uint64_t& number : keys.en_passant_file) number = NextRandom(state);
  keys.black_to_move = NextRandom(state);
  return keys;
}

}  // namespace internal

// The one set of numbers that Position uses.
inline constexpr PositionKeys kPositionKeys = internal::MakePositionKeys();

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_KEYS_H_
