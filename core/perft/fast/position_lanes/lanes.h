// Eight words side by side: the same square set (or number) of eight positions.
//
// A thin name for one AVX-512 register, so that the algorithms above it read as
// operations on sets of squares. A lane is one of the eight positions; a
// LaneMask says for each lane whether something holds. Every operation is one
// instruction unless its comment says otherwise.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_LANES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_LANES_H_

// GCC 12 takes the undefined registers in these for mistakes (its bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include "core/perft/fast/bits.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

constexpr int kLanes = 8;

struct Lanes {
  __m512i words;
};

// Bit i is lane i.
using LaneMask = __mmask8;

// The first `count` lanes.
ROOKERY_ALWAYS_INLINE LaneMask FirstLanes(int count) {
  return static_cast<LaneMask>(count >= kLanes ? 0xff : (1u << count) - 1);
}

ROOKERY_ALWAYS_INLINE Lanes Load(const Bitboard* aligned) {
  return {_mm512_load_si512(aligned)};
}
ROOKERY_ALWAYS_INLINE void Store(Bitboard* aligned, Lanes a) {
  _mm512_store_si512(aligned, a.words);
}
ROOKERY_ALWAYS_INLINE void StoreUnaligned(Bitboard* to, Lanes a) {
  _mm512_storeu_si512(to, a.words);
}

// The same word in all lanes.
ROOKERY_ALWAYS_INLINE Lanes All(Bitboard word) {
  return {_mm512_set1_epi64(static_cast<long long>(word))};
}
ROOKERY_ALWAYS_INLINE Lanes None() { return {_mm512_setzero_si512()}; }

ROOKERY_ALWAYS_INLINE Lanes operator&(Lanes a, Lanes b) {
  return {_mm512_and_si512(a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes operator|(Lanes a, Lanes b) {
  return {_mm512_or_si512(a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes operator^(Lanes a, Lanes b) {
  return {_mm512_xor_si512(a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes operator~(Lanes a) { return a ^ All(~Bitboard{0}); }
ROOKERY_ALWAYS_INLINE Lanes operator+(Lanes a, Lanes b) {
  return {_mm512_add_epi64(a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes operator-(Lanes a, Lanes b) {
  return {_mm512_sub_epi64(a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes& operator&=(Lanes& a, Lanes b) { return a = a & b; }
ROOKERY_ALWAYS_INLINE Lanes& operator|=(Lanes& a, Lanes b) { return a = a | b; }
ROOKERY_ALWAYS_INLINE Lanes& operator+=(Lanes& a, Lanes b) { return a = a + b; }
ROOKERY_ALWAYS_INLINE Lanes operator*(Lanes a, Lanes b) {
  return {_mm512_mullo_epi64(a.words, b.words)};
}

// Towards h8 when positive, towards a1 when negative. Squares that leave the
// board above or below are gone; what leaves it on the side is left to the
// caller.
template <int kSquares>
ROOKERY_ALWAYS_INLINE Lanes Shift(Lanes a) {
  if constexpr (kSquares >= 0) return {_mm512_slli_epi64(a.words, kSquares)};
  return {_mm512_srli_epi64(a.words, kSquares < 0 ? -kSquares : 0)};
}

// Any function of three bits. The compilers that matter do not all find these
// by themselves, so the functions below name those in use.
constexpr int kFirstBit = 0xf0;
constexpr int kSecondBit = 0xcc;
constexpr int kThirdBit = 0xaa;
template <int kFunction>
ROOKERY_ALWAYS_INLINE Lanes Ternary(Lanes a, Lanes b, Lanes c) {
  return {
      _mm512_ternarylogic_epi64(a.words, b.words, c.words, kFunction & 0xff)};
}
ROOKERY_ALWAYS_INLINE Lanes And(Lanes a, Lanes b, Lanes c) {
  return Ternary<kFirstBit & kSecondBit & kThirdBit>(a, b, c);
}
ROOKERY_ALWAYS_INLINE Lanes Or(Lanes a, Lanes b, Lanes c) {
  return Ternary<(kFirstBit | kSecondBit | kThirdBit)>(a, b, c);
}
ROOKERY_ALWAYS_INLINE Lanes Xor(Lanes a, Lanes b, Lanes c) {
  return Ternary<(kFirstBit ^ kSecondBit ^ kThirdBit)>(a, b, c);
}
// a | (b & c).
ROOKERY_ALWAYS_INLINE Lanes OrBoth(Lanes a, Lanes b, Lanes c) {
  return Ternary<(kFirstBit | (kSecondBit & kThirdBit))>(a, b, c);
}
// (a ^ b) & within.
ROOKERY_ALWAYS_INLINE Lanes DifferenceIn(Lanes a, Lanes b, Lanes within) {
  return Ternary<((kFirstBit ^ kSecondBit) & kThirdBit)>(a, b, within);
}
// At least two of three.
ROOKERY_ALWAYS_INLINE Lanes Majority(Lanes a, Lanes b, Lanes c) {
  return Ternary<((kFirstBit & kSecondBit) | (kFirstBit & kThirdBit) |
                  (kSecondBit & kThirdBit))>(a, b, c);
}
ROOKERY_ALWAYS_INLINE Lanes Neither(Lanes a, Lanes b) {
  return Ternary<~(kFirstBit | kSecondBit)>(a, b, b);
}
ROOKERY_ALWAYS_INLINE Lanes Neither(Lanes a, Lanes b, Lanes c) {
  return Ternary<~(kFirstBit | kSecondBit | kThirdBit)>(a, b, c);
}
ROOKERY_ALWAYS_INLINE Lanes Without(Lanes a, Lanes removed) {
  return {_mm512_andnot_si512(removed.words, a.words)};
}
ROOKERY_ALWAYS_INLINE Lanes Without(Lanes a, Lanes removed, Lanes removed_too) {
  return Ternary<kFirstBit & ~kSecondBit & ~kThirdBit>(a, removed, removed_too);
}
// (a & b) without `removed`.
ROOKERY_ALWAYS_INLINE Lanes BothWithout(Lanes a, Lanes b, Lanes removed) {
  return Ternary<kFirstBit & kSecondBit & ~kThirdBit>(a, b, removed);
}
// a where not in `limited`, and there only in `allowed` too.
ROOKERY_ALWAYS_INLINE Lanes LimitedTo(Lanes a, Lanes limited, Lanes allowed) {
  return Ternary<kFirstBit&(~kSecondBit | kThirdBit)>(a, limited, allowed);
}

// How many squares each set has.
ROOKERY_ALWAYS_INLINE Lanes Count(Lanes a) {
  return {_mm512_popcnt_epi64(a.words)};
}
// a * 2^kPower.
template <int kPower>
ROOKERY_ALWAYS_INLINE Lanes Times(Lanes a) {
  if constexpr (kPower == 0) return a;
  return Shift<kPower>(a);
}
ROOKERY_ALWAYS_INLINE Lanes AbsoluteValue(Lanes a) {
  return {_mm512_abs_epi64(a.words)};
}
// One square of each set, the lowest. Two instructions.
ROOKERY_ALWAYS_INLINE Lanes Lowest(Lanes a) { return a & (None() - a); }

// Where the sets have a square in common.
ROOKERY_ALWAYS_INLINE LaneMask Meets(Lanes a, Lanes b) {
  return _mm512_test_epi64_mask(a.words, b.words);
}
ROOKERY_ALWAYS_INLINE LaneMask NotEmpty(Lanes a) { return Meets(a, a); }
ROOKERY_ALWAYS_INLINE LaneMask Disjoint(Lanes a, Lanes b) {
  return _mm512_testn_epi64_mask(a.words, b.words);
}

// What the others do in the lanes of the mask only; there the first operand
// stays as it is, or becomes empty.
ROOKERY_ALWAYS_INLINE Lanes KeepIf(LaneMask lanes, Lanes a) {
  return {_mm512_maskz_mov_epi64(lanes, a.words)};
}
ROOKERY_ALWAYS_INLINE Lanes Choose(LaneMask lanes, Lanes then,
                                   Lanes otherwise) {
  return {_mm512_mask_blend_epi64(lanes, otherwise.words, then.words)};
}
ROOKERY_ALWAYS_INLINE Lanes OrIf(LaneMask lanes, Lanes a, Lanes b) {
  return {_mm512_mask_or_epi64(a.words, lanes, a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes AndIf(LaneMask lanes, Lanes a, Lanes b) {
  return {_mm512_mask_and_epi64(a.words, lanes, a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes AddIf(LaneMask lanes, Lanes a, Lanes b) {
  return {_mm512_mask_add_epi64(a.words, lanes, a.words, b.words)};
}
ROOKERY_ALWAYS_INLINE Lanes SubtractIf(LaneMask lanes, Lanes a, Lanes b) {
  return {_mm512_mask_sub_epi64(a.words, lanes, a.words, b.words)};
}

// Several instructions.
ROOKERY_ALWAYS_INLINE uint64_t SumOfLanes(Lanes a) {
  return static_cast<uint64_t>(_mm512_reduce_add_epi64(a.words));
}

// Eight squares, given as bytes, as sets of one; each exclusive-or `turn`
// first.
ROOKERY_ALWAYS_INLINE Lanes SquaresAt(const uint8_t* bytes, int turn = 0) {
  const __m128i squares =
      _mm_xor_si128(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes)),
                    _mm_set1_epi8(static_cast<char>(turn)));
  return {
      _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_cvtepu8_epi64(squares))};
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_LANES_H_
