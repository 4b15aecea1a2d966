#include "tests/system/cluster.h"

#include <grpcpp/client_context.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "daemon/channel.h"
#include "proto/support/job_state.h"
#include "rookery/v1/job_service.grpc.pb.h"
#include "tests/support/http_get.h"

namespace rookery {
namespace {

// Jobs of these tests take seconds.
constexpr absl::Duration kPatience = absl::Seconds(120);

// A coordinator that is just being restarted counts as there.
void SetUpCall(grpc::ClientContext* context) {
  context->set_wait_for_ready(true);
  context->set_deadline(absl::ToChronoTime(absl::Now() + kPatience));
}

// For one call. A connection that is kept does not notice that its coordinator
// was killed, and one that nothing is waiting on delays a coordinator that
// stops: gRPC reads it only every five seconds.
std::unique_ptr<v1::JobService::Stub> Connect(const std::string& address) {
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      daemon::OpenCoordinatorChannel(address);
  // Every address here has a port that is held.
  EXPECT_TRUE(channel.ok()) << channel.status();
  return v1::JobService::NewStub(channel.value());
}

int PortIn(const absl::StatusOr<std::string>& line, const std::string& key) {
  int port = 0;
  if (!line.ok()) {
    ADD_FAILURE() << line.status();
  } else if (!absl::SimpleAtoi(LogValue(*line, key).value_or(""), &port)) {
    ADD_FAILURE() << "no " << key << " in: " << *line;
  }
  return port;
}

Samples ParseSamples(const std::string& page) {
  Samples samples;
  for (const std::string& line :
       std::vector<std::string>(absl::StrSplit(page, '\n'))) {
    if (line.empty() || line.front() == '#') continue;
    const size_t blank = line.rfind(' ');
    double value = 0;
    if (blank == std::string::npos ||
        !absl::SimpleAtod(line.substr(blank + 1), &value)) {
      ADD_FAILURE() << "not a sample: " << line;
      continue;
    }
    samples[line.substr(0, blank)] = value;
  }
  return samples;
}

}  // namespace

Cluster::Cluster() = default;
Cluster::~Cluster() = default;

Process* Cluster::Spawn(const std::string& program,
                        const std::vector<std::string>& arguments,
                        const std::map<std::string, std::string>& environment) {
  absl::StatusOr<std::unique_ptr<Process>> process = Process::Spawn(
      {.program = absl::StrCat(ROOKERY_BINARY_DIR, "/", program),
       .arguments = arguments,
       .environment = environment,
       .output = File(absl::StrCat("process", processes_.size())),
       .file_size_limit = file_size_limit_});
  // Nothing of a test works without.
  if (!process.ok()) {
    std::cerr << process.status() << std::endl;
    abort();
  }
  processes_.push_back(*std::move(process));
  return processes_.back().get();
}

CommandResult Cluster::Run(const std::vector<std::string>& arguments) {
  Process* const process = Spawn("rookery", arguments);
  const absl::StatusOr<int> code = process->Wait();
  EXPECT_TRUE(code.ok()) << code.status();
  return {
      .code = code.value_or(-1), .out = process->Out(), .err = process->Err()};
}

void Cluster::StartCoordinator(const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {"--listen", address(),
                                  "--http",   "127.0.0.1:0",
                                  "--store",  "sqlite:" + ledger_path()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  coordinator_ = Spawn("rookery-coordinator", all);
  coordinator_http_port_ =
      PortIn(coordinator_->WaitForErrLine("listening"), "http_port");
}

Process* Cluster::StartWorker(const std::string& name,
                              const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {
      "--coordinator", address(), "--http",    "127.0.0.1:0",
      "--name",        name,      "--threads", "1",
      "--hash-mib",    "1"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  Process* const worker = Spawn("rookery-worker", all);
  worker_http_ports_[worker] =
      PortIn(worker->WaitForErrLine("listening"), "http_port");
  return worker;
}

std::string Cluster::address() const {
  return absl::StrCat("127.0.0.1:", port_.port());
}

std::string Cluster::Submit(const std::string& fen, uint32_t depth) {
  v1::SubmitPerftRequest request;
  request.set_fen(fen);
  request.set_depth(depth);
  const std::unique_ptr<v1::JobService::Stub> jobs = Connect(address());
  grpc::ClientContext context;
  SetUpCall(&context);
  v1::Job job;
  const grpc::Status status = jobs->SubmitPerft(&context, request, &job);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return job.job_id();
}

v1::JobProgress Cluster::WatchUntil(
    const std::string& job_id,
    const std::function<bool(const v1::JobProgress&)>& condition) {
  const absl::Time end = absl::Now() + kPatience;
  v1::WatchJobRequest request;
  request.set_job_id(job_id);
  v1::JobProgress progress;
  grpc::Status status;
  do {
    const std::unique_ptr<v1::JobService::Stub> jobs = Connect(address());
    grpc::ClientContext context;
    SetUpCall(&context);
    const std::unique_ptr<grpc::ClientReader<v1::JobProgress>> stream =
        jobs->WatchJob(&context, request);
    while (stream->Read(&progress)) {
      if (!condition(progress)) continue;
      context.TryCancel();
      stream->Finish();
      return progress;
    }
    status = stream->Finish();
  } while (status.error_code() == grpc::StatusCode::UNAVAILABLE &&
           absl::Now() < end);
  ADD_FAILURE() << "job " << job_id << " came only to "
                << progress.ShortDebugString() << ", then "
                << status.error_message();
  return progress;
}

v1::JobProgress Cluster::WatchUntilHalf(const std::string& job_id) {
  return WatchUntil(job_id, [](const v1::JobProgress& progress) {
    return progress.units_total() > 0 &&
           progress.units_done() * 2 >= progress.units_total();
  });
}

v1::Job Cluster::WaitForEnd(const std::string& job_id) {
  WatchUntil(job_id, [](const v1::JobProgress& progress) {
    return IsFinal(progress.state());
  });
  v1::GetJobRequest request;
  request.set_job_id(job_id);
  const std::unique_ptr<v1::JobService::Stub> jobs = Connect(address());
  grpc::ClientContext context;
  SetUpCall(&context);
  v1::Job job;
  const grpc::Status status = jobs->GetJob(&context, request, &job);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return job;
}

std::string Cluster::WaitForJob() {
  const std::unique_ptr<v1::JobService::Stub> jobs = Connect(address());
  const absl::Time end = absl::Now() + kPatience;
  while (absl::Now() < end) {
    grpc::ClientContext context;
    SetUpCall(&context);
    v1::ListJobsResponse response;
    const grpc::Status status =
        jobs->ListJobs(&context, v1::ListJobsRequest(), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    if (response.jobs_size() > 0) return response.jobs(0).job_id();
    absl::SleepFor(absl::Milliseconds(10));
  }
  ADD_FAILURE() << "nobody has submitted a job";
  return "";
}

Samples Cluster::CoordinatorMetrics() {
  return ParseSamples(Http(coordinator_http_port_, "/metrics").second);
}

Samples Cluster::WorkerMetrics(const Process* worker) {
  return ParseSamples(Http(worker_http_ports_[worker], "/metrics").second);
}

std::pair<int, std::string> Cluster::Http(int port, const std::string& path) {
  const absl::StatusOr<daemon::HttpReply> reply =
      daemon::HttpGet("127.0.0.1", port, path);
  EXPECT_TRUE(reply.ok()) << reply.status();
  if (!reply.ok()) return {0, ""};
  return {reply->code, reply->body};
}

double Sample(const Samples& samples, const std::string& name) {
  const auto found = samples.find(name);
  return found == samples.end() ? 0 : found->second;
}

double SumOf(const Samples& samples, const std::string& metric) {
  double sum = 0;
  for (const auto& [name, value] : samples) {
    if (name == metric || name.rfind(metric + "{", 0) == 0) sum += value;
  }
  return sum;
}

}  // namespace rookery
