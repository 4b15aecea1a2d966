#include "coordinator/known_answer.h"

#include <google/protobuf/util/message_differencer.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace rookery::coordinator {
namespace {

// Placement of the men, side to move, castling rights, en passant square.
constexpr size_t kPositionFields = 4;

// What is left of a request when everything is taken out that is compared in
// words of its own, or that has no part in the answer. Requests that differ in
// the rest, or in fields that this program does not know, ask different things.
v1::SubmitPerftRequest Rest(v1::SubmitPerftRequest request) {
  request.clear_request_id();
  request.clear_weight();
  request.clear_recompute();
  // Those of the question.
  request.clear_fen();
  request.clear_depth();
  // Those of Covers and IsAsTrusted.
  request.clear_chess960();
  request.clear_divide();
  request.clear_statistics();
  request.clear_replicas();
  request.clear_verify_share();
  return request;
}

bool Covers(const v1::SubmitPerftRequest& known,
            const v1::SubmitPerftRequest& asked) {
  // The notation of moves is part of an answer only where there are moves.
  const bool has_divide =
      known.divide() && known.chess960() == asked.chess960();
  return (has_divide || !asked.divide()) &&
         (known.statistics() || !asked.statistics());
}

bool IsAsTrusted(const v1::SubmitPerftRequest& known, uint32_t replicas,
                 const v1::SubmitPerftRequest& asked) {
  if (replicas != asked.replicas()) return replicas > asked.replicas();
  // Units that were computed once more are among the replicas already where
  // all of them were.
  return asked.verify_share() == 0 ||
         (replicas == known.replicas() &&
          known.verify_share() >= asked.verify_share());
}

}  // namespace

std::string QuestionOf(const v1::SubmitPerftRequest& request) {
  std::vector<std::string> fields = absl::StrSplit(request.fen(), ' ');
  if (fields.size() < kPositionFields) return "";
  fields.resize(kPositionFields);
  return absl::StrCat("perft(", request.depth(), ") of ",
                      absl::StrJoin(fields, " "));
}

std::optional<v1::PerftResult> KnownAnswer(
    const JobRow& known, const v1::SubmitPerftRequest& asked) {
  v1::SubmitPerftRequest known_request;
  v1::PerftResult result;
  if (known.damaged || !known_request.ParseFromString(known.request) ||
      !result.ParseFromString(known.outcome) ||
      !google::protobuf::util::MessageDifferencer::Equals(Rest(known_request),
                                                          Rest(asked)) ||
      QuestionOf(known_request) != QuestionOf(asked) ||
      !Covers(known_request, asked) ||
      !IsAsTrusted(known_request, result.replicas(), asked)) {
    return std::nullopt;
  }
  if (!asked.divide()) result.clear_divide();
  if (!asked.statistics()) result.clear_statistics();
  result.set_answered_by(known.id);
  return result;
}

}  // namespace rookery::coordinator
