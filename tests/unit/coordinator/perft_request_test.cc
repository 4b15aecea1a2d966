#include "coordinator/perft_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/board/position_codec.h"
#include "core/perft/statistics/statistics.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

constexpr char kStartpos[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

v1::SubmitPerftRequest Request(const std::string& fen, uint32_t depth) {
  v1::SubmitPerftRequest request;
  request.set_fen(fen);
  request.set_depth(depth);
  return request;
}

TEST(NormalizePerftRequestTest, FillsInDefaults) {
  const auto normal = NormalizePerftRequest(Request(kStartpos, 5));
  ASSERT_TRUE(normal.ok()) << normal.status();
  EXPECT_EQ(normal->replicas(), 1u);
  EXPECT_EQ(normal->weight(), 1u);
  EXPECT_FALSE(normal->chess960());
}

TEST(NormalizePerftRequestTest, EqualQuestionsHaveEqualForms) {
  v1::SubmitPerftRequest plain = Request(kStartpos, 5);
  v1::SubmitPerftRequest wordy =
      Request("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w  KQkq -", 5);
  wordy.set_replicas(1);
  wordy.set_weight(1);
  EXPECT_EQ(NormalizePerftRequest(plain)->SerializeAsString(),
            NormalizePerftRequest(wordy)->SerializeAsString());
}

TEST(NormalizePerftRequestTest, IsItsOwnNormalForm) {
  v1::SubmitPerftRequest request =
      Request("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 3 9", 5);
  request.set_divide(true);
  request.set_verify_share(0.5);
  const auto once = NormalizePerftRequest(request);
  ASSERT_TRUE(once.ok()) << once.status();
  EXPECT_TRUE(once->chess960()) << "implied by its castling rights";
  EXPECT_EQ(NormalizePerftRequest(*once)->SerializeAsString(),
            once->SerializeAsString());
  EXPECT_TRUE(ToPerftQuestion(*once).ok());
}

TEST(NormalizePerftRequestTest, RefusesWhatIsOutOfRange) {
  const auto refused = [](void (*spoil)(v1::SubmitPerftRequest&)) {
    v1::SubmitPerftRequest request = Request(kStartpos, 5);
    spoil(request);
    const absl::Status status = NormalizePerftRequest(request).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    return std::string(status.message());
  };
  EXPECT_THAT(refused([](auto& r) { r.set_fen(""); }), HasSubstr("fen: "));
  EXPECT_THAT(refused([](auto& r) { r.set_depth(33); }),
              HasSubstr("depth is 33"));
  EXPECT_THAT(refused([](auto& r) { r.set_verify_share(std::nan("")); }),
              HasSubstr("verify_share is nan"));
  EXPECT_THAT(refused([](auto& r) {
                r.set_verify_share(std::numeric_limits<double>::infinity());
              }),
              HasSubstr("verify_share is inf"));
  EXPECT_THAT(refused([](auto& r) { r.set_request_id("a/b"); }),
              HasSubstr("request_id"));
}

v1::SubmitPerftRequest Suite(const std::vector<std::string>& fens,
                             uint32_t depth) {
  v1::SubmitPerftRequest request;
  for (const std::string& fen : fens) {
    v1::SuiteEntry& entry = *request.add_suite();
    entry.set_fen(fen);
    entry.set_depth(depth);
  }
  return request;
}

TEST(NormalizePerftRequestTest, NormalizesTheEntriesOfASuite) {
  const auto normal = NormalizePerftRequest(Suite(
      {"  4k3/8/8/8/8/8/8/4K3  w - -", "4k3/8/8/8/8/8/8/4K3 b - - 3 7"}, 32));
  ASSERT_TRUE(normal.ok()) << normal.status();
  EXPECT_EQ(normal->suite(0).fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(normal->suite(1).fen(), "4k3/8/8/8/8/8/8/4K3 b - - 3 7");
  EXPECT_EQ(normal->replicas(), 1u);
  EXPECT_EQ(NormalizePerftRequest(*normal)->SerializeAsString(),
            normal->SerializeAsString());
}

TEST(NormalizePerftRequestTest, NamesTheEntryThatIsWrong) {
  absl::Status status =
      NormalizePerftRequest(Suite({kStartpos, "x", kStartpos}, 3)).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("suite[1].fen: "));
  status = NormalizePerftRequest(Suite({kStartpos}, 33)).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(status.message(), "suite[0].depth is 33; it must be 0 to 32");
}

TEST(NormalizePerftRequestTest, ASuiteHasNoQuestionBesideIt) {
  using Spoil = void (*)(v1::SubmitPerftRequest&);
  for (const Spoil spoil : {Spoil{[](auto& r) { r.set_fen(kStartpos); }},
                            Spoil{[](auto& r) { r.set_chess960(true); }},
                            Spoil{[](auto& r) { r.set_depth(1); }},
                            Spoil{[](auto& r) { r.set_divide(true); }},
                            Spoil{[](auto& r) { r.set_statistics(true); }}}) {
    v1::SubmitPerftRequest request = Suite({kStartpos}, 3);
    EXPECT_TRUE(NormalizePerftRequest(request).ok());
    spoil(request);
    const absl::Status status = NormalizePerftRequest(request).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("suite is set"));
  }
}

TEST(NormalizePerftRequestTest, BoundsTheEntriesOfASuite) {
  // The longest that are read: fields apart by blanks.
  std::string fen = kStartpos;
  fen.insert(fen.find(' '), 256 - fen.size(), ' ');
  const v1::SubmitPerftRequest most =
      Suite(std::vector<std::string>(kMaxSuiteEntries, fen), 32);
  EXPECT_LT(most.ByteSizeLong(), size_t{4} << 20);
  EXPECT_TRUE(NormalizePerftRequest(most).ok());
  const absl::Status status =
      NormalizePerftRequest(
          Suite(std::vector<std::string>(kMaxSuiteEntries + 1, kStartpos), 1))
          .status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(status.message(),
            "suite has 10001 entries; it must have at most 10000");
}

TEST(ToPerftQuestionTest, HasARootForEachEntryOfASuite) {
  v1::SubmitPerftRequest request = Suite({kStartpos}, 3);
  *request.add_suite() = request.suite(0);
  request.mutable_suite(1)->set_depth(0);
  const auto question = ToPerftQuestion(request);
  ASSERT_TRUE(question.ok()) << question.status();
  ASSERT_EQ(question->roots.size(), 2u);
  EXPECT_EQ(question->roots[0].depth, 3);
  EXPECT_EQ(question->roots[1].depth, 0);
  EXPECT_EQ(question->roots[1].position, Position::Start());
  request.mutable_suite(1)->set_depth(33);
  EXPECT_TRUE(absl::IsInternal(ToPerftQuestion(request).status()));
}

TEST(ToPerftQuestionTest, RefusesWhatIsNotInNormalForm) {
  EXPECT_TRUE(absl::IsInternal(ToPerftQuestion(Request("x", 1)).status()));
  EXPECT_TRUE(
      absl::IsInternal(ToPerftQuestion(Request(kStartpos, 33)).status()));
}

v1::PerftFigures Figures(const std::vector<uint64_t>& counts) {
  v1::PerftFigures figures;
  figures.mutable_counts()->Assign(counts.begin(), counts.end());
  return figures;
}

TEST(EncodePerftFiguresTest, EqualCountsGiveEqualBytes) {
  v1::PerftFigures wordy = Figures({1, 2, 3});
  wordy.add_statistics()->set_name("not asked for");
  EXPECT_EQ(*EncodePerftFigures(Figures({1, 2, 3}), 3, 2, false),
            *EncodePerftFigures(wordy, 3, 2, false));
}

TEST(EncodePerftFiguresTest, RefusesAnotherLength) {
  const absl::Status status =
      EncodePerftFigures(Figures({1, 2}), 3, 2, false).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(status.message(), "counts has 2 values for 3 positions");
}

TEST(EncodePerftFiguresTest, RefusesCountsThatNoPositionHas) {
  EXPECT_TRUE(EncodePerftFigures(Figures({1}), 1, 0, false).ok());
  EXPECT_FALSE(EncodePerftFigures(Figures({2}), 1, 0, false).ok());
  EXPECT_TRUE(EncodePerftFigures(Figures({256}), 1, 1, false).ok());
  const absl::Status status =
      EncodePerftFigures(Figures({5, 257}), 2, 1, false).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(status.message(), "counts[1] is 257, more than 256^1");
}

TEST(EncodePerftFiguresTest, BoundBeyond64BitsIsNoBound) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  EXPECT_FALSE(EncodePerftFigures(Figures({kMost}), 1, 7, false).ok());
  EXPECT_TRUE(EncodePerftFigures(Figures({kMost}), 1, 8, false).ok());
  EXPECT_TRUE(EncodePerftFigures(Figures({kMost}), 1, 32, false).ok());
}

// As a worker writes them; of the columns the one named has that value
// everywhere, and the others 0.
v1::PerftFigures FiguresWithStatistics(const std::vector<uint64_t>& counts,
                                       Statistic statistic = kStalemates,
                                       uint64_t value = 0) {
  v1::PerftFigures figures = Figures(counts);
  for (int number = kNodes + 1; number < kStatisticCount; ++number) {
    v1::StatisticsColumn& column = *figures.add_statistics();
    column.set_name(std::string(StatisticName(static_cast<Statistic>(number))));
    for (size_t i = 0; i < counts.size(); ++i)
      column.add_values(number == statistic ? value : 0);
  }
  return figures;
}

TEST(EncodePerftFiguresTest, KeepsStatisticsWhereTheyWereAskedFor) {
  const v1::PerftFigures figures =
      FiguresWithStatistics({20, 30}, kDirectChecks, 7);
  const auto bytes = EncodePerftFigures(figures, 2, 2, true);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  v1::PerftFigures read;
  ASSERT_TRUE(read.ParseFromString(*bytes));
  EXPECT_EQ(read.SerializeAsString(), figures.SerializeAsString());
  EXPECT_EQ(*EncodePerftFigures(figures, 2, 2, false),
            *EncodePerftFigures(Figures({20, 30}), 2, 2, false));
}

TEST(EncodePerftFiguresTest, RefusesStatisticsThatCannotBe) {
  const auto refused = [](const v1::PerftFigures& figures, int depth) {
    const absl::Status status =
        EncodePerftFigures(figures, 2, depth, true).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    return std::string(status.message());
  };
  EXPECT_EQ(refused(Figures({20, 30}), 2),
            "statistics has 0 columns; it must have 13");
  v1::PerftFigures figures = FiguresWithStatistics({20, 30});
  figures.mutable_statistics(2)->set_name("castlings");
  EXPECT_EQ(refused(figures, 2), "statistics[2] is not castles");
  figures = FiguresWithStatistics({20, 30});
  figures.mutable_statistics(0)->add_values(1);
  EXPECT_EQ(refused(figures, 2),
            "statistics captures has 3 values for 2 positions");
  figures = FiguresWithStatistics({20, 30});
  figures.mutable_statistics(4)->set_values(1, 31);
  EXPECT_EQ(refused(figures, 2),
            "statistics of position 1 are impossible for a position with 30 "
            "leaves at depth 2");
  EXPECT_THAT(refused(FiguresWithStatistics({1, 1}, kCaptures, 1), 0),
              HasSubstr("impossible"));
}

// The plan of the start position to depth 3: 20 positions, each reached on one
// way.
class FoldPerftTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto normal = NormalizePerftRequest(Request(kStartpos, 3));
    ASSERT_TRUE(normal.ok());
    request_ = *normal;
    auto plan = PerftPlan::Make(*ToPerftQuestion(request_), nullptr);
    ASSERT_TRUE(plan.ok()) << plan.status();
    plan_ = *std::move(plan);
    ASSERT_EQ(plan_->size(), 20u);
  }

  // A unit of which every position has `count` leaves.
  void AddUnit(uint64_t number, uint64_t first, uint64_t size,
               uint64_t count = 1) {
    units_.push_back(
        {.job = "job", .number = number, .first = first, .count = size});
    AddResult(number, 0, size, count);
  }

  void AddResult(uint64_t unit, uint32_t replica, uint64_t size,
                 uint64_t count) {
    results_.push_back(
        {.job = "job",
         .unit = unit,
         .replica = replica,
         .figures =
             Figures(std::vector<uint64_t>(size, count)).SerializeAsString()});
  }

  absl::StatusOr<v1::PerftResult> Fold() const {
    return FoldPerft(*plan_, request_, units_, results_);
  }

  void ExpectInternal(const std::string& words) {
    const absl::Status status = Fold().status();
    EXPECT_TRUE(absl::IsInternal(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
  }

  v1::SubmitPerftRequest request_;
  std::shared_ptr<const PerftPlan> plan_;
  std::vector<UnitRow> units_;
  std::vector<ResultRow> results_;
};

TEST_F(FoldPerftTest, AddsUpUnitsInAnyPlaceOfThePlan) {
  AddUnit(0, 12, 8, 1);
  AddUnit(1, 0, 5, 10);
  AddUnit(2, 5, 7, 100);
  const auto result = Fold();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->nodes(), "758");
  EXPECT_TRUE(result->divide().empty());
}

TEST_F(FoldPerftTest, CountsReplicasOnce) {
  AddUnit(0, 0, 10, 3);
  AddResult(0, 1, 10, 3);
  AddUnit(1, 10, 10, 4);
  AddResult(1, 1, 10, 4);
  ASSERT_TRUE(Fold().ok()) << Fold().status();
  EXPECT_EQ(Fold()->nodes(), "70");
}

TEST_F(FoldPerftTest, DividesInUci) {
  request_.set_divide(true);
  AddUnit(0, 0, 20, 7);
  const auto result = Fold();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->divide().size(), 20u);
  EXPECT_EQ(result->divide().at("g1f3"), "7");
  EXPECT_EQ(result->nodes(), "140");
}

TEST_F(FoldPerftTest, TotalsPass64Bits) {
  request_.set_divide(true);
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  AddUnit(0, 0, 20, kMost);
  const auto result = Fold();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->nodes(), "368934881474191032300");
  EXPECT_EQ(result->divide().at("e2e4"), "18446744073709551615");
}

class FoldStatisticsTest : public FoldPerftTest {
 protected:
  void SetUp() override {
    FoldPerftTest::SetUp();
    request_.set_statistics(true);
    plan_ = *PerftPlan::Make(*ToPerftQuestion(request_), nullptr);
    ASSERT_EQ(plan_->size(), 20u);
  }

  void AddUnit(uint64_t number, uint64_t first, uint64_t size,
               Statistic statistic, uint64_t value) {
    FoldPerftTest::AddUnit(number, first, size);
    results_.back().figures =
        FiguresWithStatistics(std::vector<uint64_t>(size, 30), statistic, value)
            .SerializeAsString();
  }
};

TEST_F(FoldStatisticsTest, AddsUpEveryColumn) {
  AddUnit(0, 0, 12, kDirectChecks, 5);
  AddUnit(1, 12, 8, kDoubleDiscoveredMates, 3);
  const auto result = Fold();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->nodes(), "600");
  EXPECT_EQ(result->statistics().size(), StatisticsFields().size());
  EXPECT_EQ(result->statistics().at("captures"), "0");
  EXPECT_EQ(result->statistics().at("direct_checks"), "60");
  EXPECT_EQ(result->statistics().at("total_checks"), "60");
  EXPECT_EQ(result->statistics().at("total_mates"), "24");
  EXPECT_EQ(result->statistics().at("checks_incl_mates"), "84");
}

TEST_F(FoldStatisticsTest, RefusesAResultWithoutThem) {
  AddUnit(0, 0, 12, kDirectChecks, 5);
  FoldPerftTest::AddUnit(1, 12, 8);
  ExpectInternal("unit 1 has no usable result");
}

TEST_F(FoldStatisticsTest, SaysWhereTwoResultsDiffer) {
  AddUnit(0, 0, 20, kDirectChecks, 5);
  ResultRow other = results_.front();
  results_.front().worker = "a";
  other.worker = "b";
  EXPECT_EQ(FirstDifference(*plan_, units_[0], results_[0], other), "");
  other.figures =
      FiguresWithStatistics(std::vector<uint64_t>(20, 30), kDirectChecks, 6)
          .SerializeAsString();
  EXPECT_THAT(FirstDifference(*plan_, units_[0], results_[0], other),
              HasSubstr("worker a counts 5 direct_checks, worker b 6"));
}

TEST_F(FoldPerftTest, AnswersEachEntryOfASuite) {
  request_ = Suite({kStartpos, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", kStartpos}, 1);
  plan_ = *PerftPlan::Make(*ToPerftQuestion(request_), nullptr);
  ASSERT_EQ(plan_->size(), 3u);
  AddUnit(0, 0, 3, 7);
  const auto result = Fold();
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(result->suite_nodes(), testing::ElementsAre("7", "7", "7"));
  EXPECT_EQ(result->nodes(), "21");
}

TEST_F(FoldPerftTest, SaysWhereTwoResultsDiffer) {
  std::vector<uint64_t> counts(10, 380);
  AddUnit(1, 10, 10, 380);
  ResultRow other = results_.front();
  results_.front().worker = "a";
  other.worker = "b";
  EXPECT_EQ(FirstDifference(*plan_, units_[0], results_[0], other), "");
  counts[3] = 381;
  counts[7] = 0;
  other.figures = Figures(counts).SerializeAsString();
  const absl::StatusOr<Position> position =
      Unpack(plan_->Positions(13, 1)->front());
  EXPECT_EQ(FirstDifference(*plan_, units_[0], results_[0], other),
            "2 plies below position 13 of the plan (" + position->ToFen() +
                ") worker a counts 380 leaves, worker b 381");
  counts.pop_back();
  other.figures = Figures(counts).SerializeAsString();
  EXPECT_EQ(FirstDifference(*plan_, units_[0], results_[0], other), "");
  other.figures = "\xff\xff\xff";
  EXPECT_EQ(FirstDifference(*plan_, units_[0], results_[0], other), "");
}

TEST_F(FoldPerftTest, RefusesAMissingUnit) {
  AddUnit(0, 0, 10);
  ExpectInternal("units cover 10 of 20 positions");
}

TEST_F(FoldPerftTest, RefusesNoUnits) {
  ExpectInternal("units cover 0 of 20 positions");
}

TEST_F(FoldPerftTest, RefusesUnitsThatOverlap) {
  // As many positions as there are, but not each of them.
  AddUnit(0, 0, 10);
  AddUnit(1, 5, 10);
  ExpectInternal("unit 1 has position 5, which another unit has, too");
}

TEST_F(FoldPerftTest, RefusesAUnitBeyondThePlan) {
  AddUnit(0, 0, 10);
  AddUnit(1, 11, 10);
  ExpectInternal("unit 1 has no usable result");
}

TEST_F(FoldPerftTest, RefusesAUnitWhoseEndIsBeyondItsType) {
  AddUnit(0, std::numeric_limits<uint64_t>::max(), 2);
  ExpectInternal("unit 0 has no usable result");
}

TEST_F(FoldPerftTest, RefusesAUnitWithoutResult) {
  AddUnit(0, 0, 10);
  AddUnit(1, 10, 5);
  AddUnit(2, 15, 5);
  results_.erase(results_.begin() + 1);
  ExpectInternal("unit 1 has no usable result");
}

TEST_F(FoldPerftTest, RefusesAResultOfAnotherLength) {
  AddUnit(0, 0, 10);
  AddUnit(1, 10, 10);
  results_[1].figures =
      Figures(std::vector<uint64_t>(9, 1)).SerializeAsString();
  ExpectInternal("unit 1 has no usable result");
}

TEST_F(FoldPerftTest, RefusesAResultThatCannotBeRead) {
  AddUnit(0, 0, 20);
  results_[0].figures = "\xff\xff\xff";
  ExpectInternal("unit 0 has no usable result");
}

}  // namespace
}  // namespace rookery::coordinator
