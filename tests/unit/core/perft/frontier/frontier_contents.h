// What a frontier holds, whole.
#ifndef ROOKERY_TESTS_UNIT_CORE_PERFT_FRONTIER_FRONTIER_CONTENTS_H_
#define ROOKERY_TESTS_UNIT_CORE_PERFT_FRONTIER_FRONTIER_CONTENTS_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "core/board/packed_position.h"
#include "core/perft/frontier/frontier.h"

namespace rookery {

inline std::vector<PackedPosition> PositionsOf(const Frontier& frontier) {
  std::vector<PackedPosition> positions(frontier.size());
  const absl::Status status = frontier.ReadPositions(0, positions);
  EXPECT_TRUE(status.ok()) << status;
  return positions;
}

inline std::vector<uint64_t> MultiplicitiesOf(const Frontier& frontier) {
  std::vector<uint64_t> multiplicities(frontier.size());
  const absl::Status status = frontier.ReadMultiplicities(0, multiplicities);
  EXPECT_TRUE(status.ok()) << status;
  return multiplicities;
}

}  // namespace rookery

#endif  // ROOKERY_TESTS_UNIT_CORE_PERFT_FRONTIER_FRONTIER_CONTENTS_H_
