#include "cli/audit.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "cli/audit_file.h"
#include "cli/audit_writer.h"
#include "cli/exit_code.h"
#include "cli/job_outcome.h"
#include "core/laws/move_limits.h"
#include "core/laws/rules.h"
#include "daemon/clock.h"
#include "daemon/options.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMaxThreads = 1024;

struct AuditOptions {
  std::vector<std::string> files;
  std::string rules = "auto";
  std::vector<std::string> move_limits;
  bool strict = false;
  int64_t threads =
      std::clamp<int64_t>(std::thread::hardware_concurrency(), 1, kMaxThreads);
  std::string format = "text";
};

absl::StatusOr<std::unique_ptr<AuditWriter>> MakeWriter(
    const std::string& format) {
  if (format == "text") return MakeAuditTextWriter();
  if (format == "json") return MakeAuditJsonWriter();
  if (format == "csv") return MakeAuditCsvWriter();
  return absl::InvalidArgumentError(
      absl::StrCat("--format '", format, "' is not text, json or csv"));
}

absl::StatusOr<JudgeOptions> ToJudgeOptions(const AuditOptions& options) {
  JudgeOptions judge;
  const absl::StatusOr<RulesChoice> rules = ParseRulesChoice(options.rules);
  if (!rules.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--rules: ", rules.status().message()));
  }
  judge.rules = *rules;
  for (const std::string& limit : options.move_limits) {
    const size_t equals = limit.find('=');
    int moves = 0;
    if (equals == std::string::npos ||
        !absl::SimpleAtoi(limit.substr(equals + 1), &moves)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--moves-limit '", limit, "' is malformed; write it like KRBvKR=75"));
    }
    if (const absl::Status status =
            judge.move_limits.Set(limit.substr(0, equals), moves);
        !status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--moves-limit: ", status.message()));
    }
  }
  return judge;
}

int ExitCodeOf(const AuditSummary& summary, bool strict) {
  if (summary.unreadable_files != 0) return kBadUsage;
  const bool broken = summary.totals.games_with_errors != 0 ||
                      (strict && summary.totals.games_with_warnings != 0);
  return broken ? kAnswerIsWrong : kSuccess;
}

int RunAudit(const AuditOptions& options, const Console& console) {
  if (const absl::Status status =
          daemon::CheckInRange("--threads", options.threads, 1, kMaxThreads);
      !status.ok())
    return Fail(*console.err, status);
  const absl::StatusOr<JudgeOptions> judge = ToJudgeOptions(options);
  if (!judge.ok()) return Fail(*console.err, judge.status());
  const absl::StatusOr<std::unique_ptr<AuditWriter>> writer =
      MakeWriter(options.format);
  if (!writer.ok()) return Fail(*console.err, writer.status());

  const AuditSetting setting{.judge = *judge,
                             .threads = static_cast<int>(options.threads),
                             .writer = writer->get(),
                             .out = console.out,
                             .interrupt = console.interrupt};
  const daemon::SystemClock clock;
  const absl::Duration start = clock.Monotonic();
  AuditSummary summary;
  *console.out << (*writer)->Heading();
  for (const std::string& file : options.files) {
    ++summary.files;
    const absl::Status status = AuditFile(file, setting, &summary.totals);
    if (status.ok()) continue;
    if (absl::IsCancelled(status))
      return FailOrInterrupted(console, status, "interrupted");
    // The program itself says so.
    if (absl::IsAborted(status)) return kServiceFailed;
    ++summary.unreadable_files;
    WriteError(*console.err, std::string(status.message()));
  }
  summary.time = clock.Monotonic() - start;
  *console.out << (*writer)->Ending(summary) << std::flush;
  return ExitCodeOf(summary, options.strict);
}

}  // namespace

void AddAuditCommand(CLI::App* program, const Console* console,
                     Command* chosen) {
  CLI::App* command = program->add_subcommand(
      "audit", "Say which games of PGN files break the laws of chess");
  const auto options = std::make_shared<AuditOptions>();
  command
      ->add_option("files", options->files,
                   "PGN files, compressed or not (gzip, bzip2, Zstandard); - "
                   "is standard input")
      ->required()
      ->type_name("FILES")
      ->default_str("");
  command
      ->add_option("--rules", options->rules,
                   "The code of the laws: classic, fide (fivefold repetition "
                   "and seventy-five moves end a game too), or auto: fide from "
                   "1 July 2014, by each game's date")
      ->type_name("CODE");
  command
      ->add_option("--moves-limit", options->move_limits,
                   "For that material a draw can be claimed after so many "
                   "moves, 50 to 1000, instead of 50, such as KRBvKR=75; may "
                   "be repeated")
      ->type_name("MATERIAL=N")
      ->expected(1)
      ->take_all();
  command->add_flag("--strict", options->strict,
                    "Warnings count as breaches too");
  command
      ->add_option("--threads", options->threads,
                   "Threads that read in this process")
      ->check(daemon::CheckDecimal)
      ->type_name("N");
  command
      ->add_option("--format", options->format,
                   "How to print the answer: text, json (an object a line) or "
                   "csv")
      ->type_name("FORMAT");
  daemon::SetExample(
      *command,
      "rookery audit games.pgn\n"
      "  rookery audit --rules classic --moves-limit KNNvKP=75 1980.pgn.zst\n"
      "  rookery audit --format json *.pgn.gz > audit.jsonl\n"
      "  pgn-extract -s all.pgn | rookery audit --strict -");
  command->callback([options, console, chosen] {
    *chosen = [=] { return RunAudit(*options, *console); };
  });
}

}  // namespace rookery::cli
