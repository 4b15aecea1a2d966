// The whole coordinator as its daemon runs it, with a real worker: health,
// reflection, the lock on the ledger, and what /metrics shows.
#include "coordinator/server.h"

#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <future>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "daemon/channel.h"
#include "daemon/logging.h"
#include "proto/support/status.h"
#include "rookery/v1/job_service.grpc.pb.h"
#include "tests/support/http_get.h"
#include "tests/unit/coordinator/ledger/temporary_folder.h"
#include "worker/worker.h"

namespace rookery::coordinator {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kStartpos[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

grpc::ByteBuffer Bytes(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

std::string Text(const grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  EXPECT_TRUE(buffer.DumpToSingleSlice(&slice).ok());
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

// The services of gRPC itself are called by their bytes: Debian does not ship
// their generated code.
absl::StatusOr<std::string> CallByBytes(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
    const std::string& request) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  const grpc::ByteBuffer request_bytes = Bytes(request);
  grpc::ByteBuffer response;
  grpc::Status status;
  std::promise<void> answered;
  stub.UnaryCall(&context, method, grpc::StubOptions(), &request_bytes,
                 &response, [&](grpc::Status result) {
                   status = std::move(result);
                   answered.set_value();
                 });
  answered.get_future().wait();
  if (!status.ok()) return FromGrpcStatus(status);
  return Text(response);
}

// One request and one answer over a stream.
class OneExchange final
    : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  OneExchange(const std::shared_ptr<grpc::Channel>& channel,
              const std::string& method, const std::string& request)
      : stub_(channel), request_(Bytes(request)) {
    stub_.PrepareBidiStreamingCall(&context_, method, grpc::StubOptions(),
                                   this);
    StartWriteLast(&request_, grpc::WriteOptions());
    StartRead(&response_);
    StartCall();
  }

  void OnReadDone(bool ok) override {
    if (ok) text_ = Text(response_);
  }
  void OnDone(const grpc::Status& /*status*/) override { done_.set_value(); }

  std::string Answer() {
    done_.get_future().wait();
    return text_;
  }

 private:
  grpc::GenericStub stub_;
  grpc::ClientContext context_;
  const grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
  std::string text_;
  std::promise<void> done_;
};

class ServerTest : public testing::Test {
 protected:
  ServerTest() { daemon::SetLogLevel(daemon::LogLevel::kError); }

  std::string store() const {
    return absl::StrCat("sqlite:", folder_.File("ledger.sqlite"));
  }

  std::unique_ptr<Server> Start() {
    absl::StatusOr<std::unique_ptr<Server>> server =
        Server::Start({.listen = "127.0.0.1:0",
                       .http_listen = "127.0.0.1:0",
                       .store = store(),
                       .durable = false});
    EXPECT_TRUE(server.ok()) << server.status();
    return server.ok() ? *std::move(server) : nullptr;
  }

  static std::shared_ptr<grpc::Channel> ChannelTo(const Server& server) {
    const auto channel = daemon::OpenCoordinatorChannel(
        absl::StrCat("127.0.0.1:", server.port()));
    EXPECT_TRUE(channel.ok()) << channel.status();
    return channel.value_or(nullptr);
  }

  static std::string Page(int port, const std::string& path, int code = 200) {
    const absl::StatusOr<daemon::HttpReply> reply =
        daemon::HttpGet("127.0.0.1", port, path);
    EXPECT_TRUE(reply.ok()) << reply.status();
    if (!reply.ok()) return "";
    EXPECT_EQ(reply->code, code) << path;
    return reply->body;
  }

  // The value of a series on a page; -1 if it is not there.
  static double Value(const std::string& page, const std::string& series) {
    for (const absl::string_view line : absl::StrSplit(page, '\n')) {
      double value = 0;
      if (line.substr(0, series.size() + 1) == absl::StrCat(series, " ") &&
          absl::SimpleAtod(line.substr(series.size() + 1), &value)) {
        return value;
      }
    }
    return -1;
  }

  // The names of all families on a page.
  static std::vector<std::string> Families(const std::string& page) {
    std::vector<std::string> names;
    for (absl::string_view line : absl::StrSplit(page, '\n')) {
      if (!absl::ConsumePrefix(&line, "# TYPE ")) continue;
      names.emplace_back(line.substr(0, line.find(' ')));
    }
    return names;
  }

  // Submits a perft and waits for its end. Returns its nodes.
  static std::string Nodes(const std::shared_ptr<grpc::Channel>& channel,
                           uint32_t depth) {
    const auto stub = v1::JobService::NewStub(channel);
    v1::SubmitPerftRequest request;
    request.set_fen(kStartpos);
    request.set_depth(depth);
    v1::Job job;
    grpc::ClientContext submit;
    const grpc::Status submitted = stub->SubmitPerft(&submit, request, &job);
    EXPECT_TRUE(submitted.ok()) << submitted.error_message();
    grpc::ClientContext watch;
    v1::WatchJobRequest watched;
    watched.set_job_id(job.job_id());
    const auto reader = stub->WatchJob(&watch, watched);
    v1::JobProgress progress;
    while (reader->Read(&progress)) {
    }
    EXPECT_TRUE(reader->Finish().ok());
    grpc::ClientContext get;
    v1::GetJobRequest asked;
    asked.set_job_id(job.job_id());
    EXPECT_TRUE(stub->GetJob(&get, asked, &job).ok());
    EXPECT_EQ(job.state(), v1::Job::STATE_SUCCEEDED) << job.error();
    return job.perft_result().nodes();
  }

  // What `promtool check metrics` says of a page; empty if it has no
  // objection.
  std::string Objections(const std::string& page) const {
    const std::string page_file = folder_.File("metrics");
    const std::string answer_file = folder_.File("answer");
    std::ofstream(page_file) << page;
    const int code = system(absl::StrCat("promtool check metrics < ", page_file,
                                         " > ", answer_file, " 2>&1")
                                .c_str());
    std::ifstream answer(answer_file);
    const std::string said{std::istreambuf_iterator<char>(answer), {}};
    return code == 0 ? said : absl::StrCat("exit code ", code, ": ", said);
  }

  const TemporaryFolder folder_;
};

TEST_F(ServerTest, SaysThatItServes) {
  const std::unique_ptr<Server> server = Start();
  ASSERT_NE(server, nullptr);
  EXPECT_GT(server->port(), 0);
  EXPECT_GT(server->http_port(), 0);
  const absl::StatusOr<std::string> health =
      CallByBytes(ChannelTo(*server), "/grpc.health.v1.Health/Check", "");
  ASSERT_TRUE(health.ok()) << health.status();
  EXPECT_EQ(*health, "\x08\x01") << "HealthCheckResponse{status: SERVING}";
  Page(server->http_port(), "/healthz");
  Page(server->http_port(), "/readyz");
}

TEST_F(ServerTest, ReflectionListsTheServices) {
  const std::unique_ptr<Server> server = Start();
  ASSERT_NE(server, nullptr);
  // ServerReflectionRequest{list_services: "*"}
  OneExchange exchange(
      ChannelTo(*server),
      "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
      "\x3a\x01*");
  EXPECT_THAT(exchange.Answer(), AllOf(HasSubstr("rookery.v1.JobService"),
                                       HasSubstr("rookery.v1.WorkerService"),
                                       HasSubstr("rookery.v1.FleetService"),
                                       HasSubstr("grpc.health.v1.Health")));
}

TEST_F(ServerTest, SecondServerOnTheSameStoreIsRefused) {
  std::unique_ptr<Server> first = Start();
  ASSERT_NE(first, nullptr);
  const absl::Status refused =
      Server::Start({.store = store(), .durable = false}).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()), HasSubstr("ledger.sqlite"));
  first.reset();
  EXPECT_TRUE(Server::Start({.store = store(), .durable = false}).ok());
}

TEST_F(ServerTest, BadOptionsAreRefusedInWords) {
  const absl::Status store_status =
      Server::Start({.store = "postgres:somewhere"}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(store_status)) << store_status;
  EXPECT_THAT(std::string(store_status.message()),
              HasSubstr("store is 'postgres:somewhere'"));
  const absl::Status listen_status =
      Server::Start({.listen = "nowhere", .store = store(), .durable = false})
          .status();
  EXPECT_TRUE(absl::IsInvalidArgument(listen_status)) << listen_status;
  const absl::Status folder_status =
      Server::Start(
          {.store = absl::StrCat("sqlite:", folder_.File("none/ledger"))})
          .status();
  EXPECT_TRUE(absl::IsNotFound(folder_status)) << folder_status;
}

TEST_F(ServerTest, PortInUseIsRefused) {
  const std::unique_ptr<Server> first = Start();
  ASSERT_NE(first, nullptr);
  const absl::Status grpc_status =
      Server::Start(
          {.listen = absl::StrCat("127.0.0.1:", first->port()),
           .store = absl::StrCat("sqlite:", folder_.File("other.sqlite")),
           .durable = false})
          .status();
  EXPECT_TRUE(absl::IsUnavailable(grpc_status)) << grpc_status;
  const absl::Status http_status =
      Server::Start(
          {.http_listen = absl::StrCat("127.0.0.1:", first->http_port()),
           .store = absl::StrCat("sqlite:", folder_.File("other.sqlite")),
           .durable = false})
          .status();
  EXPECT_TRUE(absl::IsUnavailable(http_status)) << http_status;
}

TEST_F(ServerTest, ShutdownIsSeenAndHarmlessTwice) {
  const std::unique_ptr<Server> server = Start();
  ASSERT_NE(server, nullptr);
  server->Shutdown(absl::Seconds(5));
  server->Shutdown(absl::Seconds(5));
  Page(server->http_port(), "/healthz");
  EXPECT_THAT(Page(server->http_port(), "/readyz", 503),
              HasSubstr("shuts down"));
}

TEST_F(ServerTest, JobsRunInTheProcessWithoutAPort) {
  absl::StatusOr<std::unique_ptr<Server>> server =
      Server::Start({.store = store(), .durable = false});
  ASSERT_TRUE(server.ok()) << server.status();
  EXPECT_EQ((*server)->port(), 0);
  EXPECT_EQ((*server)->http_port(), 0);
  const absl::StatusOr<std::unique_ptr<worker::Worker>> worker =
      worker::Worker::Start({.name = "w"}, (*server)->InProcessChannel());
  ASSERT_TRUE(worker.ok()) << worker.status();
  EXPECT_EQ(Nodes((*server)->InProcessChannel(), 4), "197281");
  (*worker)->Drain(absl::Seconds(10));
}

TEST_F(ServerTest, MetricsOfBothDaemonsPassPromtoolAndSayWhatHappened) {
  const std::unique_ptr<Server> server = Start();
  ASSERT_NE(server, nullptr);
  const std::shared_ptr<grpc::Channel> channel = ChannelTo(*server);
  const absl::StatusOr<std::unique_ptr<worker::Worker>> worker =
      worker::Worker::Start({.name = "w",
                             .threads = 2,
                             .hash_mib = 1,
                             .http_listen = "127.0.0.1:0"},
                            channel);
  ASSERT_TRUE(worker.ok()) << worker.status();
  EXPECT_EQ(Nodes(channel, 5), "4865609");
  // Gauges are as of the last tick.
  std::string page;
  for (int attempt = 0; attempt < 1'000; ++attempt) {
    page = Page(server->http_port(), "/metrics");
    if (Value(page, "rookery_coordinator_jobs{state=\"running\"}") == 0 &&
        Value(page, "rookery_coordinator_workers{state=\"active\"}") == 1)
      break;
    absl::SleepFor(absl::Milliseconds(5));
  }
  EXPECT_EQ(Value(page, "rookery_coordinator_jobs{state=\"running\"}"), 0);
  EXPECT_EQ(Value(page, "rookery_coordinator_workers{state=\"active\"}"), 1);
  EXPECT_EQ(Value(page,
                  "rookery_coordinator_jobs_finished_total{kind=\"perft\","
                  "result=\"succeeded\"}"),
            1);
  const double granted =
      Value(page, "rookery_coordinator_leases_granted_total{kind=\"perft\"}");
  EXPECT_GE(granted, 1);
  EXPECT_EQ(
      Value(page,
            "rookery_coordinator_leases_ended_total{reason=\"completed\"}"),
      granted);
  EXPECT_EQ(
      Value(page, "rookery_coordinator_results_total{outcome=\"accepted\"}"),
      granted);
  EXPECT_EQ(
      Value(page, "rookery_coordinator_results_total{outcome=\"conflict\"}"),
      0);
  EXPECT_EQ(Value(page,
                  "rookery_coordinator_rpcs_total{code=\"OK\",method="
                  "\"SubmitPerft\"}"),
            1);
  EXPECT_GE(Value(page,
                  "rookery_coordinator_rpc_duration_seconds_count{method="
                  "\"AcquireUnits\"}"),
            1);
  EXPECT_THAT(page, HasSubstr("rookery_build_info{"));

  const std::string worker_page = Page((*worker)->http_port(), "/metrics");
  EXPECT_THAT(worker_page, HasSubstr("rookery_worker_leaves_total{kernel="));
  EXPECT_EQ(Value(worker_page, "rookery_worker_slots"), 2);
  EXPECT_EQ(Value(worker_page,
                  "rookery_worker_unit_busy_seconds_count{kind=\"perft\","
                  "result=\"succeeded\"}"),
            granted);
  EXPECT_EQ(
      Value(worker_page, "rookery_worker_results_total{outcome=\"accepted\"}"),
      granted);
  EXPECT_THAT(worker_page, HasSubstr("rookery_build_info{"));

  std::ifstream file(ROOKERY_SOURCE_DIR "/docs/metrics.md");
  const std::string documented{std::istreambuf_iterator<char>(file), {}};
  EXPECT_GE(Families(page).size(), 13u);
  EXPECT_GE(Families(worker_page).size(), 7u);
  for (const std::string& name : Families(page + worker_page))
    EXPECT_THAT(documented, HasSubstr(absl::StrCat("| `", name, "` |")));

  if (system("command -v promtool > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "promtool is not installed, so the pages were not checked "
                    "by it: apt-get install prometheus";
  }
  EXPECT_EQ(Objections(page), "");
  EXPECT_EQ(Objections(worker_page), "");
}

}  // namespace
}  // namespace rookery::coordinator
