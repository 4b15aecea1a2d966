// Calls to a coordinator that may be away for a while: repeated until it
// answers, for as long as the user likes.
#ifndef ROOKERY_CLI_RETRY_H_
#define ROOKERY_CLI_RETRY_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <functional>

#include "absl/random/random.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "cli/interrupt.h"

namespace rookery::cli {

// How long to wait for answers.
struct Patience {
  // For one attempt.
  absl::Duration attempt = absl::Seconds(10);
  // For all attempts together; may be infinite.
  absl::Duration total = absl::Seconds(30);
  // Before the second attempt; doubled for each further one, up to
  // `longest_pause`, and spread by a quarter either way so that many clients do
  // not return to a restarted coordinator at one moment.
  absl::Duration first_pause = absl::Milliseconds(100);
  absl::Duration longest_pause = absl::Seconds(3);
};

// The pauses of one row of attempts. Not thread-safe.
class Backoff {
 public:
  explicit Backoff(const Patience& patience)
      : first_(patience.first_pause),
        longest_(patience.longest_pause),
        next_(first_) {}

  // The next pause.
  absl::Duration Next();

  // After a success: begins anew with the first pause.
  void Reset() { next_ = first_; }

 private:
  const absl::Duration first_;
  const absl::Duration longest_;
  absl::Duration next_;
  absl::BitGen random_;
};

// Whether the same call may succeed a little later: the coordinator is away,
// starts, drains, or is cut off.
bool MayHeal(absl::StatusCode code);

// Calls `attempt`, which must be idempotent, until it is answered with anything
// but UNAVAILABLE or DEADLINE_EXCEEDED, and returns that answer. UNAVAILABLE:
// the patience is over; the message has the last attempt's. CANCELLED: the
// interrupt came. `on_outage` (may be null) hears the first failed attempt.
absl::Status RepeatUntilAnswered(
    const std::function<grpc::Status(grpc::ClientContext*)>& attempt,
    const Patience& patience, Interrupt* interrupt,
    const std::function<void(const absl::Status&)>& on_outage = nullptr);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_RETRY_H_
