#include "core/notation/pgn_blocks.h"

#include <algorithm>

#include "core/notation/pgn_parser.h"
#include "core/notation/pgn_tag_section.h"

namespace rookery {
namespace {

constexpr std::string_view kGameStart = "\n[Event \"";

// The last place but the first at which a game certainly starts; 0 where there
// is none.
size_t LastCertainStart(std::string_view text) {
  size_t end = text.rfind(kGameStart);
  while (end != std::string_view::npos) {
    if (IsCertainGameStart(text, end + 1)) return end + 1;
    if (end == 0) break;
    end = text.rfind(kGameStart, end - 1);
  }
  return 0;
}

// The same for games without an Event tag, by reading all: the start of the
// last game, which may be cut off.
size_t LastStart(std::string_view text) {
  PgnParser parser(text);
  PgnGame game;
  size_t last = 0;
  while (parser.Next(game))
    last = static_cast<size_t>(game.text.data() - text.data());
  return last;
}

}  // namespace

absl::StatusOr<bool> PgnBlockReader::Next(PgnBlock& block) {
  if (!status_.ok()) return status_;
  block.text.swap(rest_);
  rest_.clear();
  block.offset = offset_;
  block.skipped_bytes = 0;
  size_t cut = 0;
  for (size_t size = options_.block_bytes;; size *= 2) {
    size = std::min(size, options_.max_game_bytes);
    Fill(block.text, size);
    cut = block.text.size();
    if (ended_ && status_.ok()) break;
    cut = LastCertainStart(block.text);
    if (cut == 0) cut = LastStart(block.text);
    if (cut != 0) break;
    if (!status_.ok()) return status_;
    if (size == options_.max_game_bytes) {
      cut = block.text.size();
      block.skipped_bytes = SkipToNextGame();
      offset_ += cut + block.skipped_bytes;
      return true;
    }
  }
  rest_.insert(0, block.text, cut);
  block.text.resize(cut);
  offset_ += cut;
  return cut != 0;
}

// Reads until the text has that many bytes or the source is at its end, which
// an error is too.
void PgnBlockReader::Fill(std::string& text, size_t bytes) {
  size_t size = text.size();
  if (size >= bytes || ended_) return;
  text.resize(std::max(bytes, size + 2));
  while (size + 1 < text.size() && !ended_) {
    const absl::StatusOr<size_t> count =
        source_.Read(std::span(text).subspan(size));
    status_ = count.status();
    ended_ = !count.ok() || *count == 0;
    if (ended_) break;
    size += *count;
    bytes_read_ += *count;
  }
  text.resize(size);
}

// Drops everything up to the next certain start and leaves what follows in
// rest_.
uint64_t PgnBlockReader::SkipToNextGame() {
  uint64_t skipped = 0;
  rest_.clear();
  while (!ended_) {
    Fill(rest_, options_.block_bytes);
    for (size_t start = rest_.find(kGameStart); start != std::string::npos;
         start = rest_.find(kGameStart, start + 1)) {
      if (!IsCertainGameStart(rest_, start + 1)) continue;
      rest_.erase(0, start + 1);
      return skipped + start + 1;
    }
    // The last lines may be the beginning of what is looked for.
    const size_t kept = ended_ ? 0 : std::min(rest_.size(), kGameStart.size());
    skipped += rest_.size() - kept;
    rest_.erase(0, rest_.size() - kept);
  }
  return skipped;
}

}  // namespace rookery
