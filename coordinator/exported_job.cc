#include "coordinator/exported_job.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "coordinator/damaged_rows.h"

namespace rookery::coordinator {
namespace {

// Workers that differ from each other in a unit.
std::set<std::string> WorkersInDispute(const JobRecord& record) {
  std::set<uint64_t> units;
  for (const ResultRow& conflict : record.conflicts)
    units.insert(conflict.unit);
  const std::vector<ResultRow>& results = record.results;
  for (size_t next = 1; next < results.size(); ++next) {
    if (results[next - 1].unit == results[next].unit &&
        results[next - 1].figures != results[next].figures)
      units.insert(results[next].unit);
  }
  std::set<std::string> workers;
  for (const std::vector<ResultRow>* rows : {&results, &record.conflicts}) {
    for (const ResultRow& row : *rows)
      if (units.contains(row.unit)) workers.insert(row.worker);
  }
  return workers;
}

}  // namespace

absl::Status PrepareExport(JobRecord* record) {
  const JobRow& job = record->job;
  if (absl::Status status = CheckUndamaged(job); !status.ok()) return status;
  if (!job.has_payload) {
    return absl::FailedPreconditionError(
        absl::StrCat("of job ", job.id,
                     " the ledger has only the answer, which rookery jobs get "
                     "shows; there are no results to export"));
  }
  if (job.state != JobState::kFailed) return absl::OkStatus();
  const std::set<std::string> doubtful = WorkersInDispute(*record);
  std::erase_if(record->results, [&doubtful](const ResultRow& result) {
    return doubtful.contains(result.worker);
  });
  for (UnitRow& unit : record->units) unit.failures = 0;
  return absl::OkStatus();
}

}  // namespace rookery::coordinator
