// Cuts a text in Portable Game Notation into games, and games into tags and
// tokens.
//
// Reads import format (Edwards, 1994) and what is found in the wild besides. A
// fault stays within its game: a line that begins with [Event " starts a new
// game whatever stands open, unless it is within the tags of one. No byte is
// lost: what belongs to no game is counted. The text must be in an encoding
// that contains ASCII, with \n or \r\n at the ends of lines (TextSource sees to
// that). Whether moves are legal is pgn_replay.h's to say.
//
// Not thread-safe: one parser a thread. Borrows the text.
#ifndef ROOKERY_CORE_NOTATION_PGN_PARSER_H_
#define ROOKERY_CORE_NOTATION_PGN_PARSER_H_

#include <cstdint>
#include <string_view>

#include "core/notation/pgn_blocks.h"
#include "core/notation/pgn_game.h"
#include "core/notation/pgn_movetext.h"

namespace rookery {

class PgnParser {
 public:
  // `text` is a whole number of games and at most 2 GiB.
  explicit PgnParser(std::string_view text) : text_(text) {}

  // The games of a block; the last one gets an error where it was cut off.
  explicit PgnParser(const PgnBlock& block)
      : text_(block.text),
        offset_(block.offset),
        cut_off_(block.skipped_bytes != 0) {}

  // Reads the next game in place of the last one; false at the end of the text.
  bool Next(PgnGame& game);

  // Bytes so far that belong to no game and are not blank: comments between
  // games, for example.
  uint64_t stray_bytes() const { return stray_bytes_; }

 private:
  std::string_view text_;
  uint64_t offset_ = 0;
  bool cut_off_ = false;
  size_t position_ = 0;
  uint64_t stray_bytes_ = 0;
  PgnMovetextScanner scanner_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_PARSER_H_
