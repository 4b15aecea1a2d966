// Perft suites: positions and how many leaves they are known to have, as people
// share them in EPD files and in tables.
//
//   # one position a line
//   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
//   4k3/8/8/8/8/8/8/4K2R w K - D1 15; D2 66; c0 "castling gives check";
//
// It reads them and counts nothing. Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_SUITE_H_
#define ROOKERY_CORE_VERIFY_SUITE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/position.h"
#include "core/verify/known_perft.h"

namespace rookery {

// The largest suites in use have some hundred kilobytes; whatever passes these
// bounds is another kind of file.
inline constexpr size_t kMaxSuiteBytes = size_t{16} << 20;
inline constexpr size_t kMaxSuiteLineBytes = 4096;

struct SuiteLine {
  // Of the position's first line in the file, from 1 on, for messages.
  int number = 0;
  Position position;
  // In the order of the file; one at least, no depth twice.
  std::vector<KnownPerft> known;
  // What the position is good for, as the file has it; may be empty.
  std::string comment;
  // The position's FEN as the file has it: it may name an en passant square
  // that no legal capture can use.
  std::string fen;
};

// Reads a whole file: EPD, unless its first line is the heading of a table
// (suite_table.h). A line of EPD has a FEN of 4 to 6 fields and then
// "D<depth> <leaves>", once or several times, and at most one comment, c0 and a
// text in double quotes, with a semicolon before, behind or between them;
// blanks do not matter. Empty lines and lines that begin with # are passed
// over, CRLF and a byte order mark are taken. INVALID_ARGUMENT, naming line and
// value, for anything else, such as other EPD operations: what is not
// understood is not skipped. INVALID_ARGUMENT also for a text or a line beyond
// the bounds above, and where there is no position at all.
absl::StatusOr<std::vector<SuiteLine>> ParseSuite(std::string_view text);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_SUITE_H_
