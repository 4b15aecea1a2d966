// A generator of tests/engines as a program under test, without a process.
#ifndef ROOKERY_TESTS_UNIT_CORE_VERIFY_PLAIN_PERFT_PROGRAM_H_
#define ROOKERY_TESTS_UNIT_CORE_VERIFY_PLAIN_PERFT_PROGRAM_H_

#include <functional>
#include <memory>
#include <string_view>

#include "absl/status/status.h"
#include "core/engine/perft_program.h"
#include "tests/engines/plain_generator.h"

namespace rookery {

// What a protocol lets a program know and tell.
enum class Speech {
  kMovesAndDivide,  // as uci and script
  kNeither,         // as lines
};

class PlainPerftProgram final : public PerftProgram {
 public:
  // The generator with that bug of AllBugs(); "none" is right.
  explicit PlainPerftProgram(std::string_view bug,
                             Speech speech = Speech::kMovesAndDivide);

  absl::StatusOr<PerftAnswer> Ask(const PerftQuestion& question,
                                  absl::Duration timeout) override;

  // Called before each answer; what is not OK is given instead of it.
  std::function<absl::Status(const PerftQuestion&)> before_answer;
  int questions = 0;

 private:
  const std::unique_ptr<PlainGenerator> generator_;
  const Speech speech_;
};

}  // namespace rookery

#endif  // ROOKERY_TESTS_UNIT_CORE_VERIFY_PLAIN_PERFT_PROGRAM_H_
