#include "daemon/retry.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "proto/support/status.h"

namespace rookery::daemon {
namespace {

absl::Status Ended(absl::StatusCode code) { return absl::Status(code, "why"); }

TEST(RetriesTest, RepeatsWithoutEndWhileTheCoordinatorIsAwayOrBusy) {
  for (const absl::StatusCode code :
       {absl::StatusCode::kUnavailable, absl::StatusCode::kDeadlineExceeded,
        absl::StatusCode::kResourceExhausted}) {
    Retries retries;
    for (int i = 0; i < 100; ++i)
      ASSERT_TRUE(retries.DelayAfter(Ended(code)).has_value()) << code;
  }
}

TEST(RetriesTest, RepeatsWhatMayBeABrokenConnectionAFewTimes) {
  for (const absl::StatusCode code :
       {absl::StatusCode::kCancelled, absl::StatusCode::kUnknown,
        absl::StatusCode::kInternal, absl::StatusCode::kAborted}) {
    Retries retries;
    for (int i = 0; i < Retries::kDoubtfulRetries; ++i)
      EXPECT_TRUE(retries.DelayAfter(Ended(code)).has_value()) << code;
    EXPECT_FALSE(retries.DelayAfter(Ended(code)).has_value()) << code;
    retries.Reset();
    EXPECT_TRUE(retries.DelayAfter(Ended(code)).has_value()) << code;
  }
}

TEST(RetriesTest, AcceptsARefusal) {
  for (const absl::StatusCode code :
       {absl::StatusCode::kInvalidArgument, absl::StatusCode::kNotFound,
        absl::StatusCode::kPermissionDenied, absl::StatusCode::kUnauthenticated,
        absl::StatusCode::kUnimplemented}) {
    EXPECT_FALSE(Retries().DelayAfter(Ended(code)).has_value()) << code;
  }
}

TEST(RetriesTest, NeverComesBackBeforeTheServerWantsIt) {
  Retries retries;
  const absl::Status busy = WithRetryDelay(
      Ended(absl::StatusCode::kResourceExhausted), absl::Seconds(3));
  for (int i = 0; i < 20; ++i)
    EXPECT_GE(*retries.DelayAfter(busy), absl::Seconds(3));
}

TEST(RetriesTest, DoesNotSleepForAYearBecauseTheServerSaysSo) {
  const absl::Status garbled = WithRetryDelay(
      Ended(absl::StatusCode::kResourceExhausted), absl::Hours(24 * 365));
  EXPECT_LE(*Retries().DelayAfter(garbled),
            Retries::kLongestServerDelay + Backoff::kFirstCeiling);
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
    backoff.Reset();
    EXPECT_LE(backoff.Next(), Backoff::kFirstCeiling);
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

}  // namespace
}  // namespace rookery::daemon
