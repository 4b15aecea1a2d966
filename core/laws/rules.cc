#include "core/laws/rules.h"

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

// The smallest and the largest value that digits and question marks can mean.
struct Range {
  int low = 0;
  int high = 0;
};

std::optional<Range> ReadDigits(std::string_view text) {
  Range range;
  for (const char letter : text) {
    if (letter != '?' && (letter < '0' || letter > '9')) return std::nullopt;
    range.low = range.low * 10 + (letter == '?' ? 0 : letter - '0');
    range.high = range.high * 10 + (letter == '?' ? 9 : letter - '0');
  }
  return range;
}

// Whether the date is 1 July 2014 or later; nothing where it may be either.
std::optional<bool> IsFromJuly2014(std::string_view date) {
  if (date.size() != 10 || date[4] != '.' || date[7] != '.')
    return std::nullopt;
  const std::optional<Range> year = ReadDigits(date.substr(0, 4));
  const std::optional<Range> month = ReadDigits(date.substr(5, 2));
  const std::optional<Range> day = ReadDigits(date.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  // The day never matters: the code changed on the first of a month.
  constexpr int kYear = 2014;
  constexpr int kMonth = 7;
  if (year->low > kYear) return true;
  if (year->high < kYear) return false;
  if (year->low != year->high) return std::nullopt;
  if (month->low >= kMonth) return true;
  if (month->high < kMonth) return false;
  return std::nullopt;
}

}  // namespace

absl::StatusOr<RulesChoice> ParseRulesChoice(std::string_view text) {
  if (text == "auto") return RulesChoice::kAuto;
  if (text == "classic") return RulesChoice::kClassic;
  if (text == "fide") return RulesChoice::kFide;
  return absl::InvalidArgumentError(
      absl::StrCat("rules '", std::string(text),
                   "' are unknown; use auto, classic or fide"));
}

Rules RulesFor(RulesChoice choice, std::string_view date) {
  if (choice == RulesChoice::kClassic) return {LawCode::kClassic, true};
  if (choice == RulesChoice::kFide) return {LawCode::kFide, true};
  const std::optional<bool> modern = IsFromJuly2014(date);
  if (!modern) return {LawCode::kFide, false};
  return {*modern ? LawCode::kFide : LawCode::kClassic, true};
}

}  // namespace rookery
