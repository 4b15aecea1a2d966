#include "core/perft/statistics/self_test.h"

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/board/position.h"
#include "core/board/position_codec.h"
#include "core/perft/hash_table.h"
#include "core/perft/statistics/statistics_table.h"

namespace rookery {
namespace {

struct KnownStatistics {
  const char* fen;
  int depth;
  Statistics statistics;
};

// Positions that everybody knows, one of Chess960, and two that are close to
// stalemate.
constexpr KnownStatistics kKnown[] = {
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     2,
     {{2039, 351, 1, 91, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0}}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
     4,
     {{43238, 3348, 123, 0, 0, 1557, 106, 0, 0, 17, 0, 0, 0, 0}}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     3,
     {{9467, 1021, 4, 0, 120, 14, 2, 0, 0, 22, 0, 0, 0, 0}}},
    {"5rkr/pppppppp/8/8/8/8/8/5RKR w HFhf - 0 1",
     3,
     {{10681, 946, 0, 370, 0, 82, 0, 0, 0, 2, 0, 0, 0, 0}}},
    {"5k2/5P2/8/4K3/8/8/8/8 w - - 0 1",
     5,
     {{11036, 0, 0, 0, 1544, 894, 0, 0, 0, 1, 0, 0, 0, 46}}},
    {"7k/8/6K1/5Q2/8/8/8/8 w - - 0 1",
     3,
     {{658, 0, 0, 0, 0, 101, 8, 0, 0, 24, 0, 0, 0, 12}}},
};

absl::Status CountAll(const StatisticsKernel& kernel, StatisticsTable* table) {
  for (const KnownStatistics& known : kKnown) {
    const absl::StatusOr<Position> position = Position::FromFen(known.fen);
    if (!position.ok()) return position.status();
    const PackedPosition packed = Pack(*position);
    Statistics counted;
    const CountResult result = kernel.Count({.positions = {&packed, 1},
                                             .depth = known.depth,
                                             .table = table,
                                             .statistics = {&counted, 1}});
    if (result == CountResult::kDone && counted == known.statistics) continue;
    int column = 0;
    while (column < kStalemates &&
           counted.counts[column] == known.statistics.counts[column])
      ++column;
    const std::string name(column == kNodes
                               ? "nodes"
                               : StatisticName(static_cast<Statistic>(column)));
    return absl::InternalError(absl::StrCat(
        "self-test of the statistics of kernel '", std::string(kernel.name()),
        "' failed: ", name, " at depth ", known.depth, " of '", known.fen,
        "' is ", known.statistics.counts[column], ", counted ",
        result == CountResult::kDone ? absl::StrCat(counted.counts[column])
                                     : "nothing",
        table == nullptr ? "" : " with a table",
        "; do not use this kernel on this machine"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status SelfTest(const StatisticsKernel& kernel) {
  if (absl::Status status = CountAll(kernel, nullptr); !status.ok())
    return status;
  const absl::StatusOr<std::unique_ptr<StatisticsTable>> table =
      StatisticsTable::Create(HashTable::kMinMebibytes, /*seed=*/1);
  if (!table.ok()) return table.status();
  return CountAll(kernel, table->get());
}

}  // namespace rookery
