#include "cli/frontier.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "cli/exit_code.h"
#include "cli/export_file.h"
#include "cli/frontier_growth.h"
#include "cli/job_outcome.h"
#include "cli/json_line.h"
#include "cli/output_format.h"
#include "cli/position_argument.h"
#include "cli/quantities.h"
#include "cli/service.h"
#include "core/board/packed_position.h"
#include "core/board/position_codec.h"
#include "daemon/clock.h"
#include "daemon/options.h"
#include "proto/support/uint128.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMaxPlies = 32;

struct FrontierOptions {
  std::vector<std::string> position;
  int64_t plies = 0;
  std::string out;
  int64_t memory_mebibytes = 0;  // 0: that of `means`
  FrontierMeans means;
  int64_t threads = 1;
  OutputFormat format = OutputFormat::kText;
};

absl::Status CheckFrontierOptions(const FrontierOptions& options) {
  absl::Status status =
      daemon::CheckInRange("--plies", options.plies, 0, kMaxPlies);
  if (options.memory_mebibytes != 0) {
    status.Update(daemon::CheckInRange(
        "--frontier-memory", options.memory_mebibytes,
        FrontierMeans::kMinMebibytes, FrontierMeans::kMaxMebibytes));
  }
  status.Update(
      daemon::CheckInRange("--threads", options.threads, 1, kMaxThreads));
  return status;
}

// Writes the last ply, a line a position.
absl::Status Export(const Frontier& frontier, Interrupt* interrupt,
                    ExportFile* file) {
  constexpr uint64_t kPart = 4096;
  std::vector<PackedPosition> positions;
  std::vector<uint64_t> multiplicities;
  for (uint64_t first = 0; first < frontier.size(); first += kPart) {
    if (interrupt->triggered()) return absl::CancelledError("interrupted");
    const uint64_t count = std::min(kPart, frontier.size() - first);
    positions.resize(count);
    multiplicities.resize(count);
    absl::Status status = frontier.ReadPositions(first, positions);
    status.Update(frontier.ReadMultiplicities(first, multiplicities));
    if (!status.ok()) return status;
    std::string lines;
    for (uint64_t i = 0; i < count; ++i) {
      const absl::StatusOr<Position> position = Unpack(positions[i]);
      if (!position.ok()) return position.status();
      absl::StrAppend(&lines, position->ToFen(), "\t", multiplicities[i], "\n");
    }
    if (status = file->Write(lines); !status.ok()) return status;
  }
  return file->Commit();
}

std::string FrontierText(const GrownFrontier& grown, const std::string& digest,
                         absl::Duration time) {
  return absl::StrCat(FrontierTable(grown.plies), "digest ", digest, "\n",
                      HumanDuration(time), "\n");
}

std::string FrontierJson(const Position& root, const GrownFrontier& grown,
                         const std::string& digest, absl::Duration time) {
  nlohmann::ordered_json json;
  json["fen"] = root.ToFen();
  json["plies"] = nlohmann::ordered_json::array();
  for (const FrontierPly& ply : grown.plies) {
    json["plies"].push_back({{"positions", std::to_string(ply.positions)},
                             {"paths", ToDecimal(ply.paths)}});
  }
  json["digest"] = digest;
  json["seconds"] = JsonSeconds(time);
  return JsonLine(json);
}

int RunFrontier(const FrontierOptions& options, const Console& console) {
  if (const absl::Status status = CheckFrontierOptions(options); !status.ok())
    return Fail(*console.err, status);
  const absl::StatusOr<Position> root =
      ParsePositionArgument(absl::StrJoin(options.position, " "));
  if (!root.ok()) return Fail(*console.err, root.status());
  const auto fail = [&console](const absl::Status& status) {
    return FailOrInterrupted(console, status, "interrupted");
  };
  // First, so that an hour's work does not end at a folder that is not there.
  std::unique_ptr<ExportFile> file;
  if (!options.out.empty()) {
    absl::StatusOr<std::unique_ptr<ExportFile>> created =
        ExportFile::Create(options.out);
    if (!created.ok()) return fail(created.status());
    file = *std::move(created);
  }

  const daemon::SystemClock clock;
  const absl::Duration start = clock.Monotonic();
  FrontierMeans means = options.means;
  if (options.memory_mebibytes != 0)
    means.memory_mebibytes = options.memory_mebibytes;
  means.threads = static_cast<int>(options.threads);
  const absl::StatusOr<GrownFrontier> grown = GrowFrontier(
      *root, static_cast<int>(options.plies), means, console.interrupt);
  if (!grown.ok()) return fail(grown.status());
  const absl::StatusOr<std::string> digest = grown->frontier.Digest();
  if (!digest.ok()) return fail(digest.status());
  const absl::Duration time = clock.Monotonic() - start;
  if (file != nullptr) {
    if (const absl::Status status =
            Export(grown->frontier, console.interrupt, file.get());
        !status.ok()) {
      return fail(status);
    }
  }
  *console.out << (options.format == OutputFormat::kJson
                       ? FrontierJson(*root, *grown, *digest, time)
                       : FrontierText(*grown, *digest, time))
               << std::flush;
  return kSuccess;
}

}  // namespace

void AddFrontierCommand(CLI::App* program, const Console* console,
                        Command* chosen) {
  CLI::App* command = program->add_subcommand(
      "frontier", "Count, and export, the different positions some plies on");
  const auto options = std::make_shared<FrontierOptions>();
  options->threads =
      std::clamp<int64_t>(std::thread::hardware_concurrency(), 1, kMaxThreads);
  command->add_option("position", options->position, PositionArgumentHelp())
      ->type_name("")
      ->default_str("");
  command->add_option("--plies", options->plies, "Plies to go, 0 to 32")
      ->check(daemon::CheckDecimal)
      ->required()
      ->type_name("N")
      ->default_str("");
  command
      ->add_option("--out", options->out,
                   "Write the positions of the last ply here, each with the "
                   "number of ways to it")
      ->type_name("FILE");
  command
      ->add_option("--frontier-memory", options->memory_mebibytes,
                   "Memory to use, in MiB; what does not fit goes to disk; 0 "
                   "means half of the machine's")
      ->check(daemon::CheckDecimal)
      ->type_name("M");
  command
      ->add_option("--spill-dir", options->means.spill_folder,
                   "Folder for what does not fit into memory")
      ->type_name("DIR");
  command->add_option("--threads", options->threads, "Threads that compute")
      ->check(daemon::CheckDecimal)
      ->type_name("N");
  AddFormatOption(command, &options->format);
  daemon::SetExample(
      *command,
      "rookery frontier --plies 6\n"
      "  rookery frontier kiwipete --plies 3 --out kiwipete.tsv\n"
      "  rookery frontier --plies 8 --frontier-memory 4096 "
      "--spill-dir /var/tmp");
  command->callback([options, console, chosen] {
    *chosen = [=] { return RunFrontier(*options, *console); };
  });
}

}  // namespace rookery::cli
