// Lists of moves as bytes: what is made of target sets before children are
// built eight at a time.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_MOVE_BYTES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_MOVE_BYTES_H_

#include "core/perft/fast/position_lanes/lanes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

alignas(64) constexpr uint8_t kSquareNumbers[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

// The squares of a set, as the first of 64 bytes.
ROOKERY_ALWAYS_INLINE __m512i SquareBytes(Bitboard set) {
  return _mm512_maskz_compress_epi8(set, _mm512_load_si512(kSquareNumbers));
}

// At most kCapacity moves, each with the lane of its parent where there are
// several. Whole vectors are written, so there is room behind the last one.
template <int kCapacity>
struct MoveBytes {
  // The lists are also looked through 64 bytes at a time.
  static constexpr int kSlack = 64;
  uint8_t from[kCapacity + kSlack];
  uint8_t to[kCapacity + kSlack];
  uint8_t lane[kCapacity + kSlack];
  int size = 0;

  // From one square to several: a man has at most 28 targets.
  ROOKERY_ALWAYS_INLINE void PutTargets(int from_square, Bitboard targets,
                                        int in_lane = 0) {
    const auto put = [this](uint8_t* bytes, __m256i value) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes + size), value);
    };
    put(to, _mm512_castsi512_si256(SquareBytes(targets)));
    put(from, _mm256_set1_epi8(static_cast<char>(from_square)));
    put(lane, _mm256_set1_epi8(static_cast<char>(in_lane)));
    size += CountBits(targets);
  }

  // One step each: at most 16 men.
  ROOKERY_ALWAYS_INLINE void PutSteps(int step, Bitboard targets,
                                      int in_lane = 0) {
    const auto put = [this](uint8_t* bytes, __m128i value) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(bytes + size), value);
    };
    const __m128i squares = _mm512_castsi512_si128(SquareBytes(targets));
    put(to, squares);
    put(from, _mm_sub_epi8(squares, _mm_set1_epi8(static_cast<char>(step))));
    put(lane, _mm_set1_epi8(static_cast<char>(in_lane)));
    size += CountBits(targets);
  }

  ROOKERY_ALWAYS_INLINE void PutOne(int from_square, int to_square,
                                    int in_lane = 0) {
    from[size] = static_cast<uint8_t>(from_square);
    to[size] = static_cast<uint8_t>(to_square);
    lane[size] = static_cast<uint8_t>(in_lane);
    ++size;
  }

  void Remove(int index) {
    --size;
    from[index] = from[size];
    to[index] = to[size];
    lane[index] = lane[size];
  }
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_MOVE_BYTES_H_
