// A coordinator's JobService as a command sees it: calls that outlive a
// coordinator's restart.
//
// Thread-safety: none. Every call blocks, and ends early with CANCELLED when
// the interrupt is triggered.
#ifndef ROOKERY_CLI_JOB_CLIENT_H_
#define ROOKERY_CLI_JOB_CLIENT_H_

#include <grpcpp/channel.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/interrupt.h"
#include "cli/retry.h"
#include "rookery/v1/job_service.grpc.pb.h"

namespace rookery::cli {

class JobClient {
 public:
  // `interrupt` must outlive the client. `patience` is for every call but
  // WaitForEnd, whose patience is endless.
  JobClient(const std::shared_ptr<grpc::Channel>& channel, Interrupt* interrupt,
            Patience patience = {});

  // Submits a perft. A request without a request_id gets a random one first: a
  // repeated call is the same question, so an answer that was lost on the way
  // never makes a second job.
  absl::StatusOr<v1::Job> SubmitPerft(v1::SubmitPerftRequest request);

  // Returns an open job with the same question (whatever its request_id), if
  // there is one.
  absl::StatusOr<std::optional<v1::Job>> FindOpenPerft(
      const v1::SubmitPerftRequest& request);

  // NOT_FOUND: no such job; so in CancelJob and WaitForEnd.
  absl::StatusOr<v1::Job> GetJob(const std::string& job_id);
  absl::StatusOr<v1::Job> CancelJob(const std::string& job_id);

  // At most `limit` jobs, newest first; of one state, or of all
  // (STATE_UNSPECIFIED).
  absl::StatusOr<std::vector<v1::Job>> ListJobs(v1::Job::State state,
                                                int limit);

  // Both of these are tried once, and wait for the coordinator without limit.
  //
  // Has `sink` take an archive of the job, piece by piece; an error of it ends
  // the call. OK: the archive is whole. Otherwise as JobService::ExportJob.
  absl::Status ExportJob(
      const std::string& job_id,
      const std::function<absl::Status(const std::string&)>& sink);
  // Sends what `source` puts into its argument, until that is empty: an
  // archive, at most 1 MiB at a time. Errors: as of JobService::ImportJob.
  absl::StatusOr<v1::Job> ImportJob(
      const std::function<void(std::string*)>& source);

  // Hears what happens during WaitForEnd, in the thread that waits. Either may
  // be null.
  struct Observer {
    std::function<void(const v1::JobProgress&)> on_progress;
    // Once for each time that the coordinator goes away.
    std::function<void(const absl::Status&)> on_outage;
  };

  // Waits until the job is in a final state and returns it. A coordinator that
  // goes away is waited for without limit: the job is in its ledger.
  absl::StatusOr<v1::Job> WaitForEnd(const std::string& job_id,
                                     const Observer& observer);

 private:
  // Follows one stream of WatchJob to its end. OK: a final state was seen.
  // `heard` tells of any message.
  absl::Status WatchOnce(const std::string& job_id, const Observer& observer,
                         bool* heard);

  const std::unique_ptr<v1::JobService::Stub> stub_;
  Interrupt* const interrupt_;
  const Patience patience_;
};

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_JOB_CLIENT_H_
