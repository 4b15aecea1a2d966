#include "cli/frontier_growth.h"

#include <algorithm>
#include <atomic>

#include "absl/strings/str_cat.h"
#include "cli/text_table.h"
#include "daemon/machine_memory.h"
#include "daemon/temporary_folder.h"
#include "proto/support/uint128.h"

namespace rookery::cli {
namespace {

constexpr uint64_t kMebibyte = uint64_t{1} << 20;

}  // namespace

FrontierMeans::FrontierMeans() {
  const auto machine =
      static_cast<int64_t>(daemon::MachineMemory() / kMebibyte);
  memory_mebibytes = std::clamp(machine / 2, kMinMebibytes, kMaxMebibytes);
  // The growth names what is wrong with it, if it comes to that.
  spill_folder = daemon::TemporaryFolder().value_or("/tmp");
}

absl::StatusOr<GrownFrontier> GrowFrontier(const Position& root, int plies,
                                           const FrontierMeans& means,
                                           Interrupt* interrupt) {
  std::atomic<bool> cancelled = false;
  const Interrupt::Hook hook(interrupt, [&cancelled] { cancelled = true; });
  GrownFrontier grown{Frontier(root), {{.positions = 1, .paths = 1}}};
  while (grown.frontier.plies() < plies) {
    if (absl::Status status = grown.frontier.Extend(
            {.memory_limit =
                 static_cast<uint64_t>(means.memory_mebibytes) * kMebibyte,
             .spill_folder = means.spill_folder,
             .cancelled = &cancelled,
             .threads = means.threads});
        !status.ok()) {
      return status;
    }
    const absl::StatusOr<absl::uint128> paths = grown.frontier.Paths();
    if (!paths.ok()) return paths.status();
    grown.plies.push_back({grown.frontier.size(), *paths});
  }
  return grown;
}

std::string FrontierTable(const std::vector<FrontierPly>& plies) {
  std::vector<std::vector<std::string>> rows = {{"PLY", "POSITIONS", "PATHS"}};
  for (size_t ply = 0; ply < plies.size(); ++ply) {
    rows.push_back({absl::StrCat(ply), absl::StrCat(plies[ply].positions),
                    ToDecimal(plies[ply].paths)});
  }
  return FormatTable(rows);
}

}  // namespace rookery::cli
