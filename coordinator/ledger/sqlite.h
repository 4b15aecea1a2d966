// SQLite in the style of this code base: errors as Status, resources by scope,
// statements prepared once. Private to this folder.
//
// Thread-safety: none; the owner of a Connection holds a lock around every use
// of it and of what was made from it.
#ifndef ROOKERY_COORDINATOR_LEDGER_SQLITE_H_
#define ROOKERY_COORDINATOR_LEDGER_SQLITE_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

struct sqlite3;
struct sqlite3_stmt;

namespace rookery::coordinator::sqlite {

// Bytes for a parameter of type BLOB.
struct Blob {
  std::string_view bytes;
};

// A parameter: NULL, INTEGER, TEXT or BLOB. Views are not copied: what they
// show must live as long as the Query.
using Value = std::variant<std::monostate, int64_t, std::string_view, Blob>;

// An open database file and its prepared statements.
class Connection {
 public:
  // Opens `path` for reading and writing; the file is made if there is none.
  // SQL may call crc32(VALUE...): the CRC-32, as zlib computes it, of the bytes
  // of all values one after the other, numbers as decimal text.
  // Nothing of an existing file is read yet. PERMISSION_DENIED: the file cannot
  // be opened for writing.
  static absl::StatusOr<std::unique_ptr<Connection>> Open(
      const std::string& path);

  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const std::string& path() const { return path_; }

  // Runs statements that are needed once, without parameters or rows.
  absl::Status Execute(const std::string& statements);

  // Rows that the last INSERT, UPDATE or DELETE wrote.
  int64_t changed_rows() const;
  // The INTEGER PRIMARY KEY of the last INSERT.
  int64_t last_insert_id() const;

  // Says in one Status what SQLite means by `code`, naming the file.
  // RESOURCE_EXHAUSTED: the disk is full. PERMISSION_DENIED: not writable.
  // DATA_LOSS: damaged, or not a database. UNAVAILABLE: another program is in
  // the way, or the device failed. ALREADY_EXISTS: a uniqueness rule.
  absl::Status ToStatus(int code) const;

 private:
  friend class Query;
  friend class Transaction;

  Connection(std::string path, sqlite3* handle);

  const std::string path_;
  sqlite3* const handle_;
  // By the address of the text, which is a literal.
  absl::flat_hash_map<const void*, sqlite3_stmt*> statements_;
};

// One run of one prepared statement; the statement is free again when the query
// is destroyed. Errors are kept and seen by status(): after one, Step() is
// false.
//
//   Query query(connection, "SELECT id FROM jobs WHERE state = ?", {state});
//   while (query.Step()) ids.push_back(query.Text(0));
//   if (!query.status().ok()) return query.status();
class Query {
 public:
  // `sql` is a literal of one statement: it is the key of the cached statement.
  // Requires: no other Query of the same literal lives on this connection.
  Query(Connection& connection, const char* sql,
        std::initializer_list<Value> values = {});
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  // Moves to the next row; false at the end or after an error.
  bool Step();
  const absl::Status& status() const { return status_; }

  // Columns of the current row, from 0. Requires: Step() returned true.
  bool IsNull(int column) const;
  int64_t Integer(int column) const;
  std::string Bytes(int column) const;  // of a TEXT or BLOB

 private:
  Connection& connection_;
  sqlite3_stmt* statement_ = nullptr;
  absl::Status status_;
};

// Runs a statement that returns no rows. `sql` as in Query.
absl::Status Run(Connection& connection, const char* sql,
                 std::initializer_list<Value> values = {});

// A transaction that is rolled back unless it was committed.
class Transaction {
 public:
  // kWrite takes the write lock at once, so that nothing read inside changes
  // before the commit. kRead gives one consistent view.
  enum class Kind { kRead, kWrite };

  Transaction(Connection& connection, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // Whether the transaction began.
  const absl::Status& status() const { return status_; }
  absl::Status Commit();

 private:
  Connection& connection_;
  absl::Status status_;
};

}  // namespace rookery::coordinator::sqlite

#endif  // ROOKERY_COORDINATOR_LEDGER_SQLITE_H_
