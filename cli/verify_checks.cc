#include "cli/verify_checks.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cli/position_argument.h"
#include "cli/suite_file.h"
#include "core/verify/builtin_suites.h"
#include "core/verify/fuzz_positions.h"
#include "core/verify/question.h"
#include "daemon/options.h"

namespace rookery::cli {
namespace {

constexpr int64_t kFuzzDepth = 3;

absl::StatusOr<std::vector<SuiteLine>> LoadNamedSuite(const std::string& name) {
  const std::vector<std::string_view> builtin = BuiltinSuiteNames();
  if (std::find(builtin.begin(), builtin.end(), name) != builtin.end())
    return BuiltinSuite(name);
  return LoadSuiteFile(name);
}

// Depth 0 asks nothing: it has one leaf everywhere.
std::vector<CheckDepth> KnownDepths(const SuiteLine& line, int64_t deepest) {
  std::vector<CheckDepth> depths;
  for (const KnownPerft& known : line.known) {
    if (known.depth >= 1 && known.depth <= deepest)
      depths.push_back({.depth = known.depth, .expected = known.leaves});
  }
  std::sort(depths.begin(), depths.end(),
            [](const CheckDepth& left, const CheckDepth& right) {
              return left.depth < right.depth;
            });
  return depths;
}

std::vector<CheckDepth> DepthsTo(int64_t deepest) {
  std::vector<CheckDepth> depths;
  for (int depth = 1; depth <= deepest; ++depth)
    depths.push_back({.depth = depth});
  return depths;
}

absl::Status AddSuite(const std::string& name, const CheckSelection& selection,
                      std::vector<NamedCheck>* checks) {
  const absl::StatusOr<std::vector<SuiteLine>> suite = LoadNamedSuite(name);
  if (!suite.ok()) return suite.status();
  for (const SuiteLine& line : *suite) {
    std::vector<CheckDepth> depths =
        KnownDepths(line, selection.depth.value_or(kMaxQuestionDepth));
    if (depths.empty()) continue;
    if (selection.no_chess960 && line.position.NeedsChess960()) continue;
    checks->push_back({.group = name,
                       .number = line.number,
                       .comment = line.comment,
                       .check = {.fen = FenToTell(line.fen, line.position),
                                 .position = line.position,
                                 .depths = std::move(depths)}});
  }
  return absl::OkStatus();
}

absl::Status AddFens(const CheckSelection& selection,
                     std::vector<NamedCheck>* checks) {
  if (selection.fens.empty()) return absl::OkStatus();
  if (!selection.depth)
    return absl::InvalidArgumentError("--fen needs a --depth");
  int number = 0;
  for (const std::string& fen : selection.fens) {
    const absl::StatusOr<Position> position = ParsePositionArgument(fen);
    if (!position.ok()) return position.status();
    checks->push_back({.group = "fen",
                       .number = ++number,
                       .comment = "",
                       .check = {.fen = FenToTell(fen, *position),
                                 .position = *position,
                                 .depths = DepthsTo(*selection.depth)}});
  }
  return absl::OkStatus();
}

void AddFuzz(const CheckSelection& selection, std::vector<NamedCheck>* checks) {
  for (int64_t index = 0; index < selection.fuzz; ++index) {
    const Position position = FuzzPosition(
        static_cast<uint64_t>(selection.seed), static_cast<uint64_t>(index));
    if (selection.no_chess960 && position.NeedsChess960()) continue;
    checks->push_back(
        {.group = "fuzz",
         .number = static_cast<int>(index) + 1,
         .comment = "",
         .check = {.position = position,
                   .depths = DepthsTo(selection.depth.value_or(kFuzzDepth))}});
  }
}

}  // namespace

absl::StatusOr<std::vector<NamedCheck>> SelectChecks(
    const CheckSelection& selection) {
  absl::Status status = daemon::CheckInRange(
      "--depth", selection.depth.value_or(1), 1, kMaxQuestionDepth);
  status.Update(
      daemon::CheckInRange("--fuzz", selection.fuzz, 0, kMaxFuzzPositions));
  if (!status.ok()) return status;
  std::vector<std::string> suites = selection.suites;
  if (suites.empty() && selection.fens.empty() && selection.fuzz == 0)
    suites = {"standard"};
  std::vector<NamedCheck> checks;
  for (const std::string& suite : suites) {
    if (status = AddSuite(suite, selection, &checks); !status.ok())
      return status;
  }
  if (status = AddFens(selection, &checks); !status.ok()) return status;
  AddFuzz(selection, &checks);
  if (checks.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "no position is left with a count of depth 1 to ",
        selection.depth.value_or(kMaxQuestionDepth), "; raise --depth",
        selection.no_chess960 ? " or drop --no-chess960" : ""));
  }
  return checks;
}

}  // namespace rookery::cli
