#include "core/perft/frontier.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <new>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/board/move_generator.h"
#include "core/board/position_codec.h"
#include "core/perft/checked_uint128.h"
#include "core/perft/layer_builder.h"
#include "core/perft/layer_index.h"
#include "core/perft/layer_values.h"
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

}  // namespace

Frontier::Frontier(const Position& root) : root_(root) {
  Layer layer(1);
  layer.positions[0] = Pack(root);
  layer.multiplicities[0] = 1;
  layers_.push_back(std::move(layer));
}

absl::Status Frontier::Extend(const ExtendOptions& options) try {
  LayerBuilder builder(layers_.back(), plies() + 1,
                       {.max_positions = options.max_positions,
                        .cancelled = options.cancelled,
                        .threads = options.threads});
  absl::StatusOr<Layer> layer = builder.Build();
  if (!layer.ok()) return std::move(layer).status();
  layers_.push_back(*std::move(layer));
  return absl::OkStatus();
} catch (const std::bad_alloc&) {
  return NoMemory(plies() + 1);
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

absl::StatusOr<absl::uint128> Frontier::WeightedSum(
    std::span<const uint64_t> values) const {
  if (values.size() != positions().size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the frontier has ", positions().size(), " positions but there are ",
        values.size(), " counts; pass one count a position"));
  }
  absl::uint128 sum = 0;
  for (size_t place = 0; place < values.size(); ++place) {
    const auto total =
        CheckedMultiplyAdd(sum, multiplicities()[place], values[place]);
    if (!total) return TotalTooLarge();
    sum = *total;
  }
  return sum;
}

absl::StatusOr<FrontierSum> Frontier::Sum(std::span<const uint64_t> counts,
                                          int threads) const try {
  const absl::StatusOr<absl::uint128> total = WeightedSum(counts);
  if (!total.ok()) return total.status();
  FrontierSum sum;
  sum.total = *total;

  // From the last layer up: when a layer is done, `values` has what each of its
  // positions is worth. The last layer's are the counts themselves.
  WorkerTeam team(std::max(1, threads));
  LazyArray<absl::uint128> values;
  for (int ply = plies() - 1; ply >= 0; --ply) {
    const bool is_above_last = ply + 1 == plies();
    const auto layer = layers_[ply].positions.span();
    const auto below = layers_[ply + 1].positions.span();
    const LayerIndex index(below);
    LayerIndex::Hints hints = index.MakeHints();
    const absl::Status missing = absl::InternalError(
        absl::StrCat("frontier ply ", ply + 1, " lacks a successor of ply ",
                     ply, "; the frontier is damaged"));

    // What the moves of the root, and the pairs of moves from it, lead to.
    const auto value_of =
        [&](const Position& position) -> std::optional<absl::uint128> {
      const PackedPosition packed = Pack(position);
      const auto place = index.Find(packed, hints);
      if (!place) return std::nullopt;
      return is_above_last ? counts[*place] : values[*place];
    };
    MoveList first_moves;
    if (ply <= 1) GenerateLegalMoves(root_, first_moves);
    for (const Move first : first_moves) {
      const Position child = root_.After(first);
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

    absl::StatusOr<LazyArray<absl::uint128>> layer_values =
        is_above_last ? LayerValues<uint64_t>(layer, index, counts, team)
                      : LayerValues<absl::uint128>(
                            layer, index, std::as_const(values).span(), team);
    if (absl::IsNotFound(layer_values.status())) return missing;
    if (!layer_values.ok()) return TotalTooLarge();
    values = *std::move(layer_values);
  }

  const absl::uint128 by_successors = plies() == 0 ? counts[0] : values[0];
  if (by_successors != sum.total) {
    return absl::InternalError(absl::StrCat(
        "the frontier of ", plies(), " plies adds up to ",
        absl::StrFormat("%d", sum.total), " by multiplicities but to ",
        absl::StrFormat("%d", by_successors),
        " by successors; the frontier is damaged"));
  }
  return sum;
} catch (const std::bad_alloc&) {
  return NoMemory(plies());
}

}  // namespace rookery
