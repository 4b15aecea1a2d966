#include "core/perft/packed_successors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/board/move_generator.h"
#include "core/board/position_codec.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

std::vector<PackedPosition> Expected(const Position& position) {
  std::vector<PackedPosition> expected;
  MoveList moves;
  GenerateLegalMoves(position, moves);
  for (const Move move : moves) expected.push_back(Pack(position.After(move)));
  std::sort(expected.begin(), expected.end());
  return expected;
}

std::vector<PackedPosition> Found(const Position& position) {
  PackedSuccessors successors;
  successors.Generate(Pack(position));
  std::vector<PackedPosition> found(successors.positions().begin(),
                                    successors.positions().end());
  std::sort(found.begin(), found.end());
  return found;
}

// Compares all positions of the tree.
void Compare(const Position& position, int depth) {
  ASSERT_EQ(Found(position), Expected(position)) << position.ToFen();
  if (depth == 0) return;
  MoveList moves;
  GenerateLegalMoves(position, moves);
  for (const Move move : moves) Compare(position.After(move), depth - 1);
}

TEST(PackedSuccessorsTest, AreThoseOfTheBoardForTheSixPositions) {
  for (const NamedPerft& known : SixPositions())
    Compare(PositionOf(known.fen), 2);
}

TEST(PackedSuccessorsTest, AreThoseOfTheBoardForSpecialCases) {
  for (const char* fen : {
           // En passant: on both sides, pinned on file, rank and diagonal,
           // capturing the man that checks, answering a discovered check.
           "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
           "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1",
           "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
           "8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1",
           "4k3/8/1b6/2pP4/3K4/8/8/8 w - c6 0 1",
           "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
           "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
           // Double pushes after which the capture is not legal.
           "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",
           "3k4/8/8/8/3p4/8/2P1P3/3RK3 w - - 0 1",
           "4k3/2p1p3/8/1B1P4/8/8/8/4K3 b - - 0 1",
           // Castling: rights lost by moves and captures, attacked paths, and
           // Chess960 rooks that shield, swap and stand still.
           "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
           "r3k2r/5N2/8/8/8/8/5n2/R3K2R b KQkq - 0 1",
           "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
           "4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1",
           "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
           "5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1",
           "rk2r3/8/8/8/8/8/8/RK2R3 b EAea - 0 1",
           // Promotions that capture, check and take a castling rook.
           "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
           "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
           // Double check, mate and stalemate.
           "4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1",
           "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
           "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
       })
    Compare(PositionOf(fen), 2);
}

// Games of random moves reach what nobody thinks of.
TEST(PackedSuccessorsTest, AreThoseOfTheBoardInRandomGames) {
  std::mt19937_64 random(20'000);
  for (int game = 0; game < 400; ++game) {
    // Half of the games are Chess960 ones: the back rank is shuffled until the
    // king stands between the rooks.
    std::string rank = "RNBQKBNR";
    std::string rights = "KQkq";
    if (game % 2 != 0) {
      do {
        std::shuffle(rank.begin(), rank.end(), random);
      } while (rank.find('K') < rank.find('R') ||
               rank.find('K') > rank.rfind('R'));
      rights.clear();
      for (const size_t file : {rank.find('R'), rank.rfind('R')})
        rights +=
            {static_cast<char>('A' + file), static_cast<char>('a' + file)};
    }
    std::string black = rank;
    for (char& letter : black) letter = static_cast<char>(letter | 0x20);
    Position position = PositionOf(black + "/pppppppp/8/8/8/8/PPPPPPPP/" +
                                   rank + " w " + rights + " - 0 1");
    for (int ply = 0; ply < 150; ++ply) {
      ASSERT_EQ(Found(position), Expected(position)) << position.ToFen();
      MoveList moves;
      GenerateLegalMoves(position, moves);
      if (moves.empty()) break;
      position.Play(moves[random() % moves.size()]);
    }
  }
}

}  // namespace
}  // namespace rookery
