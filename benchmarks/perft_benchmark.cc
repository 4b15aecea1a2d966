// Leaves per second of every kernel of this machine.
//
// Every count is verified; a wrong one is an error of the benchmark. Only a
// release build says anything about speed.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "benchmarks/well_known_positions.h"
#include "core/board/position.h"
#include "core/board/position_codec.h"
#include "core/perft/kernel_registry.h"

namespace rookery {
namespace {

struct Task {
  const char* name;
  const char* fen;
  int depth;
  uint64_t count;
  // For the reference, which would take too long: one ply less.
  uint64_t shallow_count;
};

constexpr Task kSixPositions[] = {
    {"start", kStart, 7, 3195901860, 119060324},
    {"kiwipete", kKiwipete, 6, 8031647685, 193690690},
    {"position3", kPosition3, 7, 178633661, 11030083},
    {"position4", kPosition4, 6, 706045033, 15833292},
    {"position5", kPosition5, 5, 89941194, 2103487},
    {"position6", kPosition6, 6, 6923051137, 164075551},
};

// Counts once an iteration, without a table: hashed_benchmark has those.
void BM_Perft(benchmark::State& state, const Kernel* kernel, Task task) {
  const absl::StatusOr<Position> position = Position::FromFen(task.fen);
  if (!position.ok()) {
    state.SkipWithError(position.status().ToString().c_str());
    return;
  }
  const PackedPosition packed = Pack(*position);
  uint64_t leaves = 0;
  for ([[maybe_unused]] auto iteration : state) {
    uint64_t count = 0;
    CountRequest request;
    request.positions = {&packed, 1};
    request.depth = task.depth;
    request.counts = {&count, 1};
    if (kernel->Count(request) != CountResult::kDone || count != task.count) {
      state.SkipWithError(("counted " + std::to_string(count) + " instead of " +
                           std::to_string(task.count))
                              .c_str());
      break;
    }
    leaves += count;
  }
  state.counters["leaves"] = benchmark::Counter(static_cast<double>(leaves),
                                                benchmark::Counter::kIsRate);
}

bool RegisterAll() {
  for (const Kernel* kernel : AvailableKernels()) {
    const bool is_reference = kernel->name() == "reference";
    const std::string name(kernel->name());
    for (Task task : kSixPositions) {
      if (is_reference) {
        --task.depth;
        task.count = task.shallow_count;
      }
      benchmark::RegisterBenchmark(("BM_Perft/" + name + "/" + task.name +
                                    "_d" + std::to_string(task.depth))
                                       .c_str(),
                                   BM_Perft, kernel, task)
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}
[[maybe_unused]] const bool registered = RegisterAll();

}  // namespace
}  // namespace rookery
