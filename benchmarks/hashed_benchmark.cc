// Seconds of deep counts with a hash table, by one thread and by two that share
// the table.
//
// Every count is verified; a wrong one is an error of the benchmark. The
// deepest take minutes and 8 GiB. Only a release build says anything about
// speed.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "benchmarks/well_known_positions.h"
#include "core/board/position.h"
#include "core/board/position_codec.h"
#include "core/perft/frontier/frontier.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel_registry.h"

namespace rookery {
namespace {

struct Task {
  const char* name;
  const char* fen;
  int depth;
  uint64_t count;
};

constexpr Task kStartDepth7 = {"start", kStart, 7, 3195901860};
constexpr Task kStartDepth8 = {"start", kStart, 8, 84998978956};
constexpr Task kStartDepth9 = {"start", kStart, 9, 2439530234167};
constexpr Task kStartDepth10 = {"start", kStart, 10, 69352859712417};
constexpr Task kKiwipeteDepth7 = {"kiwipete", kKiwipete, 7, 374190009323};

// The positions that a thread takes at once: enough for a kernel that works on
// many together, few enough for all threads to end together.
constexpr size_t kMostTaken = 32768;
constexpr size_t kShares = 64;  // a thread

// Counts every position on `threads` threads, each taking the next ones when it
// is done with its own. False when a kernel gave no count.
bool CountInParallel(const Kernel& kernel, int depth, HashTable* table,
                     int threads, const Frontier& frontier,
                     std::vector<uint64_t>& counts) {
  const size_t taken = std::clamp<size_t>(
      counts.size() / (kShares * static_cast<size_t>(threads)), 1, kMostTaken);
  std::atomic<size_t> next = 0;
  std::atomic<bool> failed = false;
  const auto work = [&] {
    std::vector<PackedPosition> positions(taken);
    for (size_t first; (first = next.fetch_add(taken)) < counts.size();) {
      const size_t count = std::min(taken, counts.size() - first);
      const std::span<PackedPosition> range(positions.data(), count);
      if (!frontier.ReadPositions(first, range).ok()) failed = true;
      CountRequest request;
      request.positions = range;
      request.depth = depth;
      request.table = table;
      request.counts = {&counts[first], count};
      if (kernel.Count(request) != CountResult::kDone) failed = true;
    }
  };
  std::vector<std::thread> others;
  for (int thread = 1; thread < threads; ++thread) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
  return !failed;
}

// How a task is computed.
struct Setup {
  uint64_t hash_mebibytes;
  int threads;
  // The plies after which the unique positions are shared out.
  int split;
};

// Counts once an iteration with a fresh table, whose making belongs to the
// time, as does the frontier that is shared out.
void BM_Hashed(benchmark::State& state, const Kernel* kernel, Task task,
               Setup setup) {
  const absl::StatusOr<Position> position = Position::FromFen(task.fen);
  if (!position.ok()) {
    state.SkipWithError(position.status().ToString().c_str());
    return;
  }
  for ([[maybe_unused]] auto iteration : state) {
    const absl::StatusOr<std::unique_ptr<HashTable>> table =
        HashTable::Create(setup.hash_mebibytes, /*seed=*/1);
    if (!table.ok()) {
      state.SkipWithError(table.status().ToString().c_str());
      return;
    }
    Frontier frontier(*position);
    while (frontier.plies() < setup.split) {
      if (const absl::Status status = frontier.Extend(
              {.max_positions = uint64_t{1} << 27, .threads = setup.threads});
          !status.ok()) {
        state.SkipWithError(status.ToString().c_str());
        return;
      }
    }
    std::vector<uint64_t> counts(frontier.size());
    if (!CountInParallel(*kernel, task.depth - setup.split, table->get(),
                         setup.threads, frontier, counts)) {
      state.SkipWithError("the kernel gave no count");
      return;
    }
    const absl::StatusOr<absl::uint128> total = frontier.WeightedSum(counts);
    if (!total.ok() || *total != task.count) {
      state.SkipWithError(
          ("counted something else than " + std::to_string(task.count))
              .c_str());
      return;
    }
  }
}

void Register(const Kernel* kernel, const Task& task, const Setup& setup) {
  benchmark::RegisterBenchmark(
      ("BM_Hashed/" + std::string(kernel->name()) + "/" + task.name + "_d" +
       std::to_string(task.depth) + "/" + std::to_string(setup.hash_mebibytes) +
       "_MiB/threads_" + std::to_string(setup.threads) + "/split_" +
       std::to_string(setup.split))
          .c_str(),
      BM_Hashed, kernel, task, setup)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

bool RegisterAll() {
  const Kernel* const best = AvailableKernels().front();
  for (const Kernel* kernel : AvailableKernels()) {
    if (kernel->name() == "reference") continue;
    for (const Task& task :
         {kStartDepth7, kStartDepth8, kStartDepth9, kKiwipeteDepth7}) {
      Register(kernel, task, {1024, 1, 0});
    }
  }
  Register(best, kStartDepth9, {1024, 2, 4});
  // Positions of remaining depth 3 in the order of a frontier need no large
  // table.
  Register(best, kStartDepth9, {64, 2, 6});
  Register(best, kStartDepth10, {8192, 2, 4});
  Register(best, kStartDepth10, {64, 2, 7});
  return true;
}
[[maybe_unused]] const bool registered = RegisterAll();

}  // namespace
}  // namespace rookery
