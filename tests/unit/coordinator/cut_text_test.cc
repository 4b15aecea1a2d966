#include "coordinator/dispatch/cut_text.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery::coordinator {
namespace {

TEST(CutTextTest, LeavesShortTextAlone) {
  EXPECT_EQ(CutText("", 0), "");
  EXPECT_EQ(CutText("abc", 3), "abc");
  EXPECT_EQ(CutText("abc", 300), "abc");
}

TEST(CutTextTest, CutsAtTheLength) {
  EXPECT_EQ(CutText("abcdef", 3), "abc");
  EXPECT_EQ(CutText("abcdef", 0), "");
}

TEST(CutTextTest, NeverCutsThroughACharacter) {
  // One, two, three and four bytes.
  const std::string text = "a\u0436\u20ac\U0001f4a5z";
  const std::string expected[] = {"",
                                  "a",
                                  "a",
                                  "a\u0436",
                                  "a\u0436",
                                  "a\u0436",
                                  "a\u0436\u20ac",
                                  "a\u0436\u20ac",
                                  "a\u0436\u20ac",
                                  "a\u0436\u20ac",
                                  "a\u0436\u20ac\U0001f4a5",
                                  text};
  for (size_t most = 0; most <= text.size(); ++most)
    EXPECT_EQ(CutText(text, most), expected[most]) << most;
}

}  // namespace
}  // namespace rookery::coordinator
