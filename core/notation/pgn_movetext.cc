#include "core/notation/pgn_movetext.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "core/notation/pgn_glyphs.h"
#include "core/notation/pgn_result.h"
#include "core/notation/pgn_tag_section.h"

namespace rookery {
namespace {

// What a byte can be. Word bytes are what moves are made of; odd ones belong
// to a word without being part of any move, so that no word is cut there and
// the rest taken for a move.
enum ByteClass : uint8_t {
  kBlank = 1,
  kLetter = 2,
  kDigit = 4,
  kMark = 8,   // + # = -
  kOdd = 16,   // anything else that does not end a word
  kOther = 32  // ends a word and is dealt with by itself
};

constexpr uint8_t kWord = kLetter | kDigit | kMark;

constexpr std::array<uint8_t, 256> MakeClasses() {
  std::array<uint8_t, 256> classes{};
  classes.fill(kOdd);
  for (const char letter : std::string_view(" \t\n\r\v\f."))
    classes[static_cast<uint8_t>(letter)] = kBlank;
  for (int letter = 'a'; letter <= 'z'; ++letter) classes[letter] = kLetter;
  for (int letter = 'A'; letter <= 'Z'; ++letter) classes[letter] = kLetter;
  for (int letter = '0'; letter <= '9'; ++letter) classes[letter] = kDigit;
  for (const char letter : std::string_view("+#=-"))
    classes[static_cast<uint8_t>(letter)] = kMark;
  for (const char letter : std::string_view("\0{}()[;$!?*%", 12))
    classes[static_cast<uint8_t>(letter)] = kOther;
  return classes;
}

constexpr std::array<uint8_t, 256> kClasses = MakeClasses();

inline uint8_t ClassOf(char letter) {
  return kClasses[static_cast<uint8_t>(letter)];
}

inline const char* SkipClass(const char* at, const char* end, uint8_t classes) {
  while (at != end && (ClassOf(*at) & classes) != 0) ++at;
  return at;
}

inline std::string_view View(const char* begin, const char* end) {
  return {begin, static_cast<size_t>(end - begin)};
}

// Zero exactly where no byte of the word equals the pattern's; the lowest set
// bit is in the first one that does (Mycroft's test for a zero byte).
inline uint64_t BytesEqual(uint64_t word, uint64_t pattern) {
  const uint64_t difference = word ^ pattern;
  return (difference - 0x0101010101010101) & ~difference & 0x8080808080808080;
}

// The first closing brace or line feed from there on, or the end. Comments are
// most of an annotated file.
const char* FindBraceOrLineEnd(const char* at, const char* end) {
  for (; end - at >= 8; at += 8) {
    uint64_t word;
    std::memcpy(&word, at, sizeof(word));
    if ((BytesEqual(word, 0x7d7d7d7d7d7d7d7d) |
         BytesEqual(word, 0x0a0a0a0a0a0a0a0a)) != 0)
      break;
  }
  while (at != end && *at != '}' && *at != '\n') ++at;
  return at;
}

bool HasLetterOrDigit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char letter) {
    return (ClassOf(letter) & (kLetter | kDigit)) != 0;
  });
}

}  // namespace

size_t PgnMovetextScanner::Read(std::string_view text, size_t game_begin,
                                size_t position, PgnGame& game) {
  text_ = text;
  begin_ = text.data() + game_begin;
  at_ = text.data() + position;
  end_ = text.data() + text.size();
  game_ = &game;
  ply_ = 0;
  number_ = PgnToken::kNoNumber;
  muted_ = done_ = nul_seen_ = false;
  depth_ = 0;
  open_.clear();
  while (!done_) {
    at_ = SkipClass(at_, end_, kBlank);
    if (at_ == end_) break;
    const uint8_t byte_class = ClassOf(*at_);
    if (byte_class == kLetter)
      ReadWord();
    else if (byte_class == kDigit)
      ReadDigits();
    else if (*at_ == '{')
      ReadBraceComment();
    else
      ReadGlyphs();
  }
  CloseOpenVariations();
  return PositionOf(at_);
}

inline void PgnMovetextScanner::Emit(PgnTokenKind kind, const char* begin,
                                     const char* end, uint32_t value) {
  if (muted_) [[unlikely]]
    return;
  game_->tokens.push_back({kind, static_cast<uint32_t>(begin - begin_),
                           static_cast<uint32_t>(end - begin), value});
  if (game_->tokens.size() == kMaxGameTokens) [[unlikely]] {
    game_->remarks.Error("game_too_long", ply_);
    muted_ = true;
  }
}

inline void PgnMovetextScanner::EmitMove(const char* begin, const char* end) {
  ply_ += depth_ == 0;
  Emit(PgnTokenKind::kMove, begin, end, number_);
  number_ = PgnToken::kNoNumber;
}

// A word that begins with a letter: nearly always a move.
inline void PgnMovetextScanner::ReadWord() {
  const char* const word = at_;
  const char* const end = SkipClass(word + 1, end_, kWord);
  const uint8_t last = ClassOf(end[-1]);
  const bool usual =
      end - word >= 2 && (end == end_ || ClassOf(*end) != kOdd) &&
      (last == kDigit || (last == kLetter && (end == end_ || *end != '.')) ||
       end[-1] == '#' || (end[-1] == '+' && end[-2] != '-' && end[-2] != '='));
  if (!usual || (end - word == 2 && word[0] == 'e' && word[1] == 'p'))
      [[unlikely]] {
    ReadOddWord();
    return;
  }
  at_ = end;
  EmitMove(word, end);
}

// Whether the next word could be the target of a move that was cut: "N c6".
bool PgnMovetextScanner::FollowedByTarget(const char* at) const {
  at = SkipClass(at, end_, kBlank);
  return end_ - at >= 2 && ((*at >= 'a' && *at <= 'h') || *at == 'x');
}

// Any other word: with a sign glued to it, an "e.p.", a letter alone, letters
// of other alphabets.
void PgnMovetextScanner::ReadOddWord() {
  const char* const word = at_;
  for (const std::string_view suffix : {"e.p.", "e.p", "ep"}) {
    if (View(word, end_).starts_with(suffix)) {
      const char* const end = word + suffix.size();
      if (end != end_ && (ClassOf(*end) & (kWord | kOdd)) != 0) continue;
      at_ = end;
      Emit(PgnTokenKind::kEnPassantSuffix, word, end, 0);
      return;
    }
  }
  const char* end = SkipClass(word + 1, end_, kWord | kOdd);
  if (View(word, end).ends_with("e") && View(end, end_).starts_with(".p")) {
    end += View(end, end_).starts_with(".p.") ? 3 : 2;
    at_ = end;
    EmitMove(word, end);
    return;
  }
  at_ = end;
  const std::string_view text = View(word, end);
  if (const std::optional<uint32_t> nag = NagOfGlyph(text)) {
    Emit(PgnTokenKind::kNag, word, end, *nag);
    return;
  }
  if (IsDecidedResult(text)) {
    Terminate(PgnTokenKind::kResult, word, end);
    return;
  }
  if (ReadScore(text)) {
    Terminate(PgnTokenKind::kNonstandardResult, word, end);
    return;
  }
  const bool novelty_or_diagram = text == "N" || text == "D";
  const bool null_move = text == "--" || text == "@@@@";
  if (!null_move && (!HasLetterOrDigit(text) ||
                     (novelty_or_diagram && !FollowedByTarget(end)))) {
    game_->remarks.Warning("unknown_glyph_token", ply_, text);
    return;
  }
  const std::string_view glyph = GlyphSuffix(text);
  EmitMove(word, end - glyph.size());
  if (!glyph.empty())
    Emit(PgnTokenKind::kNag, end - glyph.size(), end, *NagOfGlyph(glyph));
}

// A move number, a result, or castling with zeros.
inline void PgnMovetextScanner::ReadDigits() {
  const char* const word = at_;
  uint32_t number = 0;
  const char* at = word;
  for (; at != end_ && ClassOf(*at) == kDigit; ++at) {
    // Far above any move, and no overflow.
    if (number < 100'000'000)
      number = number * 10 + static_cast<uint32_t>(*at - '0');
  }
  const uint8_t next = at == end_ ? uint8_t{kBlank} : ClassOf(*at);
  const bool half = *word == '0' && View(word, end_).starts_with("0.5");
  if ((next & (kMark | kOdd)) == 0 && !half) [[likely]] {
    number_ = number;
    at_ = at;
    return;
  }
  if (half) {
    const char* const end = SkipClass(word + 2, end_, kWord | kOdd);
    // The other half has its dot too: "0.5-0.5".
    const bool dot = View(end, end_).starts_with(".5");
    if (dot && ReadScore(View(word, end + 2))) {
      at_ = end + 2;
      Terminate(PgnTokenKind::kNonstandardResult, word, at_);
      return;
    }
    number_ = 0;
    at_ = at;
    return;
  }
  ReadOddWord();
}

// Everything that begins with neither letter nor digit.
void PgnMovetextScanner::ReadGlyphs() {
  const char letter = *at_;
  switch (letter) {
    case '{':
      return ReadBraceComment();
    case ';':
      return ReadLineComment();
    case '(':
      return OpenVariation();
    case ')':
      return CloseVariation();
    case '$':
      return ReadNag();
    case '*':
      ++at_;
      return Terminate(PgnTokenKind::kResult, at_ - 1, at_);
    case '%':
      if (AtLineStart()) {
        at_ = std::find(at_, end_, '\n');
        return;
      }
      break;
    case '[':
      if (LooksLikeTag(text_, PositionOf(at_)) &&
          (AtLineStart() || IsCertainGameStart(text_, PositionOf(at_)))) {
        done_ = true;
        return;
      }
      break;
    case '!':
    case '?':
      return ReadMoveSigns();
    case '\0':
      if (!nul_seen_) game_->remarks.Warning("nul_byte", ply_);
      nul_seen_ = true;
      ++at_;
      return;
    case '}':
      game_->remarks.Warning("stray_closing_brace", ply_, View(at_, at_ + 1));
      ++at_;
      return;
    case '\xef':  // the first byte of a byte order mark
      if (AtLineStart()) {
        const char* const mark = at_;
        at_ = text_.data() + SkipLineStart(text_, PositionOf(at_));
        if (at_ != mark) return;
      }
      break;
    default:
      break;
  }
  ReadOddWord();
}

void PgnMovetextScanner::ReadMoveSigns() {
  const char* const sign = at_;
  while (at_ != end_ && (*at_ == '!' || *at_ == '?')) ++at_;
  const std::string_view signs = View(sign, at_);
  if (const std::optional<uint32_t> nag = NagOfGlyph(signs))
    Emit(PgnTokenKind::kNag, sign, at_, *nag);
  else
    game_->remarks.Warning("unknown_glyph_token", ply_, signs);
}

void PgnMovetextScanner::ReadNag() {
  const char* const sign = at_++;
  uint32_t number = 0;
  const char* const digits = at_;
  for (; at_ != end_ && ClassOf(*at_) == kDigit; ++at_)
    number = std::min<uint32_t>(number * 10 + static_cast<uint32_t>(*at_ - '0'),
                                1000);
  if (at_ == digits)
    game_->remarks.Warning("bad_nag", ply_, View(sign, at_));
  else if (number > 255)
    game_->remarks.Warning("nag_out_of_range", ply_, View(sign, at_));
  else
    Emit(PgnTokenKind::kNag, sign, at_, number);
}

inline void PgnMovetextScanner::ReadBraceComment() {
  const char* const comment = at_ + 1;
  const char* at = comment;
  for (;;) {
    at = FindBraceOrLineEnd(at, end_);
    if (at != end_ && *at == '}') [[likely]] {
      Emit(PgnTokenKind::kComment, comment, at, 0);
      at_ = at + 1;
      return;
    }
    if (at != end_)
      at = text_.data() + SkipLineStart(text_, PositionOf(at) + 1);
    if (at == end_ ||
        (*at == '[' && IsCertainGameStart(text_, PositionOf(at)))) {
      game_->remarks.Error("unterminated_comment", ply_);
      Emit(PgnTokenKind::kComment, comment, at, 0);
      at_ = at;
      return;
    }
  }
}

void PgnMovetextScanner::ReadLineComment() {
  const char* const comment = at_ + 1;
  at_ = std::find(comment, end_, '\n');
  const char* end = at_;
  if (end != comment && end[-1] == '\r') --end;
  Emit(PgnTokenKind::kComment, comment, end, 0);
}

void PgnMovetextScanner::OpenVariation() {
  ++depth_;
  if (depth_ > kMaxVariationDepth && !muted_) {
    game_->remarks.Error("variation_too_deep", ply_);
    muted_ = true;
  }
  if (!muted_) open_.push_back(static_cast<uint32_t>(game_->tokens.size()));
  Emit(PgnTokenKind::kVariationStart, at_, at_ + 1, 0);
  ++at_;
}

void PgnMovetextScanner::CloseVariation() {
  const char* const sign = at_++;
  if (depth_ == 0) {
    game_->remarks.Warning("stray_closing_parenthesis", ply_, View(sign, at_));
    return;
  }
  number_ = PgnToken::kNoNumber;  // one that dangles is the variation's
  --depth_;
  if (depth_ == kMaxVariationDepth && game_->tokens.size() < kMaxGameTokens) {
    muted_ = false;
    return;
  }
  if (depth_ >= open_.size()) return;
  game_->tokens[open_.back()].value =
      static_cast<uint32_t>(game_->tokens.size());
  open_.pop_back();
  if (muted_)  // the token that ends a variation always has room
    game_->tokens.push_back({PgnTokenKind::kVariationEnd,
                             static_cast<uint32_t>(sign - begin_), 1, 0});
  else
    Emit(PgnTokenKind::kVariationEnd, sign, at_, 0);
}

void PgnMovetextScanner::CloseOpenVariations() {
  if (open_.empty()) return;
  game_->remarks.Error("unterminated_variation", ply_);
  while (!open_.empty()) {
    game_->tokens[open_.back()].value =
        static_cast<uint32_t>(game_->tokens.size());
    open_.pop_back();
    game_->tokens.push_back({PgnTokenKind::kVariationEnd,
                             static_cast<uint32_t>(at_ - begin_), 0, 0});
  }
}

// A result ends the game, but one within a variation only says how that ends.
void PgnMovetextScanner::Terminate(PgnTokenKind kind, const char* begin,
                                   const char* end) {
  at_ = end;
  Emit(kind, begin, end, 0);
  if (depth_ != 0) return;
  game_->terminated = true;
  const std::string_view text = View(begin, end);
  if (kind == PgnTokenKind::kResult) {
    game_->result_token = text;
    game_->has_standard_result = true;
  } else {
    game_->result_token = ReadScore(text).value_or("");
    game_->remarks.Warning("nonstandard_result_token", ply_, text);
  }
  ReadRestOfLine();
  done_ = true;
}

// Comments behind the result are the game's; anything else on that line does
// not belong there, unless it is the next game.
void PgnMovetextScanner::ReadRestOfLine() {
  while (at_ != end_ && *at_ != '\n') {
    if (ClassOf(*at_) == kBlank || *at_ == '\0') {
      ++at_;
    } else if (*at_ == '{') {
      ReadBraceComment();
    } else if (*at_ == ';') {
      ReadLineComment();
    } else if (LooksLikeTag(text_, PositionOf(at_)) ||
               View(at_, end_).starts_with("1.")) {
      return;
    } else {
      // No search for the line's end: a line may hold very many games.
      const char* end = at_ + 1;
      while (end != end_ && *end != '\n' &&
             !LooksLikeTag(text_, PositionOf(end)))
        ++end;
      std::string_view rest = View(at_, end);
      while (!rest.empty() && ClassOf(rest.back()) == kBlank)
        rest.remove_suffix(1);
      game_->remarks.Error("text_after_result", ply_ + 1, rest);
      at_ = end;
    }
  }
}

bool PgnMovetextScanner::AtLineStart() const {
  return IsLineStart(text_, PositionOf(at_));
}

}  // namespace rookery
