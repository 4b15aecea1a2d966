#include "core/laws/audit/audit_totals.h"

#include <gtest/gtest.h>

#include <string_view>

#include "core/laws/audit/block_audit.h"

namespace rookery {
namespace {

AuditTotals TotalsOf(std::string_view text) {
  GameAuditor auditor;
  PgnBlock block;
  block.text = text;
  return AuditBlock(block, 1, auditor, [](const GameAudit&) {});
}

constexpr std::string_view kTags =
    "[Event \"E\"]\n[Site \"S\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n"
    "[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n";

TEST(AuditTotalsTest, CountsGamesVerdictsAndKinds) {
  const std::string tags(kTags);
  const AuditTotals totals =
      TotalsOf(tags + "1. e4 1-0\n\n" + tags + "1. e4 Ke6 1-0\n\n" + tags +
               "1. e4 e5 2. 0-0 0-1\n\n" + "[Variant \"Antichess\"]\n" + tags +
               "1. e3 b5 1-0\n");
  EXPECT_EQ(totals.games, 4u);
  EXPECT_EQ(totals.plies, 1u + 1u + 2u);
  EXPECT_EQ(totals.games_with_errors, 2u);
  EXPECT_EQ(totals.games_with_warnings, 1u);
  EXPECT_EQ(totals.unsupported_variants, 1u);
  EXPECT_EQ(totals.Verdicts(ResultVerdict::kNotDecidedByBoardOk), 1u);
  EXPECT_EQ(totals.Verdicts(ResultVerdict::kNone), 3u);
  EXPECT_EQ(totals.errors, (AuditTotals::Kinds{{"illegal_move", 2},
                                               {"result_tag_mismatch", 1}}));
  EXPECT_EQ(totals.warnings, (AuditTotals::Kinds{{"unsupported_variant", 1}}));
}

TEST(AuditTotalsTest, AccountsForEveryByte) {
  const std::string game = std::string(kTags) + "1. e4 1-0\n";
  const std::string note = "{between}\n\n";
  const AuditTotals totals = TotalsOf("\n\n" + game + note + game);
  EXPECT_EQ(totals.bytes, 2 + 2 * game.size() + note.size());
  EXPECT_EQ(totals.stray_bytes, 9u);
  EXPECT_EQ(totals.skipped_bytes, 0u);
  // Blank lines before the games and behind the note, and the ends of the lines
  // with results.
  EXPECT_EQ(totals.bytes - totals.game_bytes - totals.stray_bytes,
            2u + 2u + 2u);
}

TEST(AuditTotalsTest, TotalsOfPartsAddUp) {
  const std::string first = std::string(kTags) + "1. e4 Ke6 1-0\n\n";
  const std::string second = std::string(kTags) + "1. d4 0-1\n\n{note}\n";
  AuditTotals sum = TotalsOf(second);
  sum.Merge(TotalsOf(first));
  EXPECT_EQ(sum, TotalsOf(first + second));
  AuditTotals nothing;
  nothing.Merge(sum);
  EXPECT_EQ(nothing, sum);
}

}  // namespace
}  // namespace rookery
