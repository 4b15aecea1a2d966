// Questions that were answered before are answered at once, from the ledger.
#include <gmock/gmock.h>

#include <string>

#include "tests/service/coordinator_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class KnownAnswerTest : public CoordinatorFixture {
 protected:
  void SetUp() override {
    Start();
    a_ = Register("a");
    b_ = Register("b");
  }

  static v1::SubmitPerftRequest Question(const std::string& fen,
                                         uint32_t depth) {
    v1::SubmitPerftRequest request = Perft(fen, depth);
    request.set_recompute(false);
    return request;
  }

  // Has the question computed. Returns the job's id.
  std::string Compute(const v1::SubmitPerftRequest& request) {
    const std::string job = Run(request);
    WorkOff({a_, b_});
    EXPECT_EQ(Ended(job).state(), v1::Job::STATE_SUCCEEDED);
    EXPECT_EQ(Get(job)->perft_result().answered_by(), "");
    return job;
  }

  // The job that answers; empty if it is to be computed.
  std::string AnsweredBy(const v1::SubmitPerftRequest& request) {
    const absl::StatusOr<v1::Job> job = Submit(request);
    EXPECT_TRUE(job.ok()) << job.status();
    if (!job.ok()) return "";
    if (job->state() != v1::Job::STATE_SUCCEEDED) {
      EXPECT_TRUE(Cancel(job->job_id()).ok());
    }
    return job->perft_result().answered_by();
  }

  std::string a_;
  std::string b_;
};

TEST_F(KnownAnswerTest, AnswersTheSameQuestionAtOnce) {
  const std::string first = Compute(Question(kStartpos, 3));
  EXPECT_EQ(Get(first)->perft_result().replicas(), 1u);

  const absl::StatusOr<v1::Job> again = Submit(Question(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 12 34", 3));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_NE(again->job_id(), first);
  EXPECT_EQ(again->state(), v1::Job::STATE_SUCCEEDED);
  EXPECT_EQ(again->perft_result().nodes(), "8902");
  EXPECT_EQ(again->perft_result().replicas(), 1u);
  EXPECT_EQ(again->perft_result().answered_by(), first);
  EXPECT_TRUE(again->has_end_time());
  EXPECT_THAT(Acquire(a_), IsEmpty());
  // It is a job as others are.
  EXPECT_EQ(Get(again->job_id())->SerializeAsString(),
            again->SerializeAsString());
  EXPECT_THAT(List({})->jobs(), SizeIs(2));
}

TEST_F(KnownAnswerTest, SurvivesARestartAndIsNeverPassedOnSecondHand) {
  const std::string first = Compute(Question(kStartpos, 3));
  EXPECT_EQ(AnsweredBy(Question(kStartpos, 3)), first);
  Stop();
  Start();
  EXPECT_EQ(AnsweredBy(Question(kStartpos, 3)), first);
}

TEST_F(KnownAnswerTest, ComputesWhatWasNotAskedBefore) {
  Compute(Question(kStartpos, 3));
  EXPECT_EQ(AnsweredBy(Question(kStartpos, 4)), "");
  EXPECT_EQ(AnsweredBy(Question(kKiwipete, 3)), "");
}

TEST_F(KnownAnswerTest, ComputesAgainWhereThatIsAsked) {
  Compute(Question(kStartpos, 3));
  EXPECT_EQ(AnsweredBy(Perft(kStartpos, 3)), "");
  const std::string second = Compute(Perft(kStartpos, 3));
  EXPECT_EQ(AnsweredBy(Question(kStartpos, 3)), second) << "the newest";
}

TEST_F(KnownAnswerTest, DivideAnswersAPlainQuestion) {
  v1::SubmitPerftRequest divide = Question(kStartpos, 3);
  divide.set_divide(true);
  const std::string first = Compute(divide);
  EXPECT_EQ(Submit(divide)->perft_result().divide_size(), 20);
  const absl::StatusOr<v1::Job> plain = Submit(Question(kStartpos, 3));
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->perft_result().answered_by(), first);
  EXPECT_EQ(plain->perft_result().divide_size(), 0);
}

TEST_F(KnownAnswerTest, ComputesWhereMoreReplicasAreAsked) {
  Compute(Question(kStartpos, 3));
  v1::SubmitPerftRequest twice = Question(kStartpos, 3);
  twice.set_replicas(2);
  EXPECT_EQ(AnsweredBy(twice), "");
  const std::string second = Compute(twice);
  EXPECT_EQ(Get(second)->perft_result().replicas(), 2u);
  EXPECT_EQ(AnsweredBy(twice), second);
}

TEST_F(KnownAnswerTest, CancelledJobAnswersNothing) {
  const std::string job = Run(Question(kStartpos, 3));
  ASSERT_TRUE(Cancel(job).ok());
  EXPECT_EQ(AnsweredBy(Question(kStartpos, 3)), "");
}

TEST_F(KnownAnswerTest, RepeatedRequestIdReturnsTheJobThatWasAnswered) {
  Compute(Question(kStartpos, 3));
  v1::SubmitPerftRequest request = Question(kStartpos, 3);
  request.set_request_id("once");
  const absl::StatusOr<v1::Job> first = Submit(request);
  const absl::StatusOr<v1::Job> second = Submit(request);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->SerializeAsString(), second->SerializeAsString());
  request.set_depth(4);
  EXPECT_TRUE(absl::IsAlreadyExists(Submit(request).status()));
}

TEST_F(KnownAnswerTest, NeverGivesAnAnswerThatTheDiskChanged) {
  v1::SubmitPerftRequest request = Question(kStartpos, 3);
  request.set_request_id("once");
  const std::string job = Compute(request);
  // perft(3) = 8903.
  Sql("UPDATE jobs SET outcome = CAST(replace(outcome, '8902', '8903') AS "
      "BLOB)");
  EXPECT_EQ(AnsweredBy(Question(kStartpos, 3)), "");
  for (const absl::Status& status :
       {Get(job).status(), Submit(request).status()}) {
    EXPECT_TRUE(absl::IsDataLoss(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(job));
  }
  const v1::Job shown = List({})->jobs(1);
  EXPECT_EQ(shown.job_id(), job);
  EXPECT_FALSE(shown.has_perft_result());
  EXPECT_THAT(shown.error(), HasSubstr(job));
}

TEST_F(KnownAnswerTest, RepeatedRequestIdOfAnOpenJobReturnsThatJob) {
  v1::SubmitPerftRequest request = Question(kStartpos, 3);
  request.set_request_id("once");
  const absl::StatusOr<v1::Job> open = Submit(request);
  ASSERT_TRUE(open.ok());
  // Answered meanwhile by another job.
  Sql("INSERT INTO jobs (id, kind, request, state, plan, outcome, error, "
      "created_at, question, crc32) SELECT 'other', kind, request, "
      "'SUCCEEDED', "
      "x'', x'0a0438393032a00101', '', 1, question, crc32('other', ',', "
      "length(request), ',', request, x'0a0438393032a00101') FROM jobs");
  EXPECT_EQ(AnsweredBy(Question(kStartpos, 3)), "other");
  EXPECT_EQ(Submit(request)->job_id(), open->job_id());
}

}  // namespace
}  // namespace rookery::coordinator
