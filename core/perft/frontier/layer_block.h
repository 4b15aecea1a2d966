// Positions and multiplicities in blocks of a spill file.
//
// A block is compressed by itself, so that any part of a layer can be read. Its
// checksum is kept with its place, in memory: a damaged block is found, and one
// in the place of another as well. Thread-safety: as said below.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_LAYER_BLOCK_H_
#define ROOKERY_CORE_PERFT_FRONTIER_LAYER_BLOCK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/packed_position.h"
#include "core/perft/frontier/spill_file.h"

namespace rookery {

// Where a block is. A plain value.
struct LayerBlock {
  // The most positions of a block: few enough that many can be merged at once
  // and a small part of a layer is read quickly, enough to compress well.
  static constexpr size_t kMaxSize = 4096;

  uint64_t offset;
  uint32_t bytes;
  uint32_t checksum;
  uint32_t size;  // positions
};

// Needs the object alone; the files may be used by others at the same time.
class BlockCodec {
 public:
  BlockCodec();
  ~BlockCodec();
  BlockCodec(const BlockCodec&) = delete;
  BlockCodec& operator=(const BlockCodec&) = delete;

  // Appends a block to the file. Errors: as SpillFile::Append. Requires: as
  // many multiplicities as positions, and 1 to LayerBlock::kMaxSize.
  absl::StatusOr<LayerBlock> Write(std::span<const PackedPosition> positions,
                                   std::span<const uint64_t> multiplicities,
                                   SpillFile& file);

  // Reads a block of that file. DATA_LOSS, naming what the file is for and the
  // place, when it is not what was written. Requires: both spans have the
  // block's size.
  absl::Status Read(const SpillFile& file, const LayerBlock& block,
                    std::span<PackedPosition> positions,
                    std::span<uint64_t> multiplicities);

 private:
  struct Contexts;

  const std::unique_ptr<Contexts> contexts_;
  std::vector<uint64_t> words_;
  std::string bytes_;
};

// Puts what comes in a frontier's order into blocks. Needs the object alone.
class BlockWriter {
 public:
  // Both must outlive the writer.
  BlockWriter(BlockCodec* codec, SpillFile* file);

  // Adds a position; one that comes again at once is one with the multiplicity
  // of both. OUT_OF_RANGE when that reaches 2^64; otherwise as
  // BlockCodec::Write.
  absl::Status Add(const PackedPosition& position, uint64_t multiplicity);

  // Writes what is left and returns all blocks. Call it once.
  absl::StatusOr<std::vector<LayerBlock>> Finish();

 private:
  absl::Status Flush();

  BlockCodec* const codec_;
  SpillFile* const file_;
  std::vector<PackedPosition> positions_;
  std::vector<uint64_t> multiplicities_;
  std::vector<LayerBlock> blocks_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_LAYER_BLOCK_H_
