#include "coordinator/planner/perft_plan.h"

#include <openssl/sha.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/board/move.h"
#include "core/perft/estimate/estimate.h"

namespace rookery::coordinator {
namespace {

// Part of every description: raised when the frontier's order or digest
// changes, so that an old plan is not mistaken for a corrupt one.
constexpr int kPlanVersion = 1;

// Paths through the frontier must fit 64 bits: even 239^8, the most
// moves that any valid position is known to have, is below 2^64.
constexpr int kMaxPlies = 8;

// What one thread counts without a table, roughly; only the first units are
// sized by it, and how deep to split.
constexpr double kLeavesPerSecond = 1e10;

// With a table, of every ply beyond the sixth only this share of its leaves is
// counted anew (fitted to perft(7) to perft(10) of the start position).
constexpr int kPliesWithoutTranspositions = 6;
constexpr double kUniqueShare = 0.45;

// What the statistics of a leaf take, in leaves that are only counted.
constexpr double kStatisticsCost = 50;

// Moves of a position, where none was looked at.
constexpr double kTypicalMoves = 20;

// Smaller trees take about as long as an estimate of them, some 30 ms.
constexpr int kLeastDepthToEstimate = 8;
constexpr size_t kMostRootsToEstimate = 16;

// The least that is left to a frontier beside others that fill the memory.
constexpr uint64_t kLeastMemory = uint64_t{16} << 20;

// More threads are started only for frontiers of this size.
constexpr uint64_t kManyPositions = 100'000;

// The frontier that is grown further as long as the plan asks for it, with what
// is needed to judge that.
class Growth {
 public:
  // `leaves`: an estimate; 0: none was made.
  Growth(const PerftQuestion& question, const PerftRoot& root, double leaves)
      : question_(question),
        depth_(root.depth),
        leaves_(leaves),
        frontier_(root.position) {}

  Frontier& frontier() { return frontier_; }
  int remaining_depth() const { return depth_ - frontier_.plies(); }
  uint64_t memory_bytes() const { return frontier_.memory_bytes(); }

  // Guess of what all positions cost one thread.
  double Seconds() const {
    const double leaves =
        leaves_ > 0 ? leaves_
                    : paths_ * std::pow(branching_, remaining_depth());
    const int sharing = std::max(0, depth_ - kPliesWithoutTranspositions);
    return leaves / kLeavesPerSecond * std::pow(kUniqueShare, sharing) *
           (question_.statistics ? kStatisticsCost : 1);
  }

  // Whether the plan should have one ply more, within `budget`.
  bool WantsMore(const FleetSize& fleet, const SplitBudget& budget) const {
    const int plies = frontier_.plies();
    if (plies >= MostPlies(question_, depth_)) return false;
    if (question_.divide && plies == 0) return true;
    const double size = static_cast<double>(frontier_.size());
    return IsWorthSplitting({.remaining_depth = remaining_depth(),
                             .positions = frontier_.size(),
                             .successors = size * branching_,
                             .next_positions = size * growth_,
                             .seconds = Seconds(),
                             .frontiers = question_.roots.size()},
                            fleet, budget);
  }

  absl::Status Extend(const Frontier::ExtendOptions& options) {
    const double size = static_cast<double>(frontier_.size());
    if (absl::Status status = frontier_.Extend(options); !status.ok())
      return status;
    const absl::StatusOr<absl::uint128> paths = frontier_.Paths();
    if (!paths.ok()) return paths.status();
    const auto next_paths = static_cast<double>(*paths);
    growth_ = static_cast<double>(frontier_.size()) / std::max(1.0, size);
    branching_ = std::max(1.0, next_paths / std::max(1.0, paths_));
    paths_ = next_paths;
    return absl::OkStatus();
  }

  static int MostPlies(const PerftQuestion& question, int depth) {
    return std::clamp(question.statistics ? depth - 1 : depth, 0, kMaxPlies);
  }

 private:
  const PerftQuestion& question_;
  const int depth_;
  const double leaves_;
  Frontier frontier_;
  double paths_ = 1;
  // From the layer before the last to the last: of paths, and of positions.
  double branching_ = kTypicalMoves;
  double growth_ = kTypicalMoves;
};

// How deep each root is split, a digit each, from a description.
absl::StatusOr<std::string> ParseDescription(const PerftQuestion& question,
                                             const std::string& description) {
  int version = 0;
  int begin = 0;
  int end = 0;
  if (std::sscanf(description.c_str(), "frontier version=%d plies=%n%*[0-9]%n",
                  &version, &begin, &end) == 1 &&
      static_cast<size_t>(end - begin) == question.roots.size()) {
    if (version != kPlanVersion) {
      return absl::InvalidArgumentError(absl::StrCat(
          "plan version ", version, " is not this program's version ",
          kPlanVersion, "; submit the job again"));
    }
    const std::string plies = description.substr(begin, end - begin);
    const bool fits = std::equal(
        plies.begin(), plies.end(), question.roots.begin(),
        [&](char digit, const PerftRoot& root) {
          return digit - '0' <= Growth::MostPlies(question, root.depth) &&
                 (digit > '0' || !question.divide);
        });
    if (fits) return plies;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "plan '", description, "' is malformed; submit the job again"));
}

// An estimate of the leaves below a root, or 0 where it is not worth the
// milliseconds that it takes: the tree is small, or one of many.
double EstimateLeaves(const PerftQuestion& question, const PerftRoot& root,
                      const std::atomic<bool>* cancelled) {
  if (question.roots.size() > kMostRootsToEstimate ||
      root.depth < kLeastDepthToEstimate || root.depth > kMaxEstimateDepth)
    return 0;
  const absl::StatusOr<PerftEstimate> estimate =
      EstimatePerft(root.position, root.depth,
                    {.samples = kMinEstimateSamples, .cancelled = cancelled});
  return estimate.ok() ? estimate->mean : 0;
}

// Of the room that is free on disk, others may need some.
uint64_t DiskBytes(const PlanOptions& options) {
  if (!options.spill_new_plans) return 0;
  std::error_code error;
  const std::filesystem::space_info space =
      std::filesystem::space(options.spill_folder, error);
  return error ? 0 : space.available / 2;
}

// One digest of several: the first 128 bits of their SHA-256.
std::string DigestOfDigests(const std::string& digests) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(digests.data()), digests.size(),
         hash);
  return absl::BytesToHexString({reinterpret_cast<const char*>(hash), 16});
}

}  // namespace

absl::StatusOr<std::shared_ptr<const PerftPlan>> PerftPlan::Build(
    const PerftQuestion& question, const std::string* plies,
    const std::atomic<bool>* cancelled, const PlanOptions& options) {
  std::vector<Part> parts;
  uint64_t memory_bytes = 0;
  const uint64_t disk_bytes = plies == nullptr ? DiskBytes(options) : 0;
  for (const PerftRoot& root : question.roots) {
    Growth growth(question, root, EstimateLeaves(question, root, cancelled));
    for (;;) {
      const uint64_t taken = memory_bytes + growth.memory_bytes();
      const SplitBudget budget{
          .threads = options.threads,
          .bytes = options.memory_limit - std::min(options.memory_limit, taken),
          .disk_bytes = disk_bytes};
      Frontier::ExtendOptions extend = {.cancelled = cancelled,
                                        .threads = options.threads};
      if (plies == nullptr) {
        if (!growth.WantsMore(options.fleet, budget)) break;
        // A first ply always fits: a divide cannot do without.
        extend.max_positions =
            std::max<uint64_t>(MostPositions(budget), MoveList::kCapacity);
      } else if (growth.frontier().plies() == (*plies)[parts.size()] - '0') {
        break;
      }
      // What fitted another machine may be too much for this one's memory.
      if (!options.spill_folder.empty() &&
          (plies != nullptr || options.spill_new_plans)) {
        extend.spill_folder = options.spill_folder;
        extend.memory_limit = std::max(
            options.memory_limit - std::min(options.memory_limit, memory_bytes),
            kLeastMemory);
      }
      const absl::Status status = growth.Extend(extend);
      // One ply more does not fit: the frontier stays as it was, and units just
      // take longer.
      if (plies == nullptr && absl::IsResourceExhausted(status)) break;
      if (!status.ok()) return status;
    }
    memory_bytes += growth.memory_bytes();
    const int remaining_depth = growth.remaining_depth();
    const double seconds = growth.Seconds();
    parts.push_back({.root = parts.size(),
                     .frontier = std::move(growth.frontier()),
                     .remaining_depth = remaining_depth,
                     .seconds = seconds});
  }

  std::string all_plies;
  std::string digest;
  for (const Part& part : parts) {
    const absl::StatusOr<std::string> of_part = part.frontier.Digest();
    if (!of_part.ok()) return of_part.status();
    absl::StrAppend(&all_plies, part.frontier.plies());
    absl::StrAppend(&digest, *of_part);
  }
  if (parts.size() > 1) digest = DigestOfDigests(digest);
  std::shared_ptr<PerftPlan> plan(new PerftPlan(
      std::move(parts), question.statistics, memory_bytes, options.threads));
  plan->description_ =
      absl::StrFormat("frontier version=%d plies=%s positions=%d digest=%s",
                      kPlanVersion, all_plies, plan->size(), digest);
  return plan;
}

absl::StatusOr<std::shared_ptr<const PerftPlan>> PerftPlan::Make(
    const PerftQuestion& question, const std::atomic<bool>* cancelled,
    const PlanOptions& options) {
  return Build(question, nullptr, cancelled, options);
}

absl::StatusOr<std::shared_ptr<const PerftPlan>> PerftPlan::Rebuild(
    const PerftQuestion& question, const std::string& description,
    const std::atomic<bool>* cancelled, const PlanOptions& options) {
  const absl::StatusOr<std::string> plies =
      ParseDescription(question, description);
  if (!plies.ok()) return plies.status();
  absl::StatusOr<std::shared_ptr<const PerftPlan>> plan =
      Build(question, &*plies, cancelled, options);
  if (plan.ok() && (*plan)->Description() != description) {
    return absl::InvalidArgumentError(absl::StrCat(
        "plan was rebuilt as '", (*plan)->Description(),
        "' but the ledger has '", description, "'; submit the job again"));
  }
  return plan;
}

PerftPlan::PerftPlan(std::vector<Part> parts, bool statistics,
                     uint64_t memory_bytes, int threads)
    : parts_(std::move(parts)),
      statistics_(statistics),
      memory_bytes_(memory_bytes),
      threads_(threads) {
  std::stable_sort(parts_.begin(), parts_.end(),
                   [](const Part& one, const Part& other) {
                     return one.remaining_depth > other.remaining_depth;
                   });
  for (Part& part : parts_) {
    part.first = size_;
    const uint64_t count = part.frontier.size();
    if (count == 0) continue;
    size_ += count;
    if (sections_.empty() ||
        sections_.back().remaining_depth != part.remaining_depth)
      sections_.push_back({.remaining_depth = part.remaining_depth});
    Section& section = sections_.back();
    const double seconds =
        section.seconds_per_position * static_cast<double>(section.count) +
        part.seconds;
    section.count += count;
    section.seconds_per_position = seconds / static_cast<double>(section.count);
  }
}

template <typename Visit>
void PerftPlan::ForEachPiece(uint64_t first, uint64_t count,
                             const Visit& visit) const {
  auto part = std::upper_bound(parts_.begin(), parts_.end(), first,
                               [](uint64_t position, const Part& next) {
                                 return position < next.first;
                               });
  for (--part; count > 0; ++part) {
    const uint64_t skipped = first - part->first;
    const uint64_t taken =
        std::min<uint64_t>(count, part->frontier.size() - skipped);
    if (taken > 0) visit(*part, skipped, taken);
    first += taken;
    count -= taken;
  }
}

int PerftPlan::RemainingDepth(uint64_t position) const {
  int depth = 0;
  ForEachPiece(position, 1, [&](const Part& part, uint64_t, uint64_t) {
    depth = part.remaining_depth;
  });
  return depth;
}

template <typename Value>
absl::StatusOr<std::vector<Value>> PerftPlan::Read(
    absl::Status (Frontier::*read)(uint64_t, std::span<Value>) const,
    uint64_t first, uint64_t count) const {
  std::vector<Value> values(count);
  std::span<Value> rest = values;
  absl::Status status;
  ForEachPiece(
      first, count, [&](const Part& part, uint64_t begin, uint64_t length) {
        status.Update((part.frontier.*read)(begin, rest.first(length)));
        rest = rest.subspan(length);
      });
  if (!status.ok()) return status;
  return values;
}

absl::StatusOr<std::vector<PackedPosition>> PerftPlan::Positions(
    uint64_t first, uint64_t count) const {
  return Read(&Frontier::ReadPositions, first, count);
}

absl::StatusOr<std::vector<uint64_t>> PerftPlan::Multiplicities(
    uint64_t first, uint64_t count) const {
  return Read(&Frontier::ReadMultiplicities, first, count);
}

absl::uint128 PerftPlan::Leaves(uint64_t first,
                                std::span<const uint64_t> counts) const {
  const absl::StatusOr<std::vector<uint64_t>> multiplicities =
      Multiplicities(first, counts.size());
  if (!multiplicities.ok()) return 0;
  absl::uint128 leaves = 0;
  for (size_t place = 0; place < counts.size(); ++place)
    leaves += absl::uint128(counts[place]) * (*multiplicities)[place];
  return leaves;
}

absl::StatusOr<std::vector<FrontierSum>> PerftPlan::Sum(
    std::span<const uint64_t> counts) const {
  if (counts.size() != size_) {
    return absl::InvalidArgumentError(
        absl::StrCat("the plan has ", size_, " positions but there are ",
                     counts.size(), " counts; pass one count a position"));
  }
  std::vector<FrontierSum> sums(parts_.size());
  for (const Part& part : parts_) {
    const uint64_t count = part.frontier.size();
    absl::StatusOr<FrontierSum> sum =
        part.frontier.Sum(counts.subspan(part.first, count),
                          count < kManyPositions ? 1 : threads_);
    if (!sum.ok()) return sum.status();
    sums[part.root] = *std::move(sum);
  }
  return sums;
}

}  // namespace rookery::coordinator
