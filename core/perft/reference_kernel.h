// The kernel that others are measured against: the general move generator of
// core/board, one move after another.
//
// No table, no last ply counted without being generated. Slow, and right for
// reasons that have nothing to do with the fast kernels. Thread-safe, as every
// Kernel.
#ifndef ROOKERY_CORE_PERFT_REFERENCE_KERNEL_H_
#define ROOKERY_CORE_PERFT_REFERENCE_KERNEL_H_

#include <string_view>

#include "core/perft/kernel.h"

namespace rookery {

class ReferenceKernel final : public Kernel {
 public:
  std::string_view name() const override { return "reference"; }

  // Ignores request.table and leaves request.probes as they are.
  CountResult Count(const CountRequest& request) const override;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_REFERENCE_KERNEL_H_
