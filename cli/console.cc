#include "cli/console.h"

#include <algorithm>

namespace rookery::cli {

bool WasTyped(const Console& console, std::string_view option) {
  return std::any_of(
      console.arguments.begin(), console.arguments.end(),
      [option](const std::string& argument) {
        return argument == option ||
               (argument.starts_with(option) && argument[option.size()] == '=');
      });
}

}  // namespace rookery::cli
