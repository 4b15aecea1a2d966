// What the frontier of the start position takes: time and memory to build it,
// and time to digest it and to add it up; in memory, and spilled to the folder
// for temporary files.
//
// Names end in the plies, the threads and the memory in MiB, where that is
// limited. Sizes and sums are verified; a wrong one is an error of the
// benchmark. Seven plies take 5 GiB. Only a release build says anything about
// speed.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/board/position.h"
#include "core/perft/frontier/frontier.h"

namespace rookery {
namespace {

struct Task {
  int plies;
  uint64_t unique;
  uint64_t paths;
  // Small enough that most of the last ply does not fit.
  uint64_t little_memory;
};

// How to build.
struct Means {
  int threads;
  uint64_t memory_limit = 0;
};

constexpr uint64_t kMebibyte = uint64_t{1} << 20;

constexpr Task kTasks[] = {{5, 822518, 4865609, 16 * kMebibyte},
                           {6, 9417681, 119060324, 128 * kMebibyte},
                           {7, 96400068, 3195901860, 1024 * kMebibyte}};

constexpr const char* kWrongFrontier =
    "the frontier has another number of positions than is known";

// The most memory that the process has had since the last ResetPeakMemory, in
// bytes.
int64_t PeakMemory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    int64_t kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

void ResetPeakMemory() { std::ofstream("/proc/self/clear_refs") << "5"; }

std::optional<Frontier> Grown(benchmark::State& state, const Task& task,
                              Means means) {
  Frontier frontier(Position::Start());
  for (int ply = 0; ply < task.plies; ++ply) {
    const absl::Status status = frontier.Extend(
        {.memory_limit = means.memory_limit,
         .spill_folder = std::filesystem::temp_directory_path().string(),
         .threads = means.threads});
    if (!status.ok()) {
      state.SkipWithError(status.ToString().c_str());
      return std::nullopt;
    }
  }
  if (frontier.size() != task.unique) {
    state.SkipWithError(kWrongFrontier);
    return std::nullopt;
  }
  return frontier;
}

void SetRate(benchmark::State& state, const Task& task) {
  state.counters["positions"] =
      benchmark::Counter(static_cast<double>(task.unique) * state.iterations(),
                         benchmark::Counter::kIsRate);
}

// From nothing, with the digest that a stored plan needs.
void BM_Frontier(benchmark::State& state, Task task, Means means) {
  int64_t bytes = 0;
  for ([[maybe_unused]] auto iteration : state) {
    ResetPeakMemory();
    const int64_t before = PeakMemory();
    const std::optional<Frontier> frontier = Grown(state, task, means);
    if (!frontier) return;
    benchmark::DoNotOptimize(frontier->Digest().value());
    bytes = PeakMemory() - before;
  }
  SetRate(state, task);
  state.counters["peak_bytes_a_position"] =
      static_cast<double>(bytes) / static_cast<double>(task.unique);
}

void BM_FrontierDigest(benchmark::State& state, Task task, Means means) {
  const std::optional<Frontier> frontier = Grown(state, task, means);
  if (!frontier) return;
  for ([[maybe_unused]] auto iteration : state)
    benchmark::DoNotOptimize(frontier->Digest().value());
  SetRate(state, task);
}

void BM_FrontierSum(benchmark::State& state, Task task, Means means) {
  const std::optional<Frontier> frontier = Grown(state, task, means);
  if (!frontier) return;
  const std::vector<uint64_t> counts(task.unique, 1);
  for ([[maybe_unused]] auto iteration : state) {
    const absl::StatusOr<FrontierSum> sum =
        frontier->Sum(counts, means.threads);
    if (!sum.ok() || sum->total != task.paths) {
      state.SkipWithError("the frontier adds up to something else");
      return;
    }
  }
  SetRate(state, task);
}

bool RegisterAll() {
  using Run = void (*)(benchmark::State&, Task, Means);
  for (const auto& [name, run] :
       {std::pair<const char*, Run>{"BM_Frontier", BM_Frontier},
        {"BM_FrontierDigest", BM_FrontierDigest},
        {"BM_FrontierSum", BM_FrontierSum}}) {
    for (const Task& task : kTasks) {
      for (const Means means :
           {Means{1}, Means{2}, Means{1, task.little_memory},
            Means{2, task.little_memory}}) {
        if (run == BM_FrontierDigest && means.threads > 1) continue;
        std::string label = std::string(name) + "/start_" +
                            std::to_string(task.plies) + "/threads_" +
                            std::to_string(means.threads);
        if (means.memory_limit != 0)
          label += "/mib_" + std::to_string(means.memory_limit / kMebibyte);
        benchmark::RegisterBenchmark(label.c_str(), run, task, means)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  return true;
}
[[maybe_unused]] const bool registered = RegisterAll();

}  // namespace
}  // namespace rookery
