#include "core/perft/frontier/layer_builder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/board/move.h"
#include "core/perft/cancellation.h"
#include "core/perft/frontier/mover_order.h"
#include "core/perft/frontier/placement.h"

namespace rookery {
namespace {

// Positions that are expanded in one step: some milliseconds of work, whose
// successors nearly fit the caches. The same for any number of threads, so that
// limits are met at the same point.
constexpr size_t kBlock = 2048;
static_assert(LayerBuilder::kMaxPositions + kBlock * MoveList::kCapacity <=
              PositionTally::kMaxPositions);

// What a thread takes of a block at once.
constexpr size_t kSlice = 64;

// Positions expanded to learn where successors lie in the order.
constexpr size_t kSample = 1024;

// More would not save memory.
constexpr size_t kMaxRanges = 64;

// Fewer positions are expanded sooner than a thread is started.
constexpr size_t kParentsPerThread = 1024;

int ThreadCount(int allowed, size_t parents) {
  const size_t useful = 1 + parents / kParentsPerThread;
  return static_cast<int>(
      std::min(static_cast<size_t>(std::max(1, allowed)), useful));
}

// Parts of like size, enough that no thread waits long for the others.
size_t PartCount(int threads) {
  return threads == 1 ? 1 : 2 * std::bit_ceil(static_cast<size_t>(threads));
}

// How many positions of a layer are new for each of the last; a guess that
// decides how much memory the slots take at first.
constexpr size_t kNewPerParent = 8;

// Bits that tallies use for neither slots nor tags, unless they are small.
size_t PartOf(uint64_t hash, size_t part_count) {
  return hash >> 40 & (part_count - 1);
}

}  // namespace

LayerBuilder::LayerBuilder(const Layer& last, int ply,
                           const LayerOptions& options)
    : last_(last),
      ply_(ply),
      options_(options),
      team_(ThreadCount(options.threads, last.size())),
      threads_(static_cast<size_t>(team_.threads())),
      part_count_(PartCount(team_.threads())) {
  for (Thread& thread : threads_) {
    for (Arrivals& arrivals : thread.arrivals) arrivals.resize(part_count_);
  }
}

absl::StatusOr<Layer> LayerBuilder::Build() {
  if (absl::Status status = CollectSuccessors(); !status.ok()) return status;
  return SortIntoLayer();
}

absl::Status LayerBuilder::Cancelled() const {
  return absl::CancelledError(
      absl::StrCat("frontier ply ", ply_, " was cancelled"));
}

absl::Status LayerBuilder::CollectSuccessors() {
  const uint64_t limit = std::min(options_.max_positions, kMaxPositions);
  const LazyArray<uint32_t> order =
      MoverOrder(last_.positions.span(), options_.cancelled);
  if (IsCancelled(options_.cancelled)) return Cancelled();
  ChooseRanges(order.span());

  // In each step, one block is expanded and the successors of the one before
  // are delivered.
  std::span<const uint32_t> rest = order.span();
  size_t deliverable = 0;
  for (size_t step = 0; deliverable != 0 || !rest.empty(); ++step) {
    const auto block = rest.first(std::min(kBlock, rest.size()));
    rest = rest.subspan(block.size());
    const size_t slice_count = (block.size() + kSlice - 1) / kSlice;
    const size_t delivered_part_count = deliverable != 0 ? part_count_ : 0;
    team_.Run(delivered_part_count + slice_count, [&](int thread, size_t task) {
      if (task < delivered_part_count) {
        for (Thread& from : threads_) {
          std::vector<Arrival>& arrivals = from.arrivals[1 - step % 2][task];
          Deliver(arrivals, task);
          arrivals.clear();
        }
        return;
      }
      const size_t begin = (task - delivered_part_count) * kSlice;
      Expand(block.subspan(begin, std::min(kSlice, block.size() - begin)),
             threads_[thread].successors, threads_[thread].arrivals[step % 2]);
    });
    deliverable = block.size();
    if (IsCancelled(options_.cancelled)) return Cancelled();
    if (overflow_) {
      return absl::OutOfRangeError(absl::StrCat(
          "a position of frontier ply ", ply_,
          " is reached by 2^64 paths or more; split at fewer plies"));
    }
    if (found_ > limit) {
      return absl::ResourceExhaustedError(
          absl::StrCat("frontier ply ", ply_, " has more than ", limit,
                       " positions; raise the limit or split at fewer plies"));
    }
  }
  return absl::OkStatus();
}

// Makes the ranges, by a sample of the positions to expand, and their tallies.
void LayerBuilder::ChooseRanges(std::span<const uint32_t> order) {
  const size_t most = std::max(kMaxRanges, 4 * threads_.size());
  const size_t wanted =
      std::clamp<size_t>(order.size() / options_.parents_per_range, 1, most);
  if (wanted > 1) {
    std::vector<Placement> sample;
    PackedSuccessors& successors = threads_.front().successors;
    for (size_t i = 0; i < kSample; ++i) {
      successors.Generate(last_.positions[order[order.size() * i / kSample]]);
      for (const PackedPosition& child : successors.positions())
        sample.push_back(PlacementsOf(child).still);
    }
    ranges_ = PlacementRanges(std::move(sample), wanted);
  }
  const size_t count = ranges_.size() * part_count_;
  tallies_.reserve(count);
  for (size_t tally = 0; tally < count; ++tally)
    tallies_.emplace_back(kNewPerParent * order.size() / count);
}

void LayerBuilder::Expand(std::span<const uint32_t> places,
                          PackedSuccessors& successors,
                          Arrivals& arrivals) const {
  constexpr size_t kAhead = 8;
  if (IsCancelled(options_.cancelled)) return;
  for (size_t i = 0; i < places.size(); ++i) {
    if (i + kAhead < places.size()) {
      __builtin_prefetch(&last_.positions[places[i + kAhead]]);
      __builtin_prefetch(&last_.multiplicities[places[i + kAhead]]);
    }
    successors.Generate(last_.positions[places[i]]);
    const uint64_t paths = last_.multiplicities[places[i]];
    for (const PackedPosition& child : successors.positions()) {
      const uint64_t hash = HashOf(child);
      arrivals[PartOf(hash, part_count_)].push_back(
          {{child, paths}, hash, ranges_.RangeOf(PlacementsOf(child).still)});
    }
  }
}

// Adds arrivals of one part to its tallies.
void LayerBuilder::Deliver(std::span<const Arrival> arrivals, size_t part) {
  // As many as memory looks up at once, and some more.
  constexpr size_t kBatch = 64;
  const auto tally_of = [this, part](const Arrival& arrival) -> PositionTally& {
    return tallies_[arrival.range * part_count_ + part];
  };
  uint64_t found = 0;
  while (!arrivals.empty() && !IsCancelled(options_.cancelled)) {
    const auto batch = arrivals.first(std::min(kBatch, arrivals.size()));
    arrivals = arrivals.subspan(batch.size());
    for (const Arrival& arrival : batch)
      tally_of(arrival).PrefetchSlot(arrival.hash);
    for (const Arrival& arrival : batch)
      tally_of(arrival).PrefetchEntry(arrival.hash);
    for (const Arrival& arrival : batch) {
      PositionTally& tally = tally_of(arrival);
      const size_t before = tally.size();
      if (!tally.Add(arrival.entry.position, arrival.entry.paths, arrival.hash))
        overflow_ = true;
      found += tally.size() - before;
    }
  }
  found_ += found;
}

absl::StatusOr<Layer> LayerBuilder::SortIntoLayer() {
  for (PositionTally& tally : tallies_) tally.Finish();
  const auto tallies_of = [this](size_t range) {
    return std::span(tallies_).subspan(range * part_count_, part_count_);
  };
  std::vector<size_t> begins = {0};  // of the ranges, in the layer
  for (size_t range = 0; range < ranges_.size(); ++range) {
    begins.push_back(begins.back());
    for (const PositionTally& tally : tallies_of(range))
      begins.back() += tally.size();
  }

  Layer layer(begins.back());
  team_.Run(ranges_.size(), [&](int thread, size_t range) {
    if (IsCancelled(options_.cancelled)) return;
    const size_t begin = begins[range];
    const size_t size = begins[range + 1] - begin;
    threads_[thread].sorter.Sort(
        tallies_of(range), layer.positions.span().subspan(begin, size),
        layer.multiplicities.span().subspan(begin, size), options_.cancelled);
    for (PositionTally& tally : tallies_of(range)) tally = PositionTally();
  });
  if (IsCancelled(options_.cancelled)) return Cancelled();
  return layer;
}

}  // namespace rookery
