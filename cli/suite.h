// `rookery perft --suite FILE`: many positions as one job, and which of their
// counts are not what the file says. What is expected stays here: the service
// only counts.
#ifndef ROOKERY_CLI_SUITE_H_
#define ROOKERY_CLI_SUITE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "rookery/v1/job.pb.h"

namespace rookery::cli {

// One count of a suite.
struct SuiteQuestion {
  int line = 0;
  std::string fen;  // normalized
  int depth = 0;
  absl::uint128 expected = 0;
};

// Reads the questions of a file, line by line; those deeper than `deepest` are
// left out. NOT_FOUND: the file cannot be read. INVALID_ARGUMENT, naming file
// and line: it is no suite, or nothing is left to ask, or more than a job
// takes.
absl::StatusOr<std::vector<SuiteQuestion>> LoadSuite(
    const std::string& path, std::optional<int64_t> deepest);

// Adds the questions to a request, in their order.
void AskSuite(const std::vector<SuiteQuestion>& questions,
              v1::SubmitPerftRequest* request);

struct SuiteAnswer {
  struct Difference {
    SuiteQuestion question;
    std::string counted;  // decimal
  };
  std::vector<Difference> differences;  // in the order of the file
  int counts = 0;                       // that were compared
  int positions = 0;                    // lines that they are of
  std::string nodes;                    // leaves in all, decimal
  absl::Duration time;                  // from the question to the answer
};

// Compares. INTERNAL: the job has another number of counts than there are
// questions. Requires: a perft that SUCCEEDED.
absl::StatusOr<SuiteAnswer> CompareSuite(
    const std::vector<SuiteQuestion>& questions, const v1::Job& job,
    absl::Duration time);

// A line for each difference ("line 3: FEN: perft(4) = 4085603, but the suite
// has 4085602"), one that sums up, one with the time. An interface, as all
// output (docs/cli.md).
std::string SuiteText(const SuiteAnswer& answer);

// One object on one line: positions, counts (numbers), differences (a list of
// objects: line, fen, depth, expected, counted), nodes, seconds. Counts are
// decimal strings.
std::string SuiteJson(const SuiteAnswer& answer);

// The counts of a job of a suite, a line each; for who does not have its file.
// Requires: a perft that SUCCEEDED.
std::string SuiteCountsText(const v1::Job& job);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_SUITE_H_
