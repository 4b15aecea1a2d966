#include "coordinator/ledger/schema.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "coordinator/ledger/sqlite.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/unit/coordinator/ledger/temporary_folder.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

constexpr char kMeta[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "INSERT INTO meta VALUES ('schema_version', '0');"
    "CREATE TABLE games (id INTEGER);";
constexpr char kAddName[] =
    "ALTER TABLE games ADD COLUMN name TEXT;"
    "INSERT INTO games VALUES (1, 'immortal');";

class SchemaTest : public testing::Test {
 protected:
  SchemaTest()
      : connection_(*sqlite::Connection::Open(folder_.File("database"))) {}

  std::string Version() {
    sqlite::Query query(*connection_,
                        "SELECT value FROM meta WHERE key = 'schema_version'");
    return query.Step() ? query.Bytes(0) : query.status().ToString();
  }

  int64_t Games() {
    sqlite::Query query(*connection_, "SELECT count(*) FROM games");
    return query.Step() ? query.Integer(0) : -1;
  }

  TemporaryFolder folder_;
  std::unique_ptr<sqlite::Connection> connection_;
};

TEST_F(SchemaTest, AppliesAllMigrationsToAnEmptyDatabase) {
  const std::vector<Migration> migrations = {{kMeta}, {kAddName}};
  const absl::Status status = MigrateSchema(*connection_, migrations);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(Version(), "2");
  EXPECT_EQ(Games(), 1);
}

TEST_F(SchemaTest, AppliesOnlyWhatIsMissing) {
  ASSERT_TRUE(
      MigrateSchema(*connection_, std::vector<Migration>{{kMeta}}).ok());
  const std::vector<Migration> migrations = {{kMeta}, {kAddName}};
  ASSERT_TRUE(MigrateSchema(*connection_, migrations).ok());
  ASSERT_TRUE(MigrateSchema(*connection_, migrations).ok());
  EXPECT_EQ(Version(), "2");
  EXPECT_EQ(Games(), 1);
}

TEST_F(SchemaTest, RollsBackAMigrationThatFailsHalfway) {
  const std::vector<Migration> migrations = {
      {kMeta},
      {"INSERT INTO games VALUES (7); INSERT INTO nothing VALUES (1);"}};
  const absl::Status status = MigrateSchema(*connection_, migrations);
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("migration to schema_version 2"));
  EXPECT_EQ(Version(), "1");
  EXPECT_EQ(Games(), 0);
}

TEST_F(SchemaTest, RefusesANewerVersionAndNamesBoth) {
  const std::vector<Migration> migrations = {{kMeta}, {kAddName}};
  ASSERT_TRUE(MigrateSchema(*connection_, migrations).ok());
  const std::vector<Migration> older = {{kMeta}};
  const absl::Status status = MigrateSchema(*connection_, older);
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("schema_version is 2, this program knows versions up "
                        "to 1"));
  EXPECT_EQ(CheckSchema(*connection_, older), status);
}

TEST_F(SchemaTest, RefusesADatabaseOfAnotherProgram) {
  ASSERT_TRUE(connection_->Execute("CREATE TABLE recipes (id INTEGER)").ok());
  const absl::Status status = CheckSchema(*connection_, Migrations());
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("another program"));
}

TEST_F(SchemaTest, RefusesAMetaTableOfAnotherProgram) {
  ASSERT_TRUE(connection_
                  ->Execute("CREATE TABLE meta (key TEXT, value TEXT);"
                            "INSERT INTO meta VALUES ('schema_version', 'x')")
                  .ok());
  EXPECT_TRUE(
      absl::IsFailedPrecondition(CheckSchema(*connection_, Migrations())));
}

TEST_F(SchemaTest, TheRealMigrationsApply) {
  const absl::Status status = MigrateSchema(*connection_, Migrations());
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(Version(), std::to_string(Migrations().size()));
}

}  // namespace
}  // namespace rookery::coordinator
