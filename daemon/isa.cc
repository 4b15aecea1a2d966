#include "daemon/isa.h"

namespace rookery::daemon {

std::string IsaLevel() {
#if defined(__x86_64__)
  const bool v2 = __builtin_cpu_supports("popcnt") &&
                  __builtin_cpu_supports("ssse3") &&
                  __builtin_cpu_supports("sse4.2");
  const bool v3 =
      v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") &&
                  __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") &&
                  __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  if (v4) return "x86-64-v4";
  if (v3) return "x86-64-v3";
  if (v2) return "x86-64-v2";
  return "x86-64";
#else
  return "other";
#endif
}

}  // namespace rookery::daemon
