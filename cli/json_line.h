// JSON as every command prints it: one object on one line.
#ifndef ROOKERY_CLI_JSON_LINE_H_
#define ROOKERY_CLI_JSON_LINE_H_

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "absl/time/time.h"

namespace rookery::cli {

// Ended by a newline. What a coordinator sent is not known to be UTF-8; what is
// not is replaced.
std::string JsonLine(const nlohmann::ordered_json& json);

// A time as a number of seconds, to the microsecond.
double JsonSeconds(absl::Duration time);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_JSON_LINE_H_
