// A job for the tests of this folder, and its archive.
#ifndef ROOKERY_TESTS_UNIT_COORDINATOR_ARCHIVE_ARCHIVED_JOB_H_
#define ROOKERY_TESTS_UNIT_COORDINATOR_ARCHIVE_ARCHIVED_JOB_H_

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "coordinator/archive/archive_writer.h"
#include "tests/unit/coordinator/ledger/rows.h"

namespace rookery::coordinator {

// With `units` units, and a result for each but the last.
inline JobRecord MakeRecord(uint64_t units) {
  JobRecord record;
  record.job = MakeJob("a");
  record.job.plan = "plan";
  record.job.state = JobState::kRunning;
  for (uint64_t unit = 0; unit < units; ++unit) {
    record.units.push_back(MakeUnit("a", unit));
    if (unit + 1 < units) {
      record.results.push_back(
          MakeResult("a", unit, absl::StrCat("figures ", unit)));
    }
  }
  return record;
}

inline std::string WriteArchive(JobRecord record, size_t most = 1 << 20) {
  ArchiveWriter writer(std::move(record));
  std::string archive;
  for (;;) {
    const std::string bytes = writer.Next(most);
    if (bytes.empty()) return archive;
    archive += bytes;
  }
}

}  // namespace rookery::coordinator

#endif  // ROOKERY_TESTS_UNIT_COORDINATOR_ARCHIVE_ARCHIVED_JOB_H_
