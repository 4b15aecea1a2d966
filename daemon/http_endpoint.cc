#include "daemon/http_endpoint.h"

#include <errno.h>
#include <httplib.h>
#include <prometheus/text_serializer.h>
#include <string.h>
#include <sys/socket.h>

#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "daemon/address.h"

namespace rookery::daemon {
namespace {

constexpr int kThreads = 4;
constexpr size_t kMaxPayloadBytes = 4096;
constexpr std::chrono::seconds kTransferTimeout(5);
constexpr int kIdleSeconds = 1;

constexpr char kMetricsType[] = "text/plain; version=0.0.4; charset=utf-8";
constexpr char kTextType[] = "text/plain; charset=utf-8";

absl::Status ListenError(const Address& address, int error) {
  const std::string what =
      absl::StrCat("cannot listen for http on ", FormatAddress(address), ": ",
                   error == 0 ? "the host is unknown" : strerror(error));
  switch (error) {
    case 0:
      return absl::InvalidArgumentError(what);
    case EACCES:
    case EPERM:
      return absl::PermissionDeniedError(what);
    default:
      return absl::UnavailableError(what);
  }
}

}  // namespace

class HttpEndpoint::Impl {
 public:
  explicit Impl(HttpEndpointOptions options) : options_(std::move(options)) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    server_.set_payload_max_length(kMaxPayloadBytes);
    server_.set_read_timeout(kTransferTimeout);
    server_.set_write_timeout(kTransferTimeout);
    server_.set_keep_alive_timeout(kIdleSeconds);
    // The library's default, SO_REUSEPORT, would let a second daemon share the
    // port without a word.
    server_.set_socket_options([](int socket) {
      const int on = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    });
    server_.Get("/metrics",
                [this](const httplib::Request&, httplib::Response& response) {
                  response.set_content(Metrics(), kMetricsType);
                });
    server_.Get("/healthz",
                [](const httplib::Request&, httplib::Response& response) {
                  response.set_content("ok\n", kTextType);
                });
    server_.Get("/readyz",
                [this](const httplib::Request&, httplib::Response& response) {
                  Readiness(response);
                });
  }

  ~Impl() {
    if (!thread_.joinable()) return;
    server_.stop();
    thread_.join();
  }

  absl::Status Listen() {
    absl::StatusOr<Address> address =
        ParseAddress("http address", options_.listen);
    if (!address.ok()) return address.status();
    address_ = *std::move(address);

    errno = 0;
    if (address_.port == 0) {
      const int port = server_.bind_to_any_port(address_.host);
      if (port <= 0) return ListenError(address_, errno);
      address_.port = port;
    } else if (!server_.bind_to_port(address_.host, address_.port)) {
      return ListenError(address_, errno);
    }
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    // stop() does nothing before the loop runs, and the destructor relies on
    // it.
    while (!server_.is_running()) std::this_thread::yield();
    return absl::OkStatus();
  }

  const Address& address() const { return address_; }

 private:
  std::string Metrics() const {
    std::vector<prometheus::MetricFamily> families;
    for (const auto& collectable : options_.metrics) {
      std::vector<prometheus::MetricFamily> collected = collectable->Collect();
      families.insert(families.end(),
                      std::make_move_iterator(collected.begin()),
                      std::make_move_iterator(collected.end()));
    }
    return prometheus::TextSerializer().Serialize(families);
  }

  void Readiness(httplib::Response& response) const {
    const absl::Status status =
        options_.readiness ? options_.readiness() : absl::OkStatus();
    if (status.ok()) {
      response.set_content("ready\n", kTextType);
      return;
    }
    response.status = 503;
    response.set_content(absl::StrCat("not ready: ", status.message(), "\n"),
                         kTextType);
  }

  const HttpEndpointOptions options_;
  Address address_;
  httplib::Server server_;
  std::thread thread_;
};

HttpEndpoint::HttpEndpoint(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

HttpEndpoint::~HttpEndpoint() = default;

absl::StatusOr<std::unique_ptr<HttpEndpoint>> HttpEndpoint::Start(
    HttpEndpointOptions options) {
  auto impl = std::make_unique<Impl>(std::move(options));
  if (absl::Status status = impl->Listen(); !status.ok()) return status;
  return std::unique_ptr<HttpEndpoint>(new HttpEndpoint(std::move(impl)));
}

const std::string& HttpEndpoint::host() const { return impl_->address().host; }

int HttpEndpoint::port() const { return impl_->address().port; }

}  // namespace rookery::daemon
