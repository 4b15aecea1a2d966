#include "coordinator/ledger/ledger_writer.h"

#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

namespace rookery::coordinator {
namespace {

// Whether the rest of a group may succeed without the writes of one caller. A
// superseded epoch, a full disk or a broken one hits all of them.
bool MayBeOneCallersFault(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kDataLoss:
      return false;
    default:
      return true;
  }
}

}  // namespace

LedgerWriter::LedgerWriter(Ledger* ledger)
    : ledger_(ledger), thread_([this] { Run(); }) {}

LedgerWriter::~LedgerWriter() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    changed_.Signal();
  }
  thread_.join();
}

void LedgerWriter::Enqueue(std::vector<LedgerWrite> writes, Done done) {
  Add({std::move(writes), std::move(done), nullptr});
}

void LedgerWriter::RunExclusive(std::function<void(Ledger&)> operation) {
  Add({{}, nullptr, std::move(operation)});
}

void LedgerWriter::Add(Item item) {
  absl::MutexLock lock(&mutex_);
  item.failures_known = failures_;
  queue_.push_back(std::move(item));
  changed_.Signal();
}

void LedgerWriter::Run() {
  while (true) {
    std::vector<Item> group;
    {
      absl::MutexLock lock(&mutex_);
      while (queue_.empty() && !stopping_) changed_.Wait(&mutex_);
      if (queue_.empty()) return;
      group = NextGroup();
    }
    if (group.front().operation) {
      group.front().operation(*ledger_);
    } else {
      CommitGroup(std::move(group));
    }
  }
}

std::vector<LedgerWriter::Item> LedgerWriter::NextGroup() {
  std::vector<Item> group;
  do {
    group.push_back(std::move(queue_.front()));
    queue_.pop_front();
  } while (!group.front().operation && !queue_.empty() &&
           !queue_.front().operation);
  return group;
}

void LedgerWriter::CommitGroup(std::vector<Item> group) {
  std::vector<LedgerWrite> writes;
  std::vector<size_t> ends;  // of each item's part of `writes`
  size_t callers = 0;
  for (Item& item : group) {
    callers += item.writes.empty() ? 0 : 1;
    writes.insert(writes.end(), std::make_move_iterator(item.writes.begin()),
                  std::make_move_iterator(item.writes.end()));
    ends.push_back(writes.size());
  }
  absl::Status together;
  if (!writes.empty()) together = ledger_->Commit(writes);
  const bool one_by_one =
      !together.ok() && callers > 1 && MayBeOneCallersFault(together.code());

  size_t begin = 0;
  for (size_t index = 0; index < group.size(); ++index) {
    const Item& item = group[index];
    const auto part = std::span(writes).subspan(begin, ends[index] - begin);
    begin = ends[index];
    absl::Status outcome = together;
    if (part.empty()) {
      absl::MutexLock lock(&mutex_);
      const bool failed_meanwhile = failures_ != item.failures_known;
      outcome = failed_meanwhile ? last_failure_ : absl::OkStatus();
    } else if (one_by_one) {
      outcome = ledger_->Commit(part);
    }
    item.done(outcome, part);
    if (!part.empty() && !outcome.ok()) {
      last_failure_ = outcome;
      absl::MutexLock lock(&mutex_);
      ++failures_;
    }
  }
}

}  // namespace rookery::coordinator
