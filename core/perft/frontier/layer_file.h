// A layer of a frontier in a spill file.
//
// Thread-safety: const calls may run at the same time.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_LAYER_FILE_H_
#define ROOKERY_CORE_PERFT_FRONTIER_LAYER_FILE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/board/packed_position.h"
#include "core/perft/frontier/layer_block.h"
#include "core/perft/frontier/spill_file.h"

namespace rookery {

class LayerFile {
 public:
  // The layer is what the blocks hold, one after the other.
  LayerFile(std::unique_ptr<SpillFile> file, std::vector<LayerBlock> blocks);

  uint64_t size() const { return ends_.empty() ? 0 : ends_.back(); }

  // What the index of the blocks takes.
  uint64_t memory_bytes() const {
    return blocks_.size() * (sizeof(LayerBlock) + sizeof(uint64_t));
  }

  // As Layer::Read.
  absl::Status Read(uint64_t first, std::span<PackedPosition> positions,
                    std::span<uint64_t> multiplicities) const;

 private:
  std::unique_ptr<SpillFile> file_;
  std::vector<LayerBlock> blocks_;
  std::vector<uint64_t> ends_;  // of the blocks, in the layer
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_LAYER_FILE_H_
