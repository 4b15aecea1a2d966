#include "core/notation/pgn_comment.h"

#include <algorithm>
#include <charconv>

namespace rookery {
namespace {

// What a command of that name says, without blanks at its ends; null data()
// where there is none.
std::string_view ArgumentOf(std::string_view comment, std::string_view name) {
  for (size_t sign = comment.find('%'); sign != std::string_view::npos;
       sign = comment.find('%', sign + 1)) {
    if (sign == 0 || comment[sign - 1] != '[') continue;
    std::string_view rest = comment.substr(sign + 1);
    if (!rest.starts_with(name)) continue;
    rest.remove_prefix(name.size());
    if (rest.empty() || rest[0] != ' ') continue;
    rest = rest.substr(0, rest.find(']'));
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    while (!rest.empty() && rest.back() == ' ') rest.remove_suffix(1);
    return rest;
  }
  return {};
}

bool TakeMinus(std::string_view& text) {
  if (!text.starts_with('-')) return false;
  text.remove_prefix(1);
  return true;
}

// Takes digits off the front: at most nine, so nothing overflows.
std::optional<int64_t> TakeNumber(std::string_view& text) {
  int64_t number = 0;
  const size_t length = std::min<size_t>(text.size(), 9);
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + length, number);
  if (error != std::errc() || text.empty() || text[0] == '-')
    return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

// Takes ".5" off the front: so many decimals of it as a whole number. 0 where
// there is none.
int64_t TakeFraction(std::string_view& text, int decimals) {
  if (!text.starts_with('.')) return 0;
  text.remove_prefix(1);
  int64_t fraction = 0;
  int digits = 0;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    if (digits < decimals) {
      fraction = fraction * 10 + (text[0] - '0');
      ++digits;
    }
    text.remove_prefix(1);
  }
  for (; digits < decimals; ++digits) fraction *= 10;
  return fraction;
}

// "1:02:03.5", "05:00" or "7".
std::optional<int64_t> ReadTime(std::string_view text) {
  if (text.data() == nullptr) return std::nullopt;
  const bool negative = TakeMinus(text);
  int64_t seconds = 0;
  for (int part = 0; part < 3; ++part) {
    if (part != 0) {
      if (!text.starts_with(':')) break;
      text.remove_prefix(1);
    }
    const std::optional<int64_t> number = TakeNumber(text);
    if (!number) return std::nullopt;
    seconds = seconds * 60 + *number;
  }
  const int64_t milliseconds = seconds * 1000 + TakeFraction(text, 3);
  if (!text.empty()) return std::nullopt;
  return negative ? -milliseconds : milliseconds;
}

}  // namespace

std::optional<int64_t> ClockOf(std::string_view comment) {
  return ReadTime(ArgumentOf(comment, "clk"));
}

std::optional<int64_t> ElapsedTimeOf(std::string_view comment) {
  return ReadTime(ArgumentOf(comment, "emt"));
}

std::optional<PgnEvaluation> EvaluationOf(std::string_view comment) {
  constexpr int64_t kMost = 1'000'000;
  std::string_view text = ArgumentOf(comment, "eval");
  if (text.data() == nullptr) return std::nullopt;
  PgnEvaluation evaluation;
  if (text.starts_with('#')) {
    evaluation.mate = true;
    text.remove_prefix(1);
  }
  const bool negative = TakeMinus(text);
  if (!negative && text.starts_with('+')) text.remove_prefix(1);
  const std::optional<int64_t> whole = TakeNumber(text);
  if (!whole) return std::nullopt;
  int64_t value = *whole;
  if (!evaluation.mate) value = value * 100 + TakeFraction(text, 2);
  value = std::min(value, kMost);
  if (text.starts_with(',')) {
    text.remove_prefix(1);
    const std::optional<int64_t> depth = TakeNumber(text);
    if (!depth) return std::nullopt;
    evaluation.depth = static_cast<int32_t>(std::min(*depth, kMost));
  }
  if (!text.empty()) return std::nullopt;
  evaluation.value = static_cast<int32_t>(negative ? -value : value);
  return evaluation;
}

}  // namespace rookery
