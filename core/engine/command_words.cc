#include "core/engine/command_words.h"

#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/engine/quote.h"

namespace rookery {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

absl::Status Unusable(std::string_view command, const char* why) {
  return absl::InvalidArgumentError(
      absl::StrCat("command ", Quote(command), " ", why));
}

}  // namespace

absl::StatusOr<std::vector<std::string>> SplitCommand(
    std::string_view command) {
  if (command.size() > kMaxCommandBytes)
    return Unusable(command, "is longer than 8192 bytes; shorten it");
  if (command.find('\0') != std::string_view::npos)
    return Unusable(command, "has a zero byte; leave it out");

  std::vector<std::string> words;
  std::optional<std::string> word;  // an empty pair of quotes is a word too
  char quote = '\0';                // the one that is open
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == '\0' && kBlanks.find(c) != std::string_view::npos) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word) word.emplace();
    if (c == '\\' && quote != '\'') {
      if (i + 1 == command.size())
        return Unusable(command, "ends with a backslash; double it");
      const char next = command[i + 1];
      if (quote == '\0' || next == '"' || next == '\\') {
        *word += next;
        ++i;
      } else {
        *word += c;
      }
    } else if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      *word += c;
    }
  }
  if (quote != '\0')
    return Unusable(command, "has a quote that is not closed; close it");
  if (word) words.push_back(*std::move(word));
  if (words.empty() || words.front().empty())
    return Unusable(command, "names no program; begin with its path");
  return words;
}

}  // namespace rookery
