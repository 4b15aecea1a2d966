#include "core/perft/frontier/spilled_runs.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/perft/cancellation.h"
#include "core/perft/frontier/position_key.h"
#include "core/perft/frontier/tally_sorter.h"

namespace rookery {
namespace {

// A place in one range of a run, with one block of it in memory.
class RunCursor {
 public:
  RunCursor(const SpillFile* file, std::span<const LayerBlock> blocks)
      : file_(file), blocks_(blocks) {}

  // The memory of a cursor.
  static constexpr size_t kBytes =
      LayerBlock::kMaxSize * (sizeof(PackedPosition) + sizeof(uint64_t));

  // Goes to the next position, or to the first one.
  absl::Status Advance(BlockCodec& codec) {
    if (++place_ >= positions_.size()) {
      if (blocks_.empty()) {
        is_done_ = true;
        return absl::OkStatus();
      }
      positions_.resize(blocks_.front().size);
      multiplicities_.resize(blocks_.front().size);
      if (absl::Status status =
              codec.Read(*file_, blocks_.front(), positions_, multiplicities_);
          !status.ok()) {
        return status;
      }
      blocks_ = blocks_.subspan(1);
      place_ = 0;
    }
    key_ = PositionKey(positions_[place_]);
    return absl::OkStatus();
  }

  bool is_done() const { return is_done_; }
  const PositionKey& key() const { return key_; }
  uint64_t multiplicity() const { return multiplicities_[place_]; }

 private:
  const SpillFile* file_;
  std::span<const LayerBlock> blocks_;  // that were not read yet
  std::vector<PackedPosition> positions_;
  std::vector<uint64_t> multiplicities_;
  size_t place_ = 0;
  PositionKey key_{PackedPosition()};
  bool is_done_ = false;
};

// Positions between two looks at whether to stop: some milliseconds of work.
constexpr size_t kPollInterval = size_t{1} << 15;

size_t MostRuns(uint64_t memory_limit, int threads) {
  constexpr size_t kFewest = 4;
  const size_t fitting =
      memory_limit / RunCursor::kBytes / static_cast<size_t>(threads);
  return std::max(kFewest, fitting);
}

}  // namespace

SpilledRuns::SpilledRuns(Options options, WorkerTeam* team)
    : options_(std::move(options)),
      team_(team),
      most_runs_(MostRuns(options_.memory_limit, team->threads())) {}

absl::Status SpilledRuns::Add(std::span<PositionTally> tallies,
                              size_t range_count) {
  if (file_ == nullptr) {
    absl::StatusOr<std::unique_ptr<SpillFile>> file =
        SpillFile::Create(options_.folder, options_.layer_name);
    if (!file.ok()) return file.status();
    file_ = *std::move(file);
  }
  for (PositionTally& tally : tallies) tally.Finish();
  struct Thread {
    TallySorter sorter;
    BlockCodec codec;
  };
  std::vector<Thread> threads(static_cast<size_t>(team_->threads()));
  const size_t part_count = tallies.size() / range_count;
  Run run(range_count);
  const absl::Status status =
      ForEachRange(range_count, [&](int thread, size_t range) -> absl::Status {
        auto& [sorter, codec] = threads[thread];
        const auto parts = tallies.subspan(range * part_count, part_count);
        sorter.Sort(parts, options_.cancelled);
        BlockWriter writer(&codec, file_.get());
        for (size_t place = 0; place < sorter.size(); ++place) {
          if (place % kPollInterval == 0 && IsCancelled(options_.cancelled))
            return Cancelled();
          const auto& [position, paths] = sorter[place];
          if (absl::Status added = writer.Add(position, paths); !added.ok())
            return added;
        }
        for (PositionTally& tally : parts) tally = PositionTally();
        absl::StatusOr<Blocks> blocks = writer.Finish();
        if (!blocks.ok()) return blocks.status();
        run[range] = *std::move(blocks);
        return absl::OkStatus();
      });
  if (!status.ok()) return status;
  runs_.push_back(std::move(run));
  return runs_.size() == most_runs_ ? MergeAll() : absl::OkStatus();
}

absl::StatusOr<LayerFile> SpilledRuns::Merge() {
  if (runs_.size() > 1) {
    if (absl::Status status = MergeAll(); !status.ok()) return status;
  }
  Blocks all;
  for (const Blocks& blocks : runs_.front())
    all.insert(all.end(), blocks.begin(), blocks.end());
  return LayerFile(std::move(file_), std::move(all));
}

// Leaves one run, in a file of its own.
absl::Status SpilledRuns::MergeAll() {
  absl::StatusOr<std::unique_ptr<SpillFile>> file =
      SpillFile::Create(options_.folder, options_.layer_name);
  if (!file.ok()) return file.status();
  std::vector<BlockCodec> codecs(static_cast<size_t>(team_->threads()));
  Run merged(runs_.front().size());
  const absl::Status status = ForEachRange(
      merged.size(), [&](int thread, size_t range) -> absl::Status {
        absl::StatusOr<Blocks> blocks =
            MergeRange(range, codecs[thread], **file);
        if (!blocks.ok()) return blocks.status();
        merged[range] = *std::move(blocks);
        return absl::OkStatus();
      });
  if (!status.ok()) return status;
  file_ = *std::move(file);
  runs_.clear();
  runs_.push_back(std::move(merged));
  return absl::OkStatus();
}

absl::StatusOr<SpilledRuns::Blocks> SpilledRuns::MergeRange(
    size_t range, BlockCodec& codec, SpillFile& to) const {
  std::vector<RunCursor> cursors;
  for (const Run& run : runs_) {
    if (!run[range].empty()) cursors.emplace_back(file_.get(), run[range]);
  }
  // A heap with the smallest position in front.
  std::vector<RunCursor*> heap;
  for (RunCursor& cursor : cursors) {
    if (absl::Status status = cursor.Advance(codec); !status.ok())
      return status;
    heap.push_back(&cursor);
  }
  const auto is_after = [](const RunCursor* left, const RunCursor* right) {
    return right->key() < left->key();
  };
  std::make_heap(heap.begin(), heap.end(), is_after);
  BlockWriter writer(&codec, &to);
  size_t count = 0;
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), is_after);
    RunCursor& cursor = *heap.back();
    // Mostly several in a row come from one run.
    const RunCursor* const next = heap.size() > 1 ? heap.front() : nullptr;
    do {
      if (count++ % kPollInterval == 0 && IsCancelled(options_.cancelled))
        return Cancelled();
      if (absl::Status status =
              writer.Add(cursor.key().position, cursor.multiplicity());
          !status.ok()) {
        return status;
      }
      if (absl::Status status = cursor.Advance(codec); !status.ok())
        return status;
    } while (!cursor.is_done() &&
             (next == nullptr || !is_after(&cursor, next)));
    if (cursor.is_done()) {
      heap.pop_back();
    } else {
      std::push_heap(heap.begin(), heap.end(), is_after);
    }
  }
  return writer.Finish();
}

// Runs a task for each range and returns an error if there was one.
absl::Status SpilledRuns::ForEachRange(
    size_t range_count,
    const std::function<absl::Status(int thread, size_t range)>& task) {
  std::vector<absl::Status> statuses(range_count);
  std::atomic<bool> failed = false;
  team_->Run(range_count, [&](int thread, size_t range) {
    if (failed) return;
    statuses[range] = task(thread, range);
    if (!statuses[range].ok()) failed = true;
  });
  for (absl::Status& status : statuses) {
    if (!status.ok()) return std::move(status);
  }
  return absl::OkStatus();
}

absl::Status SpilledRuns::Cancelled() const {
  return absl::CancelledError(
      absl::StrCat(options_.layer_name, " was cancelled"));
}

}  // namespace rookery
