#include "core/perft/kernel_registry.h"

#include <cstring>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/perft/fast/entry.h"
#include "core/perft/fast_kernel.h"
#include "core/perft/reference_kernel.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace rookery {
namespace {

#if defined(__x86_64__)

// PEXT is microcode, and slower than a multiplication, on AMD before family 19h
// (Zen 3) and on Hygon's copies of Zen.
bool HasFastPext() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx)) return false;
  const unsigned words[3] = {ebx, edx, ecx};
  char vendor[sizeof(words)];
  std::memcpy(vendor, words, sizeof(words));
  const bool is_amd =
      std::string_view(vendor, sizeof(vendor)) == "AuthenticAMD";
  const bool is_hygon =
      std::string_view(vendor, sizeof(vendor)) == "HygonGenuine";
  if (!is_amd && !is_hygon) return true;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return false;
  unsigned family = eax >> 8 & 0xf;
  if (family == 0xf) family += eax >> 20 & 0xff;
  return is_amd && family >= 0x19;
}

// The features that the sources are compiled for (CMakeLists.txt). The compiler
// asks the operating system too whether it keeps the wide registers.
bool CanRunAvx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
         __builtin_cpu_supports("popcnt");
}
bool CanRunAvx512() {
  return CanRunAvx2() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("avx512vpopcntdq") &&
         __builtin_cpu_supports("gfni");
}

#endif

std::vector<const Kernel*> FindAvailable() {
  std::vector<const Kernel*> kernels;
#if defined(__x86_64__)
  if (CanRunAvx512()) kernels.push_back(new FastKernel("avx512", kAvx512Entry));
  if (CanRunAvx2()) {
    kernels.push_back(
        new FastKernel("avx2", HasFastPext() ? kAvx2Entry : kAvx2MagicsEntry));
  }
  if (__builtin_cpu_supports("popcnt"))
    kernels.push_back(new FastKernel("portable", kPortableEntry));
#else
  kernels.push_back(new FastKernel("portable", kPortableEntry));
#endif
  kernels.push_back(new ReferenceKernel);
  return kernels;
}

}  // namespace

std::span<const Kernel* const> AvailableKernels() {
  // Never destroyed: threads may still count while the program ends.
  static const auto& kernels = *new std::vector<const Kernel*>(FindAvailable());
  return kernels;
}

absl::StatusOr<const Kernel*> FindKernel(std::string_view name) {
  if (name.empty() || name == "auto") return AvailableKernels().front();
  std::string names;
  for (const Kernel* kernel : AvailableKernels()) {
    if (kernel->name() == name) return kernel;
    absl::StrAppend(&names, names.empty() ? "" : ", ",
                    std::string(kernel->name()));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "kernel '", std::string(name),
      "' is not available on this machine; use auto or one of ", names));
}

}  // namespace rookery
