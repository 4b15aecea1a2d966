// The HTTP port of a daemon: for Prometheus and for Kubernetes' probes.
//
//   /metrics   every metric family, in Prometheus' text format
//   /healthz   200 while the process answers at all
//   /readyz    200 while it takes work; 503 and the reason otherwise
//
// Not an API: jobs and results go over gRPC. It needs no authentication as long
// as it stays on loopback or inside a cluster; nothing can be changed through
// it.
#ifndef ROOKERY_DAEMON_HTTP_ENDPOINT_H_
#define ROOKERY_DAEMON_HTTP_ENDPOINT_H_

#include <prometheus/collectable.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery::daemon {

struct HttpEndpointOptions {
  // ADDRESS:PORT; port 0 lets the system choose.
  std::string listen;
  // What /metrics shows, usually one prometheus::Registry. Called from several
  // threads.
  std::vector<std::shared_ptr<prometheus::Collectable>> metrics;
  // OK while the daemon takes work; its message is shown otherwise. Empty means
  // always ready. Called from several threads; must be quick and must stay
  // valid as long as the endpoint.
  std::function<absl::Status()> readiness;
};

// Serves from a few threads of its own, from Start to its destruction. Requests
// are bounded in size and time, and an idle connection is closed after a
// second. Thread-safe.
class HttpEndpoint {
 public:
  // Listens and serves. INVALID_ARGUMENT: the address is malformed or its host
  // unknown. UNAVAILABLE: the port is in use, or the address is none of this
  // machine's. PERMISSION_DENIED: the port is reserved.
  static absl::StatusOr<std::unique_ptr<HttpEndpoint>> Start(
      HttpEndpointOptions options);

  // Lets running requests end, at most a few seconds, and stops.
  ~HttpEndpoint();

  HttpEndpoint(const HttpEndpoint&) = delete;
  HttpEndpoint& operator=(const HttpEndpoint&) = delete;

  // Where it really listens.
  const std::string& host() const;
  int port() const;

 private:
  class Impl;
  explicit HttpEndpoint(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_HTTP_ENDPOINT_H_
