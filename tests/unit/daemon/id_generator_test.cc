#include "daemon/id_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/fake_id_generator.h"

namespace rookery::daemon {
namespace {

TEST(RandomIdGeneratorTest, IdsAre32LowerCaseHexadecimalDigits) {
  RandomIdGenerator ids;
  const std::string id = ids.NewId();
  EXPECT_EQ(id.size(), 32u);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
}

TEST(RandomIdGeneratorTest, IdsDiffer) {
  RandomIdGenerator ids;
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(seen.insert(ids.NewId()).second);
}

TEST(FakeIdGeneratorTest, CountsFromOne) {
  FakeIdGenerator ids;
  EXPECT_EQ(ids.NewId(), "00000000000000000000000000000001");
  EXPECT_EQ(ids.NewId(), FakeIdGenerator::IdAt(2));
}

}  // namespace
}  // namespace rookery::daemon
