// Rows for the tests of this folder, and equality of what comes back.
#ifndef ROOKERY_TESTS_UNIT_COORDINATOR_LEDGER_ROWS_H_
#define ROOKERY_TESTS_UNIT_COORDINATOR_LEDGER_ROWS_H_

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

inline const absl::Time kNow =
    absl::FromUnixSeconds(1'790'000'000) + absl::Nanoseconds(123'456'789);

inline JobRow MakeJob(const std::string& id) {
  JobRow job;
  job.id = id;
  job.request_id = "request-" + id;
  job.kind = "perft";
  job.request = std::string("request\0bytes", 13);
  job.created_at = kNow;
  return job;
}

inline UnitRow MakeUnit(const std::string& job, uint64_t number) {
  UnitRow unit;
  unit.job = job;
  unit.number = number;
  unit.first = number * 100;
  unit.count = 100;
  return unit;
}

inline LeaseRow MakeLease(const std::string& id, const std::string& job,
                          uint64_t unit) {
  LeaseRow lease;
  lease.id = id;
  lease.job = job;
  lease.unit = unit;
  lease.worker = "worker";
  return lease;
}

inline ResultRow MakeResult(const std::string& job, uint64_t unit,
                            std::string figures) {
  ResultRow result;
  result.job = job;
  result.unit = unit;
  result.worker = "worker";
  result.kernel = "portable";
  result.hash_seed = 0xfedc'ba98'7654'3210;
  result.revision = "abcdef";
  result.completed_at = kNow + absl::Seconds(1);
  result.figures = std::move(figures);
  return result;
}

inline WorkerRow MakeWorker(const std::string& id) {
  WorkerRow worker;
  worker.id = id;
  worker.instance = "instance-" + id;
  worker.name = "host";
  worker.capabilities = std::string("\0\1\2", 3);
  worker.state = "active";
  worker.registered_at = kNow;
  return worker;
}

inline bool operator==(const JobRow& left, const JobRow& right) {
  const auto fields = [](const JobRow& row) {
    return std::tie(row.id, row.request_id, row.kind, row.request, row.state,
                    row.plan, row.outcome, row.error, row.created_at,
                    row.ended_at, row.question, row.has_payload, row.damaged);
  };
  return fields(left) == fields(right);
}

inline bool operator==(const UnitRow& left, const UnitRow& right) {
  const auto fields = [](const UnitRow& row) {
    return std::tie(row.job, row.number, row.first, row.count, row.replicas,
                    row.failures);
  };
  return fields(left) == fields(right);
}

inline bool operator==(const LeaseRow& left, const LeaseRow& right) {
  const auto fields = [](const LeaseRow& row) {
    return std::tie(row.id, row.job, row.unit, row.replica, row.worker,
                    row.ended);
  };
  return fields(left) == fields(right);
}

inline bool operator==(const ResultRow& left, const ResultRow& right) {
  const auto fields = [](const ResultRow& row) {
    return std::tie(row.job, row.unit, row.replica, row.worker, row.kernel,
                    row.hash_seed, row.revision, row.completed_at, row.figures);
  };
  return fields(left) == fields(right);
}

inline bool operator==(const WorkerRow& left, const WorkerRow& right) {
  const auto fields = [](const WorkerRow& row) {
    return std::tie(row.id, row.instance, row.name, row.capabilities, row.state,
                    row.reason, row.registered_at);
  };
  return fields(left) == fields(right);
}

// Commits literals.
inline absl::Status Commit(Ledger& ledger, std::vector<LedgerWrite> writes) {
  return ledger.Commit(writes);
}

}  // namespace rookery::coordinator

#endif  // ROOKERY_TESTS_UNIT_COORDINATOR_LEDGER_ROWS_H_
