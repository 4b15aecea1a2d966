#include "core/notation/pgn_start.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "core/board/fen.h"

namespace rookery {
namespace {

PgnVariant ReadVariant(std::string_view written) {
  std::string name;
  for (const char letter : written) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(letter)))
      name += absl::ascii_tolower(static_cast<unsigned char>(letter));
  }
  for (const std::string_view standard :
       {"", "standard", "chess", "normal", "classical", "fromposition"}) {
    if (name == standard) return PgnVariant::kStandard;
  }
  for (const std::string_view chess960 :
       {"chess960", "960", "frc", "fischerandom", "fischerrandom",
        "fischerrandomchess", "freestyle", "freestylechess"}) {
    if (name == chess960) return PgnVariant::kChess960;
  }
  return PgnVariant::kUnsupported;
}

// Four fields or five: a counter is missing.
bool LacksCounters(std::string_view fen) {
  int fields = 0;
  bool in_field = false;
  for (const char letter : fen) {
    const bool blank = letter == ' ' || letter == '\t';
    fields += !blank && !in_field;
    in_field = !blank;
  }
  return fields < 6;
}

void ReadFen(std::string_view written, PgnStart& start, PgnRemarks& remarks) {
  const std::string fen = PgnTagValue(written);
  if (absl::StatusOr<Position> position = Position::FromFen(fen);
      position.ok()) {
    start.position = *position;
    if (LacksCounters(fen)) remarks.Warning("fen_missing_counters", 0, written);
    return;
  }
  if (const absl::StatusOr<FenRepair> repair = RepairFen(fen); repair.ok()) {
    if (absl::StatusOr<Position> position = Position::FromFen(repair->fen);
        position.ok()) {
      start.position = *position;
      remarks.Warning("fen_repaired", 0, written);
      return;
    }
  }
  start.usable = false;
  remarks.Error("bad_fen", 0, written);
}

}  // namespace

PgnStart StartOf(const PgnGame& game, PgnRemarks& remarks) {
  // Setting it up costs as much as playing many moves.
  static const PgnStart kUsual;
  PgnStart start = kUsual;
  const std::string_view variant = game.FindTag("Variant");
  if (variant.data() != nullptr) {
    start.variant = ReadVariant(variant);
    if (start.variant == PgnVariant::kUnsupported) {
      remarks.Warning("unsupported_variant", 0, variant);
      start.usable = false;
      return start;
    }
  }
  const std::string_view fen = game.FindTag("FEN");
  const std::string_view set_up = game.FindTag("SetUp");
  if (fen.data() == nullptr) {
    if (set_up == "1") remarks.Warning("setup_without_fen", 0, set_up);
    return start;
  }
  if (set_up.data() == nullptr)
    remarks.Warning("missing_setup_tag", 0);
  else if (set_up != "1")
    remarks.Warning("setup_tag_contradicts_fen", 0, set_up);
  ReadFen(fen, start, remarks);
  return start;
}

}  // namespace rookery
