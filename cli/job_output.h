// Jobs and workers as text and as JSON. The JSON is Protobuf's own mapping of
// the messages in proto/rookery/v1, with the fields' names as they stand there
// and every field present.
#ifndef ROOKERY_CLI_JOB_OUTPUT_H_
#define ROOKERY_CLI_JOB_OUTPUT_H_

#include <google/protobuf/message.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "rookery/v1/fleet_service.pb.h"
#include "rookery/v1/job.pb.h"

namespace rookery::cli {

// "running", "succeeded" and so on.
std::string JobStateName(v1::Job::State state);
// INVALID_ARGUMENT, with the names that there are, for any other word.
absl::StatusOr<v1::Job::State> ParseJobState(const std::string& name);

// From creation to end; zero while it runs.
absl::Duration TimeOf(const v1::Job& job);

// One line a job under a heading.
std::string JobTable(const std::vector<v1::Job>& jobs);

// A job in full, one field a line, and below it the answer if there is one, as
// `rookery perft` prints it.
std::string JobText(const v1::Job& job);

// One line: "running, 45.1 %, 12 of 27 units".
std::string ProgressText(const v1::JobProgress& progress);

// One line a worker under a heading; `now` is the moment that ages are counted
// to.
std::string WorkerTable(const std::vector<v1::Worker>& workers, absl::Time now);

// One object on one line, ended by a newline.
std::string ToJson(const google::protobuf::Message& message);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_JOB_OUTPUT_H_
