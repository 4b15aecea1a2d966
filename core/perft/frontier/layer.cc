#include "core/perft/frontier/layer.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/perft/cancellation.h"

namespace rookery {

absl::Status Layer::Read(uint64_t first, std::span<PackedPosition> positions,
                         std::span<uint64_t> multiplicities) const {
  if (file_) return file_->Read(first, positions, multiplicities);
  std::copy_n(positions_.data() + first, positions.size(), positions.begin());
  std::copy_n(multiplicities_.data() + first, multiplicities.size(),
              multiplicities.begin());
  return absl::OkStatus();
}

absl::Status Layer::ForEachPiece(
    uint64_t most_positions,
    absl::FunctionRef<absl::Status(const LayerPiece&)> visit) const {
  if (is_in_memory()) return visit({0, positions(), multiplicities()});
  const uint64_t most = std::min(most_positions, size());
  LazyArray<PackedPosition> piece_positions(most);
  LazyArray<uint64_t> piece_multiplicities(most);
  uint64_t first = 0;
  do {
    const uint64_t count = std::min(most, size() - first);
    const auto piece = piece_positions.span().first(count);
    const auto multiplicities = piece_multiplicities.span().first(count);
    if (absl::Status status = Read(first, piece, multiplicities); !status.ok())
      return status;
    if (absl::Status status = visit({first, piece, multiplicities});
        !status.ok()) {
      return status;
    }
    first += count;
  } while (first < size());
  return absl::OkStatus();
}

absl::Status Layer::MoveToFile(const std::string& folder,
                               const std::string& contents,
                               const std::atomic<bool>* cancelled) {
  absl::StatusOr<std::unique_ptr<SpillFile>> file =
      SpillFile::Create(folder, contents);
  if (!file.ok()) return file.status();
  BlockCodec codec;
  std::vector<LayerBlock> blocks;
  for (size_t first = 0; first < size(); first += LayerBlock::kMaxSize) {
    if (IsCancelled(cancelled)) {
      return absl::CancelledError(
          absl::StrCat("writing ", contents, " to disk was cancelled"));
    }
    const size_t count = std::min(LayerBlock::kMaxSize, size() - first);
    const absl::StatusOr<LayerBlock> block =
        codec.Write(positions().subspan(first, count),
                    multiplicities().subspan(first, count), **file);
    if (!block.ok()) return block.status();
    blocks.push_back(*block);
  }
  *this = Layer(LayerFile(*std::move(file), std::move(blocks)));
  return absl::OkStatus();
}

}  // namespace rookery
