// Writes a collection of random games to standard output, for comparisons with
// other programs: pgn_collection SEED GAMES plain|annotated|difficult.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/support/random_games.h"

int main(int argc, char** argv) {
  using rookery::GameStyle;
  const std::string_view style = argc == 4 ? argv[3] : "";
  if (style != "plain" && style != "annotated" && style != "difficult") {
    std::fputs("usage: pgn_collection SEED GAMES plain|annotated|difficult\n",
               stderr);
    return 2;
  }
  const std::string text = rookery::RandomCollection(
      std::strtoull(argv[1], nullptr, 10), std::atoi(argv[2]),
      style == "plain"       ? GameStyle::kPlain
      : style == "annotated" ? GameStyle::kAnnotated
                             : GameStyle::kDifficult);
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0
                                                                         : 3;
}
