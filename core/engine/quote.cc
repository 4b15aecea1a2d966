#include "core/engine/quote.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

constexpr size_t kMaxQuotedBytes = 120;

}  // namespace

std::string Quote(std::string_view text) {
  const std::string_view start = text.substr(0, kMaxQuotedBytes);
  return absl::StrCat(
      "'", absl::CHexEscape(absl::string_view(start.data(), start.size())),
      start.size() < text.size() ? "..." : "", "'");
}

}  // namespace rookery
