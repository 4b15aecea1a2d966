#include "coordinator/damaged_rows.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "daemon/logging.h"

namespace rookery::coordinator {

absl::Status DropDamagedResults(Ledger& ledger,
                                std::span<const JobRecord> records) {
  std::vector<LedgerWrite> drops;
  for (const JobRecord& record : records) {
    for (const ResultRow& result : record.damaged) {
      daemon::LogError("damaged figures: their unit is computed again",
                       {{"job", result.job},
                        {"unit", result.unit},
                        {"replica", result.replica},
                        {"worker", result.worker}});
      drops.push_back(DropResult{
          .job = result.job, .unit = result.unit, .replica = result.replica});
    }
  }
  return drops.empty() ? absl::OkStatus() : ledger.Commit(drops);
}

absl::Status CheckUndamaged(const JobRow& job) {
  if (!job.damaged) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat("what the ledger has of job ", job.id,
                   " was changed by the disk; check it, and submit the "
                   "question anew with recompute"));
}

absl::Status EndDamagedJobs(Ledger& ledger, absl::Time now,
                            std::vector<JobRecord>* records) {
  std::vector<LedgerWrite> ends;
  for (const JobRecord& record : *records) {
    const absl::Status status = CheckUndamaged(record.job);
    if (status.ok()) continue;
    const std::string error(status.message());
    daemon::LogError("damaged job", {{"job", record.job.id}, {"error", error}});
    ends.push_back(EndJob{.job = record.job.id,
                          .state = JobState::kFailed,
                          .error = error,
                          .at = now});
  }
  if (ends.empty()) return absl::OkStatus();
  std::erase_if(*records,
                [](const JobRecord& record) { return record.job.damaged; });
  return ledger.Commit(ends);
}

}  // namespace rookery::coordinator
