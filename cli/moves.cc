#include "cli/moves.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/exit_code.h"
#include "cli/legal_moves.h"
#include "cli/move_verdict.h"
#include "cli/output_format.h"
#include "cli/position_argument.h"
#include "cli/shortest_way.h"
#include "cli/square_argument.h"
#include "daemon/options.h"

namespace rookery::cli {
namespace {

struct MovesOptions {
  std::vector<std::string> position;
  std::string square;
  bool captures = false;
  std::string move;
  std::vector<std::string> path;  // from and to, or empty
  OutputFormat format = OutputFormat::kText;
};

int Answer(const Console& console, const std::string& text, bool right) {
  *console.out << text << std::flush;
  return right ? kSuccess : kAnswerIsWrong;
}

absl::StatusOr<MoveFilter> FilterOf(const MovesOptions& options,
                                    const Position& position,
                                    const Console& console) {
  MoveFilter filter{.captures = options.captures};
  if (!WasTyped(console, "--square")) return filter;
  const absl::StatusOr<Square> square =
      ParseSquareArgument("--square", options.square);
  if (!square.ok()) return square.status();
  if (!Contains(position.pieces(position.side_to_move()), *square)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--square is ", options.square, ", where no man of ",
                     std::string(ColorName(position.side_to_move())),
                     " stands, whose move it is"));
  }
  filter.square = *square;
  return filter;
}

int List(const MovesOptions& options, const Position& position,
         const Console& console) {
  const absl::StatusOr<MoveFilter> filter =
      FilterOf(options, position, console);
  if (!filter.ok()) return Fail(*console.err, filter.status());
  const LegalMoves moves = FindLegalMoves(position, *filter);
  return Answer(console,
                options.format == OutputFormat::kJson ? LegalMovesJson(moves)
                                                      : LegalMovesText(moves),
                true);
}

int Judge(const MovesOptions& options, const Position& position,
          const Console& console) {
  const absl::StatusOr<MoveVerdict> verdict = JudgeMove(position, options.move);
  if (!verdict.ok()) return Fail(*console.err, verdict.status());
  return Answer(console,
                options.format == OutputFormat::kJson
                    ? MoveVerdictJson(position, options.move, *verdict)
                    : MoveVerdictText(position, options.move, *verdict),
                verdict->reason.empty());
}

int FindWay(const MovesOptions& options, const Position& position,
            const Console& console) {
  const absl::StatusOr<ShortestWay> way =
      FindShortestWay(position, options.path[0], options.path[1]);
  if (!way.ok()) return Fail(*console.err, way.status());
  return Answer(console,
                options.format == OutputFormat::kJson
                    ? ShortestWayJson(position, *way)
                    : ShortestWayText(position, *way),
                way->moves.has_value());
}

int RunMoves(const MovesOptions& options, const Console& console) {
  const absl::StatusOr<Position> position =
      ParsePositionArgument(absl::StrJoin(options.position, " "));
  if (!position.ok()) return Fail(*console.err, position.status());
  if (!options.path.empty()) return FindWay(options, *position, console);
  if (WasTyped(console, "--move")) return Judge(options, *position, console);
  return List(options, *position, console);
}

}  // namespace

void AddMovesCommand(CLI::App* program, const Console* console,
                     Command* chosen) {
  CLI::App* command = program->add_subcommand(
      "moves", "List the legal moves, and say why a move is illegal");
  const auto options = std::make_shared<MovesOptions>();
  command->add_option("position", options->position, PositionArgumentHelp())
      ->type_name("")
      ->default_str("");
  CLI::Option* square = command
                            ->add_option("--square", options->square,
                                         "Only the moves of the man there")
                            ->type_name("SQUARE");
  CLI::Option* captures =
      command->add_flag("--captures", options->captures, "Only captures");
  CLI::Option* move =
      command
          ->add_option("--move", options->move,
                       "Say whether that move, in UCI notation or SAN, is "
                       "legal, and if not, why")
          ->type_name("MOVE")
          ->excludes(square)
          ->excludes(captures);
  command
      ->add_option("--path", options->path,
                   "The fewest moves of the man on FROM to TO while nobody "
                   "else moves")
      ->expected(2)
      ->allow_extra_args(false)  // what follows is the position
      ->default_str("")
      ->type_name("FROM TO")
      ->excludes(square)
      ->excludes(captures)
      ->excludes(move);
  AddFormatOption(command, &options->format);
  daemon::SetExample(*command,
                     "rookery moves kiwipete --captures\n"
                     "  rookery moves --square g1\n"
                     "  rookery moves --move e2e5\n"
                     "  rookery moves --path g1 e5");
  command->callback([options, console, chosen] {
    *chosen = [=] { return RunMoves(*options, *console); };
  });
}

}  // namespace rookery::cli
