// What the ledger kept of a job before a restart: whether it makes sense, and
// which items no unit covers.
#ifndef ROOKERY_COORDINATOR_DISPATCH_JOB_ROWS_H_
#define ROOKERY_COORDINATOR_DISPATCH_JOB_ROWS_H_

#include <span>
#include <vector>

#include "absl/status/status.h"
#include "coordinator/dispatch/dispatcher.h"
#include "coordinator/dispatch/ranges.h"
#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

// INTERNAL: the rows contradict each other or the spec; the message names the
// job, the row and what is wrong.
absl::Status CheckRows(const JobSpec& spec, std::span<const UnitRow> units,
                       std::span<const LeaseRow> leases,
                       std::span<const ResultRow> results);

// The parts of a plan of `size` items that no unit covers, in order. Requires:
// CheckRows passed.
std::vector<Range> UncutRanges(uint64_t size, std::span<const UnitRow> units);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_JOB_ROWS_H_
