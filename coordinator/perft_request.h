// What a perft request must look like, and how its question and answer are
// converted.
#ifndef ROOKERY_COORDINATOR_PERFT_REQUEST_H_
#define ROOKERY_COORDINATOR_PERFT_REQUEST_H_

#include <cstdint>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "coordinator/ledger/ledger.h"
#include "coordinator/planner/perft_plan.h"
#include "rookery/v1/job.pb.h"
#include "rookery/v1/worker_service.pb.h"

namespace rookery::coordinator {

// How often a unit may be computed, each time by another worker.
inline constexpr uint32_t kMaxReplicas = 8;

// Positions that one suite may ask for. With the longest FENs that are read
// they make a request of less than 4 MiB.
inline constexpr int kMaxSuiteEntries = 10'000;

// Checks every field and returns the request in its one normal form: the FEN as
// Position::ToFen writes it, defaults filled in. Equal questions have equal
// normal forms. INVALID_ARGUMENT names the field.
absl::StatusOr<v1::SubmitPerftRequest> NormalizePerftRequest(
    const v1::SubmitPerftRequest& request);

// Requires: `request` is in normal form. INTERNAL otherwise (a ledger written
// by something else).
absl::StatusOr<PerftQuestion> ToPerftQuestion(
    const v1::SubmitPerftRequest& request);

// Checks one unit's figures and returns the bytes that are stored: equal
// figures give equal bytes. Statistics are stored where the plan has them, and
// dropped elsewhere. INVALID_ARGUMENT: not one count a position; more leaves
// than 256^depth; or statistics that are missing, misnamed, of another length
// or impossible. (218 moves are the most in a game; a position that is valid
// but that no game reaches may have more, and none has more than a MoveList
// holds.)
absl::StatusOr<std::string> EncodePerftFigures(const v1::PerftFigures& figures,
                                               uint64_t positions, int depth,
                                               bool statistics);

// Of which position of the unit two results differ first, and how, in words
// that let a user count it himself. Empty: in none, or one cannot be read.
// Requires: the unit is of the plan.
std::string FirstDifference(const PerftPlan& plan, const UnitRow& unit,
                            const ResultRow& first, const ResultRow& second);

// The answer to the question, from the results of all units. INTERNAL: a
// position has no count, or the sums disagree. OUT_OF_RANGE: a total does not
// fit 128 bits.
absl::StatusOr<v1::PerftResult> FoldPerft(const PerftPlan& plan,
                                          const v1::SubmitPerftRequest& request,
                                          std::span<const UnitRow> units,
                                          std::span<const ResultRow> results);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_PERFT_REQUEST_H_
