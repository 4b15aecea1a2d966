#include "coordinator/planner/perft_plan.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace rookery::coordinator {
namespace {

// Part of every description: raised when the frontier's order or digest
// changes, so that an old plan is not mistaken for a corrupt one.
constexpr int kPlanVersion = 1;

// Paths through the frontier must fit 64 bits: even 239^8, the most
// moves that any valid position is known to have, is below 2^64.
constexpr int kMaxPlies = 8;

// A frontier of this size is built in well under a second and held in some 100
// MiB with its layers.
constexpr uint64_t kMaxPositions = 1'000'000;

// Fewer positions than this do not spread evenly over a fleet.
constexpr uint64_t kMinPositions = 1'000;

// The smallest unit is to take 50 ms, so no single position should take longer.
constexpr double kMaxSecondsPerPosition = 0.05;

// What one thread counts without a table, roughly; only the first units are
// sized by it.
constexpr double kLeavesPerSecond = 3e9;
constexpr double kLeavesPerSecondWithStatistics = 4e8;

// The frontier that is grown further as long as the plan asks for it, with what
// is needed to judge that.
struct Growth {
  Frontier frontier;
  double paths = 1;
  double last_branching = 20;

  double SecondsPerPosition(const PerftQuestion& question) const {
    const double positions = std::max<double>(1, frontier.positions().size());
    const double leaves =
        paths * std::pow(last_branching, question.depth - frontier.plies());
    return leaves / positions /
           (question.statistics ? kLeavesPerSecondWithStatistics
                                : kLeavesPerSecond);
  }

  absl::Status Extend(const std::atomic<bool>* cancelled) {
    if (absl::Status status = frontier.Extend(
            {.max_positions = kMaxPositions, .cancelled = cancelled});
        !status.ok()) {
      return status;
    }
    double next_paths = 0;
    for (const uint64_t multiplicity : frontier.multiplicities())
      next_paths += static_cast<double>(multiplicity);
    last_branching = std::max(1.0, next_paths / std::max(1.0, paths));
    paths = next_paths;
    return absl::OkStatus();
  }
};

bool WantsMore(const Growth& growth, const PerftQuestion& question) {
  const int plies = growth.frontier.plies();
  if (plies >= std::min(question.depth, kMaxPlies)) return false;
  if (question.divide && plies == 0) return true;
  // Kernels count two plies at a time best, so that much is left to them.
  if (question.depth - plies <= 2) return false;
  const uint64_t size = growth.frontier.positions().size();
  return size != 0 &&
         (size < kMinPositions ||
          growth.SecondsPerPosition(question) > kMaxSecondsPerPosition);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const PerftPlan>> PerftPlan::Make(
    const PerftQuestion& question, const std::atomic<bool>* cancelled) {
  Growth growth{.frontier = Frontier(question.root)};
  while (WantsMore(growth, question)) {
    const absl::Status status = growth.Extend(cancelled);
    // One ply more does not fit: the frontier stays as it was, and units just
    // take longer.
    if (absl::IsResourceExhausted(status)) break;
    if (!status.ok()) return status;
  }
  const double seconds = growth.SecondsPerPosition(question);
  const int remaining = question.depth - growth.frontier.plies();
  return std::shared_ptr<const PerftPlan>(new PerftPlan(
      std::move(growth.frontier), remaining, question.statistics, seconds));
}

absl::StatusOr<std::shared_ptr<const PerftPlan>> PerftPlan::Rebuild(
    const PerftQuestion& question, const std::string& description,
    const std::atomic<bool>* cancelled) {
  int version = 0;
  int plies = -1;
  if (std::sscanf(description.c_str(), "frontier version=%d plies=%d", &version,
                  &plies) != 2 ||
      plies < 0 || plies > std::min(question.depth, kMaxPlies)) {
    return absl::DataLossError(
        absl::StrCat("plan '", description, "' is malformed"));
  }
  if (version != kPlanVersion) {
    return absl::DataLossError(absl::StrCat(
        "plan version ", version, " is not this program's version ",
        kPlanVersion, "; submit the job again"));
  }
  Growth growth{.frontier = Frontier(question.root)};
  while (growth.frontier.plies() < plies) {
    if (absl::Status status = growth.Extend(cancelled); !status.ok())
      return status;
  }
  const double seconds = growth.SecondsPerPosition(question);
  std::shared_ptr<const PerftPlan> plan(
      new PerftPlan(std::move(growth.frontier), question.depth - plies,
                    question.statistics, seconds));
  if (plan->Description() != description) {
    return absl::DataLossError(
        absl::StrCat("plan was rebuilt as '", plan->Description(),
                     "' but the ledger has '", description, "'"));
  }
  return plan;
}

std::string PerftPlan::Description() const {
  return absl::StrFormat("frontier version=%d plies=%d positions=%d digest=%s",
                         kPlanVersion, frontier_.plies(), size(),
                         frontier_.Digest());
}

std::span<const PackedPosition> PerftPlan::Positions(uint64_t first,
                                                     uint64_t count) const {
  return frontier_.positions().subspan(first, count);
}

absl::uint128 PerftPlan::Leaves(uint64_t first,
                                std::span<const uint64_t> counts) const {
  const std::span<const uint64_t> multiplicities =
      frontier_.multiplicities().subspan(first, counts.size());
  absl::uint128 leaves = 0;
  for (size_t i = 0; i < counts.size(); ++i)
    leaves += absl::uint128(counts[i]) * multiplicities[i];
  return leaves;
}

}  // namespace rookery::coordinator
