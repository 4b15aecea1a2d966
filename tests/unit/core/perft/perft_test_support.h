// What the perft tests share: known answers, and counting in one line.
#ifndef ROOKERY_TESTS_UNIT_CORE_PERFT_PERFT_TEST_SUPPORT_H_
#define ROOKERY_TESTS_UNIT_CORE_PERFT_PERFT_TEST_SUPPORT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/packed_position.h"
#include "core/board/position.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel.h"
#include "core/verify/suite.h"

namespace rookery {

// Sanitizers make everything many times slower and find what they look for in a
// small part of the positions: where tests have more, they take every so many.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr int kStride = 8;
#elif defined(__SANITIZE_THREAD__)
inline constexpr int kStride = 32;
#else
inline constexpr int kStride = 1;
#endif

struct NamedPerft {
  const char* name;
  const char* fen;
  int depth;
  uint64_t count;
};

// The six positions that every move generator is tested with, at depths that
// take well under a second.
std::span<const NamedPerft> SixPositions();

// The position of a FEN that the test knows to be good.
Position PositionOf(std::string_view fen);

// One count, or nothing when the kernel was cancelled or overflowed.
std::optional<uint64_t> CountOf(const Kernel& kernel, const Position& position,
                                int depth, HashTable* table = nullptr);

std::vector<PackedPosition> PackAll(const std::vector<Position>& positions);

// The counts of many, in one call.
std::vector<uint64_t> CountsOf(const Kernel& kernel,
                               std::span<const PackedPosition> positions,
                               int depth, HashTable* table = nullptr);
std::vector<uint64_t> CountsOf(const Kernel& kernel,
                               const std::vector<Position>& positions,
                               int depth, HashTable* table = nullptr);

// Expects those counts of the kernel for those positions, and names the first
// positions for which it has others.
void ExpectCounts(const Kernel& kernel,
                  std::span<const PackedPosition> positions, int depth,
                  std::span<const uint64_t> expected,
                  HashTable* table = nullptr);

// The fields of each line of a file in tests/data/perft, without its first
// line.
std::vector<std::vector<std::string>> ReadRows(std::string_view file);

// All positions of the built-in suites (core/verify/builtin_suites.h).
std::vector<SuiteLine> SuiteLines();

// Every position in tests/data that has a FEN, the published ones and the
// collection of FENs, and every eighth of the built-in suites.
std::vector<Position> PositionsOfTestData();

// All kernels of this machine except the reference, the fastest first, and the
// builds that the registry passes over here since another one is faster.
std::vector<const Kernel*> FastKernels();

const Kernel& ReferenceKernelOfThisBuild();

}  // namespace rookery

#endif  // ROOKERY_TESTS_UNIT_CORE_PERFT_PERFT_TEST_SUPPORT_H_
