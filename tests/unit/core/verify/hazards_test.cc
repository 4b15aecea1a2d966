#include "core/verify/hazards.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

Position Read(const char* fen) { return *Position::FromFen(fen); }

TEST(HazardsTest, SeeAPromotion) {
  EXPECT_TRUE(OffersPromotion(Read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")));
  EXPECT_FALSE(OffersPromotion(Read("4k3/P7/8/8/8/8/8/4K3 b - - 0 1")));
  EXPECT_FALSE(OffersPromotion(Read("r3k3/P7/8/8/8/8/8/4K3 w - - 0 1")));
}

TEST(HazardsTest, SeeAPushPastAPinnedPawn) {
  // After e2-e4 the capture d4xe3 would open the fourth rank.
  EXPECT_TRUE(PushesPastPinnedPawn(Read("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1")));
  // No rook, so the capture is legal.
  EXPECT_FALSE(PushesPastPinnedPawn(Read("8/8/8/8/k2p4/8/4P3/4K3 w - - 0 1")));
  // Nobody to capture.
  EXPECT_FALSE(PushesPastPinnedPawn(Read("8/8/8/8/k1n4R/8/4P3/4K3 w - - 0 1")));
}

TEST(HazardsTest, SeeADoubleCheck) {
  EXPECT_TRUE(IsDoubleCheck(Read("4r2k/8/8/8/8/3n4/8/4K3 w - - 0 1")));
  EXPECT_FALSE(IsDoubleCheck(Read("4r2k/8/8/8/8/8/8/4K3 w - - 0 1")));
}

TEST(HazardsTest, SeeCastlingUnderFire) {
  EXPECT_TRUE(CastlesUnderFire(Read("4kr2/8/8/8/8/8/8/4K2R w K - 0 1")));
  // b1 is only passed by the rook, and still counts.
  EXPECT_TRUE(CastlesUnderFire(Read("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1")));
  EXPECT_FALSE(CastlesUnderFire(Read("2r1k3/8/8/8/8/8/8/4K2R w K - 0 1")));
  // No right; a man in the way; the other side's turn.
  EXPECT_FALSE(CastlesUnderFire(Read("4kr2/8/8/8/8/8/8/4K2R w - - 0 1")));
  EXPECT_FALSE(CastlesUnderFire(Read("4kr2/8/8/8/8/8/8/4K1NR w K - 0 1")));
  EXPECT_FALSE(CastlesUnderFire(Read("4kr2/8/8/8/8/8/8/4K2R b K - 0 1")));
}

TEST(HazardsTest, SeeAnInnerRook) {
  EXPECT_TRUE(CastlesWithInnerRook(Read("4k3/8/8/8/8/8/8/4K1RR w G - 0 1")));
  EXPECT_TRUE(CastlesWithInnerRook(Read("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1")));
  EXPECT_FALSE(CastlesWithInnerRook(Read("4k3/8/8/8/8/8/8/4K1RR w H - 0 1")));
  EXPECT_FALSE(CastlesWithInnerRook(Read("4k3/8/8/8/8/8/8/R3K1R1 w G - 0 1")));
  EXPECT_FALSE(CastlesWithInnerRook(Read("4k3/8/8/8/8/8/8/4K1Rr w G - 0 1")));
}

}  // namespace
}  // namespace rookery
