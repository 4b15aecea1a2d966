#include "worker/unit_counter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "core/board/packed_position.h"
#include "core/perft/kernel_registry.h"
#include "proto/support/positions.h"
#include "tests/unit/worker/test_units.h"

namespace rookery::worker {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<const Kernel*> AllKernels() {
  const auto kernels = AvailableKernels();
  return {kernels.begin(), kernels.end()};
}

// A kernel that ends as it is told, without counting.
class ScriptedKernel final : public Kernel {
 public:
  explicit ScriptedKernel(CountResult result) : result_(result) {}
  std::string_view name() const override { return "scripted"; }
  CountResult Count(const CountRequest& request) const override {
    std::fill(request.counts.begin(), request.counts.end(), ~uint64_t{0});
    return result_;
  }

 private:
  const CountResult result_;
};

const std::atomic<bool> kNotCancelled = false;

TEST(UnitCounterTest, CountsEveryPositionInOrder) {
  const UnitCounter counter(AllKernels(), nullptr);
  const auto counted =
      counter.Count(PerftUnit(7, {"startpos", kKiwipete}, 3), kNotCancelled);
  ASSERT_TRUE(counted.has_value());
  EXPECT_THAT(Counts(counted->result), ElementsAre(8902, 97862));
  EXPECT_EQ(counted->leaves, 8902u + 97862u);
  EXPECT_EQ(counted->result.job_id(), "job");
  EXPECT_EQ(counted->result.number(), 7u);
  EXPECT_EQ(counted->result.kernel(), AvailableKernels().front()->name());
  EXPECT_EQ(counted->result.hash_seed(), 0u);
}

TEST(UnitCounterTest, CountsOneLeafAtDepthZero) {
  const UnitCounter counter(AllKernels(), nullptr);
  const auto counted =
      counter.Count(PerftUnit(0, {"startpos", kKiwipete}, 0), kNotCancelled);
  ASSERT_TRUE(counted.has_value());
  EXPECT_THAT(Counts(counted->result), ElementsAre(1, 1));
}

TEST(UnitCounterTest, UsesTheTableAndNamesItsSeed) {
  const auto table = HashTable::Create(1, 42);
  ASSERT_TRUE(table.ok());
  const UnitCounter counter(AllKernels(), table->get());
  const auto counted =
      counter.Count(PerftUnit(0, {"startpos"}, 4), kNotCancelled);
  ASSERT_TRUE(counted.has_value());
  EXPECT_THAT(Counts(counted->result), ElementsAre(197281));
  EXPECT_EQ(counted->result.hash_seed(), 42u);
}

TEST(UnitCounterTest, PrefersTheFirstKernelNamedThatItHas) {
  const UnitCounter counter(AllKernels(), nullptr);
  v1::Unit unit = PerftUnit(0, {"startpos"}, 2);
  unit.mutable_perft()->add_preferred_kernels("of another release");
  unit.mutable_perft()->add_preferred_kernels("reference");
  const auto counted = counter.Count(unit, kNotCancelled);
  ASSERT_TRUE(counted.has_value());
  EXPECT_EQ(counted->result.kernel(), "reference");
  EXPECT_THAT(Counts(counted->result), ElementsAre(400));
}

std::vector<uint64_t> Column(const v1::UnitResult& result,
                             const std::string& name) {
  for (const v1::StatisticsColumn& column : result.perft().statistics()) {
    if (column.name() == name)
      return {column.values().begin(), column.values().end()};
  }
  return {};
}

TEST(UnitCounterTest, CountsStatisticsBesideTheLeaves) {
  const auto table = HashTable::Create(1, 42);
  ASSERT_TRUE(table.ok());
  for (HashTable* const used :
       {static_cast<HashTable*>(nullptr), table->get()}) {
    const UnitCounter counter(AllKernels(), used);
    v1::Unit unit = PerftUnit(0, {"startpos", kKiwipete}, 3);
    unit.mutable_perft()->set_statistics(true);
    const auto counted = counter.Count(unit, kNotCancelled);
    ASSERT_TRUE(counted.has_value());
    EXPECT_THAT(Counts(counted->result), ElementsAre(8902, 97862));
    EXPECT_EQ(counted->leaves, 8902u + 97862u);
    EXPECT_EQ(counted->result.perft().statistics_size(), 13);
    EXPECT_THAT(Column(counted->result, "captures"), ElementsAre(34, 17102));
    EXPECT_THAT(Column(counted->result, "direct_checks"), ElementsAre(12, 992));
    EXPECT_THAT(Column(counted->result, "direct_mates"), ElementsAre(0, 1));
    EXPECT_EQ(counted->probes.misses == 0, used == nullptr);
  }
}

TEST(UnitCounterTest, CountsStatisticsWithAKernelThatItMayUse) {
  v1::Unit unit = PerftUnit(0, {"startpos"}, 2);
  unit.mutable_perft()->set_statistics(true);
  const ScriptedKernel scripted(CountResult::kOverflow);
  const auto counted =
      UnitCounter({&scripted}, nullptr).Count(unit, kNotCancelled);
  ASSERT_TRUE(counted.has_value());
  EXPECT_THAT(Counts(counted->result), ElementsAre(400)) << "the best there is";
  const auto by_reference = UnitCounter({AvailableKernels().back()}, nullptr)
                                .Count(unit, kNotCancelled);
  EXPECT_EQ(by_reference->result.kernel(), "reference");
  unit.mutable_perft()->add_preferred_kernels("reference");
  EXPECT_EQ(UnitCounter(AllKernels(), nullptr)
                .Count(unit, kNotCancelled)
                ->result.kernel(),
            "reference");
}

TEST(UnitCounterTest, GivesNothingWhenItIsCancelled) {
  const ScriptedKernel kernel(CountResult::kCancelled);
  const UnitCounter counter({&kernel}, nullptr);
  EXPECT_FALSE(
      counter.Count(PerftUnit(0, {"startpos"}, 2), kNotCancelled).has_value());
  v1::Unit unit = PerftUnit(0, {"startpos"}, 3);
  unit.mutable_perft()->set_statistics(true);
  EXPECT_FALSE(counter.Count(unit, /*cancelled=*/true).has_value());
}

TEST(UnitCounterTest, SumsLeavesWithoutAWrap) {
  const ScriptedKernel kernel(CountResult::kDone);
  const UnitCounter counter({&kernel}, nullptr);
  const auto counted =
      counter.Count(PerftUnit(0, {"startpos", kKiwipete}, 2), kNotCancelled);
  ASSERT_TRUE(counted.has_value());
  EXPECT_EQ(counted->leaves, ~uint64_t{0});
}

struct BadPayload {
  std::string name;
  std::function<void(v1::Unit&)> spoil;
  absl::StatusCode code;
  std::string says;
};

void PrintTo(const BadPayload& payload, std::ostream* out) {
  *out << payload.name;
}

class BadPayloadTest : public ::testing::TestWithParam<BadPayload> {};

TEST_P(BadPayloadTest, GivesAFailureInsteadOfFigures) {
  const UnitCounter counter(AllKernels(), nullptr);
  v1::Unit unit = PerftUnit(3, {"startpos", kKiwipete}, 2);
  GetParam().spoil(unit);
  const auto counted = counter.Count(unit, kNotCancelled);
  ASSERT_TRUE(counted.has_value());
  const v1::UnitResult& result = counted->result;
  ASSERT_TRUE(result.has_failure());
  EXPECT_EQ(result.failure().code(), static_cast<int>(GetParam().code))
      << result.failure().message();
  EXPECT_THAT(result.failure().message(), HasSubstr(GetParam().says));
  EXPECT_LE(result.failure().message().size(), 1024u);
  EXPECT_EQ(result.job_id(), "job");
  EXPECT_EQ(result.number(), 3u);
  EXPECT_EQ(counted->leaves, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Payloads, BadPayloadTest,
    ::testing::Values(
        BadPayload{"Garbage",
                   [](v1::Unit& unit) {
                     unit.mutable_perft()->set_positions("\xff\x00garbage");
                   },
                   absl::StatusCode::kInvalidArgument, ""},
        BadPayload{
            "NoBytes",
            [](v1::Unit& unit) { unit.mutable_perft()->clear_positions(); },
            absl::StatusCode::kInvalidArgument, ""},
        BadPayload{"Truncated",
                   [](v1::Unit& unit) {
                     std::string& bytes =
                         *unit.mutable_perft()->mutable_positions();
                     bytes.resize(bytes.size() / 2);
                   },
                   absl::StatusCode::kInvalidArgument, ""},
        BadPayload{
            "MorePositionsThanSaid",
            [](v1::Unit& unit) { unit.mutable_perft()->set_position_count(1); },
            absl::StatusCode::kInvalidArgument, ""},
        BadPayload{
            "FewerPositionsThanSaid",
            [](v1::Unit& unit) { unit.mutable_perft()->set_position_count(3); },
            absl::StatusCode::kInvalidArgument, ""},
        BadPayload{
            "NoPositions",
            [](v1::Unit& unit) { unit.mutable_perft()->set_position_count(0); },
            absl::StatusCode::kInvalidArgument, "position_count 0"},
        BadPayload{"TooManyPositions",
                   [](v1::Unit& unit) {
                     unit.mutable_perft()->set_position_count(0xffffffff);
                   },
                   absl::StatusCode::kInvalidArgument,
                   "position_count 4294967295"},
        BadPayload{"PositionWithoutKings",
                   [](v1::Unit& unit) {
                     const std::vector<PackedPosition> empty(2);
                     unit.mutable_perft()->set_positions(
                         CompressPositions(empty));
                   },
                   absl::StatusCode::kInvalidArgument, ""},
        BadPayload{"TooDeep",
                   [](v1::Unit& unit) { unit.mutable_perft()->set_depth(33); },
                   absl::StatusCode::kInvalidArgument, "depth 33"},
        BadPayload{"Audit",
                   [](v1::Unit& unit) { unit.mutable_audit()->set_games("x"); },
                   absl::StatusCode::kUnimplemented, "audit"},
        BadPayload{
            "Analysis",
            [](v1::Unit& unit) { unit.mutable_analysis()->set_multi_pv(1); },
            absl::StatusCode::kUnimplemented, "analysis"},
        BadPayload{"None", [](v1::Unit& unit) { unit.clear_payload(); },
                   absl::StatusCode::kUnimplemented, "unknown"}),
    [](const ::testing::TestParamInfo<BadPayload>& param) {
      return param.param.name;
    });

TEST(UnitCounterTest, ReportsACountThatLeaves64Bits) {
  const ScriptedKernel kernel(CountResult::kOverflow);
  const UnitCounter counter({&kernel}, nullptr);
  const auto counted =
      counter.Count(PerftUnit(0, {"startpos"}, 20), kNotCancelled);
  ASSERT_TRUE(counted.has_value());
  EXPECT_FALSE(counted->result.has_perft());
  EXPECT_EQ(counted->result.failure().code(),
            static_cast<int>(absl::StatusCode::kOutOfRange));
}

}  // namespace
}  // namespace rookery::worker
