#include "core/verify/minimize.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/board/fen.h"
#include "core/board/move_generator.h"
#include "core/board/position_setup.h"
#include "core/engine/question_text.h"

namespace rookery {
namespace {

// 30 men that can go, twice, and again after each pass that changed something:
// far more than any example needs.
constexpr int kMaxQuestions = 600;

PositionSetup SetupOf(const PerftQuestion& question) {
  // Both texts were read before.
  PositionSetup setup = ParseFen(RootFen(question)).value();
  setup.halfmove_clock = 0;
  setup.fullmove_number = 1;
  return setup;
}

// The question from another start, where its moves are legal there too.
std::optional<PerftQuestion> AskFrom(const PositionSetup& setup,
                                     const PerftQuestion& question) {
  const absl::StatusOr<Position> start = Position::FromSetup(setup);
  if (!start.ok()) return std::nullopt;
  PerftQuestion asked{.position = *start,
                      .fen = FenWithEnPassant(*start, setup.en_passant_square),
                      .depth = question.depth};
  Position position = *start;
  for (const Move move : question.moves) {
    const std::optional<Move> legal =
        FindLegalMove(position, {move.from(), move.to(), move.promotion()});
    if (!legal || legal->kind() != move.kind()) return std::nullopt;
    asked.moves.push_back(*legal);
    position.Play(*legal);
  }
  return asked;
}

// What can be taken away from a position, each by itself.
std::vector<PositionSetup> Smaller(const PositionSetup& setup) {
  std::vector<PositionSetup> all;
  for (int index = 0; index < kSquareCount; ++index) {
    const auto square = static_cast<Square>(index);
    const Piece man = setup.board[square];
    if (man == kNoPiece || TypeOf(man) == kKing) continue;
    PositionSetup without = setup;
    without.board[square] = kNoPiece;
    without.castling_rooks &= ~SquareSet(square);
    all.push_back(without);
  }
  for (Bitboard rooks = setup.castling_rooks; rooks != 0;) {
    PositionSetup without = setup;
    without.castling_rooks &= ~SquareSet(PopFirst(rooks));
    all.push_back(without);
  }
  if (setup.en_passant_square != kNoSquare) {
    PositionSetup without = setup;
    without.en_passant_square = kNoSquare;
    all.push_back(without);
  }
  return all;
}

bool HasReason(const Difference& difference, std::string_view id) {
  const auto has = [id](const WrongMove& move) { return move.reason.id == id; };
  return std::any_of(difference.extra.begin(), difference.extra.end(), has) ||
         std::any_of(difference.missing.begin(), difference.missing.end(),
                     has) ||
         MainReason(difference) == id;
}

class Minimizer {
 public:
  Minimizer(const Difference& difference, const Contestants& contestants)
      : contestants_(contestants),
        reason_(MainReason(difference)),
        best_(difference) {}

  absl::StatusOr<Difference> Run() {
    bool smaller = true;
    while (smaller && questions_ < kMaxQuestions) {
      const absl::StatusOr<bool> pass = Pass();
      if (!pass.ok()) return pass.status();
      smaller = *pass;
    }
    return best_;
  }

 private:
  // Tries everything once, from the first square on; whether anything could be
  // taken away.
  absl::StatusOr<bool> Pass() {
    bool any = false;
    for (size_t next = 0; questions_ < kMaxQuestions;) {
      const std::vector<PositionSetup> candidates =
          Smaller(SetupOf(best_.example.question));
      if (next >= candidates.size()) break;
      const absl::StatusOr<bool> taken = Try(candidates[next]);
      if (!taken.ok()) return taken.status();
      // What was taken away is gone from the list; the next one moved up.
      if (*taken) {
        any = true;
      } else {
        ++next;
      }
    }
    return any;
  }

  absl::StatusOr<bool> Try(const PositionSetup& setup) {
    const std::optional<PerftQuestion> question =
        AskFrom(setup, best_.example.question);
    if (!question) return false;
    ++questions_;
    const absl::StatusOr<std::optional<Difference>> found =
        CompareOnce(*question, contestants_);
    if (!found.ok()) return found.status();
    // A program that fails here does not show the fault that is looked for.
    if (!found->has_value() || (*found)->kind == DifferenceKind::kUnknown)
      return false;
    if (!HasReason(**found, reason_)) return false;
    best_.example = (*found)->example;
    best_.missing = (*found)->missing;
    best_.extra = (*found)->extra;
    best_.made_wrongly = (*found)->made_wrongly;
    return true;
  }

  const Contestants contestants_;
  const std::string_view reason_;
  int questions_ = 0;
  Difference best_;
};

}  // namespace

absl::StatusOr<Difference> Minimize(const Difference& difference,
                                    const Contestants& contestants) {
  if (difference.kind != DifferenceKind::kMoves &&
      difference.kind != DifferenceKind::kMoveCount)
    return difference;
  return Minimizer(difference, contestants).Run();
}

}  // namespace rookery
