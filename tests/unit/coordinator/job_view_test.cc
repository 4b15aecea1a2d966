#include "coordinator/job_view.h"

#include <gtest/gtest.h>

#include <limits>

namespace rookery::coordinator {
namespace {

JobRow Row(JobState state) {
  v1::SubmitPerftRequest request;
  request.set_fen("8/8/8/8/8/2k5/8/K7 w - - 0 1");
  request.set_depth(4);
  return {.id = "job",
          .request_id = "request",
          .kind = "perft",
          .request = request.SerializeAsString(),
          .state = state,
          .created_at = absl::FromUnixSeconds(1'000)};
}

TEST(JobStateTest, ConvertsBothWays) {
  for (const JobState state :
       {JobState::kPlanning, JobState::kRunning, JobState::kSucceeded,
        JobState::kFailed, JobState::kCancelled}) {
    EXPECT_EQ(FromProto(ToProto(state)), state);
    EXPECT_NE(ToProto(state), v1::Job::STATE_UNSPECIFIED);
  }
  EXPECT_FALSE(FromProto(v1::Job::STATE_UNSPECIFIED).has_value());
  EXPECT_FALSE(FromProto(static_cast<v1::Job::State>(99)).has_value());
}

TEST(ToJobTest, ShowsAnOpenJob) {
  const v1::Job job = ToJob(Row(JobState::kRunning));
  EXPECT_EQ(job.job_id(), "job");
  EXPECT_EQ(job.state(), v1::Job::STATE_RUNNING);
  EXPECT_EQ(job.perft().depth(), 4u);
  EXPECT_EQ(job.create_time().seconds(), 1'000);
  EXPECT_FALSE(job.has_end_time());
  EXPECT_FALSE(job.has_perft_result());
  EXPECT_EQ(job.progress().state(), v1::Job::STATE_RUNNING);
  EXPECT_EQ(job.progress().fraction(), 0);
}

TEST(ToJobTest, ShowsTheAnswerOfAJobThatSucceeded) {
  JobRow row = Row(JobState::kSucceeded);
  v1::PerftResult result;
  result.set_nodes("123456789012345678901234567890");
  row.outcome = result.SerializeAsString();
  row.ended_at = absl::FromUnixSeconds(2'000);
  const v1::Job job = ToJob(row);
  EXPECT_EQ(job.end_time().seconds(), 2'000);
  EXPECT_EQ(job.perft_result().nodes(), "123456789012345678901234567890");
  EXPECT_EQ(job.progress().leaves(), "123456789012345678901234567890");
  EXPECT_EQ(job.progress().fraction(), 1);
}

TEST(ToJobTest, ShowsWhyAJobFailed) {
  JobRow row = Row(JobState::kFailed);
  row.error = "unit 3 failed";
  const v1::Job job = ToJob(row);
  EXPECT_EQ(job.error(), "unit 3 failed");
  EXPECT_FALSE(job.has_perft_result());
}

TEST(ToJobTest, LeavesOutWhatCannotBeRead) {
  JobRow row = Row(JobState::kSucceeded);
  row.request = "\xff\xff\xff";
  row.outcome = "\xff\xff\xff";
  const v1::Job job = ToJob(row);
  EXPECT_EQ(job.state(), v1::Job::STATE_SUCCEEDED);
  EXPECT_EQ(job.request_case(), v1::Job::REQUEST_NOT_SET);
  EXPECT_FALSE(job.has_perft_result());
}

TEST(PageSizeTest, FillsInTheDefaultAndClamps) {
  EXPECT_EQ(*PageSize(0), 50);
  EXPECT_EQ(*PageSize(1), 1);
  EXPECT_EQ(*PageSize(1'000), 1'000);
  EXPECT_EQ(*PageSize(1'001), 1'000);
  EXPECT_EQ(*PageSize(std::numeric_limits<int>::max()), 1'000);
}

TEST(PageSizeTest, RefusesNegativeSizes) {
  EXPECT_TRUE(absl::IsInvalidArgument(PageSize(-1).status()));
  EXPECT_EQ(PageSize(-7).status().message(),
            "page_size is -7; it must not be negative");
}

}  // namespace
}  // namespace rookery::coordinator
