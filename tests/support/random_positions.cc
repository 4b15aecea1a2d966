#include "tests/support/random_positions.h"

namespace rookery {

std::vector<Position> RandomPositions(uint64_t seed, int count) {
  RandomSource random(seed);
  std::vector<Position> positions;
  while (static_cast<int>(positions.size()) < count) {
    switch (positions.size() % 3) {
      case 0:
        positions.push_back(
            RandomPlayout(Position::Start(), random.Below(160), random));
        break;
      case 1: {
        const int white = random.Below(960);
        const int black = random.Below(2) == 0 ? white : random.Below(960);
        positions.push_back(RandomPlayout(Chess960Start(white, black),
                                          random.Below(80), random));
        break;
      }
      default:
        positions.push_back(RandomEndgame(random));
    }
  }
  return positions;
}

std::vector<Position> RandomHazards(uint64_t seed, int count) {
  RandomSource random(seed);
  std::vector<Position> positions;
  for (int i = 0; i < count; ++i) positions.push_back(RandomHazard(random));
  return positions;
}

}  // namespace rookery
