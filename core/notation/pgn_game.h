// One game of a PGN text, as it is written: tags, and the tokens of the
// movetext.
//
// PgnParser fills it; nothing here knows whether a move is legal (pgn_replay.h)
// or where the game began (pgn_start.h). Everything refers into the text that
// was parsed, which must outlive it. A game is meant to be filled again and
// again: its vectors keep their memory. Not thread-safe: one a thread.
#ifndef ROOKERY_CORE_NOTATION_PGN_GAME_H_
#define ROOKERY_CORE_NOTATION_PGN_GAME_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation/pgn_remark.h"

namespace rookery {

struct PgnTag {
  std::string_view name;  // case matters
  // What stands between the quotes, with its escapes; PgnTagValue undoes them.
  std::string_view value;
};

// The value of a tag as the standard means it: \" is a quote and \\ a
// backslash.
std::string PgnTagValue(std::string_view written);

enum class PgnTokenKind : uint8_t {
  kMove,             // anything that stands where a move should
  kEnPassantSuffix,  // "e.p." apart from its move
  kNag,              // value: 0 to 255; "!", "?" and other glyphs too
  kComment,          // the text between the braces, or from ; to the line's end
  kVariationStart,   // value: the index of the token that ends it
  kVariationEnd,
  kResult,            // "1-0", "0-1", "1/2-1/2" or "*"
  kNonstandardResult  // "1/2", "0.5-0.5", "1:0" and the like
};

struct PgnToken {
  // The number of a move that has none before it.
  static constexpr uint32_t kNoNumber = UINT32_MAX;

  PgnTokenKind kind;
  uint32_t offset;  // of its text in PgnGame::text
  uint32_t length;
  uint32_t value;  // for a move the move number before it, or kNoNumber
};

struct PgnGame {
  std::string_view text;     // all of it, from its first byte to its last
  uint64_t offset = 0;       // of the text in what was read
  std::vector<PgnTag> tags;  // in the order of the text
  std::vector<PgnToken> tokens;
  // The token that ended the game, in the standard's spelling whatever its own;
  // empty where there is none, or none with a meaning in the standard.
  std::string_view result_token;
  bool has_standard_result = false;  // whether that was its own spelling too
  // False where the text ended, or another game began, without a result of any
  // spelling.
  bool terminated = false;
  // Whether the text is not UTF-8 and has to be taken as ISO 8859-1, as the
  // standard says; Utf8FromLatin1 converts.
  bool latin1 = false;
  // Of the text alone; replaying adds its own.
  PgnRemarks remarks;

  std::string_view TextOf(const PgnToken& token) const {
    return text.substr(token.offset, token.length);
  }

  // The token as it is written, if it is one of the standard's four; empty
  // otherwise.
  std::string_view StandardResultToken() const {
    return has_standard_result ? result_token : std::string_view();
  }

  // The written value of the first tag of that name; null data() where there is
  // none.
  std::string_view FindTag(std::string_view name) const {
    for (const PgnTag& tag : tags) {
      if (tag.name == name) return tag.value;
    }
    return {};
  }

  bool HasTag(std::string_view name) const {
    return FindTag(name).data() != nullptr;
  }

  void Clear();
};

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_GAME_H_
