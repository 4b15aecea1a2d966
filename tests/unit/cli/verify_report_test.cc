#include "cli/verify_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/status.h"

namespace rookery::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kPawn[] = "7k/P7/8/8/8/8/8/4K3 w - - 0 1";

NamedCheck CheckNumber(int number, const std::string& comment) {
  return {.group = "tricky",
          .number = number,
          .comment = comment,
          .check = {.fen = "",
                    .position = Position::FromFen(kPawn).value(),
                    .depths = {{.depth = 1}}}};
}

CheckResult Agreed() {
  return {.verdict = CheckVerdict::kAgreed,
          .depth = 1,
          .expected = 9,
          .counted = 9,
          .program_time = absl::Milliseconds(1500)};
}

CheckResult Differed() {
  const PerftQuestion question{.position = Position::FromFen(kPawn).value(),
                               .depth = 1};
  CheckResult result{.verdict = CheckVerdict::kDiffered,
                     .depth = 1,
                     .expected = 9,
                     .counted = 8};
  result.difference = Difference{
      .kind = DifferenceKind::kMoves,
      .noticed = {.question = question, .expected = 9, .counted = 8},
      .example = {.question = question, .expected = 9, .counted = 8},
      .missing = {{.move = "a7a8n",
                   .reason = {.id = "underpromotion-missing",
                              .words = "the pawn may promote to a knight too",
                              .advice = "look at <promotion>"}}}};
  return result;
}

CheckResult Failed() {
  return {.verdict = CheckVerdict::kFailed,
          .depth = 1,
          .failure = absl::DataLossError("no count in \"<a> & \x01\"")};
}

CheckResult WrongInSuite() {
  return {.verdict = CheckVerdict::kWrongExpectation,
          .depth = 1,
          .expected = 10,
          .counted = 9};
}

VerifyReport Everything() {
  return {
      .engine = "./mine --slow",
      .checks = {CheckNumber(1, ""), CheckNumber(2, "promotes & mates"),
                 CheckNumber(3, ""), CheckNumber(4, ""), CheckNumber(5, "")},
      .results = {Agreed(), Differed(), Differed(), Failed(), WrongInSuite()},
      .time = absl::Seconds(2)};
}

VerifyReport OnlyAgreement() {
  return {.engine = "./mine",
          .checks = {CheckNumber(1, "")},
          .results = {Agreed()},
          .time = absl::Seconds(2)};
}

TEST(VerifyReportTest, TextOfAgreement) {
  EXPECT_TRUE(AllAgreed(OnlyAgreement()));
  EXPECT_EQ(VerifyText(OnlyAgreement()),
            "SUITE   POSITIONS  AGREED  DIFFERED  FAILED  DEPTH  LEAVES\n"
            "tricky  1          1       0         0       1      9\n"
            "\n"
            "all right: 1 position\n"
            "2.00 s\n");
}

TEST(VerifyReportTest, TextShowsOneExampleOfEachReason) {
  EXPECT_FALSE(AllAgreed(Everything()));
  EXPECT_EQ(
      VerifyText(Everything()),
      "SUITE   POSITIONS  AGREED  DIFFERED  FAILED  DEPTH  LEAVES\n"
      "tricky  5          1       3         1       1      34\n"
      "\n"
      "underpromotion-missing (2 positions)\n"
      "  tricky 2: perft(1) of 7k/P7/8/8/8/8/8/4K3 w - - 0 1 is 9, the program "
      "counts 8 (promotes & mates)\n"
      "  position  7k/P7/8/8/8/8/8/4K3 w - - 0 1\n"
      "  perft(1)  9, the program counts 8\n"
      "  missing   a7a8n  the pawn may promote to a knight too\n"
      "  advice    look at <promotion>\n"
      "\n"
      "not answered\n"
      "  tricky 4: perft(1) of 7k/P7/8/8/8/8/8/4K3 w - - 0 1: no count in "
      "\"<a> & \x01\"\n"
      "\n"
      "wrong in the suite\n"
      "  tricky 5: perft(1) of 7k/P7/8/8/8/8/8/4K3 w - - 0 1 is 9, as the "
      "program counts, but the suite has 10\n"
      "\n"
      "wrong: 3 differed, 1 failed, of 5 positions\n"
      "2.00 s\n");
}

TEST(VerifyReportTest, JsonHasEveryResult) {
  const nlohmann::json json = nlohmann::json::parse(VerifyJson(Everything()));
  EXPECT_EQ(json["engine"], "./mine --slow");
  EXPECT_EQ(json["positions"], 5);
  EXPECT_EQ(json["all_agreed"], false);
  EXPECT_EQ(json["seconds"], 2.0);
  const nlohmann::json& agreed = json["results"][0];
  EXPECT_EQ(agreed["suite"], "tricky");
  EXPECT_EQ(agreed["number"], 1);
  EXPECT_EQ(agreed["fen"], kPawn);
  EXPECT_EQ(agreed["verdict"], "agreed");
  EXPECT_EQ(agreed["counted"], "9");
  EXPECT_EQ(agreed["program_seconds"], 1.5);
  EXPECT_FALSE(agreed.contains("difference"));
  const nlohmann::json& differed = json["results"][1];
  EXPECT_EQ(differed["verdict"], "differed");
  EXPECT_EQ(differed["comment"], "promotes & mates");
  EXPECT_EQ(differed["difference"]["kind"], "moves");
  EXPECT_EQ(differed["difference"]["reason"], "underpromotion-missing");
  EXPECT_EQ(differed["difference"]["fen"], kPawn);
  EXPECT_EQ(differed["difference"]["missing"][0]["move"], "a7a8n");
  EXPECT_EQ(differed["difference"]["missing"][0]["reason"],
            "underpromotion-missing");
  EXPECT_EQ(json["results"][3]["verdict"], "failed");
  EXPECT_EQ(json["results"][3]["failure"], "no count in \"<a> & \x01\"");
  EXPECT_EQ(json["results"][4]["verdict"], "wrong_in_suite");
  EXPECT_EQ(json["results"][4]["expected"], "10");
}

TEST(VerifyReportTest, JunitIsEscaped) {
  const std::string xml = VerifyJunit(Everything());
  EXPECT_THAT(
      xml,
      AllOf(HasSubstr("<testsuite name=\"tricky\" tests=\"5\" failures=\"3\" "
                      "errors=\"1\" skipped=\"0\" time=\"1.500\">"),
            HasSubstr("<testcase classname=\"tricky\" name=\"1: "
                      "7k/P7/8/8/8/8/8/4K3 w - - 0 1\" time=\"1.500\"/>"),
            HasSubstr("(promotes &amp; mates)"),
            HasSubstr("<failure type=\"underpromotion-missing\""),
            HasSubstr("look at &lt;promotion&gt;"),
            HasSubstr("no count in &quot;&lt;a&gt; &amp; ?&quot;"),
            HasSubstr("<error type=\"not-answered\""),
            HasSubstr("<failure type=\"wrong-in-suite\"")));
  EXPECT_THAT(xml, Not(HasSubstr("\x01")));
  // Every element that is opened is closed.
  const auto times = [&xml](const std::string& part) {
    int found = 0;
    for (size_t at = xml.find(part); at != std::string::npos;
         at = xml.find(part, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(times("<testcase "), times("</testcase>") + times("\"/>"));
  EXPECT_EQ(times("<failure "), times("</failure>"));
  EXPECT_EQ(times("<error "), times("</error>"));
}

VerifyReport Incomplete() {
  return {
      .engine = "./mine",
      .checks = {CheckNumber(1, ""), CheckNumber(2, ""), CheckNumber(3, "")},
      .results = {CheckResult(),
                  Agreed(),
                  {.verdict = CheckVerdict::kSkipped,
                   .depth = 1,
                   .failure = absl::UnimplementedError("no Chess960")}},
      .time = absl::Seconds(2)};
}

TEST(VerifyReportTest, WhatWasNotAskedIsNeitherRightNorWrong) {
  EXPECT_FALSE(AllAgreed(Incomplete()));
  EXPECT_TRUE(NothingWrong(Incomplete()));
  EXPECT_FALSE(NothingWrong(Everything()));
  EXPECT_EQ(VerifyText(Incomplete()),
            "SUITE   POSITIONS  AGREED  DIFFERED  FAILED  DEPTH  LEAVES\n"
            "tricky  3          1       0         0       1      9\n"
            "\n"
            "nothing wrong: 1 agreed, 1 skipped (the program has no Chess960), "
            "1 not tried (--max-time was over), of 3 positions\n"
            "2.00 s\n");
  const nlohmann::json json = nlohmann::json::parse(VerifyJson(Incomplete()));
  EXPECT_EQ(json["all_agreed"], false);
  EXPECT_EQ(json["results"][0]["verdict"], "not_tried");
  EXPECT_FALSE(json["results"][0].contains("counted"));
  EXPECT_EQ(json["results"][2]["verdict"], "skipped");
  EXPECT_EQ(json["results"][2]["failure"], "no Chess960");
  EXPECT_THAT(VerifyJunit(Incomplete()),
              AllOf(HasSubstr("errors=\"0\" skipped=\"2\" "),
                    HasSubstr("<skipped message=\"7k/P7/8/8/8/8/8/4K3 w - - 0 "
                              "1: not tried, --max-time was over\"/>"),
                    HasSubstr("no Chess960\"/>")));
}

TEST(VerifyReportTest, JunitKeepsUtf8Only) {
  VerifyReport report = OnlyAgreement();
  // A byte that is no UTF-8 and U+FFFF, which XML has not, between an e with an
  // acute accent and a man.
  report.checks[0].comment = "Caf\xc3\xa9 \xff\xef\xbf\xbf \xe2\x99\x9e";
  EXPECT_THAT(VerifyJunit(report), HasSubstr("(Caf\xc3\xa9 ?? \xe2\x99\x9e)"));
}

}  // namespace
}  // namespace rookery::cli
