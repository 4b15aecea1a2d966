// Reads the tags of a game: [Name "value"], one or several a line.
//
// Part of PgnParser. Thread-compatible: works on what it is given.
#ifndef ROOKERY_CORE_NOTATION_PGN_TAG_SECTION_H_
#define ROOKERY_CORE_NOTATION_PGN_TAG_SECTION_H_

#include <cstddef>
#include <string_view>

#include "core/notation/pgn_game.h"

namespace rookery {

// Tags beyond these are left out, with an error.
inline constexpr size_t kMaxGameTags = 1024;

// Behind the NUL bytes and byte order marks at a position: files that were put
// together have them where one ends and the next begins.
size_t SkipLineStart(std::string_view text, size_t position);

// Whether only such bytes stand between the beginning of the line, or of the
// text, and a position.
bool IsLineStart(std::string_view text, size_t position);

// Whether a new game certainly starts at that place of the text, whatever comes
// before: an Event tag at the beginning of a line, after a line that is neither
// a tag nor an escape; or the beginning of the text. Requires: position <
// text.size().
bool IsCertainGameStart(std::string_view text, size_t position);

// Whether a tag seems to begin there: a bracket and then a name.
bool LooksLikeTag(std::string_view text, size_t position);

// The first place from a position on that is neither blank nor in an escaped
// line (% in the first column).
size_t SkipBlankAndEscapedLines(std::string_view text, size_t position);

// Reads tags, blanks and escaped lines (% in the first column) from a position
// on and returns where something else, or the Event tag of a next game, begins.
// A malformed tag costs at most its line, and is remarked on.
size_t ReadTagSection(std::string_view text, size_t position, PgnGame& game);

// Adds the warnings about tags that are missing.
void RemarkOnMissingTags(PgnGame& game);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_TAG_SECTION_H_
