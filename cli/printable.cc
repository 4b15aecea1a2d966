#include "cli/printable.h"

#include <algorithm>

namespace rookery::cli {

std::string Printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return text;
}

}  // namespace rookery::cli
