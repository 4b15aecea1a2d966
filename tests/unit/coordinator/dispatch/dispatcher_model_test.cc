// Random histories of a small cluster: workers crash, hand back, fall silent
// and come back, report late and twice, hold units for so long that others get
// them as well; the ledger is slow and sometimes fails; the coordinator is
// killed and starts anew from the rows. Whatever happens, a job that succeeds
// has every item of its plan covered exactly once for each replica, by
// different workers, and once the trouble is over every job ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "coordinator/dispatch/dispatcher.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_id_generator.h"
#include "tests/unit/coordinator/dispatch/memory_ledger.h"

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kTimeToLive = absl::Seconds(10);

class Cluster {
 public:
  explicit Cluster(uint64_t seed) : random_(seed) {
    Start();
    const int jobs = Draw(1, 3);
    for (int i = 0; i < jobs; ++i) {
      JobSpec spec;
      spec.job_id = absl::StrCat("job", i);
      for (int section = Draw(1, 3); section > 0; --section)
        spec.sections.push_back({static_cast<uint64_t>(Draw(1, 200)), 0.1});
      spec.weight = Draw(1, 4);
      spec.replicas = Draw(1, 3) == 1 ? Draw(2, 3) : 1;
      spec.verify_share = Draw(1, 3) == 1 ? 0.3 : 0;
      specs_.emplace(spec.job_id, spec);
      dispatcher_->AddJob(spec);
    }
    for (int i = Draw(1, 5); i > 0; --i) AddWorker();
  }

  void Trouble(int steps) {
    for (int i = 0; i < steps && !specs_.empty(); ++i) {
      const int drawn = Draw(0, 999);
      if (drawn < 5) {
        KillCoordinator();
      } else if (drawn < 10) {
        KillWorker();
      } else if (drawn < 20) {
        SetModeOfOne();
      } else {
        Step(/*trouble=*/true);
      }
    }
  }

  // No more trouble: everything must end. Returns false if it does not.
  bool Finish() {
    for (auto& [id, worker] : workers_)
      dispatcher_->SetWorkerMode(id, Dispatcher::WorkerMode::kActive);
    for (int i = 0; i < 5; ++i) AddWorker();
    for (int i = 0; i < 30'000 && !specs_.empty(); ++i) Step(/*trouble=*/false);
    return specs_.empty();
  }

  int duplicated() const { return observer_.duplicated; }
  int succeeded() const { return succeeded_; }
  int failed() const { return failed_; }

 private:
  struct Worker {
    std::vector<Grant> held;
    std::vector<Grant> reported;  // and acknowledged
    bool silent = false;
  };
  struct Batch {
    std::vector<LedgerWrite> writes;
    std::function<void(bool durable)> done;
  };

  int Draw(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random_);
  }
  bool OneIn(int n) { return Draw(1, n) == 1; }

  void Start() {
    Dispatcher::Options options;
    options.lease_time_to_live = kTimeToLive;
    options.unit_duration = absl::Seconds(1);
    dispatcher_ =
        std::make_unique<Dispatcher>(&clock_, &ids_, &observer_, options);
  }

  void AddWorker() {
    const std::string id = absl::StrCat("worker", next_worker_++);
    workers_[id];
    dispatcher_->AddWorker(id, Draw(1, 4));
  }

  std::pair<const std::string, Worker>& AnyWorker() {
    auto worker = workers_.begin();
    std::advance(worker, Draw(0, static_cast<int>(workers_.size()) - 1));
    return *worker;
  }

  void KillWorker() {
    workers_.erase(AnyWorker().first);
    AddWorker();
  }

  void SetModeOfOne() {
    const Dispatcher::WorkerMode modes[] = {
        Dispatcher::WorkerMode::kActive, Dispatcher::WorkerMode::kActive,
        Dispatcher::WorkerMode::kDraining, Dispatcher::WorkerMode::kBlocked};
    dispatcher_->SetWorkerMode(AnyWorker().first, modes[Draw(0, 3)]);
  }

  // Of what is on its way to the ledger a part arrives, but nobody hears of it.
  void KillCoordinator() {
    for (int arrived = Draw(0, static_cast<int>(queue_.size())); arrived > 0;
         --arrived) {
      ledger_.Apply(queue_.front().writes);
      queue_.pop_front();
    }
    std::deque<Batch> lost = std::exchange(queue_, {});
    Start();
    for (const auto& [id, worker] : workers_) dispatcher_->AddWorker(id, 2);
    const std::map<std::string, JobSpec> specs = specs_;
    for (const auto& [id, spec] : specs) {
      Effects effects;
      const absl::Status status =
          dispatcher_->RestoreJob(spec, ledger_.Units(id), ledger_.Leases(id),
                                  ledger_.Results(id), &effects);
      ASSERT_TRUE(status.ok()) << status;
      Commit(std::move(effects), nullptr);
    }
    for (Batch& batch : lost) {
      if (batch.done) batch.done(false);  // workers see a broken connection
    }
  }

  void Commit(Effects effects, std::function<void(bool)> done) {
    if (!effects.writes.empty() || done)
      queue_.push_back({std::move(effects.writes), std::move(done)});
    for (const EndedJob& ended : effects.ended_jobs) EndJob(ended);
  }

  void CommitNext(bool fails) {
    if (queue_.empty()) return;
    const Batch batch = std::move(queue_.front());
    queue_.pop_front();
    Effects next;
    if (fails) {
      dispatcher_->WritesFailed(batch.writes);
    } else {
      ledger_.Apply(batch.writes);
      dispatcher_->WritesDurable(batch.writes, &next);
    }
    if (batch.done) batch.done(!fails);
    Commit(std::move(next), nullptr);
  }

  void EndJob(const EndedJob& ended) {
    ASSERT_EQ(specs_.count(ended.job_id), 1u) << ended.job_id << " ended twice";
    if (ended.status.ok()) {
      CheckCoverage(specs_.at(ended.job_id));
      ++succeeded_;
    } else {
      // All figures are right here, so the only reason is a run of bad luck.
      ASSERT_NE(std::string(ended.status.message()).find("times in a row"),
                std::string::npos)
          << ended.status;
      ++failed_;
    }
    specs_.erase(ended.job_id);
    Effects effects;
    dispatcher_->RemoveJob(ended.job_id, &effects);
    Commit(std::move(effects), nullptr);
  }

  // Only what the ledger holds counts.
  void CheckCoverage(const JobSpec& spec) {
    std::vector<int> covered;
    std::set<uint64_t> section_ends;
    for (const Section& section : spec.sections) {
      covered.resize(covered.size() + section.count);
      section_ends.insert(covered.size());
    }
    std::map<uint64_t, UnitRow> units;
    for (const UnitRow& unit : ledger_.Units(spec.job_id)) {
      units.emplace(unit.number, unit);
      for (uint64_t item = unit.first; item < unit.first + unit.count; ++item)
        ++covered.at(item);
      ASSERT_LE(unit.first + unit.count, *section_ends.upper_bound(unit.first));
    }
    ASSERT_TRUE(std::all_of(covered.begin(), covered.end(),
                            [](int count) { return count == 1; }));
    std::map<uint64_t, std::set<std::string>> workers_of;
    for (const ResultRow& result : ledger_.Results(spec.job_id)) {
      const UnitRow& unit = units.at(result.unit);
      ASSERT_EQ(result.figures, FiguresOf(unit.job, unit.first, unit.count));
      ASSERT_TRUE(workers_of[result.unit].insert(result.worker).second);
    }
    for (const auto& [number, unit] : units) {
      ASSERT_GE(unit.replicas, spec.replicas);
      ASSERT_EQ(workers_of[number].size(), unit.replicas);
    }
    std::map<std::pair<uint64_t, std::string>, uint32_t> replica_of;
    for (const LeaseRow& lease : ledger_.Leases(spec.job_id)) {
      const auto [position, is_new] =
          replica_of.try_emplace({lease.unit, lease.worker}, lease.replica);
      ASSERT_EQ(position->second, lease.replica)
          << lease.worker << " leased two replicas of unit " << lease.unit;
    }
  }

  static std::string FiguresOf(const std::string& job, uint64_t first,
                               uint64_t count) {
    return absl::StrCat(job, ":", first, "+", count);
  }

  void Step(bool trouble) {
    if (OneIn(3)) CommitNext(trouble && OneIn(20));
    if (OneIn(4)) {
      clock_.Advance(
          absl::Milliseconds(Draw(0, trouble && OneIn(100) ? 12'000 : 100)));
      Effects effects;
      dispatcher_->Tick(&effects);
      dispatcher_->WriteAgain(&effects);
      Commit(std::move(effects), nullptr);
    }
    auto& [id, worker] = AnyWorker();
    if (trouble && OneIn(200)) worker.silent = !worker.silent;
    if (!trouble) worker.silent = false;
    if (worker.silent) return;
    Beat(id, worker);
    switch (Draw(0, 3)) {
      case 0:
        AcquireFor(id, worker);
        break;
      case 1:
      case 2:
        if (!worker.held.empty()) ReportOne(id, worker, trouble);
        break;
      default:
        if (trouble) Misbehave(id, worker);
    }
  }

  void Beat(const std::string& id, Worker& worker) {
    std::vector<std::string> lease_ids;
    for (const Grant& grant : worker.held) lease_ids.push_back(grant.lease_id);
    const std::vector<std::string> void_ids =
        dispatcher_->Heartbeat(id, lease_ids);
    if (OneIn(2)) return;  // not every worker listens
    std::erase_if(worker.held, [&](const Grant& grant) {
      return std::find(void_ids.begin(), void_ids.end(), grant.lease_id) !=
             void_ids.end();
    });
  }

  void AcquireFor(const std::string& id, Worker& worker) {
    if (worker.held.size() >= 6) return;
    const bool expected = dispatcher_->HasWorkFor(id);
    Effects effects;
    std::vector<Grant> grants = dispatcher_->Acquire(id, Draw(1, 4), &effects);
    ASSERT_TRUE(expected || grants.empty());
    // A call that finds nothing is not to be repeated at once.
    ASSERT_FALSE(grants.empty() && dispatcher_->HasWorkFor(id));
    Commit(std::move(effects), [this, id = id, grants](bool durable) {
      const auto found = workers_.find(id);
      if (!durable || found == workers_.end()) return;
      found->second.held.insert(found->second.held.end(), grants.begin(),
                                grants.end());
    });
  }

  void ReportOne(const std::string& id, Worker& worker, bool trouble) {
    const size_t index = Draw(0, static_cast<int>(worker.held.size()) - 1);
    const Grant grant = worker.held[index];
    Report report = ReportOf(grant);
    if (trouble && OneIn(50)) {
      report.kind =
          OneIn(2) ? Report::Kind::kFailure : Report::Kind::kInvalidFigures;
      report.failure = "bad luck";
    }
    Effects effects;
    const ReportOutcome outcome = dispatcher_->Complete(id, report, &effects);
    ASSERT_NE(outcome, ReportOutcome::kConflict);
    const bool is_stored = outcome == ReportOutcome::kAccepted ||
                           outcome == ReportOutcome::kDuplicate;
    const bool has_figures = report.kind == Report::Kind::kFigures;
    Commit(std::move(effects), [this, id = id, grant, is_stored,
                                has_figures](bool durable) {
      if (!durable) return;  // the worker hands it in again
      if (is_stored && has_figures) {
        const std::vector<ResultRow> results = ledger_.Results(grant.job_id);
        ASSERT_TRUE(std::any_of(results.begin(), results.end(),
                                [&](const ResultRow& row) {
                                  return row.unit == grant.unit &&
                                         row.replica == grant.replica;
                                }))
            << "acknowledged, but not durable";
      }
      const auto found = workers_.find(id);
      if (found == workers_.end()) return;
      std::erase_if(found->second.held, [&](const Grant& held) {
        return held.lease_id == grant.lease_id;
      });
      if (has_figures) found->second.reported.push_back(grant);
    });
  }

  static Report ReportOf(const Grant& grant) {
    Report report;
    report.lease_id = grant.lease_id;
    report.job_id = grant.job_id;
    report.unit = grant.unit;
    report.replica = grant.replica;
    report.figures = FiguresOf(grant.job_id, grant.first, grant.count);
    report.busy_time = absl::Seconds(1);
    return report;
  }

  void Misbehave(const std::string& id, Worker& worker) {
    if (!worker.reported.empty() && OneIn(3)) {
      const Grant& again =
          worker
              .reported[Draw(0, static_cast<int>(worker.reported.size()) - 1)];
      Effects effects;
      const ReportOutcome outcome =
          dispatcher_->Complete(id, ReportOf(again), &effects);
      ASSERT_TRUE(outcome == ReportOutcome::kDuplicate ||
                  outcome == ReportOutcome::kNotWanted)
          << static_cast<int>(outcome);
      Commit(std::move(effects), nullptr);
    }
    if (worker.held.empty()) return;
    const Grant grant = worker.held.back();
    if (OneIn(10)) {
      worker.held.pop_back();  // it forgets
    } else if (OneIn(5)) {
      worker.held.pop_back();
      Effects effects;
      dispatcher_->Release(id, std::vector<std::string>{grant.lease_id},
                           &effects);
      Commit(std::move(effects), nullptr);
    }
  }

  std::mt19937_64 random_;
  daemon::FakeClock clock_;
  daemon::FakeIdGenerator ids_;
  struct : DispatchObserver {
    void LeaseDuplicated() override { ++duplicated; }
    int duplicated = 0;
  } observer_;
  MemoryLedger ledger_;
  std::unique_ptr<Dispatcher> dispatcher_;
  std::map<std::string, JobSpec> specs_;  // of jobs that have not ended
  std::map<std::string, Worker> workers_;
  std::deque<Batch> queue_;  // on its way to the ledger
  int next_worker_ = 0;
  int succeeded_ = 0;
  int failed_ = 0;
};

class DispatcherModelTest : public testing::TestWithParam<uint64_t> {};

TEST_P(DispatcherModelTest, EveryItemIsCountedExactlyOnceWhateverHappens) {
  constexpr uint64_t kHistories = 50;
  int succeeded = 0;
  int failed = 0;
  int duplicated = 0;
  for (uint64_t history = 0; history < kHistories; ++history) {
    const uint64_t seed = GetParam() * kHistories + history;
    SCOPED_TRACE(seed);
    Cluster cluster(seed);
    cluster.Trouble(1'500);
    if (HasFatalFailure()) return;
    ASSERT_TRUE(cluster.Finish()) << "a job never ends";
    if (HasFatalFailure()) return;
    succeeded += cluster.succeeded();
    failed += cluster.failed();
    duplicated += cluster.duplicated();
  }
  EXPECT_GT(succeeded, 10 * failed) << failed;
  EXPECT_GT(duplicated, 10);
}

INSTANTIATE_TEST_SUITE_P(Seeds, DispatcherModelTest,
                         testing::Range<uint64_t>(0, 10));

}  // namespace
}  // namespace rookery::coordinator
