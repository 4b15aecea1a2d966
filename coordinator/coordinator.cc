#include "coordinator/coordinator.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "coordinator/damaged_rows.h"
#include "coordinator/later.h"
#include "coordinator/perft_request.h"
#include "daemon/logging.h"

namespace rookery::coordinator {
namespace {

// After a failed commit no lease is granted and no job's end is tried for so
// long; results are taken all the same, as each of them shows whether the
// ledger works again.
constexpr absl::Duration kLedgerRetryInterval = absl::Seconds(1);

// Rows that are deleted at once: some milliseconds of the ledger's writer.
constexpr int64_t kPrunedRows = 500;
// When nothing was left to delete.
constexpr absl::Duration kPruneInterval = absl::Minutes(1);

}  // namespace

absl::StatusOr<std::unique_ptr<Coordinator>> Coordinator::Create(
    std::unique_ptr<Ledger> ledger, const daemon::Clock* clock,
    daemon::IdGenerator* ids, Metrics* metrics, Options options) {
  std::unique_ptr<Coordinator> coordinator(new Coordinator(
      std::move(ledger), clock, ids, metrics, std::move(options)));
  if (absl::Status status = coordinator->Restore(); !status.ok()) return status;
  return coordinator;
}

Coordinator::Coordinator(std::unique_ptr<Ledger> ledger,
                         const daemon::Clock* clock, daemon::IdGenerator* ids,
                         Metrics* metrics, Options options)
    : clock_(clock),
      ids_(ids),
      metrics_(metrics),
      options_(std::move(options)),
      ledger_(std::move(ledger)),
      dispatcher_(clock, ids, metrics, options_.dispatch),
      writer_(ledger_.get()),
      planner_([this] { RunPlanner(); }),
      folder_([this] { RunFolder(); }),
      ticker_([this] { RunTicker(); }) {}

Coordinator::~Coordinator() {
  Shutdown();
  planner_.join();
  folder_.join();
  ticker_.join();
}

absl::Status Coordinator::Restore() {
  // Now, as nobody can have called yet: a worker that holds nothing registers
  // again, and it does not matter under which id.
  if (absl::Status status =
          ledger_->ForgetWorkers(clock_->Now() - options_.keep_payloads);
      !status.ok()) {
    return status;
  }
  const absl::StatusOr<std::vector<WorkerRow>> workers = ledger_->LoadWorkers();
  if (!workers.ok()) return workers.status();
  absl::StatusOr<std::vector<JobRecord>> records = ledger_->LoadOpenJobs();
  if (!records.ok()) return records.status();
  absl::Status undamaged = EndDamagedJobs(*ledger_, clock_->Now(), &*records);
  if (undamaged.ok()) undamaged = DropDamagedResults(*ledger_, *records);
  if (!undamaged.ok()) return undamaged;

  absl::MutexLock lock(&mutex_);
  // Workers without a lease in an open job register again by themselves; of
  // those only the ones that an operator drained or blocked are kept.
  std::map<std::string, bool> holds_lease;
  for (const JobRecord& record : *records) {
    for (const LeaseRow& lease : record.leases)
      holds_lease[lease.worker] = true;
  }
  for (const WorkerRow& row : *workers) {
    const std::optional<Dispatcher::WorkerMode> mode = ParseMode(row.state);
    if (!holds_lease.contains(row.id) &&
        mode.value_or(Dispatcher::WorkerMode::kActive) ==
            Dispatcher::WorkerMode::kActive) {
      fleet_.Remember(row);
      continue;
    }
    fleet_.Restore(row);
    if (const FleetMember* member = fleet_.Find(row.id)) {
      dispatcher_.AddWorker(row.id, member->capabilities.threads());
      dispatcher_.SetWorkerMode(row.id,
                                mode.value_or(Dispatcher::WorkerMode::kActive));
    }
  }
  for (JobRecord& record : *records) {
    daemon::LogInfo("job restored", {{"job", record.job.id}});
    if (absl::Status status = TakeUp(std::move(record)); !status.ok())
      return status;
  }
  return absl::OkStatus();
}

absl::Status Coordinator::TakeUp(JobRecord record) {
  OpenJob job;
  job.row = record.job;
  if (record.job.kind != "perft" ||
      !job.request.ParseFromString(record.job.request)) {
    return absl::DataLossError(
        absl::StrCat("job ", record.job.id, " of kind '", record.job.kind,
                     "' cannot be read; was it made by a newer program?"));
  }
  const std::string id = record.job.id;
  job.restored = std::make_shared<JobRecord>(std::move(record));
  jobs_.emplace(id, std::move(job));
  ++jobs_without_plan_;
  to_plan_.push_back(id);
  planner_wakes_.Signal();
  return absl::OkStatus();
}

void Coordinator::Shutdown() {
  Later later;
  absl::MutexLock lock(&mutex_);
  if (shut_down_) return;
  shut_down_ = true;
  for (WaitingCall& call : waiting_calls_) {
    later.Add([answer = std::move(call.answer)] {
      answer(absl::UnavailableError("coordinator shuts down"));
    });
  }
  waiting_calls_.clear();
  for (auto& [id, job] : jobs_) {
    job.stop_planning->store(true);
    const v1::JobProgress progress = Progress(job);
    for (auto& [number, watcher] : job.watchers) {
      later.Add([watcher = std::move(watcher), progress] {
        watcher(progress, true);
      });
    }
    job.watchers.clear();
  }
  planner_wakes_.SignalAll();
  folder_wakes_.SignalAll();
  wake_ticker_.Set();
}

absl::Status Coordinator::health() const {
  absl::MutexLock lock(&mutex_);
  if (shut_down_) return absl::UnavailableError("coordinator shuts down");
  return ledger_status_;
}

absl::Status Coordinator::Serving() const {
  if (shut_down_) return absl::UnavailableError("coordinator shuts down");
  if (absl::IsFailedPrecondition(ledger_status_))
    return absl::UnavailableError(ledger_status_.message());
  return absl::OkStatus();
}

absl::Status Coordinator::AsUnavailable(const absl::Status& status) {
  if (status.ok()) return status;
  return absl::UnavailableError(
      absl::StrCat("ledger: ", std::string(status.message())));
}

void Coordinator::Commit(Effects effects,
                         std::function<void(const absl::Status&)> done) {
  std::vector<EndedJob> failed;
  for (EndedJob& ended : effects.ended_jobs) {
    if (ended.status.ok()) continue;
    // In the commit of what caused it: a crash cannot bring a job back to life
    // whose results are in dispute.
    effects.writes.push_back(
        EndJob{.job = ended.job_id,
               .state = JobState::kFailed,
               .error = std::string(ended.status.message()),
               .at = clock_->Now()});
    if (const auto open = jobs_.find(ended.job_id); open != jobs_.end()) {
      open->second.ending = true;
      open->second.row.error = std::string(ended.status.message());
    }
    failed.push_back(std::move(ended));
  }
  if (!effects.writes.empty() || done) {
    Write(std::move(effects.writes), std::move(failed), std::move(done));
  }
  for (const EndedJob& ended : effects.ended_jobs) {
    if (ended.status.ok()) FinishJob(ended.job_id);
  }
}

void Coordinator::Write(std::vector<LedgerWrite> writes,
                        std::vector<EndedJob> failed,
                        std::function<void(const absl::Status&)> done) {
  std::vector<Dispute> disputes;
  for (const EndedJob& ended : failed) {
    if (!ended.disputed_unit.has_value()) continue;
    const auto open = jobs_.find(ended.job_id);
    const std::optional<UnitRow> unit =
        dispatcher_.FindUnit(ended.job_id, *ended.disputed_unit);
    if (open != jobs_.end() && open->second.plan != nullptr && unit.has_value())
      disputes.push_back({ended, *unit, open->second.plan});
  }
  LedgerWriter::Done on_written =
      [this, failed = std::move(failed), done = std::move(done)](
          const absl::Status& status, std::span<const LedgerWrite> written) {
        {
          Later later;
          absl::MutexLock lock(&mutex_);
          // A barrier says nothing about the ledger.
          if (!written.empty()) NoteLedgerStatus(status);
          Effects next;
          if (status.ok()) {
            dispatcher_.WritesDurable(written, &next);
            for (const EndedJob& ended : failed)
              JobEnded(ended.job_id, JobState::kFailed, &later);
          } else {
            dispatcher_.WritesFailed(written);
            wake_ticker_.Set();
            // The dispatcher is done with a job that has failed, so nobody
            // else would write again what the job failed of.
            if (!failed.empty()) {
              RetryLater([this, failed,
                          again = std::vector(written.begin(), written.end())]()
                             ABSL_NO_THREAD_SAFETY_ANALYSIS {
                               Write(again, failed, nullptr);
                             });
            }
          }
          Commit(std::move(next), nullptr);
        }
        if (done) done(AsUnavailable(status));
      };
  if (disputes.empty())
    return writer_.Enqueue(std::move(writes), std::move(on_written));
  writer_.RunExclusive(
      [this, writes = std::move(writes), disputes,
       on_written = std::move(on_written)](Ledger& ledger) mutable {
        for (const Dispute& dispute : disputes)
          NameDifference(ledger, dispute, &writes);
        on_written(ledger.Commit(writes), writes);
      });
}

void Coordinator::NameDifference(const Ledger& ledger, const Dispute& dispute,
                                 std::vector<LedgerWrite>* writes) {
  const std::string& job_id = dispute.ended.job_id;
  absl::StatusOr<std::vector<ResultRow>> results =
      ledger.LoadResults(job_id, dispute.unit.number);
  if (!results.ok()) return;
  EndJob* end = nullptr;
  for (LedgerWrite& write : *writes) {
    const ResultRow* row = nullptr;
    if (const auto* result = std::get_if<PutResult>(&write))
      row = &result->result;
    if (const auto* conflict = std::get_if<PutConflict>(&write))
      row = &conflict->result;
    if (row != nullptr && row->job == job_id &&
        row->unit == dispute.unit.number)
      results->push_back(*row);
    if (auto* put_end = std::get_if<EndJob>(&write);
        put_end != nullptr && put_end->job == job_id)
      end = put_end;
  }
  const auto differ =
      std::adjacent_find(results->begin(), results->end(),
                         [](const ResultRow& one, const ResultRow& next) {
                           return one.figures != next.figures;
                         });
  // One is missing where its own write has failed.
  if (end == nullptr || differ == results->end()) return;
  const std::string difference =
      FirstDifference(*dispute.plan, dispute.unit, *differ, *(differ + 1));
  if (difference.empty()) return;
  end->error = absl::StrCat(std::string(dispute.ended.status.message()), ": ",
                            difference);
  absl::MutexLock lock(&mutex_);
  if (const auto open = jobs_.find(job_id); open != jobs_.end())
    open->second.row.error = end->error;
}

void Coordinator::NoteLedgerStatus(const absl::Status& status) {
  if (status.ok()) {
    if (!ledger_status_.ok() && !absl::IsFailedPrecondition(ledger_status_)) {
      daemon::LogInfo("ledger works again", {});
      ledger_status_ = status;
      options_.health_changed(ledger_status_);
    }
    return;
  }
  if (ledger_status_.code() != status.code()) {
    daemon::LogError("ledger write failed",
                     {{"error", std::string(status.message())}});
  }
  // Superseded is for good: whoever has the ledger now goes on with the jobs.
  if (!absl::IsFailedPrecondition(ledger_status_) && ledger_status_ != status) {
    ledger_status_ = status;
    options_.health_changed(ledger_status_);
  }
  retry_at_ = clock_->Monotonic() + kLedgerRetryInterval;
}

void Coordinator::RetryLater(std::function<void()> retry) {
  // Whoever took the ledger over goes on with the jobs.
  if (absl::IsFailedPrecondition(ledger_status_)) return;
  retries_.push_back(std::move(retry));
}

void Coordinator::RunTicker() {
  if (options_.tick_interval == absl::ZeroDuration()) return;
  absl::Duration next_tick = clock_->Monotonic() + options_.tick_interval;
  for (;;) {
    wake_ticker_.WaitFor(
        std::max(absl::ZeroDuration(), next_tick - clock_->Monotonic()));
    wake_ticker_.Reset();
    if (clock_->Monotonic() >= next_tick) {
      Tick();
      next_tick = clock_->Monotonic() + options_.tick_interval;
    }
    Later later;
    absl::MutexLock lock(&mutex_);
    if (shut_down_) return;
    WakeWaitingCalls(&later);
  }
}

void Coordinator::Tick() {
  Later later;
  absl::MutexLock lock(&mutex_);
  if (shut_down_) return;
  Effects effects;
  dispatcher_.Tick(&effects);
  const bool may_work = clock_->Monotonic() >= retry_at_;
  if (may_work) dispatcher_.WriteAgain(&effects);
  Commit(std::move(effects), nullptr);
  if (may_work) {
    for (const auto& retry : std::exchange(retries_, {})) retry();
  }
  RetryPlans();
  WakeWaitingCalls(&later);
  NotifyWatchers(&later);
  PrunePayloads();
  UpdateGauges();
}

void Coordinator::PrunePayloads() {
  if (pruning_ || options_.keep_payloads == absl::InfiniteDuration() ||
      clock_->Monotonic() < prune_at_ || !ledger_status_.ok()) {
    return;
  }
  pruning_ = true;
  writer_.RunExclusive(
      [this, ended = clock_->Now() - options_.keep_payloads](Ledger& ledger) {
        const absl::StatusOr<int64_t> rows =
            ledger.PrunePayloads(ended, kPrunedRows);
        absl::MutexLock lock(&mutex_);
        pruning_ = false;
        if (!rows.ok()) NoteLedgerStatus(rows.status());
        if (!rows.ok() || *rows == 0)
          prune_at_ = clock_->Monotonic() + kPruneInterval;
      });
}

void Coordinator::UpdateGauges() {
  FleetAndJobs state;
  state.dispatch = dispatcher_.Totals();
  for (const auto& [id, job] : jobs_) {
    ++(job.row.state == JobState::kPlanning ? state.jobs_planning
                                            : state.jobs_running);
  }
  for (const auto& [id, member] : fleet_.members()) {
    switch (DescribeWorker(member, dispatcher_.SnapshotWorker(id)).state()) {
      case v1::Worker::STATE_DRAINING:
        ++state.workers_draining;
        break;
      case v1::Worker::STATE_BLOCKED:
        ++state.workers_blocked;
        break;
      case v1::Worker::STATE_LOST:
        ++state.workers_lost;
        break;
      default:
        ++state.workers_active;
    }
  }
  metrics_->SetGauges(state);
}

}  // namespace rookery::coordinator
