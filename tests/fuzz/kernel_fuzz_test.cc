// The fuzz target on a fixed set of inputs, so that it cannot rot where no
// fuzzer runs.
#include "tests/fuzz/kernel_fuzz.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/board/move_generator.h"
#include "tests/support/random_positions.h"

namespace rookery {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kInputs = 300;
#else
constexpr int kInputs = 20'000;
#endif

std::vector<uint8_t> RandomBytes(RandomSource& random) {
  std::vector<uint8_t> bytes(static_cast<size_t>(random.Below(73)));
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Below(256));
  return bytes;
}

TEST(KernelFuzzTest, KernelsAgreeOnRandomBytes) {
  RandomSource random(/*seed=*/4);
  int questions = 0;
  int checks = 0;
  int castlings = 0;
  int en_passants = 0;
  for (int input = 0; input < kInputs; ++input) {
    const std::vector<uint8_t> bytes = RandomBytes(random);
    const std::optional<KernelQuestion> question = QuestionFromBytes(bytes);
    if (!question) continue;
    ++questions;
    checks += question->position.InCheck();
    castlings += question->position.castling_rooks() != 0;
    en_passants += question->position.en_passant_square() != kNoSquare;
    ASSERT_EQ(FindDisagreement(*question), std::nullopt) << "input " << input;
  }
  // The bytes reach what they are meant to reach.
  EXPECT_GT(questions, kInputs / 2);
  EXPECT_GT(checks, kInputs / 20);
  EXPECT_GT(castlings, kInputs / 50);
  EXPECT_GT(en_passants, kInputs / 50);
}

TEST(KernelFuzzTest, TakesNoBytesAndManyBytes) {
  EXPECT_EQ(LLVMFuzzerTestOneInput(nullptr, 0), 0);
  const std::vector<uint8_t> bytes(4096, 0x5a);
  EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
}

}  // namespace
}  // namespace rookery
