// A port of this machine's loopback that belongs to one test, also while no
// server listens on it.
//
// A test that restarts a server on the same port, or starts a client before its
// server, needs a port that nobody else takes in between: no other test, and no
// outgoing connection of the client itself, which the kernel may otherwise
// connect to its own source port. A bound socket that does not listen keeps the
// kernel from giving the port away, and a server that sets SO_REUSEADDR (all
// that wait for no old connections do) can still listen there.
#ifndef ROOKERY_TESTS_SUPPORT_HELD_PORT_H_
#define ROOKERY_TESTS_SUPPORT_HELD_PORT_H_

namespace rookery {

class HeldPort {
 public:
  // Takes a port that the system chooses. Failing to is a failure of the test,
  // and leaves port() at 0.
  HeldPort();
  ~HeldPort();
  HeldPort(const HeldPort&) = delete;
  HeldPort& operator=(const HeldPort&) = delete;

  int port() const { return port_; }

 private:
  int socket_ = -1;
  int port_ = 0;
};

}  // namespace rookery

#endif  // ROOKERY_TESTS_SUPPORT_HELD_PORT_H_
