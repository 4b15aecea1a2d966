#include "core/notation/pgn_result.h"

#include <string_view>
#include <utility>

namespace rookery {
namespace {

// "0-0" is no result of the standard's, but is how a game that both have lost
// is recorded.
bool IsResult(std::string_view text) {
  return IsDecidedResult(text) || text == "*" || text == "0-0";
}

constexpr int kHalf = 1;

// Takes the half points of one player off the front.
std::optional<int> TakeHalfPoints(std::string_view& text) {
  // The longer spellings first: "1/2" is no 1.
  static constexpr std::pair<std::string_view, int> kSpellings[] = {
      {"1/2", kHalf},  {"0.5", kHalf}, {"\u00bd", kHalf},
      {"\xbd", kHalf}, {"1", 2},       {"0", 0}};
  for (const auto& [spelling, half_points] : kSpellings) {
    if (!text.starts_with(spelling)) continue;
    text.remove_prefix(spelling.size());
    return half_points;
  }
  return std::nullopt;
}

bool TakeSign(std::string_view& text) {
  for (const std::string_view sign : {"-", ":", "/", "\u2013", "\x96"}) {
    if (!text.starts_with(sign)) continue;
    text.remove_prefix(sign.size());
    return true;
  }
  return false;
}

}  // namespace

bool IsDecidedResult(std::string_view text) {
  return text == "1-0" || text == "0-1" || text == "1/2-1/2";
}

std::optional<std::string_view> ReadScore(std::string_view text) {
  constexpr std::string_view kDraw = "1/2-1/2";
  if (text == "1/2" || text == "\u00bd" || text == "\xbd") return kDraw;
  if (text == "1-O") return "";  // with the letter: no zero, but no move either
  if (text == "0-0") return std::nullopt;
  const std::optional<int> white = TakeHalfPoints(text);
  if (!white || !TakeSign(text)) return std::nullopt;
  const std::optional<int> black = TakeHalfPoints(text);
  if (!black || !text.empty()) return std::nullopt;
  if (*white + *black != 2 * kHalf) return "";
  if (white == black) return kDraw;
  return *white > *black ? "1-0" : "0-1";
}

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
