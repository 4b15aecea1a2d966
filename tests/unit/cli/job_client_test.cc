#include "cli/job_client.h"

#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "daemon/channel.h"
#include "proto/support/status.h"
#include "tests/unit/cli/fake_job_service.h"

namespace rookery::cli {
namespace {

// Enough for a machine that is busy.
Patience Ample() {
  return {.attempt = absl::Seconds(60), .total = absl::Seconds(60)};
}

grpc::Status Unavailable() {
  return {grpc::StatusCode::UNAVAILABLE, "starting"};
}

class JobClientTest : public testing::Test {
 protected:
  // To be called when the service's script is written.
  JobClient& Client(const Patience& patience = Ample()) {
    server_ = Serve(&service_);
    client_ = std::make_unique<JobClient>(server_->InProcessChannel({}),
                                          &interrupt_, patience);
    return *client_;
  }

  FakeJobService service_;
  Interrupt interrupt_;

 private:
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<JobClient> client_;
};

TEST_F(JobClientTest, RepeatsASubmitUntilItIsAnswered) {
  service_.submit_script = {Unavailable(), Unavailable()};
  const absl::StatusOr<v1::Job> job = Client().SubmitPerft({});
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(service_.submits(), 3);
}

TEST_F(JobClientTest, MakesOneJobEvenIfTheAnswerIsLost) {
  service_.submit_script = {Unavailable(), Unavailable()};
  service_.accept_before_failing = true;
  const absl::StatusOr<v1::Job> job = Client().SubmitPerft({});
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(service_.submits(), 3);
  EXPECT_EQ(service_.jobs(), 1);
}

TEST_F(JobClientTest, MakesAnotherJobForAnotherQuestion) {
  JobClient& client = Client();
  ASSERT_TRUE(client.SubmitPerft({}).ok());
  ASSERT_TRUE(client.SubmitPerft({}).ok());
  EXPECT_EQ(service_.jobs(), 2);
}

TEST_F(JobClientTest, GivesUpASubmitThatNobodyTakes) {
  service_.submit_script = std::deque<grpc::Status>(10'000, Unavailable());
  Patience patience = Ample();
  patience.total = absl::Milliseconds(300);
  const absl::StatusOr<v1::Job> job = Client(patience).SubmitPerft({});
  EXPECT_TRUE(absl::IsUnavailable(job.status())) << job.status();
  EXPECT_THAT(
      std::string(job.status().message()),
      testing::StartsWith("the coordinator gave no answer for 300ms: "));
}

TEST_F(JobClientTest, RepeatsWhatACoordinatorAtItsLimitRefuses) {
  const absl::Status full =
      WithRetryDelay(absl::ResourceExhaustedError("1000 jobs are open"),
                     absl::Milliseconds(1));
  service_.submit_script = {ToGrpcStatus(full), ToGrpcStatus(full)};
  const absl::StatusOr<v1::Job> job = Client().SubmitPerft({});
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(service_.submits(), 3);
}

TEST_F(JobClientTest, SaysThatTheCoordinatorStaysAtItsLimit) {
  const absl::Status full = WithRetryDelay(
      absl::ResourceExhaustedError("1000 jobs are open"), absl::Minutes(2));
  service_.submit_script = {ToGrpcStatus(full)};
  const absl::StatusOr<v1::Job> job = Client().SubmitPerft({});
  EXPECT_TRUE(absl::IsResourceExhausted(job.status())) << job.status();
  EXPECT_EQ(job.status().message(), "1000 jobs are open");
}

TEST_F(JobClientTest, RepeatsACallWhoseConnectionBroke) {
  service_.submit_script = {{grpc::StatusCode::UNKNOWN, "stream removed"},
                            {grpc::StatusCode::INTERNAL, "reset"},
                            {grpc::StatusCode::CANCELLED, "shutting down"},
                            {grpc::StatusCode::ABORTED, "proxy"}};
  const absl::StatusOr<v1::Job> job = Client().SubmitPerft({});
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(service_.submits(), 5);
}

TEST_F(JobClientTest, DoesNotRepeatWhatIsRefused) {
  service_.submit_script = {
      {grpc::StatusCode::INVALID_ARGUMENT, "depth is 99"}};
  const absl::StatusOr<v1::Job> job = Client().SubmitPerft({});
  EXPECT_TRUE(absl::IsInvalidArgument(job.status())) << job.status();
  EXPECT_EQ(service_.submits(), 1);
}

TEST_F(JobClientTest, FindsAnOpenJobWithTheSameQuestion) {
  service_.state = v1::Job::STATE_RUNNING;
  JobClient& client = Client();
  v1::SubmitPerftRequest request;
  request.set_depth(3);
  ASSERT_TRUE(client.SubmitPerft(request).ok());
  request.set_depth(4);
  const absl::StatusOr<std::optional<v1::Job>> none =
      client.FindOpenPerft(request);
  ASSERT_TRUE(none.ok()) << none.status();
  EXPECT_FALSE(none->has_value());
  const absl::StatusOr<v1::Job> job = client.SubmitPerft(request);
  ASSERT_TRUE(job.ok()) << job.status();
  const absl::StatusOr<std::optional<v1::Job>> found =
      client.FindOpenPerft(request);
  ASSERT_TRUE(found.ok()) << found.status();
  ASSERT_TRUE(found->has_value());
  EXPECT_EQ((*found)->job_id(), job->job_id());
}

TEST_F(JobClientTest, ListsAllPages) {
  JobClient& client = Client();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(client.SubmitPerft({}).ok());
  const absl::StatusOr<std::vector<v1::Job>> jobs =
      client.ListJobs(v1::Job::STATE_UNSPECIFIED, 100);
  ASSERT_TRUE(jobs.ok()) << jobs.status();
  EXPECT_EQ(jobs->size(), 3);
}

TEST_F(JobClientTest, ReportsAnUnknownJob) {
  EXPECT_TRUE(absl::IsNotFound(Client().CancelJob("0123").status()));
}

TEST_F(JobClientTest, ExportsPieceByPiece) {
  service_.archive = {"a", "bc", "d"};
  std::vector<std::string> pieces;
  const absl::Status status =
      Client().ExportJob("job", [&pieces](const std::string& piece) {
        pieces.push_back(piece);
        return absl::OkStatus();
      });
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(pieces, service_.archive);
}

TEST_F(JobClientTest, EndsAnExportThatCannotBeKept) {
  service_.archive = std::vector<std::string>(1000, std::string(100'000, 'x'));
  const absl::Status full = absl::ResourceExhaustedError("disk full");
  EXPECT_EQ(
      Client().ExportJob("job", [&full](const std::string&) { return full; }),
      full);
}

TEST_F(JobClientTest, NeverTakesAPartOfAnArchiveForAllOfIt) {
  service_.archive = {"a"};
  service_.archive_end = Unavailable();
  const absl::Status status = Client().ExportJob(
      "job", [](const std::string&) { return absl::OkStatus(); });
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
}

TEST_F(JobClientTest, ImportsUntilThereIsNoMore) {
  int pieces = 0;
  const absl::StatusOr<v1::Job> job =
      Client().ImportJob([&pieces](std::string* piece) {
        *piece = ++pieces <= 3 ? std::to_string(pieces) : "";
      });
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->job_id(), "123");
}

TEST_F(JobClientTest, SaysWhyAnImportWasRefusedOnTheWay) {
  service_.archive_end = {grpc::StatusCode::INVALID_ARGUMENT, "damaged"};
  // Without an end, if nobody refused it.
  const absl::Status status =
      Client()
          .ImportJob([](std::string* piece) { piece->assign(100'000, 'x'); })
          .status();
  EXPECT_EQ(status, absl::InvalidArgumentError("damaged"));
}

TEST_F(JobClientTest, AnInterruptEndsATransfer) {
  interrupt_.Trigger(SIGINT);
  EXPECT_TRUE(absl::IsCancelled(Client().ExportJob(
      "job", [](const std::string&) { return absl::OkStatus(); })));
  EXPECT_TRUE(absl::IsCancelled(
      Client().ImportJob([](std::string* piece) { piece->clear(); }).status()));
}

TEST_F(JobClientTest, WaitsForTheEndAndReportsProgress) {
  service_.watches = {{{ProgressOf(v1::Job::STATE_PLANNING, 0),
                        ProgressOf(v1::Job::STATE_RUNNING, 0.5),
                        ProgressOf(v1::Job::STATE_SUCCEEDED, 1)},
                       grpc::Status::OK}};
  std::vector<double> fractions;
  JobClient::Observer observer;
  observer.on_progress = [&](const v1::JobProgress& progress) {
    fractions.push_back(progress.fraction());
  };
  const absl::StatusOr<v1::Job> job = Client().WaitForEnd("a", observer);
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->perft_result().nodes(), "20");
  EXPECT_EQ(fractions, (std::vector<double>{0, 0.5, 1}));
}

TEST_F(JobClientTest, TakesUpAWatchThatBroke) {
  const FakeJobService::Watch half = {{ProgressOf(v1::Job::STATE_RUNNING, 0.5)},
                                      Unavailable()};
  service_.watches = {
      half,
      {{}, {grpc::StatusCode::UNKNOWN, "stream removed"}},
      {{}, {grpc::StatusCode::CANCELLED, "shutting down"}},
      half,
      {{}, grpc::Status::OK},
      {{ProgressOf(v1::Job::STATE_SUCCEEDED, 1)}, grpc::Status::OK}};
  service_.get_script = {Unavailable()};
  int outages = 0;
  JobClient::Observer observer;
  observer.on_outage = [&](const absl::Status&) { ++outages; };
  const absl::StatusOr<v1::Job> job = Client().WaitForEnd("a", observer);
  ASSERT_TRUE(job.ok()) << job.status();
  // Two of the watch, each told once however many attempts failed, and one of
  // the last call.
  EXPECT_EQ(outages, 3);
}

TEST_F(JobClientTest, EndsAWatchOfAnUnknownJob) {
  service_.watches = {{{}, {grpc::StatusCode::NOT_FOUND, "no such job"}}};
  EXPECT_TRUE(absl::IsNotFound(Client().WaitForEnd("a", {}).status()));
}

TEST_F(JobClientTest, AnInterruptEndsTheWait) {
  service_.watches = {
      {{ProgressOf(v1::Job::STATE_RUNNING, 0.5)}, Unavailable()}};
  JobClient::Observer observer;
  observer.on_progress = [&](const v1::JobProgress&) {
    interrupt_.Trigger(SIGINT);
  };
  EXPECT_TRUE(absl::IsCancelled(Client().WaitForEnd("a", observer).status()));
}

TEST_F(JobClientTest, AnInterruptEndsTheWaitForACoordinatorThatIsAway) {
  service_.watches = {{{}, Unavailable()}};
  JobClient::Observer observer;
  observer.on_outage = [&](const absl::Status&) { interrupt_.Trigger(SIGINT); };
  EXPECT_TRUE(absl::IsCancelled(Client().WaitForEnd("a", observer).status()));
}

TEST(JobClientRestartTest, GetsItsAnswerFromACoordinatorThatWasRestarted) {
  // A socket in the file system: its address is surely free again after the
  // restart. Its path must be short.
  const std::string path = std::filesystem::path(testing::TempDir()) /
                           ("rookery-" + std::to_string(getpid()) + ".sock");
  const std::string address = "unix:" + path;
  FakeJobService before;
  before.watches = {{{ProgressOf(v1::Job::STATE_RUNNING, 0.5)}, Unavailable()}};
  FakeJobService after;
  after.watches = {
      {{ProgressOf(v1::Job::STATE_SUCCEEDED, 1)}, grpc::Status::OK}};
  std::unique_ptr<grpc::Server> server = Serve(&before, address);
  ASSERT_NE(server, nullptr);

  Interrupt interrupt;
  const std::shared_ptr<grpc::Channel> channel =
      grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                daemon::CoordinatorChannelArguments());
  JobClient client(channel, &interrupt, Ample());
  JobClient::Observer observer;
  observer.on_outage = [&](const absl::Status&) {
    server->Shutdown();
    server = nullptr;
    server = Serve(&after, address);
  };
  const absl::StatusOr<v1::Job> job = client.WaitForEnd("a", observer);
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->state(), v1::Job::STATE_SUCCEEDED);
}

}  // namespace
}  // namespace rookery::cli
