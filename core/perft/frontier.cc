#include "core/perft/frontier.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <limits>
#include <optional>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/board/bitboard.h"
#include "core/board/move_generator.h"
#include "core/board/position_codec.h"
#include "core/perft/checked_uint128.h"
#include "core/perft/position_index.h"

namespace rookery {
namespace {

// The successors of one position, packed, with the slots of an index that is
// about to be asked already on their way.
class Successors {
 public:
  void Generate(const Position& position, const PositionIndex& index) {
    GenerateLegalMoves(position, moves_);
    for (size_t i = 0; i < moves_.size(); ++i) {
      positions_[i] = Pack(position.After(moves_[i]));
      hashes_[i] = PositionIndex::HashOf(positions_[i]);
      index.PrefetchSlot(hashes_[i]);
    }
  }

  // Asks for what the slots name, once they have arrived: the position there
  // and what is kept beside it.
  template <typename Value>
  void Prefetch(const PositionIndex& index,
                std::span<const PackedPosition> positions,
                std::span<const Value> values) const {
    for (size_t i = 0; i < size(); ++i) {
      if (const auto place = index.LikelyPlace(hashes_[i])) {
        __builtin_prefetch(&positions[*place]);
        __builtin_prefetch(&values[*place]);
      }
    }
  }

  size_t size() const { return moves_.size(); }
  Move move(size_t i) const { return moves_[i]; }
  const PackedPosition& position(size_t i) const { return positions_[i]; }
  uint64_t hash(size_t i) const { return hashes_[i]; }

 private:
  MoveList moves_;
  std::array<PackedPosition, MoveList::kCapacity> positions_;
  std::array<uint64_t, MoveList::kCapacity> hashes_;
};

// The position of a layer, which was made by Pack.
Position UnpackOwn(const PackedPosition& packed) {
  const absl::StatusOr<Position> position = Unpack(packed);
  assert(position.ok());
  return *position;
}

// What the order of a layer compares first: pawns and men of the side that does
// not move next, then of the other one.
struct OrderKey {
  std::array<uint64_t, 4> sets;
  uint32_t place;
};

OrderKey MakeOrderKey(const PackedPosition& packed, uint32_t place) {
  const auto& planes = packed.planes;
  const Bitboard occupied = planes[0] | planes[1] | planes[2];
  const Bitboard special_pawns =
      planes[0] & planes[1] & planes[2] & ~(kFirstRank | kEighthRank);
  const Bitboard pawns = (planes[0] & ~planes[1] & ~planes[2]) | special_pawns;
  const Bitboard black = occupied & planes[3];
  const Bitboard white = occupied & ~planes[3];
  const bool black_moves = (planes[3] & ~occupied) != 0;
  const Bitboard still = black_moves ? white : black;
  const Bitboard moving = black_moves ? black : white;
  return {{pawns & still, still, pawns & moving, moving}, place};
}

// The places of the positions in the order of the frontier.
std::vector<OrderKey> SortedKeys(std::span<const PackedPosition> positions) {
  std::vector<OrderKey> keys;
  keys.reserve(positions.size());
  for (size_t place = 0; place < positions.size(); ++place) {
    keys.push_back(
        MakeOrderKey(positions[place], static_cast<uint32_t>(place)));
  }
  std::sort(keys.begin(), keys.end(),
            [positions](const OrderKey& left, const OrderKey& right) {
              // Written out: comparing whole arrays calls memcmp, which takes
              // longer than the rest of the sort.
              for (size_t i = 0; i < left.sets.size(); ++i) {
                if (left.sets[i] != right.sets[i])
                  return left.sets[i] < right.sets[i];
              }
              return positions[left.place] < positions[right.place];
            });
  return keys;
}

// Two chains of 64 bits, each a bijection of its state for every word and of
// the word for every state: one changed word always changes both.
class DigestBuilder {
 public:
  void Add(uint64_t word) {
    first_ = (first_ ^ word) * 0x9fb21c651e98df25;
    first_ ^= first_ >> 32;
    second_ = (std::rotl(second_, 27) + word) * 0xd6e8feb86659fd93;
    second_ ^= second_ >> 29;
  }

  std::string Finish() {
    // So that the last words reach every bit as well.
    for (int round = 0; round < 4; ++round)
      Add(std::rotl(first_, 32) ^ second_);
    return absl::StrFormat("%016x%016x", first_, second_);
  }

 private:
  uint64_t first_ = 0x243f6a8885a308d3;
  uint64_t second_ = 0x13198a2e03707344;
};

absl::Status TotalTooLarge() {
  return absl::OutOfRangeError(
      "the total of the frontier reaches 2^128; use a smaller depth");
}

}  // namespace

Frontier::Frontier(const Position& root) : root_(root) {
  layers_.push_back(Layer{{Pack(root)}, {1}});
}

absl::Status Frontier::Extend(const ExtendOptions& options) {
  // Asking for every position would cost more than it tells; this many take
  // about a millisecond.
  constexpr size_t kPollInterval = 128;
  constexpr uint64_t kSuccessorsExpected = 16;
  constexpr uint64_t kMostRoom = uint64_t{1} << 22;

  const Layer& last = layers_.back();
  // One less than the index can hold, so that the position that is too many
  // still fits.
  const uint64_t limit =
      std::min(options.max_positions, PositionIndex::kMaxPositions - 1);
  // Room that is never used costs nothing, growing into it does.
  const size_t room = std::min<uint64_t>(
      {limit, kMostRoom, kSuccessorsExpected * last.positions.size()});
  Layer found;
  found.positions.reserve(room);
  found.multiplicities.reserve(room);
  PositionIndex index;
  Successors successors;
  for (size_t place = 0; place < last.positions.size(); ++place) {
    if (place % kPollInterval == 0 && options.cancelled != nullptr &&
        options.cancelled->load(std::memory_order_relaxed)) {
      return absl::CancelledError(
          absl::StrCat("frontier ply ", plies() + 1, " was cancelled"));
    }
    successors.Generate(UnpackOwn(last.positions[place]), index);
    successors.Prefetch<uint64_t>(index, found.positions, found.multiplicities);
    const uint64_t paths = last.multiplicities[place];
    for (size_t i = 0; i < successors.size(); ++i) {
      const uint32_t child = index.FindOrAdd(
          found.positions, successors.position(i), successors.hash(i));
      if (child == found.multiplicities.size()) {
        if (found.positions.size() > limit) {
          return absl::ResourceExhaustedError(absl::StrCat(
              "frontier ply ", plies() + 1, " has more than ", limit,
              " positions; raise the limit or split at fewer plies"));
        }
        found.multiplicities.push_back(paths);
      } else if (__builtin_add_overflow(found.multiplicities[child], paths,
                                        &found.multiplicities[child])) {
        return absl::OutOfRangeError(absl::StrCat(
            "a position of frontier ply ", plies() + 1,
            " is reached by 2^64 paths or more; split at fewer plies"));
      }
    }
  }

  Layer sorted;
  sorted.positions.reserve(found.positions.size());
  sorted.multiplicities.reserve(found.positions.size());
  for (const OrderKey& key : SortedKeys(found.positions)) {
    sorted.positions.push_back(found.positions[key.place]);
    sorted.multiplicities.push_back(found.multiplicities[key.place]);
  }
  layers_.push_back(std::move(sorted));
  return absl::OkStatus();
}

std::string Frontier::Digest() const {
  DigestBuilder digest;
  digest.Add(kVersion);
  digest.Add(static_cast<uint64_t>(plies()));
  digest.Add(positions().size());
  for (size_t place = 0; place < positions().size(); ++place) {
    for (const uint64_t plane : positions()[place].planes) digest.Add(plane);
    digest.Add(multiplicities()[place]);
  }
  return digest.Finish();
}

absl::StatusOr<FrontierSum> Frontier::Sum(
    std::span<const uint64_t> counts) const {
  if (counts.size() != positions().size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the frontier has ", positions().size(), " positions but there are ",
        counts.size(), " counts; pass one count a position"));
  }
  FrontierSum sum;
  for (size_t place = 0; place < counts.size(); ++place) {
    const auto total =
        CheckedMultiplyAdd(sum.total, multiplicities()[place], counts[place]);
    if (!total) return TotalTooLarge();
    sum.total = *total;
  }

  // From the last layer up: when a layer is done, `values` has what each of its
  // positions is worth.
  std::vector<absl::uint128> values(counts.begin(), counts.end());
  Successors successors;
  for (int ply = plies() - 1; ply >= 0; --ply) {
    const Layer& layer = layers_[ply];
    const std::vector<PackedPosition>& below = layers_[ply + 1].positions;
    const PositionIndex index(below);
    const auto value_of = [&](size_t i) -> std::optional<absl::uint128> {
      const auto place =
          index.Find(below, successors.position(i), successors.hash(i));
      if (!place) return std::nullopt;
      return values[*place];
    };
    const absl::Status missing = absl::InternalError(
        absl::StrCat("frontier ply ", ply + 1, " lacks a successor of ply ",
                     ply, "; the frontier is damaged"));

    // What the moves of the root, and the pairs of moves from it, lead to.
    if (ply == 0) {
      successors.Generate(root_, index);
      for (size_t i = 0; i < successors.size(); ++i) {
        const auto value = value_of(i);
        if (!value) return missing;
        sum.divide.emplace_back(successors.move(i), *value);
      }
    } else if (ply == 1) {
      MoveList first_moves;
      GenerateLegalMoves(root_, first_moves);
      for (const Move first : first_moves) {
        successors.Generate(root_.After(first), index);
        for (size_t i = 0; i < successors.size(); ++i) {
          const auto value = value_of(i);
          if (!value) return missing;
          sum.ply_two.push_back({first, successors.move(i), *value});
        }
      }
    }

    std::vector<absl::uint128> layer_values(layer.positions.size());
    for (size_t place = 0; place < layer.positions.size(); ++place) {
      successors.Generate(UnpackOwn(layer.positions[place]), index);
      successors.Prefetch<absl::uint128>(index, below, values);
      for (size_t i = 0; i < successors.size(); ++i) {
        const auto value = value_of(i);
        if (!value) return missing;
        const auto total = CheckedAdd(layer_values[place], *value);
        if (!total) return TotalTooLarge();
        layer_values[place] = *total;
      }
    }
    values = std::move(layer_values);
  }

  if (values.front() != sum.total) {
    return absl::InternalError(absl::StrCat(
        "the frontier of ", plies(), " plies adds up to ",
        absl::StrFormat("%d", sum.total), " by multiplicities but to ",
        absl::StrFormat("%d", values.front()),
        " by successors; the frontier is damaged"));
  }
  return sum;
}

}  // namespace rookery
