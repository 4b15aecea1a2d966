#include "cli/position_argument.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/board/fen.h"

namespace rookery::cli {
namespace {

// The best-known test position for move generators, by Peter McKenzie.
constexpr std::string_view kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

}  // namespace

absl::StatusOr<Position> ParsePositionArgument(std::string_view text) {
  if (text.empty() || text == "startpos") return Position::Start();
  if (text == "kiwipete") return Position::FromFen(kKiwipete);
  absl::StatusOr<Position> position = Position::FromFen(text);
  if (position.ok()) return position;
  std::string message = absl::StrCat("fen: ", position.status().message());
  if (const absl::StatusOr<FenRepair> repair = RepairFen(text); repair.ok()) {
    absl::StrAppend(&message, "; did you mean \"", repair->fen, "\"?");
  }
  return absl::InvalidArgumentError(message);
}

std::string PositionArgumentHelp() {
  return "A FEN (quoted or not), startpos or kiwipete; the start position if "
         "there is none";
}

}  // namespace rookery::cli
