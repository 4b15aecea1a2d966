#include "tests/support/held_port.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace rookery {

HeldPort::HeldPort() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const int on = 1;
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      bind(socket_, generic, size) != 0 ||
      getsockname(socket_, generic, &size) != 0) {
    ADD_FAILURE() << "no port could be taken";
    return;
  }
  port_ = ntohs(address.sin_port);
}

HeldPort::~HeldPort() {
  if (socket_ >= 0) close(socket_);
}

}  // namespace rookery
