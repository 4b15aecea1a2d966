// Runs a generator under test over many positions and judges every answer.
//
// It hands positions to as many processes of the program as are wanted, takes
// each difference down to the wrong move (bisection.h) and goes on after
// everything that the program does. What is shown of it is the command line's
// business.
//
// Thread-safety: one call uses threads of its own; calls do not share anything
// but the reference.
#ifndef ROOKERY_CORE_VERIFY_VERIFICATION_H_
#define ROOKERY_CORE_VERIFY_VERIFICATION_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "core/board/position.h"
#include "core/engine/perft_program.h"
#include "core/verify/difference.h"
#include "core/verify/reference.h"

namespace rookery {

// A depth at which a position is tried.
struct CheckDepth {
  int depth = 1;
  // Absent: the reference is asked.
  std::optional<absl::uint128> expected;
};

// A position to try.
struct Check {
  // Told to the program where it is not empty, see PerftQuestion.
  std::string fen;
  Position position;
  // Ascending; one at least.
  std::vector<CheckDepth> depths;
};

enum class CheckVerdict {
  // Nothing was asked, or not answered before max_time was over.
  kNotTried,
  // The position is of Chess960, which the program says it has not.
  kSkipped,
  kAgreed,
  kDiffered,
  // The program did not answer; `failure` says what it did instead.
  kFailed,
  // The program and the reference agree, and the expected count is another one.
  kWrongExpectation,
};

struct CheckResult {
  CheckVerdict verdict = CheckVerdict::kNotTried;
  // The deepest question that was answered; 0 if none was.
  int depth = 0;
  // What should be there at that depth, and what the program counted.
  absl::uint128 expected = 0;
  absl::uint128 counted = 0;
  absl::Status failure;
  std::optional<Difference> difference;
  // What the program took for the questions of this position, without those of
  // the bisection.
  absl::Duration program_time;
};

struct VerificationOptions {
  // Called once for each process, on the calling thread.
  std::function<absl::StatusOr<std::unique_ptr<PerftProgram>>()> start_program;
  Reference* reference = nullptr;
  // Processes at once. Where there are fewer positions, the root moves of each
  // position are shared out (shared_root.h).
  int jobs = 1;
  // For each question.
  absl::Duration timeout = absl::Seconds(60);
  // Without it, every position is tried at its last depth. With it, first all
  // at their first depth, and then one depth more in turn, for as long as the
  // next question seems to fit. No question to the program is waited for
  // longer, neither in a bisection nor while an example is made smaller.
  absl::Duration max_time = absl::InfiniteDuration();
  // Whether to compare what is below each move also where the total is right.
  bool divide_always = false;
  // Whether to make the first example of every reason as small as can be.
  bool minimize = false;
  // Polled between questions; null: cannot be cancelled. The program and the
  // reference should know it too, so that no question lasts longer.
  const std::atomic<bool>* cancelled = nullptr;
  // Called, from any thread but one at a time, when this many of the checks
  // have a result.
  std::function<void(size_t done)> on_progress;
  std::function<absl::Time()> now = absl::Now;
};

// One result for each check, in their order, whatever the number of jobs.
// Errors: the program's first process cannot be started (as start_program);
// CANCELLED; those of the reference.
absl::StatusOr<std::vector<CheckResult>> Verify(
    std::span<const Check> checks, const VerificationOptions& options);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_VERIFICATION_H_
