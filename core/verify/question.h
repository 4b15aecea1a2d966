// How questions to a program under test are made, from texts and from other
// questions.
//
// Pure functions; thread-safe.
#ifndef ROOKERY_CORE_VERIFY_QUESTION_H_
#define ROOKERY_CORE_VERIFY_QUESTION_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/position.h"
#include "core/engine/perft_program.h"

namespace rookery {

// How a position that was read from a FEN is told to a program: normalized, but
// with the en passant square that the text names, which need not be of any use.
// A text that is no FEN names none.
std::string FenToTell(std::string_view text, const Position& position);

// From question.position on, one after each move; the last one is asked about.
std::vector<Position> PositionsAlong(const PerftQuestion& question);

// The same question without its first `count` moves: they are played. Requires:
// count <= question.moves.size(); depth stays.
PerftQuestion WithoutFirstMoves(const PerftQuestion& question, size_t count);

// The question about the position one legal move on, one ply less deep.
PerftQuestion Below(const PerftQuestion& question, Move move);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_QUESTION_H_
