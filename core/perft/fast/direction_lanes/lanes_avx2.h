// The form of Lanes that is one AVX2 register. See lanes.h, which includes
// this.
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LANES_AVX2_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LANES_AVX2_H_

#include <immintrin.h>

#include "core/perft/fast/bits.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct Lanes {
  __m256i words;
};

ROOKERY_ALWAYS_INLINE Lanes operator&(Lanes a, Lanes b) {
  return {_mm256_and_si256(a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes operator|(Lanes a, Lanes b) {
  return {_mm256_or_si256(a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes operator^(Lanes a, Lanes b) {
  return {_mm256_xor_si256(a.words, b.words)};
}

ROOKERY_ALWAYS_INLINE Lanes Broadcast(Bitboard set) {
  return {_mm256_set1_epi64x(static_cast<long long>(set))};
}
ROOKERY_ALWAYS_INLINE Lanes FromFour(Bitboard a, Bitboard b, Bitboard c,
                                     Bitboard d) {
  return {
      _mm256_setr_epi64x(static_cast<long long>(a), static_cast<long long>(b),
                         static_cast<long long>(c), static_cast<long long>(d))};
}
ROOKERY_ALWAYS_INLINE Lanes Alternate(Bitboard orthogonal, Bitboard diagonal) {
  return {_mm256_blend_epi32(Broadcast(orthogonal).words,
                             Broadcast(diagonal).words, 0b11001100)};
}

template <int kSteps>
ROOKERY_ALWAYS_INLINE Lanes ShiftUp(Lanes lanes) {
  return {_mm256_sllv_epi64(
      lanes.words,
      _mm256_setr_epi64x(8 * kSteps, 9 * kSteps, kSteps, 7 * kSteps))};
}
template <int kSteps>
ROOKERY_ALWAYS_INLINE Lanes ShiftDown(Lanes lanes) {
  return {_mm256_srlv_epi64(
      lanes.words,
      _mm256_setr_epi64x(8 * kSteps, 9 * kSteps, kSteps, 7 * kSteps))};
}

ROOKERY_ALWAYS_INLINE Bitboard VerticalLane(Lanes lanes) {
  return static_cast<Bitboard>(
      _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes.words)));
}
ROOKERY_ALWAYS_INLINE Lines Gather(Lanes lanes) {
  const __m128i both = _mm_or_si128(_mm256_castsi256_si128(lanes.words),
                                    _mm256_extracti128_si256(lanes.words, 1));
  return {static_cast<Bitboard>(_mm_cvtsi128_si64(both)),
          static_cast<Bitboard>(_mm_extract_epi64(both, 1))};
}

// How many bits each byte has: the counts of its two halves, looked up.
ROOKERY_ALWAYS_INLINE __m256i CountBytes(__m256i bytes) {
  const __m256i counts =
      _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                       0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_set1_epi8(15);
  return _mm256_add_epi8(
      _mm256_shuffle_epi8(counts, _mm256_and_si256(bytes, low)),
      _mm256_shuffle_epi8(counts,
                          _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low)));
}
// The bytes of each lane, added up.
ROOKERY_ALWAYS_INLINE __m256i SumBytes(__m256i bytes) {
  return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
}
ROOKERY_ALWAYS_INLINE uint64_t SumWords(__m256i words) {
  const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(words),
                                    _mm256_extracti128_si256(words, 1));
  return static_cast<uint64_t>(_mm_cvtsi128_si64(two)) +
         static_cast<uint64_t>(_mm_extract_epi64(two, 1));
}

ROOKERY_ALWAYS_INLINE uint64_t CountBits(Lanes a, Lanes b) {
  return SumWords(
      SumBytes(_mm256_add_epi8(CountBytes(a.words), CountBytes(b.words))));
}

// A number for each square of each lane: see BitPlanes.
struct LaneNumbers {
  Lanes ones;
  Lanes twos;
  Lanes fours;
  Lanes eights;
};

ROOKERY_ALWAYS_INLINE LaneNumbers MakeLaneNumbers(Lanes ones, Lanes twos,
                                                  Lanes fours, Lanes eights) {
  return {ones, twos, fours, eights};
}

// The numbers on the given squares of all lanes, added up within each lane. A
// byte of the sum holds 8 squares of 15 at most.
ROOKERY_ALWAYS_INLINE __m256i SumOn(const LaneNumbers& numbers,
                                    Bitboard squares) {
  const __m256i mask = Broadcast(squares).words;
  const auto count = [mask](Lanes plane) __attribute__((always_inline)) {
    return CountBytes(_mm256_and_si256(mask, plane.words));
  };
  const auto twice = [](__m256i bytes) __attribute__((always_inline)) {
    return _mm256_add_epi8(bytes, bytes);
  };
  const __m256i low =
      _mm256_add_epi8(count(numbers.ones), twice(count(numbers.twos)));
  const __m256i high =
      _mm256_add_epi8(count(numbers.fours), twice(count(numbers.eights)));
  return SumBytes(_mm256_add_epi8(low, twice(twice(high))));
}

// The sum over all squares of the square's number in `factors` times its
// numbers in the four lanes of `numbers`.
ROOKERY_ALWAYS_INLINE uint64_t CountProduct(const LaneNumbers& numbers,
                                            const BitPlanes& factors) {
  const __m256i once = SumOn(numbers, factors.ones);
  __m256i sum = _mm256_add_epi64(
      once, _mm256_slli_epi64(SumOn(numbers, factors.twos), 1));
  if (factors.fours != 0) {
    sum = _mm256_add_epi64(sum,
                           _mm256_slli_epi64(SumOn(numbers, factors.fours), 2));
  }
  uint64_t product = SumWords(sum);
  if (ROOKERY_UNLIKELY((factors.eights | factors.sixteens) != 0)) {
    product += 8 * SumWords(SumOn(numbers, factors.eights)) +
               16 * SumWords(SumOn(numbers, factors.sixteens));
  }
  return product;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LANES_AVX2_H_
