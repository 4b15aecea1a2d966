// The fast kernels as the program sees them: one class in front of each build
// of core/perft/fast.
//
// The method is in docs/kernels.md. Not for users of kernels: they go through
// kernel_registry.h. Thread-safe, as every Kernel.
#ifndef ROOKERY_CORE_PERFT_FAST_KERNEL_H_
#define ROOKERY_CORE_PERFT_FAST_KERNEL_H_

#include <mutex>
#include <string_view>

#include "core/perft/fast/entry.h"
#include "core/perft/kernel.h"

namespace rookery {

class FastKernel final : public Kernel {
 public:
  // Borrows both for its life. Requires: this machine can run the build behind
  // `entry`.
  FastKernel(std::string_view name, const FastEntry& entry)
      : name_(name), entry_(entry) {}

  std::string_view name() const override { return name_; }

  // The first call of a build fills its tables, in a few milliseconds.
  CountResult Count(const CountRequest& request) const override;

 private:
  const std::string_view name_;
  const FastEntry& entry_;
  mutable std::once_flag initialized_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FAST_KERNEL_H_
