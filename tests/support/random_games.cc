#include "tests/support/random_games.h"

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/board/move_generator.h"
#include "core/laws/material.h"
#include "core/notation/pgn_writer.h"
#include "core/notation/san.h"
#include "core/notation/uci.h"

namespace rookery {
namespace {

// Empty where the game is not over.
std::string_view ResultByBoard(const Position& position) {
  if (CountLegalMoves(position) == 0 && position.InCheck())
    return position.side_to_move() == kWhite ? "0-1" : "1-0";
  if (CountLegalMoves(position) == 0 || IsDeadMaterial(position) ||
      position.halfmove_clock() >= 150)
    return "1/2-1/2";
  return {};
}

Move AnyMove(const Position& position, RandomSource& random) {
  MoveList moves;
  GenerateLegalMoves(position, moves);
  return moves[static_cast<size_t>(
      random.Below(static_cast<int>(moves.size())))];
}

void WriteTags(int number, const RandomGame& game, PgnWriter& writer) {
  writer.Tag("Event", "Random games");
  writer.Tag("Site", "Nowhere");
  writer.Tag("Date", absl::StrFormat("2024.%02d.%02d", number % 12 + 1,
                                     number % 28 + 1));
  writer.Tag("Round", absl::StrCat(number));
  writer.Tag("White", absl::StrCat("Player ", number * 7 % 1000));
  writer.Tag("Black", absl::StrCat("Player ", number * 11 % 1000));
  writer.Tag("Result", game.result);
}

std::string EvaluationAndClock(int ply, RandomSource& random) {
  const int evaluation = random.Below(400) - 200;
  const int seconds = 5400 - 30 * (ply / 2);
  return absl::StrFormat("[%%eval %s%d.%02d] [%%clk %d:%02d:%02d]",
                         evaluation < 0 ? "-" : "", std::abs(evaluation) / 100,
                         std::abs(evaluation) % 100, seconds / 3600,
                         seconds / 60 % 60, seconds % 60);
}

// The text of a move as people and programs write it who do not care.
std::string LaxText(const Position& position, Move move, RandomSource& random) {
  std::string text = ToSan(position, move);
  const bool castling = move.kind() == MoveKind::kCastling;
  switch (random.Below(12)) {
    case 0:
      if (castling) {
        for (char& letter : text) {
          if (letter == 'O') letter = '0';
        }
      }
      return text;
    case 1:
      if (!castling && move.kind() != MoveKind::kPromotion)
        return ToUci(move, false);
      return text;
    case 2:
      if (text.back() == '+') text.pop_back();
      return text;
    case 3:
      if (move.kind() == MoveKind::kEnPassant && text.back() != '+')
        text += "e.p.";
      return text;
    default:
      return text;
  }
}

class DifficultWriter {
 public:
  DifficultWriter(std::string& text, RandomSource& random)
      : text_(text), random_(random) {}

  void Write(const RandomGame& game) {
    Position position = game.start;
    for (const Move move : game.moves) {
      const Position before = position;
      WriteMove(position, move);
      if (random_.Below(8) == 0) WriteVariation(before, 0);
      if (++on_line_ % 8 == 0) text_ += '\n';
    }
    absl::StrAppend(&text_, std::string(game.result), "\n\n");
  }

 private:
  void WriteMove(Position& position, Move move) {
    const int number = position.fullmove_number();
    const bool black = position.side_to_move() == kBlack;
    switch (random_.Below(5)) {
      case 0:
        absl::StrAppend(&text_, number, black ? "..." : ".");
        break;
      case 1:
        absl::StrAppend(&text_, number, black ? " ... " : " . ");
        break;
      case 2:
        break;
      default:
        absl::StrAppend(&text_, number, black ? "... " : ". ");
    }
    absl::StrAppend(&text_, LaxText(position, move, random_));
    constexpr const char* kBehind[] = {"!",
                                       "??",
                                       " $14",
                                       "{a remark}",
                                       " {with [Event \"x\"] (brackets) 1-0}",
                                       " ; to the end of the line\n",
                                       "!? $6 {and\nmore}"};
    const int behind = random_.Below(20);
    if (behind < 7) text_ += kBehind[behind];
    text_ += ' ';
    position.Play(move);
  }

  void WriteVariation(Position position, int depth) {
    text_ += random_.Below(2) == 0 ? "(" : "({first a word} ";
    const int plies = 1 + random_.Below(5);
    for (int ply = 0; ply < plies && CountLegalMoves(position) != 0; ++ply) {
      const Position before = position;
      WriteMove(position, AnyMove(position, random_));
      if (depth < 4 && random_.Below(4) == 0) WriteVariation(before, depth + 1);
    }
    text_ += ") ";
  }

  std::string& text_;
  RandomSource& random_;
  int on_line_ = 0;
};

}  // namespace

RandomGame PlayRandomGame(const Position& start, RandomSource& random) {
  constexpr std::string_view kResults[] = {"1-0", "0-1", "1/2-1/2"};
  RandomGame game;
  game.start = start;
  Position position = start;
  const int plies = 40 + random.Below(110);
  for (;;) {
    game.result = ResultByBoard(position);
    if (!game.result.empty()) return game;
    if (static_cast<int>(game.moves.size()) == plies) break;
    game.moves.push_back(AnyMove(position, random));
    position.Play(game.moves.back());
  }
  game.result = kResults[random.Below(3)];
  return game;
}

std::string RandomCollection(uint64_t seed, int games, GameStyle style) {
  RandomSource random(seed);
  const Position start = Position::Start();
  std::string text;
  for (int number = 1; number <= games; ++number) {
    const RandomGame game = PlayRandomGame(start, random);
    PgnWriter writer(text);
    WriteTags(number, game, writer);
    if (style == GameStyle::kDifficult) {
      text += '\n';
      DifficultWriter(text, random).Write(game);
      continue;
    }
    writer.BeginMoves(start);
    int ply = 0;
    for (const Move move : game.moves) {
      writer.Play(move);
      if (style == GameStyle::kAnnotated)
        writer.Comment(EvaluationAndClock(++ply, random));
    }
    writer.End(game.result);
  }
  return text;
}

}  // namespace rookery
