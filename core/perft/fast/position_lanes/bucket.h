// The hash table of fast/table.h, a bucket at a time: same layout, same bytes.
//
// A bucket is one register: all four entries are compared at once, and an
// insertion is a rotation and one store. The processors with AVX-512 read and
// write the eight words of an aligned register each as a whole, which is all
// that docs/hash_table.md asks for.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_BUCKET_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_BUCKET_H_

#include "core/perft/fast/position_lanes/lanes.h"
#include "core/perft/fast/table.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

static_assert(kWordsPerBucket == kLanes);

// The thread sanitizer takes a register of a shared table for a race; it gets
// the atomic accesses of fast/table.h.
#if defined(__SANITIZE_THREAD__)
constexpr bool kWordByWord = true;
#else
constexpr bool kWordByWord = false;
#endif

// The lanes of the entries' first words.
constexpr LaneMask kFirstWords = 0b01010101;

// The count stored under the key (with its depth), or false; the count is zero
// then. No branch, since nobody can foresee a hit.
template <int kDepth>
ROOKERY_ALWAYS_INLINE bool ProbeBucket(const HashTableView& table,
                                       const TableKey& key, uint64_t& count) {
  if constexpr (kWordByWord) {
    count = 0;
    return Probe(table, key, kDepth, count);
  }
  constexpr int kWidth = CountWidth(kDepth);
  Lanes words = Load(BucketOf(table, key));
  // Read once: other threads write here, and what is returned must be what was
  // compared. Without this a compiler may load the register again.
  asm("" : "+v"(words.words));
  const Lanes exchanged = {_mm512_shuffle_epi32(words.words, _MM_PERM_BADC)};
  const LaneMask high_agrees =
      _mm512_cmpeq_epi64_mask((words ^ exchanged).words, All(key.high).words);
  const LaneMask low_agrees =
      Disjoint(words ^ All(key.low), All(~Bitboard{0} >> kWidth));
  const LaneMask found =
      static_cast<LaneMask>(high_agrees & low_agrees & kFirstWords);
  const __m512i first =
      Shift<kWidth - 64>({_mm512_maskz_compress_epi64(found, words.words)})
          .words;
  count =
      static_cast<uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(first)));
  return found != 0;
}

// Stores the count as the youngest entry of its bucket; the oldest one falls
// out. A count too large for its width is not stored.
template <int kDepth>
ROOKERY_ALWAYS_INLINE void StoreInBucket(const HashTableView& table,
                                         const TableKey& key, uint64_t count) {
  if constexpr (kWordByWord) return Store(table, key, kDepth, count);
  constexpr int kWidth = CountWidth(kDepth);
  if (ROOKERY_UNLIKELY(count >> kWidth != 0)) return;
  uint64_t* const bucket = BucketOf(table, key);
  const __m512i words = Load(bucket).words;
  const uint64_t first = count << (64 - kWidth) | (key.low << kWidth) >> kWidth;
  const __m128i entry = _mm_set_epi64x(static_cast<long long>(first ^ key.high),
                                       static_cast<long long>(first));
  // The entries move up by one; the last one comes round and is replaced.
  const __m512i older = _mm512_alignr_epi64(words, words, kLanes - 2);
  Store(bucket, {_mm512_inserti64x2(older, entry, 0)});
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_BUCKET_H_
