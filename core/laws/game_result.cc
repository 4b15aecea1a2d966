#include "core/laws/game_result.h"

#include <array>
#include <cstddef>

namespace rookery {
namespace {

constexpr std::array<std::string_view, 5> kTexts = {"*", "1-0", "0-1",
                                                    "1/2-1/2", "0-0"};

}  // namespace

std::string_view ResultText(GameResult result) {
  return kTexts[static_cast<size_t>(result)];
}

std::optional<GameResult> ParseResult(std::string_view text) {
  for (size_t index = 0; index < kTexts.size(); ++index) {
    if (kTexts[index] == text) return static_cast<GameResult>(index);
  }
  return std::nullopt;
}

}  // namespace rookery
