#include "tests/fuzz/notation_fuzz.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/board/fen.h"
#include "core/board/move_generator.h"
#include "core/notation/decompression.h"
#include "core/notation/pgn_parser.h"
#include "core/notation/pgn_replay.h"
#include "core/notation/pgn_result.h"
#include "core/notation/pgn_start.h"
#include "core/notation/pgn_writer.h"
#include "core/notation/san.h"
#include "core/notation/text_source.h"
#include "tests/support/san_claims.h"

namespace rookery {
namespace {

struct Ignore {
  void OnMove(Move, const Position&) {}
};

// What comes of a text: a line a game, and how many bytes it was.
struct Reading {
  std::vector<std::string> games;
  uint64_t bytes = 0;
  uint64_t accounted = 0;
  bool damaged = false;
};

Reading ReadInBlocks(std::string_view bytes, size_t block_bytes, size_t most) {
  Reading reading;
  auto source = Decompress(std::make_unique<MemorySource>(bytes, most));
  if (!source.ok()) return reading;
  TextSource text(*std::move(source));
  PgnBlockReader reader(text, {.block_bytes = block_bytes});
  PgnBlock block;
  PgnGame game;
  SanMemo memo;
  Ignore ignore;
  std::string written;
  for (;;) {
    const absl::StatusOr<bool> more = reader.Next(block);
    reading.damaged = !more.ok();
    if (!more.ok() || !*more) break;
    reading.accounted += block.text.size() + block.skipped_bytes;
    PgnParser parser(block);
    while (parser.Next(game)) {
      written.clear();
      PgnStart start = StartOf(game, game.remarks);
      WriteGame(game, start, written);
      PgnReplay replay;
      if (start.usable) {
        replay =
            ReplayMainLine(game, start.position, memo, game.remarks, ignore);
      }
      RemarkOnResult(game, replay.plies, game.remarks);
      reading.games.push_back(
          absl::StrCat(replay.plies, " plies to ", start.position.ToFen(), ", ",
                       game.remarks.errors(), " errors, ",
                       game.remarks.warnings(), " warnings"));
    }
  }
  reading.bytes = reader.bytes_read();
  return reading;
}

}  // namespace

std::optional<std::string> FindPgnFault(std::string_view bytes) {
  const Reading whole = ReadInBlocks(bytes, size_t{1} << 20, SIZE_MAX);
  if (whole.damaged) return std::nullopt;  // how far it is read may differ
  const Reading pieces = ReadInBlocks(bytes, 64, 7);
  for (const Reading* reading : {&whole, &pieces}) {
    if (reading->bytes != reading->accounted) {
      return absl::StrCat(reading->accounted, " bytes are accounted for, not ",
                          reading->bytes);
    }
  }
  if (whole.games.size() != pieces.games.size()) {
    return absl::StrCat(whole.games.size(), " games, but ", pieces.games.size(),
                        " in small blocks");
  }
  const auto [one, other] = std::mismatch(
      whole.games.begin(), whole.games.end(), pieces.games.begin());
  if (one == whole.games.end()) return std::nullopt;
  return absl::StrCat("a game has ", *one, ", but in small blocks ", *other);
}

std::optional<std::string> FindSanFault(std::string_view bytes) {
  const size_t line_end = bytes.find('\n');
  if (line_end == std::string_view::npos) return std::nullopt;
  const absl::StatusOr<Position> position =
      Position::FromFen(bytes.substr(0, line_end));
  if (!position.ok()) return std::nullopt;
  const std::string_view text = bytes.substr(line_end + 1);
  const absl::StatusOr<LaxSan> lax = ParseLaxSan(*position, text);
  const absl::StatusOr<Move> strict = ParseSan(*position, text);
  if (strict.ok() && (!lax.ok() || lax->move != *strict))
    return "the lax reader refuses what the strict one takes";
  if (!lax.ok()) return std::nullopt;
  MoveList moves;
  GenerateLegalMoves(*position, moves);
  if (std::find(moves.begin(), moves.end(), lax->move) == moves.end())
    return "the move is not legal";
  const std::string claim = FindFalseClaim(*position, lax->move, text);
  if (!claim.empty())
    return absl::StrCat("the text contradicts its move: ", claim);
  if (lax->liberties.empty() != strict.ok())
    return "only canonical spellings take no liberty";
  return std::nullopt;
}

std::optional<std::string> FindFenFault(std::string_view bytes) {
  const absl::StatusOr<Position> position = Position::FromFen(bytes);
  const absl::StatusOr<FenRepair> repair = RepairFen(bytes);
  if (position.ok()) {
    const std::string fen = position->ToFen();
    const absl::StatusOr<Position> again = Position::FromFen(fen);
    if (!again.ok() || *again != *position || again->ToFen() != fen)
      return absl::StrCat("'", fen, "' is not read back");
  }
  if (repair.ok()) {
    const absl::StatusOr<Position> repaired = Position::FromFen(repair->fen);
    if (!repaired.ok() || repaired->ToFen() != repair->fen)
      return absl::StrCat("the repaired '", repair->fen, "' is not normalized");
  }
  return std::nullopt;
}

}  // namespace rookery
