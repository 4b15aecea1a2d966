#include "cli/json_line.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace rookery::cli {

std::string JsonLine(const nlohmann::ordered_json& json) {
  // Anything else than replacing it would throw.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

double JsonSeconds(absl::Duration time) {
  return std::round(absl::ToDoubleSeconds(time) * 1e6) / 1e6;
}

}  // namespace rookery::cli
