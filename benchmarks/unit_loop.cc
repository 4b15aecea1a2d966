// Runs the units of an ended perft job once more in a plain loop, without any
// service, and prints the seconds, how many units there were, and the processor
// seconds: what benchmarks/service_overhead compares with. Every count must
// equal the stored one, or it fails.
//
// Usage: unit_loop LEDGER WORKER|SHARE/SHARES KERNEL HASH_MIB
// Runs the units whose results WORKER (an id) handed in, in that order, on one
// thread with a new table. Or those of one of SHARES contiguous ranges of the
// plan, from 1 on and of as many positions each as can be, in the plan's order:
// what one of so many workers with tables of their own would count.
#include <sqlite3.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
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

// Units `share` of `shares` in the order of the plan, cut where the ranges of
// so many workers end.
std::vector<StoredUnit> ShareOf(std::vector<StoredUnit> units, uint64_t share,
                                uint64_t shares) {
  std::sort(units.begin(), units.end(),
            [](const StoredUnit& one, const StoredUnit& other) {
              return one.first < other.first;
            });
  const uint64_t size = units.back().first + units.back().count;
  const uint64_t begin = size * (share - 1) / shares;
  const uint64_t end = size * share / shares;
  std::vector<StoredUnit> inside;
  for (const StoredUnit& unit : units) {
    const uint64_t first = std::max(unit.first, begin);
    const uint64_t last = std::min(unit.first + unit.count, end);
    if (first >= last) continue;
    StoredUnit& part = inside.emplace_back();
    part.first = first;
    part.count = last - first;
    for (uint64_t position = first; position < last; ++position)
      part.figures.add_counts(
          unit.figures.counts(static_cast<int>(position - unit.first)));
  }
  return inside;
}

double ProcessorSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) +
         1e-9 * static_cast<double>(time.tv_nsec);
}

void Run(const char* path, const std::string& which,
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
  uint64_t share = 0;
  uint64_t shares = 0;
  const bool by_share =
      std::sscanf(which.c_str(), "%" SCNu64 "/%" SCNu64, &share, &shares) == 2;
  if (by_share && (share < 1 || share > shares))
    Fail("there is no share " + which);
  std::vector<StoredUnit> units;
  {
    Query rows(database,
               "SELECT first, count, bytes FROM results r JOIN units u ON "
               "u.job = r.job AND u.number = r.unit JOIN figures f ON f.id = "
               "r.figures_id WHERE ?1 IN (worker, '') AND replica = 0 ORDER BY "
               "completed_at",
               by_share ? "" : which);
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
  if (units.empty()) Fail("there are no results of " + which);
  if (by_share) units = ShareOf(std::move(units), share, shares);

  const auto plan = OrFail(PerftPlan::Rebuild(OrFail(ToPerftQuestion(request)),
                                              description, nullptr));
  const Kernel* kernel = OrFail(FindKernel(kernel_name));
  std::unique_ptr<HashTable> table;
  if (hash_mib != 0) table = OrFail(HashTable::Create(hash_mib, /*seed=*/1));

  std::vector<uint64_t> counts;
  const double processor_start = ProcessorSeconds();
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
  std::printf("%.3f %zu %.3f\n", seconds.count(), units.size(),
              ProcessorSeconds() - processor_start);
}

}  // namespace
}  // namespace rookery::coordinator

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr,
                 "usage: unit_loop LEDGER WORKER|SHARE/SHARES KERNEL "
                 "HASH_MIB\n");
    return 2;
  }
  rookery::coordinator::Run(argv[1], argv[2], argv[3],
                            std::strtoull(argv[4], nullptr, 10));
  return 0;
}
