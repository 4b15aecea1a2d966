#include "daemon/id_generator.h"

#include <openssl/rand.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace rookery::daemon {

std::string RandomIdGenerator::NewId() {
  std::array<unsigned char, 16> bytes;
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    // Without entropy every lease could be guessed; nothing sensible can
    // follow.
    std::fputs("the system's random source failed\n", stderr);
    std::abort();
  }
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string id;
  id.reserve(2 * bytes.size());
  for (const unsigned char byte : bytes) {
    id.push_back(kDigits[byte >> 4]);
    id.push_back(kDigits[byte & 15]);
  }
  return id;
}

}  // namespace rookery::daemon
