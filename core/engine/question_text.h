// A question as it is written to a program: its FEN and its moves.
//
// Pure; safe to use from any thread.
#ifndef ROOKERY_CORE_ENGINE_QUESTION_TEXT_H_
#define ROOKERY_CORE_ENGINE_QUESTION_TEXT_H_

#include <string>

#include "absl/status/status.h"
#include "core/engine/perft_program.h"

namespace rookery {

// INVALID_ARGUMENT, naming what is wrong, unless depth and moves are within
// their bounds, each move is legal where it is played, and the FEN, if there is
// one, is that of the position.
absl::Status CheckQuestion(const PerftQuestion& question);

// The position that is asked about: the one after the moves. Requires:
// CheckQuestion.
Position PositionAfterMoves(const PerftQuestion& question);

// The FEN of the question's position, before its moves.
std::string RootFen(const PerftQuestion& question);

// The FEN after the moves. Right after a double push it names the square passed
// over if a pawn stands to capture there, legally or not: what ToFen leaves out
// is what a faulty generator gets wrong. Requires: CheckQuestion.
std::string FenAfterMoves(const PerftQuestion& question);

// The moves in UCI notation, separated by single blanks; castling is spelled as
// in Chess960 exactly when the question's position needs it. Empty without
// moves.
std::string MovesText(const PerftQuestion& question);

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_QUESTION_TEXT_H_
