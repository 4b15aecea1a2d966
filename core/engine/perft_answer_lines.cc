#include "core/engine/perft_answer_lines.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/engine/quote.h"

namespace rookery {
namespace {

constexpr absl::uint128 kCountBound = absl::MakeUint128(uint64_t{1} << 56, 0);

constexpr std::array<std::string_view, 4> kTotalLabels = {
    "nodes searched", "total", "total nodes", "nodes"};

std::string_view Strip(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

bool IsAllDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c >= '0' && c <= '9';
  });
}

bool LooksLikeMove(std::string_view word) {
  return (word.size() == 4 || word.size() == 5) &&
         ParseSquare(word.substr(0, 2)) && ParseSquare(word.substr(2, 2)) &&
         (word.size() == 4 ||
          absl::ascii_isalpha(static_cast<unsigned char>(word[4])));
}

bool IsTotalLabel(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return absl::ascii_tolower(static_cast<unsigned char>(c));
  });
  return std::find(kTotalLabels.begin(), kTotalLabels.end(), lower) !=
         kTotalLabels.end();
}

std::string ToString(absl::uint128 count) {
  std::ostringstream text;
  text << count;
  return text.str();
}

}  // namespace

absl::StatusOr<absl::uint128> ParsePerftCount(std::string_view text) {
  absl::uint128 count = 0;
  if (!IsAllDigits(text) || !absl::SimpleAtoi(std::string(text), &count)) {
    return absl::DataLossError(absl::StrCat("the program printed ", Quote(text),
                                            ", which is no count"));
  }
  if (count >= kCountBound) {
    return absl::DataLossError(absl::StrCat("the program printed ", Quote(text),
                                            ", a count of 2^120 or more"));
  }
  return count;
}

absl::StatusOr<PerftAnswerLine> ParsePerftAnswerLine(std::string_view line) {
  const std::string_view text = Strip(line);
  PerftAnswerLine parsed;
  if (text.empty()) {
    parsed.kind = PerftAnswerLine::Kind::kBlank;
    return parsed;
  }
  std::string_view count = text;
  if (const std::string_view word = text.substr(0, text.find_first_of(" \t:="));
      LooksLikeMove(word)) {
    parsed.kind = PerftAnswerLine::Kind::kMove;
    parsed.move = word;
    count = Strip(text.substr(word.size()));
    if (!count.empty() &&
        std::string_view(":=-").find(count.front()) != std::string_view::npos)
      count = Strip(count.substr(1));
  } else if (const size_t colon = text.find_first_of(":=");
             colon != std::string_view::npos &&
             IsTotalLabel(Strip(text.substr(0, colon)))) {
    parsed.kind = PerftAnswerLine::Kind::kTotal;
    count = Strip(text.substr(colon + 1));
  } else if (IsAllDigits(text)) {
    parsed.kind = PerftAnswerLine::Kind::kTotal;
  } else {
    return parsed;
  }
  const absl::StatusOr<absl::uint128> number = ParsePerftCount(count);
  if (!number.ok()) {
    return absl::DataLossError(
        absl::StrCat(number.status().message(), ", in the line ", Quote(line)));
  }
  parsed.count = *number;
  return parsed;
}

absl::Status PerftAnswerBuilder::AddMove(std::string move,
                                         absl::uint128 count) {
  if (divide_.size() >= MoveList::kCapacity) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the program printed more than ", divide_.size(),
                     " moves, which no position has"));
  }
  const auto [place, is_new] = divide_.emplace(std::move(move), count);
  if (!is_new) {
    return absl::InternalError(absl::StrCat("the program printed the move ",
                                            Quote(place->first), " twice"));
  }
  sum_ += count;
  return absl::OkStatus();
}

absl::StatusOr<PerftAnswer> PerftAnswerBuilder::Finish(absl::uint128 total) {
  PerftAnswer answer;
  answer.leaves = total;
  const absl::uint128 sum = std::exchange(sum_, 0);
  Divide divide = std::exchange(divide_, {});
  if (divide.empty() && total != 0) return answer;
  if (sum != total) {
    return absl::InternalError(
        absl::StrCat("the program's moves add up to ", ToString(sum),
                     ", but it printed the total ", ToString(total)));
  }
  answer.divide = std::move(divide);
  return answer;
}

}  // namespace rookery
