#include "core/perft/frontier/layer_file.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rookery {

LayerFile::LayerFile(std::unique_ptr<SpillFile> file,
                     std::vector<LayerBlock> blocks)
    : file_(std::move(file)), blocks_(std::move(blocks)) {
  ends_.reserve(blocks_.size());
  for (const LayerBlock& block : blocks_) ends_.push_back(size() + block.size);
}

absl::Status LayerFile::Read(uint64_t first,
                             std::span<PackedPosition> positions,
                             std::span<uint64_t> multiplicities) const {
  const uint64_t count = std::max(positions.size(), multiplicities.size());
  const uint64_t end = first + count;
  assert(end <= size());
  BlockCodec codec;
  std::vector<PackedPosition> block_positions(LayerBlock::kMaxSize);
  std::vector<uint64_t> block_multiplicities(LayerBlock::kMaxSize);
  for (auto block = static_cast<size_t>(
           std::upper_bound(ends_.begin(), ends_.end(), first) - ends_.begin());
       first < end; ++block) {
    const size_t size = blocks_[block].size;
    if (absl::Status status = codec.Read(
            *file_, blocks_[block], std::span(block_positions).first(size),
            std::span(block_multiplicities).first(size));
        !status.ok()) {
      return status;
    }
    const uint64_t skipped = first - (ends_[block] - size);
    const uint64_t taken = std::min(ends_[block], end) - first;
    const auto take = [&](const auto& from, auto& to) {
      if (to.empty()) return;
      std::copy_n(from.begin() + static_cast<ptrdiff_t>(skipped), taken,
                  to.begin());
      to = to.subspan(taken);
    };
    take(block_positions, positions);
    take(block_multiplicities, multiplicities);
    first += taken;
  }
  return absl::OkStatus();
}

}  // namespace rookery
