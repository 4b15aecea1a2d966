// `rookery perft --estimate`: perft of a depth that nobody can count, by random
// sampling in this process.
#ifndef ROOKERY_CLI_ESTIMATE_H_
#define ROOKERY_CLI_ESTIMATE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "cli/console.h"
#include "cli/output_format.h"
#include "core/board/position.h"
#include "core/perft/estimate/estimate.h"

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::cli {

struct SamplingOptions {
  bool estimate = false;
  double seconds = 3;
  // If set, so many walks, whatever time they need.
  std::optional<int64_t> samples;
  int64_t seed = 1;
};

// Adds --estimate, and --seconds, --samples and --seed, which need it.
// `options` must outlive `command`.
void AddSamplingOptions(CLI::App* command, SamplingOptions* options);

// Estimates, and prints the answer or what is wrong. Returns the exit code.
int RunEstimate(const Position& position, int64_t depth,
                const SamplingOptions& options, int threads,
                OutputFormat format, const Console& console);

struct EstimateAnswer {
  std::string fen;
  int depth = 0;
  PerftEstimate estimate;
  int64_t seed = 0;
  absl::Duration time;
};

// "perft(13) ~ 1.9803e18 +- 0.0031e18 (0.16 %)", the interval of two standard
// errors to both sides, and time, walks and seed; of a small tree "perft(4) =
// 197281" and why there is no error. An interface, as all output (docs/cli.md).
std::string EstimateText(const EstimateAnswer& answer);

// One object on one line: fen, depth, estimate, standard_error, samples,
// seconds and seed, all but the first numbers.
std::string EstimateJson(const EstimateAnswer& answer);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_ESTIMATE_H_
