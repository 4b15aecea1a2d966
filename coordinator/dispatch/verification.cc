#include "coordinator/dispatch/verification.h"

#include <cmath>

namespace rookery::coordinator {
namespace {

// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): every input bit
// reaches every output bit.
uint64_t Scramble(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

}  // namespace

uint32_t ReplicasOfUnit(std::string_view job_id, uint64_t unit,
                        uint32_t replicas, double verify_share) {
  uint64_t hash = 0;
  for (const char character : job_id)
    hash = Scramble(hash ^ static_cast<unsigned char>(character));
  hash = Scramble(hash ^ unit);
  const double drawn =
      std::ldexp(static_cast<double>(hash >> 11), -53);  // 0 to just below 1
  return replicas + (drawn < verify_share ? 1 : 0);
}

}  // namespace rookery::coordinator
