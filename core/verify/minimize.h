// From an example of a fault to the smallest one.
//
// Men are taken off the board, one after the other, for as long as the program
// still goes wrong for the same reason; then castling rights and the en passant
// square. Nothing is left that could be taken away alone. The same program and
// example always give the same answer.
#ifndef ROOKERY_CORE_VERIFY_MINIMIZE_H_
#define ROOKERY_CORE_VERIFY_MINIMIZE_H_

#include "absl/status/statusor.h"
#include "core/verify/bisection.h"
#include "core/verify/difference.h"

namespace rookery {

// Returns the difference with a smaller example, and with its moves and reasons
// there; `noticed` and `path` stay. One that is not of kind kMoves or
// kMoveCount stays as it is. Moves of the example stay legal and are played
// all. Asks at most some hundred questions of depth 1 (of the example's depth
// where that is greater). Errors: those of the reference,
// and CANCELLED.
absl::StatusOr<Difference> Minimize(const Difference& difference,
                                    const Contestants& contestants);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_MINIMIZE_H_
