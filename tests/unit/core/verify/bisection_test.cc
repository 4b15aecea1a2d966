#include "core/verify/bisection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/verify/local_reference.h"
#include "tests/unit/core/verify/plain_perft_program.h"

namespace rookery {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A double push allows a capture that would open the fourth rank.
constexpr char kBeforeDoublePush[] = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
// Black can capture a rook that has its right.
constexpr char kRookUnderFire[] = "4k3/8/8/8/8/8/6b1/R3K2R b KQ - 0 1";

class BisectionTest : public testing::Test {
 protected:
  std::optional<Difference> Find(PerftProgram* program, const char* fen,
                                 int depth) {
    const PerftQuestion question{.position = Position::FromFen(fen).value(),
                                 .depth = depth};
    const absl::StatusOr<PerftAnswer> answer =
        program->Ask(question, absl::Minutes(1));
    EXPECT_TRUE(answer.ok()) << answer.status();
    absl::StatusOr<std::optional<Difference>> difference = Bisect(
        question, *answer, {.program = program, .reference = reference_.get()});
    EXPECT_TRUE(difference.ok()) << difference.status();
    return *std::move(difference);
  }

  const std::unique_ptr<LocalReference> reference_ =
      LocalReference::Create(1).value();
};

std::vector<std::string> MovesOf(const std::vector<WrongMove>& wrong) {
  std::vector<std::string> moves;
  for (const WrongMove& move : wrong) moves.push_back(move.move);
  return moves;
}

TEST_F(BisectionTest, FindsNothingWhereNothingIsWrong) {
  PlainPerftProgram right("none");
  EXPECT_FALSE(Find(&right, kRookUnderFire, 3).has_value());
}

TEST_F(BisectionTest, GoesDownToThePositionWithAWrongMove) {
  PlainPerftProgram program("promotion-no-knight");
  const std::optional<Difference> difference =
      Find(&program, "7k/8/P7/8/8/8/8/4K3 w - - 0 1", 4);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->kind, DifferenceKind::kMoves);
  EXPECT_EQ(difference->path.size(), 2u);
  EXPECT_EQ(difference->path.front(), Move::Normal(kA6, kA7));
  EXPECT_THAT(MovesOf(difference->missing), ElementsAre("a7a8n"));
  EXPECT_THAT(difference->extra, IsEmpty());
  EXPECT_EQ(MainReason(*difference), "underpromotion-missing");
  // Told alone, the position shows it.
  EXPECT_THAT(difference->example.question.moves, IsEmpty());
  EXPECT_EQ(difference->example.question.depth, 1);
  EXPECT_EQ(difference->example.expected, difference->example.counted + 1);
  EXPECT_FALSE(difference->made_wrongly.has_value());
}

TEST_F(BisectionTest, TellsOfASquarePassedOverThatNobodyCanUse) {
  PlainPerftProgram program("en-passant-exposes-rank");
  const std::optional<Difference> difference =
      Find(&program, kBeforeDoublePush, 2);
  ASSERT_TRUE(difference.has_value());
  EXPECT_THAT(difference->path, ElementsAre(Move::DoublePush(kE2, kE4)));
  EXPECT_EQ(difference->example.question.fen,
            "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
  EXPECT_THAT(MovesOf(difference->extra), ElementsAre("d4e3"));
  EXPECT_EQ(MainReason(*difference), "en-passant-exposes-king-on-rank");
}

TEST_F(BisectionTest, KeepsTheMovesThatADifferenceNeeds) {
  PlainPerftProgram program("castling-right-survives-capture");
  const std::optional<Difference> difference =
      Find(&program, kRookUnderFire, 2);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->kind, DifferenceKind::kMoves);
  EXPECT_EQ(difference->example.question.position.ToFen(), kRookUnderFire);
  EXPECT_THAT(difference->example.question.moves,
              ElementsAre(Move::Normal(kG2, kH1)));
  EXPECT_THAT(MovesOf(difference->extra), ElementsAre("e1g1"));
  EXPECT_EQ(MainReason(*difference), "castling-right-kept-after-rook-captured");
  ASSERT_TRUE(difference->made_wrongly.has_value());
  EXPECT_EQ(difference->made_wrongly->id, "capture-made-wrongly");
  EXPECT_THAT(difference->made_wrongly->words, HasSubstr("g2h1"));
}

TEST_F(BisectionTest, NamesTheMoveThatIsMadeWrongly) {
  PlainPerftProgram program("castling-rook-stays");
  const std::optional<Difference> difference =
      Find(&program, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3);
  ASSERT_TRUE(difference.has_value());
  EXPECT_THAT(difference->example.question.moves,
              ElementsAre(Move::Castling(kE1, kH1)));
  EXPECT_EQ(MainReason(*difference), "castling-made-wrongly");
}

TEST_F(BisectionTest, LeavesOutMovesThatADifferenceDoesNotNeed) {
  PlainPerftProgram program("castling-right-survives-capture");
  // A king's move comes first, so the capture is the second move of the path.
  const std::optional<Difference> difference =
      Find(&program, "4k3/8/8/8/8/8/P5b1/R3K2R w KQ - 0 1", 3);
  ASSERT_TRUE(difference.has_value());
  EXPECT_THAT(difference->path, SizeIs(2));
  EXPECT_THAT(difference->example.question.moves,
              ElementsAre(Move::Normal(kG2, kH1)));
}

TEST_F(BisectionTest, NamesStateThatIsNotGivenBack) {
  PlainPerftProgram program("castling-right-not-given-back");
  const std::optional<Difference> difference =
      Find(&program, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 3);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->kind, DifferenceKind::kState);
  EXPECT_EQ(MainReason(*difference), "wrong-state-after-move");
  EXPECT_THAT(difference->remark, HasSubstr("taken back"));
  EXPECT_NE(difference->example.expected, difference->example.counted);
}

TEST_F(BisectionTest, AsksForEveryChildOfAProgramThatNamesNoMoves) {
  PlainPerftProgram program("promotion-no-knight", Speech::kNeither);
  const std::optional<Difference> difference =
      Find(&program, "7k/8/P7/8/8/8/8/4K3 w - - 0 1", 4);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->kind, DifferenceKind::kMoveCount);
  EXPECT_EQ(difference->example.question.depth, 1);
  EXPECT_EQ(difference->example.expected, difference->example.counted + 1);
  EXPECT_THAT(difference->remark, HasSubstr("too few moves"));
  EXPECT_EQ(difference->path.front(), Move::Normal(kA6, kA7));
}

TEST_F(BisectionTest, SeesStateThroughAProgramThatTakesNoMoves) {
  PlainPerftProgram program("castling-right-survives-capture",
                            Speech::kNeither);
  const std::optional<Difference> difference =
      Find(&program, kRookUnderFire, 2);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->kind, DifferenceKind::kState);
  EXPECT_EQ(difference->example.question.position.ToFen(), kRookUnderFire);
  EXPECT_EQ(difference->example.question.depth, 2);
}

TEST_F(BisectionTest, AgreesWithARightProgramThatNamesNoMoves) {
  PlainPerftProgram right("none", Speech::kNeither);
  EXPECT_FALSE(Find(&right, kBeforeDoublePush, 3).has_value());
}

// Says one leaf more below one move and one less below another.
class CancellingProgram final : public PerftProgram {
 public:
  absl::StatusOr<PerftAnswer> Ask(const PerftQuestion& question,
                                  absl::Duration timeout) override {
    absl::StatusOr<PerftAnswer> answer = right_.Ask(question, timeout);
    if (question.depth == 2) {
      ++(*answer->divide)["e1d1"];
      --(*answer->divide)["e1f1"];
    }
    return answer;
  }

 private:
  PlainPerftProgram right_{"none"};
};

TEST_F(BisectionTest, SeesCountsThatCancelOut) {
  CancellingProgram program;
  const std::optional<Difference> difference =
      Find(&program, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->noticed.expected, difference->noticed.counted);
  EXPECT_EQ(difference->kind, DifferenceKind::kState);
  EXPECT_THAT(difference->remark, HasSubstr("e1"));
}

TEST_F(BisectionTest, StopsWhereTheProgramFails) {
  PlainPerftProgram program("promotion-no-knight");
  program.before_answer = [](const PerftQuestion& question) {
    return question.depth == 2 ? absl::UnavailableError("it crashed")
                               : absl::OkStatus();
  };
  const std::optional<Difference> difference =
      Find(&program, "7k/8/P7/8/8/8/8/4K3 w - - 0 1", 3);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->kind, DifferenceKind::kUnknown);
  EXPECT_EQ(difference->stopped.message(), "it crashed");
  EXPECT_EQ(MainReason(*difference), "not-narrowed-down");
}

}  // namespace
}  // namespace rookery
