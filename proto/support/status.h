// The one place where absl::Status becomes grpc::Status and back.
//
// The codes of both are the same numbers. Payloads travel as the details of a
// google.rpc.Status, as other gRPC programs expect them; the only payload of
// ours is a retry delay. Stateless; safe to use from any thread.
#ifndef ROOKERY_PROTO_SUPPORT_STATUS_H_
#define ROOKERY_PROTO_SUPPORT_STATUS_H_

#include <grpcpp/support/status.h>

#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace rookery {

// What a server answers with.
grpc::Status ToGrpcStatus(const absl::Status& status);

// What a client got. A code that no version of gRPC knows becomes UNKNOWN;
// details that cannot be read are dropped.
absl::Status FromGrpcStatus(const grpc::Status& status);

// `status` with the time after which the call may be repeated, for
// RESOURCE_EXHAUSTED (as a google.rpc.RetryInfo). Requires: not OK; `delay` is
// finite and not negative.
absl::Status WithRetryDelay(absl::Status status, absl::Duration delay);

// The delay that a server set, or nullopt. Never negative.
std::optional<absl::Duration> RetryDelay(const absl::Status& status);

}  // namespace rookery

#endif  // ROOKERY_PROTO_SUPPORT_STATUS_H_
