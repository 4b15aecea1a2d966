// One HTTP request, for tests that look at a daemon's pages.
#ifndef ROOKERY_TESTS_SUPPORT_HTTP_GET_H_
#define ROOKERY_TESTS_SUPPORT_HTTP_GET_H_

#include <string>

#include "absl/status/statusor.h"

namespace rookery::daemon {

struct HttpReply {
  int code = 0;
  std::string content_type;
  std::string body;
};

// GET http://HOST:PORT/PATH within five seconds. UNAVAILABLE: nobody answers.
absl::StatusOr<HttpReply> HttpGet(const std::string& host, int port,
                                  const std::string& path);

}  // namespace rookery::daemon

#endif  // ROOKERY_TESTS_SUPPORT_HTTP_GET_H_
