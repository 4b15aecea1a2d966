#include "worker/reporter.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"
#include "daemon/logging.h"

namespace rookery::worker {
namespace {

// OUTCOME_NOT_WANTED becomes not_wanted; a value from a later release,
// unspecified.
std::string OutcomeLabel(v1::Outcome outcome) {
  if (!v1::Outcome_IsValid(outcome)) outcome = v1::OUTCOME_UNSPECIFIED;
  return absl::AsciiStrToLower(
      absl::StripPrefix(v1::Outcome_Name(outcome), "OUTCOME_"));
}

// What identifies a result in a log line, kept while the result itself is on
// its way.
struct Sent {
  std::string job_id;
  uint64_t unit;
  uint32_t replica;
};

}  // namespace

Reporter::Reporter(CoordinatorClient* client, HeldUnits* held, Metrics* metrics)
    : client_(*client),
      held_(*held),
      metrics_(*metrics),
      thread_([this] { Run(); }) {}

Reporter::~Reporter() { thread_.join(); }

void Reporter::Run() {
  while (true) {
    Outbox outbox = held_.TakeOutbox();
    if (outbox.results.empty() && outbox.handed_back.empty()) return;
    // What is handed back goes first: other workers can start on it at once.
    if (!outbox.handed_back.empty()) HandBack(std::move(outbox.handed_back));
    if (!outbox.results.empty()) HandIn(std::move(outbox.results));
  }
}

void Reporter::HandBack(std::vector<std::string> lease_ids) {
  const absl::Status status = client_.ReleaseUnits(lease_ids, "drain");
  if (status.ok())
    daemon::LogInfo("units handed back", {{"count", lease_ids.size()}});
  // After a refusal they expire by themselves; after Stop nobody looks any
  // more.
  held_.Acknowledge(lease_ids);
}

void Reporter::HandIn(std::vector<v1::UnitResult> results) {
  std::vector<std::string> lease_ids;
  std::vector<Sent> sent;
  for (const v1::UnitResult& result : results) {
    lease_ids.push_back(result.lease_id());
    sent.push_back({result.job_id(), result.number(), result.replica()});
  }
  const absl::StatusOr<v1::CompleteUnitsResponse> answer =
      client_.CompleteUnits(std::move(results));
  if (answer.ok()) {
    for (size_t i = 0; i < sent.size(); ++i) {
      const v1::Outcome outcome = answer->outcomes(static_cast<int>(i));
      const std::string label = OutcomeLabel(outcome);
      metrics_.ResultJudged(label);
      const bool is_suspicious =
          outcome == v1::OUTCOME_CONFLICT || outcome == v1::OUTCOME_INVALID;
      const auto log = is_suspicious ? &daemon::LogWarning : &daemon::LogDebug;
      log("result judged", {{"outcome", label},
                            {"job", sent[i].job_id},
                            {"unit", sent[i].unit},
                            {"replica", sent[i].replica},
                            {"lease", lease_ids[i]}});
    }
  }
  // After a refusal the results are dropped: the leases expire, and the units
  // are computed again elsewhere.
  held_.Acknowledge(lease_ids);
}

}  // namespace rookery::worker
