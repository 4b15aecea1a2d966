// Makes the random numbers that the keys of a table are made of.
//
// Pure function; safe to use from any thread.
#ifndef ROOKERY_CORE_PERFT_TABLE_KEYS_H_
#define ROOKERY_CORE_PERFT_TABLE_KEYS_H_

#include <cstdint>
#include <memory>

#include "core/perft/hash_table_view.h"

namespace rookery {

// The same numbers for the same seed, unrelated ones for another.
std::unique_ptr<const TableKeys> MakeTableKeys(uint64_t seed);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_TABLE_KEYS_H_
