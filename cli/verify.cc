#include "cli/verify.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "cli/cluster_reference.h"
#include "cli/exit_code.h"
#include "cli/export_file.h"
#include "cli/job_outcome.h"
#include "cli/output_format.h"
#include "cli/progress_bar.h"
#include "cli/service.h"
#include "cli/verify_checks.h"
#include "cli/verify_report.h"
#include "core/engine/command_words.h"
#include "core/verify/local_reference.h"
#include "core/verify/verification.h"
#include "daemon/clock.h"
#include "daemon/options.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMaxJobs = 1024;

// Costs nothing until a deep count uses it.
constexpr uint64_t kReferenceTableMebibytes = 256;

struct VerifyOptions {
  std::string engine;
  std::string protocol = "uci";
  CheckSelection selection;
  int64_t jobs = 1;
  absl::Duration timeout = absl::Minutes(1);
  absl::Duration max_time = absl::InfiniteDuration();
  bool divide_always = false;
  bool minimize = false;
  std::string coordinator;
  std::string junit;
  OutputFormat format = OutputFormat::kText;
};

absl::StatusOr<PerftProgramOptions> ToProgramOptions(
    const VerifyOptions& options) {
  absl::StatusOr<std::vector<std::string>> command =
      SplitCommand(options.engine);
  if (!command.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--engine: ", command.status().message()));
  }
  const absl::StatusOr<PerftProtocol> protocol =
      ParsePerftProtocol(options.protocol);
  if (!protocol.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--protocol: ", protocol.status().message()));
  }
  return PerftProgramOptions{.command = *std::move(command),
                             .protocol = *protocol};
}

// What counts are compared with, and what it needs.
struct OpenReference {
  Service service;
  std::unique_ptr<Reference> reference;
};

absl::StatusOr<OpenReference> StartReference(
    const VerifyOptions& options, Interrupt* interrupt,
    const std::atomic<bool>* cancelled) {
  OpenReference open;
  absl::StatusOr<std::unique_ptr<LocalReference>> local =
      LocalReference::Create(kReferenceTableMebibytes, cancelled);
  if (!local.ok()) return local.status();
  if (options.coordinator.empty()) {
    open.reference = *std::move(local);
    return open;
  }
  absl::StatusOr<Service> service =
      ConnectService(options.coordinator, interrupt);
  if (!service.ok()) return service.status();
  open.service = *std::move(service);
  open.reference = std::make_unique<ClusterReference>(
      open.service.channel, interrupt, *std::move(local));
  return open;
}

absl::Status WriteJunit(const VerifyReport& report, ExportFile* file) {
  if (file == nullptr) return absl::OkStatus();
  if (const absl::Status status = file->Write(VerifyJunit(report));
      !status.ok())
    return status;
  return file->Commit();
}

int RunVerify(const VerifyOptions& options, const Console& console) {
  if (const absl::Status status =
          daemon::CheckInRange("--jobs", options.jobs, 1, kMaxJobs);
      !status.ok())
    return Fail(*console.err, status);
  if (options.selection.fuzz == 0 && WasTyped(console, "--seed")) {
    return Fail(*console.err, absl::InvalidArgumentError(
                                  "--seed is for --fuzz; add that or drop it"));
  }
  absl::StatusOr<PerftProgramOptions> program = ToProgramOptions(options);
  if (!program.ok()) return Fail(*console.err, program.status());
  absl::StatusOr<std::vector<NamedCheck>> named =
      SelectChecks(options.selection);
  if (!named.ok()) return Fail(*console.err, named.status());
  // First, so that an hour's work does not end at a folder that is not there.
  std::unique_ptr<ExportFile> junit;
  if (!options.junit.empty()) {
    absl::StatusOr<std::unique_ptr<ExportFile>> created =
        ExportFile::Create(options.junit);
    if (!created.ok()) return Fail(*console.err, created.status());
    junit = *std::move(created);
  }
  std::atomic<bool> cancelled = false;
  const Interrupt::Hook hook(console.interrupt, [&] { cancelled = true; });
  program->cancelled = &cancelled;
  const absl::StatusOr<OpenReference> open =
      StartReference(options, console.interrupt, &cancelled);
  if (!open.ok())
    return FailOrInterrupted(console, open.status(), "interrupted");

  ProgressBar bar(console.err, console.err_columns);
  bool started = false;
  VerificationOptions verification{.reference = open->reference.get(),
                                   .jobs = static_cast<int>(options.jobs),
                                   .timeout = options.timeout,
                                   .max_time = options.max_time,
                                   .divide_always = options.divide_always,
                                   .minimize = options.minimize,
                                   .cancelled = &cancelled};
  verification.start_program = [&]() {
    absl::StatusOr<std::unique_ptr<PerftProgram>> one =
        StartPerftProgram(*program);
    started = started || one.ok();
    return one;
  };
  std::vector<Check> checks;
  checks.reserve(named->size());
  for (NamedCheck& check : *named) checks.push_back(std::move(check.check));
  verification.on_progress = [&](size_t done) {
    v1::JobProgress progress;
    progress.set_state(v1::Job::STATE_RUNNING);
    progress.set_fraction(static_cast<double>(done) /
                          static_cast<double>(checks.size()));
    bar.Update(progress);
  };
  const daemon::SystemClock clock;
  const absl::Duration start = clock.Monotonic();
  absl::StatusOr<std::vector<CheckResult>> results =
      Verify(checks, verification);
  bar.Clear();
  if (!results.ok()) {
    if (started || absl::IsCancelled(results.status()))
      return FailOrInterrupted(console, results.status(), "interrupted");
    WriteError(*console.err,
               absl::StrCat("--engine: ", results.status().message()));
    return kServiceFailed;
  }
  for (size_t i = 0; i < checks.size(); ++i)
    (*named)[i].check = std::move(checks[i]);
  const VerifyReport report{.engine = options.engine,
                            .checks = *std::move(named),
                            .results = *std::move(results),
                            .time = clock.Monotonic() - start};
  if (const absl::Status status = WriteJunit(report, junit.get()); !status.ok())
    return Fail(*console.err, status);
  *console.out << (options.format == OutputFormat::kJson ? VerifyJson(report)
                                                         : VerifyText(report))
               << std::flush;
  return NothingWrong(report) ? kSuccess : kAnswerIsWrong;
}

}  // namespace

void AddVerifyCommand(CLI::App* program, const Console* console,
                      Command* chosen) {
  CLI::App* command = program->add_subcommand(
      "verify", "Find what a move generator does wrong, down to the move");
  const auto options = std::make_shared<VerifyOptions>();
  command
      ->add_option("--engine", options->engine,
                   "The program under test and its arguments; no shell runs it")
      ->required()
      ->type_name("\"CMD ARGS\"")
      ->default_str("");
  command
      ->add_option("--protocol", options->protocol,
                   "How it is asked: uci (position, go perft N), script "
                   "(CMD DEPTH FEN [MOVES]) or lines (FEN;DEPTH)")
      ->type_name("P");
  command
      ->add_option("--suite", options->selection.suites,
                   "Positions to try: standard, tricky, chess960, endgame, or "
                   "the path of an EPD or TSV file; may be repeated; standard "
                   "where nothing else is named")
      ->type_name("S")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--fen", options->selection.fens,
                   "A position to try, to --depth; may be repeated")
      ->type_name("FEN")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--depth", options->selection.depth,
                   "Plies, 1 to 32; of suites, the most; random positions take "
                   "3 without it")
      ->check(daemon::CheckDecimal)
      ->type_name("N")
      ->default_str("");
  command
      ->add_option("--fuzz", options->selection.fuzz,
                   "Try so many random positions, of kinds that generators get "
                   "wrong")
      ->check(daemon::CheckDecimal)
      ->type_name("N");
  command->add_flag("--no-chess960", options->selection.no_chess960,
                    "Leave out the positions of suites and --fuzz that are of "
                    "Chess960");
  command
      ->add_option("--seed", options->selection.seed,
                   "Which random positions; the same seed gives the same")
      ->check(daemon::CheckDecimal)
      ->type_name("S");
  command
      ->add_option("--jobs", options->jobs,
                   "Processes of the program at once; where there are fewer "
                   "positions, they share the moves of each")
      ->check(daemon::CheckDecimal)
      ->type_name("N");
  daemon::AddDurationOption(*command, "--timeout", absl::Milliseconds(1),
                            &options->timeout,
                            "How long the program may take for one answer");
  daemon::AddDurationOption(
      *command, "--max-time", absl::Milliseconds(1), &options->max_time,
      "Stop after this time; until then go one depth deeper everywhere, in "
      "turn",
      daemon::DurationEnd::kMayBeForever);
  command->add_flag("--divide-always", options->divide_always,
                    "Compare what is below each move also where the total is "
                    "right");
  command->add_flag("--minimize", options->minimize,
                    "Take men off the example of each fault for as long as it "
                    "shows");
  AddCoordinatorOption(
      command, &options->coordinator,
      "Compare with the counts of this coordinator; without it, of this "
      "process");
  command
      ->add_option("--junit", options->junit,
                   "Write the results as JUnit's XML here, for CI")
      ->type_name("FILE");
  AddFormatOption(command, &options->format);
  daemon::SetExample(
      *command,
      "rookery verify --engine stockfish --suite standard --suite chess960\n"
      "  rookery verify --engine \"./perft.sh --slow\" --protocol script "
      "--suite tricky --minimize\n"
      "  rookery verify --engine ./mine --fuzz 2000 --seed 7 --junit "
      "verify.xml\n"
      "  rookery verify --engine ./mine --fen startpos --depth 7 --jobs 8 "
      "--coordinator 127.0.0.1:7070");
  command->callback([options, console, chosen] {
    *chosen = [=] { return RunVerify(*options, *console); };
  });
}

}  // namespace rookery::cli
