#include "core/perft/frontier/tally_sorter.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "core/perft/cancellation.h"
#include "core/perft/frontier/placement.h"

namespace rookery {
namespace {

// About a millisecond's work.
constexpr size_t kPollInterval = size_t{1} << 15;

}  // namespace

void TallySorter::Sort(std::span<const PositionTally> tallies,
                       const std::atomic<bool>* cancelled) {
  size_ = 0;
  for (const PositionTally& tally : tallies) size_ += tally.size();
  if (items_.size() < size_) {
    items_ = LazyArray<Item>();  // first, so that there is memory for others
    spare_ = LazyArray<Item>();
    static_assert(2 * sizeof(Item) * 5 / 4 == kPositionBytes);
    items_ = LazyArray<Item>(size_ + size_ / 4);
    spare_ = LazyArray<Item>(items_.size());
  }
  // Placements are few and positions many: once the placements are ranked, a
  // position is sorted by one number, made of its two ranks.
  NumberPlacements(tallies, cancelled);
  if (IsCancelled(cancelled)) return;
  RankPlacements();
  if (IsCancelled(cancelled)) return;
  SortByKey();
  if (IsCancelled(cancelled)) return;
  SortWithinKeys();
}

// Leaves the numbers of both placements in the keys.
void TallySorter::NumberPlacements(std::span<const PositionTally> tallies,
                                   const std::atomic<bool>* cancelled) {
  still_.Clear();
  moving_.Clear();
  size_t next = 0;
  for (const PositionTally& tally : tallies) {
    for (size_t place = 0; place < tally.size(); ++place) {
      if (place % kPollInterval == 0 && IsCancelled(cancelled)) return;
      const PositionTally::Entry& entry = tally[place];
      const Placements placements = PlacementsOf(entry.position);
      items_[next++] = {uint64_t{still_.IdOf(placements.still)} << 32 |
                            moving_.IdOf(placements.moving),
                        &entry};
    }
  }
  assert(next == size_);
}

void TallySorter::RankPlacements() {
  const std::vector<uint32_t> still_ranks = still_.Ranks();
  const std::vector<uint32_t> moving_ranks = moving_.Ranks();
  const uint64_t moving_count = moving_.size();
  for (size_t i = 0; i < size_; ++i) {
    uint64_t& key = items_[i].key;
    key = still_ranks[key >> 32] * moving_count +
          moving_ranks[static_cast<uint32_t>(key)];
  }
  key_count_ = still_.size() * moving_count;
}

// Sorts by one digit of the keys after the other, from the lowest on.
void TallySorter::SortByKey() {
  constexpr int kDigitBits = 10;
  constexpr uint64_t kDigits = uint64_t{1} << kDigitBits;
  int shift = 0;
  for (uint64_t rest = key_count_; rest > 1;
       rest = (rest + kDigits - 1) >> kDigitBits, shift += kDigitBits) {
    const auto digit_of = [shift](const Item& item) {
      return item.key >> shift & (kDigits - 1);
    };
    const std::span<const Item> items = items_.span().first(size_);
    std::array<size_t, kDigits> begins{};
    for (const Item& item : items) ++begins[digit_of(item)];
    size_t begin = 0;
    for (size_t& count : begins) begin += std::exchange(count, begin);
    for (const Item& item : items) spare_[begins[digit_of(item)]++] = item;
    std::swap(items_, spare_);
  }
}

// Men of one side that changed places, rights and en passant are what is left
// to tell apart.
void TallySorter::SortWithinKeys() {
  for (size_t first = 0; first < size_;) {
    size_t end = first + 1;
    while (end < size_ && items_[end].key == items_[first].key) ++end;
    if (end - first > 1) {
      std::sort(items_.data() + first, items_.data() + end,
                [](const Item& left, const Item& right) {
                  return left.entry->position < right.entry->position;
                });
    }
    first = end;
  }
}

}  // namespace rookery
