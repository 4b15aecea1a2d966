// Why a game ended, as its Termination tag has it.
//
// PGN names a few values (standard, 9.8.1); servers write sentences. Both are
// read for their words. Pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_LAWS_TERMINATION_H_
#define ROOKERY_CORE_LAWS_TERMINATION_H_

#include <cstdint>
#include <string_view>

namespace rookery {

enum class Termination : uint8_t {
  kUnknown,  // no tag, or one that bounds no result: "normal", "abandoned"
  kCheckmate,
  kStalemate,
  kDeadPosition,  // insufficient material
  kResignation,
  kAgreement,
  kRepetition,
  kMoveLimit,  // fifty or seventy-five moves
  kTime,
  kLateness,         // a player came too late, or not at all
  kRulesInfraction,  // refused to obey the laws, or an illegal move
  kUnterminated,
};

// Reads the tag, in any case. Text over 256 bytes says nothing.
Termination ParseTermination(std::string_view tag);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_TERMINATION_H_
