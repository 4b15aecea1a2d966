#include "cli/difference_text.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "core/engine/question_text.h"
#include "core/notation/uci.h"
#include "proto/support/uint128.h"

namespace rookery::cli {
namespace {

void AppendMoves(const char* title, const std::vector<WrongMove>& moves,
                 std::string* text) {
  size_t longest = 0;
  for (const WrongMove& move : moves)
    longest = std::max(longest, move.move.size());
  for (const WrongMove& move : moves) {
    absl::StrAppendFormat(text, "  %-8s  %-*s  %s\n", title,
                          static_cast<int>(longest), move.move,
                          move.reason.words);
  }
}

// Each advice once. Where a move is made wrongly, the moves after it are not at
// fault.
void AppendAdvice(const Difference& difference, std::string* text) {
  std::set<std::string_view> given;
  if (difference.made_wrongly &&
      MainReason(difference) == difference.made_wrongly->id) {
    absl::StrAppend(text, "  advice    ",
                    std::string(difference.made_wrongly->advice), "\n");
    return;
  }
  for (const std::vector<WrongMove>* moves :
       {&difference.extra, &difference.missing}) {
    for (const WrongMove& move : *moves) {
      if (!given.insert(move.reason.id).second) continue;
      absl::StrAppend(text, "  advice    ", std::string(move.reason.advice),
                      "\n");
    }
  }
}

}  // namespace

std::vector<std::string> SpellMoves(const Position& start,
                                    std::span<const Move> moves) {
  std::vector<std::string> texts;
  for (const Move move : moves)
    texts.push_back(ToUci(move, start.NeedsChess960()));
  return texts;
}

std::string ResultLine(const PerftQuestion& asked, const CheckResult& result) {
  const std::string what =
      absl::StrCat("perft(", result.depth, ") of ", RootFen(asked));
  switch (result.verdict) {
    case CheckVerdict::kAgreed:
      return absl::StrCat(what, " is ", ToDecimal(result.counted));
    case CheckVerdict::kDiffered:
      if (result.expected == result.counted) {
        return absl::StrCat(what, " is ", ToDecimal(result.expected),
                            ", as the program counts, but not below each move");
      }
      return absl::StrCat(what, " is ", ToDecimal(result.expected),
                          ", the program counts ", ToDecimal(result.counted));
    case CheckVerdict::kNotTried:
      return absl::StrCat(RootFen(asked), ": not tried, --max-time was over");
    case CheckVerdict::kSkipped:
    case CheckVerdict::kFailed:
      return absl::StrCat(what, ": ", result.failure.message());
    case CheckVerdict::kWrongExpectation:
      return absl::StrCat(what, " is ", ToDecimal(result.counted),
                          ", as the program counts, but the suite has ",
                          ToDecimal(result.expected));
  }
  return what;
}

std::string DifferenceText(const Difference& difference) {
  std::string text;
  const Position& root = difference.noticed.question.position;
  if (!difference.path.empty()) {
    absl::StrAppend(&text, "  after     ",
                    absl::StrJoin(SpellMoves(root, difference.path), " "),
                    "\n");
  }
  const WrongAnswer& example = difference.example;
  absl::StrAppend(&text, "  position  ", RootFen(example.question), "\n");
  if (!example.question.moves.empty()) {
    absl::StrAppend(
        &text, "  moves     ",
        absl::StrJoin(
            SpellMoves(example.question.position, example.question.moves), " "),
        "\n");
  }
  absl::StrAppend(&text, "  perft(", example.question.depth, ")  ",
                  ToDecimal(example.expected), ", the program counts ",
                  ToDecimal(example.counted), "\n");
  AppendMoves("extra", difference.extra, &text);
  AppendMoves("missing", difference.missing, &text);
  if (difference.made_wrongly) {
    absl::StrAppend(&text, "  cause     ", difference.made_wrongly->words,
                    "\n");
  }
  AppendAdvice(difference, &text);
  if (!difference.remark.empty())
    absl::StrAppend(&text, "  note      ", difference.remark, "\n");
  if (!difference.stopped.ok()) {
    absl::StrAppend(&text, "  stopped   ",
                    std::string(difference.stopped.message()), "\n");
  }
  return text;
}

}  // namespace rookery::cli
