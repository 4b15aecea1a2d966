// The rules of the interface, for every implementation, the fake one included.
#include "coordinator/ledger/ledger.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/ledger/sqlite_ledger.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_ledger.h"
#include "tests/unit/coordinator/ledger/rows.h"
#include "tests/unit/coordinator/ledger/temporary_folder.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Implementation {
  std::string name;
  std::unique_ptr<Ledger> (*make)(const TemporaryFolder& folder);
};

std::unique_ptr<Ledger> MakeSqlite(const TemporaryFolder& folder,
                                   bool durable) {
  absl::StatusOr<std::unique_ptr<SqliteLedger>> ledger = SqliteLedger::Open(
      {.path = folder.File("ledger.db"), .durable = durable});
  EXPECT_TRUE(ledger.ok()) << ledger.status();
  return *std::move(ledger);
}

const Implementation kImplementations[] = {
    {"Sqlite",
     [](const TemporaryFolder& folder) { return MakeSqlite(folder, true); }},
    {"SqliteNotDurable",
     [](const TemporaryFolder& folder) { return MakeSqlite(folder, false); }},
    {"Fake", [](const TemporaryFolder&) -> std::unique_ptr<Ledger> {
       return std::make_unique<FakeLedger>();
     }}};

class LedgerTest : public testing::TestWithParam<Implementation> {
 protected:
  LedgerTest() : ledger_(GetParam().make(folder_)) {}

  void AddJob(const std::string& id) {
    ASSERT_TRUE(ledger_->AddJob(MakeJob(id)).ok());
  }

  JobRow Job(const std::string& id) {
    const absl::StatusOr<JobRow> job = ledger_->GetJob(id);
    EXPECT_TRUE(job.ok()) << job.status();
    return job.ok() ? *job : JobRow();
  }

  // The only open job.
  JobRecord Record() {
    const absl::StatusOr<std::vector<JobRecord>> records =
        ledger_->LoadOpenJobs();
    EXPECT_TRUE(records.ok()) << records.status();
    if (!records.ok() || records->size() != 1) {
      ADD_FAILURE() << "not one open job";
      return {};
    }
    return records->front();
  }

  std::vector<std::string> List(std::optional<JobState> state,
                                const std::string& after, int limit) {
    const absl::StatusOr<std::vector<JobRow>> jobs =
        ledger_->ListJobs(state, after, limit);
    EXPECT_TRUE(jobs.ok()) << jobs.status();
    std::vector<std::string> ids;
    if (jobs.ok()) {
      for (const JobRow& job : *jobs) ids.push_back(job.id);
    }
    return ids;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Ledger> ledger_;
};

INSTANTIATE_TEST_SUITE_P(
    Implementations, LedgerTest, testing::ValuesIn(kImplementations),
    [](const testing::TestParamInfo<Implementation>& parameter) {
      return parameter.param.name;
    });

TEST_P(LedgerTest, ReturnsAJobAsItWasAdded) {
  JobRow job = MakeJob("a");
  job.state = JobState::kFailed;
  job.plan = std::string("pl\0an", 5);
  job.outcome = std::string("out\0come", 8);
  job.error = "broken";
  job.ended_at = kNow + absl::Nanoseconds(1);
  job.question = "perft(5)";
  job.has_payload = false;
  const absl::StatusOr<JobRow> added = ledger_->AddJob(job);
  ASSERT_TRUE(added.ok()) << added.status();
  EXPECT_TRUE(*added == job);
  EXPECT_TRUE(Job("a") == job);
}

TEST_P(LedgerTest, ReturnsTheFirstJobOfARequestId) {
  AddJob("a");
  JobRow replay = MakeJob("b");
  replay.request_id = "request-a";
  replay.request = "another";
  const absl::StatusOr<JobRow> job = ledger_->AddJob(replay);
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_TRUE(*job == MakeJob("a"));
  EXPECT_TRUE(absl::IsNotFound(ledger_->GetJob("b").status()));
}

TEST_P(LedgerTest, ReturnsTheStateThatAReplayedJobReached) {
  AddJob("a");
  ASSERT_TRUE(ledger_->FinishJob("a", kNow, "figures").ok());
  const absl::StatusOr<JobRow> job = ledger_->AddJob(MakeJob("a"));
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->state, JobState::kSucceeded);
}

TEST_P(LedgerTest, TakesAnEmptyRequestIdAsNone) {
  JobRow first = MakeJob("a");
  first.request_id.clear();
  JobRow second = MakeJob("b");
  second.request_id.clear();
  ASSERT_TRUE(ledger_->AddJob(first).ok());
  const absl::StatusOr<JobRow> job = ledger_->AddJob(second);
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->id, "b");
}

TEST_P(LedgerTest, RefusesAKnownIdUnderAnotherRequestId) {
  AddJob("a");
  JobRow job = MakeJob("a");
  job.request_id = "other";
  const absl::Status status = ledger_->AddJob(job).status();
  EXPECT_TRUE(absl::IsAlreadyExists(status)) << status;
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("job a"));
}

TEST_P(LedgerTest, KnowsNoUnknownJob) {
  const absl::Status status = ledger_->GetJob("nobody").status();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_EQ(status.message(), "no job nobody");
}

TEST_P(LedgerTest, StoresNothingOfACommitThatFails) {
  AddJob("a");
  const absl::Status status =
      Commit(*ledger_,
             {PutUnit{MakeUnit("a", 0)}, PutLease{MakeLease("lease", "a", 0)},
              PutResult{MakeResult("a", 0, "figures")},
              PutConflict{MakeResult("a", 0, "other")},
              PutWorker{MakeWorker("worker")}, SetPlan{"a", "plan"},
              EndJob{"nobody", JobState::kFailed, "", kNow}});
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  const JobRecord record = Record();
  EXPECT_TRUE(record.job == MakeJob("a"));
  EXPECT_THAT(record.units, IsEmpty());
  EXPECT_THAT(record.leases, IsEmpty());
  EXPECT_THAT(record.results, IsEmpty());
  EXPECT_THAT(*ledger_->LoadWorkers(), IsEmpty());
}

TEST_P(LedgerTest, RestoresWhatAFailedCommitHadChanged) {
  AddJob("a");
  UnitRow unit = MakeUnit("a", 0);
  LeaseRow lease = MakeLease("lease", "a", 0);
  ASSERT_TRUE(Commit(*ledger_, {PutUnit{unit}, PutLease{lease}}).ok());
  UnitRow failed_unit = unit;
  failed_unit.failures = 2;
  LeaseRow ended_lease = lease;
  ended_lease.ended = LeaseEnd::kExpired;
  EXPECT_FALSE(Commit(*ledger_, {PutUnit{failed_unit}, PutLease{ended_lease},
                                 SetPlan{"nobody", ""}})
                   .ok());
  EXPECT_THAT(Record().units, ElementsAre(unit));
  EXPECT_THAT(Record().leases, ElementsAre(lease));
}

TEST_P(LedgerTest, TakesAnEmptyCommit) {
  EXPECT_TRUE(Commit(*ledger_, {}).ok());
}

TEST_P(LedgerTest, ChangesNothingWhenACommitIsRepeated) {
  AddJob("a");
  const std::vector<LedgerWrite> writes = {
      PutUnit{MakeUnit("a", 0)},
      PutLease{MakeLease("lease", "a", 0)},
      PutResult{MakeResult("a", 0, "figures")},
      PutConflict{MakeResult("a", 0, "other")},
      PutWorker{MakeWorker("worker")},
      SetPlan{"a", "plan"}};
  ASSERT_TRUE(ledger_->Commit(writes).ok());
  const JobRecord before = Record();
  ASSERT_TRUE(ledger_->Commit(writes).ok());
  const JobRecord after = Record();
  EXPECT_TRUE(after.job == before.job);
  EXPECT_EQ(after.units, before.units);
  EXPECT_EQ(after.leases, before.leases);
  EXPECT_EQ(after.results, before.results);
  EXPECT_EQ(ledger_->LoadWorkers()->size(), 1);
}

TEST_P(LedgerTest, UpdatesTheFailuresOfAUnit) {
  AddJob("a");
  UnitRow unit = MakeUnit("a", 3);
  ASSERT_TRUE(Commit(*ledger_, {PutUnit{unit}}).ok());
  unit.failures = 2;
  ASSERT_TRUE(Commit(*ledger_, {PutUnit{unit}}).ok());
  EXPECT_THAT(Record().units, ElementsAre(unit));
}

TEST_P(LedgerTest, NeverChangesTheRangeOfAUnit) {
  AddJob("a");
  const UnitRow unit = MakeUnit("a", 3);
  ASSERT_TRUE(Commit(*ledger_, {PutUnit{unit}}).ok());
  UnitRow other = unit;
  other.count = 99;
  const absl::Status status = Commit(*ledger_, {PutUnit{other}});
  EXPECT_TRUE(absl::IsInternal(status)) << status;
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("unit 3 of job a"));
  EXPECT_THAT(Record().units, ElementsAre(unit));
}

TEST_P(LedgerTest, NeverChangesTheReplicasOfAUnit) {
  AddJob("a");
  UnitRow unit = MakeUnit("a", 3);
  unit.replicas = 2;
  ASSERT_TRUE(Commit(*ledger_, {PutUnit{unit}}).ok());
  UnitRow other = unit;
  other.replicas = 5;
  ASSERT_TRUE(Commit(*ledger_, {PutUnit{other}}).ok());
  EXPECT_THAT(Record().units, ElementsAre(unit));
}

TEST_P(LedgerTest, UpdatesHowALeaseEnded) {
  AddJob("a");
  for (const LeaseEnd end :
       {LeaseEnd::kCompleted, LeaseEnd::kExpired, LeaseEnd::kReleased,
        LeaseEnd::kFailed, LeaseEnd::kVoid}) {
    LeaseRow lease = MakeLease("lease", "a", 0);
    lease.ended = end;
    ASSERT_TRUE(Commit(*ledger_, {PutLease{lease}}).ok());
    EXPECT_THAT(Record().leases, ElementsAre(lease));
  }
}

TEST_P(LedgerTest, NeverOpensALeaseAgain) {
  AddJob("a");
  LeaseRow lease = MakeLease("lease", "a", 0);
  lease.ended = LeaseEnd::kExpired;
  ASSERT_TRUE(Commit(*ledger_, {PutLease{lease}}).ok());
  ASSERT_TRUE(Commit(*ledger_, {PutLease{MakeLease("lease", "a", 0)}}).ok());
  EXPECT_THAT(Record().leases, ElementsAre(lease));
}

TEST_P(LedgerTest, ReturnsLeasesInTheOrderOfTheirGrants) {
  AddJob("a");
  ASSERT_TRUE(Commit(*ledger_, {PutLease{MakeLease("z", "a", 5)},
                                PutLease{MakeLease("m", "a", 1)},
                                PutLease{MakeLease("b", "a", 3)}})
                  .ok());
  EXPECT_THAT(Record().leases,
              ElementsAre(MakeLease("z", "a", 5), MakeLease("m", "a", 1),
                          MakeLease("b", "a", 3)));
}

TEST_P(LedgerTest, KeepsTheFirstResultOfAReplica) {
  AddJob("a");
  const ResultRow first = MakeResult("a", 0, "first");
  ResultRow second = MakeResult("a", 0, "second");
  second.worker = "other";
  ASSERT_TRUE(Commit(*ledger_, {PutResult{first}}).ok());
  ASSERT_TRUE(Commit(*ledger_, {PutResult{second}}).ok());
  EXPECT_THAT(Record().results, ElementsAre(first));
}

TEST_P(LedgerTest, TakesAnotherResultWhereOneWasDropped) {
  AddJob("a");
  const ResultRow kept = MakeResult("a", 1, "kept");
  ASSERT_TRUE(Commit(*ledger_,
                     {PutResult{MakeResult("a", 0, "first")}, PutResult{kept}})
                  .ok());
  ASSERT_TRUE(
      Commit(*ledger_, {DropResult{"a", 0, 0}, DropResult{"a", 7, 0}}).ok());
  EXPECT_THAT(Record().results, ElementsAre(kept));
  const ResultRow second = MakeResult("a", 0, "second");
  ASSERT_TRUE(Commit(*ledger_, {PutResult{second}}).ok());
  EXPECT_THAT(Record().results, ElementsAre(second, kept));
}

TEST_P(LedgerTest, KeepsADroppedResultIfTheCommitFails) {
  AddJob("a");
  const ResultRow result = MakeResult("a", 0, "figures");
  ASSERT_TRUE(Commit(*ledger_, {PutResult{result}}).ok());
  EXPECT_FALSE(
      Commit(*ledger_, {DropResult{"a", 0, 0}, SetPlan{"nobody", ""}}).ok());
  EXPECT_THAT(Record().results, ElementsAre(result));
}

TEST_P(LedgerTest, ReturnsResultsByUnitAndReplica) {
  AddJob("a");
  ResultRow replica = MakeResult("a", 1, "b");
  replica.replica = 1;
  ASSERT_TRUE(
      Commit(*ledger_, {PutResult{MakeResult("a", 2, "c")}, PutResult{replica},
                        PutResult{MakeResult("a", 1, "a")}})
          .ok());
  EXPECT_THAT(Record().results, ElementsAre(MakeResult("a", 1, "a"), replica,
                                            MakeResult("a", 2, "c")));
}

TEST_P(LedgerTest, KeepsFiguresOfFourMebibytes) {
  AddJob("a");
  std::string figures(4 << 20, '\0');
  for (size_t index = 0; index < figures.size(); ++index) {
    figures[index] = static_cast<char>(index * index >> 7);
  }
  ASSERT_TRUE(Commit(*ledger_, {PutResult{MakeResult("a", 0, figures)}}).ok());
  EXPECT_TRUE(Record().results.at(0).figures == figures);
}

TEST_P(LedgerTest, KeepsEmptyFigures) {
  AddJob("a");
  ASSERT_TRUE(Commit(*ledger_, {PutResult{MakeResult("a", 0, "")}}).ok());
  EXPECT_THAT(Record().results, ElementsAre(MakeResult("a", 0, "")));
}

TEST_P(LedgerTest, ReplacesAWorker) {
  WorkerRow worker = MakeWorker("w");
  ASSERT_TRUE(Commit(*ledger_, {PutWorker{worker}}).ok());
  worker.state = "blocked";
  worker.reason = "it lies";
  ASSERT_TRUE(Commit(*ledger_, {PutWorker{worker}}).ok());
  EXPECT_THAT(*ledger_->LoadWorkers(), ElementsAre(worker));
}

TEST_P(LedgerTest, RefusesTheInstanceOfAnotherWorker) {
  WorkerRow worker = MakeWorker("v");
  ASSERT_TRUE(Commit(*ledger_, {PutWorker{worker}}).ok());
  worker.id = "w";
  const absl::Status status = Commit(*ledger_, {PutWorker{worker}});
  EXPECT_TRUE(absl::IsAlreadyExists(status)) << status;
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("instance-v"));
}

TEST_P(LedgerTest, StartsAPlannedJob) {
  AddJob("a");
  ASSERT_TRUE(Commit(*ledger_, {SetPlan{"a", "plan"}}).ok());
  EXPECT_EQ(Job("a").state, JobState::kRunning);
  EXPECT_EQ(Job("a").plan, "plan");
}

TEST_P(LedgerTest, KeepsTheFirstPlan) {
  AddJob("a");
  ASSERT_TRUE(Commit(*ledger_, {SetPlan{"a", "plan"}}).ok());
  ASSERT_TRUE(Commit(*ledger_, {SetPlan{"a", "other"}}).ok());
  EXPECT_EQ(Job("a").plan, "plan");
}

TEST_P(LedgerTest, DoesNotStartACancelledJob) {
  AddJob("a");
  ASSERT_TRUE(
      Commit(*ledger_, {EndJob{"a", JobState::kCancelled, "", kNow}}).ok());
  ASSERT_TRUE(Commit(*ledger_, {SetPlan{"a", "plan"}}).ok());
  EXPECT_EQ(Job("a").state, JobState::kCancelled);
  EXPECT_EQ(Job("a").plan, "");
}

TEST_P(LedgerTest, EndsAJobWithItsError) {
  AddJob("a");
  ASSERT_TRUE(
      Commit(*ledger_, {EndJob{"a", JobState::kFailed, "unit 3", kNow}}).ok());
  const JobRow job = Job("a");
  EXPECT_EQ(job.state, JobState::kFailed);
  EXPECT_EQ(job.error, "unit 3");
  EXPECT_EQ(job.ended_at, kNow);
}

TEST_P(LedgerTest, KeepsAFinalState) {
  AddJob("a");
  ASSERT_TRUE(
      Commit(*ledger_, {EndJob{"a", JobState::kFailed, "first", kNow}}).ok());
  ASSERT_TRUE(Commit(*ledger_, {EndJob{"a", JobState::kCancelled, "second",
                                       kNow + absl::Seconds(1)}})
                  .ok());
  const JobRow job = Job("a");
  EXPECT_EQ(job.state, JobState::kFailed);
  EXPECT_EQ(job.error, "first");
  EXPECT_EQ(job.ended_at, kNow);
}

TEST_P(LedgerTest, EndsAJobOnlyAsFailedOrCancelled) {
  AddJob("a");
  for (const JobState state :
       {JobState::kPlanning, JobState::kRunning, JobState::kSucceeded}) {
    const absl::Status status =
        Commit(*ledger_, {EndJob{"a", state, "", kNow}});
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  }
  EXPECT_EQ(Job("a").state, JobState::kPlanning);
}

TEST_P(LedgerTest, FinishesAJobWithItsOutcome) {
  AddJob("a");
  AddJob("b");
  const std::string outcome("out\0come", 8);
  const absl::StatusOr<JobRow> job = ledger_->FinishJob("a", kNow, outcome);
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->state, JobState::kSucceeded);
  EXPECT_EQ(job->outcome, outcome);
  EXPECT_EQ(job->ended_at, kNow);
  EXPECT_TRUE(Job("a") == *job);
  EXPECT_TRUE(Job("b") == MakeJob("b"));
}

TEST_P(LedgerTest, DoesNotFinishAJobThatHasEnded) {
  AddJob("a");
  ASSERT_TRUE(
      Commit(*ledger_, {EndJob{"a", JobState::kCancelled, "", kNow}}).ok());
  const absl::StatusOr<JobRow> job = ledger_->FinishJob("a", kNow, "outcome");
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->state, JobState::kCancelled);
  EXPECT_EQ(job->outcome, "");
}

TEST_P(LedgerTest, FinishesOnce) {
  AddJob("a");
  ASSERT_TRUE(ledger_->FinishJob("a", kNow, "first").ok());
  const absl::StatusOr<JobRow> again =
      ledger_->FinishJob("a", kNow + absl::Seconds(5), "second");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->ended_at, kNow);
  EXPECT_EQ(again->outcome, "first");
}

TEST_P(LedgerTest, FinishesNoUnknownJob) {
  EXPECT_TRUE(
      absl::IsNotFound(ledger_->FinishJob("nobody", kNow, "figures").status()));
}

TEST_P(LedgerTest, ListsJobsByArrivalEvenIfTheClockWasSetBack) {
  for (int index = 0; index < 3; ++index) {
    JobRow job = MakeJob(std::string(1, "zma"[index]));
    job.created_at = kNow - absl::Hours(index);
    ASSERT_TRUE(ledger_->AddJob(job).ok());
  }
  EXPECT_THAT(List(std::nullopt, "", 10), ElementsAre("a", "m", "z"));
}

TEST_P(LedgerTest, ListsPageByPage) {
  for (const char* id : {"a", "b", "c", "d", "e"}) AddJob(id);
  EXPECT_THAT(List(std::nullopt, "", 2), ElementsAre("e", "d"));
  EXPECT_THAT(List(std::nullopt, "d", 2), ElementsAre("c", "b"));
  EXPECT_THAT(List(std::nullopt, "b", 2), ElementsAre("a"));
  EXPECT_THAT(List(std::nullopt, "a", 2), IsEmpty());
  EXPECT_THAT(List(std::nullopt, "", 0), IsEmpty());
}

TEST_P(LedgerTest, ListsJobsOfOneState) {
  for (const char* id : {"a", "b", "c", "d"}) AddJob(id);
  ASSERT_TRUE(Commit(*ledger_, {SetPlan{"a", ""}, SetPlan{"c", ""}}).ok());
  EXPECT_THAT(List(JobState::kRunning, "", 10), ElementsAre("c", "a"));
  // The page before may have ended with a job that has changed since.
  EXPECT_THAT(List(JobState::kRunning, "b", 10), ElementsAre("a"));
}

TEST_P(LedgerTest, RefusesToListAfterAnUnknownJob) {
  const absl::Status status =
      ledger_->ListJobs(std::nullopt, "nobody", 1).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
}

TEST_P(LedgerTest, FindsAnswersNewestFirst) {
  const auto add = [this](const std::string& id, const std::string& question) {
    JobRow job = MakeJob(id);
    job.question = question;
    ASSERT_TRUE(ledger_->AddJob(job).ok());
  };
  const auto find = [this](const std::string& question, int limit) {
    std::vector<std::string> ids;
    const std::vector<JobRow> jobs = *ledger_->FindAnswers(question, limit);
    for (const JobRow& job : jobs) ids.push_back(job.id);
    return ids;
  };
  add("old", "perft(5)");
  add("new", "perft(5)");
  add("open", "perft(5)");
  add("failed", "perft(5)");
  add("other", "perft(6)");
  add("none", "");
  ASSERT_TRUE(
      Commit(*ledger_, {EndJob{"failed", JobState::kFailed, "", kNow}}).ok());
  for (const char* id : {"old", "new", "other", "none"})
    ASSERT_TRUE(ledger_->FinishJob(id, kNow, "figures").ok());
  EXPECT_THAT(find("perft(5)", 10), ElementsAre("new", "old"));
  EXPECT_THAT(find("perft(5)", 1), ElementsAre("new"));
  EXPECT_THAT(find("perft(7)", 10), IsEmpty());
}

TEST_P(LedgerTest, LoadsOpenJobsOldestFirst) {
  for (const char* id : {"d", "c", "b", "a"}) AddJob(id);
  ASSERT_TRUE(Commit(*ledger_, {SetPlan{"d", "plan"},
                                EndJob{"c", JobState::kFailed, "", kNow},
                                PutUnit{MakeUnit("b", 0)}})
                  .ok());
  ASSERT_TRUE(ledger_->FinishJob("a", kNow, "figures").ok());
  const absl::StatusOr<std::vector<JobRecord>> records =
      ledger_->LoadOpenJobs();
  ASSERT_TRUE(records.ok()) << records.status();
  ASSERT_EQ(records->size(), 2);
  EXPECT_EQ(records->at(0).job.id, "d");
  EXPECT_THAT(records->at(0).units, IsEmpty());
  EXPECT_EQ(records->at(1).job.id, "b");
  EXPECT_THAT(records->at(1).units, ElementsAre(MakeUnit("b", 0)));
}

TEST_P(LedgerTest, LoadsAJobInAnyState) {
  AddJob("a");
  AddJob("b");
  ASSERT_TRUE(Commit(*ledger_, {SetPlan{"a", "plan"}, PutUnit{MakeUnit("a", 0)},
                                PutUnit{MakeUnit("b", 0)},
                                PutLease{MakeLease("lease", "a", 0)},
                                PutResult{MakeResult("a", 0, "figures")}})
                  .ok());
  ASSERT_TRUE(ledger_->FinishJob("a", kNow, "figures").ok());
  const absl::StatusOr<JobRecord> record = ledger_->LoadJob("a");
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_TRUE(record->job == Job("a"));
  EXPECT_THAT(record->units, ElementsAre(MakeUnit("a", 0)));
  EXPECT_THAT(record->leases, ElementsAre(MakeLease("lease", "a", 0)));
  EXPECT_THAT(record->results, ElementsAre(MakeResult("a", 0, "figures")));
  EXPECT_TRUE(absl::IsNotFound(ledger_->LoadJob("nobody").status()));
}

TEST_P(LedgerTest, LoadsConflictsWithoutTheirFigures) {
  ASSERT_TRUE(ledger_->AddJob(MakeJob("a")).ok());
  ASSERT_TRUE(ledger_->AddJob(MakeJob("b")).ok());
  ASSERT_TRUE(Commit(*ledger_, {PutResult{MakeResult("a", 0, "one")},
                                PutConflict{MakeResult("a", 0, "other")}})
                  .ok());
  const absl::StatusOr<JobRecord> record = ledger_->LoadJob("a");
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_THAT(record->conflicts, ElementsAre(MakeResult("a", 0, "")));
  EXPECT_THAT(ledger_->LoadJob("b")->conflicts, IsEmpty());
}

TEST_P(LedgerTest, ImportsAJobWithAllItsRows) {
  JobRecord record{.job = MakeJob("a"),
                   .units = {MakeUnit("a", 0), MakeUnit("a", 1)},
                   .leases = {MakeLease("lease", "a", 1)},
                   .results = {MakeResult("a", 0, "figures")}};
  record.job.state = JobState::kRunning;
  record.job.plan = "plan";
  const absl::Status status = ledger_->ImportJob(record);
  ASSERT_TRUE(status.ok()) << status;
  const JobRecord stored = Record();
  EXPECT_TRUE(stored.job == record.job);
  EXPECT_EQ(stored.units, record.units);
  EXPECT_EQ(stored.leases, record.leases);
  EXPECT_EQ(stored.results, record.results);
}

TEST_P(LedgerTest, ImportsNothingOfAJobThatIsKnown) {
  AddJob("a");
  JobRecord record{.job = MakeJob("a"),
                   .units = {MakeUnit("a", 0)},
                   .leases = {},
                   .results = {MakeResult("a", 0, "figures")}};
  record.job.request_id = "other";
  EXPECT_TRUE(absl::IsAlreadyExists(ledger_->ImportJob(record)));
  record.job.id = "b";
  record.job.request_id = "request-a";
  const absl::Status status = ledger_->ImportJob(record);
  EXPECT_TRUE(absl::IsAlreadyExists(status)) << status;
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("request-a"));
  EXPECT_TRUE(Record().job == MakeJob("a"));
  EXPECT_THAT(Record().units, IsEmpty());
  EXPECT_THAT(Record().results, IsEmpty());
}

TEST_P(LedgerTest, PrunesJobsThatEndedSomeTimeAgoAndNoOthers) {
  for (const char* job : {"old", "new", "open"}) {
    AddJob(job);
    ResultRow other = MakeResult(job, 0, "other");
    ASSERT_TRUE(
        Commit(*ledger_,
               {PutUnit{MakeUnit(job, 0)}, PutUnit{MakeUnit(job, 1)},
                PutLease{MakeLease(std::string("lease-") + job, job, 0)},
                PutResult{MakeResult(job, 0, "figures")}, PutConflict{other}})
            .ok());
  }
  ASSERT_TRUE(ledger_->FinishJob("old", kNow, "figures").ok());
  ASSERT_TRUE(
      ledger_->FinishJob("new", kNow + absl::Seconds(1), "figures").ok());
  int64_t rows = 0;
  int calls = 0;
  for (int64_t pruned = 1; pruned > 0; ++calls) {
    const absl::StatusOr<int64_t> some = ledger_->PrunePayloads(kNow, 1);
    ASSERT_TRUE(some.ok()) << some.status();
    pruned = *some;
    EXPECT_LE(pruned, 1);
    rows += pruned;
  }
  EXPECT_EQ(rows, 6) << "two units, a lease, a result, a conflict, the job";
  EXPECT_EQ(calls, 7);
  const JobRecord old = *ledger_->LoadJob("old");
  EXPECT_EQ(old.job.outcome, "figures");
  EXPECT_FALSE(old.job.has_payload);
  EXPECT_THAT(old.units, IsEmpty());
  EXPECT_THAT(old.leases, IsEmpty());
  EXPECT_THAT(old.results, IsEmpty());
  for (const char* job : {"new", "open"}) {
    const JobRecord record = *ledger_->LoadJob(job);
    EXPECT_TRUE(record.job.has_payload);
    EXPECT_EQ(record.units.size(), 2);
    EXPECT_EQ(record.leases.size(), 1);
    EXPECT_EQ(record.results.size(), 1);
  }
}

TEST_P(LedgerTest, PrunesAJobOfManyRowsInFewSteps) {
  AddJob("a");
  std::vector<LedgerWrite> writes;
  for (uint64_t unit = 0; unit < 100; ++unit) {
    writes.push_back(PutUnit{MakeUnit("a", unit)});
    writes.push_back(PutResult{MakeResult("a", unit, "figures")});
  }
  ASSERT_TRUE(ledger_->Commit(writes).ok());
  ASSERT_TRUE(ledger_->FinishJob("a", kNow, "figures").ok());
  int calls = 0;
  while (*ledger_->PrunePayloads(kNow, 60) > 0) ++calls;
  EXPECT_LE(calls, 5);
  EXPECT_THAT(ledger_->LoadJob("a")->results, IsEmpty());
}

TEST_P(LedgerTest, ForgetsWorkersThatNobodyNeeds) {
  const auto put = [this](const std::string& id, const std::string& state,
                          absl::Time registered_at) {
    WorkerRow worker = MakeWorker(id);
    worker.state = state;
    worker.registered_at = registered_at;
    ASSERT_TRUE(Commit(*ledger_, {PutWorker{worker}}).ok());
  };
  put("idle", "active", kNow);
  put("leased", "active", kNow);
  put("blocked", "blocked", kNow);
  put("young", "active", kNow + absl::Seconds(1));
  AddJob("a");
  LeaseRow lease = MakeLease("lease", "a", 0);
  lease.worker = "leased";
  ASSERT_TRUE(Commit(*ledger_, {PutLease{lease}}).ok());
  ASSERT_TRUE(ledger_->ForgetWorkers(kNow).ok());
  std::vector<std::string> left;
  const std::vector<WorkerRow> workers = *ledger_->LoadWorkers();
  for (const WorkerRow& worker : workers) left.push_back(worker.id);
  EXPECT_THAT(left, ElementsAre("blocked", "leased", "young"));
}

TEST_P(LedgerTest, LoadsTheResultsOfOneUnit) {
  AddJob("a");
  AddJob("b");
  ResultRow replica = MakeResult("a", 1, "replica");
  replica.replica = 1;
  ASSERT_TRUE(Commit(*ledger_, {PutResult{replica},
                                PutResult{MakeResult("a", 0, "before")},
                                PutResult{MakeResult("a", 1, "first")},
                                PutResult{MakeResult("a", 2, "after")},
                                PutResult{MakeResult("b", 1, "other")}})
                  .ok());
  EXPECT_THAT(*ledger_->LoadResults("a", 1),
              ElementsAre(MakeResult("a", 1, "first"), replica));
  EXPECT_THAT(*ledger_->LoadResults("a", 3), IsEmpty());
}

TEST(FakeLedgerTest, ReportsDamagedFigures) {
  FakeLedger ledger;
  ASSERT_TRUE(ledger.AddJob(MakeJob("a")).ok());
  ASSERT_TRUE(Commit(ledger, {PutResult{MakeResult("a", 4, "x")}}).ok());
  ledger.DamageFigures("a", 4, 0);
  const JobRecord record = *ledger.LoadJob("a");
  EXPECT_THAT(record.results, IsEmpty());
  EXPECT_THAT(record.damaged, ElementsAre(MakeResult("a", 4, "")));
  ASSERT_TRUE(Commit(ledger, {DropResult{"a", 4, 0}}).ok());
  EXPECT_THAT(ledger.LoadJob("a")->damaged, IsEmpty());
}

TEST(FakeLedgerTest, FailsAsTold) {
  FakeLedger ledger;
  ledger.FailNextCommit(absl::UnavailableError("once"));
  EXPECT_EQ(Commit(ledger, {PutWorker{MakeWorker("w")}}),
            absl::UnavailableError("once"));
  EXPECT_THAT(*ledger.LoadWorkers(), IsEmpty());
  EXPECT_TRUE(Commit(ledger, {PutWorker{MakeWorker("w")}}).ok());
  ledger.Supersede();
  EXPECT_TRUE(absl::IsFailedPrecondition(Commit(ledger, {})));
  EXPECT_TRUE(absl::IsFailedPrecondition(ledger.AddJob(MakeJob("a")).status()));
  ledger.FailWrites(absl::OkStatus());
  EXPECT_TRUE(Commit(ledger, {}).ok());
}

}  // namespace
}  // namespace rookery::coordinator
