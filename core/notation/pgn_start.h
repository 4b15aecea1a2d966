// Where a game of a PGN text began: the tags FEN, SetUp and Variant.
//
// Whether that is a position in which a game may begin is for core/laws. Pure
// functions; safe to use from any thread.
#ifndef ROOKERY_CORE_NOTATION_PGN_START_H_
#define ROOKERY_CORE_NOTATION_PGN_START_H_

#include <cstdint>

#include "core/board/position.h"
#include "core/notation/pgn_game.h"

namespace rookery {

enum class PgnVariant : uint8_t { kStandard, kChess960, kUnsupported };

struct PgnStart {
  PgnVariant variant = PgnVariant::kStandard;
  // False where the FEN is no possible position or the variant is another game:
  // then its moves cannot be judged, and `position` is that of standard chess.
  bool usable = true;
  Position position = Position::Start();
};

// Reads the tags, adding what is odd about them to `remarks`. A FEN with a slip
// that has only one sensible reading is repaired, with a warning.
PgnStart StartOf(const PgnGame& game, PgnRemarks& remarks);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_START_H_
