// Calls to a coordinator that may be away for a while: repeated until it
// answers, for as long as the user likes.
#ifndef ROOKERY_CLI_RETRY_H_
#define ROOKERY_CLI_RETRY_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <functional>

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
};

// Calls `attempt`, which must be idempotent, until it is answered with
// something that daemon::Retries does not repeat, and returns that.
// UNAVAILABLE: the patience is over; the message has an attempt's.
// RESOURCE_EXHAUSTED: it is over, and the coordinator is at a limit. CANCELLED:
// the interrupt came. `on_outage` (may be null) hears the first failed attempt.
absl::Status RepeatUntilAnswered(
    const std::function<grpc::Status(grpc::ClientContext*)>& attempt,
    const Patience& patience, Interrupt* interrupt,
    const std::function<void(const absl::Status&)>& on_outage = nullptr);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_RETRY_H_
