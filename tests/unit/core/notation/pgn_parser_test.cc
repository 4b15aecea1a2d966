#include "core/notation/pgn_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/notation/pgn_replay.h"
#include "core/notation/pgn_result.h"
#include "core/notation/pgn_start.h"
#include "core/notation/pgn_tag_section.h"
#include "core/notation/uci.h"

namespace rookery {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Collector {
  std::vector<std::string> moves;
  void OnMove(Move move, const Position&) {
    moves.push_back(ToUci(move, false));
  }
};

// Every game in one line: its moves, its result, and the remarks except those
// on missing tags, errors in capitals.
std::vector<std::string> Read(std::string_view text) {
  std::vector<std::string> games;
  PgnParser parser(text);
  PgnGame game;
  SanMemo memo;
  while (parser.Next(game)) {
    PgnStart start = StartOf(game, game.remarks);
    Collector collector;
    PgnReplay replay;
    if (start.usable) {
      replay =
          ReplayMainLine(game, start.position, memo, game.remarks, collector);
    }
    RemarkOnResult(game, replay.plies, game.remarks);
    std::string line;
    for (const std::string& move : collector.moves) line += move + " ";
    line += game.result_token.empty() ? "?" : std::string(game.result_token);
    if (replay.both_lose) line += " both lose";
    for (const PgnRemark& remark : game.remarks.kept()) {
      if (remark.kind == "no_tags" || remark.kind == "missing_str_tag")
        continue;
      line += remark.severity == PgnSeverity::kError ? " ERROR:" : " ";
      line += std::string(remark.kind) + "@" + std::to_string(remark.ply);
    }
    games.push_back(line);
  }
  return games;
}

uint64_t StrayBytes(std::string_view text) {
  PgnParser parser(text);
  PgnGame game;
  while (parser.Next(game)) {
  }
  return parser.stray_bytes();
}

TEST(PgnParserTest, AnEventTagEndsWhateverStandsOpen) {
  for (const char* open :
       {"1. e4 {no end", "1. e4 (1. d4 (1. c4", "1. e4", "1. e4 ; comment",
        "{only a comment", "1. e4 e5 2."}) {
    const std::string text = std::string("[Event \"a\"]\n\n") + open +
                             "\n\n[Event \"b\"]\n\n1. d4 d5 1-0\n";
    const std::vector<std::string> games = Read(text);
    ASSERT_EQ(games.size(), 2u) << open;
    EXPECT_EQ(games[1], "d2d4 d7d5 1-0") << open;
  }
  EXPECT_THAT(
      Read("[Event \"a\"]\n\n1. e4 {no end\n[Event \"b\"]\n\n1. d4 *\n"),
      ElementsAre("e2e4 ? ERROR:unterminated_comment@1 missing_result_token@1",
                  "d2d4 *"));
}

TEST(PgnParserTest, ATagWithinACommentIsText) {
  EXPECT_THAT(Read("[Event \"a\"]\n\n1. e4 {see [Event \"b\"]\n [Event \"c\"]\n"
                   "[%clk 0:01]} e5 *\n"),
              ElementsAre("e2e4 e7e5 *"));
}

TEST(PgnParserTest, ATagSectionMayComeInAnyOrder) {
  EXPECT_THAT(Read("[Result \"1-0\"]\n[Event \"a\"]\n\n1. e4 1-0\n"
                   "[Result \"0-1\"]\n[Event \"b\"]\n1. d4 0-1\n"),
              ElementsAre("e2e4 1-0", "d2d4 0-1"));
}

TEST(PgnParserTest, ABrokenTagBeforeAnEventIsAGameOfItsOwn) {
  EXPECT_THAT(Read("[Broken\n\n[Event \"b\"]\n1. d4 0-1\n"),
              ElementsAre("? ERROR:bad_tag_syntax@0 missing_result_token@0",
                          "d2d4 0-1"));
}

TEST(PgnParserTest, GamesWithoutTagsEndWithTheirResults) {
  EXPECT_THAT(
      Read("1. e4 *\n1. d4 d5 1-0 1. c4 0-1\n\nNf3 1/2-1/2"),
      ElementsAre("e2e4 *", "d2d4 d7d5 1-0", "c2c4 0-1", "g1f3 1/2-1/2"));
}

TEST(PgnParserTest, TextBehindTheResultIsNotPlayed) {
  EXPECT_THAT(Read("1. e4 1-0 e5 2. Nf3 *\n"),
              ElementsAre("e2e4 1-0 ERROR:text_after_result@2"));
  EXPECT_THAT(Read("1. e4 1-0 {fine} ; too\n"), ElementsAre("e2e4 1-0"));
}

TEST(PgnParserTest, ResultsInVariationsEndNothing) {
  EXPECT_THAT(Read("1. e4 (1. d4 1-0) e5 0-1"), ElementsAre("e2e4 e7e5 0-1"));
}

TEST(PgnParserTest, TakesScoresOfOtherSpellingsForResults) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"1/2", "1/2-1/2"},
      {"\u00bd", "1/2-1/2"},
      {"\u00bd-\u00bd", "1/2-1/2"},
      {"\xbd-\xbd", "1/2-1/2"},
      {"0.5-0.5", "1/2-1/2"},
      {"1:0", "1-0"},
      {"1\u20130", "1-0"},
      {"0/1", "0-1"},
      {"0:0", "?"},
      {"1-O", "?"},
      {"1/2-0", "?"}};
  for (const auto& [written, result] : cases) {
    const std::vector<std::string> games = Read("1. e4 " + written + "\n");
    ASSERT_EQ(games.size(), 1u) << written;
    EXPECT_TRUE(games[0].starts_with("e2e4 " + result + " nonstandard_result"))
        << games[0];
  }
  EXPECT_THAT(Read("[Result \"0-1\"]\n\n1. e4 1:0\n"),
              ElementsAre("e2e4 1-0 nonstandard_result_token@1 "
                          "ERROR:result_tag_mismatch@1"));
}

TEST(PgnParserTest, OnlyAWholeScoreEndsAGame) {
  for (const char* text :
       {"0-O", "0-O-O", "1-e4", "1-01", "1:", "0.5-e.5", "1/2-e4"}) {
    EXPECT_THAT(Read("1. e4 " + std::string(text) + " 2. d4 *"),
                ElementsAre("e2e4 * ERROR:unparseable_token@2"))
        << text;
  }
}

TEST(PgnParserTest, CutsNoWordToFindAMove) {
  for (const char* text : {"N f3",
                           "N.f3",
                           "S f3",
                           "Sf3",
                           "nf3",
                           ":f3",
                           "/f3",
                           "\"f3\"",
                           "<f3>",
                           "\xe2\x99\x98"
                           "f3",
                           " %f3",
                           "1. [f3",
                           "_f3",
                           "f3,",
                           "f3'",
                           "1,f3",
                           "N:f3",
                           "x f3",
                           "Nf3/e5",
                           "D f3",
                           "f3\xc2\xa0"
                           "e5"}) {
    const std::vector<std::string> games = Read(std::string(text) + " *");
    ASSERT_EQ(games.size(), 1u) << text;
    EXPECT_TRUE(games[0].starts_with("* ERROR:unparseable_token@1"))
        << text << ": " << games[0];
  }
}

TEST(PgnParserTest, ReadsGlyphsGluedToMoves) {
  EXPECT_THAT(Read("1.e4!e5?2.Nf3+- Nc6-+ 3.Bc4= Bc5\xc2\xb1 4.c3!! Nf6=*"),
              ElementsAre("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 *"));
  EXPECT_THAT(Read("1. f3 e5 2. g4 Qh4#-+ 0-1"),
              ElementsAre("f2f3 e7e5 g2g4 d8h4 0-1"));
}

TEST(PgnParserTest, MarksUnknownGlyphs) {
  EXPECT_THAT(Read("1. e4!!! N 1... e5 ^ *"),
              ElementsAre("e2e4 e7e5 * unknown_glyph_token@1 "
                          "unknown_glyph_token@1 unknown_glyph_token@2"));
}

TEST(PgnParserTest, ZerosAreCastlingWhereItIsLegal) {
  EXPECT_THAT(Read("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0 *"),
              ElementsAre("g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8 * "
                          "castling_with_zeros@7 castling_with_zeros@8"));
  EXPECT_THAT(Read("1. e4 e5 0-0 {both were late}\n"),
              ElementsAre("e2e4 e7e5 ? both lose nonstandard_result_token@2 "
                          "missing_result_token@2"));
  EXPECT_THAT(Read("1. e4 e5 2. 0-0 Nf6 *"),
              ElementsAre("e2e4 e7e5 * ERROR:illegal_move@3"));
}

TEST(PgnParserTest, NullMovesAreForVariations) {
  for (const char* null : {"--", "Z0", "@@@@"}) {
    EXPECT_THAT(Read(std::string("1. e4 ") + null + " 2. d4 *"),
                ElementsAre("e2e4 * ERROR:null_move@2"));
    EXPECT_THAT(Read(std::string("1. e4 (1. d4 ") + null + ") e5 *"),
                ElementsAre("e2e4 e7e5 *"));
  }
}

TEST(PgnParserTest, ReadsNulBytesAsBlanks) {
  EXPECT_THAT(Read(std::string_view("1. e4\0 e5\0\0 *", 13)),
              ElementsAre("e2e4 e7e5 * nul_byte@1"));
}

TEST(PgnParserTest, NulBytesAndByteOrderMarksMayBeginAnyLine) {
  using std::string_literals::operator""s;
  for (const std::string& mark :
       {"\xef\xbb\xbf"s, "\0\0\0"s, "\0\xef\xbb\xbf"s, "\xef\xbb\xbf\n"s}) {
    for (const std::string& open : {" *\n"s, "\n\n"s, " {no end\n"s}) {
      const std::vector<std::string> games =
          Read("[Event \"a\"]\n\n1. e4" + open + mark +
               "[Event \"b\"]\n[Site \"c\"]\n\n1. d4\n" + mark + "d5 *\n");
      ASSERT_EQ(games.size(), 2u) << open << mark;
      EXPECT_TRUE(games[0].starts_with("e2e4 ")) << games[0];
      EXPECT_TRUE(games[1].starts_with("d2d4 d7d5 *")) << games[1];
    }
  }
  EXPECT_THAT(Read("\xef\xbb\xbf% escape\n\xef\xbb\xbf[Event \"a\"]\n*\n"),
              ElementsAre("*"));
}

TEST(PgnParserTest, ReportsStrayBrackets) {
  EXPECT_THAT(Read("1. e4 } e5 ) 2. Nf3 *"),
              ElementsAre("e2e4 e7e5 g1f3 * stray_closing_brace@1 "
                          "stray_closing_parenthesis@2"));
}

TEST(PgnParserTest, VariationsNestAsDeepAsIsAllowed) {
  const auto nested = [](size_t depth) {
    std::string text = "1. e4 ";
    for (size_t level = 0; level < depth; ++level) text += "(1. d4 ";
    text.append(depth, ')');
    return text + " e5 *";
  };
  EXPECT_THAT(Read(nested(kMaxVariationDepth)), ElementsAre("e2e4 e7e5 *"));
  EXPECT_THAT(Read(nested(kMaxVariationDepth + 1)),
              ElementsAre("e2e4 e7e5 * ERROR:variation_too_deep@1"));
  EXPECT_THAT(Read(nested(1'000'000)),
              ElementsAre("e2e4 e7e5 * ERROR:variation_too_deep@1"));
  EXPECT_THAT(Read("1. e4 " + std::string(1'000'000, '(')),
              ElementsAre("e2e4 ? ERROR:variation_too_deep@1 "
                          "ERROR:unterminated_variation@1 "
                          "missing_result_token@1"));
}

TEST(PgnParserTest, CommentsMayBeVeryLong) {
  EXPECT_THAT(Read("1. e4 {" + std::string(5'000'000, 'x') + "} e5 *"),
              ElementsAre("e2e4 e7e5 *"));
}

std::string Repeated(std::string_view part, size_t times) {
  std::string text;
  for (size_t time = 0; time < times; ++time) text += part;
  return text;
}

// Looking for the end of the line once for every tag would take minutes.
TEST(PgnParserTest, LinesMayHoldVeryManyTagsAndGames) {
  const auto count_games = [](std::string_view text) {
    PgnParser parser(text);
    PgnGame game;
    int games = 0;
    while (parser.Next(game)) ++games;
    return games;
  };
  EXPECT_EQ(count_games(Repeated("[a]", 1'400'000)), 0);
  EXPECT_EQ(count_games(Repeated("[a \"b\"]", 500'000)), 1);
  EXPECT_EQ(count_games(Repeated("1-0 x[a]", 500'000)), 500'000);
  EXPECT_EQ(count_games(Repeated("1-0 x[a \"b\"]", 300'000)), 300'001);
}

TEST(PgnParserTest, GamesMayBeVeryLong) {
  const auto plies_of = [](size_t rounds) {
    const std::string text = Repeated("Nf3 Nf6 Ng1 Ng8\n", rounds);
    PgnParser parser(text);
    PgnGame game;
    EXPECT_TRUE(parser.Next(game));
    Position position = Position::Start();
    SanMemo memo;
    Collector collector;
    const PgnReplay replay =
        ReplayMainLine(game, position, memo, game.remarks, collector);
    const bool too_long = !game.remarks.kept().empty() &&
                          game.remarks.kept().back().kind == "game_too_long";
    EXPECT_EQ(replay.complete, !too_long);
    return replay.plies;
  };
  EXPECT_EQ(plies_of(kMaxReplayPlies / 4), kMaxReplayPlies);
  EXPECT_EQ(plies_of(kMaxReplayPlies / 4 + 1), kMaxReplayPlies);
}

TEST(PgnParserTest, SaysAtWhichTokenTheMovesStop) {
  PgnParser parser("1. e4 {a} (1. d4) e5 2. Nd5 Nf6 *");
  PgnGame game;
  ASSERT_TRUE(parser.Next(game));
  Position position = Position::Start();
  SanMemo memo;
  Collector collector;
  const PgnReplay replay =
      ReplayMainLine(game, position, memo, game.remarks, collector);
  EXPECT_FALSE(replay.complete);
  EXPECT_EQ(game.TextOf(game.tokens[replay.stopped_at]), "Nd5");
}

TEST(PgnParserTest, ANumberAtTheEndOfAVariationIsNotTheNextMoves) {
  EXPECT_THAT(Read("1. e4 (1. d4 d5 2.) e5 *"), ElementsAre("e2e4 e7e5 *"));
}

TEST(PgnParserTest, TakesHugeNumbers) {
  EXPECT_THAT(
      Read("99999999999999999999. e4 $99999999999999999999 e5 *"),
      ElementsAre("e2e4 e7e5 * nag_out_of_range@1 move_number_mismatch@1"));
}

TEST(PgnParserTest, CountsWhatBelongsToNoGame) {
  EXPECT_EQ(
      StrayBytes("% escape\n\n{note}\n[Event \"a\"]\n\n1. e4 *\n\n; end\n"),
      6u + 1u + 6u + 4u);
  EXPECT_THAT(Read(""), IsEmpty());
  EXPECT_THAT(Read("\n\n \t\r\n"), IsEmpty());
}

TEST(PgnParserTest, OtherVariantsAreNeverIllegal) {
  EXPECT_THAT(Read("[Variant \"Atomic\"]\n[FEN \"nonsense\"]\n\n1. Nf3 Kxx *"),
              ElementsAre("* unsupported_variant@0"));
  EXPECT_THAT(Read("[Variant \"From Position\"]\n\n1. e4 *"),
              ElementsAre("e2e4 *"));
}

TEST(PgnParserTest, RepairsAFenWithASlip) {
  EXPECT_THAT(Read("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1\"]"
                   "\n\n1. e4 *"),
              ElementsAre("e2e4 * fen_repaired@0"));
}

TEST(PgnParserTest, BoundsTagsAndRemarks) {
  std::string text;
  for (size_t tag = 0; tag < kMaxGameTags + 10; ++tag)
    text += "[T" + std::to_string(tag) + " \"x\"]";
  PgnParser parser(text);
  PgnGame game;
  ASSERT_TRUE(parser.Next(game));
  EXPECT_EQ(game.tags.size(), kMaxGameTags);
  EXPECT_EQ(game.remarks.errors(), 10u);

  const std::string many = "1. e4 " + std::string(2000, ')');
  PgnParser stray(many);
  ASSERT_TRUE(stray.Next(game));
  EXPECT_EQ(game.remarks.kept().size(), PgnRemarks::kMaxKept);
  EXPECT_GE(game.remarks.warnings(), 2000u);
  game.remarks.Error("illegal_move", 2);
  EXPECT_EQ(game.remarks.kept().back().kind, "illegal_move");
}

}  // namespace
}  // namespace rookery
