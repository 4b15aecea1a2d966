// The daemons and the commands that talk to them, as real processes.
#include <gmock/gmock.h>
#include <grpcpp/client_context.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "daemon/channel.h"
#include "daemon/clock.h"
#include "rookery/v1/job_service.grpc.pb.h"
#include "tests/system/cluster.h"

namespace rookery {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

constexpr char kStartpos[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::string FirstLine(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

int Stop(Process* process) {
  process->Signal(SIGTERM);
  return process->Wait().value_or(-1);
}

// A command of the cluster's coordinator.
CommandResult Ask(Cluster& cluster, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--coordinator", cluster.address()});
  return cluster.Run(arguments);
}

TEST(DaemonTest, FirstLogLineSaysWhichPortsAreUsed) {
  Cluster cluster;
  cluster.StartCoordinator();
  EXPECT_THAT(FirstLine(cluster.coordinator()->Err()),
              MatchesRegex(".* info listening grpc_port=[0-9]+ "
                           "http_port=[0-9]+ store=sqlite:.*"));
  EXPECT_EQ(cluster.Http(cluster.coordinator_http_port(), "/healthz").first,
            200);
  EXPECT_EQ(cluster.Http(cluster.coordinator_http_port(), "/readyz").first,
            200);
  Process* const worker = cluster.StartWorker("worker");
  EXPECT_THAT(FirstLine(worker->Err()),
              MatchesRegex(".* info listening .*http_port=[0-9]+"));
  EXPECT_TRUE(worker->WaitForErrLine("worker started").ok());
  EXPECT_EQ(Sample(cluster.WorkerMetrics(worker), "rookery_worker_slots"), 1);
  EXPECT_EQ(Stop(worker), 0);
  EXPECT_EQ(Stop(cluster.coordinator()), 0);
}

TEST(DaemonTest, ASecondCoordinatorOnTheSameLedgerIsRefused) {
  Cluster cluster;
  cluster.StartCoordinator();
  Process* const second =
      cluster.Spawn("rookery-coordinator",
                    {"--listen", "127.0.0.1:0", "--http", "127.0.0.1:0",
                     "--store", "sqlite:" + cluster.ledger_path()});
  EXPECT_EQ(second->Wait().value_or(-1), 3);
  const std::string error = second->Err();
  EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 1) << error;
  EXPECT_THAT(error, AllOf(HasSubstr("another coordinator"),
                           HasSubstr(cluster.ledger_path())));
  // The first one was not disturbed.
  EXPECT_NE(cluster.Submit(kStartpos, 1), "");
}

TEST(DaemonTest, ACoordinatorOnAPortInUseIsRefused) {
  Cluster cluster;
  cluster.StartCoordinator();
  Process* const second =
      cluster.Spawn("rookery-coordinator",
                    {"--listen", cluster.address(), "--http", "127.0.0.1:0",
                     "--store", "sqlite:" + cluster.File("other.sqlite")});
  EXPECT_EQ(second->Wait().value_or(-1), 3);
  EXPECT_THAT(second->Err(), HasSubstr(cluster.address()));
}

TEST(DaemonTest, ACoordinatorRefusesASpillFolderThatIsNotThere) {
  Cluster cluster;
  Process* const coordinator = cluster.Spawn(
      "rookery-coordinator",
      {"--listen", "127.0.0.1:0", "--http", "", "--store",
       "sqlite:" + cluster.ledger_path(), "--spill-dir", cluster.File("none")});
  EXPECT_EQ(coordinator->Wait().value_or(-1), 3);
  const std::string error = coordinator->Err();
  EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 1) << error;
  EXPECT_THAT(error, HasSubstr("spill folder '" + cluster.File("none") + "'"));
  EXPECT_FALSE(std::filesystem::exists(cluster.ledger_path()));
}

TEST(DaemonTest, BadOptionsEndADaemonWithOneLine) {
  Cluster cluster;
  const std::vector<std::vector<std::string>> calls = {
      {"rookery-coordinator", "--listen", "nowhere"},
      {"rookery-coordinator", "--store", "oracle:ledger", "--listen",
       "127.0.0.1:0"},
      {"rookery-coordinator", "--lease-duration", "soon"},
      {"rookery-coordinator", "--unit-duration", "-1s"},
      {"rookery-coordinator", "--colour", "red"},
      {"rookery-worker", "--coordinator", "nowhere"},
      {"rookery-worker", "--threads", "0", "--http", "127.0.0.1:0"},
      {"rookery-worker", "--kernel", "quantum", "--http", "127.0.0.1:0"},
      {"rookery-worker", "--slow-kernel-delay", "-1s"},
      {"rookery-worker", "--colour", "red"}};
  for (const std::vector<std::string>& call : calls) {
    Process* const process = cluster.Spawn(
        call.front(), std::vector<std::string>(call.begin() + 1, call.end()));
    EXPECT_EQ(process->Wait().value_or(-1), 2)
        << call.front() << " " << call[1];
    const std::string error = process->Err();
    EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 1) << error;
    EXPECT_THAT(error,
                AllOf(StartsWith(call.front() + ": "), HasSubstr(call[2])));
  }
}

TEST(DaemonTest, AMistypedAddressLeavesNoLedgerBehind) {
  Cluster cluster;
  const std::vector<std::vector<std::string>> addresses = {
      {"--listen", "nowhere", "--http", "127.0.0.1:0"},
      {"--listen", "127.0.0.1:0", "--http", "nowhere"}};
  for (std::vector<std::string> arguments : addresses) {
    arguments.insert(arguments.end(),
                     {"--store", "sqlite:" + cluster.ledger_path()});
    Process* const coordinator =
        cluster.Spawn("rookery-coordinator", arguments);
    EXPECT_EQ(coordinator->Wait().value_or(-1), 2);
    EXPECT_THAT(coordinator->Err(), HasSubstr("nowhere"));
    EXPECT_FALSE(std::filesystem::exists(cluster.ledger_path()));
  }
}

TEST(DaemonTest, OptionsComeFromEnvironmentAndFile) {
  Cluster cluster;
  const std::string file = cluster.File("coordinator.toml");
  std::ofstream(file) << "listen = \"127.0.0.1:0\"\nhttp = \"nowhere\"\n";
  Process* const coordinator = cluster.Spawn(
      "rookery-coordinator",
      {"--config", file, "--store", "sqlite:" + cluster.ledger_path()},
      {{"ROOKERY_HTTP", "127.0.0.1:0"}, {"ROOKERY_STORE", "sqlite:/"}});
  const absl::StatusOr<std::string> line =
      coordinator->WaitForErrLine("listening");
  EXPECT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(Stop(coordinator), 0);
}

TEST(DaemonTest, AWorkerWaitsForACoordinatorThatIsNotThereYet) {
  Cluster cluster;
  Process* const worker = cluster.StartWorker("early");
  const absl::StatusOr<std::string> started =
      worker->WaitForErrLine("worker started");
  ASSERT_TRUE(started.ok()) << started.status();
  cluster.StartCoordinator();
  const v1::Job job = cluster.WaitForEnd(cluster.Submit(kStartpos, 3));
  EXPECT_EQ(job.perft_result().nodes(), "8902");
  EXPECT_EQ(Stop(worker), 0);
}

TEST(DaemonTest, AWorkerWithoutACoordinatorStopsAtOnce) {
  Cluster cluster;
  Process* const worker = cluster.StartWorker("alone");
  ASSERT_TRUE(worker->WaitForErrLine("worker started").ok());
  EXPECT_EQ(Stop(worker), 0);
}

TEST(DaemonTest, ACoordinatorDoesNotWaitForIdleClients) {
  Cluster cluster;
  cluster.StartCoordinator();
  // This process keeps its connection, and no thread of it looks at it.
  const auto jobs = v1::JobService::NewStub(
      *daemon::OpenCoordinatorChannel(cluster.address()));
  grpc::ClientContext context;
  v1::ListJobsResponse response;
  const grpc::Status listed =
      jobs->ListJobs(&context, v1::ListJobsRequest(), &response);
  ASSERT_TRUE(listed.ok()) << listed.error_message();
  const daemon::SystemClock clock;
  const absl::Duration start = clock.Monotonic();
  EXPECT_EQ(Stop(cluster.coordinator()), 0);
  EXPECT_LT(clock.Monotonic() - start, absl::Seconds(3));
}

TEST(DaemonTest, CommandsShowWorkersAndJobs) {
  Cluster cluster;
  cluster.StartCoordinator();
  Process* const worker = cluster.StartWorker("rook-one");
  const CommandResult perft = Ask(cluster, {"perft", "--depth", "3"});
  EXPECT_EQ(perft.code, 0) << perft.err;
  EXPECT_THAT(perft.out, StartsWith("perft(3) = 8902\n"));

  const CommandResult workers = Ask(cluster, {"workers", "list"});
  EXPECT_EQ(workers.code, 0) << workers.err;
  EXPECT_THAT(workers.out, AllOf(StartsWith("WORKER"), HasSubstr("rook-one"),
                                 HasSubstr("active")));

  const std::string job = cluster.WaitForJob();
  const CommandResult list = Ask(cluster, {"jobs", "list"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, AllOf(HasSubstr(job), HasSubstr("succeeded"),
                              HasSubstr("perft(3)")));
  EXPECT_THAT(Ask(cluster, {"jobs", "list", "--state", "running"}).out,
              testing::Not(HasSubstr(job)));

  const CommandResult get = Ask(cluster, {"jobs", "get", job});
  EXPECT_EQ(get.code, 0) << get.err;
  EXPECT_THAT(get.out, HasSubstr("perft(3) = 8902\n"));
  const CommandResult json =
      Ask(cluster, {"jobs", "get", job, "--format", "json"});
  EXPECT_EQ(json.code, 0) << json.err;
  EXPECT_THAT(json.out, AllOf(HasSubstr(R"("state":"STATE_SUCCEEDED")"),
                              HasSubstr(R"("nodes":"8902")")));

  const CommandResult watch = Ask(cluster, {"jobs", "watch", job});
  EXPECT_EQ(watch.code, 0) << watch.err;
  EXPECT_THAT(watch.out, HasSubstr("perft(3) = 8902\n"));
  EXPECT_EQ(Stop(worker), 0);
}

TEST(DaemonTest, CommandsEndAJob) {
  Cluster cluster;
  cluster.StartCoordinator();
  // Nobody computes it.
  const std::string job = cluster.Submit(kStartpos, 3);
  EXPECT_THAT(Ask(cluster, {"jobs", "list"}).out,
              AllOf(HasSubstr(job), testing::Not(HasSubstr("cancelled"))));
  Process* const watch = cluster.Spawn(
      "rookery", {"jobs", "watch", job, "--coordinator", cluster.address()});

  const CommandResult cancel = Ask(cluster, {"jobs", "cancel", job});
  EXPECT_EQ(cancel.code, 0) << cancel.err;
  EXPECT_EQ(cancel.out, "job " + job + " is cancelled\n");
  // Not an answer, so not a success.
  EXPECT_EQ(watch->Wait().value_or(-1), 3);
  EXPECT_EQ(watch->Err(), "rookery: job " + job + " was cancelled\n");
  // What has ended stays as it is.
  EXPECT_EQ(Ask(cluster, {"jobs", "cancel", job}).out, cancel.out);
}

TEST(DaemonTest, AnUnknownJobIsTheUsersMistake) {
  Cluster cluster;
  cluster.StartCoordinator();
  const std::string job(32, '7');
  for (const std::string action : {"get", "watch", "cancel"}) {
    const CommandResult result = Ask(cluster, {"jobs", action, job});
    EXPECT_EQ(result.code, 2) << action;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
    EXPECT_THAT(result.err, HasSubstr(job));
  }
}

TEST(DaemonTest, AJobOutlivesTheCommandThatAskedForIt) {
  Cluster cluster;
  cluster.StartCoordinator();
  Process* const command = cluster.Spawn(
      "rookery", {"perft", "--depth", "3", "--coordinator", cluster.address()});
  const std::string job = cluster.WaitForJob();
  command->Signal(SIGINT);
  EXPECT_EQ(command->Wait().value_or(-1), 128 + SIGINT);
  EXPECT_THAT(command->Err(), HasSubstr("rookery jobs watch " + job));
  cluster.StartWorker("late");
  EXPECT_EQ(cluster.WaitForEnd(job).perft_result().nodes(), "8902");
}

TEST(DaemonTest, ServeAnswersUntilItIsStopped) {
  Cluster cluster;
  const std::vector<std::string> arguments = {
      "serve",       "--listen",   cluster.address(),   "--http",
      "127.0.0.1:0", "--data-dir", cluster.File("data")};
  // What one run has computed, the next one still knows.
  for (int run = 0; run < 2; ++run) {
    Process* const serve = cluster.Spawn("rookery", arguments);
    const absl::StatusOr<std::string> line = serve->WaitForErrLine("listening");
    ASSERT_TRUE(line.ok()) << line.status();
    EXPECT_EQ(FirstLine(serve->Err()), *line);
    int http_port = 0;
    ASSERT_TRUE(absl::SimpleAtoi(LogValue(*line, "http_port").value_or(""),
                                 &http_port));
    EXPECT_EQ(cluster.Http(http_port, "/readyz").first, 200);
    if (run == 0) {
      const CommandResult perft = Ask(cluster, {"perft", "--depth", "4"});
      EXPECT_EQ(perft.code, 0) << perft.err;
      EXPECT_THAT(perft.out, StartsWith("perft(4) = 197281\n"));
    } else {
      EXPECT_THAT(Ask(cluster, {"jobs", "get", cluster.WaitForJob()}).out,
                  HasSubstr("perft(4) = 197281\n"));
    }
    EXPECT_EQ(Stop(serve), 0) << serve->Err();
  }
}

}  // namespace
}  // namespace rookery
