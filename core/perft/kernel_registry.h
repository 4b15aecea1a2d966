// Which kernels this machine can run, and how they are found by name.
//
// `reference` runs everywhere; `portable` needs 64 bits (and POPCNT on x86-64);
// `avx2` and `avx512` what docs/kernels.md lists. The decision is made once,
// from cpuid. Thread-safe; the kernels live as long as the program.
#ifndef ROOKERY_CORE_PERFT_KERNEL_REGISTRY_H_
#define ROOKERY_CORE_PERFT_KERNEL_REGISTRY_H_

#include <span>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/perft/kernel.h"

namespace rookery {

// Every kernel that runs on this machine, the fastest first. Never empty: the
// last one is `reference`.
std::span<const Kernel* const> AvailableKernels();

// The kernel of that name; "" and "auto" mean the fastest one. INVALID_ARGUMENT
// when this machine has none of that name; the message lists those it has.
absl::StatusOr<const Kernel*> FindKernel(std::string_view name);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_KERNEL_REGISTRY_H_
