#include "coordinator/known_answer.h"

#include <gtest/gtest.h>

#include <functional>

#include "coordinator/perft_request.h"

namespace rookery::coordinator {
namespace {

constexpr char kStartpos[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

using Change = std::function<void(v1::SubmitPerftRequest&)>;

v1::SubmitPerftRequest Request(const Change& change = nullptr) {
  v1::SubmitPerftRequest request;
  request.set_fen(kStartpos);
  request.set_depth(5);
  if (change) change(request);
  return *NormalizePerftRequest(request);
}

JobRow Known(const v1::SubmitPerftRequest& request, uint32_t replicas = 1) {
  v1::PerftResult result;
  result.set_nodes("4865609");
  result.set_replicas(replicas);
  if (request.divide()) (*result.mutable_divide())["a2a3"] = "181046";
  return {.id = "known",
          .kind = "perft",
          .request = request.SerializeAsString(),
          .state = JobState::kSucceeded,
          .outcome = result.SerializeAsString()};
}

TEST(QuestionOfTest, IsThePositionWithoutItsCountersAndTheDepth) {
  EXPECT_EQ(QuestionOf(Request()),
            "perft(5) of rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
  EXPECT_EQ(QuestionOf(Request()), QuestionOf(Request([](auto& request) {
              request.set_fen(
                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 30");
              request.set_replicas(3);
              request.set_divide(true);
            })));
}

TEST(QuestionOfTest, LeavesOutAnEnPassantSquareThatNobodyCanUse) {
  const auto question = [](const char* fen) {
    return QuestionOf(Request([fen](auto& request) { request.set_fen(fen); }));
  };
  EXPECT_EQ(
      question("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
      question("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
  EXPECT_NE(
      question("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"),
      question("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"));
}

TEST(QuestionOfTest, IsNoneWithoutAPosition) {
  EXPECT_EQ(QuestionOf(v1::SubmitPerftRequest()), "");
}

TEST(KnownAnswerTest, NamesTheJobAndHowOftenItWasComputed) {
  const auto answer = KnownAnswer(Known(Request()), Request());
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->nodes(), "4865609");
  EXPECT_EQ(answer->replicas(), 1u);
  EXPECT_EQ(answer->answered_by(), "known");
}

TEST(KnownAnswerTest, DoesNotCareForWeightAndName) {
  const auto other = [](auto& request) {
    request.set_request_id("another");
    request.set_weight(9);
    request.set_recompute(true);
  };
  EXPECT_TRUE(KnownAnswer(Known(Request(other)), Request()).has_value());
}

TEST(KnownAnswerTest, WithDivideAnswersOneWithout) {
  const auto divide = [](auto& request) { request.set_divide(true); };
  const JobRow known = Known(Request(divide));
  EXPECT_EQ(KnownAnswer(known, Request(divide))->divide_size(), 1);
  EXPECT_EQ(KnownAnswer(known, Request())->divide_size(), 0);
  EXPECT_FALSE(KnownAnswer(Known(Request()), Request(divide)).has_value());
}

TEST(KnownAnswerTest, NotationMattersOnlyWhereThereAreMoves) {
  const auto chess960 = [](auto& request) { request.set_chess960(true); };
  const auto divide = [](auto& request) { request.set_divide(true); };
  const auto both = [](auto& request) {
    request.set_chess960(true);
    request.set_divide(true);
  };
  EXPECT_TRUE(
      KnownAnswer(Known(Request(divide)), Request(chess960)).has_value());
  EXPECT_FALSE(KnownAnswer(Known(Request(divide)), Request(both)).has_value());
  EXPECT_TRUE(KnownAnswer(Known(Request(both)), Request(both)).has_value());
}

TEST(KnownAnswerTest, NeedsAsMuchTrustAsIsAsked) {
  const auto replicas = [](uint32_t count, double verify_share) {
    return Request([=](auto& request) {
      request.set_replicas(count);
      request.set_verify_share(verify_share);
    });
  };
  EXPECT_FALSE(KnownAnswer(Known(Request(), 1), replicas(2, 0)).has_value());
  EXPECT_TRUE(
      KnownAnswer(Known(replicas(2, 0), 2), replicas(2, 0)).has_value());
  EXPECT_TRUE(KnownAnswer(Known(replicas(2, 0), 2), Request()).has_value());
  EXPECT_FALSE(
      KnownAnswer(Known(replicas(1, 0.1), 1), replicas(1, 0.2)).has_value());
  EXPECT_TRUE(
      KnownAnswer(Known(replicas(1, 0.2), 1), replicas(1, 0.1)).has_value());
  EXPECT_TRUE(
      KnownAnswer(Known(replicas(2, 0), 2), replicas(1, 0.9)).has_value());
  // Of a share of all units every unit has two.
  EXPECT_TRUE(
      KnownAnswer(Known(replicas(1, 1), 2), replicas(2, 0)).has_value());
  // But none has a third.
  EXPECT_FALSE(
      KnownAnswer(Known(replicas(1, 1), 2), replicas(2, 1)).has_value());
}

TEST(KnownAnswerTest, IsNoneOfAnotherQuestionWhateverTheLedgerSays) {
  const auto deeper =
      Request([](auto& request) { request.set_depth(request.depth() + 1); });
  EXPECT_FALSE(KnownAnswer(Known(Request()), deeper).has_value());
}

TEST(KnownAnswerTest, IsNoneOfWhatCannotBeRead) {
  JobRow known = Known(Request());
  known.outcome = "\xff";
  EXPECT_FALSE(KnownAnswer(known, Request()).has_value());
  known = Known(Request());
  known.request = "\xff";
  EXPECT_FALSE(KnownAnswer(known, Request()).has_value());
}

}  // namespace
}  // namespace rookery::coordinator
