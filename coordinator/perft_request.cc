#include "coordinator/perft_request.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/board/move.h"
#include "core/board/position_codec.h"
#include "core/notation/uci.h"
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

}  // namespace

absl::StatusOr<v1::SubmitPerftRequest> NormalizePerftRequest(
    const v1::SubmitPerftRequest& request) {
  if (!IsRequestId(request.request_id())) {
    return absl::InvalidArgumentError(
        absl::StrCat("request_id must be at most ", kMaxRequestIdLength,
                     " characters of [0-9A-Za-z._-]"));
  }
  const absl::StatusOr<Position> root = Position::FromFen(request.fen());
  if (!root.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("fen: ", root.status().message()));
  }
  if (request.depth() > kMaxPerftDepth) {
    return absl::InvalidArgumentError(absl::StrCat(
        "depth is ", request.depth(), "; it must be 0 to ", kMaxPerftDepth));
  }
  if (request.divide() && request.depth() == 0) {
    return absl::InvalidArgumentError(
        "divide needs a depth of at least 1, but depth is 0");
  }
  if (request.statistics()) {
    return absl::UnimplementedError(
        "statistics is true; this coordinator counts leaf nodes only");
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
  normal.set_fen(root->ToFen());
  normal.set_chess960(request.chess960() || root->NeedsChess960());
  normal.set_replicas(std::max<uint32_t>(1, request.replicas()));
  normal.set_weight(std::max<uint32_t>(1, request.weight()));
  return normal;
}

absl::StatusOr<PerftQuestion> ToPerftQuestion(
    const v1::SubmitPerftRequest& request) {
  const absl::StatusOr<Position> root = Position::FromFen(request.fen());
  if (!root.ok() || request.depth() > kMaxPerftDepth) {
    return absl::InternalError(absl::StrCat("stored request with fen '",
                                            request.fen(), "' and depth ",
                                            request.depth(), " is not valid"));
  }
  return PerftQuestion{.roots = {{*root, static_cast<int>(request.depth())}},
                       .divide = request.divide(),
                       .statistics = request.statistics()};
}

absl::StatusOr<std::string> EncodePerftFigures(const v1::PerftFigures& figures,
                                               uint64_t positions, int depth) {
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
  return stored.SerializeAsString();
}

std::string FirstDifference(const PerftPlan& plan, const UnitRow& unit,
                            const ResultRow& first, const ResultRow& second) {
  v1::PerftFigures a;
  v1::PerftFigures b;
  const auto is_readable = [&unit](const v1::PerftFigures& figures) {
    return static_cast<uint64_t>(figures.counts_size()) == unit.count;
  };
  if (!a.ParseFromString(first.figures) || !is_readable(a) ||
      !b.ParseFromString(second.figures) || !is_readable(b))
    return "";
  const auto [of_a, of_b] =
      std::mismatch(a.counts().begin(), a.counts().end(), b.counts().begin());
  if (of_a == a.counts().end()) return "";
  const uint64_t number =
      unit.first + static_cast<uint64_t>(of_a - a.counts().begin());
  const absl::StatusOr<std::vector<PackedPosition>> packed =
      plan.Positions(number, 1);
  const absl::StatusOr<Position> position =
      packed.ok() ? Unpack(packed->front()) : packed.status();
  return absl::StrCat(
      plan.RemainingDepth(number), " plies below position ", number,
      " of the plan",
      position.ok() ? absl::StrCat(" (", position->ToFen(), ")") : "",
      " worker ", first.worker, " counts ", *of_a, " leaves, worker ",
      second.worker, " ", *of_b);
}

absl::StatusOr<v1::PerftResult> FoldPerft(const PerftPlan& plan,
                                          const v1::SubmitPerftRequest& request,
                                          std::span<const UnitRow> units,
                                          std::span<const ResultRow> results) {
  std::vector<uint64_t> counts(plan.size());
  std::vector<bool> covered(plan.size());
  uint64_t covered_count = 0;
  auto result = results.begin();
  for (const UnitRow& unit : units) {
    while (result != results.end() && result->unit < unit.number) ++result;
    v1::PerftFigures figures;
    if (result == results.end() || result->unit != unit.number ||
        !figures.ParseFromString(result->figures) ||
        static_cast<uint64_t>(figures.counts_size()) != unit.count ||
        unit.first > plan.size() || unit.count > plan.size() - unit.first) {
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
      counts[position] = figures.counts(static_cast<int>(index));
    }
    covered_count += unit.count;
  }
  if (covered_count != plan.size()) {
    return absl::InternalError(absl::StrCat("units cover ", covered_count,
                                            " of ", plan.size(), " positions"));
  }
  const absl::StatusOr<std::vector<FrontierSum>> sums = plan.Sum(counts);
  if (!sums.ok()) return sums.status();
  v1::PerftResult answer;
  answer.set_nodes(ToDecimal(sums->front().total));
  if (request.divide()) {
    for (const auto& [move, leaves] : sums->front().divide) {
      (*answer.mutable_divide())[ToUci(move, request.chess960())] =
          ToDecimal(leaves);
    }
  }
  return answer;
}

}  // namespace rookery::coordinator
