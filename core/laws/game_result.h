// How a game was scored: who won, a draw, or a loss for both.
//
// Which result is right is decided elsewhere (game_judge.h). Plain values; safe
// to use from any thread.
#ifndef ROOKERY_CORE_LAWS_GAME_RESULT_H_
#define ROOKERY_CORE_LAWS_GAME_RESULT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/board/piece.h"

namespace rookery {

enum class GameResult : uint8_t {
  kUnknown,  // not over, or nobody knows
  kWhiteWins,
  kBlackWins,
  kDraw,
  kBothLose,  // both were late, or both refused to obey the laws
};

// "1-0", "0-1", "1/2-1/2", "0-0", and "*" for kUnknown.
std::string_view ResultText(GameResult result);

// Reads exactly what ResultText writes; nothing for any other text.
std::optional<GameResult> ParseResult(std::string_view text);

// kWhiteWins or kBlackWins.
constexpr GameResult WinFor(Color winner) {
  return winner == kWhite ? GameResult::kWhiteWins : GameResult::kBlackWins;
}

// Nothing unless exactly one side won.
constexpr std::optional<Color> WinnerOf(GameResult result) {
  if (result == GameResult::kWhiteWins) return kWhite;
  if (result == GameResult::kBlackWins) return kBlack;
  return std::nullopt;
}

// What the side scores, in half points: 2 for a win, 1 for a draw, 0 for a
// loss, its own or that of both. Nothing for kUnknown.
constexpr std::optional<int> HalfPoints(GameResult result, Color side) {
  if (result == GameResult::kUnknown) return std::nullopt;
  if (result == GameResult::kDraw) return 1;
  return WinnerOf(result) == side ? 2 : 0;
}

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_GAME_RESULT_H_
