#include "daemon/error_line.h"

#include <gtest/gtest.h>

namespace rookery::daemon {
namespace {

TEST(ErrorLineTest, NamesTheProgram) {
  EXPECT_EQ(ErrorLine("rookery-worker", "threads 0 is too few"),
            "rookery-worker: threads 0 is too few\n");
}

TEST(ErrorLineTest, IsOneLineWhateverAPathHasInIt) {
  EXPECT_EQ(ErrorLine("rookery", "ledger /a\nb\r\t\x7f/c cannot be read\n"),
            "rookery: ledger /a b   /c cannot be read\n");
}

}  // namespace
}  // namespace rookery::daemon
