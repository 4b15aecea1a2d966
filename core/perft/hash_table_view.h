// What a kernel sees of a HashTable: the words of the buckets and the random
// keys, as plain data.
//
// Kernels are compiled for instruction sets that not every machine has, so
// their sources include nothing that holds inline functions of the rest of the
// program; this header has none. Layout and argument: docs/hash_table.md.
#ifndef ROOKERY_CORE_PERFT_HASH_TABLE_VIEW_H_
#define ROOKERY_CORE_PERFT_HASH_TABLE_VIEW_H_

#include <cstdint>

namespace rookery {

// A 128-bit key, or one random number that keys are made of by exclusive or.
struct TableKey {
  uint64_t low;
  uint64_t high;
};

// The planes that a key is made of: a queen is in both slider planes, so that
// the key is linear in the planes.
enum TableKeyPlane {
  kPawnPlane,
  kKnightPlane,
  kDiagonalPlane,
  kOrthogonalPlane,
  kKingPlane,
  kTableKeyPlanes
};

// The random numbers of one table. Two positions, or one position at two
// depths, differ in at least one term; with random terms their keys agree in
// any n given bits with probability 2^-n.
struct TableKeys {
  // By color (0 white, 1 black), plane, square (a1 = 0).
  TableKey men[2][kTableKeyPlanes][64];
  // By square of a rook that may still castle.
  TableKey castling_rook[64];
  // By file; a term only when an en passant capture is legal.
  TableKey en_passant_file[8];
  TableKey black_to_move;
  // By remaining depth.
  TableKey depth[33];
};

// A bucket is one cache line: four entries of two words, the youngest first.
inline constexpr int kEntriesPerBucket = 4;
inline constexpr int kWordsPerBucket = 2 * kEntriesPerBucket;

struct HashTableView {
  // bucket_count * kWordsPerBucket words, aligned to a cache line. Any thread
  // reads and writes them at any time, each word as a whole
  // (docs/hash_table.md).
  uint64_t* words;
  uint64_t bucket_count;
  const TableKeys* keys;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_HASH_TABLE_VIEW_H_
