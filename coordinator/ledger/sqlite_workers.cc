#include "coordinator/ledger/sqlite_workers.h"

#include "absl/strings/str_cat.h"
#include "coordinator/ledger/sqlite_values.h"

namespace rookery::coordinator::sqlite {

absl::StatusOr<std::vector<WorkerRow>> ReadWorkers(Connection& connection) {
  Query query(connection,
              "SELECT id, instance, name, capabilities, state, reason, "
              "registered_at FROM workers ORDER BY id");
  std::vector<WorkerRow> workers;
  while (query.Step()) {
    WorkerRow& worker = workers.emplace_back();
    worker.id = query.Bytes(0);
    worker.instance = query.Bytes(1);
    worker.name = query.Bytes(2);
    worker.capabilities = query.Bytes(3);
    worker.state = query.Bytes(4);
    worker.reason = query.Bytes(5);
    worker.registered_at = absl::FromUnixNanos(query.Integer(6));
  }
  if (!query.status().ok()) return query.status();
  return workers;
}

absl::Status Apply(Connection& connection, const PutWorker& write) {
  const WorkerRow& worker = write.worker;
  absl::Status status = Run(
      connection,
      "INSERT INTO workers (id, instance, name, capabilities, state, reason, "
      "registered_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
      "SET registered_at = excluded.registered_at, "
      "instance = excluded.instance, name = excluded.name, "
      "capabilities = excluded.capabilities, state = excluded.state, "
      "reason = excluded.reason",
      {worker.id, worker.instance, worker.name, Blob{worker.capabilities},
       worker.state, worker.reason, Number(worker.registered_at)});
  if (absl::IsAlreadyExists(status)) {
    return absl::AlreadyExistsError(
        absl::StrCat("instance ", worker.instance,
                     " belongs to another worker than ", worker.id));
  }
  return status;
}

absl::Status DeleteWorkers(Connection& connection, absl::Time registered) {
  return Run(connection,
             "DELETE FROM workers WHERE state = 'active' AND "
             "registered_at <= ? AND id NOT IN (SELECT worker FROM leases)",
             {Number(registered)});
}

}  // namespace rookery::coordinator::sqlite
