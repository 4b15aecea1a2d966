#include "cli/retry.h"

#include <algorithm>
#include <chrono>

#include "absl/strings/str_cat.h"
#include "daemon/clock.h"
#include "proto/support/status.h"

namespace rookery::cli {

absl::Duration Backoff::Next() {
  const absl::Duration pause = next_ * absl::Uniform(random_, 0.75, 1.25);
  next_ = std::min(next_ * 2, longest_);
  return pause;
}

bool MayHeal(absl::StatusCode code) {
  return code == absl::StatusCode::kUnavailable ||
         code == absl::StatusCode::kDeadlineExceeded;
}

absl::Status RepeatUntilAnswered(
    const std::function<grpc::Status(grpc::ClientContext*)>& attempt,
    const Patience& patience, Interrupt* interrupt,
    const std::function<void(const absl::Status&)>& on_outage) {
  const daemon::SystemClock clock;
  const absl::Duration end = clock.Monotonic() + patience.total;
  Backoff backoff(patience);
  bool outage_told = false;
  // The last attempt may have had no time left, and then says nothing.
  absl::Status reason;
  while (true) {
    grpc::ClientContext context;
    // Without it a call fails at once while the channel waits before it
    // connects anew.
    context.set_wait_for_ready(true);
    const absl::Duration time =
        std::min(patience.attempt, end - clock.Monotonic());
    context.set_deadline(std::chrono::system_clock::now() +
                         absl::ToChronoMilliseconds(time));
    absl::Status status;
    {
      const Interrupt::Hook hook(interrupt,
                                 [&context] { context.TryCancel(); });
      status = FromGrpcStatus(attempt(&context));
    }
    if (status.ok()) return status;
    if (interrupt->triggered()) return absl::CancelledError("interrupted");
    if (!MayHeal(status.code())) return status;
    if (reason.ok() || absl::IsUnavailable(status)) reason = status;
    const absl::Duration pause = backoff.Next();
    if (clock.Monotonic() + pause >= end) {
      return absl::UnavailableError(absl::StrCat(
          "the coordinator gave no answer for ",
          absl::FormatDuration(patience.total), ": ", reason.message()));
    }
    if (on_outage && !outage_told) on_outage(status);
    outage_told = true;
    if (interrupt->WaitFor(pause)) return absl::CancelledError("interrupted");
  }
}

}  // namespace rookery::cli
