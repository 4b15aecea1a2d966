// The answer of a perft as text and as JSON. Both are interfaces: scripts read
// them (docs/cli.md).
#ifndef ROOKERY_CLI_PERFT_OUTPUT_H_
#define ROOKERY_CLI_PERFT_OUTPUT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "rookery/v1/job.pb.h"

namespace rookery::cli {

struct PerftAnswer {
  std::string fen;
  int depth = 0;
  // Decimal.
  std::string nodes;
  // Decimal, by move in UCI notation; where it was asked for.
  std::optional<std::map<std::string, std::string>> divide;
  // Decimal, by the names of StatisticsFields; where they were asked for.
  std::optional<std::map<std::string, std::string>> statistics;
  // The earlier job whose answer this is; empty: it was computed.
  std::string answered_by;
  // How often every unit was computed at least.
  uint32_t replicas = 0;
  // From the question to the answer.
  absl::Duration time;
};

// The answer of a job, for which `time` was needed. Requires: a perft that
// SUCCEEDED.
PerftAnswer AnswerOf(const v1::Job& job, absl::Duration time);

// Without divide, two lines: "perft(7) = 3195901860", then seconds and leaves a
// second, or which job the answer is known from. With divide, what Stockfish
// prints: "a2a3: 8457" for each move, here in alphabetical order, an empty
// line, "Nodes searched: 197281". With statistics, an empty line and a line for
// each of them follow.
std::string PerftText(const PerftAnswer& answer);

// One line: the time and, where there was any, the leaves a second; `nodes` is
// decimal.
std::string SpeedText(const std::string& nodes, absl::Duration time);

// One object on one line: fen, depth (number), nodes (decimal string), seconds
// (number) and, where they were asked for, divide (an object of decimal strings
// by move, in alphabetical order) and statistics (likewise, by name); where the
// answer was known, answered_by (string) and replicas (number).
std::string PerftJson(const PerftAnswer& answer);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_PERFT_OUTPUT_H_
