#include "core/perft/self_test.h"

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/board/position.h"
#include "core/board/position_codec.h"
#include "core/perft/hash_table.h"

namespace rookery {
namespace {

struct KnownCount {
  const char* fen;
  int depth;
  uint64_t count;
};

// The six positions that everybody knows, and two of Chess960.
constexpr KnownCount kKnownCounts[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197281},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3,
     97862},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3,
     9467},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     3, 89890},
    {"rk2r3/p6p/8/8/8/8/P6P/RK2R3 w EAea - 0 1", 3, 6857},
    {"5rkr/pppppppp/8/8/8/8/8/5RKR w HFhf - 0 1", 3, 10681},
};

absl::Status CountAll(const Kernel& kernel, HashTable* table) {
  for (const KnownCount& known : kKnownCounts) {
    const absl::StatusOr<Position> position = Position::FromFen(known.fen);
    if (!position.ok()) return position.status();
    const PackedPosition packed = Pack(*position);
    uint64_t count = 0;
    CountRequest request;
    request.positions = {&packed, 1};
    request.depth = known.depth;
    request.table = table;
    request.counts = {&count, 1};
    const CountResult result = kernel.Count(request);
    if (result == CountResult::kDone && count == known.count) continue;
    return absl::InternalError(absl::StrCat(
        "self-test of kernel '", std::string(kernel.name()), "' failed: depth ",
        known.depth, " of '", known.fen, "' is ", known.count, ", counted ",
        result == CountResult::kDone ? absl::StrCat(count) : "nothing",
        table == nullptr ? "" : " with a hash table",
        "; do not use this kernel on this machine"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status SelfTest(const Kernel& kernel) {
  if (absl::Status status = CountAll(kernel, nullptr); !status.ok())
    return status;
  const absl::StatusOr<std::unique_ptr<HashTable>> table =
      HashTable::Create(HashTable::kMinMebibytes, /*seed=*/1);
  if (!table.ok()) return table.status();
  return CountAll(kernel, table->get());
}

}  // namespace rookery
