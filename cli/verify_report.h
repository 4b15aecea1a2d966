// The answer of `rookery verify`, as text, as JSON and as JUnit's XML. All
// three are interfaces: people, scripts and CI read them (docs/verify.md).
#ifndef ROOKERY_CLI_VERIFY_REPORT_H_
#define ROOKERY_CLI_VERIFY_REPORT_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "cli/verify_checks.h"
#include "core/verify/verification.h"

namespace rookery::cli {

struct VerifyReport {
  std::string engine;  // the command, as it was given
  std::vector<NamedCheck> checks;
  std::vector<CheckResult> results;  // one for each check
  absl::Duration time;
};

// Whether every position agreed.
bool AllAgreed(const VerifyReport& report);

// The same, but for positions that were not tried or skipped.
bool NothingWrong(const VerifyReport& report);

// A table of what was tried; then, for each reason, one example in full and how
// many positions share it; then what failed; one line that sums up.
std::string VerifyText(const VerifyReport& report);

// One object on one line.
std::string VerifyJson(const VerifyReport& report);

// An XML document: a test suite for each group of checks, a test case for each
// check. What differed is a failure, what the program did not answer an error,
// what was not asked is skipped.
std::string VerifyJunit(const VerifyReport& report);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_VERIFY_REPORT_H_
