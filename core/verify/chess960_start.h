// The start positions of Chess960 by their numbers.
//
// Pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_CHESS960_START_H_
#define ROOKERY_CORE_VERIFY_CHESS960_START_H_

#include "core/board/position.h"

namespace rookery {

inline constexpr int kChess960Starts = 960;

// The start position by the usual numbers of both sides; 518 and 518 is
// standard chess. With two different numbers it is a "double" Chess960 start.
// Requires: both are 0 to kChess960Starts - 1.
Position Chess960Start(int white, int black);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_CHESS960_START_H_
