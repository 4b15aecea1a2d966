// Writes games in the export format of Portable Game Notation.
//
// The writer is told the parts of a game in the order in which they stand:
//   writer.Tag("Event", "?"); writer.BeginMoves(Position::Start());
//   writer.Play(e4); writer.Comment("best by test"); writer.BeginVariation();
//   writer.Play(d4); writer.EndVariation(); writer.End("*");
// It writes canonical algebraic notation, move numbers where they are due, and
// lines of at most 79 bytes, but for a word that is longer. A comment keeps its
// words; a line break may stand for a blank between two of them.
//
// WriteGame does all that for a game that PgnParser has read. Not thread-safe.
#ifndef ROOKERY_CORE_NOTATION_PGN_WRITER_H_
#define ROOKERY_CORE_NOTATION_PGN_WRITER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/move.h"
#include "core/board/position.h"
#include "core/notation/pgn_game.h"
#include "core/notation/pgn_start.h"

namespace rookery {

class PgnWriter {
 public:
  // Appends to `text`, which must outlive the writer. The text should be empty
  // or end with a blank line.
  explicit PgnWriter(std::string& text) : text_(text) {}

  // A tag and its value as meant: quotes and backslashes are escaped here, and
  // a line feed becomes a blank. Requires: a name of letters, digits and
  // underscores; BeginMoves was not called.
  void Tag(std::string_view name, std::string_view value);

  // Ends the tags. The moves start in that position.
  void BeginMoves(const Position& start);

  // A move of the current line. Requires: it is legal there, and no Unplayable
  // came before it in this line.
  void Play(Move move);

  // A text in the place of a move, as it is; what follows it in this line can
  // only be Unplayable too. Requires: no blank in it.
  void Unplayable(std::string_view text);

  // A Numeric Annotation Glyph, 0 to 255.
  void Nag(int number);

  // A comment in braces; with ; to the end of the line where it contains a
  // closing brace.
  void Comment(std::string_view text);

  // Alternatives to the last move of the current line. Requires: every
  // variation begun is ended before End.
  void BeginVariation();
  void EndVariation();

  // The result, "1-0", "0-1", "1/2-1/2" or "*", and a blank line. The writer is
  // then ready for the tags of another game.
  void End(std::string_view result);

  // The last position of the current line.
  const Position& position() const { return lines_.back().after; }

  // Whether an Unplayable came in the current line, or in the one that it is a
  // variation of, so that `position` means nothing.
  bool lost() const { return lines_.back().lost; }

 private:
  struct Line {
    Position before;  // the last move, where there is one
    Position after;
    bool lost = false;
  };

  void Word(std::string_view word);
  void WordWithoutBreak(std::string_view word);
  void LineBreak();

  std::string& text_;
  size_t column_ = 0;
  std::string prefix_;         // opening brackets that wait for their word
  bool number_is_due_ = true;  // even before a move of Black's
  std::vector<Line> lines_;    // the main line, and the variations in it
};

// Appends a game that PgnParser has read: its tags in their order, its moves in
// canonical notation, variations, comments and glyphs. Moves that cannot be
// played are kept as they are written. The text becomes UTF-8. A game that both
// players lost gets the result * and a Termination tag that says so.
void WriteGame(const PgnGame& game, const PgnStart& start, std::string& text);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_WRITER_H_
