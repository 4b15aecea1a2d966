#include "tests/support/http_get.h"

#include <httplib.h>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery::daemon {

absl::StatusOr<HttpReply> HttpGet(const std::string& host, int port,
                                  const std::string& path) {
  httplib::Client client(host, port);
  client.set_connection_timeout(5);
  client.set_read_timeout(5);
  const httplib::Result result = client.Get(path);
  if (!result) {
    return absl::UnavailableError(
        absl::StrCat("GET http://", host, ":", port, path,
                     " failed: ", httplib::to_string(result.error())));
  }
  return HttpReply{.code = result->status,
                   .content_type = result->get_header_value("Content-Type"),
                   .body = result->body};
}

}  // namespace rookery::daemon
