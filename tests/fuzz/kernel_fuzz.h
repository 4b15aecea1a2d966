// Bytes as a question to every kernel: a position, a depth, a table or none.
//
// Nearly all bytes describe a valid position, so that a fuzzer spends its time
// in kernels and not on the way to them; change of one byte changes one man,
// one square or one right. Pure functions but for the table of one mebibyte
// that lives as long as the program. Not thread-safe.
#ifndef ROOKERY_TESTS_FUZZ_KERNEL_FUZZ_H_
#define ROOKERY_TESTS_FUZZ_KERNEL_FUZZ_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/board/position.h"

namespace rookery {

struct KernelQuestion {
  Position position;
  // 1 to 3, less where a position has so many moves that it would take long.
  int depth;
  bool with_table;
};

// What the bytes ask; nothing for those few that describe no valid position.
std::optional<KernelQuestion> QuestionFromBytes(std::span<const uint8_t> bytes);

// Asks every kernel of this machine. Nothing when all agree with the reference;
// otherwise who does not, in words.
std::optional<std::string> FindDisagreement(const KernelQuestion& question);

}  // namespace rookery

// The entry point of libFuzzer, which needs clang (in Debian the packages
// clang-19 and libclang-rt-19-dev):
//
//   export CXX=clang++-19 CXXFLAGS=-fsanitize=fuzzer-no-link
//   cmake --preset dev -B build/fuzz
//   cmake --build build/fuzz --target kernel_fuzzer
//   build/fuzz/bin/kernel_fuzzer -max_len=80
//
// Aborts, with the question, when kernels disagree. Returns 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#endif  // ROOKERY_TESTS_FUZZ_KERNEL_FUZZ_H_
