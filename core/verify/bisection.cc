#include "core/verify/bisection.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/engine/question_text.h"
#include "core/notation/uci.h"
#include "core/perft/cancellation.h"
#include "core/verify/move_comparison.h"
#include "core/verify/question.h"
#include "core/verify/reasons.h"

namespace rookery {
namespace {

// Children below which a count differs are asked for by themselves, the small
// ones first, until one differs there too; past so many it is not the children.
constexpr size_t kMaxChildren = 8;

absl::uint128 SumOf(const TrueDivide& divide) {
  absl::uint128 sum = 0;
  for (const auto& [move, leaves] : divide) sum += leaves;
  return sum;
}

// A question, the program's answer and the reference's.
struct Exchange {
  PerftQuestion question = {.position = Position::Start()};
  Position position = question.position;  // that is asked about
  PerftAnswer answer;
  TrueDivide expected;
  absl::uint128 total = 0;

  MoveComparison Compare() const {
    return CompareMoves(position, expected, *answer.divide);
  }
  // Whether anything that the answer says is wrong.
  bool Differs() const {
    return answer.leaves != total || (answer.divide && !Compare().Agrees());
  }
  WrongAnswer Wrong() const {
    return {.question = question, .expected = total, .counted = answer.leaves};
  }
};

absl::StatusOr<Exchange> Complete(const PerftQuestion& question,
                                  PerftAnswer answer, Reference* reference) {
  Exchange exchange{.question = question,
                    .position = PositionAfterMoves(question),
                    .answer = std::move(answer)};
  absl::StatusOr<TrueDivide> expected =
      reference->Divide(exchange.position, question.depth);
  if (!expected.ok()) return expected.status();
  exchange.expected = *std::move(expected);
  exchange.total = SumOf(exchange.expected);
  return exchange;
}

// Puts the moves into the difference, each with its reason.
void DescribeMoves(const PerftQuestion& way, const MoveComparison& comparison,
                   Difference* difference) {
  const std::vector<Position> positions = PositionsAlong(way);
  const Position& position = positions.back();
  difference->kind = DifferenceKind::kMoves;
  if (!way.moves.empty())
    difference->made_wrongly = WhyMadeWrongly(way.position, way.moves.front());
  for (const std::string& text : comparison.extra) {
    difference->extra.push_back(
        {.move = text, .reason = WhyExtra(positions, way.moves, text)});
  }
  for (const Move move : comparison.missing) {
    difference->missing.push_back(
        {.move = ToUci(position, move),
         .reason = WhyMissing(position, move, comparison.missing)});
  }
}

class Search {
 public:
  explicit Search(const Contestants& contestants) : contestants_(contestants) {}

  absl::StatusOr<std::optional<Difference>> Run(const PerftQuestion& question,
                                                const PerftAnswer& answer) {
    absl::StatusOr<Exchange> first =
        Complete(question, answer, contestants_.reference);
    if (!first.ok()) return first.status();
    current_ = *std::move(first);
    noticed_ = current_.Wrong();
    if (!current_.Differs() && current_.answer.divide) return std::nullopt;
    const bool right_total = current_.answer.leaves == current_.total;
    while (true) {
      const absl::StatusOr<Step> step =
          current_.answer.divide ? StepByDivide() : StepByChildren();
      if (!failure_.ok()) return failure_;
      if (!step.ok()) return Unknown(step.status());
      switch (*step) {
        case Step::kDeeper:
          continue;
        case Step::kMoves:
          return MovesDiffer();
        case Step::kMoveCount:
          return MoveCountDiffers();
        case Step::kNothingBelow:
          // A right total, all of whose parts are right.
          if (right_total && current_.question.depth == question.depth &&
              !current_.answer.divide)
            return std::nullopt;
          return StateDiffers();
      }
    }
  }

 private:
  enum class Step { kDeeper, kMoves, kMoveCount, kNothingBelow };

  // A failing reference ends everything, a failing program only the search.
  absl::StatusOr<Exchange> Ask(const PerftQuestion& question) {
    if (IsCancelled(contestants_.cancelled))
      return failure_ = absl::CancelledError("interrupted");
    absl::StatusOr<PerftAnswer> answer =
        contestants_.program->Ask(question, contestants_.timeout);
    if (!answer.ok()) return answer.status();
    absl::StatusOr<Exchange> exchange =
        Complete(question, *std::move(answer), contestants_.reference);
    if (!exchange.ok()) failure_ = exchange.status();
    return exchange;
  }

  absl::StatusOr<Step> StepByDivide() {
    MoveComparison comparison = current_.Compare();
    if (!comparison.SameMoves()) {
      if (current_.question.depth == 1) return Step::kMoves;
      PerftQuestion shallow = current_.question;
      shallow.depth = 1;
      absl::StatusOr<Exchange> moves = Ask(shallow);
      if (!moves.ok()) return moves.status();
      if (moves->answer.divide && !moves->Compare().SameMoves())
        current_ = *std::move(moves);
      return Step::kMoves;
    }
    if (current_.question.depth == 1) return Step::kMoveCount;
    comparison.wrong_counts.resize(
        std::min(comparison.wrong_counts.size(), kMaxChildren));
    for (const WrongCount& wrong : comparison.wrong_counts) {
      absl::StatusOr<Exchange> child =
          Ask(Below(current_.question, wrong.move));
      if (!child.ok()) return child.status();
      if (!child->Differs()) continue;
      current_ = *std::move(child);
      return Step::kDeeper;
    }
    if (!comparison.wrong_counts.empty())
      suspect_ = comparison.wrong_counts.front();
    return Step::kNothingBelow;
  }

  // Without names, every child has to be asked.
  absl::StatusOr<Step> StepByChildren() {
    if (current_.question.depth == 1)
      return current_.Differs() ? Step::kMoveCount : Step::kNothingBelow;
    PerftQuestion shallow = current_.question;
    shallow.depth = 1;
    absl::StatusOr<Exchange> moves = Ask(shallow);
    if (!moves.ok()) return moves.status();
    if (moves->Differs()) {
      current_ = *std::move(moves);
      return Step::kMoveCount;
    }
    std::vector<std::pair<absl::uint128, Move>> children;
    for (const auto& [move, leaves] : current_.expected)
      children.emplace_back(leaves, move);
    std::sort(children.begin(), children.end());
    for (const auto& [leaves, move] : children) {
      absl::StatusOr<Exchange> child = Ask(Below(current_.question, move));
      if (!child.ok()) return child.status();
      if (!child->Differs()) continue;
      current_ = *std::move(child);
      return Step::kDeeper;
    }
    return Step::kNothingBelow;
  }

  Difference Begin(DifferenceKind kind) const {
    return {.kind = kind,
            .noticed = noticed_,
            .path = current_.question.moves,
            .example = current_.Wrong()};
  }

  // Tells the program the position that is wrong in place of the way to it, or
  // as much of the way in one position as still shows the difference.
  absl::StatusOr<Exchange> ShortestWay() {
    for (size_t played = current_.question.moves.size(); played > 0; --played) {
      absl::StatusOr<Exchange> shorter =
          Ask(WithoutFirstMoves(current_.question, played));
      if (!failure_.ok()) return failure_;
      if (shorter.ok() && shorter->Differs()) return shorter;
    }
    return current_;
  }

  absl::StatusOr<std::optional<Difference>> MovesDiffer() {
    Difference difference = Begin(DifferenceKind::kMoves);
    absl::StatusOr<Exchange> shortest = ShortestWay();
    if (!shortest.ok()) return shortest.status();
    const bool named =
        shortest->answer.divide && !shortest->Compare().SameMoves();
    const Exchange& example = named ? *shortest : current_;
    difference.example = example.Wrong();
    DescribeMoves(example.question, example.Compare(), &difference);
    return difference;
  }

  absl::StatusOr<std::optional<Difference>> MoveCountDiffers() {
    Difference difference = Begin(DifferenceKind::kMoveCount);
    const absl::StatusOr<Exchange> shortest = ShortestWay();
    if (!shortest.ok()) return shortest.status();
    difference.example = shortest->Wrong();
    const bool more = difference.example.counted > difference.example.expected;
    difference.remark =
        absl::StrCat("the program counts too ", more ? "many" : "few",
                     " moves here, and does not name them");
    return difference;
  }

  absl::StatusOr<std::optional<Difference>> StateDiffers() {
    Difference difference = Begin(DifferenceKind::kState);
    absl::StatusOr<Exchange> shortest = ShortestWay();
    if (!shortest.ok()) return shortest.status();
    // The shallowest depth at which it shows.
    Exchange smallest = *std::move(shortest);
    for (int depth = 1; depth < smallest.question.depth; ++depth) {
      PerftQuestion shallower = smallest.question;
      shallower.depth = depth;
      absl::StatusOr<Exchange> exchange = Ask(shallower);
      if (!failure_.ok()) return failure_;
      if (!exchange.ok() || !exchange->Differs()) continue;
      smallest = *std::move(exchange);
      break;
    }
    difference.example = smallest.Wrong();
    difference.remark =
        "the program is right about every position one move on, but wrong "
        "about this one: a move is made or taken back wrongly, or a stored "
        "count is used where it does not belong";
    if (suspect_) {
      absl::StrAppend(&difference.remark, "; see ",
                      ToUci(current_.position, suspect_->move));
    }
    return difference;
  }

  absl::StatusOr<std::optional<Difference>> Unknown(
      const absl::Status& stopped) const {
    Difference difference = Begin(DifferenceKind::kUnknown);
    difference.stopped = stopped;
    return difference;
  }

  const Contestants contestants_;
  Exchange current_;
  WrongAnswer noticed_;
  absl::Status failure_;
  std::optional<WrongCount> suspect_;
};

}  // namespace

absl::StatusOr<std::optional<Difference>> Bisect(
    const PerftQuestion& question, const PerftAnswer& answer,
    const Contestants& contestants) {
  return Search(contestants).Run(question, answer);
}

absl::StatusOr<std::optional<Difference>> CompareOnce(
    const PerftQuestion& question, const Contestants& contestants) {
  if (IsCancelled(contestants.cancelled))
    return absl::CancelledError("interrupted");
  absl::StatusOr<PerftAnswer> answer =
      contestants.program->Ask(question, contestants.timeout);
  if (!answer.ok()) {
    return Difference{.kind = DifferenceKind::kUnknown,
                      .noticed = {.question = question},
                      .path = question.moves,
                      .example = {.question = question},
                      .stopped = answer.status()};
  }
  const absl::StatusOr<Exchange> exchange =
      Complete(question, *std::move(answer), contestants.reference);
  if (!exchange.ok()) return exchange.status();
  if (!exchange->Differs()) return std::nullopt;
  Difference difference{.kind = DifferenceKind::kMoveCount,
                        .noticed = exchange->Wrong(),
                        .path = question.moves,
                        .example = exchange->Wrong()};
  if (exchange->answer.divide) {
    const MoveComparison comparison = exchange->Compare();
    if (!comparison.SameMoves())
      DescribeMoves(question, comparison, &difference);
  }
  return difference;
}

}  // namespace rookery
