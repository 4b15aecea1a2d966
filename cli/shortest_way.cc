#include "cli/shortest_way.h"

#include <nlohmann/json.hpp>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/json_line.h"
#include "cli/square_argument.h"
#include "core/board/piece_path.h"

namespace rookery::cli {
namespace {

std::vector<std::string> Spelled(const std::vector<CoordinateMove>& moves) {
  std::vector<std::string> spelled;
  for (const CoordinateMove& move : moves) {
    spelled.push_back(SquareName(move.from) + SquareName(move.to));
    if (move.promotion != kNoPieceType)
      spelled.back() += PieceLetter(MakePiece(kBlack, move.promotion));
  }
  return spelled;
}

std::string_view ManOnFrom(const Position& position, const ShortestWay& way) {
  return PieceTypeName(TypeOf(position.piece_on(way.from)));
}

}  // namespace

absl::StatusOr<ShortestWay> FindShortestWay(const Position& position,
                                            const std::string& from,
                                            const std::string& to) {
  const absl::StatusOr<Square> start = ParseSquareArgument("--path", from);
  if (!start.ok()) return start.status();
  const absl::StatusOr<Square> target = ParseSquareArgument("--path", to);
  if (!target.ok()) return target.status();
  if (position.piece_on(*start) == kNoPiece) {
    return absl::InvalidArgumentError(
        absl::StrCat("--path begins on ", from,
                     ", where nobody stands; name the square of "
                     "the man that is to move"));
  }
  return ShortestWay{.from = *start,
                     .to = *target,
                     .moves = FindShortestPath(position, *start, *target)};
}

std::string ShortestWayText(const Position& position, const ShortestWay& way) {
  const std::string man =
      absl::StrCat("the ", std::string(ManOnFrom(position, way)), " on ",
                   SquareName(way.from));
  if (!way.moves) {
    return absl::StrCat(man, " cannot reach ", SquareName(way.to),
                        " while nobody else moves\n");
  }
  const size_t count = way.moves->size();
  return absl::StrCat(man, " needs ", count, count == 1 ? " move" : " moves",
                      " to ", SquareName(way.to), count == 0 ? "" : ": ",
                      absl::StrJoin(Spelled(*way.moves), " "), "\n");
}

std::string ShortestWayJson(const Position& position, const ShortestWay& way) {
  nlohmann::ordered_json json;
  json["fen"] = position.ToFen();
  json["piece"] = ManOnFrom(position, way);
  json["from"] = SquareName(way.from);
  json["to"] = SquareName(way.to);
  if (way.moves) {
    json["count"] = way.moves->size();
    json["moves"] = Spelled(*way.moves);
  } else {
    json["count"] = nullptr;
  }
  return JsonLine(json);
}

}  // namespace rookery::cli
