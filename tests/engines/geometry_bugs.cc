#include "core/board/attacks.h"
#include "tests/engines/bugs.h"

namespace rookery {
namespace {

// A square's number plus a step, without a look at the file.
Bitboard AtOffset(Square from, int offset) {
  const int index = from + offset;
  if (index < 0 || index >= kSquareCount) return 0;
  return SquareSet(static_cast<Square>(index));
}

// From the h-file the knight comes back on the a-file.
class KnightWraps : public PlainGenerator {
  Bitboard KnightTargets(Square from) override {
    Bitboard targets = 0;
    for (const int offset : {-17, -15, -10, -6, 6, 10, 15, 17})
      targets |= AtOffset(from, offset);
    return targets;
  }
};

// A pawn on the a-file captures on the h-file.
class PawnCaptureWraps : public PlainGenerator {
  Bitboard PawnCaptures(Color color, Square from) override {
    return color == kWhite ? AtOffset(from, 7) | AtOffset(from, 9)
                           : AtOffset(from, -7) | AtOffset(from, -9);
  }
};

// Rooks and queens go on from the h-file to the a-file of the next rank.
class SliderWraps : public PlainGenerator {
  Bitboard SliderTargets(PieceType type, Square from,
                         Bitboard occupied) override {
    Bitboard targets = PlainGenerator::SliderTargets(type, from, occupied);
    if (type == kBishop) return targets;
    for (const int step : {-1, 1}) {
      for (int index = from + step; index >= 0 && index < kSquareCount;
           index += step) {
        const auto to = static_cast<Square>(index);
        targets |= SquareSet(to);
        if (Contains(occupied, to)) break;
      }
    }
    return targets;
  }
};

// The mask that belongs to looking up magics, which leaves the far edge out, is
// applied to the attacks too.
class SliderStopsShort : public PlainGenerator {
  Bitboard SliderTargets(PieceType type, Square from,
                         Bitboard occupied) override {
    Bitboard edges = 0;
    for (const Bitboard edge : {kFileA, kFileH, kFirstRank, kEighthRank}) {
      if (!Contains(edge, from)) edges |= edge;
    }
    return PlainGenerator::SliderTargets(type, from, occupied) & ~edges;
  }
};

// Sliders look one man too far: through the first that stands in their way.
class SliderJumps : public PlainGenerator {
  Bitboard SliderTargets(PieceType type, Square from,
                         Bitboard occupied) override {
    const Bitboard first = PlainGenerator::SliderTargets(type, from, occupied);
    return PlainGenerator::SliderTargets(type, from, occupied & ~first);
  }
};

}  // namespace

std::vector<Bug> GeometryBugs() {
  return {
      {"knight-wraps", MakeGenerator<KnightWraps>},
      {"pawn-capture-wraps", MakeGenerator<PawnCaptureWraps>},
      {"slider-wraps", MakeGenerator<SliderWraps>},
      {"slider-stops-short", MakeGenerator<SliderStopsShort>},
      {"slider-jumps", MakeGenerator<SliderJumps>},
  };
}

}  // namespace rookery
