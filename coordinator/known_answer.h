// Answers that the ledger has: when two perft requests ask the same, and when
// the answer to one of them answers the other.
//
// Stateless; safe to use from any thread.
#ifndef ROOKERY_COORDINATOR_KNOWN_ANSWER_H_
#define ROOKERY_COORDINATOR_KNOWN_ANSWER_H_

#include <optional>
#include <string>

#include "coordinator/ledger/ledger.h"
#include "rookery/v1/job.pb.h"

namespace rookery::coordinator {

// What a request asks, under which the ledger finds its answer (JobRow's
// `question`): position and depth, without the move counters. Empty: its answer
// is not kept for others, as it asks of more than one position. Requires: the
// request is in normal form.
std::string QuestionOf(const v1::SubmitPerftRequest& request);

// The result of `known` for whoever asks `asked`, if it has all that is asked
// and was computed at least as often. It names `known` as the job that answers,
// and has nothing that was not asked. nullopt: it is to be computed. Requires:
// both have one QuestionOf, and `known` has SUCCEEDED.
std::optional<v1::PerftResult> KnownAnswer(const JobRow& known,
                                           const v1::SubmitPerftRequest& asked);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_KNOWN_ANSWER_H_
