// A move generator with one bug, or with bad manners, that speaks all protocols
// of core/engine. For tests of what looks for faults in such programs.
//
//   faulty_generator --protocol lines --bug en-passant-too-late
//   faulty_generator --protocol script --manners crash --only-depth 2
//
// With --only-depth N it behaves well at all other depths. Under --protocol
// script, depth, FEN and moves follow the options.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/fen.h"
#include "core/board/position.h"
#include "tests/engines/bugs.h"
#include "tests/engines/manners.h"

namespace rookery {
namespace {

constexpr int kUsage = 2;

[[noreturn]] void Fail(const std::string& message) {
  std::cerr << "faulty_generator: " << message << "\n";
  std::exit(kUsage);
}

class FaultyGenerator {
 public:
  FaultyGenerator(std::unique_ptr<PlainGenerator> generator, Manners manners,
                  std::optional<int> only_depth)
      : generator_(std::move(generator)),
        manners_(manners),
        only_depth_(only_depth) {}

  // Sets the board; the castling of `moves` is read in both spellings.
  void SetPosition(const std::string& fen, std::string_view moves) {
    const absl::StatusOr<PositionSetup> setup = ParseFen(fen);
    if (!setup.ok()) Fail(std::string(setup.status().message()));
    const absl::StatusOr<Position> position = Position::FromSetup(*setup);
    if (!position.ok()) Fail(std::string(position.status().message()));
    needs_chess960_ = position->NeedsChess960();
    board_ = generator_->Read(*setup);
    std::istringstream words{std::string(moves)};
    for (std::string word; words >> word;) Play(word);
  }

  bool needs_chess960() const { return needs_chess960_; }

  // Counts and prints; `form` has all but the figures.
  void Answer(PlainAnswer form, int depth, bool chess960) {
    if (depth < 1 || depth > 9) Fail("depth must be from 1 to 9");
    for (const PlainMove& move : generator_->Moves(*board_)) {
      const uint64_t count = generator_->CountBelow(*board_, move, depth);
      form.divide.emplace_back(Spell(move, chess960), count);
      form.total += count;
    }
    const bool behaves = only_depth_ && *only_depth_ != depth;
    Print(std::move(form), behaves ? Manners::kGood : manners_);
  }

 private:
  void Play(const std::string& word) {
    for (const PlainMove& move : generator_->Moves(*board_)) {
      if (Spell(move, true) == word || Spell(move, false) == word) {
        board_ = generator_->After(*board_, move);
        return;
      }
    }
    Fail("the move '" + word + "' is not possible");
  }

  std::unique_ptr<PlainGenerator> generator_;
  const Manners manners_;
  const std::optional<int> only_depth_;
  std::optional<PlainBoard> board_;
  bool needs_chess960_ = false;
};

void SpeakUci(FaultyGenerator& generator) {
  const PlainAnswer form = {.separator = ": ",
                            .total_label = "Nodes searched: "};
  bool chess960 = false;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "uci") {
      std::cout << "id name faulty_generator\n"
                   "option name UCI_Chess960 type check default false\n"
                   "uciok\n";
    } else if (word == "isready") {
      std::cout << "readyok\n";
    } else if (line.starts_with("setoption name UCI_Chess960 value ")) {
      chess960 = line.ends_with("true");
    } else if (line.starts_with("position fen ")) {
      const std::string text = line.substr(std::string("position fen ").size());
      constexpr std::string_view kMoves = " moves ";
      const size_t moves = text.find(kMoves);
      generator.SetPosition(
          text.substr(0, moves),
          moves == std::string::npos
              ? std::string_view()
              : std::string_view(text).substr(moves + kMoves.size()));
    } else if (line.starts_with("go perft ")) {
      const std::string depth = line.substr(std::string("go perft ").size());
      generator.Answer(form, std::atoi(depth.c_str()), chess960);
    } else if (word == "quit") {
      return;
    }
    std::cout.flush();
  }
}

void SpeakLines(FaultyGenerator& generator) {
  const PlainAnswer form = {.prints_divide = false};
  for (std::string line; std::getline(std::cin, line);) {
    const size_t semicolon = line.find(';');
    if (semicolon == std::string::npos) Fail("no depth in '" + line + "'");
    generator.SetPosition(line.substr(0, semicolon), {});
    generator.Answer(form, std::atoi(line.c_str() + semicolon + 1), false);
    std::cout.flush();
  }
}

void RunScript(FaultyGenerator& generator,
               const std::vector<std::string>& arguments) {
  if (arguments.size() < 2 || arguments.size() > 3)
    Fail("give depth, FEN and perhaps moves");
  generator.SetPosition(arguments[1],
                        arguments.size() == 3 ? arguments[2] : "");
  generator.Answer({.separator = " "}, std::atoi(arguments[0].c_str()),
                   generator.needs_chess960());
}

int Main(const std::vector<std::string>& arguments) {
  std::string protocol = "uci";
  std::unique_ptr<PlainGenerator> generator = AllBugs().front().make();
  Manners manners = Manners::kGood;
  std::optional<int> only_depth;
  size_t next = 0;
  for (; next + 1 < arguments.size() && arguments[next].starts_with("--");
       next += 2) {
    const std::string& value = arguments[next + 1];
    if (arguments[next] == "--protocol") {
      protocol = value;
    } else if (arguments[next] == "--bug") {
      generator.reset();
      for (const Bug& bug : AllBugs()) {
        if (bug.name == value) generator = bug.make();
      }
      if (generator == nullptr) Fail("no bug '" + value + "'");
    } else if (arguments[next] == "--manners") {
      const std::optional<Manners> named = ParseManners(value);
      if (!named) Fail("no manners '" + value + "'");
      manners = *named;
    } else if (arguments[next] == "--only-depth") {
      only_depth = std::atoi(value.c_str());
    } else {
      Fail("no option '" + arguments[next] + "'");
    }
  }
  if (manners == Manners::kNeverReads) Hang();
  FaultyGenerator program(std::move(generator), manners, only_depth);
  if (protocol == "uci") {
    SpeakUci(program);
  } else if (protocol == "lines") {
    SpeakLines(program);
  } else if (protocol == "script") {
    RunScript(program, {arguments.begin() + static_cast<ptrdiff_t>(next),
                        arguments.end()});
  } else {
    Fail("no protocol '" + protocol + "'");
  }
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace rookery

int main(int argc, char** argv) {
  return rookery::Main({argv + 1, argv + argc});
}
