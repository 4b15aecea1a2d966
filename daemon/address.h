// Where a daemon listens, as people write it: ADDRESS:PORT.
#ifndef ROOKERY_DAEMON_ADDRESS_H_
#define ROOKERY_DAEMON_ADDRESS_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace rookery::daemon {

// A value; nothing is resolved and nothing is opened.
struct Address {
  // A name or an IP address, an IPv6 one without its brackets.
  std::string host;
  // 0 to 65535; to listen on 0 lets the system choose.
  int port = 0;
};

// Reads "127.0.0.1:7070", "localhost:0" or "[::1]:7070". INVALID_ARGUMENT,
// naming `field` (what the user calls it, such as "--listen") and the text: no
// host, no port, a port that is not a number up to 65535, or an IPv6 address
// without brackets.
absl::StatusOr<Address> ParseAddress(std::string_view field,
                                     std::string_view text);

// The inverse; puts brackets around an IPv6 address.
std::string FormatAddress(const Address& address);

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_ADDRESS_H_
