#include "core/perft/frontier/frontier.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <new>
#include <optional>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/board/move_generator.h"
#include "core/board/position_codec.h"
#include "core/perft/checked_uint128.h"
#include "core/perft/frontier/layer_builder.h"
#include "core/perft/frontier/layer_index.h"
#include "core/perft/frontier/layer_values.h"
#include "core/perft/frontier/position_key.h"
#include "core/perft/lazy_array.h"
#include "core/perft/worker_team.h"

namespace rookery {
namespace {

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

absl::Status NoMemory(int ply) {
  return absl::ResourceExhaustedError(
      absl::StrCat("no memory left for ply ", ply,
                   " of the frontier; use a machine with more"));
}

// Positions that are read from disk at once where they are only looked at.
constexpr uint64_t kReadPositions = uint64_t{1} << 16;

// How much of two neighboring layers is in memory while values are passed from
// the lower one to the other.
struct PieceSizes {
  uint64_t above;
  uint64_t below;
};

PieceSizes PieceSizesFor(uint64_t memory_limit, uint64_t held) {
  constexpr uint64_t kFewest = 4096;
  constexpr uint64_t kMost = uint64_t{1} << 31;
  // With an order above, and an index below.
  constexpr uint64_t kPositionBytes = Layer::kPositionBytes + 8;
  if (memory_limit == 0) return {kMost, kMost};
  const uint64_t spare =
      std::max(memory_limit - std::min(memory_limit, held), memory_limit / 2);
  // The one below in large pieces: everything above is expanded for each.
  return {std::clamp(spare / 8 / kPositionBytes, kFewest, kMost),
          std::clamp(spare / 2 / kPositionBytes, kFewest, kMost)};
}

// Where the positions of a piece and those that it lacks belong.
absl::StatusOr<KeyRange> RangeOf(const LayerPiece& piece, const Layer& layer) {
  KeyRange range;
  if (piece.first != 0) range.begin = PositionKey(piece.positions.front());
  if (const uint64_t end = piece.first + piece.positions.size();
      end < layer.size()) {
    PackedPosition next;
    if (absl::Status status = layer.Read(end, {&next, 1}, {}); !status.ok())
      return status;
    range.end = PositionKey(next);
  }
  return range;
}

// Adds to `sum` what the moves of the root (ply 0), or the pairs of moves from
// it (ply 1), lead to. NOT_FOUND when the layer below lacks that.
absl::Status AddRootMoves(
    const Position& root, int ply, const LayerIndex& below,
    absl::FunctionRef<absl::uint128(uint32_t place)> value_at,
    FrontierSum& sum) {
  LayerIndex::Hints hints = below.MakeHints();
  const auto value_of =
      [&](const Position& position) -> std::optional<absl::uint128> {
    const auto place = below.Find(Pack(position), hints);
    if (!place) return std::nullopt;
    return value_at(*place);
  };
  const absl::Status missing = absl::NotFoundError("a successor is missing");
  MoveList first_moves;
  GenerateLegalMoves(root, first_moves);
  for (const Move first : first_moves) {
    const Position child = root.After(first);
    if (ply == 0) {
      const auto value = value_of(child);
      if (!value) return missing;
      sum.divide.emplace_back(first, *value);
      continue;
    }
    MoveList second_moves;
    GenerateLegalMoves(child, second_moves);
    for (const Move second : second_moves) {
      const auto value = value_of(child.After(second));
      if (!value) return missing;
      sum.ply_two.push_back({first, second, *value});
    }
  }
  return absl::OkStatus();
}

}  // namespace

Frontier::Frontier(const Position& root) : root_(root) {
  Layer layer(1);
  layer.positions()[0] = Pack(root);
  layer.multiplicities()[0] = 1;
  layers_.push_back(std::move(layer));
}

absl::Status Frontier::Extend(const ExtendOptions& options) try {
  memory_limit_ = options.memory_limit;
  if (absl::Status status = MoveLayersToDisk(options); !status.ok())
    return status;
  LayerOptions layer_options{.max_positions = options.max_positions,
                             .spill_folder = options.spill_folder,
                             .cancelled = options.cancelled,
                             .threads = options.threads};
  if (options.memory_limit != 0) {
    // Nothing left is not the same as no limit.
    layer_options.memory_limit =
        std::max(memory_bytes() + 1, options.memory_limit) - memory_bytes();
  }
  LayerBuilder builder(layers_.back(), plies() + 1, layer_options);
  absl::StatusOr<Layer> layer = builder.Build();
  if (!layer.ok()) return std::move(layer).status();
  layers_.push_back(*std::move(layer));
  return absl::OkStatus();
} catch (const std::bad_alloc&) {
  return NoMemory(plies() + 1);
}

uint64_t Frontier::memory_bytes() const {
  uint64_t bytes = 0;
  for (const Layer& layer : layers_) bytes += layer.memory_bytes();
  return bytes;
}

// Leaves at least half of the memory to what comes next.
absl::Status Frontier::MoveLayersToDisk(const ExtendOptions& options) {
  if (options.memory_limit == 0 || options.spill_folder.empty())
    return absl::OkStatus();
  for (int ply = plies(); ply >= 0 && memory_bytes() > options.memory_limit / 2;
       --ply) {
    if (!layers_[ply].is_in_memory()) continue;
    if (absl::Status status = layers_[ply].MoveToFile(
            options.spill_folder, absl::StrCat("frontier ply ", ply),
            options.cancelled);
        !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

absl::Status Frontier::ReadPositions(
    uint64_t first, std::span<PackedPosition> positions) const {
  return layers_.back().Read(first, positions, {});
}

absl::Status Frontier::ReadMultiplicities(
    uint64_t first, std::span<uint64_t> multiplicities) const {
  return layers_.back().Read(first, {}, multiplicities);
}

absl::StatusOr<absl::uint128> Frontier::Paths() const {
  absl::uint128 paths = 0;
  const absl::Status status =
      layers_.back().ForEachPiece(kReadPositions, [&](const LayerPiece& piece) {
        // Fewer than 2^64 numbers of 64 bits.
        for (const uint64_t multiplicity : piece.multiplicities)
          paths += multiplicity;
        return absl::OkStatus();
      });
  if (!status.ok()) return status;
  return paths;
}

absl::StatusOr<std::string> Frontier::Digest() const {
  DigestBuilder digest;
  digest.Add(kVersion);
  digest.Add(static_cast<uint64_t>(plies()));
  digest.Add(size());
  const absl::Status status = layers_.back().ForEachPiece(
      kReadPositions, [&digest](const LayerPiece& piece) {
        for (size_t place = 0; place < piece.positions.size(); ++place) {
          for (const uint64_t plane : piece.positions[place].planes)
            digest.Add(plane);
          digest.Add(piece.multiplicities[place]);
        }
        return absl::OkStatus();
      });
  if (!status.ok()) return status;
  return digest.Finish();
}

absl::StatusOr<absl::uint128> Frontier::WeightedSum(
    std::span<const uint64_t> values) const {
  if (values.size() != size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the frontier has ", size(), " positions but there are ",
                     values.size(), " counts; pass one count a position"));
  }
  absl::uint128 sum = 0;
  const absl::Status status =
      layers_.back().ForEachPiece(kReadPositions, [&](const LayerPiece& piece) {
        for (size_t i = 0; i < piece.multiplicities.size(); ++i) {
          const auto next = CheckedMultiplyAdd(sum, piece.multiplicities[i],
                                               values[piece.first + i]);
          if (!next) return TotalTooLarge();
          sum = *next;
        }
        return absl::OkStatus();
      });
  if (!status.ok()) return status;
  return sum;
}

absl::StatusOr<FrontierSum> Frontier::Sum(std::span<const uint64_t> counts,
                                          int threads) const try {
  FrontierSum sum;
  const absl::StatusOr<absl::uint128> total = WeightedSum(counts);
  if (!total.ok()) return total.status();
  sum.total = *total;
  const absl::StatusOr<absl::uint128> by_successors =
      AddUpBackward(counts, threads, sum);
  if (!by_successors.ok()) return by_successors.status();
  if (*by_successors != sum.total) {
    return absl::InternalError(absl::StrCat(
        "the frontier of ", plies(), " plies adds up to ",
        absl::StrFormat("%d", sum.total), " by multiplicities but to ",
        absl::StrFormat("%d", *by_successors),
        " by successors; the frontier is damaged"));
  }
  return sum;
} catch (const std::bad_alloc&) {
  return NoMemory(plies());
}

// What the root is worth by its successors; fills divide and ply_two on the
// way.
absl::StatusOr<absl::uint128> Frontier::AddUpBackward(
    std::span<const uint64_t> counts, int threads, FrontierSum& sum) const {
  if (plies() == 0) return counts[0];
  WorkerTeam team(std::max(1, threads));
  const PieceSizes sizes = PieceSizesFor(memory_limit_, memory_bytes());
  // From the last layer up: when a layer is done, `values` has what each of its
  // positions is worth. The last layer's are the counts themselves.
  LazyArray<absl::uint128> values;
  for (int ply = plies() - 1; ply >= 0; --ply) {
    const bool is_above_last = ply + 1 == plies();
    const Layer& below = layers_[ply + 1];
    LazyArray<absl::uint128> sums(layers_[ply].size());
    std::fill_n(sums.data(), sums.size(), 0);
    const auto pass_values_up = [&](const LayerPiece& piece) -> absl::Status {
      const LayerIndex index(piece.positions);
      if (ply <= 1) {
        const auto value_at = [&](uint32_t place) -> absl::uint128 {
          return is_above_last ? counts[place] : values[place];
        };
        if (absl::Status status =
                AddRootMoves(root_, ply, index, value_at, sum);
            !status.ok()) {
          return status;
        }
      }
      const absl::StatusOr<KeyRange> range = RangeOf(piece, below);
      if (!range.ok()) return range.status();
      return layers_[ply].ForEachPiece(
          sizes.above, [&](const LayerPiece& above) {
            const auto add = [&](auto below_values) {
              return AddLayerValues(
                  above.positions, *range, index,
                  below_values.subspan(piece.first, piece.positions.size()),
                  team,
                  sums.span().subspan(above.first, above.positions.size()));
            };
            return is_above_last ? add(counts)
                                 : add(std::as_const(values).span());
          });
    };
    // The moves of the root need all of their layer, which is never large.
    const absl::Status status = below.ForEachPiece(
        ply <= 1 ? below.size() : sizes.below, pass_values_up);
    if (absl::IsNotFound(status)) {
      return absl::InternalError(absl::StrCat("frontier ply ", ply + 1,
                                              " lacks a successor of ply ", ply,
                                              "; the frontier is damaged"));
    }
    if (absl::IsOutOfRange(status)) return TotalTooLarge();
    if (!status.ok()) return status;
    values = std::move(sums);
  }
  return values[0];
}

}  // namespace rookery
