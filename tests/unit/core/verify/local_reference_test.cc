#include "core/verify/local_reference.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

namespace rookery {
namespace {

class LocalReferenceTest : public testing::Test {
 protected:
  const std::unique_ptr<LocalReference> reference_ =
      LocalReference::Create(1).value();
};

// The figures of the start position are known to everybody.
TEST_F(LocalReferenceTest, CountsTheStartPosition) {
  EXPECT_EQ(reference_->Count(Position::Start(), 0).value(), 1u);
  EXPECT_EQ(reference_->Count(Position::Start(), 1).value(), 20u);
  EXPECT_EQ(reference_->Count(Position::Start(), 4).value(), 197281u);
}

TEST_F(LocalReferenceTest, EndsWhenCancelled) {
  const std::atomic<bool> cancelled = true;
  const auto reference = LocalReference::Create(1, &cancelled).value();
  // Either would count for hours.
  EXPECT_TRUE(
      absl::IsCancelled(reference->Count(Position::Start(), 13).status()));
  EXPECT_TRUE(
      absl::IsCancelled(reference->Divide(Position::Start(), 13).status()));
}

TEST_F(LocalReferenceTest, DividesTheStartPosition) {
  const TrueDivide divide = reference_->Divide(Position::Start(), 4).value();
  EXPECT_EQ(divide.size(), 20u);
  EXPECT_EQ(divide.at(Move::Normal(kA2, kA3)), 8457u);
  EXPECT_EQ(divide.at(Move::DoublePush(kA2, kA4)), 9329u);
}

TEST_F(LocalReferenceTest, HasNothingBelowMate) {
  const Position mate =
      Position::FromFen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").value();
  EXPECT_EQ(reference_->Count(mate, 3).value(), 0u);
  EXPECT_TRUE(reference_->Divide(mate, 1).value().empty());
}

}  // namespace
}  // namespace rookery
