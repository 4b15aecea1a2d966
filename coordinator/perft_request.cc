#include "coordinator/perft_request.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/board/move.h"
#include "core/board/position_codec.h"
#include "core/notation/uci.h"
#include "core/perft/checked_uint128.h"
#include "core/perft/statistics/statistics.h"
#include "proto/support/uint128.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kMaxRequestIdLength = 64;
constexpr uint32_t kMaxWeight = 1000;
constexpr uint64_t kMaxMoves = MoveList::kCapacity;

bool IsRequestId(const std::string& id) {
  return id.size() <= kMaxRequestIdLength &&
         std::all_of(id.begin(), id.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
         });
}

// kMaxMoves^depth, or the largest value that a count can have.
uint64_t MaxLeaves(int depth) {
  uint64_t leaves = 1;
  for (int ply = 0; ply < depth; ++ply) {
    if (leaves > std::numeric_limits<uint64_t>::max() / kMaxMoves)
      return std::numeric_limits<uint64_t>::max();
    leaves *= kMaxMoves;
  }
  return leaves;
}

// Checks a position and a depth, fields of what `prefix` names ("" or
// "suite[3]."), and returns the position.
absl::StatusOr<Position> CheckRoot(const std::string& prefix,
                                   const std::string& fen, uint32_t depth) {
  absl::StatusOr<Position> root = Position::FromFen(fen);
  if (!root.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(prefix, "fen: ", root.status().message()));
  }
  if (depth > kMaxPerftDepth) {
    return absl::InvalidArgumentError(absl::StrCat(
        prefix, "depth is ", depth, "; it must be 0 to ", kMaxPerftDepth));
  }
  return root;
}

// Checks what a suite asks for, and brings `normal` into normal form.
absl::Status NormalizeSuite(v1::SubmitPerftRequest* normal) {
  if (normal->suite_size() > kMaxSuiteEntries) {
    return absl::InvalidArgumentError(
        absl::StrCat("suite has ", normal->suite_size(),
                     " entries; it must have at most ", kMaxSuiteEntries));
  }
  if (!normal->fen().empty() || normal->chess960() || normal->depth() != 0 ||
      normal->divide() || normal->statistics()) {
    return absl::InvalidArgumentError(
        "suite is set; fen, chess960, depth, divide and statistics must be "
        "unset beside it");
  }
  for (int index = 0; index < normal->suite_size(); ++index) {
    v1::SuiteEntry& entry = *normal->mutable_suite(index);
    const absl::StatusOr<Position> root = CheckRoot(
        absl::StrCat("suite[", index, "]."), entry.fen(), entry.depth());
    if (!root.ok()) return root.status();
    entry.set_fen(root->ToFen());
  }
  return absl::OkStatus();
}

// Checks what is asked for a single position, and brings `normal` into normal
// form.
absl::Status NormalizeRoot(v1::SubmitPerftRequest* normal) {
  const absl::StatusOr<Position> root =
      CheckRoot("", normal->fen(), normal->depth());
  if (!root.ok()) return root.status();
  if (normal->divide() && normal->depth() == 0) {
    return absl::InvalidArgumentError(
        "divide needs a depth of at least 1, but depth is 0");
  }
  if (normal->divide() && normal->statistics() && normal->depth() == 1) {
    return absl::InvalidArgumentError(
        "divide with statistics needs a depth of at least 2, but depth is 1; "
        "ask for one of them");
  }
  normal->set_fen(root->ToFen());
  normal->set_chess960(normal->chess960() || root->NeedsChess960());
  return absl::OkStatus();
}

// What each statistic of a job adds up to.
using Totals = std::array<absl::uint128, kStatisticCount>;

// The columns that the figures of a plan have, the counts first.
std::span<const Statistic> ColumnsOf(const PerftPlan& plan) {
  static constexpr auto kColumns = [] {
    std::array<Statistic, kStatisticCount> columns{};
    for (int column = 0; column < kStatisticCount; ++column)
      columns[column] = static_cast<Statistic>(column);
    return columns;
  }();
  return std::span(kColumns).first(plan.statistics() ? kStatisticCount : 1);
}

// Requires: the figures have that column.
const google::protobuf::RepeatedField<uint64_t>& ValuesOf(
    const v1::PerftFigures& figures, Statistic column) {
  return column == kNodes ? figures.counts()
                          : figures.statistics(column - 1).values();
}

// The stored figures of a unit, or nothing if they cannot be read or do not
// have one value a position.
std::optional<v1::PerftFigures> ReadFigures(const PerftPlan& plan,
                                            const UnitRow& unit,
                                            const ResultRow& result) {
  v1::PerftFigures figures;
  if (!figures.ParseFromString(result.figures)) return std::nullopt;
  if (plan.statistics() && figures.statistics_size() != kStatisticCount - 1)
    return std::nullopt;
  for (const Statistic column : ColumnsOf(plan)) {
    if (static_cast<uint64_t>(ValuesOf(figures, column).size()) != unit.count)
      return std::nullopt;
  }
  return figures;
}

// Requires: as many counts as positions, none too large.
absl::Status CheckStatistics(const v1::PerftFigures& figures, int depth) {
  if (figures.statistics_size() != kStatisticCount - 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("statistics has ", figures.statistics_size(),
                     " columns; it must have ", kStatisticCount - 1));
  }
  for (int i = 0; i < figures.statistics_size(); ++i) {
    const v1::StatisticsColumn& column = figures.statistics(i);
    const std::string name(StatisticName(static_cast<Statistic>(i + 1)));
    if (column.name() != name) {
      return absl::InvalidArgumentError(
          absl::StrCat("statistics[", i, "] is not ", name));
    }
    if (column.values_size() != figures.counts_size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("statistics ", name, " has ", column.values_size(),
                       " values for ", figures.counts_size(), " positions"));
    }
  }
  for (int i = 0; i < figures.counts_size(); ++i) {
    Statistics statistics;
    statistics[kNodes] = figures.counts(i);
    bool any = false;
    for (int column = kNodes + 1; column < kStatisticCount; ++column) {
      statistics.counts[column] = figures.statistics(column - 1).values(i);
      any |= statistics.counts[column] != 0;
    }
    // No move leads to a leaf at depth 0.
    if (!ArePossible(statistics) || (depth == 0 && any)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "statistics of position ", i, " are impossible for a position with ",
          figures.counts(i), " leaves at depth ", depth));
    }
  }
  return absl::OkStatus();
}

// Adds the statistics of a unit to `totals`, each value as often as paths lead
// to its position.
absl::Status AddStatistics(const PerftPlan& plan, const UnitRow& unit,
                           const v1::PerftFigures& figures, Totals& totals) {
  const absl::StatusOr<std::vector<uint64_t>> paths =
      plan.Multiplicities(unit.first, unit.count);
  if (!paths.ok()) return paths.status();
  for (const Statistic column : ColumnsOf(plan).subspan(1)) {
    const auto& values = ValuesOf(figures, column);
    for (size_t index = 0; index < paths->size(); ++index) {
      const std::optional<absl::uint128> total = CheckedMultiplyAdd(
          totals[column], (*paths)[index], values.Get(static_cast<int>(index)));
      if (!total) {
        return absl::OutOfRangeError(
            absl::StrCat(std::string(StatisticName(column)),
                         " reach 2^128; use a smaller depth"));
      }
      totals[column] = *total;
    }
  }
  return absl::OkStatus();
}

// The counts of all positions; adds up the statistics meanwhile, if there are
// any. INTERNAL: a position has no count, or two.
absl::StatusOr<std::vector<uint64_t>> CollectCounts(
    const PerftPlan& plan, std::span<const UnitRow> units,
    std::span<const ResultRow> results, Totals& totals) {
  std::vector<uint64_t> counts(plan.size());
  std::vector<bool> covered(plan.size());
  uint64_t covered_count = 0;
  auto result = results.begin();
  for (const UnitRow& unit : units) {
    while (result != results.end() && result->unit < unit.number) ++result;
    std::optional<v1::PerftFigures> figures;
    if (result != results.end() && result->unit == unit.number)
      figures = ReadFigures(plan, unit, *result);
    if (!figures || unit.first > plan.size() ||
        unit.count > plan.size() - unit.first) {
      return absl::InternalError(
          absl::StrCat("unit ", unit.number, " has no usable result"));
    }
    for (uint64_t index = 0; index < unit.count; ++index) {
      const uint64_t position = unit.first + index;
      if (covered[position]) {
        return absl::InternalError(
            absl::StrCat("unit ", unit.number, " has position ", position,
                         ", which another unit has, too"));
      }
      covered[position] = true;
      counts[position] = figures->counts(static_cast<int>(index));
    }
    if (plan.statistics()) {
      if (absl::Status status = AddStatistics(plan, unit, *figures, totals);
          !status.ok())
        return status;
    }
    covered_count += unit.count;
  }
  if (covered_count != plan.size()) {
    return absl::InternalError(absl::StrCat("units cover ", covered_count,
                                            " of ", plan.size(), " positions"));
  }
  return counts;
}

// Adds every field to the answer.
void AnswerStatistics(const Totals& totals, v1::PerftResult* answer) {
  for (const StatisticsField& field : StatisticsFields()) {
    // At most the leaves, whose total fits.
    absl::uint128 sum = 0;
    for (uint32_t rest = field.columns; rest != 0; rest &= rest - 1)
      sum += totals[std::countr_zero(rest)];
    (*answer->mutable_statistics())[std::string(field.name)] = ToDecimal(sum);
  }
}

}  // namespace

absl::StatusOr<v1::SubmitPerftRequest> NormalizePerftRequest(
    const v1::SubmitPerftRequest& request) {
  if (!IsRequestId(request.request_id())) {
    return absl::InvalidArgumentError(
        absl::StrCat("request_id must be at most ", kMaxRequestIdLength,
                     " characters of [0-9A-Za-z._-]"));
  }
  if (request.replicas() > kMaxReplicas) {
    return absl::InvalidArgumentError(
        absl::StrCat("replicas is ", request.replicas(),
                     "; it must be at most ", kMaxReplicas));
  }
  if (!(request.verify_share() >= 0 && request.verify_share() <= 1)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "verify_share is ", request.verify_share(), "; it must be 0 to 1"));
  }
  if (request.weight() > kMaxWeight) {
    return absl::InvalidArgumentError(absl::StrCat(
        "weight is ", request.weight(), "; it must be at most ", kMaxWeight));
  }
  v1::SubmitPerftRequest normal = request;
  normal.DiscardUnknownFields();
  const absl::Status normalized =
      normal.suite().empty() ? NormalizeRoot(&normal) : NormalizeSuite(&normal);
  if (!normalized.ok()) return normalized;
  normal.set_replicas(std::max<uint32_t>(1, request.replicas()));
  normal.set_weight(std::max<uint32_t>(1, request.weight()));
  return normal;
}

absl::StatusOr<PerftQuestion> ToPerftQuestion(
    const v1::SubmitPerftRequest& request) {
  PerftQuestion question{.divide = request.divide(),
                         .statistics = request.statistics()};
  const auto add = [&question](const std::string& fen,
                               uint32_t depth) -> absl::Status {
    const absl::StatusOr<Position> root = CheckRoot("", fen, depth);
    if (!root.ok()) {
      return absl::InternalError(absl::StrCat("stored request is not valid: ",
                                              root.status().message()));
    }
    question.roots.push_back(
        {.position = *root, .depth = static_cast<int>(depth)});
    return absl::OkStatus();
  };
  if (request.suite().empty()) {
    if (absl::Status status = add(request.fen(), request.depth()); !status.ok())
      return status;
  }
  for (const v1::SuiteEntry& entry : request.suite()) {
    if (absl::Status status = add(entry.fen(), entry.depth()); !status.ok())
      return status;
  }
  return question;
}

absl::StatusOr<std::string> EncodePerftFigures(const v1::PerftFigures& figures,
                                               uint64_t positions, int depth,
                                               bool statistics) {
  if (static_cast<uint64_t>(figures.counts_size()) != positions) {
    return absl::InvalidArgumentError(
        absl::StrCat("counts has ", figures.counts_size(), " values for ",
                     positions, " positions"));
  }
  const uint64_t most = MaxLeaves(depth);
  for (int i = 0; i < figures.counts_size(); ++i) {
    if (figures.counts(i) > most) {
      return absl::InvalidArgumentError(
          absl::StrCat("counts[", i, "] is ", figures.counts(i), ", more than ",
                       kMaxMoves, "^", depth));
    }
  }
  v1::PerftFigures stored;
  *stored.mutable_counts() = figures.counts();
  if (statistics) {
    if (absl::Status status = CheckStatistics(figures, depth); !status.ok())
      return status;
    for (const v1::StatisticsColumn& column : figures.statistics()) {
      v1::StatisticsColumn& kept = *stored.add_statistics();
      kept.set_name(column.name());
      *kept.mutable_values() = column.values();
    }
  }
  return stored.SerializeAsString();
}

std::string FirstDifference(const PerftPlan& plan, const UnitRow& unit,
                            const ResultRow& first, const ResultRow& second) {
  const std::optional<v1::PerftFigures> a = ReadFigures(plan, unit, first);
  const std::optional<v1::PerftFigures> b = ReadFigures(plan, unit, second);
  if (!a || !b) return "";
  for (const Statistic column : ColumnsOf(plan)) {
    const auto& of_first = ValuesOf(*a, column);
    const auto& of_second = ValuesOf(*b, column);
    const auto [one, other] =
        std::mismatch(of_first.begin(), of_first.end(), of_second.begin());
    if (one == of_first.end()) continue;
    const uint64_t number =
        unit.first + static_cast<uint64_t>(one - of_first.begin());
    const absl::StatusOr<std::vector<PackedPosition>> packed =
        plan.Positions(number, 1);
    const absl::StatusOr<Position> position =
        packed.ok() ? Unpack(packed->front()) : packed.status();
    const std::string what(column == kNodes ? "leaves" : StatisticName(column));
    return absl::StrCat(
        plan.RemainingDepth(number), " plies below position ", number,
        " of the plan",
        position.ok() ? absl::StrCat(" (", position->ToFen(), ")") : "",
        " worker ", first.worker, " counts ", *one, " ", what, ", worker ",
        second.worker, " ", *other);
  }
  return "";
}

absl::StatusOr<v1::PerftResult> FoldPerft(const PerftPlan& plan,
                                          const v1::SubmitPerftRequest& request,
                                          std::span<const UnitRow> units,
                                          std::span<const ResultRow> results) {
  Totals totals{};
  const absl::StatusOr<std::vector<uint64_t>> counts =
      CollectCounts(plan, units, results, totals);
  if (!counts.ok()) return counts.status();
  const absl::StatusOr<std::vector<FrontierSum>> sums = plan.Sum(*counts);
  if (!sums.ok()) return sums.status();
  v1::PerftResult answer;
  absl::uint128 total = 0;
  for (const FrontierSum& sum : *sums) {
    const std::optional<absl::uint128> next = CheckedAdd(total, sum.total);
    if (!next) {
      return absl::OutOfRangeError(
          "the leaves of all positions together do not fit 128 bits; submit "
          "the deepest ones apart");
    }
    total = *next;
    if (!request.suite().empty()) answer.add_suite_nodes(ToDecimal(sum.total));
  }
  answer.set_nodes(ToDecimal(total));
  if (request.divide()) {
    for (const auto& [move, leaves] : sums->front().divide) {
      (*answer.mutable_divide())[ToUci(move, request.chess960())] =
          ToDecimal(leaves);
    }
  }
  if (plan.statistics()) AnswerStatistics(totals, &answer);
  return answer;
}

}  // namespace rookery::coordinator
