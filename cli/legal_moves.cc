#include "cli/legal_moves.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "cli/json_line.h"
#include "cli/text_table.h"
#include "core/board/material.h"
#include "core/board/move_generator.h"
#include "core/notation/san.h"
#include "core/notation/uci.h"

namespace rookery::cli {
namespace {

bool IsCapture(const Position& position, Move move) {
  return move.kind() == MoveKind::kEnPassant ||
         (move.kind() != MoveKind::kCastling &&
          position.piece_on(move.to()) != kNoPiece);
}

bool IsWanted(const Position& position, Move move, const MoveFilter& filter) {
  return (filter.square == kNoSquare || move.from() == filter.square) &&
         (!filter.captures || IsCapture(position, move));
}

ManMoves& MovesOf(PieceType piece, Square square, LegalMoves* moves) {
  const auto man =
      std::find_if(moves->men.begin(), moves->men.end(),
                   [square](const ManMoves& m) { return m.square == square; });
  if (man != moves->men.end()) return *man;
  return moves->men.emplace_back(ManMoves{.piece = piece, .square = square});
}

std::string State(const Position& position) {
  const std::string side(ColorName(position.side_to_move()));
  if (CountLegalMoves(position) > 0)
    return absl::StrCat(side, " to move",
                        position.InCheck() ? ", in check" : "");
  return absl::StrCat(side,
                      position.InCheck() ? " is checkmated" : " is stalemated");
}

}  // namespace

LegalMoves FindLegalMoves(const Position& position, const MoveFilter& filter) {
  LegalMoves found{.position = position};
  MoveList moves;
  GenerateLegalMoves(position, moves);
  for (const Move move : moves) {
    if (!IsWanted(position, move, filter)) continue;
    ++found.count;
    const Square from = move.from();
    MovesOf(TypeOf(position.piece_on(from)), from, &found)
        .moves.push_back({.san = ToSan(position, move),
                          .uci = ToUci(position, move),
                          .capture = IsCapture(position, move)});
  }
  std::sort(found.men.begin(), found.men.end(),
            [](const ManMoves& left, const ManMoves& right) {
              return std::pair(left.piece, left.square) <
                     std::pair(right.piece, right.square);
            });
  return found;
}

std::string LegalMovesText(const LegalMoves& moves) {
  const Position& position = moves.position;
  std::string text = absl::StrCat(State(position), "; ", moves.count,
                                  moves.count == 1 ? " move" : " moves", "\n");
  if (!moves.men.empty()) {
    std::vector<std::vector<std::string>> rows = {{"PIECE", "MOVES"}};
    for (const ManMoves& man : moves.men) {
      std::string list;
      for (const SpelledMove& move : man.moves) {
        absl::StrAppend(&list, list.empty() ? "" : ", ", move.san, " (",
                        move.uci, ")");
      }
      rows.push_back({absl::StrCat(std::string(PieceTypeName(man.piece)), " ",
                                   SquareName(man.square)),
                      list});
    }
    absl::StrAppend(&text, FormatTable(rows));
  }
  absl::StrAppend(&text, "material: white ", Material(position, kWhite),
                  ", black ", Material(position, kBlack), "\n");
  return text;
}

std::string LegalMovesJson(const LegalMoves& moves) {
  const Position& position = moves.position;
  nlohmann::ordered_json json;
  json["fen"] = position.ToFen();
  json["in_check"] = position.InCheck();
  json["count"] = moves.count;
  json["pieces"] = nlohmann::ordered_json::array();
  for (const ManMoves& man : moves.men) {
    nlohmann::ordered_json piece;
    piece["piece"] = PieceTypeName(man.piece);
    piece["square"] = SquareName(man.square);
    piece["moves"] = nlohmann::ordered_json::array();
    for (const SpelledMove& move : man.moves) {
      piece["moves"].push_back(
          {{"san", move.san}, {"uci", move.uci}, {"capture", move.capture}});
    }
    json["pieces"].push_back(std::move(piece));
  }
  json["material"] = {{"white", Material(position, kWhite)},
                      {"black", Material(position, kBlack)}};
  return JsonLine(json);
}

}  // namespace rookery::cli
