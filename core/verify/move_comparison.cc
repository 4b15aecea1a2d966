#include "core/verify/move_comparison.h"

#include <algorithm>
#include <optional>
#include <set>

#include "absl/strings/ascii.h"
#include "core/board/move_generator.h"
#include "core/notation/uci.h"

namespace rookery {
namespace {

std::optional<Move> LegalMove(const Position& position,
                              const std::string& text) {
  const std::optional<CoordinateMove> coordinates =
      ParseUciCoordinates(absl::AsciiStrToLower(text));
  return coordinates ? FindLegalMove(position, *coordinates) : std::nullopt;
}

}  // namespace

MoveComparison CompareMoves(const Position& position,
                            const TrueDivide& expected, const Divide& counted) {
  MoveComparison comparison;
  std::set<Move> found;
  for (const auto& [text, leaves] : counted) {
    const std::optional<Move> move = LegalMove(position, text);
    if (!move || !found.insert(*move).second) {
      comparison.extra.push_back(text);
      continue;
    }
    if (const absl::uint128 right = expected.at(*move); right != leaves) {
      comparison.wrong_counts.push_back(
          {.move = *move, .expected = right, .counted = leaves});
    }
  }
  for (const auto& [move, leaves] : expected)
    if (leaves != 0 && !found.contains(move))
      comparison.missing.push_back(move);
  std::stable_sort(comparison.wrong_counts.begin(),
                   comparison.wrong_counts.end(),
                   [](const WrongCount& left, const WrongCount& right) {
                     return left.expected < right.expected;
                   });
  return comparison;
}

}  // namespace rookery
