#include "tests/system/stored_job.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <functional>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

// A copy of the ledger that is removed again.
class LedgerCopy {
 public:
  explicit LedgerCopy(const std::string& ledger_path)
      : path_(ledger_path + ".copy") {
    using std::filesystem::copy_file;
    constexpr auto kOverwrite =
        std::filesystem::copy_options::overwrite_existing;
    std::error_code error;
    copy_file(ledger_path, path_, kOverwrite, error);
    EXPECT_FALSE(error) << error.message();
    // Of a coordinator that was killed.
    if (std::filesystem::exists(ledger_path + "-wal"))
      copy_file(ledger_path + "-wal", path_ + "-wal", kOverwrite, error);
    EXPECT_FALSE(error) << error.message();
  }
  ~LedgerCopy() {
    for (const char* suffix : {"", "-wal", "-shm"})
      std::filesystem::remove(path_ + suffix);
  }
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

class Reader {
 public:
  explicit Reader(const std::string& path) {
    Check(sqlite3_open_v2(path.c_str(), &connection_, SQLITE_OPEN_READWRITE,
                          nullptr));
  }
  ~Reader() { sqlite3_close(connection_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Calls `row` for each row; '?1' stands for `job_id`.
  void Query(const std::string& sql, const std::string& job_id,
             const std::function<void(sqlite3_stmt*)>& row) {
    sqlite3_stmt* statement = nullptr;
    Check(
        sqlite3_prepare_v2(connection_, sql.c_str(), -1, &statement, nullptr));
    if (status_.ok()) {
      sqlite3_bind_text(statement, 1, job_id.c_str(), -1, SQLITE_STATIC);
      int code;
      while ((code = sqlite3_step(statement)) == SQLITE_ROW) row(statement);
      if (code != SQLITE_DONE) Check(code);
    }
    sqlite3_finalize(statement);
  }

  uint64_t Count(const std::string& sql, const std::string& job_id) {
    uint64_t count = 0;
    Query(sql, job_id, [&count](sqlite3_stmt* row) {
      count = static_cast<uint64_t>(sqlite3_column_int64(row, 0));
    });
    return count;
  }

  const absl::Status& status() const { return status_; }

 private:
  void Check(int code) {
    if (code != SQLITE_OK && status_.ok())
      status_ = absl::InternalError(sqlite3_errmsg(connection_));
  }

  sqlite3* connection_ = nullptr;
  absl::Status status_;
};

std::string Text(sqlite3_stmt* row, int column) {
  return reinterpret_cast<const char*>(sqlite3_column_text(row, column));
}

}  // namespace

absl::StatusOr<StoredJob> ReadStoredJob(const std::string& ledger_path,
                                        const std::string& job_id) {
  const LedgerCopy copy(ledger_path);
  Reader reader(copy.path());
  StoredJob job;
  reader.Query("SELECT state FROM jobs WHERE id = ?1", job_id,
               [&job](sqlite3_stmt* row) { job.state = Text(row, 0); });
  reader.Query(
      "SELECT number, first, count, replicas, (SELECT count(*) FROM results "
      "WHERE results.job = units.job AND unit = number) FROM units "
      "WHERE job = ?1 ORDER BY first",
      job_id, [&job](sqlite3_stmt* row) {
        const auto number = [row](int column) {
          return static_cast<uint64_t>(sqlite3_column_int64(row, column));
        };
        job.units.push_back({.number = number(0),
                             .first = number(1),
                             .count = number(2),
                             .replicas = number(3),
                             .results = number(4)});
      });
  job.results =
      reader.Count("SELECT count(*) FROM results WHERE job = ?1", job_id);
  job.figures = reader.Count(
      "SELECT count(DISTINCT figures_id) FROM results "
      "JOIN figures ON figures.id = figures_id WHERE job = ?1",
      job_id);
  job.conflicts =
      reader.Count("SELECT count(*) FROM conflicts WHERE job = ?1", job_id);
  reader.Query(
      "SELECT ended, count(*) FROM leases WHERE job = ?1 GROUP BY ended",
      job_id, [&job](sqlite3_stmt* row) {
        job.leases[Text(row, 0)] =
            static_cast<uint64_t>(sqlite3_column_int64(row, 1));
      });
  if (!reader.status().ok()) return reader.status();
  if (job.state.empty())
    return absl::NotFoundError(absl::StrCat("no job ", job_id));
  return job;
}

void ExpectEachUnitOnce(const StoredJob& job, uint64_t positions) {
  uint64_t next = 0;
  for (const StoredUnit& unit : job.units) {
    EXPECT_EQ(unit.first, next) << "unit " << unit.number;
    EXPECT_EQ(unit.replicas, 1u) << "unit " << unit.number;
    EXPECT_EQ(unit.results, 1u) << "unit " << unit.number;
    next = unit.first + unit.count;
  }
  EXPECT_EQ(next, positions);
  EXPECT_EQ(job.results, job.units.size());
  EXPECT_EQ(job.figures, job.results);
  EXPECT_EQ(job.conflicts, 0u);
}

}  // namespace rookery
