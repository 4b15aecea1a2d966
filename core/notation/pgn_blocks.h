// Cuts a text of any size into blocks of whole games, in constant memory.
//
// A block is what one thread reads at a time (pgn_pipeline.h). Where a block
// ends depends on the text alone, and cutting never changes what is read: the
// games of all blocks are the games of the text. Not thread-safe.
#ifndef ROOKERY_CORE_NOTATION_PGN_BLOCKS_H_
#define ROOKERY_CORE_NOTATION_PGN_BLOCKS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/notation/byte_source.h"

namespace rookery {

struct PgnBlockOptions {
  // How large a block should be: from kMinBlockBytes on.
  size_t block_bytes = size_t{1} << 20;
  // A game beyond this size is cut off. From block_bytes up to 1 GiB.
  size_t max_game_bytes = size_t{64} << 20;

  static constexpr size_t kMinBlockBytes = 64;
};

struct PgnBlock {
  std::string text;     // a whole number of games
  uint64_t offset = 0;  // of the text in all that was read
  // Bytes behind the text that were skipped, because its only game is larger
  // than any may be; 0 nearly always.
  uint64_t skipped_bytes = 0;
};

class PgnBlockReader {
 public:
  // The source must outlive the reader and be a text as PgnParser wants it.
  explicit PgnBlockReader(ByteSource& source, PgnBlockOptions options = {})
      : source_(source), options_(options) {}

  // Reads the next block into the memory of the last one; false at the end. An
  // error is the source's, and final; the games that were read whole before it
  // come first, and the one that it cuts off is lost.
  absl::StatusOr<bool> Next(PgnBlock& block);

  // How many bytes were read so far.
  uint64_t bytes_read() const { return bytes_read_; }

 private:
  void Fill(std::string& text, size_t bytes);
  uint64_t SkipToNextGame();

  ByteSource& source_;
  PgnBlockOptions options_;
  std::string rest_;  // what was read beyond the last block
  bool ended_ = false;
  absl::Status status_;  // the source's error
  uint64_t bytes_read_ = 0;
  uint64_t offset_ = 0;  // of rest_
};

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_BLOCKS_H_
