#include "core/perft/hash_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

// The kernels' own code for reading and writing, in a namespace of this test.
#define ROOKERY_KERNEL_NAMESPACE hash_table_test_kernel
#include "core/perft/fast/table.h"

namespace rookery {
namespace {

using hash_table_test_kernel::BucketOf;
using hash_table_test_kernel::CountWidth;
using hash_table_test_kernel::Probe;
using hash_table_test_kernel::Store;
using testing::HasSubstr;

std::unique_ptr<HashTable> MakeTable(uint64_t mebibytes, uint64_t seed = 1) {
  absl::StatusOr<std::unique_ptr<HashTable>> table =
      HashTable::Create(mebibytes, seed);
  EXPECT_TRUE(table.ok()) << table.status();
  return *std::move(table);
}

TEST(HashTableTest, RefusesSizesOutOfRange) {
  for (const uint64_t mebibytes :
       {uint64_t{0}, HashTable::kMaxMebibytes + 1, ~uint64_t{0}}) {
    const absl::Status status = HashTable::Create(mebibytes, 1).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()),
                HasSubstr(std::to_string(mebibytes)));
  }
}

TEST(HashTableTest, NamesTheSizeThatTheSystemRefuses) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need more address space than this test leaves";
#endif
  // In a process of its own, since its address space stays limited.
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const rlimit limit = {uint64_t{1} << 32, uint64_t{1} << 32};
    if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(2);
    const absl::Status status = HashTable::Create(8192, 1).status();
    const bool right =
        status.code() == absl::StatusCode::kResourceExhausted &&
        std::string(status.message()).find("8192 MiB") != std::string::npos;
    _exit(right ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(HashTableTest, TakesAnySizeAndStartsEmpty) {
  for (const uint64_t mebibytes : {1, 3, 7, 100}) {
    const auto table = MakeTable(mebibytes);
    const HashTableView& view = table->view();
    EXPECT_EQ(table->mebibytes(), mebibytes);
    EXPECT_EQ(view.bucket_count, mebibytes * 16384);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(view.words) % 64, 0u);
    EXPECT_EQ(view.words[0], 0u);
    EXPECT_EQ(view.words[view.bucket_count * kWordsPerBucket - 1], 0u);
    // The least and the greatest key lead to the first and the last bucket.
    EXPECT_EQ(BucketOf(view, {0, 0}), view.words);
    EXPECT_EQ(BucketOf(view, {~uint64_t{0}, 0}),
              view.words + (view.bucket_count - 1) * kWordsPerBucket);
  }
}

TEST(HashTableTest, SeedMakesTheKeys) {
  const auto first = MakeTable(1, 5);
  const auto same = MakeTable(1, 5);
  const auto other = MakeTable(1, 6);
  const TableKey& key = first->view().keys->men[1][kKingPlane][60];
  EXPECT_EQ(key.low, same->view().keys->men[1][kKingPlane][60].low);
  EXPECT_EQ(key.high, same->view().keys->men[1][kKingPlane][60].high);
  EXPECT_NE(key.low, other->view().keys->men[1][kKingPlane][60].low);
  EXPECT_NE(key.high, other->view().keys->men[1][kKingPlane][60].high);
  EXPECT_NE(key.low, key.high);
}

TEST(HashTableTest, EveryCountThatAPositionCanHaveFits) {
  unsigned __int128 most = 1;
  for (int depth = 1; depth <= 7; ++depth) {
    most *= 255;
    EXPECT_EQ(static_cast<uint64_t>(most >> CountWidth(depth)), 0u) << depth;
  }
  for (int depth = 2; depth <= 32; ++depth) {
    EXPECT_GE(128 - CountWidth(depth), 72) << depth;
  }
  EXPECT_EQ(128 - CountWidth(2), 112);
}

TEST(HashTableTest, FindsWhatWasStoredAtEveryDepth) {
  const auto table = MakeTable(1);
  for (int depth = 2; depth <= 32; ++depth) {
    const TableKey key = {0x123456789abcdef0u * static_cast<unsigned>(depth),
                          0xfedcba9876543210u};
    const uint64_t largest = (uint64_t{1} << CountWidth(depth)) - 1;
    for (const uint64_t stored : {uint64_t{0}, uint64_t{1}, largest}) {
      Store(table->view(), key, depth, stored);
      uint64_t count = 77;
      ASSERT_TRUE(Probe(table->view(), key, depth, count));
      EXPECT_EQ(count, stored);
    }
  }
}

TEST(HashTableTest, DoesNotStoreWhatDoesNotFit) {
  const auto table = MakeTable(1);
  const TableKey key = {3, 4};
  for (const int depth : {2, 7, 32}) {
    Store(table->view(), key, depth, uint64_t{1} << CountWidth(depth));
    uint64_t count;
    EXPECT_FALSE(Probe(table->view(), key, depth, count));
  }
}

TEST(HashTableTest, ChecksEveryBitThatIsKept) {
  const auto table = MakeTable(1);
  // Low bits of the low half leave the bucket the same, the high half has no
  // part in it.
  const TableKey key = {uint64_t{9} << 60, 12345};
  for (const int depth : {2, 5, 7}) {
    Store(table->view(), key, depth, 1);
    for (int bit = 0; bit < 64 - CountWidth(depth) && bit < 40; ++bit) {
      uint64_t count;
      EXPECT_FALSE(Probe(table->view(),
                         {key.low ^ uint64_t{1} << bit, key.high}, depth,
                         count))
          << bit;
    }
    for (int bit = 0; bit < 64; ++bit) {
      uint64_t count;
      EXPECT_FALSE(Probe(table->view(),
                         {key.low, key.high ^ uint64_t{1} << bit}, depth,
                         count))
          << bit;
    }
  }
}

TEST(HashTableTest, OldestEntryOfABucketFallsOut) {
  const auto table = MakeTable(1);
  // One bucket, told apart by their high halves.
  for (uint64_t entry = 1; entry <= 5; ++entry)
    Store(table->view(), {0, entry}, 3, 10 * entry);
  uint64_t count;
  EXPECT_FALSE(Probe(table->view(), {0, 1}, 3, count));
  for (uint64_t entry = 2; entry <= 5; ++entry) {
    ASSERT_TRUE(Probe(table->view(), {0, entry}, 3, count));
    EXPECT_EQ(count, 10 * entry);
  }
}

// Words of two entries, as two threads can leave them behind, must not be taken
// for either.
TEST(HashTableTest, DoesNotBelieveTornEntries) {
  const auto table = MakeTable(1);
  const TableKey first = {0x1111, 0xaaaaaaaaaaaaaaaa};
  const TableKey second = {0x2222, 0x5555555555555555};
  uint64_t* const words = table->view().words;
  ASSERT_EQ(BucketOf(table->view(), first), words);
  ASSERT_EQ(BucketOf(table->view(), second), words);
  Store(table->view(), first, 3, 1000);
  const std::array<uint64_t, 2> old = {words[0], words[1]};
  Store(table->view(), second, 3, 2000);
  words[2] = words[3] = 0;

  uint64_t count;
  const std::array<uint64_t, 2> young = {words[0], words[1]};
  words[1] = old[1];
  EXPECT_FALSE(Probe(table->view(), first, 3, count));
  EXPECT_FALSE(Probe(table->view(), second, 3, count));
  words[0] = old[0];
  words[1] = young[1];
  EXPECT_FALSE(Probe(table->view(), first, 3, count));
  EXPECT_FALSE(Probe(table->view(), second, 3, count));
}

}  // namespace
}  // namespace rookery
