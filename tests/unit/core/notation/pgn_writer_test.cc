#include "core/notation/pgn_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "core/notation/pgn_blocks.h"
#include "core/notation/pgn_parser.h"
#include "core/notation/pgn_replay.h"
#include "core/notation/text_encoding.h"
#include "core/notation/text_source.h"
#include "core/notation/uci.h"
#include "tests/support/pgn_corpus.h"
#include "tests/support/random_games.h"

namespace rookery {
namespace {

// What a game is, whatever its layout: blanks in comments are one where they
// are a line break, and texts are UTF-8.
std::vector<std::string> Essence(const PgnGame& game) {
  std::vector<std::string> parts;
  const auto utf8 = [&](std::string_view text) {
    return game.latin1 ? Utf8FromLatin1(text) : std::string(text);
  };
  for (const PgnTag& tag : game.tags)
    parts.push_back(utf8(tag.name) + "=" + utf8(PgnTagValue(tag.value)));
  int depth = 0;
  for (const PgnToken& token : game.tokens) {
    std::string text = utf8(game.TextOf(token));
    if (token.kind == PgnTokenKind::kVariationStart) ++depth;
    if (token.kind == PgnTokenKind::kVariationEnd) --depth;
    switch (token.kind) {
      case PgnTokenKind::kComment:
        std::erase(text, '\r');
        for (char& letter : text) {
          if (letter == '\n' || letter == '\t') letter = ' ';
        }
        parts.push_back("{" + text);
        break;
      case PgnTokenKind::kNag:
        parts.push_back("$" + std::to_string(token.value));
        break;
      case PgnTokenKind::kMove:
        parts.emplace_back("move");  // spelled in many ways: see MainLine
        break;
      case PgnTokenKind::kVariationStart:
      case PgnTokenKind::kVariationEnd:
        parts.push_back(token.kind == PgnTokenKind::kVariationStart ? "("
                                                                    : ")");
        break;
      case PgnTokenKind::kEnPassantSuffix:
        break;
      default:
        if (depth != 0) parts.push_back(text);
    }
  }
  // Where no token says it the tag does, if it is a result.
  std::string_view result = game.result_token;
  if (result.empty()) result = game.FindTag("Result");
  const bool standard =
      result == "1-0" || result == "0-1" || result == "1/2-1/2";
  parts.push_back("result " + std::string(standard ? result : "*"));
  return parts;
}

std::string Rewrite(std::string_view text, int* games = nullptr) {
  std::string written;
  PgnParser parser(text);
  PgnGame game;
  while (parser.Next(game)) {
    PgnRemarks remarks;
    WriteGame(game, StartOf(game, remarks), written);
    if (games != nullptr) ++*games;
  }
  return written;
}

// The moves of the main line in UCI.
std::vector<std::string> MainLine(const PgnGame& game) {
  struct {
    std::vector<std::string> moves;
    void OnMove(Move move, const Position&) {
      moves.push_back(ToUci(move, true));
    }
  } visitor;
  PgnRemarks remarks;
  PgnStart start = StartOf(game, remarks);
  SanMemo memo;
  if (start.usable)
    ReplayMainLine(game, start.position, memo, remarks, visitor);
  return std::move(visitor.moves);
}

// The essence of every game, and the moves of its main line.
std::vector<std::string> EssenceOfAll(std::string_view text) {
  std::vector<std::string> all;
  PgnParser parser(text);
  PgnGame game;
  while (parser.Next(game)) {
    for (std::string& part : Essence(game)) all.push_back(std::move(part));
    for (std::string& move : MainLine(game)) all.push_back(std::move(move));
  }
  return all;
}

TEST(PgnWriterTest, WritesExportFormat) {
  std::string text;
  PgnWriter writer(text);
  writer.Tag("Event", "The \"Quoted\" Cup");
  writer.Tag("Result", "1-0");
  writer.BeginMoves(Position::Start());
  writer.Comment("before the first move");
  writer.Play(Move::DoublePush(kE2, kE4));
  writer.Nag(1);
  writer.BeginVariation();
  writer.Play(Move::DoublePush(kD2, kD4));
  writer.Play(Move::DoublePush(kD7, kD5));
  writer.BeginVariation();
  writer.Play(Move::Normal(kG8, kF6));
  writer.EndVariation();
  writer.EndVariation();
  writer.Play(Move::DoublePush(kE7, kE5));
  writer.Play(Move::Normal(kG1, kF3));
  writer.Comment("with a } in it");
  writer.Play(Move::Normal(kB8, kC6));
  writer.End("1-0");
  EXPECT_EQ(text,
            "[Event \"The \\\"Quoted\\\" Cup\"]\n"
            "[Result \"1-0\"]\n"
            "\n"
            "{before the first move} 1. e4 $1 (1. d4 d5 (1... Nf6)) 1... e5 2. "
            "Nf3\n"
            ";with a } in it\n"
            "2... Nc6 1-0\n"
            "\n");
}

TEST(PgnWriterTest, KeepsLinesBelowEightyColumns) {
  std::string text;
  for (const GameStyle style : {GameStyle::kPlain, GameStyle::kAnnotated})
    text += RandomCollection(72, 20, style);
  const std::vector<std::string> lines = absl::StrSplit(text, '\n');
  ASSERT_GT(lines.size(), 100u);
  for (const std::string& line : lines) EXPECT_LE(line.size(), 79u) << line;
}

TEST(PgnWriterTest, ACommentNeverBeginsALineAsATag) {
  std::string text;
  PgnWriter writer(text);
  writer.BeginMoves(Position::Start());
  writer.Comment(std::string(76, 'a') + "\n[Event \"x\"] %");
  writer.End("*");
  PgnParser parser(text);
  PgnGame game;
  ASSERT_TRUE(parser.Next(game));
  EXPECT_EQ(game.remarks.errors(), 0u);
  ASSERT_EQ(game.tokens.size(), 2u);
  std::string comment(game.TextOf(game.tokens[0]));
  std::replace(comment.begin(), comment.end(), '\n', ' ');
  EXPECT_EQ(comment, std::string(76, 'a') + " [Event \"x\"] %");
  EXPECT_FALSE(parser.Next(game));
}

TEST(PgnWriterTest, ARandomGameIsReadBackAsTheSameGame) {
  struct MoveCollector {
    std::vector<Move> moves;
    void OnMove(Move move, const Position&) { moves.push_back(move); }
  };
  RandomSource random(73);
  SanMemo memo;
  for (int index = 0; index < 200; ++index) {
    const Position start =
        index % 2 == 0 ? Position::Start()
                       : Chess960Start(random.Below(960), random.Below(960));
    const RandomGame played = PlayRandomGame(start, random);
    std::string text;
    PgnWriter writer(text);
    writer.Tag("Result", played.result);
    writer.Tag("SetUp", "1");
    writer.Tag("FEN", start.ToFen());
    writer.BeginMoves(start);
    for (const Move move : played.moves) writer.Play(move);
    writer.End(played.result);

    PgnParser parser(text);
    PgnGame game;
    ASSERT_TRUE(parser.Next(game));
    PgnRemarks remarks;
    PgnStart read = StartOf(game, remarks);
    ASSERT_EQ(read.position, start);
    MoveCollector collector;
    const PgnReplay replay =
        ReplayMainLine(game, read.position, memo, remarks, collector);
    ASSERT_TRUE(replay.complete) << text;
    ASSERT_EQ(collector.moves, played.moves) << text;
    ASSERT_EQ(game.result_token, played.result);
    ASSERT_TRUE(remarks.kept().empty()) << remarks.kept()[0].kind << text;
    ASSERT_FALSE(parser.Next(game));
  }
}

TEST(PgnWriterTest, DifficultGamesAreWrittenOnceAndForAll) {
  int games = 0;
  const std::string once =
      Rewrite(RandomCollection(74, 60, GameStyle::kDifficult), &games);
  EXPECT_EQ(games, 60);
  EXPECT_EQ(Rewrite(once), once);
}

TEST(PgnWriterTest, KeepsTagsCommentsVariationsAndGlyphs) {
  const std::string text = RandomCollection(75, 60, GameStyle::kDifficult);
  EXPECT_EQ(EssenceOfAll(Rewrite(text)), EssenceOfAll(text));
}

TEST(PgnWriterTest, TheCorpusSurvivesWriting) {
  for (const std::string& name : PgnCorpusNames()) {
    if (!name.ends_with(".pgn")) continue;
    SCOPED_TRACE(name);
    const auto source = OpenText(PgnCorpusFile(name).string());
    ASSERT_TRUE(source.ok());
    PgnBlockReader reader(**source);
    PgnBlock block;
    ASSERT_TRUE(*reader.Next(block));
    const std::string once = Rewrite(block.text);
    EXPECT_EQ(Rewrite(once), once);
    EXPECT_EQ(EssenceOfAll(once), EssenceOfAll(block.text));
  }
}

TEST(PgnWriterTest, AGameThatBothLostSaysSoInItsTermination) {
  EXPECT_EQ(Rewrite("[Event \"x\"]\n[Result \"0-0\"]\n\n1. e4 *\n"),
            "[Event \"x\"]\n[Result \"*\"]\n"
            "[Termination \"both players lose\"]\n\n1. e4 *\n\n");
  // Where castling is not legal, zeros at the end are no move.
  for (const char* tag : {"*", "0-0"}) {
    const std::string written =
        Rewrite("[Result \"" + std::string(tag) +
                "\"]\n\n1. e4 e5 0-0 {both were late}\n");
    EXPECT_EQ(written,
              "[Result \"*\"]\n[Termination \"both players lose\"]\n\n"
              "1. e4 e5 {both were late} *\n\n");
    EXPECT_EQ(Rewrite(written), written);
  }
  EXPECT_EQ(Rewrite("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0"),
            "\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *\n\n");
}

TEST(PgnWriterTest, SpellsResultsAsTheStandardHasThem) {
  for (const char* draw : {"1/2", "\u00bd-\u00bd", "0.5-0.5"})
    EXPECT_EQ(Rewrite(std::string("1. e4 ") + draw), "\n1. e4 1/2-1/2\n\n");
  EXPECT_EQ(Rewrite("1. e4 1:0"), "\n1. e4 1-0\n\n");
  EXPECT_EQ(Rewrite("[Result \"0-1\"]\n\n1. e4 0:0"),
            "[Result \"0-1\"]\n\n1. e4 0-1\n\n");
}

TEST(PgnWriterTest, KeepsWhatCannotBePlayed) {
  EXPECT_EQ(Rewrite("1. e4 Nd4 2. Qh9 {why} (2. d4 d5) e5 *"),
            "\n1. e4 Nd4 Qh9 {why} (d4 d5) e5 *\n\n");
}

}  // namespace
}  // namespace rookery
