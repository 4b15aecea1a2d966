#include "cli/perft_output.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

PerftAnswer Answer() {
  PerftAnswer answer;
  answer.fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  answer.depth = 7;
  answer.nodes = "3195901860";
  answer.time = absl::Milliseconds(500);
  return answer;
}

PerftAnswer DividedAnswer() {
  PerftAnswer answer;
  answer.fen = "8/8/8/8/8/k7/8/K7 w - - 0 1";
  answer.depth = 1;
  answer.nodes = "2";
  answer.divide.emplace();
  answer.divide->insert({{"a1b1", "1"}, {"a1a2", "1"}});
  return answer;
}

TEST(PerftTextTest, SaysCountTimeAndRate) {
  EXPECT_EQ(PerftText(Answer()),
            "perft(7) = 3195901860\n0.500 s, 6.39 G leaves/s\n");
}

TEST(PerftTextTest, LeavesOutARateThatNoTimePassedFor) {
  PerftAnswer answer = Answer();
  answer.time = absl::ZeroDuration();
  EXPECT_EQ(PerftText(answer), "perft(7) = 3195901860\n0.000 s\n");
}

TEST(PerftTextTest, SaysWhereAKnownAnswerIsFrom) {
  PerftAnswer answer = Answer();
  answer.answered_by = "0123456789abcdef0123456789abcdef";
  answer.replicas = 1;
  EXPECT_EQ(PerftText(answer),
            "perft(7) = 3195901860\n0.500 s, known from job "
            "0123456789abcdef0123456789abcdef, computed once\n");
  answer.replicas = 2;
  EXPECT_NE(PerftText(answer).find(", computed 2 times\n"), std::string::npos);
}

TEST(PerftTextTest, DividesAsStockfishDoes) {
  EXPECT_EQ(PerftText(DividedAnswer()),
            "a1a2: 1\na1b1: 1\n\nNodes searched: 2\n");
}

PerftAnswer AnswerWithStatistics() {
  PerftAnswer answer = DividedAnswer();
  answer.statistics.emplace();
  answer.statistics->insert({{"checks_incl_mates", "469"},
                             {"total_checks", "461"},
                             {"captures", "1576"},
                             {"total_mates", "8"}});
  return answer;
}

TEST(PerftTextTest, TellsBothNumbersOfChecks) {
  PerftAnswer answer = AnswerWithStatistics();
  const std::string statistics =
      "\n"
      "captures                  1576\n"
      "total_checks               461  without mates\n"
      "total_mates                  8\n"
      "checks_incl_mates          469  total_checks + total_mates\n";
  EXPECT_EQ(PerftText(answer),
            "a1a2: 1\na1b1: 1\n\nNodes searched: 2\n" + statistics);
  answer.divide.reset();
  answer.time = absl::ZeroDuration();
  EXPECT_EQ(PerftText(answer), "perft(1) = 2\n0.000 s\n" + statistics);
}

TEST(PerftJsonTest, HasStatisticsAsAMapInTheirOwnOrder) {
  PerftAnswer answer = AnswerWithStatistics();
  answer.divide.reset();
  EXPECT_EQ(
      PerftJson(answer),
      R"({"fen":"8/8/8/8/8/k7/8/K7 w - - 0 1","depth":1,"nodes":"2","seconds":0.0,)"
      R"("statistics":{"captures":"1576","total_checks":"461","total_mates":"8","checks_incl_mates":"469"}})"
      "\n");
}

TEST(PerftJsonTest, IsOneObjectOnOneLine) {
  EXPECT_EQ(
      PerftJson(Answer()),
      R"({"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":7,"nodes":"3195901860",)"
      R"("seconds":0.5})"
      "\n");
}

TEST(PerftJsonTest, KeepsEveryDigitOfAHugeCount) {
  PerftAnswer answer = Answer();
  answer.nodes = "340282366920938463463374607431768211455";
  EXPECT_NE(PerftJson(answer).find(
                R"("nodes":"340282366920938463463374607431768211455")"),
            std::string::npos);
}

TEST(PerftJsonTest, HasDivideAsAMap) {
  EXPECT_EQ(
      PerftJson(DividedAnswer()),
      R"({"fen":"8/8/8/8/8/k7/8/K7 w - - 0 1","depth":1,"nodes":"2","seconds":0.0,)"
      R"("divide":{"a1a2":"1","a1b1":"1"}})"
      "\n");
}

TEST(PerftJsonTest, SaysWhereAKnownAnswerIsFrom) {
  PerftAnswer answer = Answer();
  answer.answered_by = "0123456789abcdef0123456789abcdef";
  answer.replicas = 2;
  EXPECT_NE(PerftJson(answer).find(
                R"("answered_by":"0123456789abcdef0123456789abcdef",)"
                R"("replicas":2})"),
            std::string::npos);
}

TEST(PerftJsonTest, HasAnEmptyDivideWhereThereIsNoMove) {
  PerftAnswer answer = DividedAnswer();
  answer.divide->clear();
  EXPECT_NE(PerftJson(answer).find(R"("divide":{})"), std::string::npos);
}

TEST(AnswerOfTest, TakesDivideAndStatisticsOnlyWhereTheyWereAsked) {
  v1::Job job;
  job.mutable_perft()->set_fen("8/8/8/8/8/k7/8/K7 w - - 0 1");
  job.mutable_perft()->set_depth(1);
  job.mutable_perft_result()->set_nodes("2");
  EXPECT_FALSE(AnswerOf(job, absl::ZeroDuration()).divide.has_value());
  EXPECT_FALSE(AnswerOf(job, absl::ZeroDuration()).statistics.has_value());
  job.mutable_perft()->set_divide(true);
  (*job.mutable_perft_result()->mutable_divide())["a1b1"] = "1";
  const PerftAnswer answer = AnswerOf(job, absl::Seconds(1));
  ASSERT_TRUE(answer.divide.has_value());
  EXPECT_EQ(answer.divide->at("a1b1"), "1");
  EXPECT_FALSE(answer.statistics.has_value());
  EXPECT_EQ(answer.nodes, "2");
  EXPECT_EQ(answer.depth, 1);
  job.mutable_perft()->set_statistics(true);
  (*job.mutable_perft_result()->mutable_statistics())["castles"] = "0";
  EXPECT_EQ(AnswerOf(job, absl::Seconds(1)).statistics->at("castles"), "0");
}

}  // namespace
}  // namespace rookery::cli
