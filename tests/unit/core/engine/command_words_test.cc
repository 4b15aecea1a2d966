#include "core/engine/command_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace rookery {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> Words(std::string_view command) {
  const absl::StatusOr<std::vector<std::string>> words = SplitCommand(command);
  EXPECT_TRUE(words.ok()) << words.status();
  return words.ok() ? *words : std::vector<std::string>();
}

TEST(SplitCommandTest, SplitsAtBlanks) {
  EXPECT_THAT(Words("  engine --a\t-b 3\n"),
              ElementsAre("engine", "--a", "-b", "3"));
}

TEST(SplitCommandTest, KeepsWhatIsQuoted) {
  EXPECT_THAT(Words("'my engine' \"a b\"c '' \"\""),
              ElementsAre("my engine", "a bc", "", ""));
  EXPECT_THAT(Words(R"(e '\"' "\" \\ \n '" \'\ x)"),
              ElementsAre("e", R"(\")", R"(" \ \n ')", "' x"));
}

TEST(SplitCommandTest, ExpandsNothing) {
  EXPECT_THAT(Words("e $HOME * ~ | > x; &"),
              ElementsAre("e", "$HOME", "*", "~", "|", ">", "x;", "&"));
}

TEST(SplitCommandTest, RefusesWhatIsNoCommand) {
  for (const auto& [command, why] :
       std::vector<std::pair<std::string, std::string>>{
           {"", "names no program"},
           {" \t", "names no program"},
           {"'' x", "names no program"},
           {"e 'x", "quote"},
           {"e \"x\\\"", "quote"},
           {"e \\", "backslash"},
           {std::string("e\0x", 3), "zero byte"},
           {std::string(kMaxCommandBytes + 1, 'e'), "longer"}}) {
    const absl::Status status = SplitCommand(command).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr(why));
  }
  EXPECT_TRUE(SplitCommand(std::string(kMaxCommandBytes, 'e')).ok());
}

}  // namespace
}  // namespace rookery
