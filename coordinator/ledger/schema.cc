#include "coordinator/ledger/schema.h"

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace rookery::coordinator {
namespace {

using sqlite::Connection;
using sqlite::Query;
using sqlite::Transaction;

// Instants are nanoseconds since 1970. `figures` is apart from `results`
// because large values do not belong into a table without row ids.
constexpr char kVersion1[] = R"sql(
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,  -- schema_version, epoch
  value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta VALUES ('schema_version', '0'), ('epoch', '0');

CREATE TABLE jobs (
  number     INTEGER PRIMARY KEY,  -- in the order of arrival
  id         TEXT NOT NULL UNIQUE,
  request_id TEXT UNIQUE,
  kind       TEXT NOT NULL,
  request    BLOB NOT NULL,
  state      TEXT NOT NULL,  -- PLANNING, RUNNING, SUCCEEDED, FAILED, CANCELLED
  plan       BLOB NOT NULL,
  outcome    BLOB NOT NULL,
  error      TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at   INTEGER
);
CREATE INDEX jobs_by_state ON jobs (state, number);

CREATE TABLE units (
  job      TEXT NOT NULL,
  number   INTEGER NOT NULL,
  first    INTEGER NOT NULL,
  count    INTEGER NOT NULL,
  replicas INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  PRIMARY KEY (job, number)
) WITHOUT ROWID;

CREATE TABLE leases (
  number  INTEGER PRIMARY KEY,  -- in the order in which they were granted
  id      TEXT NOT NULL UNIQUE,
  job     TEXT NOT NULL,
  unit    INTEGER NOT NULL,
  replica INTEGER NOT NULL,
  worker  TEXT NOT NULL,
  ended   TEXT NOT NULL  -- open, completed, expired, released, failed, void
);
CREATE INDEX leases_by_job ON leases (job);

CREATE TABLE figures (
  id    INTEGER PRIMARY KEY,
  crc32 INTEGER NOT NULL,  -- of bytes, as zlib computes it
  bytes BLOB NOT NULL
);

CREATE TABLE results (
  job          TEXT NOT NULL,
  unit         INTEGER NOT NULL,
  replica      INTEGER NOT NULL,
  worker       TEXT NOT NULL,
  kernel       TEXT NOT NULL,
  hash_seed    INTEGER NOT NULL,
  revision     TEXT NOT NULL,
  completed_at INTEGER NOT NULL,
  figures_id   INTEGER NOT NULL,
  PRIMARY KEY (job, unit, replica)
) WITHOUT ROWID;

-- Figures that differ from those that stand in `results`.
CREATE TABLE conflicts (
  job          TEXT NOT NULL,
  unit         INTEGER NOT NULL,
  replica      INTEGER NOT NULL,
  worker       TEXT NOT NULL,
  kernel       TEXT NOT NULL,
  hash_seed    INTEGER NOT NULL,
  revision     TEXT NOT NULL,
  completed_at INTEGER NOT NULL,
  figures_id   INTEGER NOT NULL,
  PRIMARY KEY (job, unit, replica, worker)
) WITHOUT ROWID;

CREATE TABLE workers (
  id           TEXT PRIMARY KEY,
  instance     TEXT NOT NULL UNIQUE,
  name         TEXT NOT NULL,
  capabilities BLOB NOT NULL,
  state        TEXT NOT NULL,  -- active, draining, blocked
  reason       TEXT NOT NULL
) WITHOUT ROWID;
)sql";

// What a job answers. Of jobs from before nobody knows it.
constexpr char kVersion2[] = R"sql(
ALTER TABLE jobs ADD COLUMN question TEXT;
CREATE INDEX jobs_by_question ON jobs (question) WHERE question IS NOT NULL;
)sql";

// What may be deleted after a time.
constexpr char kVersion3[] = R"sql(
ALTER TABLE jobs ADD COLUMN has_payload INTEGER NOT NULL DEFAULT 1;
CREATE INDEX jobs_with_payload ON jobs (ended_at)
  WHERE has_payload = 1 AND ended_at IS NOT NULL;
ALTER TABLE workers ADD COLUMN registered_at INTEGER NOT NULL DEFAULT 0;
)sql";

// Checksums of what is asked and answered, and of figures together with what
// they belong to, the range of their unit included. Figures that were damaged
// before keep their old checksum, which is wrong for the new rule, too.
constexpr char kVersion4[] = R"sql(
ALTER TABLE jobs ADD COLUMN crc32 INTEGER NOT NULL DEFAULT 0;
UPDATE jobs SET crc32 = crc32(id, ',', length(request), ',', request, outcome);
UPDATE figures SET crc32 = crc32(results.job, ',', unit, ',', first, ',', count, ',',
                                 replica, ',', worker, ',', bytes)
  FROM results LEFT JOIN units ON units.job = results.job AND number = unit
  WHERE figures_id = figures.id AND crc32 = crc32(bytes);
UPDATE figures SET crc32 = crc32(conflicts.job, ',', unit, ',', first, ',', count, ',',
                                 replica, ',', worker, ',', bytes)
  FROM conflicts LEFT JOIN units ON units.job = conflicts.job AND number = unit
  WHERE figures_id = figures.id AND crc32 = crc32(bytes);
)sql";

constexpr std::array kMigrations = {Migration{kVersion1}, Migration{kVersion2},
                                    Migration{kVersion3}, Migration{kVersion4}};

// The version of the schema in the file; 0 if there is none yet.
absl::StatusOr<int64_t> ReadVersion(Connection& connection) {
  int64_t tables = 0;
  bool has_meta = false;
  {
    Query query(connection,
                "SELECT count(*), total(name = 'meta') FROM sqlite_schema "
                "WHERE type = 'table'");
    if (query.Step()) {
      tables = query.Integer(0);
      has_meta = query.Integer(1) != 0;
    }
    if (!query.status().ok()) return query.status();
  }
  if (tables == 0) return 0;
  const absl::Status foreign = absl::FailedPreconditionError(
      absl::StrCat("ledger ", connection.path(),
                   " is a database of another program; name another file"));
  if (!has_meta) return foreign;
  Query query(connection,
              "SELECT value FROM meta WHERE key = 'schema_version'");
  const bool found = query.Step();
  if (!query.status().ok()) return query.status();
  int64_t version = 0;
  if (!found || !absl::SimpleAtoi(query.Bytes(0), &version) || version < 1) {
    return foreign;
  }
  return version;
}

absl::StatusOr<int64_t> ReadKnownVersion(
    Connection& connection, std::span<const Migration> migrations) {
  absl::StatusOr<int64_t> version = ReadVersion(connection);
  if (version.ok() && *version > static_cast<int64_t>(migrations.size())) {
    return absl::FailedPreconditionError(
        absl::StrCat("ledger ", connection.path(), ": schema_version is ",
                     *version, ", this program knows versions up to ",
                     migrations.size(), "; use a newer program"));
  }
  return version;
}

absl::Status ApplyMigration(Connection& connection, const Migration& migration,
                            int64_t version) {
  Transaction transaction(connection, Transaction::Kind::kWrite);
  if (!transaction.status().ok()) return transaction.status();
  absl::Status status = connection.Execute(migration.statements);
  if (!status.ok()) return status;
  const std::string text = absl::StrCat(version);
  status = sqlite::Run(connection,
                       "UPDATE meta SET value = ? WHERE key = 'schema_version'",
                       {std::string_view(text)});
  if (!status.ok()) return status;
  return transaction.Commit();
}

}  // namespace

std::span<const Migration> Migrations() { return kMigrations; }

absl::Status CheckSchema(Connection& connection,
                         std::span<const Migration> migrations) {
  return ReadKnownVersion(connection, migrations).status();
}

absl::Status MigrateSchema(Connection& connection,
                           std::span<const Migration> migrations) {
  const absl::StatusOr<int64_t> version =
      ReadKnownVersion(connection, migrations);
  if (!version.ok()) return version.status();
  for (size_t next = *version; next < migrations.size(); ++next) {
    absl::Status status =
        ApplyMigration(connection, migrations[next], next + 1);
    if (!status.ok()) {
      return absl::Status(
          status.code(), absl::StrCat("ledger ", connection.path(),
                                      ": migration to schema_version ",
                                      next + 1, " failed: ", status.message()));
    }
  }
  return absl::OkStatus();
}

}  // namespace rookery::coordinator
