// A game for tests: moves in UCI notation, played into a judge.
#ifndef ROOKERY_TESTS_UNIT_CORE_LAWS_PLAYED_GAME_H_
#define ROOKERY_TESTS_UNIT_CORE_LAWS_PLAYED_GAME_H_

#include <string_view>
#include <vector>

#include "core/board/position.h"
#include "core/laws/game_judge.h"

namespace rookery {

// The position of a FEN; a failed expectation where it is none.
Position ReadFen(std::string_view fen);

// The kinds of some findings, in their order.
std::vector<FindingKind> KindsOf(const std::vector<Finding>& findings);

class PlayedGame {
 public:
  // From the start position of standard chess, or from that of a FEN.
  explicit PlayedGame(JudgeOptions options = {});
  explicit PlayedGame(std::string_view fen, JudgeOptions options = {});

  // Plays moves, separated by blanks; a failed expectation at an illegal one.
  PlayedGame& Play(std::string_view moves);

  // Adds what the clock of the last move's player shows.
  PlayedGame& Clock(int64_t remaining_milliseconds);

  // What can be claimed now.
  DrawClaims Claims() const { return judge_.Claims(position_); }

  const Verdict& End(const GameRecord& record) {
    return judge_.End(position_, record);
  }

  const Position& position() const { return position_; }
  const GameJudge& judge() const { return judge_; }

 private:
  GameJudge judge_;
  Position position_;
};

}  // namespace rookery

#endif  // ROOKERY_TESTS_UNIT_CORE_LAWS_PLAYED_GAME_H_
