#include "core/laws/move_limits.h"

#include <gtest/gtest.h>

#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

TEST(MoveLimitsTest, IsFiftyWhereNothingWasNamed) {
  EXPECT_EQ(MoveLimits().MovesFor(Position::Start()), 50);
}

TEST(MoveLimitsTest, HoldsForTheMaterialInBothColors) {
  MoveLimits limits;
  ASSERT_TRUE(limits.Set("KRBvKR", 100).ok());
  EXPECT_EQ(limits.MovesFor(ReadFen("r3k3/8/8/8/8/8/8/R1B1K3 w - - 0 1")), 100);
  EXPECT_EQ(limits.MovesFor(ReadFen("r1b1k3/8/8/8/8/8/8/R3K3 w - - 0 1")), 100);
  EXPECT_EQ(limits.MovesFor(ReadFen("r3k3/8/8/8/8/8/8/RB2K1B1 w - - 0 1")), 50);
  EXPECT_EQ(limits.MovesFor(ReadFen("4k3/8/8/8/8/8/8/R1B1K2R w - - 0 1")), 50);
}

TEST(MoveLimitsTest, TheLastNumberHolds) {
  MoveLimits limits;
  ASSERT_TRUE(limits.Set("KNNvKP", 100).ok());
  ASSERT_TRUE(limits.Set("KPvKNN", 75).ok());
  EXPECT_EQ(limits.MovesFor(ReadFen("4k3/p7/8/8/8/8/8/1NN1K3 w - - 0 1")), 75);
}

TEST(MoveLimitsTest, RefusesWhatIsNoMaterial) {
  MoveLimits limits;
  for (const std::string_view material :
       {"", "KRB", "KRBv", "vKR", "RBvKR", "KKvK", "KPPPPPPPPPvK", "krbvkr",
        "KRB-KR", "KRBvKRvK", "KQQQQQQQQQQQQQQQQvK"})
    EXPECT_FALSE(limits.Set(material, 75).ok()) << material;
  EXPECT_EQ(limits.Set("KR", 75).message(),
            "material 'KR' is malformed; write it like KRBvKR");
}

TEST(MoveLimitsTest, RefusesANumberOutOfRange) {
  MoveLimits limits;
  EXPECT_TRUE(limits.Set("KRBvKR", 50).ok());
  EXPECT_TRUE(limits.Set("KRBvKR", 1000).ok());
  EXPECT_EQ(limits.Set("KRBvKR", 49).message(),
            "moves 49 for KRBvKR are out of range; use 50 to 1000");
  EXPECT_FALSE(limits.Set("KRBvKR", 1001).ok());
}

}  // namespace
}  // namespace rookery
