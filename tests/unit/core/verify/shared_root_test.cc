#include "core/verify/shared_root.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "tests/unit/core/verify/plain_perft_program.h"

namespace rookery {
namespace {

// Two programs with that bug; `programs` borrows them.
std::unique_ptr<SharedRoot> Pair(std::string_view bug, Speech speech,
                                 std::vector<PlainPerftProgram*>* programs) {
  std::vector<std::unique_ptr<PerftProgram>> team;
  for (int i = 0; i < 2; ++i) {
    auto program = std::make_unique<PlainPerftProgram>(bug, speech);
    programs->push_back(program.get());
    team.push_back(std::move(program));
  }
  return std::make_unique<SharedRoot>(std::move(team));
}

class SharedRootTest : public testing::TestWithParam<Speech> {
 protected:
  std::vector<PlainPerftProgram*> programs_;
};

TEST_P(SharedRootTest, SumsTheShares) {
  const std::unique_ptr<SharedRoot> pair = Pair("none", GetParam(), &programs_);
  const absl::StatusOr<PerftAnswer> answer =
      pair->Ask({.position = Position::Start(), .depth = 3}, absl::Minutes(1));
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->leaves, 8902u);
  ASSERT_TRUE(answer->divide.has_value());
  EXPECT_EQ(answer->divide->size(), 20u);
  EXPECT_EQ(answer->divide->at("e2e4"), 600u);
  // The moves of the position, and a share for each of them.
  EXPECT_EQ(programs_[0]->questions + programs_[1]->questions, 21);
}

TEST_P(SharedRootTest, AsksOneProgramWhereTheMovesAreWrong) {
  const std::unique_ptr<SharedRoot> pair =
      Pair("double-push-from-third-rank", GetParam(), &programs_);
  const PerftQuestion question{
      .position = Position::FromFen("4k3/8/8/8/8/P7/8/4K3 w - - 0 1").value(),
      .depth = 2};
  const absl::StatusOr<PerftAnswer> answer =
      pair->Ask(question, absl::Minutes(1));
  PlainPerftProgram alone("double-push-from-third-rank", GetParam());
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->leaves, alone.Ask(question, absl::Minutes(1))->leaves);
  EXPECT_EQ(programs_[1]->questions, 0);
}

TEST_P(SharedRootTest, FailsAsTheShareThatFailed) {
  const std::unique_ptr<SharedRoot> pair = Pair("none", GetParam(), &programs_);
  for (PlainPerftProgram* program : programs_) {
    program->before_answer = [](const PerftQuestion& question) {
      return !question.moves.empty() &&
                     question.moves.back() == Move::Normal(kE1, kF2)
                 ? absl::UnavailableError("it crashed")
                 : absl::OkStatus();
    };
  }
  const absl::StatusOr<PerftAnswer> answer = pair->Ask(
      {.position = Position::FromFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").value(),
       .depth = 3},
      absl::Minutes(1));
  EXPECT_EQ(answer.status(), absl::UnavailableError("it crashed"));
}

TEST_P(SharedRootTest, HasNoLeavesBelowMate) {
  const std::unique_ptr<SharedRoot> pair = Pair("none", GetParam(), &programs_);
  const absl::StatusOr<PerftAnswer> answer = pair->Ask(
      {.position = Position::FromFen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").value(),
       .depth = 3},
      absl::Minutes(1));
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->leaves, 0u);
}

INSTANTIATE_TEST_SUITE_P(Speeches, SharedRootTest,
                         testing::Values(Speech::kMovesAndDivide,
                                         Speech::kNeither));

}  // namespace
}  // namespace rookery
