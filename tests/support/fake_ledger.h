// A ledger in memory that keeps the rules of the real one, and fails or waits
// when a test says so.
//
// tests/unit/coordinator/ledger/ledger_test.cc runs the same tests against it
// and against SqliteLedger.
#ifndef ROOKERY_TESTS_SUPPORT_FAKE_LEDGER_H_
#define ROOKERY_TESTS_SUPPORT_FAKE_LEDGER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

// Thread-safe.
class FakeLedger final : public Ledger {
 public:
  // --- Faults

  // The next Commit stores nothing and returns `status`. Several calls queue.
  void FailNextCommit(absl::Status status) {
    absl::MutexLock lock(&mutex_);
    next_commit_failures_.push_back(std::move(status));
  }

  // Every write (AddJob, Commit, FinishJob) stores nothing and returns
  // `status`, until called with OK.
  void FailWrites(absl::Status status) {
    absl::MutexLock lock(&mutex_);
    write_failure_ = std::move(status);
  }

  // Every FinishJob stores nothing and returns `status`, until called with OK.
  void FailFinishes(absl::Status status) {
    absl::MutexLock lock(&mutex_);
    finish_failure_ = std::move(status);
  }

  // As if another coordinator had raised the epoch.
  void Supersede() {
    FailWrites(absl::FailedPreconditionError(
        "another coordinator took over the ledger"));
  }

  // Every write waits, from now until ReleaseWrites.
  void HoldWrites() {
    absl::MutexLock lock(&mutex_);
    held_ = true;
  }

  void ReleaseWrites() {
    absl::MutexLock lock(&mutex_);
    held_ = false;
    changed_.SignalAll();
  }

  // Returns once a write waits because of HoldWrites.
  void WaitForHeldWrite() {
    absl::MutexLock lock(&mutex_);
    while (waiting_ == 0) changed_.Wait(&mutex_);
  }

  // What reads of these figures find from now on is damaged.
  void DamageFigures(const std::string& job, uint64_t unit, uint32_t replica) {
    absl::MutexLock lock(&mutex_);
    damaged_.push_back({job, unit, replica});
  }

  // --- Looking in

  // How many writes each Commit so far came with, failed ones included.
  std::vector<size_t> commit_sizes() const {
    absl::MutexLock lock(&mutex_);
    return commit_sizes_;
  }

  std::vector<UnitRow> units() const { return Values(units_); }
  std::vector<ResultRow> results() const { return Values(results_); }
  std::vector<ResultRow> conflicts() const { return Values(conflicts_); }
  std::vector<LeaseRow> leases() const {
    absl::MutexLock lock(&mutex_);
    return leases_;
  }

  // --- Ledger

  absl::StatusOr<JobRow> AddJob(const JobRow& job) override {
    absl::MutexLock lock(&mutex_);
    absl::Status status = BeginWrite();
    if (!status.ok()) return status;
    for (const JobRow& stored : jobs_) {
      if (!job.request_id.empty() && stored.request_id == job.request_id) {
        return stored;
      }
    }
    if (FindJob(job.id) != nullptr) {
      return absl::AlreadyExistsError(
          absl::StrCat("job ", job.id, " exists under another request_id"));
    }
    jobs_.push_back(job);
    return job;
  }

  absl::Status ImportJob(const JobRecord& record) override {
    absl::MutexLock lock(&mutex_);
    absl::Status status = BeginWrite();
    if (!status.ok()) return status;
    for (const JobRow& stored : jobs_) {
      if (stored.id == record.job.id ||
          (!stored.request_id.empty() &&
           stored.request_id == record.job.request_id)) {
        return absl::AlreadyExistsError(
            absl::StrCat("job ", record.job.id, ", or its request_id ",
                         record.job.request_id, ", is known"));
      }
    }
    jobs_.push_back(record.job);
    for (const UnitRow& unit : record.units)
      units_.emplace(std::pair(unit.job, unit.number), unit);
    leases_.insert(leases_.end(), record.leases.begin(), record.leases.end());
    for (const ResultRow& result : record.results)
      results_.emplace(KeyOf(result), result);
    return absl::OkStatus();
  }

  absl::Status Commit(std::span<const LedgerWrite> writes) override {
    absl::MutexLock lock(&mutex_);
    absl::Status status = BeginWrite();
    commit_sizes_.push_back(writes.size());
    if (!status.ok()) return status;
    if (!next_commit_failures_.empty()) {
      status = next_commit_failures_.front();
      next_commit_failures_.erase(next_commit_failures_.begin());
      return status;
    }
    undo_.clear();
    for (const LedgerWrite& write : writes) {
      status = std::visit(
          [this](const auto& kind) {
            mutex_.AssertHeld();
            return Apply(kind);
          },
          write);
      if (!status.ok()) {
        for (auto undo = undo_.rbegin(); undo != undo_.rend(); ++undo) {
          (*undo)();
        }
        return status;
      }
    }
    return absl::OkStatus();
  }

  absl::StatusOr<JobRow> FinishJob(const std::string& id, absl::Time at,
                                   const std::string& outcome) override {
    absl::MutexLock lock(&mutex_);
    absl::Status status = BeginWrite();
    status.Update(finish_failure_);
    if (!status.ok()) return status;
    JobRow* job = FindJob(id);
    if (job == nullptr) return NoJob(id);
    if (IsFinal(job->state)) return *job;
    job->state = JobState::kSucceeded;
    job->outcome = outcome;
    job->ended_at = at;
    return *job;
  }

  absl::StatusOr<int64_t> PrunePayloads(absl::Time ended,
                                        int64_t limit) override {
    absl::MutexLock lock(&mutex_);
    absl::Status status = BeginWrite();
    if (!status.ok()) return status;
    for (JobRow& job : jobs_) {
      if (!job.has_payload || !job.ended_at || *job.ended_at > ended) continue;
      int64_t rows = 0;
      const auto goes = [&](const std::string& row_job) {
        return row_job == job.id && rows < limit && ++rows > 0;
      };
      const auto row_goes = [&](const auto& entry) {
        return goes(entry.second.job);
      };
      std::erase_if(leases_,
                    [&](const LeaseRow& lease) { return goes(lease.job); });
      std::erase_if(results_, row_goes);
      std::erase_if(conflicts_, row_goes);
      std::erase_if(units_, row_goes);
      if (rows == 0) {
        job.has_payload = false;
        rows = 1;
      }
      return rows;
    }
    return 0;
  }

  absl::Status ForgetWorkers(absl::Time registered) override {
    absl::MutexLock lock(&mutex_);
    absl::Status status = BeginWrite();
    if (!status.ok()) return status;
    std::erase_if(workers_, [&](const auto& entry) {
      mutex_.AssertHeld();
      const WorkerRow& worker = entry.second;
      return worker.state == "active" && worker.registered_at <= registered &&
             std::none_of(leases_.begin(), leases_.end(),
                          [&worker](const LeaseRow& lease) {
                            return lease.worker == worker.id;
                          });
    });
    return absl::OkStatus();
  }

  absl::StatusOr<JobRow> GetJob(const std::string& id) const override {
    absl::MutexLock lock(&mutex_);
    for (const JobRow& job : jobs_) {
      if (job.id == id) return job;
    }
    return NoJob(id);
  }

  absl::StatusOr<JobRecord> LoadJob(const std::string& id) const override {
    absl::MutexLock lock(&mutex_);
    for (const JobRow& job : jobs_) {
      if (job.id == id) return ReadRecord(job);
    }
    return NoJob(id);
  }

  absl::StatusOr<std::vector<JobRow>> ListJobs(std::optional<JobState> state,
                                               const std::string& after,
                                               int limit) const override {
    absl::MutexLock lock(&mutex_);
    auto next = jobs_.rbegin();
    if (!after.empty()) {
      next = std::find_if(next, jobs_.rend(), [&after](const JobRow& job) {
        return job.id == after;
      });
      if (next == jobs_.rend()) {
        return absl::InvalidArgumentError(
            absl::StrCat("after: no job ", after));
      }
      ++next;
    }
    std::vector<JobRow> jobs;
    for (; next != jobs_.rend() && static_cast<int>(jobs.size()) < limit;
         ++next) {
      if (!state || next->state == *state) jobs.push_back(*next);
    }
    return jobs;
  }

  absl::StatusOr<std::vector<JobRow>> FindAnswers(const std::string& question,
                                                  int limit) const override {
    absl::MutexLock lock(&mutex_);
    std::vector<JobRow> jobs;
    for (auto job = jobs_.rbegin();
         job != jobs_.rend() && static_cast<int>(jobs.size()) < limit; ++job) {
      if (job->question == question && job->state == JobState::kSucceeded)
        jobs.push_back(*job);
    }
    return jobs;
  }

  absl::StatusOr<std::vector<JobRecord>> LoadOpenJobs() const override {
    absl::MutexLock lock(&mutex_);
    std::vector<JobRecord> records;
    for (const JobRow& job : jobs_) {
      if (IsFinal(job.state)) continue;
      records.push_back(ReadRecord(job));
    }
    return records;
  }

  absl::StatusOr<std::vector<ResultRow>> LoadResults(
      const std::string& job, uint64_t unit) const override {
    absl::MutexLock lock(&mutex_);
    std::vector<ResultRow> results;
    for (const auto& [key, result] : results_) {
      if (result.job == job && result.unit == unit) results.push_back(result);
    }
    return results;
  }

  absl::StatusOr<std::vector<WorkerRow>> LoadWorkers() const override {
    return Values(workers_);
  }

 private:
  using ReplicaKey = std::tuple<std::string, uint64_t, uint32_t>;
  using ConflictKey = std::tuple<std::string, uint64_t, uint32_t, std::string>;

  static absl::Status NoJob(const std::string& id) {
    return absl::NotFoundError(absl::StrCat("no job ", id));
  }

  static ReplicaKey KeyOf(const ResultRow& result) {
    return {result.job, result.unit, result.replica};
  }

  template <typename Key, typename Row>
  std::vector<Row> Values(const std::map<Key, Row>& rows) const {
    absl::MutexLock lock(&mutex_);
    std::vector<Row> values;
    for (const auto& [key, row] : rows) values.push_back(row);
    return values;
  }

  absl::Status BeginWrite() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    ++waiting_;
    while (held_) {
      changed_.SignalAll();
      changed_.Wait(&mutex_);
    }
    --waiting_;
    return write_failure_;
  }

  JobRow* FindJob(const std::string& id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const auto job =
        std::find_if(jobs_.begin(), jobs_.end(),
                     [&id](const JobRow& row) { return row.id == id; });
    return job == jobs_.end() ? nullptr : &*job;
  }

  JobRecord ReadRecord(const JobRow& job) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    JobRecord record;
    record.job = job;
    for (const auto& [key, unit] : units_) {
      if (unit.job == job.id) record.units.push_back(unit);
    }
    for (const LeaseRow& lease : leases_) {
      if (lease.job == job.id) record.leases.push_back(lease);
    }
    for (const auto& [key, result] : results_) {
      if (result.job != job.id) continue;
      if (std::find(damaged_.begin(), damaged_.end(), key) == damaged_.end()) {
        record.results.push_back(result);
      } else {
        record.damaged.push_back(result);
        record.damaged.back().figures.clear();
      }
    }
    for (const auto& [key, conflict] : conflicts_) {
      if (conflict.job != job.id) continue;
      record.conflicts.push_back(conflict);
      record.conflicts.back().figures.clear();
    }
    return record;
  }

  // Stores, and notes how to take it back.
  template <typename Key, typename Row>
  void Store(std::map<Key, Row>& rows, const Key& key, const Row& row)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const auto old = rows.find(key);
    if (old == rows.end()) {
      undo_.push_back([&rows, key] { rows.erase(key); });
    } else {
      undo_.push_back([&rows, key, row = old->second] { rows[key] = row; });
    }
    rows.insert_or_assign(key, row);
  }

  absl::Status Apply(const PutUnit& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    UnitRow unit = write.unit;
    const std::pair key(unit.job, unit.number);
    const auto stored = units_.find(key);
    if (stored != units_.end()) {
      if (stored->second.first != unit.first ||
          stored->second.count != unit.count) {
        return absl::InternalError(
            absl::StrCat("unit ", unit.number, " of job ", unit.job,
                         " is stored with another range than first ",
                         unit.first, ", count ", unit.count));
      }
      unit.replicas = stored->second.replicas;
    }
    Store(units_, key, unit);
    return absl::OkStatus();
  }

  absl::Status Apply(const PutLease& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    for (size_t index = 0; index < leases_.size(); ++index) {
      LeaseRow& stored = leases_[index];
      if (stored.id != write.lease.id) continue;
      if (write.lease.ended == LeaseEnd::kOpen) return absl::OkStatus();
      undo_.push_back([this, index, end = stored.ended] {
        mutex_.AssertHeld();
        leases_[index].ended = end;
      });
      stored.ended = write.lease.ended;
      return absl::OkStatus();
    }
    undo_.push_back([this] {
      mutex_.AssertHeld();
      leases_.pop_back();
    });
    leases_.push_back(write.lease);
    return absl::OkStatus();
  }

  absl::Status Apply(const PutResult& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const ReplicaKey key = KeyOf(write.result);
    if (!results_.contains(key)) Store(results_, key, write.result);
    return absl::OkStatus();
  }

  absl::Status Apply(const DropResult& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const ReplicaKey key(write.job, write.unit, write.replica);
    if (const auto row = results_.extract(key)) {
      undo_.push_back([this, key, result = row.mapped()] {
        results_.insert_or_assign(key, result);
      });
    }
    std::erase(damaged_, key);
    return absl::OkStatus();
  }

  absl::Status Apply(const PutConflict& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const ConflictKey key = std::tuple_cat(
        KeyOf(write.result), std::make_tuple(write.result.worker));
    if (!conflicts_.contains(key)) Store(conflicts_, key, write.result);
    return absl::OkStatus();
  }

  absl::Status Apply(const PutWorker& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const WorkerRow& worker = write.worker;
    for (const auto& [id, stored] : workers_) {
      if (id != worker.id && stored.instance == worker.instance) {
        return absl::AlreadyExistsError(
            absl::StrCat("instance ", worker.instance,
                         " belongs to another worker than ", worker.id));
      }
    }
    Store(workers_, worker.id, worker);
    return absl::OkStatus();
  }

  absl::Status Apply(const SetPlan& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    JobRow* job = FindJob(write.job);
    if (job == nullptr) return NoJob(write.job);
    if (job->state != JobState::kPlanning) return absl::OkStatus();
    undo_.push_back([job, old = *job] { *job = old; });
    job->plan = write.plan;
    job->state = JobState::kRunning;
    return absl::OkStatus();
  }

  absl::Status Apply(const EndJob& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (write.state != JobState::kFailed &&
        write.state != JobState::kCancelled) {
      return absl::InvalidArgumentError(absl::StrCat(
          "job ", write.job, " can only be ended as FAILED or CANCELLED"));
    }
    JobRow* job = FindJob(write.job);
    if (job == nullptr) return NoJob(write.job);
    if (IsFinal(job->state)) return absl::OkStatus();
    undo_.push_back([job, old = *job] { *job = old; });
    job->state = write.state;
    job->error = write.error;
    job->ended_at = write.at;
    return absl::OkStatus();
  }

  mutable absl::Mutex mutex_;
  absl::CondVar changed_;
  bool held_ ABSL_GUARDED_BY(mutex_) = false;
  int waiting_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Status write_failure_ ABSL_GUARDED_BY(mutex_);
  absl::Status finish_failure_ ABSL_GUARDED_BY(mutex_);
  std::vector<absl::Status> next_commit_failures_ ABSL_GUARDED_BY(mutex_);
  std::vector<ReplicaKey> damaged_ ABSL_GUARDED_BY(mutex_);
  std::vector<size_t> commit_sizes_ ABSL_GUARDED_BY(mutex_);
  // How to take back what the running Commit did, first step first.
  std::vector<std::function<void()>> undo_ ABSL_GUARDED_BY(mutex_);

  std::vector<JobRow> jobs_ ABSL_GUARDED_BY(mutex_);      // by arrival
  std::vector<LeaseRow> leases_ ABSL_GUARDED_BY(mutex_);  // by arrival
  // Guarded by mutex_ as well; not annotated because they go by reference.
  std::map<std::pair<std::string, uint64_t>, UnitRow> units_;
  std::map<ReplicaKey, ResultRow> results_;
  std::map<ConflictKey, ResultRow> conflicts_;
  std::map<std::string, WorkerRow> workers_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_TESTS_SUPPORT_FAKE_LEDGER_H_
