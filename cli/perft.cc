#include "cli/perft.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/estimate.h"
#include "cli/exit_code.h"
#include "cli/job_client.h"
#include "cli/job_outcome.h"
#include "cli/output_format.h"
#include "cli/perft_output.h"
#include "cli/position_argument.h"
#include "cli/progress_bar.h"
#include "cli/service.h"
#include "cli/suite.h"
#include "cli/unique.h"
#include "coordinator/perft_request.h"
#include "coordinator/planner/perft_plan.h"
#include "daemon/clock.h"
#include "daemon/options.h"

namespace rookery::cli {
namespace {

struct PerftOptions {
  std::vector<std::string> position;
  std::optional<int64_t> depth;
  std::string suite;
  SamplingOptions sampling;
  bool divide = false;
  bool statistics = false;
  bool chess960 = false;
  bool unique = false;
  int64_t replicas = 1;
  bool recompute = false;
  std::string coordinator;
  ComputeOptions compute;
  OutputFormat format = OutputFormat::kText;
};

// Refuses options that do not go together, or lack another one.
absl::Status CheckQuestion(const PerftOptions& options,
                           const Console& console) {
  const bool estimate = options.sampling.estimate;
  if (!estimate) {
    for (const char* option : {"--seconds", "--samples", "--seed"}) {
      if (!WasTyped(console, option)) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(option, " is for --estimate; add that or drop it"));
    }
  }
  if (estimate || options.unique) {
    for (const char* option : {"--recompute", "--replicas", "--hash-mib",
                               "--kernel", "--data-dir"}) {
      if (!WasTyped(console, option)) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          option, " means nothing to ", estimate ? "--estimate" : "--unique",
          ", which does not count by jobs; drop it"));
    }
  }
  if (!options.suite.empty() &&
      (!options.position.empty() || options.divide || options.statistics ||
       options.unique || options.chess960 || estimate)) {
    return absl::InvalidArgumentError(
        "--suite brings its own positions and prints which counts differ; use "
        "it without a position, --divide, --stats, --unique, --chess960 and "
        "--estimate");
  }
  if (estimate && !options.coordinator.empty()) {
    return absl::InvalidArgumentError(
        "--estimate takes seconds and is computed in this process; use it "
        "without --coordinator (--coordinator '' overrides a setting)");
  }
  if (estimate && (options.divide || options.statistics || options.unique)) {
    return absl::InvalidArgumentError(
        "--estimate gives one total; use it without --divide, --stats and "
        "--unique");
  }
  if (!options.depth && options.suite.empty())
    return absl::InvalidArgumentError("--depth is required");
  // RunEstimate has a range of its own.
  if (!estimate && options.depth) {
    const absl::Status status = daemon::CheckInRange(
        "--depth", *options.depth, 0, coordinator::kMaxPerftDepth);
    if (!status.ok()) return status;
  }
  if (options.divide && options.depth == 0) {
    return absl::InvalidArgumentError("--divide needs a --depth of at least 1");
  }
  if (options.divide && options.statistics && options.depth == 1) {
    return absl::InvalidArgumentError(
        "--divide with --stats needs a --depth of at least 2");
  }
  return absl::OkStatus();
}

// The request in the form in which the coordinator keeps it, so that an open
// job with the same question is found. The suite is empty where none was named.
absl::StatusOr<v1::SubmitPerftRequest> ToRequest(
    const PerftOptions& options, const std::vector<SuiteQuestion>& suite) {
  v1::SubmitPerftRequest request;
  AskSuite(suite, &request);
  if (suite.empty()) {
    const absl::StatusOr<Position> root =
        ParsePositionArgument(absl::StrJoin(options.position, " "));
    if (!root.ok()) return root.status();
    request.set_fen(root->ToFen());
    request.set_chess960(options.chess960 || root->NeedsChess960());
    request.set_depth(static_cast<uint32_t>(*options.depth));
    request.set_divide(options.divide);
    request.set_statistics(options.statistics);
  }
  if (const absl::Status status = daemon::CheckInRange(
          "--replicas", options.replicas, 1, coordinator::kMaxReplicas);
      !status.ok()) {
    return status;
  }
  if (options.replicas > 1 && options.coordinator.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--replicas is ", options.replicas,
                     ", but this process has one worker; it needs "
                     "--coordinator and a fleet"));
  }
  request.set_replicas(static_cast<uint32_t>(options.replicas));
  request.set_weight(1);
  request.set_recompute(options.recompute);
  return request;
}

// What is said after Ctrl-C; it depends on who keeps the job.
std::string InterruptedMessage(const PerftOptions& options,
                               const std::string& job_id) {
  if (!options.coordinator.empty()) {
    return absl::StrCat("interrupted, but job ", job_id,
                        " goes on; rookery jobs watch ", job_id,
                        " --coordinator ", options.coordinator,
                        " follows it, rookery jobs cancel ", job_id,
                        " --coordinator ", options.coordinator, " ends it");
  }
  if (!options.compute.data_dir.empty()) {
    return absl::StrCat(
        "interrupted; the same command goes on from here, with what is in ",
        options.compute.data_dir);
  }
  return "interrupted";
}

absl::StatusOr<Service> OpenService(const PerftOptions& options,
                                    Interrupt* interrupt) {
  if (options.coordinator.empty()) return StartService(options.compute);
  return ConnectService(options.coordinator, interrupt);
}

// Submits the question, or joins an open job with the same one: a run with a
// data directory that was ended goes on.
absl::StatusOr<v1::Job> SubmitOrJoin(const PerftOptions& options,
                                     const v1::SubmitPerftRequest& request,
                                     JobClient* client) {
  if (options.coordinator.empty() && !options.compute.data_dir.empty()) {
    absl::StatusOr<std::optional<v1::Job>> open =
        client->FindOpenPerft(request);
    if (!open.ok()) return open.status();
    if (open->has_value()) return **std::move(open);
  }
  return client->SubmitPerft(request);
}

// Prints the answer of a job that SUCCEEDED, and returns the exit code.
int PrintAnswer(const PerftOptions& options,
                const std::vector<SuiteQuestion>& suite, const v1::Job& job,
                absl::Duration time, const Console& console) {
  const bool json = options.format == OutputFormat::kJson;
  if (suite.empty()) {
    const PerftAnswer answer = AnswerOf(job, time);
    *console.out << (json ? PerftJson(answer) : PerftText(answer))
                 << std::flush;
    return kSuccess;
  }
  const absl::StatusOr<SuiteAnswer> answer = CompareSuite(suite, job, time);
  if (!answer.ok()) return Fail(*console.err, answer.status());
  *console.out << (json ? SuiteJson(*answer) : SuiteText(*answer))
               << std::flush;
  return answer->differences.empty() ? kSuccess : kAnswerIsWrong;
}

int EstimateHere(const PerftOptions& options, const Console& console) {
  const absl::StatusOr<Position> position =
      ParsePositionArgument(absl::StrJoin(options.position, " "));
  if (!position.ok()) return Fail(*console.err, position.status());
  if (absl::Status status = CheckComputeOptions(options.compute); !status.ok())
    return Fail(*console.err, status);
  return RunEstimate(*position, *options.depth, options.sampling,
                     static_cast<int>(options.compute.threads), options.format,
                     console);
}

int RunPerft(const PerftOptions& options, const Console& console) {
  if (absl::Status status = CheckQuestion(options, console); !status.ok())
    return Fail(*console.err, status);
  if (options.sampling.estimate) return EstimateHere(options, console);
  absl::StatusOr<std::vector<SuiteQuestion>> suite =
      std::vector<SuiteQuestion>();
  if (!options.suite.empty()) suite = LoadSuite(options.suite, options.depth);
  if (!suite.ok()) return Fail(*console.err, suite.status());
  const absl::StatusOr<v1::SubmitPerftRequest> request =
      ToRequest(options, *suite);
  if (!request.ok()) return Fail(*console.err, request.status());
  const absl::Status compute_status = options.coordinator.empty()
                                          ? CheckComputeOptions(options.compute)
                                          : CheckNoComputeOptionTyped(console);
  if (!compute_status.ok()) return Fail(*console.err, compute_status);

  if (options.unique) {
    if (!options.coordinator.empty()) {
      return Fail(*console.err,
                  absl::InvalidArgumentError(
                      "--unique counts in this process, because a coordinator "
                      "passes no positions on; it cannot be used with "
                      "--coordinator"));
    }
    FrontierMeans means;
    means.threads = static_cast<int>(options.compute.threads);
    if (options.compute.frontier_mib != 0) {
      means.memory_mebibytes =
          std::max(options.compute.frontier_mib, FrontierMeans::kMinMebibytes);
    }
    if (!options.compute.spill_dir.empty())
      means.spill_folder = options.compute.spill_dir;
    return RunUnique(Position::FromFen(request->fen()).value(),
                     static_cast<int>(*options.depth), means, options.format,
                     console);
  }

  const absl::StatusOr<Service> service =
      OpenService(options, console.interrupt);
  if (!service.ok())
    return FailOrInterrupted(console, service.status(), "interrupted");

  const daemon::SystemClock clock;
  const absl::Duration start = clock.Monotonic();
  JobClient client(service->channel, console.interrupt);
  const absl::StatusOr<v1::Job> accepted =
      SubmitOrJoin(options, *request, &client);
  if (!accepted.ok())
    return FailOrInterrupted(console, accepted.status(), "interrupted");
  const std::string& job_id = accepted->job_id();

  ProgressBar bar(console.err, console.err_columns);
  JobClient::Observer observer;
  observer.on_progress = [&](const v1::JobProgress& progress) {
    bar.Update(progress);
  };
  observer.on_outage = [&](const absl::Status& status) {
    bar.Clear();
    WriteError(*console.err,
               OutageMessage(options.coordinator, job_id, status));
  };
  const absl::StatusOr<v1::Job> job = client.WaitForEnd(job_id, observer);
  const absl::Duration time = clock.Monotonic() - start;
  bar.Clear();
  if (!job.ok()) {
    // The coordinator had the job; whoever does not know it now is not the
    // user.
    const absl::Status status =
        absl::IsNotFound(job.status())
            ? absl::DataLossError(absl::StrCat(
                  "job ", job_id, " is gone: ", job.status().message()))
            : job.status();
    return FailOrInterrupted(console, status,
                             InterruptedMessage(options, job_id));
  }
  if (const absl::Status ended = EndOf(*job); !ended.ok())
    return Fail(*console.err, ended);
  return PrintAnswer(options, *suite, *job, time, console);
}

}  // namespace

void AddPerftCommand(CLI::App* program, const Console* console,
                     Command* chosen) {
  CLI::App* command = program->add_subcommand(
      "perft", "Count the leaves of the tree of legal moves, exactly");
  const auto options = std::make_shared<PerftOptions>();
  command->add_option("position", options->position, PositionArgumentHelp())
      ->type_name("")
      ->default_str("");
  command
      ->add_option("--depth", options->depth,
                   "Plies to count, 0 to 32; of a suite, the most")
      ->check(daemon::CheckDecimal)
      ->type_name("N")
      ->default_str("");
  command
      ->add_option("--suite", options->suite,
                   "Count the positions of this EPD file (FEN ;D1 20 ;D2 400) "
                   "and say which counts differ")
      ->type_name("FILE");
  AddSamplingOptions(command, &options->sampling);
  command->add_flag("--divide", options->divide,
                    "Print the leaves below each move");
  command->add_flag("--stats", options->statistics,
                    "Print how many leaves are captures, checks, mates and so "
                    "on");
  command
      ->add_flag("--unique", options->unique,
                 "Print how many different positions each ply has")
      ->excludes("--divide")
      ->excludes("--stats");
  command->add_flag("--chess960", options->chess960,
                    "Write castling as the king taking its rook");
  command
      ->add_option("--replicas", options->replicas,
                   "Compute everything so often, on different workers")
      ->check(daemon::CheckDecimal)
      ->type_name("N");
  command->add_flag("--recompute", options->recompute,
                    "Compute even if the answer is known from an earlier job");
  AddCoordinatorOption(
      command, &options->coordinator,
      "Ask this coordinator; without it, compute in this process");
  AddComputeOptions(command, &options->compute);
  AddFormatOption(command, &options->format);
  daemon::SetExample(
      *command,
      "rookery perft --depth 7\n"
      "  rookery perft kiwipete --depth 5 --divide\n"
      "  rookery perft --depth 6 --stats\n"
      "  rookery perft \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" --depth 6 "
      "--format json\n"
      "  rookery perft --depth 6 --unique\n"
      "  rookery perft --suite perftsuite.epd --depth 5\n"
      "  rookery perft --estimate --depth 15 --seconds 10\n"
      "  rookery perft startpos --depth 9 --coordinator 127.0.0.1:7070");
  command->callback([options, console, chosen] {
    *chosen = [=] { return RunPerft(*options, *console); };
  });
}

}  // namespace rookery::cli
