#include "core/notation/pgn_result.h"

#include <string_view>

namespace rookery {
namespace {

// "0-0" is no result of the standard's, but is how a game that both have lost
// is recorded.
bool IsResult(std::string_view text) {
  return text == "1-0" || text == "0-1" || text == "1/2-1/2" || text == "*" ||
         text == "0-0";
}

}  // namespace

void RemarkOnResult(const PgnGame& game, uint32_t plies, PgnRemarks& remarks) {
  const std::string_view tag = game.FindTag("Result");
  const std::string_view token = game.result_token;
  if (!game.terminated) remarks.Warning("missing_result_token", plies);
  if (tag.data() == nullptr) return;
  if (!IsResult(tag)) {
    remarks.Error("bad_result_tag", plies, tag);
  } else if (!token.empty() && tag != token) {
    // A token * may only say that the tag knows more, and the other way round.
    if (tag == "*" || token == "*")
      remarks.Warning("result_tag_mismatch", plies, token);
    else
      remarks.Error("result_tag_mismatch", plies, token);
  }
}

}  // namespace rookery
