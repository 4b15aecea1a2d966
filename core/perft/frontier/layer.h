// One layer of a frontier: its positions and how many paths reach each.
//
// In memory it takes 40 bytes a position; or it is in a file, compressed.
// Thread-safety: const calls may run at the same time.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_LAYER_H_
#define ROOKERY_CORE_PERFT_FRONTIER_LAYER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "core/board/packed_position.h"
#include "core/perft/frontier/layer_file.h"
#include "core/perft/lazy_array.h"

namespace rookery {

// A part of a layer, in memory while it is worked on.
struct LayerPiece {
  uint64_t first;  // its place in the layer
  std::span<const PackedPosition> positions;
  std::span<const uint64_t> multiplicities;  // parallel to positions
};

class Layer {
 public:
  // What a position takes in memory.
  static constexpr uint64_t kPositionBytes =
      sizeof(PackedPosition) + sizeof(uint64_t);

  // In memory; what it holds is to be written.
  explicit Layer(size_t size) : positions_(size), multiplicities_(size) {}

  // In a file.
  explicit Layer(LayerFile file) : file_(std::move(file)) {}

  uint64_t size() const { return file_ ? file_->size() : positions_.size(); }

  bool is_in_memory() const { return !file_; }

  uint64_t memory_bytes() const {
    return file_ ? file_->memory_bytes() : positions_.size() * kPositionBytes;
  }

  // All of it. Requires: it is in memory.
  std::span<PackedPosition> positions() { return positions_.span(); }
  std::span<const PackedPosition> positions() const {
    return positions_.span();
  }
  std::span<uint64_t> multiplicities() { return multiplicities_.span(); }
  std::span<const uint64_t> multiplicities() const {
    return multiplicities_.span();
  }

  // Copies what is from `first` on. Either span may be empty; if none is, they
  // have one size. DATA_LOSS when the file was damaged. Requires: that much is
  // there.
  absl::Status Read(uint64_t first, std::span<PackedPosition> positions,
                    std::span<uint64_t> multiplicities) const;

  // Visits the layer from its beginning to its end, in pieces of at most
  // `most_positions`; one in memory as the single piece that it is, without a
  // copy. A piece is valid during the visit. Returns the first error of a visit
  // or as Read.
  absl::Status ForEachPiece(
      uint64_t most_positions,
      absl::FunctionRef<absl::Status(const LayerPiece&)> visit) const;

  // Moves a layer in memory to a file in `folder`; `contents` is as in
  // SpillFile::Create. Errors: as SpillFile, CANCELLED; the layer is then
  // where it was.
  absl::Status MoveToFile(const std::string& folder,
                          const std::string& contents,
                          const std::atomic<bool>* cancelled);

 private:
  LazyArray<PackedPosition> positions_;
  LazyArray<uint64_t> multiplicities_;
  std::optional<LayerFile> file_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_LAYER_H_
