#include "daemon/address.h"

#include <charconv>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery::daemon {
namespace {

absl::Status Malformed(std::string_view field, std::string_view text,
                       const char* what) {
  return absl::InvalidArgumentError(absl::StrCat(
      std::string(field), " '", std::string(text), "' ", what,
      "; write ADDRESS:PORT, such as 127.0.0.1:7070 or [::1]:7070"));
}

}  // namespace

absl::StatusOr<Address> ParseAddress(std::string_view field,
                                     std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) {
    return Malformed(field, text, "has no port");
  }
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  if (host.starts_with('[')) {
    if (!host.ends_with(']')) {
      return Malformed(field, text, "has an unbalanced bracket");
    }
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return Malformed(field, text, "has an IPv6 address without brackets");
  }
  if (host.empty()) return Malformed(field, text, "has no host");
  if (host.find_first_of("[]/ \t") != std::string_view::npos) {
    return Malformed(field, text, "has a malformed host");
  }

  Address address;
  address.host = std::string(host);
  const auto [end, error] =
      std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc() || end != port.data() + port.size() ||
      address.port < 0 || address.port > 65535) {
    return Malformed(field, text, "has a port that is not 0 to 65535");
  }
  return address;
}

std::string FormatAddress(const Address& address) {
  const bool is_ipv6 = address.host.find(':') != std::string::npos;
  return is_ipv6 ? absl::StrCat("[", address.host, "]:", address.port)
                 : absl::StrCat(address.host, ":", address.port);
}

}  // namespace rookery::daemon
