// How fast games are read from memory on one thread: parsed, replayed with
// every move checked, and judged by the laws, one on top of the other.
//
// The games are a generator's (tests/support/random_games.h): export format,
// with an evaluation and a clock behind every move, and in difficult style. The
// count of moves is verified; a wrong one is an error of the benchmark.
// benchmarks/compare_pgn_extract puts pgn-extract beside it. Only a release
// build says anything about speed.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "core/laws/audit/block_audit.h"
#include "core/notation/pgn_parser.h"
#include "core/notation/pgn_replay.h"
#include "core/notation/pgn_result.h"
#include "core/notation/pgn_start.h"
#include "tests/support/random_games.h"

namespace rookery {
namespace {

constexpr uint64_t kSeed = 2024;
constexpr int kGames = 4000;

struct PlyCounter {
  uint64_t plies = 0;
  void OnMove(Move, const Position&) { ++plies; }
};

void ReportRates(benchmark::State& state, const std::string& text,
                 uint64_t plies) {
  state.SetBytesProcessed(state.iterations() *
                          static_cast<int64_t>(text.size()));
  state.counters["plies"] = benchmark::Counter(static_cast<double>(plies),
                                               benchmark::Counter::kIsRate);
}

void BM_Parse(benchmark::State& state, GameStyle style) {
  const std::string text = RandomCollection(kSeed, kGames, style);
  uint64_t games = 0;
  uint64_t moves = 0;
  for (auto _ : state) {
    PgnParser parser(text);
    PgnGame game;
    while (parser.Next(game)) {
      ++games;
      for (const PgnToken& token : game.tokens)
        moves += token.kind == PgnTokenKind::kMove;
    }
  }
  if (games != static_cast<uint64_t>(kGames) * state.iterations())
    state.SkipWithError("games are missing");
  ReportRates(state, text, moves);
}

void BM_Read(benchmark::State& state, GameStyle style) {
  const std::string text = RandomCollection(kSeed, kGames, style);
  SanMemo memo;
  PlyCounter counter;
  uint64_t errors = 0;
  for (auto _ : state) {
    PgnParser parser(text);
    PgnGame game;
    while (parser.Next(game)) {
      PgnStart start = StartOf(game, game.remarks);
      const PgnReplay replay =
          ReplayMainLine(game, start.position, memo, game.remarks, counter);
      RemarkOnResult(game, replay.plies, game.remarks);
      errors += game.remarks.errors();
    }
  }
  if (errors != 0) state.SkipWithError("legal games have errors");
  ReportRates(state, text, counter.plies);
}

void BM_Audit(benchmark::State& state, GameStyle style) {
  PgnBlock block;
  block.text = RandomCollection(kSeed, kGames, style);
  GameAuditor auditor;
  AuditTotals totals;
  for (auto _ : state)
    totals.Merge(AuditBlock(block, 1, auditor, [](const GameAudit&) {}));
  if (totals.games_with_errors != 0)
    state.SkipWithError("lawful games have errors");
  ReportRates(state, block.text, totals.plies);
}

BENCHMARK_CAPTURE(BM_Parse, plain, GameStyle::kPlain);
BENCHMARK_CAPTURE(BM_Parse, annotated, GameStyle::kAnnotated);
BENCHMARK_CAPTURE(BM_Parse, difficult, GameStyle::kDifficult);
BENCHMARK_CAPTURE(BM_Read, plain, GameStyle::kPlain);
BENCHMARK_CAPTURE(BM_Read, annotated, GameStyle::kAnnotated);
BENCHMARK_CAPTURE(BM_Read, difficult, GameStyle::kDifficult);
BENCHMARK_CAPTURE(BM_Audit, plain, GameStyle::kPlain);
BENCHMARK_CAPTURE(BM_Audit, annotated, GameStyle::kAnnotated);
BENCHMARK_CAPTURE(BM_Audit, difficult, GameStyle::kDifficult);

}  // namespace
}  // namespace rookery
