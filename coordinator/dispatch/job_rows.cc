#include "coordinator/dispatch/job_rows.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

namespace rookery::coordinator {
namespace {

// Eight replicas, and one more to verify.
constexpr uint32_t kMostReplicas = 9;

std::vector<const UnitRow*> ByFirst(std::span<const UnitRow> units) {
  std::vector<const UnitRow*> sorted;
  sorted.reserve(units.size());
  for (const UnitRow& unit : units) sorted.push_back(&unit);
  std::sort(
      sorted.begin(), sorted.end(),
      [](const UnitRow* a, const UnitRow* b) { return a->first < b->first; });
  return sorted;
}

template <typename... Parts>
absl::Status Contradiction(const JobSpec& spec, const Parts&... parts) {
  return absl::InternalError(
      absl::StrCat("ledger rows of job ", spec.job_id,
                   " contradict each other: ", parts...));
}

}  // namespace

absl::Status CheckRows(const JobSpec& spec, std::span<const UnitRow> units,
                       std::span<const LeaseRow> leases,
                       std::span<const ResultRow> results) {
  uint64_t size = 0;
  std::vector<uint64_t> section_ends;
  for (const Section& section : spec.sections)
    section_ends.push_back(size += section.count);
  absl::flat_hash_map<uint64_t, uint32_t> replicas_of;
  for (const UnitRow& unit : units) {
    if (unit.job != spec.job_id)
      return Contradiction(spec, "unit ", unit.number, " is of job ", unit.job);
    if (!replicas_of.emplace(unit.number, unit.replicas).second) {
      return Contradiction(spec, "there are two units ", unit.number);
    }
    if (unit.count == 0 || unit.first >= size ||
        unit.count > size - unit.first) {
      return Contradiction(spec, "unit ", unit.number, " has ", unit.count,
                           " items from ", unit.first, " on, the plan has ",
                           size);
    }
    const uint64_t section_end =
        *std::upper_bound(section_ends.begin(), section_ends.end(), unit.first);
    if (unit.first + unit.count > section_end) {
      return Contradiction(
          spec, "unit ", unit.number, " has ", unit.count, " items from ",
          unit.first, " on, across the end of a section at item ", section_end);
    }
    if (unit.replicas == 0 || unit.replicas > kMostReplicas) {
      return Contradiction(spec, "unit ", unit.number, " has ", unit.replicas,
                           " replicas");
    }
  }
  const std::vector<const UnitRow*> sorted = ByFirst(units);
  for (size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i - 1]->first + sorted[i - 1]->count > sorted[i]->first) {
      return Contradiction(spec, "units ", sorted[i - 1]->number, " and ",
                           sorted[i]->number, " overlap at item ",
                           sorted[i]->first);
    }
  }
  const auto check_replica = [&](const char* kind, const std::string& job,
                                 uint64_t unit,
                                 uint32_t replica) -> absl::Status {
    if (job != spec.job_id)
      return Contradiction(spec, kind, " of unit ", unit, " is of job ", job);
    const auto found = replicas_of.find(unit);
    if (found == replicas_of.end())
      return Contradiction(spec, kind, " is of unit ", unit,
                           ", which is not there");
    if (replica < found->second) return absl::OkStatus();
    return Contradiction(spec, kind, " is of replica ", replica, " of unit ",
                         unit, ", which has ", found->second);
  };
  absl::flat_hash_set<std::string> lease_ids;
  for (const LeaseRow& lease : leases) {
    if (absl::Status status =
            check_replica("a lease", lease.job, lease.unit, lease.replica);
        !status.ok()) {
      return status;
    }
    if (!lease_ids.insert(lease.id).second)
      return Contradiction(spec, "there are two leases ", lease.id);
  }
  absl::flat_hash_set<std::pair<uint64_t, uint32_t>> with_result;
  for (const ResultRow& result : results) {
    if (absl::Status status =
            check_replica("a result", result.job, result.unit, result.replica);
        !status.ok()) {
      return status;
    }
    if (!with_result.emplace(result.unit, result.replica).second) {
      return Contradiction(spec, "replica ", result.replica, " of unit ",
                           result.unit, " has two results");
    }
  }
  return absl::OkStatus();
}

std::vector<Range> UncutRanges(uint64_t size, std::span<const UnitRow> units) {
  std::vector<Range> uncut;
  uint64_t next = 0;
  for (const UnitRow* unit : ByFirst(units)) {
    if (unit->first > next) uncut.push_back({next, unit->first - next});
    next = unit->first + unit->count;
  }
  if (next < size) uncut.push_back({next, size - next});
  return uncut;
}

}  // namespace rookery::coordinator
