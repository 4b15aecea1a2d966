// What an estimate of perft costs, and whether it is as good as it says.
//
// An iteration makes twenty estimates, each with a seed of its own. Fewer than
// nineteen within three standard errors of the exact value are an error of the
// benchmark. Only a release build says anything about speed.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "benchmarks/well_known_positions.h"
#include "core/board/position.h"
#include "core/perft/estimate/estimate.h"

namespace rookery {
namespace {

struct Task {
  const char* name;
  const char* fen;
  int depth;
  double leaves;  // oeis.org/A048987; tests/data/perft/perft_facts.tsv
};

constexpr Task kTasks[] = {
    {"start", kStart, 8, 84998978956.0},
    {"start", kStart, 9, 2439530234167.0},
    {"start", kStart, 10, 69352859712417.0},
    {"start", kStart, 11, 2097651003696806.0},
    {"start", kStart, 12, 62854969236701747.0},
    {"start", kStart, 13, 1981066775000396239.0},
    {"start", kStart, 14, 61885021521585529237.0},
    {"start", kStart, 15, 2015099950053364471960.0},
    {"kiwipete", kKiwipete, 7, 374190009323.0},
};
constexpr int kSeeds = 20;
constexpr uint64_t kSamples[] = {kMinEstimateSamples, 65'536};

void BM_Estimate(benchmark::State& state, Task task, uint64_t samples) {
  const absl::StatusOr<Position> position = Position::FromFen(task.fen);
  if (!position.ok()) {
    state.SkipWithError(position.status().ToString().c_str());
    return;
  }
  uint64_t seed = 0;
  uint64_t taken = 0;
  double squares = 0;
  double relative_errors = 0;
  for ([[maybe_unused]] auto iteration : state) {
    int good = 0;
    for (int index = 0; index < kSeeds; ++index) {
      const absl::StatusOr<PerftEstimate> estimate = EstimatePerft(
          *position, task.depth, {.samples = samples, .seed = ++seed});
      if (!estimate.ok()) {
        state.SkipWithError(estimate.status().ToString().c_str());
        return;
      }
      const double errors =
          (estimate->mean - task.leaves) / estimate->standard_error;
      if (std::abs(errors) <= 3) ++good;
      squares += errors * errors;
      relative_errors += estimate->standard_error / estimate->mean;
      taken += estimate->samples;
    }
    if (good < kSeeds - 1) {
      state.SkipWithError(("only " + std::to_string(good) +
                           " of 20 are within 3 standard errors")
                              .c_str());
      return;
    }
  }
  const double estimates = static_cast<double>(seed);
  state.counters["samples"] = benchmark::Counter(static_cast<double>(taken),
                                                 benchmark::Counter::kIsRate);
  state.counters["relative_standard_error"] = relative_errors / estimates;
  // 1 where the standard errors are what the errors really are.
  state.counters["errors_in_standard_errors"] = std::sqrt(squares / estimates);
}

bool RegisterAll() {
  for (const Task& task : kTasks) {
    for (const uint64_t samples : kSamples) {
      benchmark::RegisterBenchmark(
          ("BM_Estimate/" + std::string(task.name) + "_" +
           std::to_string(task.depth) + "/" + std::to_string(samples))
              .c_str(),
          BM_Estimate, task, samples)
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
    }
  }
  return true;
}

[[maybe_unused]] const bool registered = RegisterAll();

}  // namespace
}  // namespace rookery
