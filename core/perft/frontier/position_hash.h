// What the hash tables of a frontier need to know of packed positions.
//
// Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_POSITION_HASH_H_
#define ROOKERY_CORE_PERFT_FRONTIER_POSITION_HASH_H_

#include <cstddef>
#include <cstdint>

#include "core/board/packed_position.h"

namespace rookery {

// Spreads positions evenly over 64 bits. Nothing stored may depend on it.
inline uint64_t HashOf(const PackedPosition& position) {
  const auto fold = [](uint64_t left, uint64_t right) {
    const auto product = static_cast<unsigned __int128>(left) * right;
    return static_cast<uint64_t>(product) ^
           static_cast<uint64_t>(product >> 64);
  };
  const auto& planes = position.planes;
  return fold(fold(planes[0] ^ 0x9e3779b97f4a7c15,
                   planes[1] ^ 0xbf58476d1ce4e5b9) ^
                  0x94d049bb133111eb,
              fold(planes[2] ^ 0xd6e8feb86659fd93,
                   planes[3] ^ 0xa0761d6478bd642f)) *
         0x9e3779b97f4a7c15;
}

// operator== calls memcmp, which takes longer than the comparison.
inline bool AreSame(const PackedPosition& left, const PackedPosition& right) {
  uint64_t difference = 0;
  for (size_t plane = 0; plane < left.planes.size(); ++plane)
    difference |= left.planes[plane] ^ right.planes[plane];
  return difference == 0;
}

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_POSITION_HASH_H_
