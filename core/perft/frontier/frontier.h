// The unique positions some plies below a root, in the order in which a job
// hands them out.
//
// Perft of the root is the sum, over the frontier, of the number of paths that
// reach a position (its multiplicity) times the perft of that position at the
// remaining depth. Two positions are one when men, side to move, castling
// rights and legally usable en passant agree; whole packed positions are
// compared, never keys. The frontier is a pure function of root and plies:
// every machine builds the same one, and Digest() tells when it did not.
//
// Order: the side that does NOT move next first (its pawns, its men), then the
// other side's pawns and men, then the whole packed value. Positions that can
// share a child become neighbours, which lets a contiguous range of the
// frontier reuse its own small hash table.
//
// All layers from the root on are kept (40 bytes a position), for the sums of
// the plies in between; while a large layer is being built, it takes some 10
// bytes a position more. Where memory is limited, layers that do not fit are
// kept on disk, compressed, and read part by part. It is not a scheduler and
// holds no results. Thread-safety: const calls may run at the same time; Extend
// needs the object alone.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_FRONTIER_H_
#define ROOKERY_CORE_PERFT_FRONTIER_FRONTIER_H_

#include <atomic>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/move.h"
#include "core/board/packed_position.h"
#include "core/board/position.h"
#include "core/perft/frontier/layer.h"

namespace rookery {

// What the counts of a frontier add up to.
struct FrontierSum {
  // The paths below one pair of moves from the root.
  struct PlyTwo {
    Move first;
    Move second;
    absl::uint128 total = 0;
  };

  absl::uint128 total = 0;
  // Per move of the root, in the order of the move generator. Empty when
  // plies() is 0.
  std::vector<std::pair<Move, absl::uint128>> divide;
  // Per pair of moves from the root, in the order of the move generator. Empty
  // when plies() is below 2.
  std::vector<PlyTwo> ply_two;
};

class Frontier {
 public:
  // Part of every digest. Raise it whenever order, packing or digest changes:
  // stored plans of another version are then refused instead of misread.
  static constexpr int kVersion = 1;

  struct ExtendOptions {
    // Most positions the new layer may hold.
    uint64_t max_positions = std::numeric_limits<uint64_t>::max();
    // Bytes that the frontier may take, all layers in memory and what building
    // the new one needs included; some 30 MiB for a thread are taken whatever
    // this says. Sum, too, keeps to it, but for the numbers of the positions.
    // 0: no limit.
    uint64_t memory_limit = 0;
    // A folder for what does not fit: some 4 bytes a position, and 10 while a
    // layer is being built. The files there have no names and go with the
    // frontier or the process. Empty: what does not fit is an error.
    std::string spill_folder;
    // Polled about every millisecond, and every few while a layer of 100
    // million positions is sorted; giving back the memory comes on top. Null
    // means that the call cannot be cancelled.
    const std::atomic<bool>* cancelled = nullptr;
    // Threads to build with, the calling one included. The frontier depends
    // neither on this nor on the memory.
    int threads = 1;
  };

  // The frontier of 0 plies: the root alone, reached by one path.
  explicit Frontier(const Position& root);

  // Grows the frontier by one ply. A position without moves has no successors;
  // a layer may become empty and stays so. RESOURCE_EXHAUSTED when the layer
  // would hold more than max_positions, or when memory or disk do not suffice;
  // DATA_LOSS, naming ply and place, when what is read from disk is not what
  // was written; FAILED_PRECONDITION when the spill folder cannot be used;
  // CANCELLED when asked to stop; OUT_OF_RANGE when a multiplicity reaches
  // 2^64. The frontier then holds what it held before the call.
  absl::Status Extend(const ExtendOptions& options);

  // Plies between the root and the last layer, which is what all calls below
  // are about.
  int plies() const { return static_cast<int>(layers_.size()) - 1; }

  // How many positions there are.
  uint64_t size() const { return layers_.back().size(); }

  // Copies positions, in the order described above, from place `first` on.
  // DATA_LOSS as above. Requires: first + positions.size() <= size().
  absl::Status ReadPositions(uint64_t first,
                             std::span<PackedPosition> positions) const;

  // The same for how many paths from the root reach each of the positions.
  absl::Status ReadMultiplicities(uint64_t first,
                                  std::span<uint64_t> multiplicities) const;

  // Bytes that all layers take in memory.
  uint64_t memory_bytes() const;

  // How many paths there are from the root to all positions: perft of the root.
  // OUT_OF_RANGE when they reach 2^128, DATA_LOSS as above.
  absl::StatusOr<absl::uint128> Paths() const;

  // 32 hex digits, a pure function of kVersion, plies(), positions and
  // multiplicities. It finds accidents and changed programs; it is no defence
  // against forgery. Takes seconds for 100 million positions. DATA_LOSS as
  // above.
  absl::StatusOr<std::string> Digest() const;

  // Adds up, over all positions, multiplicity times value. INVALID_ARGUMENT
  // when there is not one value a position, OUT_OF_RANGE when the sum reaches
  // 2^128, DATA_LOSS as above.
  absl::StatusOr<absl::uint128> WeightedSum(
      std::span<const uint64_t> values) const;

  // Adds up counts parallel to the positions, twice: as WeightedSum, and
  // backward from layer to layer, where a position's value is the sum of its
  // children's values. Takes less than half as long as building the frontier
  // did, with as many threads, and 16 bytes a position of the layers before the
  // last. Errors as WeightedSum; INTERNAL when the two sums disagree, which
  // means that the frontier in memory is damaged.
  absl::StatusOr<FrontierSum> Sum(std::span<const uint64_t> counts,
                                  int threads = 1) const;

 private:
  friend class FrontierTestPeer;

  absl::Status MoveLayersToDisk(const ExtendOptions& options);
  absl::StatusOr<absl::uint128> AddUpBackward(std::span<const uint64_t> counts,
                                              int threads,
                                              FrontierSum& sum) const;

  Position root_;
  std::vector<Layer> layers_;
  uint64_t memory_limit_ = 0;  // of the last Extend
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_FRONTIER_H_
