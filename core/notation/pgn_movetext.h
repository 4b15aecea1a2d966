// Reads the movetext of a game into tokens.
//
// Part of PgnParser. Not thread-safe: one scanner a thread.
#ifndef ROOKERY_CORE_NOTATION_PGN_MOVETEXT_H_
#define ROOKERY_CORE_NOTATION_PGN_MOVETEXT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/notation/pgn_game.h"

namespace rookery {

// Variations nested deeper are left out, with an error.
inline constexpr size_t kMaxVariationDepth = 1000;

// Tokens beyond these are left out, with an error.
inline constexpr size_t kMaxGameTokens = size_t{1} << 22;

class PgnMovetextScanner {
 public:
  // Reads tokens from a position on until the game ends: behind its result and
  // what stands on the same line, where the tags of another game begin, or at
  // the end of the text; returns that place. Offsets of tokens count from
  // `game_begin`. Requires: the text is at most 2 GiB.
  size_t Read(std::string_view text, size_t game_begin, size_t position,
              PgnGame& game);

 private:
  void Emit(PgnTokenKind kind, const char* begin, const char* end,
            uint32_t value);
  void EmitMove(const char* begin, const char* end);
  void ReadWord();
  void ReadDigits();
  void ReadGlyphs();
  void ReadMoveSigns();
  void ReadNag();
  void ReadBraceComment();
  void ReadLineComment();
  void ReadOddWord();
  void ReadRestOfLine();
  void OpenVariation();
  void CloseVariation();
  void CloseOpenVariations();
  void Terminate(PgnTokenKind kind, const char* begin, const char* end);
  bool AtLineStart() const;
  bool FollowedByTarget(const char* at) const;
  size_t PositionOf(const char* at) const {
    return static_cast<size_t>(at - text_.data());
  }

  std::string_view text_;
  const char* begin_ = nullptr;  // of the game
  const char* at_ = nullptr;     // the next byte to read
  const char* end_ = nullptr;
  PgnGame* game_ = nullptr;
  uint32_t ply_ = 0;     // moves of the main line so far
  uint32_t number_ = 0;  // the last move number, until its move comes
  bool muted_ = false;   // too deep, or too much: tokens are left out
  bool done_ = false;
  bool nul_seen_ = false;
  size_t depth_ = 0;
  std::vector<uint32_t> open_;  // tokens of the variations that stand open
};

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_MOVETEXT_H_
