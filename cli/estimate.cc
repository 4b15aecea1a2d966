#include "cli/estimate.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <nlohmann/json.hpp>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/exit_code.h"
#include "cli/job_outcome.h"
#include "cli/json_line.h"
#include "cli/quantities.h"
#include "daemon/clock.h"
#include "daemon/options.h"

namespace rookery::cli {
namespace {

constexpr double kMaxSeconds = 86'400;
constexpr int64_t kMaxSamples = 1'000'000'000'000;

absl::Status CheckSamplingOptions(const SamplingOptions& options) {
  if (!(options.seconds >= 0 && options.seconds <= kMaxSeconds)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--seconds is ", options.seconds, "; it must be 0 to ", kMaxSeconds));
  }
  return daemon::CheckInRange("--samples", options.samples.value_or(1), 1,
                              kMaxSamples);
}

// Writes a number times 10^exponent as "1.23e18".
std::string Scaled(double value, int digits, int exponent) {
  return absl::StrFormat("%.*fe%d", digits, value / std::pow(10, exponent),
                         exponent);
}

}  // namespace

void AddSamplingOptions(CLI::App* command, SamplingOptions* options) {
  command->add_flag(
      "--estimate", options->estimate,
      absl::StrCat("Estimate the leaves by random sampling, for a --depth of "
                   "0 to ",
                   kMaxEstimateDepth));
  command
      ->add_option("--seconds", options->seconds,
                   "How long to sample for --estimate")
      ->type_name("T");
  command
      ->add_option("--samples", options->samples,
                   "For --estimate take so many samples instead")
      ->check(daemon::CheckDecimal)
      ->type_name("N");
  command
      ->add_option("--seed", options->seed,
                   "Where the random numbers of --estimate begin")
      ->check(daemon::CheckDecimal)
      ->type_name("S");
}

int RunEstimate(const Position& position, int64_t depth,
                const SamplingOptions& options, int threads,
                OutputFormat format, const Console& console) {
  if (depth < 0 || depth > kMaxEstimateDepth) {
    return Fail(*console.err,
                absl::InvalidArgumentError(absl::StrCat(
                    "--depth is ", depth, "; with --estimate it must be 0 to ",
                    kMaxEstimateDepth)));
  }
  if (const absl::Status status = CheckSamplingOptions(options); !status.ok())
    return Fail(*console.err, status);
  std::atomic<bool> cancelled = false;
  const Interrupt::Hook hook(console.interrupt, [&] { cancelled = true; });
  EstimateOptions sampling;
  if (options.samples) {
    sampling.samples = static_cast<uint64_t>(*options.samples);
  } else {
    sampling.time = absl::Seconds(options.seconds);
  }
  sampling.seed = static_cast<uint64_t>(options.seed);
  sampling.threads = threads;
  sampling.cancelled = &cancelled;
  const daemon::SystemClock clock;
  const absl::Duration start = clock.Monotonic();
  const absl::StatusOr<PerftEstimate> estimate =
      EstimatePerft(position, static_cast<int>(depth), sampling);
  if (!estimate.ok())
    return FailOrInterrupted(console, estimate.status(), "interrupted");
  const EstimateAnswer answer{.fen = position.ToFen(),
                              .depth = static_cast<int>(depth),
                              .estimate = *estimate,
                              .seed = options.seed,
                              .time = clock.Monotonic() - start};
  *console.out << (format == OutputFormat::kJson ? EstimateJson(answer)
                                                 : EstimateText(answer))
               << std::flush;
  return kSuccess;
}

std::string EstimateText(const EstimateAnswer& answer) {
  const auto& [mean, error, samples] = answer.estimate;
  if (samples == 0) {
    return absl::StrFormat(
        "perft(%d) = %.0f\n%s, exact: the tree is small enough to be counted\n",
        answer.depth, mean, HumanDuration(answer.time));
  }
  // Two digits of the error are worth writing, and the mean as far as these.
  const int exponent = mean > 0 ? static_cast<int>(std::log10(mean)) : 0;
  const int digits =
      error > 0
          ? std::clamp(
                exponent + 1 - static_cast<int>(std::floor(std::log10(error))),
                1, 15)
          : 1;
  const auto scaled = [exponent, digits](double value) {
    return Scaled(value, digits, exponent);
  };
  return absl::StrFormat(
      "perft(%d) ~ %s +- %s (%.2g %%)\n"
      "95 %% between %s and %s\n"
      "%s, %d samples, seed %d\n",
      answer.depth, scaled(mean), scaled(error),
      mean > 0 ? 100 * error / mean : 0,
      scaled(std::max(0.0, mean - 2 * error)), scaled(mean + 2 * error),
      HumanDuration(answer.time), samples, answer.seed);
}

std::string EstimateJson(const EstimateAnswer& answer) {
  nlohmann::ordered_json json;
  json["fen"] = answer.fen;
  json["depth"] = answer.depth;
  json["estimate"] = answer.estimate.mean;
  json["standard_error"] = answer.estimate.standard_error;
  json["samples"] = answer.estimate.samples;
  json["seconds"] = JsonSeconds(answer.time);
  json["seed"] = answer.seed;
  return JsonLine(json);
}

}  // namespace rookery::cli
