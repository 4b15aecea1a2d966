#include "cli/square_argument.h"

#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery::cli {

absl::StatusOr<Square> ParseSquareArgument(const std::string& option,
                                           const std::string& text) {
  if (const std::optional<Square> square = ParseSquare(text)) return *square;
  return absl::InvalidArgumentError(absl::StrCat(
      option, " '", text, "' is no square; they are called a1 to h8"));
}

}  // namespace rookery::cli
