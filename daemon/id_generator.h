// Names for jobs, workers and leases that nobody can guess.
#ifndef ROOKERY_DAEMON_ID_GENERATOR_H_
#define ROOKERY_DAEMON_ID_GENERATOR_H_

#include <string>

namespace rookery::daemon {

// Implementations are thread-safe.
class IdGenerator {
 public:
  virtual ~IdGenerator() = default;

  // A fresh id of 128 bits as 32 lower-case hexadecimal digits.
  virtual std::string NewId() = 0;
};

// Draws from the operating system's cryptographic random source: a lease id is
// a right, so it must not be guessable.
class RandomIdGenerator final : public IdGenerator {
 public:
  std::string NewId() override;
};

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_ID_GENERATOR_H_
