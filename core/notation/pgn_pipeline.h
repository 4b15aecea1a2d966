// Reads the games of a text on several threads, with the outcome in order.
//
// Each thread takes the next block, works on it, and waits for its turn to
// deliver, so there are never more blocks in memory than threads. With one
// thread everything happens on the caller's.
#ifndef ROOKERY_CORE_NOTATION_PGN_PIPELINE_H_
#define ROOKERY_CORE_NOTATION_PGN_PIPELINE_H_

#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "core/notation/pgn_blocks.h"

namespace rookery {

// What one thread does with its blocks.
class PgnBlockWorker {
 public:
  virtual ~PgnBlockWorker() = default;

  // Reads a block. Runs at the same time as other workers do.
  virtual void Work(const PgnBlock& block) = 0;

  // Hands over what came of the last block. Blocks are delivered in the order
  // of the text, one at a time. An error stops the reading.
  virtual absl::Status Deliver() = 0;
};

// Reads all blocks with that many threads, 1 to 1,024, or as many as the system
// gives, each with a worker of its own. Returns the first error in the order of
// the text: the reader's or a worker's; everything before it has been
// delivered.
absl::Status ReadBlocks(
    PgnBlockReader& reader, int threads,
    const std::function<std::unique_ptr<PgnBlockWorker>()>& make_worker);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_PIPELINE_H_
