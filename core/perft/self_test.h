// The check that a worker makes of each kernel before it serves.
//
// A machine with a broken instruction, a miscompiled kernel or bad memory must
// find out itself, before its counts are summed with those of others. Known
// answers only; a proof of a kernel is the business of the unit tests.
#ifndef ROOKERY_CORE_PERFT_SELF_TEST_H_
#define ROOKERY_CORE_PERFT_SELF_TEST_H_

#include "absl/status/status.h"
#include "core/perft/kernel.h"

namespace rookery {

// Counts a few positions with known answers (castling, Chess960 castling, en
// passant, promotion, pins), without and with a hash table. Takes milliseconds.
// INTERNAL when a count is wrong, naming kernel, position, depth and both
// figures; RESOURCE_EXHAUSTED when not even a table of one mebibyte can be had.
// Thread-safe.
absl::Status SelfTest(const Kernel& kernel);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_SELF_TEST_H_
