#include "worker/retry.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rookery::worker {
namespace {

TEST(RetryTest, RepeatsWhileTheCoordinatorIsAwayOrBusy) {
  EXPECT_EQ(RuleFor(absl::StatusCode::kUnavailable), RetryRule::kUntilAnswered);
  EXPECT_EQ(RuleFor(absl::StatusCode::kDeadlineExceeded),
            RetryRule::kUntilAnswered);
  EXPECT_EQ(RuleFor(absl::StatusCode::kResourceExhausted),
            RetryRule::kUntilAnswered);
}

TEST(RetryTest, RegistersWhereItIsUnknown) {
  EXPECT_EQ(RuleFor(absl::StatusCode::kNotFound), RetryRule::kRegisterFirst);
}

TEST(RetryTest, RepeatsWhatMayBeABrokenConnectionAFewTimes) {
  EXPECT_EQ(RuleFor(absl::StatusCode::kCancelled), RetryRule::kFewTimes);
  EXPECT_EQ(RuleFor(absl::StatusCode::kUnknown), RetryRule::kFewTimes);
  EXPECT_EQ(RuleFor(absl::StatusCode::kInternal), RetryRule::kFewTimes);
}

TEST(RetryTest, AcceptsARefusal) {
  EXPECT_EQ(RuleFor(absl::StatusCode::kInvalidArgument), RetryRule::kNever);
  EXPECT_EQ(RuleFor(absl::StatusCode::kPermissionDenied), RetryRule::kNever);
  EXPECT_EQ(RuleFor(absl::StatusCode::kUnauthenticated), RetryRule::kNever);
  EXPECT_EQ(RuleFor(absl::StatusCode::kUnimplemented), RetryRule::kNever);
}

TEST(BackoffTest, DrawsEachDelayBelowACeilingThatDoublesUpToTheLast) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Backoff backoff(seed);
    absl::Duration ceiling = Backoff::kFirstCeiling;
    for (int i = 0; i < 12; ++i) {
      const absl::Duration delay = backoff.Next();
      EXPECT_GE(delay, absl::ZeroDuration());
      EXPECT_LE(delay, ceiling);
      ceiling = std::min(2 * ceiling, Backoff::kLastCeiling);
    }
  }
}

TEST(BackoffTest, UsesTheWholeRangeUnderTheCeiling) {
  absl::Duration least = absl::InfiniteDuration();
  absl::Duration most;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const absl::Duration delay = Backoff(seed).Next();
    least = std::min(least, delay);
    most = std::max(most, delay);
  }
  EXPECT_LT(least, 0.2 * Backoff::kFirstCeiling);
  EXPECT_GT(most, 0.8 * Backoff::kFirstCeiling);
}

TEST(BackoffTest, NeverComesBackBeforeTheServerWantsIt) {
  Backoff backoff(7);
  for (int i = 0; i < 20; ++i)
    EXPECT_GE(backoff.NextAfter(absl::Seconds(3)), absl::Seconds(3));
}

}  // namespace
}  // namespace rookery::worker
