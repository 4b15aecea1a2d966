#include "core/perft/frontier/layer_builder.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/board/move.h"
#include "core/perft/cancellation.h"
#include "core/perft/frontier/mover_order.h"
#include "core/perft/frontier/placement.h"

namespace rookery {
namespace {

static_assert(LayerBuilder::kMaxPositions +
                  LayerOptions::kMaxParentsPerStep * MoveList::kCapacity <=
              PositionTally::kMaxPositions);

// What a thread takes of a step at once.
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

// Positions sorted between two looks at whether to stop: about a millisecond of
// work.
constexpr size_t kPollInterval = size_t{1} << 15;

// How many positions of a layer are new for each of the last; a guess that
// decides how much memory the slots take at first.
constexpr size_t kNewPerParent = 8;

// Of the memory, slots may take so much before there is anything in them.
constexpr uint64_t kFirstSlotsShare = 16;

// Of the memory, so much is for the piece of a layer on disk that is expanded.
constexpr uint64_t kPieceShare = 4;

uint64_t PiecePositions(uint64_t memory_limit) {
  constexpr uint64_t kFewest = 4096;
  constexpr uint64_t kMost = uint64_t{1} << 31;
  if (memory_limit == 0) return kMost;
  return std::clamp(
      memory_limit / kPieceShare / (Layer::kPositionBytes + sizeof(uint32_t)),
      kFewest, kMost);
}

// What is left for tallies beside the piece that is expanded and its order.
uint64_t TallyMemory(const LayerOptions& options, const Layer& last) {
  const uint64_t limit = options.memory_limit;
  if (limit == 0) return std::numeric_limits<uint64_t>::max();
  if (!last.is_in_memory()) return limit - limit / kPieceShare;
  return limit - std::min(limit, last.size() * sizeof(uint32_t));
}

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
      tally_memory_(TallyMemory(options, last)),
      part_count_(PartCount(team_.threads())),
      runs_({.folder = options.spill_folder,
             .layer_name = absl::StrCat("frontier ply ", ply),
             .memory_limit = tally_memory_ / 2,
             .cancelled = options.cancelled},
            &team_) {
  for (Thread& thread : threads_) {
    for (Arrivals& arrivals : thread.arrivals) arrivals.resize(part_count_);
  }
}

absl::StatusOr<Layer> LayerBuilder::Build() {
  if (absl::Status status = last_.ForEachPiece(
          PiecePositions(options_.memory_limit),
          [this](const LayerPiece& piece) { return CollectFrom(piece); });
      !status.ok()) {
    return status;
  }
  return runs_.empty() ? SortIntoLayer() : MergeIntoLayer();
}

absl::Status LayerBuilder::Cancelled() const {
  return absl::CancelledError(
      absl::StrCat("frontier ply ", ply_, " was cancelled"));
}

absl::Status LayerBuilder::TooMany(uint64_t limit) const {
  return absl::ResourceExhaustedError(
      absl::StrCat("frontier ply ", ply_, " has more than ", limit,
                   " positions; raise the limit or split at fewer plies"));
}

absl::Status LayerBuilder::TooManyPaths() const {
  return absl::OutOfRangeError(
      absl::StrCat("a position of frontier ply ", ply_,
                   " is reached by 2^64 paths or more; split at fewer plies"));
}

absl::Status LayerBuilder::CollectFrom(const LayerPiece& piece) {
  const LazyArray<uint32_t> order =
      MoverOrder(piece.positions, options_.cancelled);
  if (IsCancelled(options_.cancelled)) return Cancelled();
  if (!ranges_) {
    ChooseRanges(piece, order.span());
    MakeTallies();
  }

  // In each step, one block is expanded and the successors of the one before
  // are delivered.
  std::span<const uint32_t> rest = order.span();
  size_t deliverable = 0;
  for (size_t step = 0; deliverable != 0 || !rest.empty(); ++step) {
    const auto block =
        rest.first(std::min(options_.parents_per_step, rest.size()));
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
      Expand(piece,
             block.subspan(begin, std::min(kSlice, block.size() - begin)),
             threads_[thread].successors, threads_[thread].arrivals[step % 2]);
    });
    deliverable = block.size();
    if (IsCancelled(options_.cancelled)) return Cancelled();
    if (overflow_) return TooManyPaths();
    if (found_ > options_.max_positions) return TooMany(options_.max_positions);
    if (absl::Status status = MakeRoom(); !status.ok()) return status;
  }
  return absl::OkStatus();
}

// Makes the ranges, by a sample of the positions to expand.
void LayerBuilder::ChooseRanges(const LayerPiece& piece,
                                std::span<const uint32_t> order) {
  const size_t most = std::max(kMaxRanges, 4 * threads_.size());
  const size_t wanted =
      std::clamp<size_t>(last_.size() / options_.parents_per_range, 1, most);
  ranges_.emplace();
  if (wanted == 1) return;
  std::vector<Placement> sample;
  PackedSuccessors& successors = threads_.front().successors;
  for (size_t i = 0; i < kSample; ++i) {
    successors.Generate(piece.positions[order[order.size() * i / kSample]]);
    for (const PackedPosition& child : successors.positions())
      sample.push_back(PlacementsOf(child).still);
  }
  ranges_.emplace(std::move(sample), wanted);
}

void LayerBuilder::MakeTallies() {
  const uint64_t expected =
      std::min(kNewPerParent * last_.size(),
               tally_memory_ / kFirstSlotsShare / sizeof(uint32_t));
  const size_t count = ranges_->size() * part_count_;
  tallies_.clear();
  tallies_.reserve(count);
  for (size_t tally = 0; tally < count; ++tally)
    tallies_.emplace_back(expected / count);
}

void LayerBuilder::Expand(const LayerPiece& piece,
                          std::span<const uint32_t> places,
                          PackedSuccessors& successors,
                          Arrivals& arrivals) const {
  constexpr size_t kAhead = 8;
  if (IsCancelled(options_.cancelled)) return;
  for (size_t i = 0; i < places.size(); ++i) {
    if (i + kAhead < places.size()) {
      __builtin_prefetch(&piece.positions[places[i + kAhead]]);
      __builtin_prefetch(&piece.multiplicities[places[i + kAhead]]);
    }
    successors.Generate(piece.positions[places[i]]);
    const uint64_t paths = piece.multiplicities[places[i]];
    for (const PackedPosition& child : successors.positions()) {
      const uint64_t hash = HashOf(child);
      arrivals[PartOf(hash, part_count_)].push_back(
          {{child, paths}, hash, ranges_->RangeOf(PlacementsOf(child).still)});
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

// Empties the tallies when they have filled the memory.
absl::Status LayerBuilder::MakeRoom() {
  const bool is_full =
      options_.memory_limit != 0 && MemoryInUse() > tally_memory_;
  if (!is_full && found_ <= kMaxPositions) return absl::OkStatus();
  if (!options_.spill_folder.empty()) return Spill();
  if (!is_full) return TooMany(kMaxPositions);
  return absl::ResourceExhaustedError(absl::StrCat(
      "frontier ply ", ply_, " does not fit into ", options_.memory_limit,
      " bytes of memory; allow more, name a folder for the rest or split at "
      "fewer plies"));
}

// What the tallies and the arrivals take, and what sorting will.
uint64_t LayerBuilder::MemoryInUse() const {
  constexpr uint64_t kSortingBytes =
      TallySorter::kPositionBytes + Layer::kPositionBytes;
  uint64_t bytes = 0;
  std::vector<uint64_t> sizes(ranges_->size());
  for (size_t tally = 0; tally < tallies_.size(); ++tally) {
    bytes += tallies_[tally].memory_bytes();
    sizes[tally / part_count_] += tallies_[tally].size();
  }
  for (const Thread& thread : threads_) {
    for (const Arrivals& arrivals : thread.arrivals) {
      for (const std::vector<Arrival>& part : arrivals)
        bytes += part.capacity() * sizeof(Arrival);
    }
  }
  // As many ranges as there are threads are in memory twice.
  const size_t sorted = std::min(sizes.size(), threads_.size());
  std::partial_sort(sizes.begin(), sizes.begin() + sorted, sizes.end(),
                    std::greater<>());
  for (size_t range = 0; range < sorted; ++range)
    bytes += sizes[range] * kSortingBytes;
  return bytes;
}

absl::Status LayerBuilder::Spill() {
  const absl::Status status = runs_.Add(tallies_, ranges_->size());
  if (absl::IsOutOfRange(status)) return TooManyPaths();
  if (!status.ok()) return status;
  found_ = 0;
  MakeTallies();
  return absl::OkStatus();
}

absl::StatusOr<Layer> LayerBuilder::SortIntoLayer() {
  for (PositionTally& tally : tallies_) tally.Finish();
  const auto tallies_of = [this](size_t range) {
    return std::span(tallies_).subspan(range * part_count_, part_count_);
  };
  std::vector<size_t> begins = {0};  // of the ranges, in the layer
  for (size_t range = 0; range < ranges_->size(); ++range) {
    begins.push_back(begins.back());
    for (const PositionTally& tally : tallies_of(range))
      begins.back() += tally.size();
  }

  Layer layer(begins.back());
  team_.Run(ranges_->size(), [&](int thread, size_t range) {
    TallySorter& sorter = threads_[thread].sorter;
    sorter.Sort(tallies_of(range), options_.cancelled);
    for (size_t place = 0; place < sorter.size(); ++place) {
      if (place % kPollInterval == 0 && IsCancelled(options_.cancelled)) return;
      const auto& [position, paths] = sorter[place];
      layer.positions()[begins[range] + place] = position;
      layer.multiplicities()[begins[range] + place] = paths;
    }
    for (PositionTally& tally : tallies_of(range)) tally = PositionTally();
  });
  if (IsCancelled(options_.cancelled)) return Cancelled();
  return layer;
}

absl::StatusOr<Layer> LayerBuilder::MergeIntoLayer() {
  if (absl::Status status = Spill(); !status.ok()) return status;
  tallies_.clear();
  absl::StatusOr<LayerFile> file = runs_.Merge();
  if (absl::IsOutOfRange(file.status())) return TooManyPaths();
  if (!file.ok()) return file.status();
  if (file->size() > options_.max_positions)
    return TooMany(options_.max_positions);
  return Layer(*std::move(file));
}

}  // namespace rookery
