#include "core/verify/minimize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "core/engine/question_text.h"
#include "core/verify/local_reference.h"
#include "tests/unit/core/verify/plain_perft_program.h"

namespace rookery {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class MinimizeTest : public testing::Test {
 protected:
  Difference Smallest(PerftProgram* program, const char* fen, int depth) {
    const Contestants contestants{.program = program,
                                  .reference = reference_.get()};
    const PerftQuestion question{.position = Position::FromFen(fen).value(),
                                 .depth = depth};
    const PerftAnswer answer = program->Ask(question, absl::Minutes(1)).value();
    const std::optional<Difference> difference =
        Bisect(question, answer, contestants).value();
    EXPECT_TRUE(difference.has_value());
    return Minimize(*difference, contestants).value();
  }

  const std::unique_ptr<LocalReference> reference_ =
      LocalReference::Create(1).value();
};

// Men on the board after the example's moves.
int MenOf(const Difference& difference) {
  return Count(difference.example.question.position.pieces());
}

TEST_F(MinimizeTest, KeepsOnlyTheMenThatMatter) {
  PlainPerftProgram program("pinned-man-moves");
  // The knight on d7 is pinned by the bishop; all else is ballast.
  const Difference smallest = Smallest(
      &program, "r2qkb1r/pppn1ppp/4pn2/1B6/3P4/2N2N2/PPP2PPP/R1BQK2R b KQkq -",
      1);
  EXPECT_EQ(MainReason(smallest), "pinned-man-moved");
  EXPECT_EQ(RootFen(smallest.example.question),
            "4k3/3n4/8/1B6/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(smallest.example.question.position.castling_rooks(), 0u);
  EXPECT_FALSE(smallest.extra.empty());
}

TEST_F(MinimizeTest, KeepsTheSquarePassedOver) {
  PlainPerftProgram program("en-passant-exposes-rank");
  const Difference smallest =
      Smallest(&program, "8/6p1/8/8/k2p3R/8/P3P1P1/4K3 w - - 0 1", 2);
  EXPECT_EQ(RootFen(smallest.example.question),
            "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
}

TEST_F(MinimizeTest, KeepsTheMovesOfTheExampleLegal) {
  PlainPerftProgram program("castling-right-survives-capture");
  const Difference smallest =
      Smallest(&program, "4k2r/pp6/8/8/8/8/P5b1/R3K2R b KQk - 0 1", 2);
  EXPECT_EQ(RootFen(smallest.example.question),
            "4k3/8/8/8/8/8/6b1/4K2R b K - 0 1");
  EXPECT_THAT(smallest.example.question.moves,
              ElementsAre(Move::Normal(kG2, kH1)));
}

TEST_F(MinimizeTest, WorksWithoutNamesOfMoves) {
  PlainPerftProgram program("promotion-no-knight", Speech::kNeither);
  const Difference smallest =
      Smallest(&program, "7k/P7/8/2p5/2P5/8/6PP/4K3 w - - 0 1", 1);
  EXPECT_EQ(RootFen(smallest.example.question),
            "7k/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(MenOf(smallest), 3);
}

TEST_F(MinimizeTest, LeavesDifferencesOfStateAsTheyAre) {
  PlainPerftProgram program("castling-right-not-given-back");
  const Difference smallest =
      Smallest(&program, "4k3/8/8/8/8/8/P7/R3K2R w KQ - 0 1", 3);
  EXPECT_EQ(smallest.kind, DifferenceKind::kState);
  EXPECT_EQ(MenOf(smallest), 5);
}

class BreakingReference final : public Reference {
 public:
  absl::StatusOr<absl::uint128> Count(const Position&, int) override {
    return absl::UnavailableError("the cluster is away");
  }
  absl::StatusOr<TrueDivide> Divide(const Position&, int) override {
    return absl::UnavailableError("the cluster is away");
  }
};

TEST_F(MinimizeTest, EndsWithItsReference) {
  PlainPerftProgram program("promotion-only-queens");
  const Difference difference =
      Smallest(&program, "7k/P7/8/8/8/8/8/4K3 w - - 0 1", 1);
  BreakingReference reference;
  EXPECT_EQ(Minimize(difference, {.program = &program, .reference = &reference})
                .status(),
            absl::UnavailableError("the cluster is away"));
}

TEST_F(MinimizeTest, KeepsTheExampleWhereTheProgramFails) {
  PlainPerftProgram program("promotion-only-queens");
  const Difference difference =
      Smallest(&program, "7k/P7/8/8/8/8/8/4K3 w - - 0 1", 1);
  program.before_answer = [](const PerftQuestion&) {
    return absl::UnavailableError("the program ended");
  };
  const Difference same =
      Minimize(difference, {.program = &program, .reference = reference_.get()})
          .value();
  EXPECT_EQ(RootFen(same.example.question), "7k/P7/8/8/8/8/8/4K3 w - - 0 1");
}

}  // namespace
}  // namespace rookery
