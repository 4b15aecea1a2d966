#include "proto/support/positions.h"

#include <bit>
#include <cassert>
#include <cstdint>
#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/board/position_codec.h"
#include "zstd.h"

namespace rookery {
namespace {

// The planes are copied as they lie in memory.
static_assert(std::endian::native == std::endian::little);

// Compression must cost nothing beside the counting; higher levels gain little
// on sorted positions.
constexpr int kCompressionLevel = 1;

absl::Status Malformed(const std::string& reason) {
  return absl::InvalidArgumentError(absl::StrCat("positions: ", reason));
}

}  // namespace

std::string CompressPositions(std::span<const PackedPosition> positions) {
  assert(positions.size() <= kMaxPositionsPerMessage);
  std::string frame(ZSTD_compressBound(positions.size_bytes()), '\0');
  const size_t size =
      ZSTD_compress(frame.data(), frame.size(), positions.data(),
                    positions.size_bytes(), kCompressionLevel);
  // It fails only where there is no memory, as the allocation above might.
  if (ZSTD_isError(size)) std::abort();
  frame.resize(size);
  frame.shrink_to_fit();
  return frame;
}

absl::StatusOr<std::vector<PackedPosition>> DecompressPositions(
    std::string_view bytes, size_t expected_count) {
  if (expected_count > kMaxPositionsPerMessage) {
    return Malformed(absl::StrCat(expected_count, " in one message, at most ",
                                  kMaxPositionsPerMessage));
  }
  if (bytes.size() > kMaxCompressedPositionBytes) {
    return Malformed(absl::StrCat(bytes.size(), " bytes, at most ",
                                  kMaxCompressedPositionBytes));
  }
  // Of several frames only the first would tell its size.
  const size_t frame_size =
      ZSTD_findFrameCompressedSize(bytes.data(), bytes.size());
  if (ZSTD_isError(frame_size) || frame_size != bytes.size()) {
    return Malformed("not one whole zstd frame");
  }
  const uint64_t content_size =
      ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  const uint64_t expected_size = expected_count * sizeof(PackedPosition);
  if (content_size == ZSTD_CONTENTSIZE_UNKNOWN ||
      content_size == ZSTD_CONTENTSIZE_ERROR) {
    return Malformed("the zstd frame does not state its content's size");
  }
  if (content_size != expected_size) {
    return Malformed(absl::StrCat(content_size, " bytes of content, expected ",
                                  expected_size, " for ", expected_count,
                                  " positions"));
  }
  std::vector<PackedPosition> positions(expected_count);
  const size_t size = ZSTD_decompress(positions.data(), expected_size,
                                      bytes.data(), bytes.size());
  if (ZSTD_isError(size)) {
    return Malformed(
        absl::StrCat("damaged zstd frame: ", ZSTD_getErrorName(size)));
  }
  if (size != expected_size) return Malformed("the zstd frame ends too early");
  for (size_t index = 0; index < positions.size(); ++index) {
    if (IsValid(positions[index])) continue;
    return Malformed(absl::StrCat("position ", index, ": ",
                                  Unpack(positions[index]).status().message()));
  }
  return positions;
}

}  // namespace rookery
