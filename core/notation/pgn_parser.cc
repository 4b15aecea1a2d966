#include "core/notation/pgn_parser.h"

#include <algorithm>

#include "core/notation/pgn_tag_section.h"
#include "core/notation/text_encoding.h"

namespace rookery {
namespace {

// Comments alone, between games, are not a game; what is broken is reported.
bool HasContent(const PgnGame& game) {
  return !game.tags.empty() || game.remarks.errors() != 0 ||
         std::any_of(game.tokens.begin(), game.tokens.end(),
                     [](const PgnToken& token) {
                       return token.kind != PgnTokenKind::kComment;
                     });
}

uint64_t CountNonBlank(std::string_view text) {
  return static_cast<uint64_t>(
      std::count_if(text.begin(), text.end(), [](char letter) {
        return letter != ' ' && letter != '\n' && letter != '\r' &&
               letter != '\t' && letter != '\0';
      }));
}

}  // namespace

bool PgnParser::Next(PgnGame& game) {
  while (position_ < text_.size()) {
    game.Clear();
    const size_t begin = SkipBlankAndEscapedLines(text_, position_);
    stray_bytes_ += CountNonBlank(text_.substr(position_, begin - position_));
    const size_t movetext = ReadTagSection(text_, begin, game);
    position_ = scanner_.Read(text_, begin, movetext, game);
    game.text = text_.substr(begin, position_ - begin);
    game.offset = offset_ + begin;
    if (!HasContent(game)) {
      stray_bytes_ += CountNonBlank(game.text);
      continue;
    }
    if (!IsAscii(game.text) && !IsUtf8(game.text)) {
      game.latin1 = true;
      game.remarks.Warning("encoding_latin1", 0);
    }
    if (cut_off_ && position_ == text_.size())
      game.remarks.Error("game_too_long", 0);
    RemarkOnMissingTags(game);
    return true;
  }
  return false;
}

}  // namespace rookery
