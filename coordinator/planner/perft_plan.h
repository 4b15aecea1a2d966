// The plan of a perft: the frontiers that its units are cut from, and how their
// counts become the answer.
//
// A question has one root, or many (a suite). Each root is a part of the plan
// with a frontier of its own, and the positions of all of them are numbered
// through, deepest counts first. Positions that are counted to the same depth
// stand together in one section, whichever root they belong to, so that small
// parts share units. Which part lies where is the plan's own business.
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
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "coordinator/planner/split_depth.h"
#include "core/board/packed_position.h"
#include "core/board/position.h"
#include "core/perft/frontier/frontier.h"

namespace rookery::coordinator {

// The deepest perft that may be asked for. Counts are 128 bits wide, and are
// checked on the way.
inline constexpr uint32_t kMaxPerftDepth = 32;

struct PerftRoot {
  Position position;
  int depth = 0;  // 0 to kMaxPerftDepth
};

struct PerftQuestion {
  std::vector<PerftRoot> roots;  // at least one; several are a suite
  bool divide = false;           // needs depths of at least 1
  // Of the last ply: who counts must make its moves, so at least one ply is
  // left below the frontier. With divide they need depths of at least 2.
  bool statistics = false;
};

// How a plan is to be made. Only how deep it splits depends on it, and that
// stands in the description.
struct PlanOptions {
  FleetSize fleet;
  // Bytes that its frontiers may take. A ply that does not fit is left out: the
  // workers have more to count below each position then.
  uint64_t memory_limit = uint64_t{64} << 20;
  // A folder for what a plan that is built again has no memory for; files there
  // have no names. Empty: it is built however much memory it takes.
  std::string spill_folder;
  // Whether a new plan may use that folder, too: half of the room that is free
  // there.
  bool spill_new_plans = false;
  // Threads to build large frontiers with, and to add them up with.
  int threads = 1;
};

class PerftPlan {
 public:
  // Chooses how deep to split (split_depth.h has the rule) and builds the
  // frontiers. CANCELLED: `cancelled` was set meanwhile. FAILED_PRECONDITION,
  // UNAVAILABLE, DATA_LOSS: the spill folder cannot be used, failed, or gives
  // back other bytes than were written.
  static absl::StatusOr<std::shared_ptr<const PerftPlan>> Make(
      const PerftQuestion& question, const std::atomic<bool>* cancelled,
      const PlanOptions& options = {});

  // Builds the plan that `description` (of an earlier one) describes. What
  // exceeds the memory goes to the spill folder. INVALID_ARGUMENT: the
  // description is malformed or of another version, or what was built has
  // another digest, so results so far do not belong to it; it is no use to try
  // again. RESOURCE_EXHAUSTED: neither memory nor disk suffice. CANCELLED,
  // FAILED_PRECONDITION, UNAVAILABLE, DATA_LOSS as above.
  static absl::StatusOr<std::shared_ptr<const PerftPlan>> Rebuild(
      const PerftQuestion& question, const std::string& description,
      const std::atomic<bool>* cancelled, const PlanOptions& options = {});

  // How the plan was made, and its digest; for the ledger.
  const std::string& Description() const { return description_; }

  // Positions in the plan; 0 if every line ends before it.
  uint64_t size() const { return size_; }

  // Whether statistics are counted, too.
  bool statistics() const { return statistics_; }

  // What it takes in memory, roughly.
  uint64_t memory_bytes() const { return memory_bytes_; }

  // Positions that are counted to the same depth.
  struct Section {
    uint64_t count = 0;  // at least 1
    int remaining_depth = 0;
    // A guess of what one position costs one thread, before anything was
    // measured.
    double seconds_per_position = 0;
  };
  // From the first position of the plan on; no two neighbours have the same
  // depth.
  std::span<const Section> sections() const { return sections_; }

  // Plies to count below a position of the plan, and below all others of its
  // section. Requires: position < size().
  int RemainingDepth(uint64_t position) const;

  // A part of the plan. DATA_LOSS: it was on disk and is damaged. Requires:
  // first + count <= size().
  absl::StatusOr<std::vector<PackedPosition>> Positions(uint64_t first,
                                                        uint64_t count) const;

  // The same for how many paths lead to each of the positions.
  absl::StatusOr<std::vector<uint64_t>> Multiplicities(uint64_t first,
                                                       uint64_t count) const;

  // The leaves of all trees that `counts` of the positions from `first` on
  // stand for; advisory, wraps silently, and 0 where the plan cannot be read.
  absl::uint128 Leaves(uint64_t first, std::span<const uint64_t> counts) const;

  // The answer for each root of the question, in that order, from the counts of
  // all positions. OUT_OF_RANGE: one does not fit 128 bits. INTERNAL: the two
  // ways to add it up disagree, so a frontier or a count is wrong.
  absl::StatusOr<std::vector<FrontierSum>> Sum(
      std::span<const uint64_t> counts) const;

 private:
  // What became of one root.
  struct Part {
    size_t root = 0;  // its place in the question
    Frontier frontier;
    int remaining_depth = 0;
    double seconds = 0;  // guess of what all of it costs one thread
    uint64_t first = 0;  // where its positions begin in the plan
  };

  // Splits each root as deep as `plies` says, a digit each; null: as deep as
  // seems best.
  static absl::StatusOr<std::shared_ptr<const PerftPlan>> Build(
      const PerftQuestion& question, const std::string* plies,
      const std::atomic<bool>* cancelled, const PlanOptions& options);

  // Requires: one part for each root, in the order of the question.
  PerftPlan(std::vector<Part> parts, bool statistics, uint64_t memory_bytes,
            int threads);

  // Calls visit(part, first, count) for the pieces of the parts that the range
  // covers, in order; `first` counts within the part.
  template <typename Visit>
  void ForEachPiece(uint64_t first, uint64_t count, const Visit& visit) const;

  // Has `read` fill a vector with what belongs to the positions of a range.
  template <typename Value>
  absl::StatusOr<std::vector<Value>> Read(
      absl::Status (Frontier::*read)(uint64_t, std::span<Value>) const,
      uint64_t first, uint64_t count) const;

  std::vector<Part> parts_;  // in the order of the plan
  std::vector<Section> sections_;
  uint64_t size_ = 0;
  bool statistics_;
  uint64_t memory_bytes_;
  int threads_;
  std::string description_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_PLANNER_PERFT_PLAN_H_
