// What makes a position hard for a move generator, as questions with yes or no.
//
// They tell whether a hazard is there for the side to move, not whether it
// decides anything. Pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_HAZARDS_H_
#define ROOKERY_CORE_VERIFY_HAZARDS_H_

#include "core/board/position.h"

namespace rookery {

// A legal move promotes.
bool OffersPromotion(const Position& position);

// A legal double push passes a square that an enemy pawn attacks, and yet the
// law forbids to take it en passant: his king would be in check.
bool PushesPastPinnedPawn(const Position& position);

// Two men give check.
bool IsDoubleCheck(const Position& position);

// Nobody stands in the way of a castling for which the right is there, and the
// enemy attacks a square where king or rook stand, pass or land.
bool CastlesUnderFire(const Position& position);

// A rook has the right to castle, and another of its side stands further out on
// the same wing.
bool CastlesWithInnerRook(const Position& position);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_HAZARDS_H_
