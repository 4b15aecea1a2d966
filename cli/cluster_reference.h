// Counts of a coordinator and its known answers, as what a generator under test
// is measured against.
//
// A job is kept by the coordinator and costs more than a small count, so those
// are made in this process; a bisection asks for hundreds.
//
// Thread-safe: every other question is a job of its own.
#ifndef ROOKERY_CLI_CLUSTER_REFERENCE_H_
#define ROOKERY_CLI_CLUSTER_REFERENCE_H_

#include <grpcpp/channel.h>

#include <memory>

#include "absl/status/statusor.h"
#include "cli/interrupt.h"
#include "core/verify/reference.h"
#include "rookery/v1/job.pb.h"

namespace rookery::cli {

class ClusterReference final : public Reference {
 public:
  static constexpr int kNearbyDepth = 4;

  // `nearby` answers up to kNearbyDepth. `interrupt` must outlive the
  // reference.
  ClusterReference(std::shared_ptr<grpc::Channel> channel, Interrupt* interrupt,
                   std::unique_ptr<Reference> nearby);

  // Submit a perft and wait for its end. Errors: those of JobClient and EndOf,
  // and of `nearby`; INTERNAL where an answer cannot be read or has not just
  // the legal moves.
  absl::StatusOr<absl::uint128> Count(const Position& position,
                                      int depth) override;
  absl::StatusOr<TrueDivide> Divide(const Position& position,
                                    int depth) override;

 private:
  absl::StatusOr<v1::PerftResult> Ask(const Position& position, int depth,
                                      bool divide);

  const std::shared_ptr<grpc::Channel> channel_;
  Interrupt* const interrupt_;
  const std::unique_ptr<Reference> nearby_;
};

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_CLUSTER_REFERENCE_H_
