#include "core/notation/pgn_writer.h"

#include <algorithm>
#include <cassert>

#include "absl/strings/str_cat.h"
#include "core/notation/san.h"

namespace rookery {
namespace {

// Section 4.3 of the standard: lines with 80 or more characters are strongly
// discouraged.
constexpr size_t kMaxColumns = 79;

}  // namespace

void PgnWriter::Tag(std::string_view name, std::string_view value) {
  text_ += '[';
  text_ += name;
  text_ += " \"";
  for (const char letter : value) {
    if (letter == '"' || letter == '\\') text_ += '\\';
    text_ += letter == '\n' || letter == '\r' ? ' ' : letter;
  }
  text_ += "\"]\n";
}

void PgnWriter::BeginMoves(const Position& start) {
  text_ += '\n';
  column_ = 0;
  prefix_.clear();
  number_is_due_ = true;
  lines_.clear();
  lines_.push_back({start, start});
}

void PgnWriter::Play(Move move) {
  Line& line = lines_.back();
  assert(!line.lost);
  const bool black = line.after.side_to_move() == kBlack;
  if (!black || number_is_due_) {
    Word(absl::StrCat(line.after.fullmove_number(), black ? "..." : "."));
    number_is_due_ = false;
  }
  Word(ToSan(line.after, move));
  line.before = line.after;
  line.after.Play(move);
}

void PgnWriter::Unplayable(std::string_view text) {
  lines_.back().lost = true;
  // Readers would take it for a tag or an escape at the beginning of a line.
  if (text.starts_with('[') || text.starts_with('%'))
    WordWithoutBreak(text);
  else
    Word(text);
}

void PgnWriter::Nag(int number) { Word(absl::StrCat("$", number)); }

void PgnWriter::Comment(std::string_view text) {
  number_is_due_ = true;
  if (text.find('}') != std::string_view::npos) {
    // Such a text has no line breaks but where a caller made them up.
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      Word(absl::StrCat(";", std::string(text.substr(begin, end - begin))));
      LineBreak();
      begin = end + 1;
    }
    return;
  }
  std::string word = "{";
  const auto put = [&] {
    // Readers would take a line that begins like this for another game or an
    // escape, even within a comment.
    if (word.starts_with("[Event") || word.starts_with('%'))
      WordWithoutBreak(word);
    else
      Word(word);
    word.clear();
  };
  for (size_t index = 0; index < text.size(); ++index) {
    const char letter = text[index];
    if (letter == '\r' && index + 1 < text.size() && text[index + 1] == '\n')
      continue;
    if (letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t')
      put();
    else
      word += letter;
  }
  word += '}';
  put();
}

void PgnWriter::BeginVariation() {
  const Line line = lines_.back();
  lines_.push_back({line.before, line.before, line.lost});
  prefix_ += '(';
  number_is_due_ = true;
}

void PgnWriter::EndVariation() {
  assert(lines_.size() > 1);
  lines_.pop_back();
  number_is_due_ = true;
  if (!prefix_.empty() || column_ + 1 > kMaxColumns || column_ == 0) {
    Word(")");
  } else {
    text_ += ')';
    ++column_;
  }
}

void PgnWriter::End(std::string_view result) {
  assert(lines_.size() == 1);
  Word(result);
  LineBreak();
  text_ += '\n';
  lines_.clear();
}

void PgnWriter::Word(std::string_view word) {
  const size_t length = prefix_.size() + word.size();
  if (column_ != 0) {
    if (column_ + 1 + length > kMaxColumns) {
      LineBreak();
    } else {
      text_ += ' ';
      ++column_;
    }
  }
  text_ += prefix_;
  text_ += word;
  column_ += length;
  prefix_.clear();
}

void PgnWriter::WordWithoutBreak(std::string_view word) {
  text_ += ' ';
  text_ += prefix_;
  text_ += word;
  column_ += 1 + prefix_.size() + word.size();
  prefix_.clear();
}

void PgnWriter::LineBreak() {
  text_ += '\n';
  column_ = 0;
}

}  // namespace rookery
