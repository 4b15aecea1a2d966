#include "coordinator/dispatch/cut_text.h"

namespace rookery::coordinator {
namespace {

// Whether a byte goes on with a character that began before it.
bool GoesOn(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

}  // namespace

std::string CutText(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  while (most > 0 && GoesOn(text[most])) --most;
  return std::string(text.substr(0, most));
}

}  // namespace rookery::coordinator
