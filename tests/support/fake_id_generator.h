// Ids that a test can foretell.
#ifndef ROOKERY_TESTS_SUPPORT_FAKE_ID_GENERATOR_H_
#define ROOKERY_TESTS_SUPPORT_FAKE_ID_GENERATOR_H_

#include <atomic>
#include <cstdint>
#include <string>

#include "absl/strings/str_format.h"
#include "daemon/id_generator.h"

namespace rookery::daemon {

// Thread-safe. Counts: the first id is 31 zeros and a 1, in the form of real
// ones (32 hexadecimal digits).
class FakeIdGenerator final : public IdGenerator {
 public:
  // The id that the `number`-th call returns, counted from 1.
  static std::string IdAt(uint64_t number) {
    return absl::StrFormat("%032x", number);
  }

  std::string NewId() override { return IdAt(++last_); }

 private:
  std::atomic<uint64_t> last_{0};
};

}  // namespace rookery::daemon

#endif  // ROOKERY_TESTS_SUPPORT_FAKE_ID_GENERATOR_H_
