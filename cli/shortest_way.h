// The fewest moves of a man to a square, as `rookery moves --path` prints them.
#ifndef ROOKERY_CLI_SHORTEST_WAY_H_
#define ROOKERY_CLI_SHORTEST_WAY_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/move_generator.h"
#include "core/board/position.h"

namespace rookery::cli {

struct ShortestWay {
  Square from = kNoSquare;
  Square to = kNoSquare;
  // As FindShortestPath has it; nothing where there is no way.
  std::optional<std::vector<CoordinateMove>> moves;
};

// INVALID_ARGUMENT where one of them is no square, or nobody stands on `from`.
absl::StatusOr<ShortestWay> FindShortestWay(const Position& position,
                                            const std::string& from,
                                            const std::string& to);

// For people, and as one JSON object; docs/cli.md describes both.
std::string ShortestWayText(const Position& position, const ShortestWay& way);
std::string ShortestWayJson(const Position& position, const ShortestWay& way);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_SHORTEST_WAY_H_
