#include "core/engine/perft_program.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/engine/perft_protocols.h"
#include "core/engine/quote.h"

namespace rookery {

absl::StatusOr<PerftProtocol> ParsePerftProtocol(std::string_view name) {
  if (name == "uci") return PerftProtocol::kUci;
  if (name == "script") return PerftProtocol::kScript;
  if (name == "lines") return PerftProtocol::kLines;
  return absl::InvalidArgumentError(absl::StrCat(
      "protocol ", Quote(name), " is unknown; use uci, script or lines"));
}

absl::StatusOr<std::unique_ptr<PerftProgram>> StartPerftProgram(
    PerftProgramOptions options) {
  if (options.command.empty()) {
    return absl::InvalidArgumentError(
        "command is empty; begin with the path of a program");
  }
  switch (options.protocol) {
    case PerftProtocol::kUci:
      return StartUciPerft(std::move(options));
    case PerftProtocol::kScript:
      return StartScriptPerft(std::move(options));
    case PerftProtocol::kLines:
      return StartLinesPerft(std::move(options));
  }
  return absl::InvalidArgumentError("protocol is none of the known ones");
}

}  // namespace rookery
