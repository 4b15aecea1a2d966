#include "tests/structure/proto_comments.h"

#include <algorithm>
#include <array>

namespace rookery {
namespace {

constexpr std::array<std::string_view, 4> kNoElements = {"syntax ", "package ",
                                                         "import ", "option "};

std::string_view Strip(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

bool IsElement(std::string_view line) {
  return !line.starts_with('}') &&
         std::none_of(
             kNoElements.begin(), kNoElements.end(),
             [line](std::string_view word) { return line.starts_with(word); });
}

}  // namespace

std::vector<std::string> UncommentedElements(std::string_view proto) {
  std::vector<std::string> found;
  bool commented = false;
  bool goes_on = false;  // the statement of the line before
  while (!proto.empty()) {
    const size_t end = proto.find('\n');
    const std::string_view line = Strip(proto.substr(0, end));
    proto.remove_prefix(end == std::string_view::npos ? proto.size() : end + 1);
    if (line.starts_with("//")) {
      commented = commented || line.size() > 2;
      continue;
    }
    const std::string_view code = Strip(line.substr(0, line.find("//")));
    if (!code.empty()) {
      if (!goes_on && !commented && IsElement(code)) found.emplace_back(line);
      goes_on =
          std::string_view(";{}").find(code.back()) == std::string_view::npos;
    }
    commented = false;
  }
  return found;
}

}  // namespace rookery
