// Whether any sequence of legal moves can still mate.
//
// Beyond material (material.h) a position is dead when nothing but forced moves
// is left and they lead to a draw, or when pawns have locked each other and
// what remains can neither break through nor mate. A proof here is sound:
// kNever means that no sequence of legal moves mates, whoever plays it. Where
// no proof is in reach the answer is kUnknown, or kPossible where a mate was
// found. Pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_LAWS_DEAD_POSITION_H_
#define ROOKERY_CORE_LAWS_DEAD_POSITION_H_

#include <cstdint>

#include "core/board/position.h"

namespace rookery {

enum class MateChance : uint8_t {
  kPossible,  // a sequence of legal moves that mates was found
  kNever,     // there is none
  kUnknown,   // neither was proved
};

// How many positions a search looks at before it gives up: locked kings, and
// locked kings with a bishop, stay below it; some milliseconds.
inline constexpr int kDefaultSearchLimit = 50'000;

// Whether any side can still mate. Cheap unless the pawns are locked, and there
// bounded by the limit.
MateChance ChanceOfMate(const Position& position,
                        int search_limit = kDefaultSearchLimit);

// The same for one side alone: what decides whether that side may win when the
// other one oversteps the time.
MateChance ChanceOfMateBy(const Position& position, Color side,
                          int search_limit = kDefaultSearchLimit);

// Looks at every position that legal moves can reach, up to the limit; of any
// position, at a cost of about a microsecond each. Sides that are not asked for
// may be mated as they may mate: that ends a line, but is no answer.
// `sides` is a set: bit 0 for white, bit 1 for black.
MateChance SearchForMate(const Position& position, unsigned sides,
                         int search_limit);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_DEAD_POSITION_H_
