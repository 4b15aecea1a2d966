#include "core/laws/termination.h"

#include <cstddef>
#include <string>

#include "absl/strings/ascii.h"

namespace rookery {
namespace {

struct Word {
  std::string_view text;
  Termination meaning;
};

// The first that occurs decides, so the more telling ones stand first: "timeout
// vs insufficient material" is about time, "forfeit" alone is not.
constexpr Word kWords[] = {
    {"checkmate", Termination::kCheckmate},
    {"by mate", Termination::kCheckmate},
    {"stalemate", Termination::kStalemate},
    {"time forfeit", Termination::kTime},
    {"on time", Termination::kTime},
    {"timeout", Termination::kTime},
    {"flag fell", Termination::kTime},
    {"insufficient", Termination::kDeadPosition},
    {"dead position", Termination::kDeadPosition},
    {"resign", Termination::kResignation},
    {"agree", Termination::kAgreement},
    {"repetition", Termination::kRepetition},
    {"fifty", Termination::kMoveLimit},
    {"50 move", Termination::kMoveLimit},
    {"50-move", Termination::kMoveLimit},
    {"75 move", Termination::kMoveLimit},
    {"75-move", Termination::kMoveLimit},
    {"rules infraction", Termination::kRulesInfraction},
    {"illegal move", Termination::kRulesInfraction},
    {"unterminated", Termination::kUnterminated},
    {"arrived late", Termination::kLateness},
    {"hour late", Termination::kLateness},
    {"late arrival", Termination::kLateness},
    {"lateness", Termination::kLateness},
    {"too late", Termination::kLateness},
    {"no-show", Termination::kLateness},
    {"no show", Termination::kLateness},
    {"did not appear", Termination::kLateness},
    {"by default", Termination::kLateness},
    {"forfeit", Termination::kLateness},
};

constexpr size_t kMaxBytes = 256;

// Whether the words stand in the text, and not within a longer word or number:
// "after 150 moves" is not about the limit of 50.
bool Mentions(std::string_view text, std::string_view words) {
  for (size_t at = text.find(words); at != std::string_view::npos;
       at = text.find(words, at + 1)) {
    if (at == 0 ||
        !absl::ascii_isalnum(static_cast<unsigned char>(text[at - 1])))
      return true;
  }
  return false;
}

}  // namespace

Termination ParseTermination(std::string_view tag) {
  if (tag.empty() || tag.size() > kMaxBytes) return Termination::kUnknown;
  std::string lower(tag);
  absl::AsciiStrToLower(&lower);
  for (const Word& word : kWords) {
    if (Mentions(lower, word.text)) return word.meaning;
  }
  return Termination::kUnknown;
}

}  // namespace rookery
