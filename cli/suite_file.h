// A perft suite that a command is given by the path of its file.
#ifndef ROOKERY_CLI_SUITE_FILE_H_
#define ROOKERY_CLI_SUITE_FILE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/verify/suite.h"

namespace rookery::cli {

// NOT_FOUND: the file cannot be read. INVALID_ARGUMENT, naming file and line:
// it is no suite.
absl::StatusOr<std::vector<SuiteLine>> LoadSuiteFile(const std::string& path);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_SUITE_FILE_H_
