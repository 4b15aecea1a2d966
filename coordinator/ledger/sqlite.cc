#include "coordinator/ledger/sqlite.h"

#include <cassert>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sqlite3.h"
#include "zlib.h"

namespace rookery::coordinator::sqlite {
namespace {

// How long to wait for another program (an operator's sqlite3) to let go.
constexpr int kBusyTimeoutMilliseconds = 10'000;

bool MeansNoSpace(int system_error) {
  // EFBIG is what a file size limit of the process looks like.
  return system_error == ENOSPC || system_error == EDQUOT ||
         system_error == EFBIG;
}

void Crc32(sqlite3_context* context, int count, sqlite3_value** values) {
  uLong crc = 0;
  for (int index = 0; index < count; ++index) {
    // First: it may change how many bytes there are.
    const auto* bytes =
        static_cast<const Bytef*>(sqlite3_value_blob(values[index]));
    crc = crc32_z(crc,
                  bytes == nullptr ? reinterpret_cast<const Bytef*>("") : bytes,
                  static_cast<size_t>(sqlite3_value_bytes(values[index])));
  }
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(crc));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Connection>> Connection::Open(
    const std::string& path) {
  sqlite3* handle = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &handle,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                          SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                      nullptr);
  if (handle == nullptr) {
    return absl::ResourceExhaustedError(
        absl::StrCat("no memory to open ledger ", path));
  }
  std::unique_ptr<Connection> connection(new Connection(path, handle));
  if (code != SQLITE_OK) return connection->ToStatus(code);
  // Where a file cannot be written SQLite opens it for reading without a word.
  if (sqlite3_db_readonly(handle, "main") == 1) {
    return connection->ToStatus(SQLITE_READONLY);
  }
  sqlite3_busy_timeout(handle, kBusyTimeoutMilliseconds);
  if (const int made = sqlite3_create_function_v2(
          handle, "crc32", /*any number of values*/ -1,
          SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr,
          Crc32, nullptr, nullptr, nullptr);
      made != SQLITE_OK) {
    return connection->ToStatus(made);
  }
  return connection;
}

Connection::Connection(std::string path, sqlite3* handle)
    : path_(std::move(path)), handle_(handle) {}

Connection::~Connection() {
  for (const auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  sqlite3_close(handle_);
}

absl::Status Connection::Execute(const std::string& statements) {
  const int code =
      sqlite3_exec(handle_, statements.c_str(), nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? absl::OkStatus() : ToStatus(code);
}

int64_t Connection::changed_rows() const { return sqlite3_changes64(handle_); }

int64_t Connection::last_insert_id() const {
  return sqlite3_last_insert_rowid(handle_);
}

absl::Status Connection::ToStatus(int code) const {
  const std::string ledger = absl::StrCat("ledger ", path_);
  const std::string reason =
      absl::StrCat(sqlite3_errcode(handle_) == code ? sqlite3_errmsg(handle_)
                                                    : sqlite3_errstr(code),
                   " (sqlite error ", code, ")");
  const std::string damaged = absl::StrCat(
      ledger, " is damaged or not a ledger: ", reason,
      "; it was left as it is, restore a copy or name another file");
  const std::string full =
      absl::StrCat("no space left for ", ledger, ": ", reason);
  switch (code) {
    case SQLITE_IOERR_SHORT_READ:
    case SQLITE_IOERR_CORRUPTFS:
    case SQLITE_IOERR_DATA:
      return absl::DataLossError(damaged);
    default:
      break;
  }
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return absl::DataLossError(damaged);
    case SQLITE_FULL:
      return absl::ResourceExhaustedError(full);
    case SQLITE_IOERR:
      if (MeansNoSpace(sqlite3_system_errno(handle_))) {
        return absl::ResourceExhaustedError(full);
      }
      return absl::UnavailableError(
          absl::StrCat("reading or writing ", ledger, " failed: ", reason));
    case SQLITE_NOMEM:
      return absl::ResourceExhaustedError(
          absl::StrCat("no memory to use ", ledger));
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
      return absl::PermissionDeniedError(
          absl::StrCat(ledger, " cannot be opened for writing: ", reason));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return absl::UnavailableError(
          absl::StrCat(ledger, " is held by another program: ", reason));
    case SQLITE_CONSTRAINT:
      return absl::AlreadyExistsError(absl::StrCat(ledger, ": ", reason));
    case SQLITE_TOOBIG:
      return absl::OutOfRangeError(absl::StrCat(ledger, ": ", reason));
    default:
      return absl::InternalError(absl::StrCat(ledger, ": ", reason));
  }
}

Query::Query(Connection& connection, const char* sql,
             std::initializer_list<Value> values)
    : connection_(connection) {
  sqlite3_stmt*& cached = connection.statements_[sql];
  if (cached == nullptr) {
    const int code =
        sqlite3_prepare_v3(connection.handle_, sql, -1,
                           SQLITE_PREPARE_PERSISTENT, &cached, nullptr);
    if (code != SQLITE_OK) {
      status_ = connection.ToStatus(code);
      return;
    }
  }
  assert(!sqlite3_stmt_busy(cached));
  statement_ = cached;
  int index = 0;
  for (const Value& value : values) {
    ++index;
    int code = SQLITE_OK;
    if (const auto* integer = std::get_if<int64_t>(&value)) {
      code = sqlite3_bind_int64(statement_, index, *integer);
    } else if (const auto* text = std::get_if<std::string_view>(&value)) {
      code = sqlite3_bind_text64(statement_, index, text->data(), text->size(),
                                 SQLITE_STATIC, SQLITE_UTF8);
    } else if (const auto* blob = std::get_if<Blob>(&value)) {
      // A null pointer would be bound as NULL, not as a blob without bytes.
      const char* bytes = blob->bytes.empty() ? "" : blob->bytes.data();
      code = sqlite3_bind_blob64(statement_, index, bytes, blob->bytes.size(),
                                 SQLITE_STATIC);
    }
    if (code != SQLITE_OK) {
      status_ = connection.ToStatus(code);
      return;
    }
  }
}

Query::~Query() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  // The views end with this query.
  sqlite3_clear_bindings(statement_);
}

bool Query::Step() {
  if (!status_.ok()) return false;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) status_ = connection_.ToStatus(code);
  return false;
}

bool Query::IsNull(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

int64_t Query::Integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

std::string Query::Bytes(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes == nullptr ? std::string()
                          : std::string(static_cast<const char*>(bytes), size);
}

absl::Status Run(Connection& connection, const char* sql,
                 std::initializer_list<Value> values) {
  Query query(connection, sql, values);
  while (query.Step()) {
  }
  return query.status();
}

Transaction::Transaction(Connection& connection, Kind kind)
    : connection_(connection),
      status_(kind == Kind::kWrite ? Run(connection, "BEGIN IMMEDIATE")
                                   : Run(connection, "BEGIN")) {}

Transaction::~Transaction() {
  // SQLite itself rolls back after some errors, and then there is nothing left
  // to roll back.
  if (status_.ok() && sqlite3_get_autocommit(connection_.handle_) == 0) {
    Run(connection_, "ROLLBACK").IgnoreError();
  }
}

absl::Status Transaction::Commit() { return Run(connection_, "COMMIT"); }

}  // namespace rookery::coordinator::sqlite
