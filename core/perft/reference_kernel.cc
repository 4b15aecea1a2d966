#include "core/perft/reference_kernel.h"

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/board/move_generator.h"
#include "core/board/position.h"
#include "core/board/position_codec.h"
#include "core/perft/cancellation.h"

namespace rookery {
namespace {

class Walk {
 public:
  explicit Walk(const std::atomic<bool>* cancelled) : cancelled_(cancelled) {}

  // Adds the leaves below the position to total(). False when the walk has to
  // stop; result() then says why.
  bool Add(const Position& position, int depth) {
    if (depth == 0) return AddLeaves(1);
    // A node of this depth takes about a millisecond.
    if (depth >= 3 && IsCancelled(cancelled_)) {
      result_ = CountResult::kCancelled;
      return false;
    }
    MoveList moves;
    GenerateLegalMoves(position, moves);
    if (depth == 1) return AddLeaves(moves.size());
    for (const Move move : moves) {
      if (!Add(position.After(move), depth - 1)) return false;
    }
    return true;
  }

  uint64_t total() const { return total_; }
  CountResult result() const { return result_; }

 private:
  bool AddLeaves(uint64_t leaves) {
    total_ += leaves;
    if (total_ >= leaves) return true;
    result_ = CountResult::kOverflow;
    return false;
  }

  const std::atomic<bool>* const cancelled_;
  uint64_t total_ = 0;
  CountResult result_ = CountResult::kDone;
};

}  // namespace

CountResult ReferenceKernel::Count(const CountRequest& request) const {
  assert(request.counts.size() == request.positions.size());
  assert(request.depth >= 0 && request.depth <= kMaxKernelDepth);
  for (size_t index = 0; index < request.positions.size(); ++index) {
    if (IsCancelled(request.cancelled)) return CountResult::kCancelled;
    const absl::StatusOr<Position> position = Unpack(request.positions[index]);
    assert(position.ok());
    Walk walk(request.cancelled);
    if (!walk.Add(*position, request.depth)) return walk.result();
    request.counts[index] = walk.total();
  }
  return CountResult::kDone;
}

}  // namespace rookery
