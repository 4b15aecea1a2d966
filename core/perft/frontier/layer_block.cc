#include "core/perft/frontier/layer_block.h"

#include <zlib.h>
#include <zstd.h>

#include <cassert>
#include <new>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/perft/frontier/position_hash.h"

namespace rookery {
namespace {

constexpr int kCompressionLevel = 1;
constexpr size_t kPlanes = 4;
constexpr size_t kColumns = kPlanes + 1;

uint32_t ChecksumOf(std::span<const char> bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// Column by column, each position as what it differs in from the one before:
// neighbors have most men in the same places.
void ToColumns(std::span<const PackedPosition> positions,
               std::span<const uint64_t> multiplicities,
               std::span<uint64_t> words) {
  const size_t size = positions.size();
  for (size_t plane = 0; plane < kPlanes; ++plane) {
    uint64_t last = 0;
    for (size_t i = 0; i < size; ++i) {
      const uint64_t word = positions[i].planes[plane];
      words[plane * size + i] = word ^ last;
      last = word;
    }
  }
  for (size_t i = 0; i < size; ++i)
    words[kPlanes * size + i] = multiplicities[i];
}

void FromColumns(std::span<const uint64_t> words,
                 std::span<PackedPosition> positions,
                 std::span<uint64_t> multiplicities) {
  const size_t size = positions.size();
  for (size_t plane = 0; plane < kPlanes; ++plane) {
    uint64_t last = 0;
    for (size_t i = 0; i < size; ++i)
      positions[i].planes[plane] = last ^= words[plane * size + i];
  }
  for (size_t i = 0; i < size; ++i)
    multiplicities[i] = words[kPlanes * size + i];
}

}  // namespace

struct BlockCodec::Contexts {
  Contexts()
      : compression(ZSTD_createCCtx()), decompression(ZSTD_createDCtx()) {
    if (compression == nullptr || decompression == nullptr) {
      Free();
      throw std::bad_alloc();
    }
  }
  ~Contexts() { Free(); }
  void Free() {
    ZSTD_freeCCtx(compression);
    ZSTD_freeDCtx(decompression);
  }

  ZSTD_CCtx* const compression;
  ZSTD_DCtx* const decompression;
};

BlockCodec::BlockCodec()
    : contexts_(std::make_unique<Contexts>()),
      words_(LayerBlock::kMaxSize * kColumns),
      bytes_(ZSTD_compressBound(words_.size() * sizeof(uint64_t)), '\0') {}

BlockCodec::~BlockCodec() = default;

absl::StatusOr<LayerBlock> BlockCodec::Write(
    std::span<const PackedPosition> positions,
    std::span<const uint64_t> multiplicities, SpillFile& file) {
  assert(!positions.empty() && positions.size() <= LayerBlock::kMaxSize &&
         positions.size() == multiplicities.size());
  const std::span<uint64_t> words =
      std::span(words_).first(positions.size() * kColumns);
  ToColumns(positions, multiplicities, words);
  const size_t bytes =
      ZSTD_compressCCtx(contexts_->compression, bytes_.data(), bytes_.size(),
                        words.data(), words.size_bytes(), kCompressionLevel);
  // There is room for any result, so it fails for lack of memory only.
  if (ZSTD_isError(bytes)) throw std::bad_alloc();
  const std::span<const char> compressed(bytes_.data(), bytes);
  const absl::StatusOr<uint64_t> offset = file.Append(compressed);
  if (!offset.ok()) return offset.status();
  return LayerBlock{*offset, static_cast<uint32_t>(bytes),
                    ChecksumOf(compressed),
                    static_cast<uint32_t>(positions.size())};
}

absl::Status BlockCodec::Read(const SpillFile& file, const LayerBlock& block,
                              std::span<PackedPosition> positions,
                              std::span<uint64_t> multiplicities) {
  assert(positions.size() == block.size && multiplicities.size() == block.size);
  const std::span<char> compressed(bytes_.data(), block.bytes);
  if (absl::Status status = file.Read(block.offset, compressed); !status.ok())
    return status;
  if (const uint32_t checksum = ChecksumOf(compressed);
      checksum != block.checksum) {
    return file.Corrupted(
        block.offset, absl::StrFormat("its checksum is %08x instead of %08x",
                                      checksum, block.checksum));
  }
  const std::span<uint64_t> words =
      std::span(words_).first(positions.size() * kColumns);
  const size_t bytes = ZSTD_decompressDCtx(
      contexts_->decompression, words.data(), words.size_bytes(),
      compressed.data(), compressed.size());
  if (bytes != words.size_bytes()) {
    return file.Corrupted(block.offset, ZSTD_isError(bytes)
                                            ? ZSTD_getErrorName(bytes)
                                            : "it has another size");
  }
  FromColumns(words, positions, multiplicities);
  return absl::OkStatus();
}

BlockWriter::BlockWriter(BlockCodec* codec, SpillFile* file)
    : codec_(codec), file_(file) {
  positions_.reserve(LayerBlock::kMaxSize);
  multiplicities_.reserve(LayerBlock::kMaxSize);
}

absl::Status BlockWriter::Add(const PackedPosition& position,
                              uint64_t multiplicity) {
  if (!positions_.empty() && AreSame(positions_.back(), position)) {
    uint64_t& sum = multiplicities_.back();
    if (__builtin_add_overflow(sum, multiplicity, &sum))
      return absl::OutOfRangeError("a multiplicity reaches 2^64");
    return absl::OkStatus();
  }
  if (positions_.size() == LayerBlock::kMaxSize) {
    if (absl::Status status = Flush(); !status.ok()) return status;
  }
  positions_.push_back(position);
  multiplicities_.push_back(multiplicity);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<LayerBlock>> BlockWriter::Finish() {
  if (!positions_.empty()) {
    if (absl::Status status = Flush(); !status.ok()) return status;
  }
  return std::move(blocks_);
}

absl::Status BlockWriter::Flush() {
  const absl::StatusOr<LayerBlock> block =
      codec_->Write(positions_, multiplicities_, *file_);
  if (!block.ok()) return block.status();
  blocks_.push_back(*block);
  positions_.clear();
  multiplicities_.clear();
  return absl::OkStatus();
}

}  // namespace rookery
