// Says in words why a move is not legal.
//
// For people who look for the fault in a move generator, a game record or an
// input. It works the reasons out one by one and is slow; it decides nothing
// that GenerateLegalMoves does not already decide. Stateless; safe from any
// thread.
#ifndef ROOKERY_CORE_BOARD_EXPLAIN_H_
#define ROOKERY_CORE_BOARD_EXPLAIN_H_

#include <string>

#include "core/board/move_generator.h"
#include "core/board/position.h"

namespace rookery {

// What kind of rule a move breaks.
enum class IllegalReason {
  kNone,  // the move is legal
  kUnreadable,
  kNoMan,
  kOpponentsMan,
  kStays,
  kMovementRule,  // the man does not move like that on any board
  kJumpsOverMan,
  kOwnManOnTarget,
  kPawnBlocked,
  kDoublePushFromWrongRank,
  kNothingToCapture,
  kEnPassantTooLate,
  kEnPassantExposesKing,  // or leaves him in check
  kKingIntoCheck,
  kDoubleCheck,  // and another man than the king moves
  kPinned,
  kCheckNotAnswered,
  kPromotionMissing,
  kPromotionPiece,
  kPromotesElsewhere,
  kCastlingWithoutRook,
  kKingStepsTooFar,
  kCastlingRightLost,
  kCastlingOutOfCheck,
  kCastlingBlocked,
  kCastlingThroughCheck,
  kCastlingIntoCheck,
  kCastlingUncoversAttack,
  kSpelling,  // legal castling, spelled as no protocol does
};

struct Illegality {
  IllegalReason reason = IllegalReason::kNone;
  std::string words;  // empty when the move is legal
};

// The first reason that applies. Castling is understood in both spellings that
// FindLegalMove knows, and asked for by any step of two or more squares of the
// king along his first rank.
Illegality WhyIllegal(const Position& position, CoordinateMove move);

// Its words alone: lower case, without a period, such as "the knight on f3 is
// pinned to the king on e1 by the rook on e8". Empty when the move is legal.
std::string ExplainIllegalMove(const Position& position, CoordinateMove move);

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_EXPLAIN_H_
