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
    {"50", Termination::kMoveLimit},
    {"75", Termination::kMoveLimit},
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

}  // namespace

Termination ParseTermination(std::string_view tag) {
  if (tag.empty() || tag.size() > kMaxBytes) return Termination::kUnknown;
  std::string lower(tag);
  absl::AsciiStrToLower(&lower);
  for (const Word& word : kWords) {
    if (lower.find(word.text) != std::string::npos) return word.meaning;
  }
  return Termination::kUnknown;
}

}  // namespace rookery
