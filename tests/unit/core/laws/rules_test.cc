#include "core/laws/rules.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery {
namespace {

constexpr Rules kClassicRules = {LawCode::kClassic, true};
constexpr Rules kFideRules = {LawCode::kFide, true};
constexpr Rules kUncertainRules = {LawCode::kFide, false};

TEST(RulesTest, ReadsTheChoice) {
  EXPECT_EQ(*ParseRulesChoice("auto"), RulesChoice::kAuto);
  EXPECT_EQ(*ParseRulesChoice("classic"), RulesChoice::kClassic);
  EXPECT_EQ(*ParseRulesChoice("fide"), RulesChoice::kFide);
  const absl::StatusOr<RulesChoice> wrong = ParseRulesChoice("FIDE");
  EXPECT_EQ(wrong.status().message(),
            "rules 'FIDE' are unknown; use auto, classic or fide");
}

TEST(RulesTest, AChoiceOverrulesTheDate) {
  EXPECT_EQ(RulesFor(RulesChoice::kClassic, "2024.01.02"), kClassicRules);
  EXPECT_EQ(RulesFor(RulesChoice::kFide, "1972.07.11"), kFideRules);
}

TEST(RulesTest, TodaysCodeHoldsFromJuly2014) {
  EXPECT_EQ(RulesFor(RulesChoice::kAuto, "2014.06.30"), kClassicRules);
  EXPECT_EQ(RulesFor(RulesChoice::kAuto, "2014.07.01"), kFideRules);
  EXPECT_EQ(RulesFor(RulesChoice::kAuto, "1851.??.??"), kClassicRules);
  EXPECT_EQ(RulesFor(RulesChoice::kAuto, "2015.??.??"), kFideRules);
  EXPECT_EQ(RulesFor(RulesChoice::kAuto, "2014.07.??"), kFideRules);
  EXPECT_EQ(RulesFor(RulesChoice::kAuto, "2014.0?.??"), kUncertainRules);
  EXPECT_EQ(RulesFor(RulesChoice::kAuto, "200?.??.??"), kClassicRules);
}

TEST(RulesTest, NoDateIsUncertain) {
  for (const std::string_view date :
       {"", "????.??.??", "2014.??.??", "201?.01.01", "2014-08-01", "2014",
        "today", "20x4.07.01"})
    EXPECT_EQ(RulesFor(RulesChoice::kAuto, date), kUncertainRules) << date;
}

}  // namespace
}  // namespace rookery
