// Sorted runs of a layer that is being built, on disk until they are merged.
//
// A run is what the tallies held at one time. It consists of ranges that follow
// each other in the frontier's order and are the same in every run, so ranges
// are sorted, written and merged independently, by all threads of the team.
// Thread-safety: needs the object alone.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_SPILLED_RUNS_H_
#define ROOKERY_CORE_PERFT_FRONTIER_SPILLED_RUNS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/perft/frontier/layer_block.h"
#include "core/perft/frontier/layer_file.h"
#include "core/perft/frontier/position_tally.h"
#include "core/perft/frontier/spill_file.h"
#include "core/perft/worker_team.h"

namespace rookery {

class SpilledRuns {
 public:
  struct Options {
    std::string folder;
    // What the layer is called in messages, such as "frontier ply 7".
    std::string layer_name;
    // What merging may take; it takes a little whatever this says.
    uint64_t memory_limit = 0;
    const std::atomic<bool>* cancelled = nullptr;
  };

  // `team` must outlive the object.
  SpilledRuns(Options options, WorkerTeam* team);

  bool empty() const { return runs_.empty(); }

  // Writes what the tallies hold as one more run, and empties them. There are
  // as many for each range, those of one range side by side. Merges the runs
  // that there are when they become too many to be merged at once. Errors: as
  // SpillFile, DATA_LOSS and OUT_OF_RANGE as Merge, CANCELLED; the object is
  // then useless.
  absl::Status Add(std::span<PositionTally> tallies, size_t range_count);

  // All runs as one layer; positions that several have are one with all their
  // paths. DATA_LOSS when what was written is not what is read, OUT_OF_RANGE
  // when the paths of a position reach 2^64, otherwise as Add. Call it once.
  // Requires: not empty.
  absl::StatusOr<LayerFile> Merge();

 private:
  using Blocks = std::vector<LayerBlock>;
  using Run = std::vector<Blocks>;  // by range

  absl::Status MergeAll();
  absl::StatusOr<Blocks> MergeRange(size_t range, BlockCodec& codec,
                                    SpillFile& to) const;
  absl::Status ForEachRange(
      size_t range_count,
      const std::function<absl::Status(int thread, size_t range)>& task);
  absl::Status Cancelled() const;

  const Options options_;
  WorkerTeam* const team_;
  const size_t most_runs_;
  std::unique_ptr<SpillFile> file_;  // of all runs
  std::vector<Run> runs_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_SPILLED_RUNS_H_
