// What SqliteLedger promises beyond the interface: files, locks, epochs,
// faults.
#include "coordinator/ledger/sqlite_ledger.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "coordinator/ledger/schema.h"
#include "coordinator/ledger/sqlite.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/unit/coordinator/ledger/rows.h"
#include "tests/unit/coordinator/ledger/temporary_folder.h"

namespace rookery::coordinator {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string ReadFile(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class SqliteLedgerTest : public testing::Test {
 protected:
  absl::StatusOr<std::unique_ptr<SqliteLedger>> TryOpen() {
    return SqliteLedger::Open({.path = path_});
  }

  std::unique_ptr<SqliteLedger> Open() {
    absl::StatusOr<std::unique_ptr<SqliteLedger>> ledger = TryOpen();
    EXPECT_TRUE(ledger.ok()) << ledger.status();
    return ledger.ok() ? *std::move(ledger) : nullptr;
  }

  // A second program that looks into the file.
  void Execute(const std::string& statements) {
    const auto connection = sqlite::Connection::Open(path_);
    ASSERT_TRUE(connection.ok()) << connection.status();
    const absl::Status status = (*connection)->Execute(statements);
    ASSERT_TRUE(status.ok()) << status;
  }

  int64_t Count(const char* sql) {
    const auto connection = sqlite::Connection::Open(path_);
    EXPECT_TRUE(connection.ok()) << connection.status();
    sqlite::Query query(**connection, sql);
    EXPECT_TRUE(query.Step()) << query.status();
    return query.Integer(0);
  }

  // A closed ledger with job "a", one unit and one result of 100 kB.
  void MakeLedger() {
    std::unique_ptr<SqliteLedger> ledger = Open();
    ASSERT_NE(ledger, nullptr);
    ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
    ASSERT_TRUE(Commit(*ledger, {PutUnit{MakeUnit("a", 0)},
                                 PutResult{MakeResult(
                                     "a", 0, std::string(100'000, 'x'))}})
                    .ok());
  }

  // Opening fails with DATA_LOSS, names the file and leaves it as it is.
  void ExpectDataLoss() {
    const std::string before = ReadFile(path_);
    const absl::Status status = TryOpen().status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path_));
    EXPECT_TRUE(ReadFile(path_) == before);
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.File("ledger.db");
};

TEST_F(SqliteLedgerTest, KeepsEverythingOverARestart) {
  JobRecord before;
  {
    std::unique_ptr<SqliteLedger> ledger = Open();
    ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
    ASSERT_TRUE(
        Commit(*ledger, {SetPlan{"a", "plan"}, PutUnit{MakeUnit("a", 0)},
                         PutLease{MakeLease("lease", "a", 0)},
                         PutResult{MakeResult("a", 0, "figures")},
                         PutWorker{MakeWorker("worker")}})
            .ok());
    before = ledger->LoadOpenJobs()->at(0);
  }
  std::unique_ptr<SqliteLedger> ledger = Open();
  const absl::StatusOr<std::vector<JobRecord>> records = ledger->LoadOpenJobs();
  ASSERT_TRUE(records.ok()) << records.status();
  ASSERT_EQ(records->size(), 1);
  EXPECT_TRUE(records->at(0).job == before.job);
  EXPECT_EQ(records->at(0).units, before.units);
  EXPECT_EQ(records->at(0).leases, before.leases);
  EXPECT_EQ(records->at(0).results, before.results);
  EXPECT_THAT(*ledger->LoadWorkers(), ElementsAre(MakeWorker("worker")));
}

TEST_F(SqliteLedgerTest, KeepsAConflictOnceAWorker) {
  std::unique_ptr<SqliteLedger> ledger = Open();
  ResultRow other = MakeResult("a", 0, "third");
  other.worker = "other";
  ASSERT_TRUE(Commit(*ledger, {PutConflict{MakeResult("a", 0, "first")},
                               PutConflict{MakeResult("a", 0, "second")},
                               PutConflict{other}})
                  .ok());
  EXPECT_EQ(Count("SELECT count(*) FROM conflicts"), 2);
  EXPECT_EQ(Count("SELECT count(*) FROM figures"), 2);
  EXPECT_EQ(Count("SELECT count(*) FROM conflicts JOIN figures "
                  "ON figures.id = figures_id WHERE bytes = x'6669727374'"),
            1);
}

TEST_F(SqliteLedgerTest, StoresNoFiguresOfAResultThatIsNotStored) {
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_TRUE(Commit(*ledger, {PutResult{MakeResult("a", 0, "first")},
                               PutResult{MakeResult("a", 0, "second")}})
                  .ok());
  EXPECT_EQ(Count("SELECT count(*) FROM figures"), 1);
}

TEST_F(SqliteLedgerTest, PrunesTheFiguresToo) {
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
  ASSERT_TRUE(ledger->AddJob(MakeJob("b")).ok());
  ASSERT_TRUE(Commit(*ledger, {PutResult{MakeResult("b", 0, "stays")},
                               PutResult{MakeResult("a", 0, "goes")},
                               PutResult{MakeResult("a", 1, "goes")},
                               PutConflict{MakeResult("a", 0, "goes")}})
                  .ok());
  ASSERT_TRUE(ledger->FinishJob("a", kNow, "outcome").ok());
  while (*ledger->PrunePayloads(kNow, 1) > 0) {
  }
  EXPECT_EQ(Count("SELECT count(*) FROM figures"), 1);
  EXPECT_EQ(Count("SELECT count(*) FROM conflicts"), 0);
  EXPECT_EQ(*ledger->PrunePayloads(kNow, 1), 0);
}

// --- One coordinator at a time

TEST_F(SqliteLedgerTest, RefusesASecondCoordinator) {
  std::unique_ptr<SqliteLedger> first = Open();
  const absl::Status status = TryOpen().status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("another coordinator"), HasSubstr(path_),
                    HasSubstr(absl::StrCat("process ", getpid())),
                    testing::Not(HasSubstr("\n"))));
  EXPECT_TRUE(first->AddJob(MakeJob("a")).ok());
}

TEST_F(SqliteLedgerTest, RefusesASecondCoordinatorThroughALink) {
  std::unique_ptr<SqliteLedger> first = Open();
  std::filesystem::create_symlink(path_, folder_.File("link.db"));
  EXPECT_TRUE(absl::IsFailedPrecondition(
      SqliteLedger::Open({.path = folder_.File("link.db")}).status()));
}

TEST_F(SqliteLedgerTest, LetsTheNextOneInOnceClosed) {
  { std::unique_ptr<SqliteLedger> first = Open(); }
  EXPECT_NE(Open(), nullptr);
}

TEST_F(SqliteLedgerTest, KeepsWhatAKilledCoordinatorHadCommitted) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto ledger = TryOpen();
    const bool written = ledger.ok() && (*ledger)->AddJob(MakeJob("a")).ok();
    const char answer = written ? 'y' : 'n';
    if (write(ready[1], &answer, 1) == 1) pause();
    _exit(1);
  }
  char answer = 0;
  ASSERT_EQ(read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  EXPECT_TRUE(absl::IsFailedPrecondition(TryOpen().status()));
  kill(child, SIGKILL);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  close(ready[0]);
  close(ready[1]);
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_NE(ledger, nullptr);
  EXPECT_TRUE(ledger->GetJob("a").ok());
}

TEST_F(SqliteLedgerTest, RaisesTheEpochAtEachStart) {
  const int64_t first = Open()->epoch();
  EXPECT_EQ(Open()->epoch(), first + 1);
}

TEST_F(SqliteLedgerTest, WritesNothingOnceSuperseded) {
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
  ASSERT_TRUE(Commit(*ledger, {PutUnit{MakeUnit("a", 0)}}).ok());
  Execute("UPDATE meta SET value = value + 1 WHERE key = 'epoch'");

  const absl::Status commit = Commit(*ledger, {PutUnit{MakeUnit("a", 1)}});
  EXPECT_TRUE(absl::IsFailedPrecondition(commit)) << commit;
  EXPECT_THAT(std::string(commit.message()),
              AllOf(HasSubstr(path_), HasSubstr("its epoch is 2, ours is 1")));
  EXPECT_TRUE(
      absl::IsFailedPrecondition(ledger->AddJob(MakeJob("b")).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(
      ledger->FinishJob("a", kNow, "outcome").status()));

  // Reading is still possible, and shows that nothing was written.
  const absl::StatusOr<std::vector<JobRecord>> records = ledger->LoadOpenJobs();
  ASSERT_TRUE(records.ok()) << records.status();
  ASSERT_EQ(records->size(), 1);
  EXPECT_THAT(records->at(0).units, ElementsAre(MakeUnit("a", 0)));
}

// --- Files that are not what they should be

TEST_F(SqliteLedgerTest, RefusesANewerSchemaAndNamesBothVersions) {
  MakeLedger();
  Execute("UPDATE meta SET value = '99' WHERE key = 'schema_version'");
  const absl::Status status = TryOpen().status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(
      std::string(status.message()),
      AllOf(HasSubstr(path_),
            HasSubstr(absl::StrCat(
                "schema_version is 99, this program knows versions up to ",
                Migrations().size()))));
  EXPECT_EQ(Count("SELECT count(*) FROM jobs"), 1);
}

TEST_F(SqliteLedgerTest, TakesUpALedgerOfTheFirstVersion) {
  {
    const auto connection = sqlite::Connection::Open(path_);
    ASSERT_TRUE(connection.ok());
    ASSERT_TRUE(MigrateSchema(**connection, Migrations().first(1)).ok());
  }
  Execute(
      "INSERT INTO jobs (id, kind, request, state, plan, outcome, error, "
      "created_at) VALUES ('a', 'perft', x'', 'SUCCEEDED', x'', x'', '', 1)");
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_NE(ledger, nullptr);
  EXPECT_EQ(ledger->GetJob("a")->question, "");
  EXPECT_TRUE(ledger->AddJob(MakeJob("b")).ok());
}

TEST_F(SqliteLedgerTest, ChecksEverythingOfALedgerOfTheThirdVersion) {
  {
    const auto connection = sqlite::Connection::Open(path_);
    ASSERT_TRUE(connection.ok());
    ASSERT_TRUE(MigrateSchema(**connection, Migrations().first(3)).ok());
  }
  // The checksum of the second figures is wrong: it must not become right.
  Execute(
      "INSERT INTO jobs (id, kind, request, state, plan, outcome, error, "
      "created_at) VALUES ('a', 'perft', x'01', 'SUCCEEDED', x'', x'02', '', "
      "1);"
      "INSERT INTO units VALUES ('a', 0, 7, 5, 1, 0), ('a', 1, 12, 5, 1, 0);"
      "INSERT INTO figures VALUES (1, crc32('whole'), 'whole'), "
      "(2, crc32('damaged') + 1, 'damaged'), (3, crc32('other'), 'other');"
      "INSERT INTO results VALUES ('a', 0, 0, 'w', '', 0, '', 1, 1), "
      "('a', 1, 0, 'w', '', 0, '', 1, 2);"
      "INSERT INTO conflicts VALUES ('a', 0, 0, 'v', '', 0, '', 1, 3);");
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_NE(ledger, nullptr);
  const absl::StatusOr<JobRecord> record = ledger->LoadJob("a");
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_FALSE(record->job.damaged);
  EXPECT_EQ(record->job.outcome, "\x02");
  ASSERT_THAT(record->results, SizeIs(1));
  EXPECT_EQ(record->results[0].figures, "whole");
  ASSERT_THAT(record->damaged, SizeIs(1));
  EXPECT_EQ(record->damaged[0].unit, 1u);
  EXPECT_EQ(Count("SELECT crc32 = crc32('a,0,7,5,0,v,other') FROM figures "
                  "WHERE id = 3"),
            1);
}

TEST_F(SqliteLedgerTest, LeavesADatabaseOfAnotherProgramAlone) {
  Execute("CREATE TABLE recipes (id INTEGER)");
  const std::string before = ReadFile(path_);
  const absl::Status status = TryOpen().status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(path_));
  EXPECT_TRUE(ReadFile(path_) == before);
}

TEST_F(SqliteLedgerTest, LeavesAFileThatIsNoDatabaseAlone) {
  WriteFile(path_, std::string(5000, 'n'));
  ExpectDataLoss();
}

TEST_F(SqliteLedgerTest, LeavesAShortFileThatIsNoDatabaseAlone) {
  WriteFile(path_, "notes");
  ExpectDataLoss();
}

TEST_F(SqliteLedgerTest, NoticesATruncatedLedgerWhereverItIsCut) {
  MakeLedger();
  const std::string whole = ReadFile(path_);
  ASSERT_GT(whole.size(), 100'000);
  for (const size_t size :
       {whole.size() - 1, whole.size() - 4096, whole.size() / 2, size_t{4096},
        size_t{100}, size_t{15}, size_t{0}}) {
    SCOPED_TRACE(size);
    WriteFile(path_, whole.substr(0, size));
    ExpectDataLoss();
  }
  WriteFile(path_, whole);
  EXPECT_TRUE(Open()->GetJob("a").ok());
}

TEST_F(SqliteLedgerTest, NoticesADamagedDatabase) {
  MakeLedger();
  std::string bytes = ReadFile(path_);
  for (size_t index = 100; index < 4096; ++index) bytes[index] = '\x55';
  WriteFile(path_, bytes);
  ExpectDataLoss();
}

TEST_F(SqliteLedgerTest, TakesAnEmptyFileThatNeverHeldALedger) {
  WriteFile(path_, "");
  EXPECT_NE(Open(), nullptr);
}

TEST_F(SqliteLedgerTest, StartsAnewWhereTheLedgerWasRemoved) {
  MakeLedger();
  std::filesystem::remove(path_);
  EXPECT_THAT(*Open()->LoadOpenJobs(), IsEmpty());
}

TEST_F(SqliteLedgerTest, RefusesAFolder) {
  std::filesystem::create_directory(path_);
  const absl::Status status = TryOpen().status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(path_));
}

TEST_F(SqliteLedgerTest, MakesNoFolder) {
  const std::string path = folder_.File("missing/ledger.db");
  const absl::Status status = SqliteLedger::Open({.path = path}).status();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(path));
}

// The rights of user "nobody" where the test runs as root, whom no mode stops.
class WithoutRootsRights {
 public:
  WithoutRootsRights() {
    if (getuid() == 0) {
      EXPECT_EQ(seteuid(65534), 0);
    }
  }
  ~WithoutRootsRights() {
    if (getuid() == 0) {
      EXPECT_EQ(seteuid(0), 0);
    }
  }
};

TEST_F(SqliteLedgerTest, NamesAFolderThatCannotBeWritten) {
  chmod(folder_.path().c_str(), 0555);
  absl::Status status;
  {
    WithoutRootsRights rights;
    status = TryOpen().status();
  }
  chmod(folder_.path().c_str(), 0755);
  EXPECT_TRUE(absl::IsPermissionDenied(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(path_));
}

TEST_F(SqliteLedgerTest, NamesAFileThatCannotBeWritten) {
  MakeLedger();
  chmod(folder_.path().c_str(), 0777);
  chmod((path_ + ".lock").c_str(), 0666);
  chmod(path_.c_str(), 0444);
  absl::Status status;
  {
    WithoutRootsRights rights;
    status = TryOpen().status();
  }
  EXPECT_TRUE(absl::IsPermissionDenied(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(path_));
}

// --- Damage and a full disk while in use

TEST_F(SqliteLedgerTest, SetsDamagedFiguresApart) {
  MakeLedger();
  Execute("UPDATE figures SET bytes = 'y' || substr(bytes, 2)");
  std::unique_ptr<SqliteLedger> ledger = Open();
  const JobRecord record = ledger->LoadOpenJobs()->at(0);
  EXPECT_THAT(record.results, IsEmpty());
  EXPECT_THAT(record.damaged, ElementsAre(MakeResult("a", 0, "")));
  const absl::Status status = ledger->LoadResults("a", 0).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_EQ(status.message(),
            "figures of job a, unit 0, replica 0 are damaged");
  ASSERT_TRUE(Commit(*ledger, {DropResult{"a", 0, 0}}).ok());
  EXPECT_EQ(Count("SELECT count(*) FROM figures"), 0);
}

TEST_F(SqliteLedgerTest, SetsFiguresApartThatBelongToAnotherResult) {
  // As many bytes, and each of them as it was stored.
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
  ASSERT_TRUE(ledger->AddJob(MakeJob("b")).ok());
  ResultRow replica = MakeResult("a", 0, "three");
  replica.replica = 1;
  ASSERT_TRUE(
      Commit(*ledger, {PutResult{MakeResult("a", 0, "one")},
                       PutResult{MakeResult("a", 1, "two")}, PutResult{replica},
                       PutResult{MakeResult("b", 0, "four")},
                       PutResult{MakeResult("a", 2, "five")}})
          .ok());
  // In the order of their arrival: each gets those of the next.
  Execute(
      "UPDATE results SET figures_id = figures_id % 4 + 1 "
      "WHERE figures_id < 5");
  EXPECT_THAT(ledger->LoadJob("a")->results,
              ElementsAre(MakeResult("a", 2, "five")));
  EXPECT_THAT(ledger->LoadJob("a")->damaged, SizeIs(3));
  EXPECT_THAT(ledger->LoadJob("b")->damaged, SizeIs(1));
}

TEST_F(SqliteLedgerTest, SetsFiguresApartOfWhichTheWorkerWasChanged) {
  MakeLedger();
  Execute("UPDATE results SET worker = 'other'");
  EXPECT_THAT(Open()->LoadJob("a")->damaged, SizeIs(1));
}

TEST_F(SqliteLedgerTest, SetsFiguresApartOfWhichTheUnitHasAnotherRange) {
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
  for (uint64_t unit = 0; unit < 4; ++unit) {
    ASSERT_TRUE(Commit(*ledger, {PutUnit{MakeUnit("a", unit)},
                                 PutResult{MakeResult("a", unit, "figures")}})
                    .ok());
  }
  Execute(
      "UPDATE units SET first = first + 1 WHERE number = 1;"
      "UPDATE units SET count = count + 1 WHERE number = 2;"
      "DELETE FROM units WHERE number = 3");
  EXPECT_THAT(ledger->LoadJob("a")->results,
              ElementsAre(MakeResult("a", 0, "figures")));
  EXPECT_THAT(ledger->LoadJob("a")->damaged, SizeIs(3));
}

TEST_F(SqliteLedgerTest, NoticesAnAnswerOrAQuestionThatWasChanged) {
  std::unique_ptr<SqliteLedger> ledger = Open();
  for (const char* id : {"a", "b"}) {
    JobRow job = MakeJob(id);
    job.question = "perft";
    ASSERT_TRUE(ledger->AddJob(job).ok());
    const absl::StatusOr<JobRow> finished =
        ledger->FinishJob(id, kNow, absl::StrCat("answer ", id));
    ASSERT_TRUE(finished.ok());
    EXPECT_FALSE(ledger->GetJob(id)->damaged);
  }
  // That of the other job.
  Execute("UPDATE jobs SET outcome = 'answer b' WHERE id = 'a'");
  EXPECT_TRUE(ledger->GetJob("a")->damaged);
  EXPECT_EQ(ledger->GetJob("a")->outcome, "");
  EXPECT_TRUE(ledger->FindAnswers("perft", 2)->at(1).damaged);
  EXPECT_TRUE(ledger->ListJobs(std::nullopt, "", 2)->at(1).damaged);
  EXPECT_FALSE(ledger->GetJob("b")->damaged);
  Execute("UPDATE jobs SET request = x'00' WHERE id = 'b'");
  EXPECT_TRUE(ledger->GetJob("b")->damaged);
}

TEST_F(SqliteLedgerTest, FinishesNoJobOfWhichTheQuestionWasChanged) {
  MakeLedger();
  Execute("UPDATE jobs SET request = x'00'");
  std::unique_ptr<SqliteLedger> ledger = Open();
  EXPECT_TRUE(ledger->LoadOpenJobs()->at(0).job.damaged);
  const absl::Status status = ledger->FinishJob("a", kNow, "outcome").status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_EQ(ledger->GetJob("a")->state, JobState::kPlanning);
}

// The check value that the catalogues of CRC algorithms give.
TEST_F(SqliteLedgerTest, ComputesTheCrc32OfValuesOneAfterTheOther) {
  EXPECT_EQ(Count("SELECT crc32('123456789')"), 0xcbf43926);
  EXPECT_EQ(Count("SELECT crc32('1', 2, x'33', '', NULL, 456789)"), 0xcbf43926);
}

TEST_F(SqliteLedgerTest, NamesTheUnitOfMissingFigures) {
  MakeLedger();
  Execute("DELETE FROM figures");
  std::unique_ptr<SqliteLedger> ledger = Open();
  EXPECT_THAT(ledger->LoadJob("a")->damaged, SizeIs(1));
  EXPECT_EQ(ledger->LoadResults("a", 0).status().message(),
            "figures of job a, unit 0, replica 0 are missing");
}

// A limit on the size of files stands in for a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(uint64_t bytes)
      : old_action_(signal(SIGXFSZ, SIG_IGN)) {
    EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit_), 0);
    rlimit limit = old_limit_;
    limit.rlim_cur = bytes;
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_limit_);
    signal(SIGXFSZ, old_action_);
  }

 private:
  rlimit old_limit_;
  void (*old_action_)(int);
};

TEST_F(SqliteLedgerTest, SaysThatTheDiskIsFullAndGoesOnOnceItIsNot) {
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
  const PutResult small{MakeResult("a", 0, "figures")};
  const PutResult large{MakeResult("a", 1, std::string(4 << 20, 'x'))};
  ASSERT_TRUE(Commit(*ledger, {small}).ok());
  {
    FileSizeLimit limit(1 << 20);
    const absl::Status status = Commit(*ledger, {large});
    EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path_));
    EXPECT_EQ(ledger->LoadOpenJobs()->at(0).results.size(), 1);
  }
  EXPECT_TRUE(Commit(*ledger, {large}).ok());
  EXPECT_EQ(ledger->LoadOpenJobs()->at(0).results.size(), 2);
}

// --- Many rows, many threads

TEST_F(SqliteLedgerTest, LoadsAHundredThousandUnits) {
  constexpr uint64_t kUnits = 100'000;
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
  std::vector<LedgerWrite> writes;
  for (uint64_t unit = 0; unit < kUnits; ++unit) {
    writes.push_back(PutUnit{MakeUnit("a", unit)});
    writes.push_back(
        PutLease{MakeLease(absl::StrCat("lease-", unit), "a", unit)});
    writes.push_back(
        PutResult{MakeResult("a", unit, absl::StrCat("figures-", unit))});
  }
  ASSERT_TRUE(ledger->Commit(writes).ok());
  const absl::StatusOr<std::vector<JobRecord>> records = ledger->LoadOpenJobs();
  ASSERT_TRUE(records.ok()) << records.status();
  const JobRecord& record = records->at(0);
  EXPECT_EQ(record.units.size(), kUnits);
  EXPECT_EQ(record.leases.size(), kUnits);
  ASSERT_EQ(record.results.size(), kUnits);
  EXPECT_EQ(record.results.back().figures, "figures-99999");
}

TEST_F(SqliteLedgerTest, ReadsWhileItWrites) {
  std::unique_ptr<SqliteLedger> ledger = Open();
  ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
  const auto other = sqlite::Connection::Open(path_);
  ASSERT_TRUE(other.ok()) << other.status();
  sqlite::Transaction transaction(**other, sqlite::Transaction::Kind::kWrite);
  ASSERT_TRUE(transaction.status().ok()) << transaction.status();
  EXPECT_EQ(ledger->GetJob("a")->state, JobState::kPlanning);
  EXPECT_TRUE(ledger->LoadJob("a").ok());
}

TEST_F(SqliteLedgerTest, TakesCallsFromManyThreads) {
  std::unique_ptr<SqliteLedger> ledger =
      *SqliteLedger::Open({.path = path_, .durable = false});
  ASSERT_TRUE(ledger->AddJob(MakeJob("a")).ok());
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int index = 0; index < 50; ++index) {
        const uint64_t unit = thread * 50 + index;
        if (!Commit(*ledger, {PutUnit{MakeUnit("a", unit)}}).ok()) ++failures;
        if (!ledger->LoadOpenJobs().ok()) ++failures;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(ledger->LoadOpenJobs()->at(0).units.size(), 200);
}

}  // namespace
}  // namespace rookery::coordinator
