// Leaves per second of every way of counting statistics on this machine,
// without a table, and of the fastest with one.
//
// Every count and every check is verified; a wrong one is an error of the
// benchmark. Only a release build says anything about speed. To compare with
// the reference, compare `leaves` of one position and depth in one run.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>

#include "benchmarks/well_known_positions.h"
#include "core/board/position.h"
#include "core/board/position_codec.h"
#include "core/perft/statistics/statistics_registry.h"
#include "core/perft/statistics/statistics_table.h"

namespace rookery {
namespace {

struct Task {
  const char* name;
  const char* fen;
  int depth;
  uint64_t nodes;
  uint64_t checks;  // mates included
};

constexpr Task kTasks[] = {
    {"start", kStart, 5, 4865609, 27351},
    {"kiwipete", kKiwipete, 4, 4085603, 25523},
    {"position3", kPosition3, 6, 11030083, 452473},
    {"position4", kPosition4, 4, 422333, 15492},
    {"position5", kPosition5, 4, 2103487, 158486},
    {"position6", kPosition6, 4, 3894594, 68985},
};

constexpr Task kHashedTasks[] = {
    {"start", kStart, 7, 3195901860, 33103848},
    {"kiwipete", kKiwipete, 6, 8031647685, 92238050},
};

// Counts once an iteration, each time with an empty table (or none).
void BM_Statistics(benchmark::State& state, const StatisticsKernel* kernel,
                   Task task, uint64_t mebibytes) {
  const absl::StatusOr<Position> position = Position::FromFen(task.fen);
  if (!position.ok()) {
    state.SkipWithError(position.status().ToString().c_str());
    return;
  }
  const PackedPosition packed = Pack(*position);
  uint64_t leaves = 0;
  for ([[maybe_unused]] auto iteration : state) {
    std::unique_ptr<StatisticsTable> table;
    if (mebibytes != 0) {
      auto made = StatisticsTable::Create(mebibytes, /*seed=*/1);
      if (!made.ok()) {
        state.SkipWithError(made.status().ToString().c_str());
        break;
      }
      table = *std::move(made);
    }
    Statistics statistics;
    const CountResult result = kernel->Count({.positions = {&packed, 1},
                                              .depth = task.depth,
                                              .table = table.get(),
                                              .statistics = {&statistics, 1}});
    uint64_t checks = 0;
    for (int column = kDirectChecks; column < kStalemates; ++column)
      checks += statistics.counts[column];
    if (result != CountResult::kDone || statistics[kNodes] != task.nodes ||
        checks != task.checks) {
      state.SkipWithError(
          ("counted " + std::to_string(statistics[kNodes]) + " leaves, " +
           std::to_string(checks) + " in check, instead of " +
           std::to_string(task.nodes) + " and " + std::to_string(task.checks))
              .c_str());
      break;
    }
    leaves += statistics[kNodes];
  }
  state.counters["leaves"] = benchmark::Counter(static_cast<double>(leaves),
                                                benchmark::Counter::kIsRate);
}

bool RegisterAll() {
  const auto add = [](const StatisticsKernel* kernel, const Task& task,
                      uint64_t mebibytes) {
    const std::string table =
        mebibytes == 0 ? "" : "/" + std::to_string(mebibytes) + "MiB";
    benchmark::RegisterBenchmark(
        ("BM_Statistics/" + std::string(kernel->name()) + "/" + task.name +
         "_d" + std::to_string(task.depth) + table)
            .c_str(),
        BM_Statistics, kernel, task, mebibytes)
        ->Unit(benchmark::kMillisecond);
  };
  for (const StatisticsKernel* kernel : AvailableStatisticsKernels()) {
    for (const Task& task : kTasks) add(kernel, task, 0);
  }
  for (const Task& task : kHashedTasks) {
    for (const uint64_t mebibytes : {16, 128})
      add(AvailableStatisticsKernels().front(), task, mebibytes);
  }
  return true;
}
[[maybe_unused]] const bool registered = RegisterAll();

}  // namespace
}  // namespace rookery
