#include "core/notation/pgn_game.h"

namespace rookery {

std::string PgnTagValue(std::string_view written) {
  std::string value;
  value.reserve(written.size());
  for (size_t index = 0; index < written.size(); ++index) {
    const bool escape =
        written[index] == '\\' && index + 1 < written.size() &&
        (written[index + 1] == '"' || written[index + 1] == '\\');
    if (escape) ++index;
    value += written[index];
  }
  return value;
}

void PgnGame::Clear() {
  text = {};
  offset = 0;
  tags.clear();
  tokens.clear();
  result_token = {};
  has_standard_result = false;
  terminated = false;
  latin1 = false;
  remarks.Clear();
}

}  // namespace rookery
