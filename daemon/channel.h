// The one way in which a worker or a command opens a channel to a coordinator.
//
// Keepalive, message limits and reconnection must match what the coordinator's
// server allows, so they stand in one place. It sets up nothing but the
// channel: deadlines and retries belong to the calls (each of which should
// wait_for_ready: without it a synchronous call can miss for seconds that a
// broken link works again).
//
// Thread-safe.
#ifndef ROOKERY_DAEMON_CHANNEL_H_
#define ROOKERY_DAEMON_CHANNEL_H_

#include <grpcpp/channel.h>
#include <grpcpp/support/channel_arguments.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace rookery::daemon {

// The largest message that either end takes. A unit or a result is at most 4
// MiB as sent; the rest is room.
inline constexpr int kMaxMessageBytes = 8 * 1024 * 1024;

// Pings on an idle connection, so that a peer that vanished is noticed. The
// server must allow pings this often.
inline constexpr int kKeepaliveTimeMilliseconds = 20'000;
inline constexpr int kKeepaliveTimeoutMilliseconds = 10'000;

// Keeps gRPC from writing lines of its own to stderr for what our programs
// report in theirs; who wants to see them sets GRPC_VERBOSITY. Call it first
// thing in main, before gRPC and before any thread.
void KeepGrpcQuiet();

// The arguments of every channel to a coordinator; an in-process channel takes
// them too.
grpc::ChannelArguments CoordinatorChannelArguments();

// A channel to `target` (HOST:PORT). It connects when it is first used and
// again whenever the connection is lost. INVALID_ARGUMENT: `target` is not
// HOST:PORT with a port from 1 to 65535. An address that nobody listens on is
// no error here: calls on the channel wait for it or end UNAVAILABLE.
absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenCoordinatorChannel(
    const std::string& target);

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_CHANNEL_H_
