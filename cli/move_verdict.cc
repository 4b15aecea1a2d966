#include "cli/move_verdict.h"

#include <nlohmann/json.hpp>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "cli/json_line.h"
#include "core/notation/san.h"
#include "core/notation/san_pattern.h"
#include "core/notation/uci.h"

namespace rookery::cli {

absl::StatusOr<MoveVerdict> JudgeMove(const Position& position,
                                      std::string_view text) {
  if (ParseUciCoordinates(text)) {
    const absl::StatusOr<Move> move = ParseUci(position, text);
    if (move.ok()) return MoveVerdict{.move = *move};
    return MoveVerdict{.reason = std::string(move.status().message())};
  }
  if (ReadSanPattern(text).form == SanForm::kUnreadable) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--move '", absl::CHexEscape(std::string(text.substr(0, kMaxSanBytes))),
        "' is no move; write it like g1f3, e7e8q, Nf3, exd5, e8=Q or O-O"));
  }
  const absl::StatusOr<LaxSan> san = ParseLaxSan(position, text);
  if (san.ok()) return MoveVerdict{.move = san->move};
  return MoveVerdict{.reason = std::string(san.status().message())};
}

std::string MoveVerdictText(const Position& position, std::string_view text,
                            const MoveVerdict& verdict) {
  if (!verdict.reason.empty()) return verdict.reason + "\n";
  return absl::StrCat("move '", std::string(text),
                      "' is legal: ", ToSan(position, verdict.move), " (",
                      ToUci(position, verdict.move), ")\n");
}

std::string MoveVerdictJson(const Position& position, std::string_view text,
                            const MoveVerdict& verdict) {
  nlohmann::ordered_json json;
  json["fen"] = position.ToFen();
  json["move"] = text;
  json["legal"] = verdict.reason.empty();
  if (verdict.reason.empty()) {
    json["san"] = ToSan(position, verdict.move);
    json["uci"] = ToUci(position, verdict.move);
  } else {
    json["reason"] = verdict.reason;
  }
  return JsonLine(json);
}

}  // namespace rookery::cli
