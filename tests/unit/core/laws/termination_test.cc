#include "core/laws/termination.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery {
namespace {

struct Case {
  std::string_view tag;
  Termination termination;
};

class TerminationTest : public testing::TestWithParam<Case> {};

TEST_P(TerminationTest, IsReadForItsWords) {
  EXPECT_EQ(ParseTermination(GetParam().tag), GetParam().termination);
}

INSTANTIATE_TEST_SUITE_P(
    Tags, TerminationTest,
    testing::Values(
        Case{"", Termination::kUnknown}, Case{"normal", Termination::kUnknown},
        Case{"Normal", Termination::kUnknown},
        Case{"time forfeit", Termination::kTime},
        Case{"Time forfeit", Termination::kTime},
        Case{"NN won on time", Termination::kTime},
        Case{"Game drawn by timeout vs insufficient material",
             Termination::kTime},
        Case{"Game drawn by insufficient material", Termination::kDeadPosition},
        Case{"NN won by checkmate", Termination::kCheckmate},
        Case{"Game drawn by stalemate", Termination::kStalemate},
        Case{"resignation", Termination::kResignation},
        Case{"White resigns", Termination::kResignation},
        Case{"Game drawn by agreement", Termination::kAgreement},
        Case{"Game drawn by repetition", Termination::kRepetition},
        Case{"Game drawn by 50-move rule", Termination::kMoveLimit},
        Case{"drawn by the 75 move rule", Termination::kMoveLimit},
        Case{"rated 1500", Termination::kUnknown},
        Case{"adjourned after 150 moves", Termination::kUnknown},
        Case{"disagreement", Termination::kUnknown},
        Case{"White forfeits on time", Termination::kTime},
        Case{"forfeit by an illegal move", Termination::kRulesInfraction},
        Case{"rules infraction", Termination::kRulesInfraction},
        Case{"adjudication", Termination::kUnknown},
        Case{"abandoned", Termination::kUnknown},
        Case{"unterminated", Termination::kUnterminated},
        Case{"arrived late", Termination::kLateness},
        Case{"more than an hour late", Termination::kLateness},
        Case{"forfeit", Termination::kLateness}));

TEST(TerminationLengthTest, TextThatIsTooLongSaysNothing) {
  EXPECT_EQ(ParseTermination("checkmate" + std::string(247, ' ')),
            Termination::kCheckmate);
  EXPECT_EQ(ParseTermination("checkmate" + std::string(248, ' ')),
            Termination::kUnknown);
}

}  // namespace
}  // namespace rookery
