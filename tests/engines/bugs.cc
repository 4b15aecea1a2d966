#include "tests/engines/bugs.h"

namespace rookery {

std::vector<Bug> AllBugs() {
  std::vector<Bug> bugs = {{"none", MakeGenerator<PlainGenerator>}};
  for (const auto theme :
       {CastlingBugs, EnPassantBugs, GeometryBugs, KingSafetyBugs, PawnBugs}) {
    const std::vector<Bug> more = theme();
    bugs.insert(bugs.end(), more.begin(), more.end());
  }
  return bugs;
}

}  // namespace rookery
