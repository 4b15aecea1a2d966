// The counts that a generator under test is measured against.
//
// They come from this machine's kernels (local_reference.h) or, where the
// command line supplies it, from a cluster and the answers that it knows. A
// Reference is never the program under test, and is trusted.
//
// Thread-safety: any number of threads may ask at the same time.
#ifndef ROOKERY_CORE_VERIFY_REFERENCE_H_
#define ROOKERY_CORE_VERIFY_REFERENCE_H_

#include <map>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "core/board/move.h"
#include "core/board/position.h"

namespace rookery {

// The leaves below each legal move. In the order of the moves' bits.
using TrueDivide = std::map<Move, absl::uint128>;

class Reference {
 public:
  virtual ~Reference() = default;

  // The leaves `depth` plies below. Requires: depth is 0 to kMaxKernelDepth.
  // OUT_OF_RANGE where they pass 128 bits; other errors where the source fails.
  virtual absl::StatusOr<absl::uint128> Count(const Position& position,
                                              int depth) = 0;

  // The leaves below each legal move; empty where there is none. Requires:
  // depth is 1 to kMaxKernelDepth. Errors as Count.
  virtual absl::StatusOr<TrueDivide> Divide(const Position& position,
                                            int depth) = 0;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_REFERENCE_H_
