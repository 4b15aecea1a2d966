#include "core/verify/suite.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kBlanks = " \t";

// As much of a word as a message shows.
constexpr size_t kMaxShownBytes = 64;

std::string Shown(std::string_view word) {
  return absl::CEscape(std::string(word.substr(0, kMaxShownBytes)));
}

bool IsDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return '0' <= c && c <= '9';
  });
}

// "D" and a number, in EPD's words an opcode. No field of a FEN looks like it.
bool IsDepthWord(std::string_view word) {
  return word.starts_with('D') && IsDigits(word.substr(1));
}

// The words of a line, where a semicolon is a word of its own.
std::vector<std::string_view> SplitWords(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty()) return words;
    const size_t end = line.front() == ';'
                           ? 1
                           : std::min(line.find_first_of(" \t;"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

absl::StatusOr<KnownPerft> ParseKnown(std::string_view depth_word,
                                      std::string_view leaves_word) {
  KnownPerft known;
  if (!absl::SimpleAtoi(std::string(depth_word.substr(1)), &known.depth) ||
      known.depth > kMaxSuiteDepth) {
    return absl::InvalidArgumentError(absl::StrCat(
        "depth ", Shown(depth_word), " is not D0 to D", kMaxSuiteDepth));
  }
  if (!IsDigits(leaves_word) ||
      !absl::SimpleAtoi(std::string(leaves_word), &known.leaves)) {
    return absl::InvalidArgumentError(
        absl::StrCat(std::string(depth_word), " is '", Shown(leaves_word),
                     "'; it must be a decimal number below 2^128"));
  }
  return known;
}

// What comes after the FEN.
absl::StatusOr<std::vector<KnownPerft>> ParseAllKnown(
    std::span<const std::string_view> words) {
  std::vector<KnownPerft> all;
  for (size_t index = 0; index < words.size(); ++index) {
    if (words[index] == ";") continue;
    if (!IsDepthWord(words[index])) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", Shown(words[index]),
                       "' is not a depth such as D4; write ;D4 197281"));
    }
    const absl::StatusOr<KnownPerft> known =
        ParseKnown(words[index], index + 1 < words.size() ? words[index + 1]
                                                          : std::string_view());
    if (!known.ok()) return known.status();
    if (std::any_of(all.begin(), all.end(), [&known](const KnownPerft& other) {
          return other.depth == known->depth;
        })) {
      return absl::InvalidArgumentError(
          absl::StrCat("D", known->depth, " is there twice"));
    }
    all.push_back(*known);
    ++index;
  }
  if (all.empty()) {
    return absl::InvalidArgumentError(
        "no depth follows the position; write ;D4 197281");
  }
  return all;
}

absl::StatusOr<SuiteLine> ParseLine(std::string_view line) {
  if (line.size() > kMaxSuiteLineBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("has ", line.size(), " bytes; at most ",
                     kMaxSuiteLineBytes, " are read"));
  }
  const std::vector<std::string_view> words = SplitWords(line);
  const auto known_begin = std::find_if(
      words.begin(), words.end(),
      [](std::string_view word) { return word == ";" || IsDepthWord(word); });
  std::string fen;
  for (auto word = words.begin(); word != known_begin; ++word)
    absl::StrAppend(&fen, fen.empty() ? "" : " ", std::string(*word));
  absl::StatusOr<Position> position = Position::FromFen(fen);
  if (!position.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("fen: ", position.status().message()));
  }
  absl::StatusOr<std::vector<KnownPerft>> known =
      ParseAllKnown({known_begin, words.end()});
  if (!known.ok()) return known.status();
  return SuiteLine{.position = *position, .known = *std::move(known)};
}

}  // namespace

absl::StatusOr<std::vector<SuiteLine>> ParseSuite(std::string_view text) {
  if (text.size() > kMaxSuiteBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the suite has ", text.size(), " bytes; at most ",
                     kMaxSuiteBytes, " are read"));
  }
  if (text.starts_with(kByteOrderMark))
    text.remove_prefix(kByteOrderMark.size());
  std::vector<SuiteLine> suite;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const size_t first = line.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || line[first] == '#') continue;
    absl::StatusOr<SuiteLine> parsed = ParseLine(line);
    if (!parsed.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, ": ", parsed.status().message()));
    }
    parsed->number = number;
    suite.push_back(*std::move(parsed));
  }
  if (suite.empty())
    return absl::InvalidArgumentError("the suite has no position");
  return suite;
}

}  // namespace rookery
