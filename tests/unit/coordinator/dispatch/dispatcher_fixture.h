// A dispatcher with a clock that the test moves and a ledger in memory.
#ifndef ROOKERY_TESTS_UNIT_COORDINATOR_DISPATCH_DISPATCHER_FIXTURE_H_
#define ROOKERY_TESTS_UNIT_COORDINATOR_DISPATCH_DISPATCHER_FIXTURE_H_

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/dispatch/dispatcher.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_id_generator.h"
#include "tests/unit/coordinator/dispatch/memory_ledger.h"

namespace rookery::coordinator {

// Counts what it hears.
class CountingObserver final : public DispatchObserver {
 public:
  void LeaseGranted(absl::Duration duration) override {
    ++granted;
    waited = duration;
  }
  void LeaseDuplicated() override { ++duplicated; }
  void LeaseEnded(LeaseEnd end) override { ++ended[end]; }
  void ReportJudged(ReportOutcome outcome) override { ++judged[outcome]; }
  void UnitBusy(absl::Duration busy, bool succeeded) override {
    (succeeded ? succeeded_busy : failed_busy) += busy;
  }

  int granted = 0;
  int duplicated = 0;
  absl::Duration waited;
  std::map<LeaseEnd, int> ended;
  std::map<ReportOutcome, int> judged;
  absl::Duration succeeded_busy;
  absl::Duration failed_busy;
};

// Unless a test says otherwise, everything is durable at once, units have ten
// items, and a lease lives for a minute.
class DispatcherFixture : public testing::Test {
 protected:
  static constexpr absl::Duration kTimeToLive = absl::Seconds(60);

  DispatcherFixture() { Restart(); }

  // A job of `units` units of ten items.
  static JobSpec TenItemUnits(const std::string& job_id, uint64_t units) {
    JobSpec spec;
    spec.job_id = job_id;
    spec.sections = {{.count = 10 * units, .seconds_per_item = 0.1}};
    return spec;
  }

  void Restart() {
    Dispatcher::Options options;
    options.lease_time_to_live = kTimeToLive;
    options.unit_duration = absl::Seconds(1);
    dispatcher_ =
        std::make_unique<Dispatcher>(&clock_, &ids_, &observer_, options);
  }

  absl::Status RestoreFromLedger(const JobSpec& spec) {
    Effects effects;
    absl::Status status = dispatcher_->RestoreJob(
        spec, ledger_.Units(spec.job_id), ledger_.Leases(spec.job_id),
        ledger_.Results(spec.job_id), &effects);
    Commit(std::move(effects));
    return status;
  }

  void Commit(Effects effects) {
    for (EndedJob& ended : effects.ended_jobs)
      ended_.push_back(std::move(ended));
    if (effects.writes.empty()) return;
    ledger_.Apply(effects.writes);
    Effects next;
    dispatcher_->WritesDurable(effects.writes, &next);
    Commit(std::move(next));
  }

  std::vector<Grant> Acquire(const std::string& worker,
                             uint32_t max_units = 1) {
    Effects effects;
    const bool expected = dispatcher_->HasWorkFor(worker);
    std::vector<Grant> grants =
        dispatcher_->Acquire(worker, max_units, &effects);
    if (!grants.empty()) {
      EXPECT_TRUE(expected) << worker;
    }
    Commit(std::move(effects));
    return grants;
  }

  // Requires: there is something for the worker.
  Grant AcquireOne(const std::string& worker) {
    std::vector<Grant> grants = Acquire(worker);
    EXPECT_EQ(grants.size(), 1u) << worker;
    return grants.empty() ? Grant() : grants.front();
  }

  static Report Figures(const Grant& grant,
                        const std::string& figures = "right") {
    Report report;
    report.lease_id = grant.lease_id;
    report.job_id = grant.job_id;
    report.unit = grant.unit;
    report.replica = grant.replica;
    report.figures = figures;
    report.kernel = "test";
    report.busy_time = absl::Seconds(1);
    return report;
  }

  static Report Failure(const Grant& grant,
                        const std::string& failure = "out of memory") {
    Report report = Figures(grant, "");
    report.kind = Report::Kind::kFailure;
    report.failure = failure;
    return report;
  }

  ReportOutcome Complete(const std::string& worker, const Report& report) {
    Effects effects;
    const ReportOutcome outcome =
        dispatcher_->Complete(worker, report, &effects);
    Commit(std::move(effects));
    return outcome;
  }

  std::vector<std::string> Heartbeat(const std::string& worker,
                                     std::vector<std::string> lease_ids = {}) {
    return dispatcher_->Heartbeat(worker, lease_ids);
  }

  void Release(const std::string& worker, std::vector<std::string> lease_ids) {
    Effects effects;
    dispatcher_->Release(worker, lease_ids, &effects);
    Commit(std::move(effects));
  }

  void Remove(const std::string& job_id) {
    Effects effects;
    dispatcher_->RemoveJob(job_id, &effects);
    Commit(std::move(effects));
  }

  // Time passes, and the dispatcher notices.
  void Pass(absl::Duration duration) {
    clock_.Advance(duration);
    Effects effects;
    dispatcher_->Tick(&effects);
    dispatcher_->WriteAgain(&effects);
    Commit(std::move(effects));
  }

  std::string WaitingFor(const std::string& job_id) {
    return dispatcher_->SnapshotJob(job_id)->waiting_for;
  }

  daemon::FakeClock clock_;
  daemon::FakeIdGenerator ids_;
  CountingObserver observer_;
  MemoryLedger ledger_;
  std::unique_ptr<Dispatcher> dispatcher_;
  std::vector<EndedJob> ended_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_TESTS_UNIT_COORDINATOR_DISPATCH_DISPATCHER_FIXTURE_H_
