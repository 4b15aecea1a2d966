// Several processes of one program that answer a question together: the legal
// moves of the position are shared out among them.
//
// For depths at which one process takes too long. The answer is the sum of the
// shares, so a fault that shows only within one run over several of these moves
// is not seen at this position; below it, it is. Where the program's moves are
// not the legal ones, one process answers alone, as it would have.
//
// Thread-safety: as any PerftProgram; its own threads end with each question.
#ifndef ROOKERY_CORE_VERIFY_SHARED_ROOT_H_
#define ROOKERY_CORE_VERIFY_SHARED_ROOT_H_

#include <memory>
#include <vector>

#include "core/engine/perft_program.h"

namespace rookery {

class SharedRoot final : public PerftProgram {
 public:
  // Requires: one program at least; all are the same one.
  explicit SharedRoot(std::vector<std::unique_ptr<PerftProgram>> programs);

  // The timeout is for the whole question. Has a divide unless the program has
  // none and answers alone.
  absl::StatusOr<PerftAnswer> Ask(const PerftQuestion& question,
                                  absl::Duration timeout) override;

 private:
  absl::StatusOr<PerftAnswer> AskForEach(const PerftQuestion& question,
                                         const Position& position,
                                         const MoveList& moves,
                                         absl::Time deadline);

  const std::vector<std::unique_ptr<PerftProgram>> programs_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_SHARED_ROOT_H_
