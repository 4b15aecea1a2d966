// Builds the layer of a frontier that follows another one.
//
// The successors are shared out over tallies: over ranges of the layer's order,
// by the placement of the side that has just moved, and within a range over
// parts, by hash. A finished range is sorted by itself and written to its place
// in the layer while its tallies go, so memory is not needed twice. Threads
// expand different positions of one block and fill different parts with the
// successors of the one before: nothing is locked, and the layer does not
// depend on their number. Where memory is limited, tallies that fill it are
// written to disk as a sorted run, and in the end all runs are merged; a layer
// that came about like this stays on disk. Thread-safety: an object is for one
// thread and one layer.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_LAYER_BUILDER_H_
#define ROOKERY_CORE_PERFT_FRONTIER_LAYER_BUILDER_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/perft/frontier/layer.h"
#include "core/perft/frontier/placement_ranges.h"
#include "core/perft/frontier/position_tally.h"
#include "core/perft/frontier/spilled_runs.h"
#include "core/perft/frontier/tally_sorter.h"
#include "core/perft/packed_successors.h"
#include "core/perft/worker_team.h"

namespace rookery {

struct LayerOptions {
  // Most positions the layer may hold.
  uint64_t max_positions = std::numeric_limits<uint64_t>::max();
  // Bytes that building may take, the new layer included and the last one not;
  // a step or two takes some 10 MiB whatever this says. 0: no limit.
  uint64_t memory_limit = 0;
  // Where what does not fit goes; empty: nowhere.
  std::string spill_folder;
  // Null means that the call cannot be cancelled.
  const std::atomic<bool>* cancelled = nullptr;
  // At least one is used, and no more than are worth it.
  int threads = 1;
  // Positions to expand for each range that the layer is divided into. A tally
  // wastes half a huge page, so it should have several; a range that is being
  // written is in memory twice, so there should be many.
  size_t parents_per_range = size_t{1} << 16;
  // Positions to expand in one step: some milliseconds of work, whose
  // successors nearly fit the caches. The same for any number of threads, so
  // that limits are met at the same point.
  size_t parents_per_step = kMaxParentsPerStep;
  static constexpr size_t kMaxParentsPerStep = 2048;
};

class LayerBuilder {
 public:
  // The most positions in memory: were all in one tally, the block that is too
  // much would still fit.
  static constexpr uint64_t kMaxPositions = (uint64_t{1} << 32) - (1 << 20);

  // `ply` is that of the new layer, for messages. Requires: Pack made what is
  // in `last`, which must outlive the builder.
  LayerBuilder(const Layer& last, int ply, const LayerOptions& options);

  // As Frontier::Extend. Call it once.
  absl::StatusOr<Layer> Build();

 private:
  // A successor on its way from the thread that found it to its tally.
  struct Arrival {
    PositionTally::Entry entry;
    uint64_t hash;
    uint32_t range;
  };

  using Arrivals = std::vector<std::vector<Arrival>>;  // by part

  // What belongs to one thread.
  struct Thread {
    PackedSuccessors successors;
    // Of the block that is expanded and of the one before, in turn.
    std::array<Arrivals, 2> arrivals;
    TallySorter sorter;
  };

  absl::Status Cancelled() const;
  absl::Status TooMany(uint64_t limit) const;
  absl::Status TooManyPaths() const;
  absl::Status CollectFrom(const LayerPiece& piece);
  void ChooseRanges(const LayerPiece& piece, std::span<const uint32_t> order);
  void MakeTallies();
  void Expand(const LayerPiece& piece, std::span<const uint32_t> places,
              PackedSuccessors& successors, Arrivals& arrivals) const;
  void Deliver(std::span<const Arrival> arrivals, size_t part);
  absl::Status MakeRoom();
  uint64_t MemoryInUse() const;
  absl::Status Spill();
  absl::StatusOr<Layer> SortIntoLayer();
  absl::StatusOr<Layer> MergeIntoLayer();

  const Layer& last_;
  const int ply_;
  const LayerOptions options_;
  WorkerTeam team_;
  std::vector<Thread> threads_;
  // What is left of the memory beside the piece that is expanded.
  const uint64_t tally_memory_;
  std::optional<PlacementRanges> ranges_;
  const size_t part_count_;             // a power of two
  std::vector<PositionTally> tallies_;  // by range, then by part
  SpilledRuns runs_;
  std::atomic<uint64_t> found_ = 0;
  std::atomic<bool> overflow_ = false;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_LAYER_BUILDER_H_
