#include "core/verify/epd_line.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

constexpr std::string_view kCommentOpcode = "c0";

// "D" and a number. No field of a FEN looks like it.
bool IsDepthWord(std::string_view word) {
  return word.size() > 1 && word[0] == 'D' &&
         std::all_of(word.begin() + 1, word.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Where the word ends with which the text begins.
size_t WordLength(std::string_view text) {
  if (text.front() == ';') return 1;
  if (text.front() == '"') {
    const size_t quote = text.find('"', 1);
    return quote == std::string_view::npos ? text.size() : quote + 1;
  }
  return std::min(text.find_first_of(" \t;"), text.size());
}

// The words of a line, where a semicolon and a quoted text are words of their
// own.
std::vector<std::string_view> SplitWords(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty()) return words;
    words.push_back(line.substr(0, WordLength(line)));
    line.remove_prefix(words.back().size());
  }
}

absl::Status ReadComment(std::string_view word, std::string* comment) {
  if (!comment->empty()) return absl::InvalidArgumentError("c0 is there twice");
  if (word.size() < 3 || !word.starts_with('"') || !word.ends_with('"')) {
    return absl::InvalidArgumentError(
        absl::StrCat("c0 is ", ShownWord(word),
                     "; write a text in double quotes, c0 \"double check\""));
  }
  *comment = word.substr(1, word.size() - 2);
  return absl::OkStatus();
}

// What comes after the FEN.
absl::Status ReadOperations(std::span<const std::string_view> words,
                            SuiteLine* line) {
  for (size_t index = 0; index < words.size(); ++index) {
    const std::string_view opcode = words[index];
    if (opcode == ";") continue;
    const std::string_view operand =
        index + 1 < words.size() ? words[++index] : std::string_view();
    absl::Status status;
    if (IsDepthWord(opcode)) {
      status = AddKnownPerft(opcode.substr(1), operand, &line->known);
    } else if (opcode == kCommentOpcode) {
      status = ReadComment(operand, &line->comment);
    } else {
      status = absl::InvalidArgumentError(
          absl::StrCat("'", ShownWord(opcode),
                       "' is not a depth such as D4; write ;D4 197281"));
    }
    if (!status.ok()) return status;
  }
  if (line->known.empty()) {
    return absl::InvalidArgumentError(
        "no depth follows the position; write ;D4 197281");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SuiteLine> ParseEpdLine(int number, std::string_view line) {
  const std::vector<std::string_view> words = SplitWords(line);
  const auto operations =
      std::find_if(words.begin(), words.end(), [](std::string_view word) {
        return word == ";" || word == kCommentOpcode || IsDepthWord(word);
      });
  std::string fen;
  for (auto word = words.begin(); word != operations; ++word)
    absl::StrAppend(&fen, fen.empty() ? "" : " ", std::string(*word));
  const absl::StatusOr<Position> position = Position::FromFen(fen);
  if (!position.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("fen: ", position.status().message()));
  }
  SuiteLine parsed{.number = number, .position = *position};
  const absl::Status status =
      ReadOperations({operations, words.end()}, &parsed);
  if (!status.ok()) return status;
  parsed.fen = std::move(fen);
  return parsed;
}

}  // namespace rookery
