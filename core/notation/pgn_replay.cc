#include "core/notation/pgn_replay.h"

#include <algorithm>

#include "core/board/move_generator.h"

namespace rookery {
namespace {

// "0-0" at the very end, as some write a game that both have lost.
bool IsLostByBoth(const PgnGame& game, size_t token) {
  if (game.TextOf(game.tokens[token]) != "0-0") return false;
  return std::all_of(game.tokens.begin() + static_cast<ptrdiff_t>(token) + 1,
                     game.tokens.end(), [](const PgnToken& later) {
                       return later.kind == PgnTokenKind::kComment;
                     });
}

std::string_view KindOf(SanOutcome outcome) {
  switch (outcome) {
    case SanOutcome::kAmbiguous:
      return "ambiguous_move";
    case SanOutcome::kMissingPromotion:
      return "missing_promotion";
    case SanOutcome::kNullMove:
      return "null_move";
    case SanOutcome::kUnreadable:
      return "unparseable_token";
    case SanOutcome::kIllegal:
    case SanOutcome::kLegal:
      break;
  }
  return "illegal_move";
}

}  // namespace

namespace internal {

void RemarkOnLiberties(SanLiberties liberties, uint32_t ply,
                       std::string_view text, PgnRemarks& remarks) {
  liberties.ForEach([&](SanLiberty liberty) {
    remarks.Warning(SanLibertyName(liberty), ply, text);
  });
}

void RemarkOnMark(const Position& after, SanMark mark, uint32_t ply,
                  std::string_view text, PgnRemarks& remarks) {
  RemarkOnLiberties(JudgeSanMark(after, mark), ply, text, remarks);
}

bool RemarkOnUnplayable(const PgnGame& game, size_t token,
                        const Position& position, SanOutcome outcome,
                        uint32_t ply, PgnRemarks& remarks) {
  const std::string_view text = game.TextOf(game.tokens[token]);
  if (outcome == SanOutcome::kIllegal && IsLostByBoth(game, token)) {
    remarks.Warning("nonstandard_result_token", ply - 1, text);
    return true;
  }
  if (CountLegalMoves(position) != 0)
    remarks.Error(KindOf(outcome), ply, text);
  else
    remarks.Error(
        position.InCheck() ? "moves_after_checkmate" : "moves_after_stalemate",
        ply, text);
  return false;
}

}  // namespace internal
}  // namespace rookery
