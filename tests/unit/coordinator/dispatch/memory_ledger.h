// The rows that a ledger would have after a dispatcher's writes, by the
// ledger's rules.
#ifndef ROOKERY_TESTS_UNIT_COORDINATOR_DISPATCH_MEMORY_LEDGER_H_
#define ROOKERY_TESTS_UNIT_COORDINATOR_DISPATCH_MEMORY_LEDGER_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

class MemoryLedger {
 public:
  void Apply(std::span<const LedgerWrite> writes) {
    for (const LedgerWrite& write : writes)
      std::visit([this](const auto& put) { Put(put); }, write);
  }

  std::vector<UnitRow> Units(const std::string& job) const {
    return Of<UnitRow>(units_, job);
  }
  std::vector<LeaseRow> Leases(const std::string& job) const {
    return Of<LeaseRow>(leases_, job);
  }
  std::vector<ResultRow> Results(const std::string& job) const {
    return Of<ResultRow>(results_, job);
  }
  const std::vector<ResultRow>& conflicts() const { return conflicts_; }
  const LeaseRow& Lease(const std::string& id) const { return leases_.at(id); }

 private:
  template <typename Row, typename Rows>
  static std::vector<Row> Of(const Rows& rows, const std::string& job) {
    std::vector<Row> found;
    for (const auto& [key, row] : rows) {
      if (row.job == job) found.push_back(row);
    }
    return found;
  }

  void Put(const PutUnit& put) {
    const auto [row, is_new] =
        units_.try_emplace({put.unit.job, put.unit.number}, put.unit);
    if (!is_new) row->second.failures = put.unit.failures;
  }
  void Put(const PutLease& put) {
    const auto [row, is_new] = leases_.try_emplace(put.lease.id, put.lease);
    if (!is_new) row->second.ended = put.lease.ended;
  }
  void Put(const PutResult& put) {
    results_.try_emplace({put.result.job, put.result.unit, put.result.replica},
                         put.result);
  }
  void Put(const DropResult& drop) {
    results_.erase({drop.job, drop.unit, drop.replica});
  }
  void Put(const PutConflict& put) { conflicts_.push_back(put.result); }
  void Put(const PutWorker&) {}
  void Put(const SetPlan&) {}
  void Put(const EndJob&) {}

  std::map<std::pair<std::string, uint64_t>, UnitRow> units_;
  std::map<std::string, LeaseRow> leases_;
  std::map<std::tuple<std::string, uint64_t, uint32_t>, ResultRow> results_;
  std::vector<ResultRow> conflicts_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_TESTS_UNIT_COORDINATOR_DISPATCH_MEMORY_LEDGER_H_
