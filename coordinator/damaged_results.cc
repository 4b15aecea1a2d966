#include "coordinator/damaged_results.h"

#include <vector>

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

}  // namespace rookery::coordinator
