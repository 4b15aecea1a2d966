#include "core/perft/lazy_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace rookery {
namespace {

// Small ones of the heap, and large ones of whole pages.
TEST(LazyArrayTest, HoldsWhatIsWritten) {
  for (const size_t size : {1u, 1000u, 131'072u, 262'144u, 600'001u}) {
    LazyArray<uint64_t> array(size);
    ASSERT_EQ(array.size(), size);
    ASSERT_EQ(array.span().size(), size);
    for (size_t i = 0; i < size; ++i) array[i] = i * i;
    for (size_t i = 0; i < size; ++i) ASSERT_EQ(array[i], i * i);
  }
}

TEST(LazyArrayTest, Moves) {
  for (const size_t size : {10u, 600'001u}) {
    LazyArray<uint64_t> first(size);
    first[size - 1] = 7;
    const uint64_t* const data = first.data();
    LazyArray<uint64_t> second(std::move(first));
    EXPECT_EQ(second.data(), data);
    LazyArray<uint64_t> third;
    third = std::move(second);
    EXPECT_EQ(third.size(), size);
    EXPECT_EQ(third[size - 1], 7u);
    third = LazyArray<uint64_t>();
    EXPECT_EQ(third.size(), 0u);
  }
}

TEST(LazyArrayTest, MayBeEmpty) {
  const LazyArray<uint64_t> empty(0);
  EXPECT_TRUE(empty.span().empty());
}

// More than any machine has: nothing is taken that is not written.
TEST(LazyArrayTest, TakesMemoryWhereItIsWritten) {
  constexpr size_t kGibibyte = size_t{1} << 30;
  for (int round = 0; round < 100; ++round) {
    LazyArray<uint8_t> array(4 * kGibibyte);
    array[round * kGibibyte / 32] = 1;
  }
}

}  // namespace
}  // namespace rookery
