#include "daemon/error_line.h"

#include <algorithm>

namespace rookery::daemon {

std::string ErrorLine(std::string_view program, std::string_view message) {
  std::string line(program);
  line += ": ";
  line += message;
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  std::replace_if(line.begin(), line.end(), is_control, ' ');
  line.erase(line.find_last_not_of(' ') + 1);
  line += '\n';
  return line;
}

}  // namespace rookery::daemon
