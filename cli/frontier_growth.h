// Growing a frontier in this process, within given means, and what is told of
// its plies; for `rookery frontier` and `rookery perft --unique`.
#ifndef ROOKERY_CLI_FRONTIER_GROWTH_H_
#define ROOKERY_CLI_FRONTIER_GROWTH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/interrupt.h"
#include "core/board/position.h"
#include "core/perft/frontier/frontier.h"

namespace rookery::cli {

// What growing may use.
struct FrontierMeans {
  static constexpr int64_t kMinMebibytes = 64;
  static constexpr int64_t kMaxMebibytes = int64_t{1} << 30;

  // Half of the machine's memory, the system's folder for temporary files.
  FrontierMeans();

  int64_t memory_mebibytes;  // in the bounds above
  std::string spill_folder;
  int threads = 1;
};

struct FrontierPly {
  uint64_t positions = 0;   // different ones
  absl::uint128 paths = 0;  // from the root to them: perft
};

struct GrownFrontier {
  Frontier frontier;
  std::vector<FrontierPly> plies;  // from 0 on
};

// CANCELLED where the interrupt came, otherwise as Frontier::Extend.
absl::StatusOr<GrownFrontier> GrowFrontier(const Position& root, int plies,
                                           const FrontierMeans& means,
                                           Interrupt* interrupt);

// One line a ply under a heading.
std::string FrontierTable(const std::vector<FrontierPly>& plies);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_FRONTIER_GROWTH_H_
