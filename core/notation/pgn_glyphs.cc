#include "core/notation/pgn_glyphs.h"

namespace rookery {
namespace {

struct Glyph {
  std::string_view sign;
  uint32_t nag;
};

// Longer signs first, so that the longest suffix is found.
constexpr Glyph kGlyphs[] = {
    {"+/-", 16},    {"-/+", 17},    {"+/=", 14},    {"=/+", 15},
    {"\u2a72", 14}, {"\u2a71", 15}, {"\u2213", 17}, {"\u221e", 13},
    {"\u25a1", 7},  {"!!", 3},      {"??", 4},      {"!?", 5},
    {"?!", 6},      {"+-", 18},     {"-+", 19},     {"+=", 14},
    {"=+", 15},     {"\u00b1", 16}, {"!", 1},       {"?", 2},
    {"=", 10},      {"~", 13},      {"\xb1", 16},
};

}  // namespace

std::optional<uint32_t> NagOfGlyph(std::string_view glyph) {
  for (const Glyph& known : kGlyphs) {
    if (known.sign == glyph) return known.nag;
  }
  return std::nullopt;
}

std::string_view GlyphSuffix(std::string_view text) {
  for (const Glyph& known : kGlyphs) {
    if (text.size() > known.sign.size() && text.ends_with(known.sign))
      return text.substr(text.size() - known.sign.size());
  }
  return {};
}

}  // namespace rookery
