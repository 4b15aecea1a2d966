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

// The frontier that is grown further as long as the plan asks for it, with what
// is needed to judge that.
struct Growth {
  Frontier frontier;
  double paths = 1;
  double last_branching = 20;

  double SecondsPerPosition(int depth) const {
    const double positions = std::max<double>(1, frontier.size());
    const double leaves =
        paths * std::pow(last_branching, depth - frontier.plies());
    return leaves / positions / kLeavesPerSecond;
  }

  absl::Status Extend(const std::atomic<bool>* cancelled) {
    if (absl::Status status = frontier.Extend(
            {.max_positions = kMaxPositions, .cancelled = cancelled});
        !status.ok()) {
      return status;
    }
    const absl::StatusOr<absl::uint128> now = frontier.Paths();
    if (!now.ok()) return now.status();
    const auto next_paths = static_cast<double>(*now);
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
  const uint64_t size = growth.frontier.size();
  return size != 0 &&
         (size < kMinPositions ||
          growth.SecondsPerPosition(question.depth) > kMaxSecondsPerPosition);
}

absl::StatusOr<std::string> Describe(const Frontier& frontier) {
  const absl::StatusOr<std::string> digest = frontier.Digest();
  if (!digest.ok()) return digest.status();
  return absl::StrFormat("frontier version=%d plies=%d positions=%d digest=%s",
                         kPlanVersion, frontier.plies(), frontier.size(),
                         *digest);
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
  absl::StatusOr<std::string> description = Describe(growth.frontier);
  if (!description.ok()) return description.status();
  const double seconds = growth.SecondsPerPosition(question.depth);
  const int remaining = question.depth - growth.frontier.plies();
  return std::shared_ptr<const PerftPlan>(new PerftPlan(
      std::move(growth.frontier), *std::move(description), remaining, seconds));
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
  const absl::StatusOr<std::string> rebuilt = Describe(growth.frontier);
  if (!rebuilt.ok()) return rebuilt.status();
  if (*rebuilt != description) {
    return absl::DataLossError(absl::StrCat("plan was rebuilt as '", *rebuilt,
                                            "' but the ledger has '",
                                            description, "'"));
  }
  const double seconds = growth.SecondsPerPosition(question.depth);
  return std::shared_ptr<const PerftPlan>(
      new PerftPlan(std::move(growth.frontier), description,
                    question.depth - plies, seconds));
}

absl::StatusOr<std::vector<PackedPosition>> PerftPlan::Positions(
    uint64_t first, uint64_t count) const {
  std::vector<PackedPosition> positions(count);
  if (absl::Status status = frontier_.ReadPositions(first, positions);
      !status.ok()) {
    return status;
  }
  return positions;
}

absl::uint128 PerftPlan::Leaves(uint64_t first,
                                std::span<const uint64_t> counts) const {
  std::vector<uint64_t> multiplicities(counts.size());
  if (!frontier_.ReadMultiplicities(first, multiplicities).ok()) return 0;
  absl::uint128 leaves = 0;
  for (size_t i = 0; i < counts.size(); ++i)
    leaves += absl::uint128(counts[i]) * multiplicities[i];
  return leaves;
}

}  // namespace rookery::coordinator
