#include "core/engine/question_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/notation/uci.h"

namespace rookery {
namespace {

using ::testing::HasSubstr;

PerftQuestion Question(std::string_view fen,
                       const std::vector<std::string>& moves = {}) {
  PerftQuestion question{.position = *Position::FromFen(fen)};
  Position position = question.position;
  for (const std::string& move : moves) {
    question.moves.push_back(*ParseUci(position, move));
    position.Play(question.moves.back());
  }
  return question;
}

TEST(CheckQuestionTest, HoldsDepthAndMovesToTheirBounds) {
  PerftQuestion question{.position = Position::Start()};
  for (const int depth : {1, kMaxQuestionDepth}) {
    question.depth = depth;
    EXPECT_TRUE(CheckQuestion(question).ok());
  }
  for (const int depth : {-1, 0, kMaxQuestionDepth + 1}) {
    question.depth = depth;
    EXPECT_EQ(CheckQuestion(question).code(),
              absl::StatusCode::kInvalidArgument);
  }
  question.depth = 1;
  const std::vector<std::string> there_and_back = {"g1f3", "g8f6", "f3g1",
                                                   "f6g8"};
  std::vector<std::string> moves;
  while (moves.size() < kMaxQuestionMoves)
    moves.insert(moves.end(), there_and_back.begin(), there_and_back.end());
  const std::string start = Position::Start().ToFen();
  EXPECT_TRUE(CheckQuestion(Question(start, moves)).ok());
  moves.push_back("e2e4");
  EXPECT_EQ(CheckQuestion(Question(start, moves)).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(CheckQuestionTest, RefusesIllegalMovesAndForeignFens) {
  PerftQuestion question{.position = Position::Start()};
  question.moves = {Move::Normal(kE2, kE5)};
  EXPECT_THAT(std::string(CheckQuestion(question).message()),
              HasSubstr("'e2e5'"));
  question.moves.clear();
  question.fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(CheckQuestion(question).code(), absl::StatusCode::kInvalidArgument);
  question.fen = "nonsense";
  EXPECT_EQ(CheckQuestion(question).code(), absl::StatusCode::kInvalidArgument);
}

TEST(QuestionTextTest, SendsTheFenThatWasGiven) {
  // Taking would uncover the king, so ToFen leaves the square out.
  const std::string fen = "8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1";
  PerftQuestion question = Question(fen);
  EXPECT_EQ(RootFen(question), "8/8/8/8/k2pP2Q/8/8/4K3 b - - 0 1");
  question.fen = fen;
  EXPECT_TRUE(CheckQuestion(question).ok());
  EXPECT_EQ(RootFen(question), fen);
  EXPECT_EQ(FenAfterMoves(question), fen);
}

TEST(QuestionTextTest, NamesTheSquarePassedOverWhereAPawnStandsToCapture) {
  EXPECT_EQ(
      FenAfterMoves(Question("8/8/8/8/k2p3Q/8/4P3/4K3 w - - 0 1", {"e2e4"})),
      "8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1");
  EXPECT_EQ(
      FenAfterMoves(Question("8/4p3/8/3P4/8/8/8/k1K5 b - - 0 1", {"e7e5"})),
      "8/8/8/3Pp3/8/8/8/k1K5 w - e6 0 2");
  EXPECT_EQ(FenAfterMoves(Question("8/8/8/8/k7/8/4P3/4K3 w - - 0 1", {"e2e4"})),
            "8/8/8/8/k3P3/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfterMoves(Question("8/8/8/8/k2p3Q/8/4P3/4K3 w - - 0 1",
                                   {"e2e4", "a4b3"})),
            "8/8/8/8/3pP2Q/1k6/8/4K3 w - - 1 2");
}

TEST(QuestionTextTest, SpellsCastlingAsThePositionNeedsIt) {
  EXPECT_EQ(
      MovesText(Question("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1g1", "e8e7"})),
      "e1g1 e8e7");
  EXPECT_EQ(
      MovesText(Question("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", {"e1g1", "e8e7"})),
      "e1g1 e8e7");
  EXPECT_EQ(MovesText(Question("4k3/8/8/8/8/8/8/3K3R w H - 0 1", {"d1h1"})),
            "d1h1");
  EXPECT_EQ(MovesText(PerftQuestion{.position = Position::Start()}), "");
}

}  // namespace
}  // namespace rookery
