#include "daemon/channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace rookery::daemon {

grpc::ChannelArguments CoordinatorChannelArguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  arguments.SetMaxSendMessageSize(kMaxMessageBytes);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveTimeMilliseconds);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS,
                   kKeepaliveTimeoutMilliseconds);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // A coordinator that restarts is back within a second or two; gRPC's own
  // ceiling is two minutes.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 200);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 2'000);
  // Despite its name also the time after which one attempt to connect is given
  // up.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 2'000);
  return arguments;
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenCoordinatorChannel(
    const std::string& target) {
  // The port stands behind the last colon; an IPv6 address is written in
  // brackets.
  const size_t colon = target.rfind(':');
  uint32_t port = 0;
  if (colon == std::string::npos || colon == 0 ||
      !absl::SimpleAtoi(target.substr(colon + 1), &port) || port < 1 ||
      port > 65535 || (target.find(':') != colon && target[colon - 1] != ']')) {
    return absl::InvalidArgumentError(
        absl::StrCat("coordinator '", target,
                     "' is not HOST:PORT with a port from 1 to 65535"));
  }
  return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(),
                                   CoordinatorChannelArguments());
}

}  // namespace rookery::daemon
