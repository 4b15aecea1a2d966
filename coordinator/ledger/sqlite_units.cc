#include "coordinator/ledger/sqlite_units.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "coordinator/ledger/sqlite_values.h"

namespace rookery::coordinator::sqlite {
namespace {

struct LeaseEndName {
  LeaseEnd end;
  std::string_view name;
};
constexpr std::array kLeaseEnds = {
    LeaseEndName{LeaseEnd::kOpen, "open"},
    LeaseEndName{LeaseEnd::kCompleted, "completed"},
    LeaseEndName{LeaseEnd::kExpired, "expired"},
    LeaseEndName{LeaseEnd::kReleased, "released"},
    LeaseEndName{LeaseEnd::kFailed, "failed"},
    LeaseEndName{LeaseEnd::kVoid, "void"},
};

std::string_view Name(LeaseEnd end) {
  return std::ranges::find(kLeaseEnds, end, &LeaseEndName::end)->name;
}

}  // namespace

absl::StatusOr<std::vector<UnitRow>> ReadUnits(Connection& connection,
                                               const std::string& job) {
  Query query(connection,
              "SELECT number, first, count, replicas, failures FROM units "
              "WHERE job = ? ORDER BY number",
              {job});
  std::vector<UnitRow> units;
  while (query.Step()) {
    UnitRow& unit = units.emplace_back();
    unit.job = job;
    unit.number = query.Integer(0);
    unit.first = query.Integer(1);
    unit.count = query.Integer(2);
    unit.replicas = static_cast<uint32_t>(query.Integer(3));
    unit.failures = static_cast<uint32_t>(query.Integer(4));
  }
  if (!query.status().ok()) return query.status();
  return units;
}

absl::StatusOr<std::vector<LeaseRow>> ReadLeases(Connection& connection,
                                                 const std::string& job) {
  Query query(connection,
              "SELECT id, unit, replica, worker, ended FROM leases "
              "WHERE job = ? ORDER BY number",
              {job});
  std::vector<LeaseRow> leases;
  while (query.Step()) {
    LeaseRow& lease = leases.emplace_back();
    lease.id = query.Bytes(0);
    lease.job = job;
    lease.unit = query.Integer(1);
    lease.replica = static_cast<uint32_t>(query.Integer(2));
    lease.worker = query.Bytes(3);
    const std::string name = query.Bytes(4);
    const auto* end = std::ranges::find(kLeaseEnds, name, &LeaseEndName::name);
    if (end == kLeaseEnds.end()) {
      return absl::DataLossError(
          absl::StrCat("lease ", lease.id, " has unknown end ", name));
    }
    lease.ended = end->end;
  }
  if (!query.status().ok()) return query.status();
  return leases;
}

absl::Status Apply(Connection& connection, const PutUnit& write) {
  const UnitRow& unit = write.unit;
  absl::Status status =
      Run(connection,
          "INSERT INTO units (job, number, first, count, replicas, failures) "
          "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (job, number) DO UPDATE SET "
          "failures = excluded.failures "
          "WHERE first = excluded.first AND count = excluded.count",
          {unit.job, Number(unit.number), Number(unit.first),
           Number(unit.count), int64_t{unit.replicas}, int64_t{unit.failures}});
  if (!status.ok()) return status;
  if (connection.changed_rows() == 0) {
    return absl::InternalError(
        absl::StrCat("unit ", unit.number, " of job ", unit.job,
                     " is stored with another range than first ", unit.first,
                     ", count ", unit.count));
  }
  return absl::OkStatus();
}

absl::Status Apply(Connection& connection, const PutLease& write) {
  const LeaseRow& lease = write.lease;
  return Run(connection,
             "INSERT INTO leases (id, job, unit, replica, worker, ended) "
             "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
             "ended = excluded.ended WHERE excluded.ended <> 'open'",
             {lease.id, lease.job, Number(lease.unit), int64_t{lease.replica},
              lease.worker, Name(lease.ended)});
}

}  // namespace rookery::coordinator::sqlite
