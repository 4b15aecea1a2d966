// Runs the units of an ended perft job once more in a plain loop, without any
// service, and prints the seconds: what benchmarks/service_overhead compares
// with. Every count must equal the stored one, or it fails.
//
// Usage: unit_loop LEDGER WORKER KERNEL HASH_MIB
// Runs the units whose results WORKER (an id) handed in, in that order, on one
// thread with a new table.
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "coordinator/perft_request.h"
#include "coordinator/planner/perft_plan.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel_registry.h"
#include "rookery/v1/job.pb.h"
#include "rookery/v1/worker_service.pb.h"

namespace rookery::coordinator {
namespace {

struct StoredUnit {
  uint64_t first = 0;
  uint64_t count = 0;
  v1::PerftFigures figures;
};

[[noreturn]] void Fail(const std::string& what) {
  std::fprintf(stderr, "unit_loop: %s\n", what.c_str());
  std::exit(1);
}

template <typename T>
T OrFail(absl::StatusOr<T> value) {
  if (!value.ok()) Fail(std::string(value.status().message()));
  return *std::move(value);
}

class Query {
 public:
  Query(sqlite3* database, const char* sql, const std::string& argument) {
    if (sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr) !=
        SQLITE_OK) {
      Fail(sqlite3_errmsg(database));
    }
    if (sqlite3_bind_parameter_count(statement_) == 1) {
      sqlite3_bind_text(statement_, 1, argument.c_str(), -1, SQLITE_TRANSIENT);
    }
  }
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  bool Step() { return sqlite3_step(statement_) == SQLITE_ROW; }
  uint64_t Integer(int column) const {
    return static_cast<uint64_t>(sqlite3_column_int64(statement_, column));
  }
  std::string Bytes(int column) const {
    const auto* data =
        static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return {data,
            static_cast<size_t>(sqlite3_column_bytes(statement_, column))};
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

void Run(const char* path, const std::string& worker,
         const std::string& kernel_name, uint64_t hash_mib) {
  sqlite3* database = nullptr;
  if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nullptr) !=
      SQLITE_OK) {
    Fail(std::string("cannot open ") + path);
  }
  v1::SubmitPerftRequest request;
  std::string description;
  {
    Query job(database, "SELECT request, plan FROM jobs", "");
    if (!job.Step() || !request.ParseFromString(job.Bytes(0))) {
      Fail("the ledger has no perft job");
    }
    description = job.Bytes(1);
  }
  std::vector<StoredUnit> units;
  {
    Query rows(database,
               "SELECT first, count, bytes FROM results r JOIN units u ON "
               "u.job = r.job AND u.number = r.unit JOIN figures f ON f.id = "
               "r.figures_id WHERE worker = ? ORDER BY completed_at",
               worker);
    while (rows.Step()) {
      StoredUnit& unit = units.emplace_back();
      unit.first = rows.Integer(0);
      unit.count = rows.Integer(1);
      if (!unit.figures.ParseFromString(rows.Bytes(2))) {
        Fail("figures cannot be read");
      }
    }
  }
  sqlite3_close(database);
  if (units.empty()) Fail("worker " + worker + " has no results");

  const auto plan = OrFail(PerftPlan::Rebuild(OrFail(ToPerftQuestion(request)),
                                              description, nullptr));
  const Kernel* kernel = OrFail(FindKernel(kernel_name));
  std::unique_ptr<HashTable> table;
  if (hash_mib != 0) table = OrFail(HashTable::Create(hash_mib, /*seed=*/1));

  std::vector<uint64_t> counts;
  const auto start = std::chrono::steady_clock::now();
  for (const StoredUnit& unit : units) {
    counts.assign(unit.count, 0);
    const std::vector<PackedPosition> positions =
        OrFail(plan->Positions(unit.first, unit.count));
    if (kernel->Count({.positions = positions,
                       .depth = plan->RemainingDepth(unit.first),
                       .table = table.get(),
                       .counts = counts}) != CountResult::kDone) {
      Fail("the kernel gave up");
    }
    if (!std::equal(counts.begin(), counts.end(), unit.figures.counts().begin(),
                    unit.figures.counts().end())) {
      Fail("a count differs from the stored one");
    }
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  std::printf("%.3f %zu\n", seconds.count(), units.size());
}

}  // namespace
}  // namespace rookery::coordinator

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: unit_loop LEDGER WORKER KERNEL HASH_MIB\n");
    return 2;
  }
  rookery::coordinator::Run(argv[1], argv[2], argv[3],
                            std::strtoull(argv[4], nullptr, 10));
  return 0;
}
