#include "core/engine/perft_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <ostream>
#include <string>
#include <thread>
#include <utility>

#include "core/board/move_generator.h"
#include "core/notation/uci.h"

namespace rookery {
namespace {

using ::testing::HasSubstr;
using ::testing::Values;

// Long enough for a machine that does much else; no test waits so long unless
// it fails.
const absl::Duration kPatience = absl::Seconds(60);

// What does not come in this time will never come.
const absl::Duration kShort = absl::Milliseconds(200);

constexpr const char* kStockfish = "/usr/games/stockfish";

// No process may be left after a test: what its parent leaves behind is given
// to us, and we wait for all. A test that hangs here failed.
class PerftProgramTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0); }
  void TearDown() override {
    alarm(static_cast<unsigned>(kPatience / absl::Seconds(1)));
    while (waitpid(-1, nullptr, 0) > 0) {
    }
    EXPECT_EQ(errno, ECHILD);
    alarm(0);
  }
};

PerftProtocol ProtocolOf(const std::string& name) {
  return *ParsePerftProtocol(name);
}

absl::StatusOr<std::unique_ptr<PerftProgram>> Start(
    const std::string& protocol, const std::vector<std::string>& arguments,
    absl::Duration start_timeout = kPatience) {
  std::vector<std::string> command = {ROOKERY_BINARY_DIR "/faulty_generator",
                                      "--protocol", protocol};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return StartPerftProgram({command, ProtocolOf(protocol), start_timeout});
}

PerftQuestion Question(std::string_view fen, int depth,
                       const std::vector<std::string>& moves = {}) {
  PerftQuestion question{.position = *Position::FromFen(fen), .depth = depth};
  Position position = question.position;
  for (const std::string& move : moves) {
    question.moves.push_back(*ParseUci(position, move));
    position.Play(question.moves.back());
  }
  return question;
}

PerftQuestion StartPosition(int depth) {
  return Question(Position::Start().ToFen(), depth);
}

// What our own generator answers.
uint64_t Leaves(const Position& position, int depth) {
  if (depth == 0) return 1;
  MoveList moves;
  GenerateLegalMoves(position, moves);
  uint64_t leaves = 0;
  for (const Move move : moves)
    leaves += Leaves(position.After(move), depth - 1);
  return leaves;
}

// Questions that only an answer to all of their parts gets right, with castling
// of both kinds.
std::vector<PerftQuestion> Questions() {
  return {
      StartPosition(3),
      Question("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w "
               "KQkq - 0 1",
               2),
      Question("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w "
               "KQkq - 0 1",
               1, {"e1g1", "e8c8", "f3f6"}),
      Question("nrk1brnb/pppppppp/8/8/8/8/PPPPPPPP/NRK1BRNB w FBfb - 0 1", 2),
      Question("1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1", 2, {"c1b1"}),
      Question("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, {"e1g1", "e8e7"}),
      // Mated: no move, and nothing to add up.
      Question("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
               1),
  };
}

void ExpectAnswer(const PerftQuestion& question,
                  const absl::StatusOr<PerftAnswer>& answer, bool has_divide) {
  ASSERT_TRUE(answer.ok()) << answer.status();
  Position position = question.position;
  for (const Move move : question.moves) position.Play(move);
  EXPECT_EQ(answer->leaves, Leaves(position, question.depth));
  EXPECT_EQ(answer->divide.has_value(), has_divide);
  if (!answer->divide) return;
  MoveList moves;
  GenerateLegalMoves(position, moves);
  EXPECT_EQ(answer->divide->size(), moves.size());
  for (const auto& [text, count] : *answer->divide) {
    const absl::StatusOr<Move> move = ParseUci(position, text);
    ASSERT_TRUE(move.ok()) << move.status();
    EXPECT_EQ(count, Leaves(position.After(*move), question.depth - 1)) << text;
  }
}

class ProtocolTest : public PerftProgramTest,
                     public testing::WithParamInterface<std::string> {};

TEST_P(ProtocolTest, BringsTheRightAnswers) {
  const auto program = Start(GetParam(), {});
  ASSERT_TRUE(program.ok()) << program.status();
  for (const PerftQuestion& question : Questions()) {
    ExpectAnswer(question, (*program)->Ask(question, kPatience),
                 GetParam() != "lines");
  }
}

TEST_P(ProtocolTest, SurvivesAFailureBetweenTwoAnswers) {
  for (const char* manners : {"crash", "exit", "garbage", "half-line"}) {
    const auto program =
        Start(GetParam(), {"--manners", manners, "--only-depth", "2"});
    ASSERT_TRUE(program.ok()) << program.status();
    EXPECT_EQ((*program)->Ask(StartPosition(1), kPatience)->leaves, 20);
    EXPECT_FALSE((*program)->Ask(StartPosition(2), kPatience).ok());
    EXPECT_EQ((*program)->Ask(StartPosition(3), kPatience)->leaves, 8902);
  }
}

TEST_P(ProtocolTest, AsksNothingOutOfBounds) {
  const auto program = Start(GetParam(), {"--manners", "crash"});
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ((*program)->Ask(StartPosition(0), kPatience).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_P(ProtocolTest, FindsNoProgram) {
  EXPECT_EQ(StartPerftProgram({{"no-such-program"}, ProtocolOf(GetParam())})
                .status()
                .code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(StartPerftProgram({{}, ProtocolOf(GetParam())}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(All, ProtocolTest, Values("uci", "script", "lines"),
                         [](const auto& test) { return test.param; });

struct BadManners {
  const char* protocol;
  const char* manners;
  absl::StatusCode code;
  const char* words;
};

void PrintTo(const BadManners& bad, std::ostream* out) {
  *out << bad.protocol << " " << bad.manners;
}

using Code = absl::StatusCode;

class BadMannersTest : public PerftProgramTest,
                       public testing::WithParamInterface<BadManners> {};

TEST_P(BadMannersTest, HaveTheirName) {
  const BadManners& bad = GetParam();
  const auto program = Start(bad.protocol, {"--manners", bad.manners});
  ASSERT_TRUE(program.ok()) << program.status();
  // Twice, since the program is started again.
  for (int i = 0; i < 2; ++i) {
    const absl::Status status =
        (*program)
            ->Ask(StartPosition(2),
                  bad.code == Code::kDeadlineExceeded ? kShort : kPatience)
            .status();
    EXPECT_EQ(status.code(), bad.code) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(bad.words));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BadMannersTest,
    Values(
        BadManners{"uci", "crash", Code::kUnavailable, "signal 11 (SIGSEGV)"},
        BadManners{"script", "crash", Code::kUnavailable,
                   "signal 11 (SIGSEGV)"},
        BadManners{"lines", "crash", Code::kUnavailable, "signal 11 (SIGSEGV)"},
        BadManners{"uci", "exit", Code::kUnavailable,
                   "exited with 3; stderr: 'out of luck'"},
        BadManners{"script", "exit", Code::kUnavailable,
                   "exited with 3; stderr: 'out of luck'"},
        BadManners{"lines", "exit", Code::kUnavailable,
                   "exited with 3; stderr: 'out of luck'"},
        BadManners{"uci", "hang", Code::kDeadlineExceeded, "after 0 lines"},
        BadManners{"script", "hang", Code::kDeadlineExceeded, "after 0 lines"},
        BadManners{"lines", "hang", Code::kDeadlineExceeded, "after 0 lines"},
        BadManners{"lines", "never-reads", Code::kDeadlineExceeded,
                   "after 0 lines"},
        BadManners{"uci", "garbage", Code::kDataLoss, "'e2e4: lots'"},
        BadManners{"script", "garbage", Code::kDataLoss, "'e2e4: lots'"},
        BadManners{"lines", "garbage", Code::kDataLoss, "'e2e4: lots'"},
        BadManners{"uci", "half-line", Code::kDataLoss, "line 'e2e4: 2'"},
        BadManners{"script", "half-line", Code::kDataLoss, "line 'e2e4: 2'"},
        BadManners{"lines", "half-line", Code::kDataLoss, "line 'e2e4: 2'"},
        BadManners{"uci", "endless-lines", Code::kResourceExhausted,
                   "without an answer"},
        BadManners{"script", "endless-lines", Code::kResourceExhausted,
                   "without an answer"},
        BadManners{"lines", "endless-lines", Code::kDataLoss, "no count"},
        BadManners{"uci", "endless-line", Code::kResourceExhausted,
                   "a line of more than 65536 bytes"},
        BadManners{"script", "endless-line", Code::kResourceExhausted,
                   "a line of more than 65536 bytes"},
        BadManners{"lines", "endless-line", Code::kResourceExhausted,
                   "a line of more than 65536 bytes"},
        BadManners{"uci", "wrong-total", Code::kInternal,
                   "add up to 400, but it printed the total 401"},
        BadManners{"script", "wrong-total", Code::kInternal,
                   "add up to 400, but it printed the total 401"},
        BadManners{"uci", "move-twice", Code::kInternal, "twice"},
        BadManners{"script", "move-twice", Code::kInternal, "twice"},
        BadManners{"script", "extra-line", Code::kInternal, "second total"},
        BadManners{"script", "hangs-afterwards", Code::kDeadlineExceeded,
                   "printed no further line"}));

struct BadAfterwards {
  const char* protocol;
  const char* manners;
  absl::StatusCode code;
  const char* words;
};

void PrintTo(const BadAfterwards& bad, std::ostream* out) {
  *out << bad.protocol << " " << bad.manners;
}

class BadAfterwardsTest : public PerftProgramTest,
                          public testing::WithParamInterface<BadAfterwards> {};

TEST_P(BadAfterwardsTest, SpoilsTheNextAnswerOnly) {
  const BadAfterwards& bad = GetParam();
  const auto program = Start(bad.protocol, {"--manners", bad.manners});
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ((*program)->Ask(StartPosition(1), kPatience)->leaves, 20);
  const absl::Status status =
      (*program)
          ->Ask(StartPosition(2),
                bad.code == Code::kDeadlineExceeded ? kShort : kPatience)
          .status();
  EXPECT_EQ(status.code(), bad.code) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(bad.words));
  EXPECT_EQ((*program)->Ask(StartPosition(3), kPatience)->leaves, 8902);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadAfterwardsTest,
    Values(BadAfterwards{"uci", "leaves-child", Code::kUnavailable,
                         "exited with 0"},
           BadAfterwards{"lines", "leaves-child", Code::kUnavailable,
                         "exited with 0"},
           BadAfterwards{"uci", "hangs-afterwards", Code::kDeadlineExceeded,
                         "after 0 lines"},
           BadAfterwards{"lines", "hangs-afterwards", Code::kDeadlineExceeded,
                         "after 0 lines"},
           BadAfterwards{"lines", "extra-line", Code::kDataLoss,
                         "'20' without being asked"}));

class HarmlessTest
    : public PerftProgramTest,
      public testing::WithParamInterface<std::pair<const char*, const char*>> {
};

TEST_P(HarmlessTest, DoesNotMatter) {
  const auto& [protocol, manners] = GetParam();
  const auto program = Start(protocol, {"--manners", manners});
  ASSERT_TRUE(program.ok()) << program.status();
  for (int depth = 1; depth <= 3; ++depth) {
    ExpectAnswer(StartPosition(depth),
                 (*program)->Ask(StartPosition(depth), kPatience),
                 std::string(protocol) != "lines");
  }
}

INSTANTIATE_TEST_SUITE_P(All, HarmlessTest,
                         Values(std::pair{"uci", "noisy"},
                                std::pair{"script", "noisy"},
                                std::pair{"lines", "noisy"},
                                std::pair{"script", "leaves-child"},
                                std::pair{"uci", "extra-line"}));

TEST_F(PerftProgramTest, GivesUpAProgramThatNeverStarts) {
  const absl::Status never =
      Start("uci", {"--manners", "never-reads"}, kShort).status();
  EXPECT_EQ(never.code(), Code::kDeadlineExceeded);
  EXPECT_THAT(std::string(never.message()), HasSubstr("no 'uciok'"));
}

TEST_F(PerftProgramTest, PassesOverBlanksAroundTheGreeting) {
  const auto program = StartPerftProgram(
      {{"sh", "-c",
        "echo 'uciok '; read a; read b; echo ' readyok'; read c; read d; "
        "echo 'Nodes searched: 20'; read e"},
       PerftProtocol::kUci,
       kPatience});
  ASSERT_TRUE(program.ok()) << program.status();
  const absl::StatusOr<PerftAnswer> answer =
      (*program)->Ask(StartPosition(1), kPatience);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->leaves, 20u);
}

TEST_F(PerftProgramTest, StartsAFailingProgramOnlySoOften) {
  // Greets once, ever: it finds the folder that it made.
  const std::string mark =
      testing::TempDir() + "perft_program_test_" + std::to_string(getpid());
  const auto program = StartPerftProgram(
      {{"sh", "-c", "mkdir '" + mark + "' && echo uciok; exit 5"},
       PerftProtocol::kUci,
       kPatience});
  ASSERT_TRUE(program.ok()) << program.status();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ((*program)->Ask(StartPosition(1), kPatience).status().code(),
              Code::kUnavailable);
  }
  const absl::Status status =
      (*program)->Ask(StartPosition(1), kPatience).status();
  EXPECT_EQ(status.code(), Code::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("exited with 5"));
  rmdir(mark.c_str());
}

TEST_F(PerftProgramTest, NamesWhatAnEngineDoesNotOffer) {
  const std::string greets = "echo uciok; read a; read b; echo readyok; ";
  const auto searches = StartPerftProgram(
      {{"sh", "-c", greets + "read c; read d; echo bestmove e2e4; read e"},
       PerftProtocol::kUci,
       kPatience});
  ASSERT_TRUE(searches.ok()) << searches.status();
  EXPECT_EQ((*searches)
                ->Ask(Question("1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1", 1),
                      kPatience)
                .status()
                .code(),
            Code::kUnimplemented);
  const absl::Status status =
      (*searches)->Ask(StartPosition(1), kPatience).status();
  EXPECT_EQ(status.code(), Code::kDataLoss);
  EXPECT_THAT(std::string(status.message()), HasSubstr("'bestmove e2e4'"));
}

// Neither program ever answers; both would be waited for without an end.
TEST_F(PerftProgramTest, StopsWaitingWhenCancelled) {
  const std::pair<PerftProtocol, std::string> programs[] = {
      {PerftProtocol::kUci, "echo uciok; exec sleep 1000"},
      {PerftProtocol::kScript, "exec sleep 1000"},
      {PerftProtocol::kLines, "exec sleep 1000"}};
  for (const auto& [protocol, script] : programs) {
    std::atomic<bool> cancelled = false;
    const auto program = StartPerftProgram(
        {{"sh", "-c", script}, protocol, kPatience, &cancelled});
    ASSERT_TRUE(program.ok()) << program.status();
    std::thread other([&cancelled] { cancelled = true; });
    EXPECT_EQ((*program)
                  ->Ask(StartPosition(1), absl::InfiniteDuration())
                  .status()
                  .code(),
              Code::kDeadlineExceeded);
    other.join();
  }
}

TEST_F(PerftProgramTest, UnderstandsStockfish) {
  if (access(kStockfish, X_OK) != 0)
    GTEST_SKIP() << kStockfish << " is not installed; nothing was compared";
  const auto program =
      StartPerftProgram({{kStockfish}, PerftProtocol::kUci, kPatience});
  ASSERT_TRUE(program.ok()) << program.status();
  for (const PerftQuestion& question : Questions()) {
    ExpectAnswer(question, (*program)->Ask(question, kPatience),
                 /*has_divide=*/true);
  }
}

TEST(ParsePerftProtocolTest, KnowsThree) {
  EXPECT_EQ(*ParsePerftProtocol("uci"), PerftProtocol::kUci);
  EXPECT_EQ(*ParsePerftProtocol("script"), PerftProtocol::kScript);
  EXPECT_EQ(*ParsePerftProtocol("lines"), PerftProtocol::kLines);
  EXPECT_THAT(std::string(ParsePerftProtocol("xboard").status().message()),
              HasSubstr("use uci, script or lines"));
}

}  // namespace
}  // namespace rookery
