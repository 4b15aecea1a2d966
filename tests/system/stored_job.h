// What the ledger's file has of a job, read with SQLite's own interface and
// none of the coordinator's code.
//
// Thread-safety: none.
#ifndef ROOKERY_TESTS_SYSTEM_STORED_JOB_H_
#define ROOKERY_TESTS_SYSTEM_STORED_JOB_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery {

struct StoredUnit {
  uint64_t number = 0;
  uint64_t first = 0;
  uint64_t count = 0;
  uint64_t replicas = 0;
  // Rows with a result of this unit.
  uint64_t results = 0;
};

struct StoredJob {
  std::string state;
  // In the order of the plan.
  std::vector<StoredUnit> units;
  uint64_t results = 0;
  // Rows of figures that results refer to: as many as results, unless two share
  // one.
  uint64_t figures = 0;
  uint64_t conflicts = 0;
  // Leases by how they ended.
  std::map<std::string, uint64_t> leases;
};

// Reads a job from a copy of the ledger, so that nothing of it is touched.
// Requires: no coordinator has the file open. NOT_FOUND: no such job. INTERNAL:
// SQLite failed.
absl::StatusOr<StoredJob> ReadStoredJob(const std::string& ledger_path,
                                        const std::string& job_id);

// Fails the test unless the job's units cover a plan of `positions` without gap
// or overlap, and each unit has exactly one result.
void ExpectEachUnitOnce(const StoredJob& job, uint64_t positions);

}  // namespace rookery

#endif  // ROOKERY_TESTS_SYSTEM_STORED_JOB_H_
