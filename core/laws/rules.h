// Which code of the laws a game is judged by.
//
// The two codes differ in how a game ends by itself (docs/laws.md): the classic
// one knows mate, stalemate and a few materials, and every other draw is
// claimed; today's also ends a game at the fifth repetition, after seventy-five
// moves, and as soon as no sequence of legal moves can mate. Plain values; safe
// to use from any thread.
#ifndef ROOKERY_CORE_LAWS_RULES_H_
#define ROOKERY_CORE_LAWS_RULES_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"

namespace rookery {

enum class LawCode : uint8_t { kClassic, kFide };

// What a user asks for: one code for every game, or each game by its date.
enum class RulesChoice : uint8_t { kAuto, kClassic, kFide };

// Reads "auto", "classic" or "fide"; INVALID_ARGUMENT, naming the value,
// otherwise.
absl::StatusOr<RulesChoice> ParseRulesChoice(std::string_view text);

// The code for one game.
struct Rules {
  LawCode code = LawCode::kFide;
  // False where nobody knows the game's date: then what only today's code says
  // is a warning, not a breach.
  bool certain = true;

  friend bool operator==(const Rules&, const Rules&) = default;
};

// The rules for a game with that Date tag, "YYYY.MM.DD" with "?" for unknown
// digits: today's code from 1 July 2014, when the automatic draws came in, the
// classic one before. A date that is missing, malformed or too vague to tell
// makes them uncertain.
Rules RulesFor(RulesChoice choice, std::string_view date);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_RULES_H_
