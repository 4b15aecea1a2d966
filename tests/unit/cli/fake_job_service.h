// A JobService whose answers a test writes down beforehand, and a server for it
// that can be stopped and started anew.
#ifndef ROOKERY_TESTS_UNIT_CLI_FAKE_JOB_SERVICE_H_
#define ROOKERY_TESTS_UNIT_CLI_FAKE_JOB_SERVICE_H_

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "rookery/v1/job_service.grpc.pb.h"

namespace rookery::cli {

// Jobs by request_id, as a coordinator keeps them. Before a call is answered,
// the next status of its method's script is taken; any but OK is returned
// instead of the answer. WatchJob sends `watches` one after another, the last
// one again and again. Thread-safe.
class FakeJobService final : public v1::JobService::Service {
 public:
  struct Watch {
    std::vector<v1::JobProgress> messages;
    grpc::Status end;
  };

  std::deque<grpc::Status> submit_script;
  // Whether SubmitPerft keeps the job even where the script then loses the
  // answer.
  bool accept_before_failing = false;
  std::deque<grpc::Status> get_script;
  std::deque<Watch> watches;
  v1::Job::State state = v1::Job::STATE_SUCCEEDED;

  int jobs() {
    absl::MutexLock lock(&mutex_);
    return static_cast<int>(jobs_.size());
  }
  int submits() {
    absl::MutexLock lock(&mutex_);
    return submits_;
  }

  grpc::Status SubmitPerft(grpc::ServerContext*,
                           const v1::SubmitPerftRequest* request,
                           v1::Job* job) override {
    absl::MutexLock lock(&mutex_);
    ++submits_;
    const grpc::Status scripted = Next(&submit_script);
    if (!scripted.ok() && !accept_before_failing) return scripted;
    v1::Job& kept = jobs_[request->request_id()];
    kept.set_job_id("job-" + request->request_id());
    kept.set_state(state);
    *kept.mutable_perft() = *request;
    *job = kept;
    return scripted;
  }

  grpc::Status GetJob(grpc::ServerContext*, const v1::GetJobRequest* request,
                      v1::Job* job) override {
    absl::MutexLock lock(&mutex_);
    if (const grpc::Status scripted = Next(&get_script); !scripted.ok())
      return scripted;
    job->set_job_id(request->job_id());
    job->set_state(state);
    job->mutable_perft();
    job->mutable_perft_result()->set_nodes("20");
    return grpc::Status::OK;
  }

  grpc::Status CancelJob(grpc::ServerContext*, const v1::CancelJobRequest*,
                         v1::Job*) override {
    return {grpc::StatusCode::NOT_FOUND, "no such job"};
  }

  // Two pages, whatever their size.
  grpc::Status ListJobs(grpc::ServerContext*,
                        const v1::ListJobsRequest* request,
                        v1::ListJobsResponse* response) override {
    absl::MutexLock lock(&mutex_);
    for (const auto& [id, job] : jobs_) {
      if (request->state_filter() != v1::Job::STATE_UNSPECIFIED &&
          request->state_filter() != job.state())
        continue;
      if (request->page_token().empty() == (id == jobs_.begin()->first))
        *response->add_jobs() = job;
    }
    if (request->page_token().empty()) response->set_next_page_token("rest");
    return grpc::Status::OK;
  }

  grpc::Status WatchJob(grpc::ServerContext*, const v1::WatchJobRequest*,
                        grpc::ServerWriter<v1::JobProgress>* writer) override {
    Watch watch;
    {
      absl::MutexLock lock(&mutex_);
      watch = watches.front();
      if (watches.size() > 1) watches.pop_front();
    }
    for (const v1::JobProgress& message : watch.messages)
      writer->Write(message);
    return watch.end;
  }

  // The pieces of an archive of every job.
  std::vector<std::string> archive;
  // How an archive ends, in either direction.
  grpc::Status archive_end;

  grpc::Status ExportJob(
      grpc::ServerContext*, const v1::ExportJobRequest*,
      grpc::ServerWriter<v1::ArchiveChunk>* writer) override {
    v1::ArchiveChunk chunk;
    for (const std::string& piece : archive) {
      chunk.set_data(piece);
      writer->Write(chunk);
    }
    return archive_end;
  }

  // The id of the job is what was sent.
  grpc::Status ImportJob(grpc::ServerContext*,
                         grpc::ServerReader<v1::ArchiveChunk>* reader,
                         v1::Job* job) override {
    v1::ArchiveChunk chunk;
    while (archive_end.ok() && reader->Read(&chunk))
      *job->mutable_job_id() += chunk.data();
    return archive_end;
  }

 private:
  static grpc::Status Next(std::deque<grpc::Status>* script) {
    if (script->empty()) return grpc::Status::OK;
    const grpc::Status status = script->front();
    script->pop_front();
    return status;
  }

  absl::Mutex mutex_;
  std::map<std::string, v1::Job> jobs_ ABSL_GUARDED_BY(mutex_);
  int submits_ ABSL_GUARDED_BY(mutex_) = 0;
};

// Serves `service`, in the process and, unless it is empty, at `address`
// (unix:PATH).
inline std::unique_ptr<grpc::Server> Serve(FakeJobService* service,
                                           const std::string& address = "") {
  grpc::ServerBuilder builder;
  if (!address.empty())
    builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(service);
  return builder.BuildAndStart();
}

inline v1::JobProgress ProgressOf(v1::Job::State state, double fraction) {
  v1::JobProgress progress;
  progress.set_state(state);
  progress.set_fraction(fraction);
  return progress;
}

}  // namespace rookery::cli

#endif  // ROOKERY_TESTS_UNIT_CLI_FAKE_JOB_SERVICE_H_
