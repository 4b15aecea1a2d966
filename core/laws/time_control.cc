#include "core/laws/time_control.h"

#include <optional>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

constexpr int kMaxNumber = 1'000'000;

// Digits only: no sign, no blanks.
std::optional<int> ReadNumber(std::string_view text) {
  if (text.empty() ||
      text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  int number = 0;
  if (!absl::SimpleAtoi(std::string(text), &number) || number > kMaxNumber)
    return std::nullopt;
  return number;
}

std::optional<TimeControlStage> ReadStage(std::string_view text) {
  TimeControlStage stage;
  if (const size_t slash = text.find('/'); slash != std::string_view::npos) {
    const std::optional<int> moves = ReadNumber(text.substr(0, slash));
    if (!moves || *moves == 0) return std::nullopt;
    stage.moves = *moves;
    text.remove_prefix(slash + 1);
  }
  if (const size_t plus = text.find('+'); plus != std::string_view::npos) {
    const std::optional<int> increment = ReadNumber(text.substr(plus + 1));
    if (!increment) return std::nullopt;
    stage.increment_seconds = *increment;
    text = text.substr(0, plus);
  }
  const std::optional<int> seconds = ReadNumber(text);
  if (!seconds) return std::nullopt;
  stage.seconds = *seconds;
  return stage;
}

}  // namespace

int64_t TimeControl::SecondsGained(int completed_moves) const {
  int moves_before = 0;  // completed when the stage began
  for (size_t index = 0; index < stages.size(); ++index) {
    const TimeControlStage& stage = stages[index];
    const bool last = index + 1 == stages.size();
    if (stage.moves == 0) return stage.increment_seconds;
    const int in_stage = completed_moves - moves_before;
    if (in_stage < stage.moves) return stage.increment_seconds;
    if (last) {
      return stage.increment_seconds +
             (in_stage % stage.moves == 0 ? stage.seconds : 0);
    }
    if (in_stage == stage.moves)
      return int64_t{stage.increment_seconds} + stages[index + 1].seconds;
    moves_before += stage.moves;
  }
  return 0;
}

absl::StatusOr<TimeControl> ParseTimeControl(std::string_view tag) {
  TimeControl control;
  if (tag == "?" || tag == "-" ||
      (tag.starts_with('*') && ReadNumber(tag.substr(1))))
    return control;
  while (true) {
    const size_t end = tag.find(':');
    const std::string_view text = tag.substr(0, end);
    const std::optional<TimeControlStage> stage = ReadStage(text);
    if (!stage) {
      return absl::InvalidArgumentError(
          absl::StrCat("time control '", std::string(text.substr(0, 40)),
                       "' is malformed; write it like 300+3 or 40/7200:3600"));
    }
    if (control.stages.size() == TimeControl::kMaxStages) {
      return absl::InvalidArgumentError(
          absl::StrCat("time control has more than ", TimeControl::kMaxStages,
                       " stages; leave the last ones out"));
    }
    control.stages.push_back(*stage);
    if (end == std::string_view::npos) return control;
    tag.remove_prefix(end + 1);
  }
}

}  // namespace rookery
