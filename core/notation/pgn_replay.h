// Plays the main line of a parsed game.
//
// It finds the legal move that each text means, tells a visitor, and stops at
// the first text that means none. Variations are skipped. Made for tens of
// millions of moves a second: no status, no allocation and no virtual call a
// move. Not thread-safe: one memo and one visitor a thread.
//
// A visitor has
//   void OnMove(Move move, const Position& after);
// for every move in turn, and may have
//   void OnComment(std::string_view text);
// for the comments of the main line; those before the first move come too.
#ifndef ROOKERY_CORE_NOTATION_PGN_REPLAY_H_
#define ROOKERY_CORE_NOTATION_PGN_REPLAY_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/board/position.h"
#include "core/notation/pgn_game.h"
#include "core/notation/san_memo.h"
#include "core/notation/san_resolver.h"

namespace rookery {

// What comes after so many moves of a main line is not played, with an error.
inline constexpr uint32_t kMaxReplayPlies = 65'536;

struct PgnReplay {
  uint32_t plies = 0;  // moves that were played
  // False where a text means no legal move, or there are too many.
  bool complete = true;
  // Where it is not complete: the index of the token that is not played.
  uint32_t stopped_at = 0;
  // Whether the game ends with "0-0" where castling is not legal: both lost.
  bool both_lose = false;
};

namespace internal {

// What the hot loop of ReplayMainLine leaves to others.
void RemarkOnLiberties(SanLiberties liberties, uint32_t ply,
                       std::string_view text, PgnRemarks& remarks);
void RemarkOnMark(const Position& after, SanMark mark, uint32_t ply,
                  std::string_view text, PgnRemarks& remarks);
// Notes why a move could not be played; true where it is a result instead.
bool RemarkOnUnplayable(const PgnGame& game, size_t token,
                        const Position& position, SanOutcome outcome,
                        uint32_t ply, PgnRemarks& remarks);

}  // namespace internal

// Plays from `position`, which ends as the last position reached. Remarks are
// added to `remarks`, which may be the game's own.
template <typename Visitor>
PgnReplay ReplayMainLine(const PgnGame& game, Position& position, SanMemo& memo,
                         PgnRemarks& remarks, Visitor& visitor) {
  PgnReplay replay;
  SanMark mark = SanMark::kNone;
  std::string_view text;
  const size_t tokens = game.tokens.size();
  const char* const text_end = game.text.data() + game.text.size();
  for (size_t index = 0; index < tokens; ++index) {
    const PgnToken& token = game.tokens[index];
    if (token.kind == PgnTokenKind::kMove) [[likely]] {
      text = game.TextOf(token);
      if (replay.plies == kMaxReplayPlies) [[unlikely]] {
        remarks.Error("game_too_long", replay.plies + 1, text);
        replay.complete = false;
        replay.stopped_at = static_cast<uint32_t>(index);
        break;
      }
      const SanPattern& pattern = memo.Find(text, text_end);
      const SanReading reading = ResolveSan(position, pattern);
      if (reading.outcome != SanOutcome::kLegal) [[unlikely]] {
        replay.both_lose = internal::RemarkOnUnplayable(
            game, index, position, reading.outcome, replay.plies + 1, remarks);
        replay.complete = replay.both_lose;
        replay.stopped_at = static_cast<uint32_t>(index);
        break;
      }
      ++replay.plies;
      if (token.value != PgnToken::kNoNumber &&
          token.value != static_cast<uint32_t>(position.fullmove_number()))
          [[unlikely]]
        remarks.Warning("move_number_mismatch", replay.plies, text);
      position.Play(reading.move);
      mark = pattern.mark;
      if (SanMarkIsSuspect(position, mark)) [[unlikely]]
        internal::RemarkOnMark(position, mark, replay.plies, text, remarks);
      if (!reading.liberties.empty()) [[unlikely]]
        internal::RemarkOnLiberties(reading.liberties, replay.plies, text,
                                    remarks);
      visitor.OnMove(reading.move, position);
    } else if (token.kind == PgnTokenKind::kVariationStart) {
      index = token.value;
    } else if (token.kind == PgnTokenKind::kComment) {
      if constexpr (requires { visitor.OnComment(text); })
        visitor.OnComment(game.TextOf(token));
    } else if (token.kind == PgnTokenKind::kEnPassantSuffix) {
      remarks.Warning("ep_suffix", replay.plies, game.TextOf(token));
    }
  }
  // A + that ought to be a # shows only when nothing can follow.
  if (mark == SanMark::kCheck && position.InCheck())
    internal::RemarkOnMark(position, mark, replay.plies, text, remarks);
  return replay;
}

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_REPLAY_H_
