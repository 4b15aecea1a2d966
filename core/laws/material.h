// What the men on the board alone say about who can still mate.
//
// Where men stand does not matter here; positions that are dead because they
// are locked are in dead_position.h. Pure functions; safe to use from any
// thread.
#ifndef ROOKERY_CORE_LAWS_MATERIAL_H_
#define ROOKERY_CORE_LAWS_MATERIAL_H_

#include "core/board/position.h"

namespace rookery {

// Whether a side has nothing but its king.
inline bool HasBareKing(const Position& position, Color side) {
  return !HasMoreThanOne(position.pieces(side));
}

// The dead materials that the classic code lists (article 10.4): king against
// king; with one bishop or knight; king and bishop against king and bishop on
// the same colour.
bool IsDrawnMaterial(const Position& position);

// Whether neither side can mate with these men, however both play: the
// materials above, and any number of bishops that all stand on one colour.
bool IsDeadMaterial(const Position& position);

// Whether a side certainly cannot mate with these men, however both play: a
// bare king; one knight against nothing but queens; bishops of one colour when
// there are no knights, pawns or bishops of the other colour (M. Ambrona, "A
// Practical Algorithm for Chess Unwinnability", FUN 2022).
bool CannotMateWithMaterial(const Position& position, Color side);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_MATERIAL_H_
