#include "cli/retry.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "absl/strings/str_cat.h"
#include "daemon/clock.h"
#include "daemon/retry.h"
#include "proto/support/status.h"

namespace rookery::cli {

absl::Status RepeatUntilAnswered(
    const std::function<grpc::Status(grpc::ClientContext*)>& attempt,
    const Patience& patience, Interrupt* interrupt,
    const std::function<void(const absl::Status&)>& on_outage) {
  const daemon::SystemClock clock;
  const absl::Duration end = clock.Monotonic() + patience.total;
  daemon::Retries retries;
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
    const std::optional<absl::Duration> pause = retries.DelayAfter(status);
    if (!pause) return status;
    if (reason.ok() || !absl::IsDeadlineExceeded(status)) reason = status;
    if (clock.Monotonic() + *pause >= end) {
      if (absl::IsResourceExhausted(reason)) return reason;
      return absl::UnavailableError(absl::StrCat(
          "the coordinator gave no answer for ",
          absl::FormatDuration(patience.total), ": ", reason.message()));
    }
    if (on_outage && !outage_told) on_outage(status);
    outage_told = true;
    if (interrupt->WaitFor(*pause)) return absl::CancelledError("interrupted");
  }
}

}  // namespace rookery::cli
