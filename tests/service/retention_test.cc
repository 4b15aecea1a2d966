// What the ledger keeps of a job that has ended, and for how long.
#include <gmock/gmock.h>

#include <string>

#include "tests/service/coordinator_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

constexpr absl::Duration kKept = absl::Hours(10);

class RetentionTest : public CoordinatorFixture {
 protected:
  std::string Answered() {
    const std::string worker = Register("a");
    const std::string job = Run(Perft(kStartpos, 3));
    WorkOff({worker});
    EXPECT_EQ(Ended(job).state(), v1::Job::STATE_SUCCEEDED);
    return job;
  }

  // Rows of all tables that a job leaves behind.
  std::string Payload() {
    return Sql(
        "SELECT (SELECT count(*) FROM units) + (SELECT count(*) FROM leases) + "
        "(SELECT count(*) FROM results) + (SELECT count(*) FROM figures)");
  }

  void WaitUntilPruned() {
    WaitUntil("nothing of it is left", [&] {
      return Sql("SELECT count(*) FROM jobs WHERE has_payload = 1 AND ended_at "
                 "IS NOT NULL") == "0";
    });
    EXPECT_EQ(Payload(), "0");
  }
};

TEST_F(RetentionTest, DeletesWhatWasComputedAndKeepsTheAnswer) {
  Start({.keep_payloads = kKept});
  const std::string job = Answered();
  Pass(kKept - absl::Seconds(1));
  // The coordinator looks once a minute; it has looked when this is answered.
  ASSERT_TRUE(Submit(Perft(kStartpos, 1)).ok());
  EXPECT_EQ(Payload(), "16") << "four units, leases, results and figures";
  Pass(absl::Minutes(2));
  WaitUntilPruned();
  const absl::StatusOr<v1::Job> kept = Get(job);
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(kept->perft_result().nodes(), "8902");
}

TEST_F(RetentionTest, AnswerIsKnownForEver) {
  Start({.keep_payloads = absl::ZeroDuration()});
  const std::string job = Answered();
  Pass(absl::Minutes(2));
  WaitUntilPruned();
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_recompute(false);
  EXPECT_EQ(Submit(request)->perft_result().answered_by(), job);
}

TEST_F(RetentionTest, KeepsAllOfAJobThatHasNotEnded) {
  Start({.keep_payloads = absl::ZeroDuration()});
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease lease = AcquireOne(a);
  EXPECT_EQ(Complete(a, Count(lease)), v1::OUTCOME_ACCEPTED);
  for (int tick = 0; tick < 5; ++tick) Pass(absl::Minutes(2));
  EXPECT_EQ(Payload(), "4");
  WorkOff({a});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(RetentionTest, DeletedResultsCannotBeExported) {
  Start({.keep_payloads = absl::ZeroDuration()});
  const std::string job = Answered();
  Pass(absl::Minutes(2));
  WaitUntilPruned();
  grpc::ClientContext context;
  SetDeadline(context);
  v1::ExportJobRequest request;
  request.set_job_id(job);
  const auto stream = jobs_->ExportJob(&context, request);
  v1::ArchiveChunk chunk;
  EXPECT_FALSE(stream->Read(&chunk));
  const grpc::Status status = stream->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), HasSubstr("has only the answer"));
}

TEST_F(RetentionTest, ForgetsWorkersOfLongAgoAtTheNextStart) {
  Start({.keep_payloads = kKept});
  const std::string a = Register("a");
  const std::string blocked = Register("blocked");
  ASSERT_TRUE(SetState(blocked, v1::Worker::STATE_BLOCKED, "bad memory").ok());
  Pass(kKept);
  const std::string b = Register("b");
  Stop();
  Start({.keep_payloads = kKept});
  EXPECT_EQ(Sql("SELECT count(*) FROM workers WHERE id = '" + a + "'"), "0");
  EXPECT_EQ(Sql("SELECT count(*) FROM workers"), "2");
}

}  // namespace
}  // namespace rookery::coordinator
