#include "coordinator/dispatch/ranges.h"

#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

TEST(RangesTest, FirstWorkerTakesAll) {
  Ranges ranges;
  ranges.AddFree({0, 100});
  EXPECT_EQ(ranges.Claim(1), 100u);
  EXPECT_EQ(ranges.Cut(1, 10), (Range{0, 10}));
  EXPECT_EQ(ranges.Cut(1, 10), (Range{10, 10}));
  EXPECT_EQ(ranges.uncut(), 80u);
}

TEST(RangesTest, NextWorkerTakesBackHalfOfLargest) {
  Ranges ranges;
  ranges.AddFree({0, 100});
  ranges.Claim(1);
  EXPECT_EQ(ranges.Claim(2), 50u);
  EXPECT_EQ(ranges.Cut(2, 20), (Range{50, 20}));
  EXPECT_EQ(ranges.Claim(3),
            25u);  // of worker 1, which has 50 left; worker 2 has 30
  EXPECT_EQ(ranges.Cut(3, 1), (Range{25, 1}));
  EXPECT_EQ(ranges.Cut(1, 5), (Range{0, 5}));
}

TEST(RangesTest, LastItemOfAnotherCanBeTaken) {
  Ranges ranges;
  ranges.AddFree({7, 1});
  EXPECT_EQ(ranges.Claim(1), 1u);
  EXPECT_EQ(ranges.Claim(2), 1u);
  EXPECT_EQ(ranges.Cut(2, 1), (Range{7, 1}));
  EXPECT_EQ(ranges.Claim(1), 0u);
  EXPECT_EQ(ranges.uncut(), 0u);
}

TEST(RangesTest, FreeRangeGoesWholeToTheNext) {
  Ranges ranges;
  ranges.AddFree({0, 100});
  ranges.Claim(1);
  ranges.Claim(2);
  ranges.Cut(2, 10);
  ranges.Free(2);
  EXPECT_EQ(ranges.uncut(), 90u);
  EXPECT_EQ(ranges.Claim(3), 40u);
  EXPECT_EQ(ranges.Cut(3, 1), (Range{60, 1}));
}

TEST(RangesTest, GoesOnWhereTheWorkerStopped) {
  Ranges ranges;
  ranges.AddFree({0, 10});
  ranges.AddFree({50, 40});
  ranges.NoteStop(4, 0);
  EXPECT_EQ(ranges.Claim(4), 10u);
  EXPECT_EQ(ranges.Claim(5), 40u);
}

TEST(RangesTest, FreeNeighboursAreMerged) {
  Ranges ranges;
  ranges.AddFree({0, 10});
  ranges.AddFree({20, 10});
  ranges.AddFree({10, 10});
  EXPECT_EQ(ranges.Claim(1), 30u);
  EXPECT_EQ(ranges.uncut(), 30u);
}

TEST(RangesTest, FreeOfNothingIsHarmless) {
  Ranges ranges;
  ranges.AddFree({0, 0});
  ranges.Free(9);
  EXPECT_EQ(ranges.Claim(9), 0u);
}

}  // namespace
}  // namespace rookery::coordinator
