#include "core/verify/verification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/verify/local_reference.h"
#include "tests/unit/core/verify/plain_perft_program.h"

namespace rookery {
namespace {

using ::testing::ElementsAre;

constexpr char kKings[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
constexpr char kPawn[] = "7k/P7/8/8/8/8/8/4K3 w - - 0 1";

Check CheckOf(const char* fen, std::vector<CheckDepth> depths) {
  return {.fen = "",
          .position = Position::FromFen(fen).value(),
          .depths = std::move(depths)};
}

class VerificationTest : public testing::Test {
 protected:
  VerificationTest() {
    options_.reference = reference_.get();
    options_.now = [this] { return now_; };
    UseBug("none");
  }

  void UseBug(std::string_view bug) {
    options_.start_program =
        [this, bug]() -> absl::StatusOr<std::unique_ptr<PerftProgram>> {
      auto program = std::make_unique<PlainPerftProgram>(bug);
      program->before_answer = before_answer_;
      ++started_;
      return program;
    };
  }

  std::vector<CheckResult> Run(const std::vector<Check>& checks) {
    absl::StatusOr<std::vector<CheckResult>> results = Verify(checks, options_);
    EXPECT_TRUE(results.ok()) << results.status();
    if (!results.ok()) return std::vector<CheckResult>(checks.size());
    return *std::move(results);
  }

  const std::unique_ptr<LocalReference> reference_ =
      LocalReference::Create(1).value();
  std::function<absl::Status(const PerftQuestion&)> before_answer_;
  absl::Time now_ = absl::UnixEpoch();
  int started_ = 0;
  VerificationOptions options_;
};

TEST_F(VerificationTest, AgreesAtTheDeepestDepth) {
  const std::vector<CheckResult> results =
      Run({CheckOf(kKings, {{.depth = 1}, {.depth = 2, .expected = 25}})});
  EXPECT_EQ(results[0].verdict, CheckVerdict::kAgreed);
  EXPECT_EQ(results[0].depth, 2);
  EXPECT_EQ(results[0].counted, 25u);
}

TEST_F(VerificationTest, AsksTheReferenceWhereNothingIsExpected) {
  UseBug("promotion-only-queens");
  const std::vector<CheckResult> results =
      Run({CheckOf(kPawn, {{.depth = 1}}), CheckOf(kKings, {{.depth = 1}})});
  EXPECT_EQ(results[0].verdict, CheckVerdict::kDiffered);
  // Five moves of the king and four promotions.
  EXPECT_EQ(results[0].expected, 9u);
  EXPECT_EQ(results[0].counted, 6u);
  ASSERT_TRUE(results[0].difference.has_value());
  EXPECT_EQ(MainReason(*results[0].difference), "underpromotion-missing");
  EXPECT_EQ(results[1].verdict, CheckVerdict::kAgreed);
}

TEST_F(VerificationTest, SaysThatTheSuiteIsWrong) {
  const std::vector<CheckResult> results =
      Run({CheckOf(kKings, {{.depth = 1, .expected = 6}})});
  EXPECT_EQ(results[0].verdict, CheckVerdict::kWrongExpectation);
  EXPECT_EQ(results[0].expected, 6u);
  EXPECT_EQ(results[0].counted, 5u);
}

TEST_F(VerificationTest, GoesOnAfterAFailure) {
  before_answer_ = [](const PerftQuestion& question) {
    return question.position.ToFen() == kKings
               ? absl::DataLossError("no count in 'hello'")
               : absl::OkStatus();
  };
  const std::vector<CheckResult> results =
      Run({CheckOf(kKings, {{.depth = 1}}), CheckOf(kPawn, {{.depth = 1}})});
  EXPECT_EQ(results[0].verdict, CheckVerdict::kFailed);
  EXPECT_EQ(results[0].failure.message(), "no count in 'hello'");
  EXPECT_EQ(results[1].verdict, CheckVerdict::kAgreed);
}

TEST_F(VerificationTest, SharesPositionsAmongJobs) {
  options_.jobs = 3;
  UseBug("promotion-only-queens");
  std::vector<Check> checks;
  for (int i = 0; i < 12; ++i)
    checks.push_back(CheckOf(i % 3 == 0 ? kPawn : kKings, {{.depth = 2}}));
  const std::vector<CheckResult> results = Run(checks);
  EXPECT_EQ(started_, 3);
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].verdict,
              i % 3 == 0 ? CheckVerdict::kDiffered : CheckVerdict::kAgreed);
  }
}

TEST_F(VerificationTest, SharesTheMovesOfAPositionAmongJobs) {
  options_.jobs = 3;
  const std::vector<CheckResult> results =
      Run({CheckOf(kPawn, {{.depth = 3}})});
  EXPECT_EQ(started_, 3);
  EXPECT_EQ(results[0].verdict, CheckVerdict::kAgreed);
}

// A question takes as many seconds as it has plies; the clock is the test's.
TEST_F(VerificationTest, GoesDeeperInTurnForAsLongAsItFits) {
  before_answer_ = [this](const PerftQuestion& question) {
    now_ += absl::Seconds(question.depth);
    return absl::OkStatus();
  };
  options_.max_time = absl::Seconds(30);
  // 5, 25 and 170 leaves: each depth is taken to cost so many times more.
  const std::vector<CheckDepth> depths = {{.depth = 1, .expected = 5},
                                          {.depth = 2, .expected = 25},
                                          {.depth = 3, .expected = 170}};
  const std::vector<CheckResult> results =
      Run({CheckOf(kKings, depths), CheckOf(kKings, depths)});
  // 1 + 1 seconds, then 2 + 2; with 24 left, 2 * 170 / 25 = 13.6 fit once, and
  // after its 3 seconds once more.
  EXPECT_EQ(results[0].depth, 3);
  EXPECT_EQ(results[1].depth, 3);
  EXPECT_EQ(results[0].verdict, CheckVerdict::kAgreed);
}

TEST_F(VerificationTest, StopsWhereTheNextDepthDoesNotFit) {
  before_answer_ = [this](const PerftQuestion& question) {
    now_ += absl::Seconds(question.depth);
    return absl::OkStatus();
  };
  options_.max_time = absl::Seconds(9);
  const std::vector<CheckResult> results = Run({CheckOf(
      kKings, {{.depth = 1}, {.depth = 2, .expected = 25}, {.depth = 3}})});
  // 1 second, then 1 * 25 / 5 = 5 fit into 8; 2 seconds later 2 * 5 do not.
  EXPECT_EQ(results[0].depth, 2);
  EXPECT_EQ(results[0].verdict, CheckVerdict::kAgreed);
}

TEST_F(VerificationTest, TheBudgetRunningOutIsNoFailure) {
  before_answer_ = [](const PerftQuestion& question) {
    return question.depth == 1 ? absl::OkStatus()
                               : absl::DeadlineExceededError("no answer");
  };
  options_.max_time = absl::Seconds(1);
  const std::vector<CheckResult> results =
      Run({CheckOf(kKings, {{.depth = 1}, {.depth = 2}})});
  EXPECT_EQ(results[0].verdict, CheckVerdict::kAgreed);
  EXPECT_EQ(results[0].depth, 1);
}

TEST_F(VerificationTest, TriesNothingWhenTheBudgetIsSpent) {
  before_answer_ = [this](const PerftQuestion&) {
    now_ += absl::Seconds(2);
    return absl::OkStatus();
  };
  options_.max_time = absl::Seconds(1);
  const std::vector<CheckResult> results =
      Run({CheckOf(kKings, {{.depth = 1}}), CheckOf(kKings, {{.depth = 1}})});
  EXPECT_EQ(results[0].verdict, CheckVerdict::kAgreed);
  EXPECT_EQ(results[1].verdict, CheckVerdict::kNotTried);
  EXPECT_EQ(results[1].depth, 0);
}

TEST_F(VerificationTest, AFirstQuestionThatDoesNotFitIsNotTried) {
  before_answer_ = [](const PerftQuestion&) {
    return absl::DeadlineExceededError("no answer");
  };
  options_.max_time = absl::Seconds(1);
  EXPECT_EQ(Run({CheckOf(kKings, {{.depth = 1}})})[0].verdict,
            CheckVerdict::kNotTried);
}

// The count is noticed in time; what would be asked after it is not.
TEST_F(VerificationTest, FollowsNoDifferencePastTheBudget) {
  int questions = 0;
  before_answer_ = [this, &questions](const PerftQuestion&) {
    ++questions;
    now_ += absl::Seconds(2);
    return absl::OkStatus();
  };
  UseBug("promotion-only-queens");
  options_.max_time = absl::Seconds(1);
  options_.minimize = true;
  const std::vector<CheckResult> results =
      Run({CheckOf(kPawn, {{.depth = 2}})});
  EXPECT_EQ(questions, 1);
  EXPECT_EQ(results[0].verdict, CheckVerdict::kDiffered);
  ASSERT_TRUE(results[0].difference.has_value());
  EXPECT_EQ(results[0].difference->kind, DifferenceKind::kUnknown);
}

TEST_F(VerificationTest, SkipsWhatTheProgramDoesNotOffer) {
  before_answer_ = [](const PerftQuestion&) {
    return absl::UnimplementedError("no option UCI_Chess960");
  };
  EXPECT_EQ(Run({CheckOf(kKings, {{.depth = 1}})})[0].verdict,
            CheckVerdict::kSkipped);
}

TEST_F(VerificationTest, MinimizesTheFirstOfEachReason) {
  options_.minimize = true;
  UseBug("promotion-only-queens");
  const std::vector<CheckResult> results =
      Run({CheckOf("7k/P7/8/8/2p5/2P5/6P1/4K3 w - - 0 1", {{.depth = 1}}),
           CheckOf("7k/P7/8/8/2p5/2P5/6P1/4K3 w - - 0 1", {{.depth = 1}})});
  EXPECT_EQ(results[0].difference->example.question.position.ToFen(), kPawn);
  EXPECT_EQ(results[1].difference->example.question.position.ToFen(),
            "7k/P7/8/8/2p5/2P5/6P1/4K3 w - - 0 1");
}

TEST_F(VerificationTest, CountsWhatIsDone) {
  std::vector<size_t> done;
  options_.on_progress = [&done](size_t count) { done.push_back(count); };
  Run({CheckOf(kKings, {{.depth = 1}}), CheckOf(kPawn, {{.depth = 1}})});
  EXPECT_THAT(done, ElementsAre(1, 2));
}

TEST_F(VerificationTest, CanBeCancelled) {
  std::atomic<bool> cancelled = true;
  options_.cancelled = &cancelled;
  const std::vector<Check> checks = {CheckOf(kKings, {{.depth = 1}})};
  EXPECT_TRUE(absl::IsCancelled(Verify(checks, options_).status()));
}

TEST_F(VerificationTest, CanBeCancelledWithinABisection) {
  std::atomic<bool> cancelled = false;
  int questions = 0;
  before_answer_ = [&](const PerftQuestion&) {
    ++questions;
    cancelled = true;
    return absl::OkStatus();
  };
  UseBug("promotion-only-queens");
  options_.cancelled = &cancelled;
  options_.minimize = true;
  const std::vector<Check> checks = {CheckOf(kPawn, {{.depth = 2}})};
  EXPECT_TRUE(absl::IsCancelled(Verify(checks, options_).status()));
  EXPECT_EQ(questions, 1);
}

TEST_F(VerificationTest, NeedsAProgramThatStarts) {
  options_.start_program = [] {
    return absl::StatusOr<std::unique_ptr<PerftProgram>>(
        absl::NotFoundError("no such program"));
  };
  const std::vector<Check> checks = {CheckOf(kKings, {{.depth = 1}})};
  EXPECT_EQ(Verify(checks, options_).status(),
            absl::NotFoundError("no such program"));
}

class FailingReference final : public Reference {
 public:
  absl::StatusOr<absl::uint128> Count(const Position&, int) override {
    return absl::UnavailableError("the cluster is away");
  }
  absl::StatusOr<TrueDivide> Divide(const Position&, int) override {
    return absl::UnavailableError("the cluster is away");
  }
};

TEST_F(VerificationTest, EndsWithItsReference) {
  FailingReference reference;
  options_.reference = &reference;
  const std::vector<Check> checks = {CheckOf(kKings, {{.depth = 1}})};
  EXPECT_EQ(Verify(checks, options_).status(),
            absl::UnavailableError("the cluster is away"));
}

}  // namespace
}  // namespace rookery
