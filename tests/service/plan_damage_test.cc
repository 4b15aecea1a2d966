// A plan on disk that is damaged while its job runs: it is made again, nothing
// is counted wrong, and a disk that goes on so ends the job by name.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/perft/frontier/frontier.h"
#include "tests/service/coordinator_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// Too many positions for the memory of these tests, one ply above the leaves.
constexpr uint32_t kDepth = 6;
constexpr int kPlies = 5;
constexpr char kNodes[] = "119060324";

class PlanDamageTest : public CoordinatorFixture {
 protected:
  // A running job whose plan is on disk, and of which nothing was computed.
  void SetUp() override {
    Start();
    job_ = Run(Perft(kStartpos, kDepth));
    Stop();
    Sql(absl::StrCat("UPDATE jobs SET plan = '", Description(), "'"));
    Start({.unit_items = 131'000,
           .frontier_memory = 20 << 20,
           .spill_folder = testing::TempDir()});
    a_ = Register("a");
    WaitForThePlan();
  }

  // How a plan of so many plies is described.
  static std::string Description() {
    Frontier frontier(Position::FromFen(kStartpos).value());
    while (frontier.plies() < kPlies) EXPECT_TRUE(frontier.Extend({}).ok());
    return absl::StrCat("frontier version=1 plies=", kPlies,
                        " positions=", frontier.size(),
                        " digest=", frontier.Digest().value());
  }

  void WaitForThePlan() {
    WaitUntil("the plan is there", [&] {
      const absl::StatusOr<v1::Job> now = Get(job_);
      return now.ok() && !now->progress().waiting_for().starts_with("the plan");
    });
  }

  // Overwrites all that this process keeps on disk without a name.
  static void DamageSpillFiles() {
    int damaged = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code error;
      const std::string target =
          std::filesystem::read_symlink(entry.path(), error).string();
      if (target.find("rookery-spill-") == std::string::npos) continue;
      const int file = open(entry.path().c_str(), O_WRONLY | O_CLOEXEC);
      ASSERT_GE(file, 0);
      struct stat status = {};
      ASSERT_EQ(fstat(file, &status), 0);
      const std::vector<char> garbage(static_cast<size_t>(status.st_size), 'x');
      EXPECT_EQ(pwrite(file, garbage.data(), garbage.size(), 0),
                status.st_size);
      close(file);
      ++damaged;
    }
    ASSERT_GT(damaged, 0);
  }

  std::string job_;
  std::string a_;
};

TEST_F(PlanDamageTest, MakesThePlanAgainAndCountsExactly) {
  const v1::Lease before = AcquireOne(a_);
  DamageSpillFiles();
  EXPECT_THAT(Acquire(a_), IsEmpty());
  // What was leased before goes on.
  EXPECT_THAT(VoidLeases(a_, {before.lease_id()}), IsEmpty());
  WaitForThePlan();
  EXPECT_EQ(Complete(a_, Count(before)), v1::OUTCOME_ACCEPTED);
  std::vector<v1::Lease> rest;
  for (std::vector<v1::Lease> one = Acquire(a_); !one.empty();
       one = Acquire(a_))
    rest.push_back(one[0]);
  const v1::Lease last = rest.back();
  rest.pop_back();
  for (const v1::Lease& lease : rest)
    EXPECT_EQ(Complete(a_, Count(lease)), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Sql("SELECT count(*) FROM leases WHERE ended = 'released'"), "1");
  EXPECT_EQ(Sql("SELECT sum(failures) FROM units"), "0");

  // Long afterwards, and nobody notices until all is added up.
  clock_.Advance(absl::Hours(2));
  DamageSpillFiles();
  EXPECT_EQ(Complete(a_, Count(last)), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Ended(job_).perft_result().nodes(), kNodes);
}

TEST_F(PlanDamageTest, EndsTheJobWhereItHappensAgainAtOnce) {
  for (int time = 0; time < 2; ++time) {
    WaitForThePlan();
    DamageSpillFiles();
    EXPECT_THAT(Acquire(a_), IsEmpty());
  }
  const v1::Job ended = Ended(job_);
  EXPECT_EQ(ended.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(ended.error(),
              StartsWith("plan, for the second time: frontier "));
  EXPECT_THAT(ended.error(), HasSubstr("corrupted"));
  // Nobody was blamed for it, and others go on.
  EXPECT_EQ(Sql("SELECT sum(failures) FROM units"), "0");
  const std::string other = Run(Perft(kStartpos, 3));
  WorkOff({a_});
  EXPECT_EQ(Ended(other).perft_result().nodes(), "8902");
}

}  // namespace
}  // namespace rookery::coordinator
