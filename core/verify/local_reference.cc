#include "core/verify/local_reference.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/board/move_generator.h"
#include "core/board/packed_position.h"
#include "core/board/position_codec.h"
#include "core/perft/checked_uint128.h"
#include "core/perft/kernel_registry.h"

namespace rookery {
namespace {

// Any will do: one table is never compared with another.
constexpr uint64_t kTableSeed = 1;

}  // namespace

absl::StatusOr<std::unique_ptr<LocalReference>> LocalReference::Create(
    uint64_t table_mebibytes, const std::atomic<bool>* cancelled) {
  absl::StatusOr<std::unique_ptr<HashTable>> table =
      HashTable::Create(table_mebibytes, kTableSeed);
  if (!table.ok()) return table.status();
  return std::unique_ptr<LocalReference>(
      new LocalReference(*std::move(table), cancelled));
}

LocalReference::LocalReference(std::unique_ptr<HashTable> table,
                               const std::atomic<bool>* cancelled)
    : kernel_(*AvailableKernels().front()),
      table_(std::move(table)),
      cancelled_(cancelled) {}

absl::StatusOr<absl::uint128> LocalReference::Count(const Position& position,
                                                    int depth) {
  const PackedPosition packed = Pack(position);
  uint64_t count = 0;
  const CountResult result = kernel_.Count({.positions = {&packed, 1},
                                            .depth = depth,
                                            .table = table_.get(),
                                            .cancelled = cancelled_,
                                            .counts = {&count, 1}});
  if (result == CountResult::kCancelled)
    return absl::CancelledError("interrupted");
  if (result == CountResult::kDone) return absl::uint128(count);
  // Past 64 bits: the children's counts have room, sooner or later.
  const absl::StatusOr<TrueDivide> divide = Divide(position, depth);
  if (!divide.ok()) return divide.status();
  absl::uint128 total = 0;
  for (const auto& [move, leaves] : *divide) {
    const std::optional<absl::uint128> sum = CheckedAdd(total, leaves);
    if (!sum) {
      return absl::OutOfRangeError(absl::StrCat(
          "perft(", depth, ") of ", position.ToFen(), " passes 128 bits"));
    }
    total = *sum;
  }
  return total;
}

absl::StatusOr<TrueDivide> LocalReference::Divide(const Position& position,
                                                  int depth) {
  MoveList moves;
  GenerateLegalMoves(position, moves);
  std::vector<PackedPosition> children;
  children.reserve(moves.size());
  for (const Move move : moves) children.push_back(Pack(position.After(move)));
  std::vector<uint64_t> counts(children.size());
  const CountResult result = kernel_.Count({.positions = children,
                                            .depth = depth - 1,
                                            .table = table_.get(),
                                            .cancelled = cancelled_,
                                            .counts = counts});
  if (result == CountResult::kCancelled)
    return absl::CancelledError("interrupted");
  TrueDivide divide;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (result == CountResult::kDone) {
      divide[moves[i]] = counts[i];
      continue;
    }
    const absl::StatusOr<absl::uint128> count =
        Count(position.After(moves[i]), depth - 1);
    if (!count.ok()) return count.status();
    divide[moves[i]] = *count;
  }
  return divide;
}

}  // namespace rookery
