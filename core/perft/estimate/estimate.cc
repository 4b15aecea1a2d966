#include "core/perft/estimate/estimate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/board/move_generator.h"
#include "core/board/position_codec.h"
#include "core/perft/cancellation.h"
#include "core/perft/estimate/ply_sample.h"
#include "core/perft/kernel_registry.h"

namespace rookery {
namespace {

// Walks that are drawn together. Enough for a batch to have a standard
// deviation of a few percent, so that the means of a few dozens are normally
// distributed; few enough for many batches in a short time.
constexpr uint64_t kBatchSamples = 128;
static_assert(kMinEstimateSamples % kBatchSamples == 0);
constexpr uint64_t kMinBatches = kMinEstimateSamples / kBatchSamples;

// The last plies are counted, not sampled: kernels need less than a nanosecond
// a leaf.
constexpr int kCountedPlies = 2;

// The first plies are taken whole, as long as they have no more nodes. What is
// not drawn has no variance.
constexpr size_t kMaxWholeNodes = 10'000;

// The sum of weight times leaves over a sample; nullopt when cancelled. Without
// a table: what is sampled hardly ever meets.
std::optional<double> CountBelow(const PlySample& sample, int depth,
                                 const std::atomic<bool>* cancelled) {
  std::vector<PackedPosition> positions;
  positions.reserve(sample.size());
  for (const SampledNode& node : sample)
    positions.push_back(Pack(node.position));
  std::vector<uint64_t> counts(positions.size());
  const CountResult result =
      AvailableKernels().front()->Count({.positions = positions,
                                         .depth = depth,
                                         .cancelled = cancelled,
                                         .counts = counts});
  if (result == CountResult::kCancelled) return std::nullopt;
  double leaves = 0;
  for (size_t index = 0; index < counts.size(); ++index)
    leaves += sample[index].weight * static_cast<double>(counts[index]);
  return leaves;
}

// All nodes of the deepest ply above `last_ply` that has no more than
// kMaxWholeNodes.
struct WholePly {
  PlySample nodes;
  int ply = 0;
};

WholePly GrowWhole(const Position& root, int last_ply) {
  WholePly whole{.nodes = {{.position = root}}};
  for (; whole.ply < last_ply; ++whole.ply) {
    PlySample next;
    for (const SampledNode& node : whole.nodes) {
      MoveList moves;
      GenerateLegalMoves(node.position, moves);
      if (next.size() + moves.size() > kMaxWholeNodes) return whole;
      for (const Move move : moves)
        next.push_back({.position = node.position.After(move)});
    }
    whole.nodes = std::move(next);
  }
  return whole;
}

// Draws batches of walks on several threads until a limit is reached.
class Sampling {
 public:
  // Borrows the options. `depth` is that of the tree below the nodes.
  Sampling(const PlySample& nodes, int depth, const EstimateOptions& options)
      : first_sampler_(nodes, depth - 1),
        depth_(depth),
        options_(options),
        max_batches_(std::max(
            kMinBatches, options.samples / kBatchSamples +
                             (options.samples % kBatchSamples == 0 ? 0 : 1))) {}

  // The estimates of all batches, in their order; CANCELLED when asked to stop.
  absl::StatusOr<std::vector<double>> Run() {
    std::vector<std::thread> others;
    for (int thread = 1; thread < options_.threads; ++thread)
      others.emplace_back([this] { DrawBatches(); });
    DrawBatches();
    for (std::thread& thread : others) thread.join();
    if (IsCancelled(options_.cancelled))
      return absl::CancelledError("the estimate was cancelled");
    return std::move(estimates_);
  }

 private:
  bool IsTimeOver() const {
    return absl::FromChrono(std::chrono::steady_clock::now() - start_) >=
           options_.time;
  }

  // A batch that was begun is always finished: leaving out the slow ones would
  // leave out large trees.
  void DrawBatches() {
    for (;;) {
      uint64_t batch = 0;
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        batch = estimates_.size();
        if (batch >= max_batches_ || (batch >= kMinBatches && IsTimeOver()))
          return;
        estimates_.push_back(0);
      }
      const std::optional<double> estimate = DrawBatch(batch);
      if (!estimate) return;
      const std::lock_guard<std::mutex> lock(mutex_);
      estimates_[batch] = *estimate;
    }
  }

  std::optional<double> DrawBatch(uint64_t batch) const {
    std::seed_seq seeds{options_.seed & 0xffffffff, options_.seed >> 32,
                        batch & 0xffffffff, batch >> 32};
    std::mt19937_64 random(seeds);
    PlySample sample = first_sampler_.Draw(kBatchSamples, random);
    for (int depth = depth_ - 1; depth > kCountedPlies; --depth) {
      if (IsCancelled(options_.cancelled)) return std::nullopt;
      sample = ChildSampler(sample, depth - 1).Draw(kBatchSamples, random);
    }
    return CountBelow(sample, kCountedPlies, options_.cancelled);
  }

  const ChildSampler first_sampler_;
  const int depth_;
  const EstimateOptions& options_;
  const uint64_t max_batches_;
  const std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::vector<double> estimates_;  // one a batch that was begun
};

// The mean of the batches, and its standard error from their spread.
PerftEstimate Summarize(const std::vector<double>& estimates) {
  const double count = static_cast<double>(estimates.size());
  double sum = 0;
  for (const double estimate : estimates) sum += estimate;
  const double mean = sum / count;
  double squares = 0;
  for (const double estimate : estimates)
    squares += (estimate - mean) * (estimate - mean);
  return {.mean = mean,
          .standard_error = std::sqrt(squares / (count - 1) / count),
          .samples = estimates.size() * kBatchSamples};
}

}  // namespace

absl::StatusOr<PerftEstimate> EstimatePerft(const Position& position, int depth,
                                            const EstimateOptions& options) {
  if (depth < 0 || depth > kMaxEstimateDepth) {
    return absl::InvalidArgumentError(absl::StrCat(
        "depth is ", depth, "; an estimate takes 0 to ", kMaxEstimateDepth));
  }
  if (options.samples == std::numeric_limits<uint64_t>::max() &&
      options.time == absl::InfiniteDuration()) {
    return absl::InvalidArgumentError(
        "neither samples nor time limits the estimate; set one of them");
  }
  const int counted_plies = std::min(depth, kCountedPlies);
  const WholePly whole = GrowWhole(position, depth - counted_plies);
  const int left = depth - whole.ply;
  if (left == counted_plies || whole.nodes.empty()) {
    const std::optional<double> leaves =
        CountBelow(whole.nodes, counted_plies, options.cancelled);
    if (!leaves) return absl::CancelledError("the estimate was cancelled");
    return PerftEstimate{.mean = *leaves};
  }
  absl::StatusOr<std::vector<double>> estimates =
      Sampling(whole.nodes, left, options).Run();
  if (!estimates.ok()) return estimates.status();
  return Summarize(*estimates);
}

}  // namespace rookery
