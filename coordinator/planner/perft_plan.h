// The plan of a perft: the frontier that its units are cut from, and how their
// counts become the answer.
//
// A plan is a pure function of the question and of what its description says,
// so it is never stored: after a restart it is built anew and its digest
// compared. It knows nothing of units, leases or workers.
//
// Thread-safety: immutable once made.
#ifndef ROOKERY_COORDINATOR_PLANNER_PERFT_PLAN_H_
#define ROOKERY_COORDINATOR_PLANNER_PERFT_PLAN_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "core/board/packed_position.h"
#include "core/board/position.h"
#include "core/perft/frontier.h"

namespace rookery::coordinator {

// The deepest perft that may be asked for. Counts are 128 bits wide, and are
// checked on the way.
inline constexpr uint32_t kMaxPerftDepth = 32;

struct PerftQuestion {
  Position root;
  int depth = 0;        // 0 to kMaxPerftDepth
  bool divide = false;  // needs depth >= 1
  // Of the last ply; with divide they need depth >= 2.
  bool statistics = false;
};

class PerftPlan {
 public:
  // Chooses how deep to split and builds the frontier. CANCELLED: `cancelled`
  // was set meanwhile.
  static absl::StatusOr<std::shared_ptr<const PerftPlan>> Make(
      const PerftQuestion& question, const std::atomic<bool>* cancelled);

  // Builds the plan that `description` (of an earlier one) describes.
  // DATA_LOSS: the description is malformed, or what was built has another
  // digest: results so far do not belong to it. CANCELLED as above.
  static absl::StatusOr<std::shared_ptr<const PerftPlan>> Rebuild(
      const PerftQuestion& question, const std::string& description,
      const std::atomic<bool>* cancelled);

  // How the plan was made, and its digest; for the ledger.
  std::string Description() const;

  // Positions in the plan; 0 if every line ends before it.
  uint64_t size() const { return frontier_.positions().size(); }

  // Plies to count below each position.
  int remaining_depth() const { return remaining_depth_; }

  // Whether to count statistics below them, too. At least one ply is then left
  // (unless the question has none): its moves are what statistics are of.
  bool statistics() const { return statistics_; }

  // A part of the plan. Requires: first + count <= size(). Valid while the plan
  // lives.
  std::span<const PackedPosition> Positions(uint64_t first,
                                            uint64_t count) const;

  // A guess of what one position costs one thread, before anything was
  // measured.
  double seconds_per_position() const { return seconds_per_position_; }

  // The leaves of the whole tree that `counts` of the positions from `first` on
  // stand for; advisory, wraps silently.
  absl::uint128 Leaves(uint64_t first, std::span<const uint64_t> counts) const;

  // The answer, from the counts of all positions. OUT_OF_RANGE: it does not fit
  // 128 bits. INTERNAL: the two ways to add it up disagree, so the frontier or
  // a count is wrong.
  absl::StatusOr<FrontierSum> Sum(std::span<const uint64_t> counts) const {
    return frontier_.Sum(counts);
  }

  // The sum, over all positions, of paths x value: what one statistic adds up
  // to. OUT_OF_RANGE: it does not fit 128 bits.
  absl::StatusOr<absl::uint128> WeightedSum(
      std::span<const uint64_t> values) const {
    return frontier_.WeightedSum(values);
  }

 private:
  PerftPlan(Frontier frontier, int remaining_depth, bool statistics,
            double seconds_per_position)
      : frontier_(std::move(frontier)),
        remaining_depth_(remaining_depth),
        statistics_(statistics),
        seconds_per_position_(seconds_per_position) {}

  Frontier frontier_;
  int remaining_depth_;
  bool statistics_;
  double seconds_per_position_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_PLANNER_PERFT_PLAN_H_
