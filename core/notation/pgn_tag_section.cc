#include "core/notation/pgn_tag_section.h"

#include <algorithm>
#include <array>

namespace rookery {
namespace {

constexpr std::string_view kEventTag = "[Event \"";

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

constexpr bool IsBlank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\v' ||
         letter == '\f';
}

size_t SkipBlanks(std::string_view text, size_t position) {
  while (position < text.size() && IsBlank(text[position])) ++position;
  return position;
}

// Whether the quote there is escaped: an odd number of backslashes before it.
bool IsEscaped(std::string_view line, size_t quote) {
  size_t first = quote;
  while (first > 0 && line[first - 1] == '\\') --first;
  return (quote - first) % 2 == 1;
}

void AddTag(std::string_view name, std::string_view value, PgnGame& game) {
  if (game.tags.size() == kMaxGameTags) {
    game.remarks.Error("too_many_tags", 0, name);
    return;
  }
  // A tag that comes twice comes soon; this must not be quadratic.
  constexpr size_t kCompared = 64;
  const size_t compared = std::min(game.tags.size(), kCompared);
  for (size_t index = 0; index < compared; ++index) {
    if (game.tags[index].name == name) {
      game.remarks.Warning("duplicate_tag", 0, name);
      break;
    }
  }
  game.tags.push_back({name, value});
}

// The rest of the line from a position on. Only what takes the whole line may
// ask for it: a line may hold very many tags.
std::string_view RestOfLine(std::string_view text, size_t position) {
  return text.substr(position, text.find('\n', position) - position);
}

// The value that begins behind a quote at `begin`, of the tag that begins at
// `tag`; returns the position behind the tag.
size_t ReadTagValue(std::string_view text, size_t tag, std::string_view name,
                    size_t begin, PgnGame& game) {
  size_t last_quote = std::string_view::npos;
  bool unescaped = false;
  for (size_t at = begin; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] != '"' || IsEscaped(text.substr(begin), at - begin)) continue;
    const size_t next = SkipBlanks(text, at + 1);
    if (next < text.size() && text[next] == ']') {
      if (unescaped) game.remarks.Warning("unescaped_quote_in_tag", 0, name);
      AddTag(name, text.substr(begin, at - begin), game);
      return next + 1;
    }
    unescaped = true;
    last_quote = at;
  }
  const std::string_view line = RestOfLine(text, tag);
  game.remarks.Error("bad_tag_syntax", 0, line);
  const size_t line_end = tag + line.size();
  size_t end = last_quote;
  if (end == std::string_view::npos) {
    end = line_end;
    while (end > begin && (IsBlank(text[end - 1]) || text[end - 1] == ']'))
      --end;
  }
  AddTag(name, text.substr(begin, end - begin), game);
  return line_end;
}

// One tag; returns the position behind it. Requires: text[position] is a
// bracket.
size_t ReadTag(std::string_view text, size_t position, PgnGame& game) {
  size_t at = SkipBlanks(text, position + 1);
  const size_t name_begin = at;
  while (at < text.size() && !IsBlank(text[at]) && text[at] != '\n' &&
         text[at] != '"' && text[at] != ']')
    ++at;
  const std::string_view name = text.substr(name_begin, at - name_begin);
  at = SkipBlanks(text, at);
  if (at < text.size() && text[at] == '"' && !name.empty())
    return ReadTagValue(text, position, name, at + 1, game);
  if (at < text.size() && text[at] == ']' && !name.empty()) {
    game.remarks.Warning("bad_tag_syntax", 0,
                         text.substr(position, at + 1 - position));
    return at + 1;
  }
  const std::string_view line = RestOfLine(text, position);
  game.remarks.Error("bad_tag_syntax", 0, line);
  return position + line.size();
}

constexpr bool IsNameLetter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

}  // namespace

size_t SkipLineStart(std::string_view text, size_t position) {
  for (;;) {
    if (position < text.size() && text[position] == '\0')
      ++position;
    else if (text.substr(position).starts_with(kByteOrderMark))
      position += kByteOrderMark.size();
    else
      return position;
  }
}

bool IsLineStart(std::string_view text, size_t position) {
  text = text.substr(0, position);
  while (!text.empty() && text.back() != '\n') {
    if (text.back() == '\0')
      text.remove_suffix(1);
    else if (text.ends_with(kByteOrderMark))
      text.remove_suffix(kByteOrderMark.size());
    else
      return false;
  }
  return true;
}

bool IsCertainGameStart(std::string_view text, size_t position) {
  if (position == 0) return true;
  if (!text.substr(position).starts_with(kEventTag) ||
      !IsLineStart(text, position))
    return false;
  const size_t own_line = text.rfind('\n', position - 1);
  if (own_line == std::string_view::npos || own_line == 0) return true;
  const size_t line_end = text.rfind('\n', own_line - 1);
  const size_t line = SkipLineStart(
      text, line_end == std::string_view::npos ? 0 : line_end + 1);
  return text[line] != '[' && text[line] != '%';
}

bool LooksLikeTag(std::string_view text, size_t position) {
  if (position >= text.size() || text[position] != '[') return false;
  const size_t name = SkipBlanks(text, position + 1);
  return name < text.size() && IsNameLetter(text[name]);
}

size_t SkipBlankAndEscapedLines(std::string_view text, size_t position) {
  for (;;) {
    position = SkipBlanks(text, position);
    if (position == text.size()) return position;
    const size_t begin = position;
    if (text[position] == '\n') {
      ++position;
    } else if (IsLineStart(text, position)) {
      position = text[position] == '%'
                     ? std::min(text.find('\n', position), text.size())
                     : SkipLineStart(text, position);
    }
    if (position == begin) return position;
  }
}

size_t ReadTagSection(std::string_view text, size_t position, PgnGame& game) {
  const size_t begin = SkipBlankAndEscapedLines(text, position);
  for (;;) {
    position = SkipBlankAndEscapedLines(text, position);
    if (position == text.size() || text[position] != '[') return position;
    const bool event = position != begin &&
                       text.substr(position).starts_with(kEventTag) &&
                       IsLineStart(text, position);
    if (event && (game.HasTag("Event") || IsCertainGameStart(text, position)))
      return position;
    position = ReadTag(text, position, game);
  }
}

void RemarkOnMissingTags(PgnGame& game) {
  static constexpr std::array<std::string_view, 7> kRoster = {
      "Event", "Site", "Date", "Round", "White", "Black", "Result"};
  if (game.tags.empty()) {
    game.remarks.Warning("no_tags", 0);
    return;
  }
  for (const std::string_view name : kRoster) {
    if (!game.HasTag(name)) game.remarks.Warning("missing_str_tag", 0, name);
  }
}

}  // namespace rookery
