// The coordinator's workers: registration, leases, heartbeats, results.
#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "coordinator/coordinator.h"
#include "coordinator/dispatch/cut_text.h"
#include "coordinator/job_view.h"
#include "coordinator/later.h"
#include "coordinator/perft_request.h"
#include "daemon/logging.h"
#include "proto/support/durations.h"
#include "proto/support/positions.h"
#include "proto/support/status.h"

namespace rookery::coordinator {
namespace {

constexpr uint32_t kMaxUnitsPerCall = 64;
constexpr int kMaxResultsPerCall = 64;
constexpr int kMaxLeasesPerCall = 1024;
constexpr size_t kMaxReasonLength = 256;
constexpr size_t kMaxEchoedBytes = 64;
// An answer takes no further unit beyond this many bytes of positions: the
// largest unit still fits then, even if nothing compresses.
constexpr uint64_t kFullAnswerBytes = 3 << 20;
constexpr size_t kMaxFailureLength = 1024;
constexpr size_t kMaxKernelNameLength = 64;
constexpr absl::Duration kMaxWait = absl::Seconds(60);
constexpr absl::Duration kMaxHeartbeatInterval = absl::Seconds(5);
constexpr absl::Duration kRetryDelayAtLimit = absl::Seconds(5);
constexpr absl::Duration kRetryAfter = absl::Milliseconds(100);

v1::Outcome ToProto(ReportOutcome outcome) {
  switch (outcome) {
    case ReportOutcome::kAccepted:
      return v1::OUTCOME_ACCEPTED;
    case ReportOutcome::kDuplicate:
      return v1::OUTCOME_DUPLICATE;
    case ReportOutcome::kConflict:
      return v1::OUTCOME_CONFLICT;
    case ReportOutcome::kNotWanted:
      return v1::OUTCOME_NOT_WANTED;
    case ReportOutcome::kInvalid:
      return v1::OUTCOME_INVALID;
  }
  return v1::OUTCOME_INVALID;
}

absl::Status TooMany(const char* field, int size, int limit) {
  return absl::InvalidArgumentError(absl::StrCat(
      field, " has ", size, " entries; at most ", limit, " are taken"));
}

// One unit of an answer, with the plan that its positions come from.
struct GrantedUnit {
  Grant grant;
  std::shared_ptr<const PerftPlan> plan;
};

v1::AcquireUnitsResponse NothingNow() {
  v1::AcquireUnitsResponse response;
  *response.mutable_retry_after() = ToProtoDuration(kRetryAfter);
  return response;
}

// An answer that goes out when both are true: its leases are durable, and its
// payload is built. The two happen on different threads, so that compression
// never holds up the ledger's writer.
class PendingGrant {
 public:
  // `unreadable` hears instead of the caller, who is given nothing, of leases
  // that are durable while the positions of `unit` cannot be read.
  using Unreadable =
      std::function<void(std::span<const std::string> lease_ids,
                         const GrantedUnit& unit, const absl::Status& error)>;
  PendingGrant(Answer<v1::AcquireUnitsResponse> answer, Unreadable unreadable)
      : answer_(std::move(answer)), unreadable_(std::move(unreadable)) {}

  void Durable(const absl::Status& status) {
    durable_status_ = status;
    Step();
  }

  void Build(const std::vector<GrantedUnit>& units,
             absl::Duration time_to_live) {
    for (const GrantedUnit& unit : units) {
      v1::Lease& lease = *response_.add_leases();
      lease.set_lease_id(unit.grant.lease_id);
      *lease.mutable_time_to_live() = ToProtoDuration(time_to_live);
      *lease.mutable_renew_after() = ToProtoDuration(time_to_live / 3);
      lease.set_attempt(unit.grant.attempt);
      lease.mutable_unit()->set_job_id(unit.grant.job_id);
      lease.mutable_unit()->set_number(unit.grant.unit);
      lease.mutable_unit()->set_replica(unit.grant.replica);
      v1::PerftPayload& payload = *lease.mutable_unit()->mutable_perft();
      const absl::StatusOr<std::vector<PackedPosition>> positions =
          unit.plan->Positions(unit.grant.first, unit.grant.count);
      if (positions.ok()) {
        payload.set_positions(CompressPositions(*positions));
      } else {
        build_status_ = positions.status();
        unreadable_unit_ = unit;
      }
      payload.set_position_count(static_cast<uint32_t>(unit.grant.count));
      payload.set_depth(
          static_cast<uint32_t>(unit.plan->RemainingDepth(unit.grant.first)));
      payload.set_statistics(unit.plan->statistics());
    }
    Step();
  }

 private:
  void Step() {
    if (steps_left_.fetch_sub(1) != 1) return;
    if (!durable_status_.ok()) return answer_(durable_status_);
    if (build_status_.ok()) return answer_(std::move(response_));
    std::vector<std::string> lease_ids;
    for (const v1::Lease& lease : response_.leases())
      lease_ids.push_back(lease.lease_id());
    unreadable_(lease_ids, unreadable_unit_, build_status_);
    answer_(NothingNow());
  }

  const Answer<v1::AcquireUnitsResponse> answer_;
  const Unreadable unreadable_;
  std::atomic<int> steps_left_ = 2;
  absl::Status durable_status_;
  absl::Status build_status_;
  GrantedUnit unreadable_unit_;
  v1::AcquireUnitsResponse response_;
};

}  // namespace

absl::StatusOr<v1::ListWorkersResponse> Coordinator::ListWorkers(
    const v1::ListWorkersRequest& request) const {
  const absl::StatusOr<int> page_size = PageSize(request.page_size());
  if (!page_size.ok()) return page_size.status();
  absl::MutexLock lock(&mutex_);
  const std::vector<const FleetMember*> sorted = fleet_.Sorted();
  auto next = sorted.begin();
  if (!request.page_token().empty()) {
    next = std::find_if(sorted.begin(), sorted.end(),
                        [&](const FleetMember* member) {
                          return member->row.id == request.page_token();
                        });
    if (next == sorted.end()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "page_token '", CutText(request.page_token(), kMaxEchoedBytes),
          "' names no worker that is known now; start anew"));
    }
    ++next;
  }
  v1::ListWorkersResponse response;
  for (; next != sorted.end(); ++next) {
    if (response.workers_size() == *page_size) {
      response.set_next_page_token(
          response.workers(*page_size - 1).worker_id());
      break;
    }
    *response.add_workers() =
        DescribeWorker(**next, dispatcher_.SnapshotWorker((*next)->row.id));
  }
  return response;
}

void Coordinator::SetWorkerState(const v1::SetWorkerStateRequest& request,
                                 Answer<v1::Worker> answer) {
  std::optional<Dispatcher::WorkerMode> mode;
  if (request.state() == v1::Worker::STATE_ACTIVE)
    mode = Dispatcher::WorkerMode::kActive;
  if (request.state() == v1::Worker::STATE_DRAINING)
    mode = Dispatcher::WorkerMode::kDraining;
  if (request.state() == v1::Worker::STATE_BLOCKED)
    mode = Dispatcher::WorkerMode::kBlocked;
  if (!mode.has_value()) {
    return answer(absl::InvalidArgumentError(
        "state must be STATE_ACTIVE, STATE_DRAINING or STATE_BLOCKED"));
  }
  if (mode == Dispatcher::WorkerMode::kBlocked && request.reason().empty()) {
    return answer(absl::InvalidArgumentError(
        "reason is empty; say why the worker is blocked"));
  }
  if (request.reason().size() > kMaxReasonLength) {
    return answer(absl::InvalidArgumentError(
        absl::StrCat("reason has ", request.reason().size(), " bytes; at most ",
                     kMaxReasonLength, " are taken")));
  }
  Later later;
  absl::MutexLock lock(&mutex_);
  absl::Status refused = Serving();
  FleetMember* member = fleet_.Find(request.worker_id());
  if (refused.ok() && member == nullptr) {
    refused = absl::NotFoundError(absl::StrCat(
        "worker_id '", CutText(request.worker_id(), kMaxEchoedBytes),
        "' is not known"));
  }
  if (!refused.ok()) {
    later.Add([answer, refused] { answer(refused); });
    return;
  }
  // Takes effect when it is durable, so that it holds after a restart too.
  WorkerRow row = member->row;
  row.state = ModeName(*mode);
  row.reason = *mode == Dispatcher::WorkerMode::kActive ? "" : request.reason();
  Commit(
      {.writes = {PutWorker{row}}, .ended_jobs = {}},
      [this, answer, row, mode = *mode](const absl::Status& status) {
        if (!status.ok()) return answer(status);
        v1::Worker described;
        {
          absl::MutexLock inner(&mutex_);
          FleetMember* set = fleet_.Find(row.id);
          if (set == nullptr) {
            answer(absl::NotFoundError("the worker was lost meanwhile"));
            return;
          }
          set->row.state = row.state;
          set->row.reason = row.reason;
          dispatcher_.SetWorkerMode(row.id, mode);
          wake_ticker_.Set();
          described = DescribeWorker(*set, dispatcher_.SnapshotWorker(row.id));
        }
        daemon::LogInfo(
            "worker state set",
            {{"worker", row.id}, {"state", row.state}, {"reason", row.reason}});
        answer(described);
      });
}

void Coordinator::RegisterWorker(const v1::RegisterWorkerRequest& request,
                                 Answer<v1::RegisterWorkerResponse> answer) {
  if (absl::Status status = CheckRegistration(request); !status.ok())
    return answer(status);
  Later later;
  absl::MutexLock lock(&mutex_);
  FleetMember* member = fleet_.FindInstance(request.instance_id());
  absl::Status refused = Serving();
  if (refused.ok() && member == nullptr &&
      fleet_.size() >= options_.max_workers && !ForgetLostWorker()) {
    refused = WithRetryDelay(
        absl::ResourceExhaustedError(absl::StrCat(
            fleet_.size(), " workers are known, the most that are taken")),
        kRetryDelayAtLimit);
  }
  if (!refused.ok()) {
    later.Add([answer, refused] { answer(refused); });
    return;
  }
  if (member == nullptr) {
    const std::optional<std::string> old_id =
        fleet_.IdOf(request.instance_id());
    member = &fleet_.Add(old_id.has_value() ? *old_id : ids_->NewId(), request);
    daemon::LogInfo(
        "worker registered",
        {{"worker", member->row.id},
         {"name", request.name()},
         {"threads", std::to_string(request.capabilities().threads())},
         {"revision", request.capabilities().revision()}});
  }
  fleet_.Seen(*member, clock_->Now());
  member->row.registered_at = clock_->Now();
  dispatcher_.AddWorker(member->row.id, member->capabilities.threads());
  v1::RegisterWorkerResponse response;
  response.set_worker_id(member->row.id);
  *response.mutable_heartbeat_interval() = ToProtoDuration(std::min(
      options_.dispatch.lease_time_to_live / 3, kMaxHeartbeatInterval));
  Commit({.writes = {PutWorker{member->row}}, .ended_jobs = {}},
         [answer, response](const absl::Status& status) {
           answer(status.ok()
                      ? absl::StatusOr<v1::RegisterWorkerResponse>(response)
                      : status);
         });
}

bool Coordinator::ForgetLostWorker() {
  for (const auto& [id, member] : fleet_.members()) {
    if (member.row.state == ModeName(Dispatcher::WorkerMode::kBlocked) ||
        !dispatcher_.RemoveWorker(id))
      continue;
    fleet_.Remove(std::string(id));
    return true;
  }
  return false;
}

absl::Status Coordinator::CheckWorker(const std::string& worker_id) {
  if (absl::Status status = Serving(); !status.ok()) return status;
  FleetMember* member = fleet_.Find(worker_id);
  if (member == nullptr) {
    return absl::NotFoundError(absl::StrCat("worker_id '",
                                            CutText(worker_id, kMaxEchoedBytes),
                                            "' is not known; register again"));
  }
  fleet_.Seen(*member, clock_->Now());
  return absl::OkStatus();
}

void Coordinator::AcquireUnits(const v1::AcquireUnitsRequest& request,
                               std::function<bool()> cancelled,
                               Answer<v1::AcquireUnitsResponse> answer) {
  Later later;
  absl::MutexLock lock(&mutex_);
  if (absl::Status status = CheckWorker(request.worker_id()); !status.ok()) {
    later.Add([answer, status] { answer(status); });
    return;
  }
  const absl::Duration wait = std::clamp(FromProtoDuration(request.max_wait()),
                                         absl::ZeroDuration(), kMaxWait);
  WaitingCall call{.worker_id = request.worker_id(),
                   .max_units = std::clamp<uint32_t>(request.max_units(), 1,
                                                     kMaxUnitsPerCall),
                   .deadline = clock_->Monotonic() + wait,
                   .cancelled = std::move(cancelled),
                   .answer = std::move(answer)};
  if (TryGrant(call, &later)) return;
  if (wait == absl::ZeroDuration()) {
    later.Add([answer = std::move(call.answer)] { answer(NothingNow()); });
    return;
  }
  // A worker has one call under way; an older one is of a connection that
  // broke.
  for (auto older = waiting_calls_.begin(); older != waiting_calls_.end();
       ++older) {
    if (older->worker_id != call.worker_id) continue;
    later.Add([answer = std::move(older->answer)] { answer(NothingNow()); });
    waiting_calls_.erase(older);
    break;
  }
  waiting_calls_.push_back(std::move(call));
}

bool Coordinator::TryGrant(WaitingCall& call, Later* later) {
  // Nothing is granted to a caller that has gone, nor what the ledger cannot
  // take now.
  const bool gone = call.cancelled && call.cancelled();
  if (gone || fleet_.Find(call.worker_id) == nullptr) {
    later->Add([answer = std::move(call.answer)] { answer(NothingNow()); });
    return true;
  }
  if (!ledger_status_.ok() && clock_->Monotonic() < retry_at_) return false;
  if (!dispatcher_.HasWorkFor(call.worker_id)) return false;
  Effects effects;
  std::vector<GrantedUnit> units;
  uint64_t bytes = 0;
  while (units.size() < call.max_units && bytes < kFullAnswerBytes) {
    std::vector<Grant> grants =
        dispatcher_.Acquire(call.worker_id, /*max_units=*/1, &effects);
    if (grants.empty()) break;
    bytes += grants[0].count * sizeof(PackedPosition);
    std::shared_ptr<const PerftPlan> plan = jobs_.at(grants[0].job_id).plan;
    units.push_back({std::move(grants[0]), std::move(plan)});
  }
  if (units.empty()) {
    Commit(std::move(effects), nullptr);
    return false;
  }
  auto pending = std::make_shared<PendingGrant>(
      std::move(call.answer),
      [this, worker_id = call.worker_id](std::span<const std::string> lease_ids,
                                         const GrantedUnit& unit,
                                         const absl::Status& error) {
        TakeBack(worker_id, lease_ids, unit.grant.job_id, *unit.plan, error);
      });
  Commit(std::move(effects),
         [pending](const absl::Status& status) { pending->Durable(status); });
  later->Add([pending, units = std::move(units),
              time_to_live = options_.dispatch.lease_time_to_live] {
    pending->Build(units, time_to_live);
  });
  return true;
}

void Coordinator::TakeBack(const std::string& worker_id,
                           std::span<const std::string> lease_ids,
                           const std::string& job_id, const PerftPlan& plan,
                           const absl::Status& error) {
  absl::MutexLock lock(&mutex_);
  // First, so that nobody is given the same unit from the same plan.
  ReplacePlan(job_id, &plan, error);
  Effects effects;
  dispatcher_.Release(worker_id, lease_ids, &effects);
  Commit(std::move(effects), nullptr);
}

void Coordinator::WakeWaitingCalls(Later* later) {
  const absl::Duration now = clock_->Monotonic();
  for (auto call = waiting_calls_.begin(); call != waiting_calls_.end();) {
    if (TryGrant(*call, later)) {
      call = waiting_calls_.erase(call);
    } else if (now >= call->deadline) {
      later->Add([answer = std::move(call->answer)] { answer(NothingNow()); });
      call = waiting_calls_.erase(call);
    } else {
      ++call;
    }
  }
}

absl::StatusOr<v1::HeartbeatResponse> Coordinator::Heartbeat(
    const v1::HeartbeatRequest& request) {
  if (request.lease_ids_size() > kMaxLeasesPerCall) {
    return TooMany("lease_ids", request.lease_ids_size(), kMaxLeasesPerCall);
  }
  absl::MutexLock lock(&mutex_);
  if (absl::Status status = CheckWorker(request.worker_id()); !status.ok())
    return status;
  FleetMember& member = *fleet_.Find(request.worker_id());
  fleet_.Counted(member, request.leaves_counted(), clock_->Monotonic());
  const std::vector<std::string> lease_ids(request.lease_ids().begin(),
                                           request.lease_ids().end());
  const std::vector<std::string> void_ids =
      dispatcher_.Heartbeat(request.worker_id(), lease_ids);
  v1::HeartbeatResponse response;
  // While a plan is being made again, the dispatcher does not know that job's
  // leases yet: they are not void.
  if (jobs_without_plan_ == 0)
    response.mutable_void_lease_ids()->Assign(void_ids.begin(), void_ids.end());
  response.set_drain(member.row.state !=
                     ModeName(Dispatcher::WorkerMode::kActive));
  *response.mutable_time_to_live() =
      ToProtoDuration(options_.dispatch.lease_time_to_live);
  return response;
}

absl::StatusOr<Coordinator::CheckedResult> Coordinator::CheckResult(
    const v1::UnitResult& result) {
  std::shared_ptr<const PerftPlan> plan;
  std::optional<UnitRow> unit;
  {
    absl::MutexLock lock(&mutex_);
    if (const auto open = jobs_.find(result.job_id()); open != jobs_.end()) {
      plan = open->second.plan;
      if (plan == nullptr || open->second.restored != nullptr) {
        return absl::UnavailableError(
            absl::StrCat("the plan of job ", result.job_id(),
                         " is being made again; repeat the call"));
      }
    }
    unit = dispatcher_.FindUnit(result.job_id(), result.number());
  }
  CheckedResult checked{
      .report = {.lease_id = result.lease_id(),
                 .job_id = result.job_id(),
                 .unit = result.number(),
                 .replica = result.replica(),
                 .kernel = CutText(result.kernel(), kMaxKernelNameLength),
                 .hash_seed = result.hash_seed(),
                 .busy_time = FromProtoDuration(result.busy_time())}};
  if (result.has_failure()) {
    checked.report.kind = Report::Kind::kFailure;
    checked.report.failure =
        CutText(result.failure().message(), kMaxFailureLength);
    return checked;
  }
  checked.report.kind = Report::Kind::kInvalidFigures;
  if (!result.has_perft()) {
    checked.report.failure = "figures are not those of a perft";
    return checked;
  }
  // A job or unit that is not known is the dispatcher's to judge; there is
  // nothing to check the figures against.
  if (plan == nullptr || !unit.has_value()) return checked;
  absl::StatusOr<std::string> figures =
      EncodePerftFigures(result.perft(), unit->count,
                         plan->RemainingDepth(unit->first), plan->statistics());
  if (!figures.ok()) {
    checked.report.failure = std::string(figures.status().message());
    return checked;
  }
  checked.report.kind = Report::Kind::kFigures;
  checked.report.figures = *std::move(figures);
  checked.leaves =
      plan->Leaves(unit->first, {result.perft().counts().data(), unit->count});
  return checked;
}

void Coordinator::CompleteUnits(const v1::CompleteUnitsRequest& request,
                                Answer<v1::CompleteUnitsResponse> answer) {
  if (request.results_size() > kMaxResultsPerCall) {
    return answer(
        TooMany("results", request.results_size(), kMaxResultsPerCall));
  }
  std::vector<CheckedResult> results;
  for (const v1::UnitResult& result : request.results()) {
    absl::StatusOr<CheckedResult> checked = CheckResult(result);
    if (!checked.ok()) return answer(checked.status());
    results.push_back(*std::move(checked));
  }
  Later later;
  absl::MutexLock lock(&mutex_);
  if (absl::Status status = CheckWorker(request.worker_id()); !status.ok()) {
    later.Add([answer, status] { answer(status); });
    return;
  }
  const std::string revision =
      fleet_.Find(request.worker_id())->capabilities.revision();
  v1::CompleteUnitsResponse response;
  // By job; counted when they are durable, for what could not be written comes
  // again.
  std::vector<std::pair<std::string, absl::uint128>> accepted_leaves;
  Effects effects;
  for (CheckedResult& result : results) {
    result.report.revision = revision;
    const ReportOutcome outcome =
        dispatcher_.Complete(request.worker_id(), result.report, &effects);
    response.add_outcomes(ToProto(outcome));
    const bool figures = result.report.kind == Report::Kind::kFigures;
    if (figures && outcome == ReportOutcome::kAccepted &&
        result.report.replica == 0) {
      accepted_leaves.emplace_back(result.report.job_id, result.leaves);
    }
    const bool failed_attempt = !figures && outcome == ReportOutcome::kAccepted;
    if (failed_attempt || outcome == ReportOutcome::kConflict ||
        outcome == ReportOutcome::kInvalid) {
      daemon::LogWarning("result not taken",
                         {{"job", result.report.job_id},
                          {"unit", std::to_string(result.report.unit)},
                          {"worker", request.worker_id()},
                          {"outcome", v1::Outcome_Name(ToProto(outcome))},
                          {"failure", result.report.failure}});
    }
  }
  // A failed attempt makes its unit free for others.
  if (!waiting_calls_.empty()) wake_ticker_.Set();
  Commit(std::move(effects), [this, answer, response = std::move(response),
                              accepted_leaves = std::move(accepted_leaves)](
                                 const absl::Status& status) {
    if (!status.ok()) return answer(status);
    {
      absl::MutexLock done_lock(&mutex_);
      for (const auto& [job_id, leaves] : accepted_leaves) {
        if (const auto open = jobs_.find(job_id); open != jobs_.end())
          open->second.leaves += leaves;
      }
    }
    answer(response);
  });
}

void Coordinator::ReleaseUnits(const v1::ReleaseUnitsRequest& request,
                               Answer<v1::ReleaseUnitsResponse> answer) {
  if (request.lease_ids_size() > kMaxLeasesPerCall) {
    return answer(
        TooMany("lease_ids", request.lease_ids_size(), kMaxLeasesPerCall));
  }
  Later later;
  absl::MutexLock lock(&mutex_);
  if (absl::Status status = CheckWorker(request.worker_id()); !status.ok()) {
    later.Add([answer, status] { answer(status); });
    return;
  }
  Effects effects;
  const std::vector<std::string> lease_ids(request.lease_ids().begin(),
                                           request.lease_ids().end());
  dispatcher_.Release(request.worker_id(), lease_ids, &effects);
  wake_ticker_.Set();
  daemon::LogInfo("units released",
                  {{"worker", request.worker_id()},
                   {"leases", std::to_string(lease_ids.size())},
                   {"reason", request.reason().substr(0, kMaxReasonLength)}});
  Commit(std::move(effects), [answer](const absl::Status& status) {
    answer(status.ok() ? absl::StatusOr<v1::ReleaseUnitsResponse>(
                             v1::ReleaseUnitsResponse())
                       : status);
  });
}

}  // namespace rookery::coordinator
