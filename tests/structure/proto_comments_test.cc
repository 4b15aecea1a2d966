#include "tests/structure/proto_comments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(UncommentedElementsTest, AcceptsAFileThatSaysEverything) {
  EXPECT_THAT(UncommentedElements("syntax = \"proto3\";\n"
                                  "package a.v1;\n"
                                  "import \"b.proto\";\n"
                                  "option optimize_for = SPEED;\n"
                                  "\n"
                                  "// A service,\n"
                                  "// at length.\n"
                                  "service S {\n"
                                  "  // A method.\n"
                                  "  rpc DoSomethingLong(DoSomethingRequest)\n"
                                  "      returns (DoSomethingResponse);\n"
                                  "}\n"
                                  "// Empty.\n"
                                  "message M {}\n"),
              IsEmpty());
}

TEST(UncommentedElementsTest, FindsEveryKindOfElement) {
  EXPECT_THAT(
      UncommentedElements("service S {\n"
                          "  rpc Do(A) returns (B);\n"
                          "}\n"
                          "message M {\n"
                          "  enum State {\n"
                          "    STATE_UNSPECIFIED = 0;\n"
                          "  }\n"
                          "  oneof choice {\n"
                          "    int32 one = 1;\n"
                          "  }\n"
                          "  map<string, string> two = 2;  // beside it\n"
                          "  reserved 3;\n"
                          "}\n"),
      ElementsAre("service S {", "rpc Do(A) returns (B);", "message M {",
                  "enum State {", "STATE_UNSPECIFIED = 0;", "oneof choice {",
                  "int32 one = 1;",
                  "map<string, string> two = 2;  // beside it", "reserved 3;"));
}

TEST(UncommentedElementsTest, WantsTheCommentRightAbove) {
  EXPECT_THAT(UncommentedElements("// Of the file.\n"
                                  "\n"
                                  "message A {}\n"
                                  "//\n"
                                  "message B {}\n"
                                  "// Of C.\n"
                                  "message C {\n"
                                  "  int32 one = 1;\n"
                                  "}\n"),
              ElementsAre("message A {}", "message B {}", "int32 one = 1;"));
}

}  // namespace
}  // namespace rookery
