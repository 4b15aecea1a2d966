#include "coordinator/ledger/sqlite_jobs.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "coordinator/ledger/sqlite_values.h"

namespace rookery::coordinator::sqlite {
namespace {

struct JobStateName {
  JobState state;
  std::string_view name;
};
constexpr std::array kJobStates = {
    JobStateName{JobState::kPlanning, "PLANNING"},
    JobStateName{JobState::kRunning, "RUNNING"},
    JobStateName{JobState::kSucceeded, "SUCCEEDED"},
    JobStateName{JobState::kFailed, "FAILED"},
    JobStateName{JobState::kCancelled, "CANCELLED"},
};

std::string_view Name(JobState state) {
  return std::ranges::find(kJobStates, state, &JobStateName::state)->name;
}

#define ROOKERY_JOB_COLUMNS                                                 \
  "id, request_id, kind, request, state, plan, outcome, error, created_at," \
  "ended_at, question, has_payload"

// Of what a job asks and answers.
#define ROOKERY_JOB_CRC32 \
  "crc32(id, ',', length(request), ',', request, outcome)"

#define ROOKERY_SELECT_JOBS \
  "SELECT " ROOKERY_JOB_COLUMNS ", crc32 = " ROOKERY_JOB_CRC32 " FROM jobs "

// DATA_LOSS: a state that no ledger writes.
absl::StatusOr<JobRow> ReadJobRow(const Query& query) {
  JobRow job;
  job.id = query.Bytes(0);
  job.request_id = query.Bytes(1);
  job.kind = query.Bytes(2);
  job.request = query.Bytes(3);
  const std::string name = query.Bytes(4);
  const auto* state = std::ranges::find(kJobStates, name, &JobStateName::name);
  if (state == kJobStates.end()) {
    return absl::DataLossError(
        absl::StrCat("job ", job.id, " has unknown state ", name));
  }
  job.state = state->state;
  job.plan = query.Bytes(5);
  job.outcome = query.Bytes(6);
  job.error = query.Bytes(7);
  job.created_at = absl::FromUnixNanos(query.Integer(8));
  if (!query.IsNull(9)) job.ended_at = absl::FromUnixNanos(query.Integer(9));
  job.question = query.Bytes(10);
  job.has_payload = query.Integer(11) != 0;
  job.damaged = query.Integer(12) == 0;
  if (job.damaged) job.outcome.clear();
  return job;
}

absl::StatusOr<std::vector<JobRow>> ReadJobRows(Query& query) {
  std::vector<JobRow> jobs;
  while (query.Step()) {
    absl::StatusOr<JobRow> job = ReadJobRow(query);
    if (!job.ok()) return job.status();
    jobs.push_back(*std::move(job));
  }
  if (!query.status().ok()) return query.status();
  return jobs;
}

// After every change of a request or an outcome.
absl::Status StoreChecksum(Connection& connection, const std::string& id) {
  return Run(connection,
             "UPDATE jobs SET crc32 = " ROOKERY_JOB_CRC32 " WHERE id = ?",
             {id});
}

}  // namespace

absl::Status InsertJob(Connection& connection, const JobRow& job) {
  absl::Status status =
      Run(connection,
          "INSERT INTO jobs (" ROOKERY_JOB_COLUMNS
          ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          {job.id, TextOrNull(job.request_id), job.kind, Blob{job.request},
           Name(job.state), Blob{job.plan}, Blob{job.outcome}, job.error,
           Number(job.created_at), TimeOrNull(job.ended_at),
           TextOrNull(job.question), int64_t{job.has_payload}});
  return status.ok() ? StoreChecksum(connection, job.id) : status;
}

absl::StatusOr<JobRow> ReadJob(Connection& connection, const std::string& id) {
  Query query(connection, ROOKERY_SELECT_JOBS "WHERE id = ?", {id});
  if (query.Step()) return ReadJobRow(query);
  if (!query.status().ok()) return query.status();
  return absl::NotFoundError(absl::StrCat("no job ", id));
}

absl::StatusOr<std::optional<JobRow>> FindJobOfRequest(
    Connection& connection, const std::string& request_id) {
  // A job without a request_id has NULL there, which equals nothing.
  const Value value = TextOrNull(request_id);
  Query query(connection, ROOKERY_SELECT_JOBS "WHERE request_id = ?", {value});
  if (query.Step()) return ReadJobRow(query);
  if (!query.status().ok()) return query.status();
  return std::nullopt;
}

absl::StatusOr<std::vector<JobRow>> ReadOpenJobs(Connection& connection) {
  Query query(connection, ROOKERY_SELECT_JOBS
              "WHERE state IN ('PLANNING', 'RUNNING') "
              "ORDER BY number");
  return ReadJobRows(query);
}

absl::StatusOr<std::vector<JobRow>> ReadPage(Connection& connection,
                                             std::optional<JobState> state,
                                             const std::string& after,
                                             int limit) {
  int64_t before = INT64_MAX;
  if (!after.empty()) {
    Query query(connection, "SELECT number FROM jobs WHERE id = ?", {after});
    const bool found = query.Step();
    if (!query.status().ok()) return query.status();
    if (!found) {
      return absl::InvalidArgumentError(absl::StrCat("after: no job ", after));
    }
    before = query.Integer(0);
  }
  const int64_t rows = std::max(limit, 0);
  if (!state) {
    Query query(connection,
                ROOKERY_SELECT_JOBS
                "WHERE number < ? ORDER BY number DESC LIMIT ?",
                {before, rows});
    return ReadJobRows(query);
  }
  Query query(connection,
              ROOKERY_SELECT_JOBS
              "WHERE state = ? AND number < ? "
              "ORDER BY number DESC LIMIT ?",
              {Name(*state), before, rows});
  return ReadJobRows(query);
}

absl::StatusOr<std::vector<JobRow>> ReadAnswers(Connection& connection,
                                                const std::string& question,
                                                int limit) {
  Query query(connection,
              ROOKERY_SELECT_JOBS
              "WHERE question = ? AND state = 'SUCCEEDED' "
              "ORDER BY number DESC LIMIT ?",
              {question, int64_t{std::max(limit, 0)}});
  return ReadJobRows(query);
}

absl::Status Apply(Connection& connection, const SetPlan& write) {
  const absl::StatusOr<JobRow> job = ReadJob(connection, write.job);
  if (!job.ok()) return job.status();
  return Run(connection,
             "UPDATE jobs SET plan = ?, state = 'RUNNING' "
             "WHERE id = ? AND state = 'PLANNING'",
             {Blob{write.plan}, write.job});
}

absl::Status Apply(Connection& connection, const EndJob& write) {
  if (write.state != JobState::kFailed && write.state != JobState::kCancelled) {
    return absl::InvalidArgumentError(absl::StrCat(
        "job ", write.job, " cannot be ended as ",
        std::string(Name(write.state)), ", only as FAILED or CANCELLED"));
  }
  const absl::StatusOr<JobRow> job = ReadJob(connection, write.job);
  if (!job.ok()) return job.status();
  return Run(connection,
             "UPDATE jobs SET state = ?, error = ?, ended_at = ? "
             "WHERE id = ? AND state IN ('PLANNING', 'RUNNING')",
             {Name(write.state), write.error, Number(write.at), write.job});
}

absl::Status StoreAnswer(Connection& connection, const JobRow& job) {
  absl::Status status = Run(
      connection,
      "UPDATE jobs SET state = ?, outcome = ?, ended_at = ? "
      "WHERE id = ?",
      {Name(job.state), Blob{job.outcome}, TimeOrNull(job.ended_at), job.id});
  return status.ok() ? StoreChecksum(connection, job.id) : status;
}

#undef ROOKERY_SELECT_JOBS
#undef ROOKERY_JOB_CRC32
#undef ROOKERY_JOB_COLUMNS

}  // namespace rookery::coordinator::sqlite
