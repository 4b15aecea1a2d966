// Whether a move is legal, and why not, as `rookery moves --move` prints it.
#ifndef ROOKERY_CLI_MOVE_VERDICT_H_
#define ROOKERY_CLI_MOVE_VERDICT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/move.h"
#include "core/board/position.h"

namespace rookery::cli {

struct MoveVerdict {
  Move move;  // null unless the move is legal
  // Names the move and says why it is not; empty when it is.
  std::string reason;
};

// Judges a move in UCI notation or, with the usual liberties, in SAN.
// INVALID_ARGUMENT where the text is a move in neither.
absl::StatusOr<MoveVerdict> JudgeMove(const Position& position,
                                      std::string_view text);

// For people, and as one JSON object; docs/cli.md describes both.
std::string MoveVerdictText(const Position& position, std::string_view text,
                            const MoveVerdict& verdict);
std::string MoveVerdictJson(const Position& position, std::string_view text,
                            const MoveVerdict& verdict);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_MOVE_VERDICT_H_
