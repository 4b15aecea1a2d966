#include "daemon/channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "daemon/address.h"

namespace rookery::daemon {

void KeepGrpcQuiet() { setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0); }

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
  const absl::StatusOr<Address> address = ParseAddress("coordinator", target);
  if (!address.ok()) return address.status();
  if (address->port == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("coordinator '", target,
                     "' has port 0; give the port that it listens on"));
  }
  return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(),
                                   CoordinatorChannelArguments());
}

}  // namespace rookery::daemon
