#include "core/laws/game_history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/board/move_generator.h"
#include "core/notation/pgn_replay.h"
#include "tests/support/random_positions.h"
#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

TEST(ThreefoldLawTest, CountsTheStartPositionToo) {
  PlayedGame game;
  game.Play("g1f3 g8f6 f3g1 f6g8");
  EXPECT_EQ(game.judge().history().occurrences(), 2);
  game.Play("g1f3 g8f6 f3g1 f6g8");
  EXPECT_EQ(game.judge().history().occurrences(), 3);
}

TEST(ThreefoldLawTest, MenOfOneKindMayHaveChangedPlaces) {
  PlayedGame game("4k3/8/8/8/8/8/8/N3K2N w - - 0 1");
  game.Play(
      "a1b3 e8d8 b3d2 d8e8 d2f1 e8d8 f1g3 d8e8 h1f2 e8d8 "
      "f2d3 d8e8 d3b4 e8d8 b4c2 d8e8 c2a1 e8d8 g3h1");
  EXPECT_EQ(game.judge().history().occurrences(), 1);
  game.Play("d8e8");
  EXPECT_EQ(game.judge().history().occurrences(), 2);
}

TEST(ThreefoldLawTest, LostCastlingRightsMakeAnotherPosition) {
  PlayedGame game("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  game.Play("h1h2 e8d8 h2h1 d8e8");
  EXPECT_EQ(game.judge().history().occurrences(), 1);
  game.Play("h1h2 e8d8 h2h1 d8e8");
  EXPECT_EQ(game.judge().history().occurrences(), 2);
}

TEST(ThreefoldLawTest, ALegalEnPassantCaptureMakesAnotherPosition) {
  PlayedGame game("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
  game.Play("e2e4 e8d7 e1d1 d7e8 d1e1");
  EXPECT_EQ(game.judge().history().occurrences(), 1);
}

TEST(ThreefoldLawTest, AnIllegalEnPassantCaptureMakesNone) {
  // After dxe3 the rook would give check along the fourth rank.
  PlayedGame game("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1");
  game.Play("e2e4 a4a3 h4h3 a3a4 h3h4");
  EXPECT_EQ(game.judge().history().occurrences(), 2);
}

TEST(ThreefoldLawTest, APawnMoveEndsEveryRepetition) {
  PlayedGame game;
  game.Play("g1f3 g8f6 f3g1 f6g8 e2e4");
  EXPECT_FALSE(game.judge().history().HasSecondOccurrence());
}

TEST(ThreefoldLawTest, FindsTheMoveThatRepeatsForTheThirdTime) {
  PlayedGame game;
  game.Play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
  const GameHistory& history = game.judge().history();
  EXPECT_EQ(history.FindThirdOccurrence(game.position()),
            Move::Normal(kF6, kG8));
}

TEST(GameHistoryTest, PlaysAPositionAnew) {
  PlayedGame game;
  game.Play("e2e4 e7e5 g1f3");
  const GameHistory& history = game.judge().history();
  EXPECT_EQ(history.PositionAt(0), Position::Start());
  EXPECT_EQ(history.PositionAt(3).ToFen(), game.position().ToFen());
}

TEST(GameHistoryTest, ForgetsTheLastGame) {
  GameHistory history;
  for (int game = 0; game < 3; ++game) {
    Position position = Position::Start();
    history.Begin(position);
    EXPECT_EQ(history.plies(), 0);
    EXPECT_EQ(history.occurrences(), 1);
    position.Play(Move::Normal(kG1, kF3));
    EXPECT_EQ(history.Add(Move::Normal(kG1, kF3), position), 1);
  }
}

TEST(GameHistoryTest, KeepsGamesLongerThanItsFirstCapacity) {
  PlayedGame game("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  for (int round = 0; round < 400; ++round) game.Play("e1d1 e8d8 d1e1 d8e8");
  EXPECT_EQ(game.judge().history().plies(), 1600);
  EXPECT_EQ(game.judge().history().occurrences(), 401);
}

// No reader plays more than a history can take.
static_assert(kMaxReplayPlies == GameHistory::kMaxPlies);

TEST(GameHistoryTest, TakesTheLongestGameWithoutAnIrreversibleMove) {
  constexpr std::array<Square, 7> kRook = {kA1, kA2, kA3, kB3, kC3, kC1, kB1};
  constexpr std::array<Square, 4> kKing = {kH8, kH7, kG7, kG8};
  Position position = ReadFen("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
  GameHistory history;
  history.Begin(position);
  for (int ply = 0; ply < GameHistory::kMaxPlies; ++ply) {
    const auto turn = static_cast<size_t>(ply / 2);
    const auto step = [turn](const auto& way) {
      return Move::Normal(way[turn % way.size()], way[(turn + 1) % way.size()]);
    };
    const Move move = ply % 2 == 0 ? step(kRook) : step(kKing);
    position.Play(move);
    // The two ways together are 28 moves long.
    ASSERT_EQ(history.Add(move, position), (ply + 1) / 56 + 1) << ply;
  }
}

// How often a position occurs in a list, compared whole.
int CountIn(const std::vector<Position>& positions, const Position& wanted) {
  return static_cast<int>(
      std::count(positions.begin(), positions.end(), wanted));
}

// A random move, half of the time the one that takes back the side's last.
Move ChooseMove(const MoveList& moves, Move last_own, RandomSource& random) {
  const Move back = Move::Normal(last_own.to(), last_own.from());
  if (random.Below(2) == 0 &&
      std::find(moves.begin(), moves.end(), back) != moves.end())
    return back;
  return moves[static_cast<size_t>(
      random.Below(static_cast<int>(moves.size())))];
}

class RandomGamesTest : public testing::TestWithParam<const char*> {};

TEST_P(RandomGamesTest, AgreesWithComparingEveryPosition) {
  RandomSource random(20261201);
  GameHistory history;
  int thirds = 0;
  for (int game = 0; game < 10; ++game) {
    Position position = ReadFen(GetParam());
    history.Begin(position);
    std::vector<Position> positions = {position};
    std::vector<Move> played(2);
    for (int ply = 0; ply < 120; ++ply) {
      MoveList moves;
      GenerateLegalMoves(position, moves);
      if (moves.empty()) break;
      bool third_in_reach = false;
      for (const Move move : moves)
        third_in_reach |= CountIn(positions, position.After(move)) >= 2;
      const std::optional<Move> third = history.FindThirdOccurrence(position);
      ASSERT_EQ(third.has_value(), third_in_reach) << position.ToFen();
      if (third) {
        ++thirds;
        ASSERT_GE(CountIn(positions, position.After(*third)), 2);
      }
      const Move move = ChooseMove(moves, played[played.size() - 2], random);
      position.Play(move);
      positions.push_back(position);
      played.push_back(move);
      ASSERT_EQ(history.Add(move, position), CountIn(positions, position));
    }
  }
  EXPECT_GT(thirds, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Starts, RandomGamesTest,
    testing::Values("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                    "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
                    "4k1n1/8/8/8/8/8/8/1N1QK3 b - - 0 1",
                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                    "rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1"));

}  // namespace
}  // namespace rookery
