#include "cli/text_table.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(FormatTableTest, AlignsColumnsWithoutTrailingBlanks) {
  EXPECT_EQ(FormatTable({{"JOB", "STATE", "NOTE"},
                         {"a", "running", ""},
                         {"abcdef", "ok", "x"}}),
            "JOB     STATE    NOTE\n"
            "a       running\n"
            "abcdef  ok       x\n");
}

TEST(FormatTableTest, DisarmsControlCharacters) {
  EXPECT_EQ(FormatTable({{"NAME"}, {"\x1b[2Jnode\n7"}}), "NAME\n?[2Jnode?7\n");
}

TEST(FormatTableTest, IsEmptyWithoutRows) { EXPECT_EQ(FormatTable({}), ""); }

}  // namespace
}  // namespace rookery::cli
