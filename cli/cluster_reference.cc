#include "cli/cluster_reference.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cli/job_client.h"
#include "cli/job_outcome.h"
#include "core/board/move_generator.h"
#include "core/notation/uci.h"
#include "proto/support/uint128.h"

namespace rookery::cli {

ClusterReference::ClusterReference(std::shared_ptr<grpc::Channel> channel,
                                   Interrupt* interrupt,
                                   std::unique_ptr<Reference> nearby)
    : channel_(std::move(channel)),
      interrupt_(interrupt),
      nearby_(std::move(nearby)) {}

absl::StatusOr<absl::uint128> ClusterReference::Count(const Position& position,
                                                      int depth) {
  if (depth <= kNearbyDepth) return nearby_->Count(position, depth);
  const absl::StatusOr<v1::PerftResult> result =
      Ask(position, depth, /*divide=*/false);
  if (!result.ok()) return result.status();
  return FromDecimal(result->nodes());
}

absl::StatusOr<TrueDivide> ClusterReference::Divide(const Position& position,
                                                    int depth) {
  if (depth <= kNearbyDepth) return nearby_->Divide(position, depth);
  const absl::StatusOr<v1::PerftResult> result =
      Ask(position, depth, /*divide=*/true);
  if (!result.ok()) return result.status();
  TrueDivide divide;
  for (const auto& [text, nodes] : result->divide()) {
    const absl::StatusOr<Move> move = ParseUci(position, text);
    const absl::StatusOr<absl::uint128> leaves = FromDecimal(nodes);
    if (!move.ok() || !leaves.ok()) {
      return absl::InternalError(
          absl::StrCat("the coordinator answers '", text, ": ", nodes, "' for ",
                       position.ToFen(), "; is it of another version?"));
    }
    divide[*move] = *leaves;
  }
  // Each move that could be read is a legal one.
  MoveList legal;
  GenerateLegalMoves(position, legal);
  if (divide.size() != legal.size()) {
    return absl::InternalError(
        absl::StrCat("the coordinator answers with ", divide.size(), " of the ",
                     legal.size(), " legal moves of ", position.ToFen(),
                     "; is it of another version?"));
  }
  return divide;
}

absl::StatusOr<v1::PerftResult> ClusterReference::Ask(const Position& position,
                                                      int depth, bool divide) {
  v1::SubmitPerftRequest request;
  request.set_fen(position.ToFen());
  request.set_chess960(position.NeedsChess960());
  request.set_depth(static_cast<uint32_t>(depth));
  request.set_divide(divide);
  request.set_replicas(1);
  request.set_weight(1);
  JobClient client(channel_, interrupt_);
  const absl::StatusOr<v1::Job> accepted =
      client.SubmitPerft(std::move(request));
  if (!accepted.ok()) return accepted.status();
  const absl::StatusOr<v1::Job> job =
      client.WaitForEnd(accepted->job_id(), JobClient::Observer());
  if (!job.ok()) return job.status();
  if (const absl::Status ended = EndOf(*job); !ended.ok()) return ended;
  return job->perft_result();
}

}  // namespace rookery::cli
