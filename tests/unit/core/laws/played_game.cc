#include "tests/unit/core/laws/played_game.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>

#include "core/notation/uci.h"

namespace rookery {

Position ReadFen(std::string_view fen) {
  const absl::StatusOr<Position> position = Position::FromFen(fen);
  EXPECT_TRUE(position.ok()) << fen << ": " << position.status();
  return position.ok() ? *position : Position::Start();
}

std::vector<FindingKind> KindsOf(const std::vector<Finding>& findings) {
  std::vector<FindingKind> kinds;
  for (const Finding& finding : findings) kinds.push_back(finding.kind);
  return kinds;
}

PlayedGame::PlayedGame(JudgeOptions options)
    : judge_(std::move(options)), position_(Position::Start()) {
  judge_.Begin(position_);
}

PlayedGame::PlayedGame(std::string_view fen, JudgeOptions options)
    : judge_(std::move(options)), position_(ReadFen(fen)) {
  judge_.Begin(position_);
}

PlayedGame& PlayedGame::Play(std::string_view moves) {
  std::istringstream words{std::string(moves)};
  for (std::string text; words >> text;) {
    const absl::StatusOr<Move> move = ParseUci(position_, text);
    EXPECT_TRUE(move.ok()) << text << ": " << move.status();
    if (!move.ok()) break;
    position_.Play(*move);
    judge_.Play(*move, position_);
  }
  return *this;
}

PlayedGame& PlayedGame::Clock(int64_t remaining_milliseconds) {
  judge_.AddClock(Opponent(position_.side_to_move()), remaining_milliseconds);
  return *this;
}

}  // namespace rookery
