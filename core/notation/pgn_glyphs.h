// The signs that stand for Numeric Annotation Glyphs: "!?" is $5, "±" is $16.
//
// Pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_NOTATION_PGN_GLYPHS_H_
#define ROOKERY_CORE_NOTATION_PGN_GLYPHS_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace rookery {

// The number of a sign in UTF-8 or ISO 8859-1; nothing where it is not known.
std::optional<uint32_t> NagOfGlyph(std::string_view glyph);

// The longest known sign that ends the text and is not all of it; empty where
// there is none. A lone + or # is not one: it belongs to the move.
std::string_view GlyphSuffix(std::string_view text);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_GLYPHS_H_
