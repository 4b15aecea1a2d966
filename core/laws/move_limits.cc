#include "core/laws/move_limits.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

// How many men of each type a side has, by PieceType.
using Men = std::array<int, 7>;

// Four bits for each type but the king.
uint32_t Code(const Men& men) {
  uint32_t code = 0;
  for (const PieceType type : {kPawn, kKnight, kBishop, kRook, kQueen})
    code = code << 4 | static_cast<uint32_t>(men[type]);
  return code;
}

// The same for both colourings.
uint64_t MaterialCode(const Men& first, const Men& second) {
  const auto [low, high] = std::minmax({Code(first), Code(second)});
  return uint64_t{high} << 32 | low;
}

std::optional<Men> ReadMen(std::string_view text) {
  Men men{};
  if (text.size() > 16) return std::nullopt;
  for (const char letter : text) {
    const Piece piece = PieceFromLetter(letter);
    if (piece == kNoPiece || ColorOf(piece) == kBlack) return std::nullopt;
    ++men[TypeOf(piece)];
  }
  if (men[kKing] != 1 || men[kPawn] > 8) return std::nullopt;
  return men;
}

Men CountMen(const Position& position, Color side) {
  Men men{};
  for (const PieceType type : {kPawn, kKnight, kBishop, kRook, kQueen})
    men[type] = Count(position.pieces(side, type));
  return men;
}

}  // namespace

absl::Status MoveLimits::Set(std::string_view material, int moves) {
  const size_t middle = material.find('v');
  std::optional<Men> first;
  std::optional<Men> second;
  if (middle != std::string_view::npos) {
    first = ReadMen(material.substr(0, middle));
    second = ReadMen(material.substr(middle + 1));
  }
  if (!first || !second) {
    return absl::InvalidArgumentError(
        absl::StrCat("material '", std::string(material.substr(0, 40)),
                     "' is malformed; write it like KRBvKR"));
  }
  if (moves < kMoves || moves > kMaxMoves) {
    return absl::InvalidArgumentError(
        absl::StrCat("moves ", moves, " for ", std::string(material),
                     " are out of range; use ", kMoves, " to ", kMaxMoves));
  }
  const uint64_t code = MaterialCode(*first, *second);
  std::erase_if(entries_,
                [&](const Entry& entry) { return entry.material == code; });
  entries_.push_back({code, moves});
  return absl::OkStatus();
}

int MoveLimits::MovesFor(const Position& position) const {
  if (entries_.empty()) return kMoves;
  const uint64_t code =
      MaterialCode(CountMen(position, kWhite), CountMen(position, kBlack));
  for (const Entry& entry : entries_) {
    if (entry.material == code) return entry.moves;
  }
  return kMoves;
}

}  // namespace rookery
