// Squares of the board, and their names.
//
// Square a1 is 0, b1 is 1, h1 is 7, a2 is 8 and h8 is 63. Files and ranks count
// from 0 (file a, first rank). Everything is constexpr, holds no state and is
// safe to use from any thread.
#ifndef ROOKERY_CORE_BOARD_SQUARE_H_
#define ROOKERY_CORE_BOARD_SQUARE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rookery {

// clang-format off
enum Square : uint8_t {
  kA1, kB1, kC1, kD1, kE1, kF1, kG1, kH1,
  kA2, kB2, kC2, kD2, kE2, kF2, kG2, kH2,
  kA3, kB3, kC3, kD3, kE3, kF3, kG3, kH3,
  kA4, kB4, kC4, kD4, kE4, kF4, kG4, kH4,
  kA5, kB5, kC5, kD5, kE5, kF5, kG5, kH5,
  kA6, kB6, kC6, kD6, kE6, kF6, kG6, kH6,
  kA7, kB7, kC7, kD7, kE7, kF7, kG7, kH7,
  kA8, kB8, kC8, kD8, kE8, kF8, kG8, kH8,
  kNoSquare,  // "no such square"; never an index into a table of 64
};
// clang-format on

inline constexpr int kSquareCount = 64;

// Requires: file and rank are 0 to 7.
constexpr Square MakeSquare(int file, int rank) {
  return static_cast<Square>(rank * 8 + file);
}

// 0 for file a to 7 for file h. Requires: a real square.
constexpr int FileOf(Square square) { return square & 7; }

// 0 for the first rank to 7 for the eighth. Requires: a real square.
constexpr int RankOf(Square square) { return square >> 3; }

// The same square as the other player sees it: a1 becomes a8. Requires: a real
// square.
constexpr Square FlipRank(Square square) {
  return static_cast<Square>(square ^ 56);
}

// "a1" to "h8"; "-" for kNoSquare.
inline std::string SquareName(Square square) {
  if (square >= kNoSquare) return "-";
  return {static_cast<char>('a' + FileOf(square)),
          static_cast<char>('1' + RankOf(square))};
}

// Reads exactly "a1" to "h8" in lower case; nothing else is a square.
constexpr std::optional<Square> ParseSquare(std::string_view name) {
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' ||
      name[1] > '8')
    return std::nullopt;
  return MakeSquare(name[0] - 'a', name[1] - '1');
}

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_SQUARE_H_
