#include "cli/job_output.h"

#include <google/protobuf/timestamp.pb.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "cli/perft_output.h"
#include "cli/quantities.h"
#include "cli/suite.h"
#include "cli/text_table.h"

namespace rookery::cli {
namespace {

// The enumerators' own names without their prefix: a state that is added to the
// proto needs nothing here. A number that a newer coordinator sends has no
// name.
std::string StateWord(const std::string& enumerator) {
  absl::string_view word = enumerator;
  return absl::ConsumePrefix(&word, "STATE_") ? absl::AsciiStrToLower(word)
                                              : "unknown";
}

absl::Time ToTime(const google::protobuf::Timestamp& timestamp) {
  return absl::FromUnixSeconds(timestamp.seconds()) +
         absl::Nanoseconds(timestamp.nanos());
}

std::string TimeText(bool present,
                     const google::protobuf::Timestamp& timestamp) {
  if (!present) return "-";
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", ToTime(timestamp),
                          absl::UTCTimeZone());
}

std::string PercentText(double fraction) {
  if (!std::isfinite(fraction)) fraction = 0;
  return absl::StrFormat(
      "%.1f %%", std::floor(std::clamp(fraction, 0.0, 1.0) * 1000) / 10);
}

std::string QuestionText(const v1::Job& job) {
  switch (job.request_case()) {
    case v1::Job::kPerft:
      if (!job.perft().suite().empty())
        return absl::StrCat("perft of a suite of ", job.perft().suite_size());
      return absl::StrCat("perft(", job.perft().depth(), ")",
                          job.perft().divide() ? " divide" : "",
                          job.perft().statistics() ? " statistics" : "", " of ",
                          job.perft().fen());
    case v1::Job::kAudit:
      return absl::StrCat("audit of ", job.audit().collection_id());
    case v1::Job::kAnalysis:
      return absl::StrCat("analysis of ", job.analysis().collection_id());
    case v1::Job::REQUEST_NOT_SET:
      break;
  }
  return "-";
}

}  // namespace

std::string JobStateName(v1::Job::State state) {
  return StateWord(v1::Job::State_Name(state));
}

absl::StatusOr<v1::Job::State> ParseJobState(const std::string& name) {
  std::vector<std::string> names;
  for (int number = v1::Job::State_MIN; number <= v1::Job::State_MAX;
       ++number) {
    if (!v1::Job::State_IsValid(number) || number == v1::Job::STATE_UNSPECIFIED)
      continue;
    const v1::Job::State state = static_cast<v1::Job::State>(number);
    if (JobStateName(state) == name) return state;
    names.push_back(JobStateName(state));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "state '", name, "' is unknown; use ", absl::StrJoin(names, ", ")));
}

absl::Duration TimeOf(const v1::Job& job) {
  if (!job.has_create_time() || !job.has_end_time())
    return absl::ZeroDuration();
  return ToTime(job.end_time()) - ToTime(job.create_time());
}

std::string JobTable(const std::vector<v1::Job>& jobs) {
  std::vector<std::vector<std::string>> rows = {
      {"JOB", "STATE", "DONE", "CREATED", "QUESTION"}};
  for (const v1::Job& job : jobs) {
    const double fraction =
        job.state() == v1::Job::STATE_SUCCEEDED ? 1 : job.progress().fraction();
    rows.push_back({job.job_id(), JobStateName(job.state()),
                    PercentText(fraction),
                    TimeText(job.has_create_time(), job.create_time()),
                    QuestionText(job)});
  }
  return FormatTable(rows);
}

std::string JobText(const v1::Job& job) {
  std::vector<std::vector<std::string>> rows = {
      {"job", job.job_id()},
      {"question", QuestionText(job)},
      {"state", JobStateName(job.state())},
      {"created", TimeText(job.has_create_time(), job.create_time())},
  };
  if (job.has_end_time()) {
    rows.push_back({"ended", TimeText(true, job.end_time())});
  } else {
    rows.push_back({"progress", ProgressText(job.progress())});
  }
  if (!job.error().empty()) rows.push_back({"error", job.error()});
  if (const v1::PerftResult& result = job.perft_result();
      result.replicas() > 0) {
    rows.push_back({"replicas", absl::StrCat(result.replicas())});
    if (!result.answered_by().empty())
      rows.push_back({"known from", result.answered_by()});
  }
  std::string text = FormatTable(rows);
  if (job.has_perft() && job.has_perft_result()) {
    absl::StrAppend(&text, "\n",
                    job.perft().suite().empty()
                        ? PerftText(AnswerOf(job, TimeOf(job)))
                        : SuiteCountsText(job));
  }
  return text;
}

std::string ProgressText(const v1::JobProgress& progress) {
  std::string text = absl::StrCat(JobStateName(progress.state()), ", ",
                                  PercentText(progress.fraction()));
  if (progress.units_total() > 0) {
    absl::StrAppend(&text, ", ", progress.units_done(), " of ",
                    progress.units_total(), " units");
  }
  if (progress.has_time_left()) {
    absl::StrAppend(
        &text, ", ",
        HumanDuration(absl::Seconds(progress.time_left().seconds())), " left");
  }
  if (!progress.waiting_for().empty())
    absl::StrAppend(&text, ", waiting: ", progress.waiting_for());
  return text;
}

std::string WorkerTable(const std::vector<v1::Worker>& workers,
                        absl::Time now) {
  std::vector<std::vector<std::string>> rows = {
      {"WORKER", "NAME", "STATE", "BUSY", "LEAVES/S", "SEEN", "NOTE"}};
  for (const v1::Worker& worker : workers) {
    const double rate = std::isfinite(worker.leaves_per_second())
                            ? std::max(worker.leaves_per_second(), 0.0)
                            : 0.0;
    rows.push_back(
        {worker.worker_id(), worker.name(),
         StateWord(v1::Worker::State_Name(worker.state())),
         absl::StrCat(worker.slots_busy(), "/", worker.slots()),
         HumanCount(rate),
         worker.has_last_seen_time()
             ? HumanDuration(now - ToTime(worker.last_seen_time())) + " ago"
             : "-",
         worker.reason().empty() ? worker.idle_because() : worker.reason()});
  }
  return FormatTable(rows);
}

std::string ToJson(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = true;
  std::string json;
  // It fails only for messages with an Any of unknown type; ours have none.
  static_cast<void>(
      google::protobuf::util::MessageToJsonString(message, &json, options));
  return json + "\n";
}

}  // namespace rookery::cli
