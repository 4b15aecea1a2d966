#include "cli/job_output.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "rookery/v1/job_service.pb.h"

namespace rookery::cli {
namespace {

v1::Job RunningJob() {
  v1::Job job;
  job.set_job_id("0123456789abcdef0123456789abcdef");
  job.set_state(v1::Job::STATE_RUNNING);
  job.mutable_perft()->set_fen("8/8/8/8/8/k7/8/K7 w - - 0 1");
  job.mutable_perft()->set_depth(3);
  job.mutable_create_time()->set_seconds(1'796'078'047);
  job.mutable_progress()->set_state(v1::Job::STATE_RUNNING);
  job.mutable_progress()->set_fraction(0.4519);
  job.mutable_progress()->set_units_total(27);
  job.mutable_progress()->set_units_done(12);
  job.mutable_progress()->mutable_time_left()->set_seconds(125);
  return job;
}

v1::Job SucceededJob() {
  v1::Job job = RunningJob();
  job.set_state(v1::Job::STATE_SUCCEEDED);
  job.mutable_end_time()->set_seconds(1'796'078'049);
  job.mutable_perft_result()->set_nodes("20");
  return job;
}

TEST(JobTableTest, HasALineForEachJob) {
  EXPECT_EQ(JobTable({RunningJob(), SucceededJob()}),
            "JOB                               STATE      DONE     CREATED     "
            "          QUESTION\n"
            "0123456789abcdef0123456789abcdef  running    45.1 %   "
            "2026-11-30T22:34:07Z  perft(3) of "
            "8/8/8/8/8/k7/8/K7 w - - 0 1\n"
            "0123456789abcdef0123456789abcdef  succeeded  100.0 %  "
            "2026-11-30T22:34:07Z  perft(3) of "
            "8/8/8/8/8/k7/8/K7 w - - 0 1\n");
}

TEST(JobTextTest, ShowsProgressWhileItRuns) {
  EXPECT_EQ(JobText(RunningJob()),
            "job       0123456789abcdef0123456789abcdef\n"
            "question  perft(3) of 8/8/8/8/8/k7/8/K7 w - - 0 1\n"
            "state     running\n"
            "created   2026-11-30T22:34:07Z\n"
            "progress  running, 45.1 %, 12 of 27 units, 2 min 05 s left\n");
}

TEST(JobTextTest, ShowsTheAnswer) {
  EXPECT_EQ(JobText(SucceededJob()),
            "job       0123456789abcdef0123456789abcdef\n"
            "question  perft(3) of 8/8/8/8/8/k7/8/K7 w - - 0 1\n"
            "state     succeeded\n"
            "created   2026-11-30T22:34:07Z\n"
            "ended     2026-11-30T22:34:09Z\n"
            "\n"
            "perft(3) = 20\n"
            "2.00 s, 10 leaves/s\n");
}

TEST(JobTextTest, ShowsHowFarTheAnswerIsToBeTrusted) {
  v1::Job job = SucceededJob();
  job.mutable_perft_result()->set_replicas(2);
  EXPECT_NE(JobText(job).find("\nreplicas  2\n\n"), std::string::npos);
  job.mutable_perft_result()->set_answered_by("another");
  EXPECT_NE(JobText(job).find("\nreplicas    2\nknown from  another\n\n"),
            std::string::npos);
}

TEST(JobTextTest, ShowsTheCountsOfASuite) {
  v1::Job job = SucceededJob();
  v1::SuiteEntry& entry = *job.mutable_perft()->add_suite();
  entry.set_fen(job.perft().fen());
  entry.set_depth(2);
  job.mutable_perft()->clear_fen();
  job.mutable_perft_result()->add_suite_nodes("13");
  EXPECT_NE(JobText(job).find("question  perft of a suite of 1\n"),
            std::string::npos);
  EXPECT_NE(
      JobText(job).find("\n\n8/8/8/8/8/k7/8/K7 w - - 0 1: perft(2) = 13\n"),
      std::string::npos);
}

TEST(JobTextTest, ShowsWhyAJobFailed) {
  v1::Job job = RunningJob();
  job.set_state(v1::Job::STATE_FAILED);
  job.mutable_end_time()->set_seconds(1'796'078'049);
  job.set_error("unit 7 failed\nthree times");
  EXPECT_NE(JobText(job).find("error     unit 7 failed?three times\n"),
            std::string::npos);
}

TEST(JobTextTest, BearsAStateOfANewerCoordinator) {
  v1::Job job = RunningJob();
  job.set_state(static_cast<v1::Job::State>(77));
  EXPECT_NE(JobText(job).find("state     unknown\n"), std::string::npos);
}

TEST(ProgressTextTest, SaysWhatItWaitsFor) {
  v1::JobProgress progress;
  progress.set_state(v1::Job::STATE_RUNNING);
  progress.set_waiting_for("a worker");
  EXPECT_EQ(ProgressText(progress), "running, 0.0 %, waiting: a worker");
}

TEST(ParseJobStateTest, KnowsEveryStateAndNamesThem) {
  EXPECT_EQ(*ParseJobState("running"), v1::Job::STATE_RUNNING);
  EXPECT_EQ(*ParseJobState("cancelled"), v1::Job::STATE_CANCELLED);
  EXPECT_EQ(ParseJobState("unspecified").status().message(),
            "state 'unspecified' is unknown; use planning, running, succeeded, "
            "failed, cancelled");
}

TEST(WorkerTableTest, HasALineForEachWorker) {
  v1::Worker busy;
  busy.set_worker_id("w1");
  busy.set_name("node-7");
  busy.set_state(v1::Worker::STATE_ACTIVE);
  busy.set_slots(8);
  busy.set_slots_busy(3);
  busy.set_leaves_per_second(3.2e9);
  busy.mutable_last_seen_time()->set_seconds(1000);
  v1::Worker blocked;
  blocked.set_worker_id("w2");
  blocked.set_state(v1::Worker::STATE_BLOCKED);
  blocked.set_reason("bad memory");
  blocked.set_idle_because("it is blocked");
  EXPECT_EQ(
      WorkerTable({busy, blocked}, absl::FromUnixSeconds(1002)),
      "WORKER  NAME    STATE    BUSY  LEAVES/S  SEEN        NOTE\n"
      "w1      node-7  active   3/8   3.20 G    2.00 s ago\n"
      "w2              blocked  0/0   0         -           bad memory\n");
}

TEST(ToJsonTest, NamesFieldsAsTheProtoDoes) {
  const std::string text = ToJson(SucceededJob());
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  const nlohmann::json json = nlohmann::json::parse(text);
  EXPECT_EQ(json["job_id"], "0123456789abcdef0123456789abcdef");
  EXPECT_EQ(json["state"], "STATE_SUCCEEDED");
  EXPECT_EQ(json["perft_result"]["nodes"], "20");
  EXPECT_EQ(json["error"], "");
  EXPECT_EQ(json["create_time"], "2026-11-30T22:34:07Z");
}

TEST(ToJsonTest, HasAnEmptyListWhereNothingIs) {
  EXPECT_EQ(nlohmann::json::parse(ToJson(v1::ListJobsResponse()))["jobs"],
            nlohmann::json::array());
}

}  // namespace
}  // namespace rookery::cli
