#include "core/verify/fuzz_positions.h"

#include <iterator>

#include "core/board/move_generator.h"
#include "core/verify/chess960_start.h"
#include "core/verify/hazards.h"
#include "core/verify/random_positions.h"
#include "core/verify/random_source.h"

namespace rookery {
namespace {

Position Standard(RandomSource& random) {
  return RandomPlayout(Position::Start(), random.Below(160), random);
}

Position Chess960(RandomSource& random) {
  const int white = random.Below(kChess960Starts);
  const int black =
      random.Below(2) == 0 ? white : random.Below(kChess960Starts);
  return RandomPlayout(Chess960Start(white, black), random.Below(80), random);
}

// Throws positions away until one has the hazard. The rarest, a capture en
// passant under a pin, takes some hundred attempts.
template <bool (*kHasHazard)(const Position&)>
Position With(RandomSource& random) {
  while (true) {
    const Position position = RandomHazard(random);
    if (kHasHazard(position) && CountLegalMoves(position) > 0) return position;
  }
}

bool AnyHazard(const Position&) { return true; }

constexpr Position (*kMakers[])(RandomSource&) = {
    Standard,
    Chess960,
    RandomEndgame,
    With<AnyHazard>,
    With<OffersPromotion>,
    With<PushesPastPinnedPawn>,
    With<IsDoubleCheck>,
    With<CastlesUnderFire>,
    With<CastlesWithInnerRook>,
};

}  // namespace

Position FuzzPosition(uint64_t seed, uint64_t index) {
  // Mixed, so that neighbouring seeds and indices share no numbers.
  RandomSource random(RandomSource(seed).Next() ^ index);
  random = RandomSource(random.Next());
  return kMakers[index % std::size(kMakers)](random);
}

}  // namespace rookery
