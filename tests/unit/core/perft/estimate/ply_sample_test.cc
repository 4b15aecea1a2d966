#include "core/perft/estimate/ply_sample.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "core/board/move_generator.h"

namespace rookery {
namespace {

constexpr char kKiwipete[] =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

PlySample WholePlyOne(const Position& root) {
  PlySample sample;
  MoveList moves;
  GenerateLegalMoves(root, moves);
  for (const Move move : moves)
    sample.push_back({.position = root.After(move)});
  return sample;
}

TEST(PlySampleTest, WeightsStandForAllChildren) {
  const Position root = Position::FromFen(kKiwipete).value();
  const PlySample parents = WholePlyOne(root);
  const ChildSampler sampler(parents, /*depth=*/4);
  std::mt19937_64 random(1);
  constexpr int kDraws = 400;
  double sum = 0;
  double squares = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    double children = 0;
    for (const SampledNode& node : sampler.Draw(100, random))
      children += node.weight;
    sum += children;
    squares += children * children;
  }
  const double mean = sum / kDraws;
  const double error = std::sqrt((squares / kDraws - mean * mean) / kDraws);
  // perft(2) of kiwipete; and the sample is not just one number.
  EXPECT_NEAR(mean, 2039, 4 * error);
  EXPECT_GT(error, 0);
  EXPECT_LT(error, 10);
}

TEST(PlySampleTest, WeightedMovesStandForTheNextPly) {
  const Position root = Position::FromFen(kKiwipete).value();
  const PlySample parents = WholePlyOne(root);
  const ChildSampler sampler(parents, /*depth=*/1);
  std::mt19937_64 random(1);
  constexpr int kDraws = 400;
  double sum = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    for (const SampledNode& node : sampler.Draw(100, random))
      sum += node.weight * CountLegalMoves(node.position);
  }
  // perft(3) of kiwipete.
  EXPECT_NEAR(sum / kDraws, 97862, 0.02 * 97862);
}

TEST(PlySampleTest, ReachesEveryChild) {
  const PlySample parents = {{.position = Position::Start()}};
  const ChildSampler sampler(parents, /*depth=*/3);
  std::mt19937_64 random(1);
  std::set<std::string> fens;
  // One child from each twentieth of the line.
  for (const SampledNode& node : sampler.Draw(20, random)) {
    EXPECT_DOUBLE_EQ(node.weight, 1);
    fens.insert(node.position.ToFen());
  }
  EXPECT_EQ(fens.size(), 20u);
}

TEST(PlySampleTest, MatedParentsHaveNoChildren) {
  const PlySample parents = {
      {.position =
           Position::FromFen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").value()}};
  std::mt19937_64 random(1);
  EXPECT_TRUE(ChildSampler(parents, /*depth=*/1).Draw(10, random).empty());
  EXPECT_TRUE(ChildSampler({}, /*depth=*/1).Draw(10, random).empty());
}

TEST(PlySampleTest, DrawsNothingOfMatedParentsBesideOthers) {
  const SampledNode mated = {
      .position = Position::FromFen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").value(),
      .weight = 1e9};
  const PlySample parents = {
      mated, {.position = Position::Start(), .weight = 1e-9}, mated};
  std::mt19937_64 random(1);
  const PlySample children =
      ChildSampler(parents, /*depth=*/1).Draw(10, random);
  EXPECT_EQ(children.size(), 10u);
  for (const SampledNode& child : children)
    EXPECT_EQ(child.position.side_to_move(), kBlack);
}

}  // namespace
}  // namespace rookery
