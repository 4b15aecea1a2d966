#include "tests/unit/core/perft/nasty_positions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/status/statusor.h"
#include "tests/support/random_positions.h"

namespace rookery {
namespace {

constexpr PieceType kAllButKing[] = {kPawn, kKnight, kBishop, kRook, kQueen};

// The first four directions are those of a rook.
constexpr int kDirections = 8;
constexpr std::pair<int, int> kSteps[kDirections] = {
    {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

// The man that gives check along a direction and is no queen.
PieceType SliderOf(int direction) { return direction < 4 ? kRook : kBishop; }

// The squares from next to `square` to the edge of the board.
std::vector<Square> LineFrom(Square square, int direction) {
  std::vector<Square> line;
  int file = FileOf(square);
  int rank = RankOf(square);
  while (true) {
    file += kSteps[direction].first;
    rank += kSteps[direction].second;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return line;
    line.push_back(MakeSquare(file, rank));
  }
}

std::vector<Square> KnightSteps(Square square) {
  std::vector<Square> squares;
  for (int other = 0; other < kSquareCount; ++other) {
    const auto to = static_cast<Square>(other);
    const int files = std::abs(FileOf(square) - FileOf(to));
    const int ranks = std::abs(RankOf(square) - RankOf(to));
    if (files * ranks == 2) squares.push_back(to);
  }
  return squares;
}

bool IsEdgeRank(Square square) {
  return RankOf(square) == 0 || RankOf(square) == 7;
}

// The board as seen from the other side, with colors exchanged.
PositionSetup TurnedRound(const PositionSetup& setup) {
  PositionSetup turned = setup;
  for (int square = 0; square < kSquareCount; ++square) {
    const Piece piece = setup.board[FlipRank(static_cast<Square>(square))];
    turned.board[square] =
        piece == kNoPiece ? kNoPiece
                          : MakePiece(Opponent(ColorOf(piece)), TypeOf(piece));
  }
  turned.side_to_move = Opponent(setup.side_to_move);
  turned.castling_rooks = __builtin_bswap64(setup.castling_rooks);
  if (setup.en_passant_square != kNoSquare)
    turned.en_passant_square = FlipRank(setup.en_passant_square);
  return turned;
}

// Takes what was put together and keeps what is possible.
class Collector {
 public:
  explicit Collector(int stride) : stride_(stride) {}

  // Requires: both kings are there.
  void Add(const PositionSetup& setup) {
    if (!IsNext()) return;
    Keep(setup);
  }

  // With the missing king on a square where it makes the position possible,
  // each time looked for from another square on.
  void AddWithKing(PositionSetup setup, Color color) {
    if (!IsNext()) return;
    for (int tried = 0; tried < kSquareCount; ++tried) {
      // 19 squares on: not a neighbor, and all are met.
      king_ = (king_ + 19) % kSquareCount;
      if (setup.board[king_] != kNoPiece) continue;
      setup.board[king_] = MakePiece(color, kKing);
      if (Keep(setup)) return;
      setup.board[king_] = kNoPiece;
    }
  }

  std::vector<Position> Take() { return std::move(positions_); }

 private:
  bool IsNext() { return seen_++ % stride_ == 0; }

  bool Keep(const PositionSetup& setup) {
    const absl::StatusOr<Position> position = Position::FromSetup(
        positions_.size() % 2 == 0 ? setup : TurnedRound(setup));
    if (!position.ok()) return false;
    positions_.push_back(*position);
    return true;
  }

  const int stride_;
  int seen_ = 0;
  int king_ = 0;
  std::vector<Position> positions_;
};

// Calls visit(setup) with the pawns of a double push by Black on each file and
// the white pawns that may take it: on one side, on the other, on both.
// `pushed` tells whether the push was made, so that White may take.
template <typename Visit>
void ForEachDoublePush(bool pushed, Visit visit) {
  for (int file = 0; file < 8; ++file) {
    for (const bool west : {false, true}) {
      for (const bool east : {false, true}) {
        if ((!west && !east) || (west && file == 0) || (east && file == 7))
          continue;
        PositionSetup setup;
        setup.side_to_move = pushed ? kWhite : kBlack;
        setup.board[MakeSquare(file, pushed ? 4 : 6)] = kBlackPawn;
        if (west) setup.board[MakeSquare(file - 1, 4)] = kWhitePawn;
        if (east) setup.board[MakeSquare(file + 1, 4)] = kWhitePawn;
        if (pushed) setup.en_passant_square = MakeSquare(file, 5);
        visit(setup);
      }
    }
  }
}

// Double pushes with the white king everywhere, and on each line to him, and a
// knight's step away, an enemy.
std::vector<Position> AroundDoublePushes(bool pushed, int stride) {
  Collector collector(stride);
  int count = 0;
  ForEachDoublePush(pushed, [&](const PositionSetup& pawns) {
    for (int square = 0; square < kSquareCount; ++square) {
      if (pawns.board[square] != kNoPiece) continue;
      PositionSetup setup = pawns;
      setup.board[square] = kWhiteKing;
      collector.AddWithKing(setup, kBlack);
      const auto with_enemy = [&](PieceType type, Square enemy) {
        if (setup.board[enemy] != kNoPiece) return;
        PositionSetup complete = setup;
        complete.board[enemy] = MakePiece(kBlack, type);
        collector.AddWithKing(complete, kBlack);
      };
      const auto king = static_cast<Square>(square);
      for (int direction = 0; direction < kDirections; ++direction) {
        for (const Square slider : LineFrom(king, direction))
          with_enemy(++count % 4 == 0 ? kQueen : SliderOf(direction), slider);
      }
      for (const Square knight : KnightSteps(king)) with_enemy(kKnight, knight);
    }
  });
  return collector.Take();
}

}  // namespace

std::vector<Position> ShieldedKings(int stride) {
  Collector collector(stride);
  for (int square = 0; square < kSquareCount; ++square) {
    for (int direction = 0; direction < kDirections; ++direction) {
      const std::vector<Square> line =
          LineFrom(static_cast<Square>(square), direction);
      for (size_t slider = 1; slider < line.size(); ++slider) {
        for (size_t shield = 0; shield < slider; ++shield) {
          for (const PieceType slider_type : {SliderOf(direction), kQueen}) {
            for (const PieceType shield_type : kAllButKing) {
              if (shield_type == kPawn && IsEdgeRank(line[shield])) continue;
              for (const Color color : {kWhite, kBlack}) {
                PositionSetup setup;
                setup.board[square] = kWhiteKing;
                setup.board[line[slider]] = MakePiece(kBlack, slider_type);
                setup.board[line[shield]] = MakePiece(color, shield_type);
                // His own man is pinned; an enemy's discovers check.
                setup.side_to_move = color;
                collector.AddWithKing(setup, kBlack);
              }
            }
          }
        }
      }
    }
  }
  return collector.Take();
}

std::vector<Position> Checks(int stride) {
  Collector collector(stride);
  int defender = 0;
  // With a white man of each kind, each time on another square.
  const auto defended = [&](const PositionSetup& setup) {
    for (const PieceType type : kAllButKing) {
      PositionSetup complete = setup;
      do {
        defender = (defender + 19) % kSquareCount;
      } while (setup.board[defender] != kNoPiece ||
               (type == kPawn && IsEdgeRank(static_cast<Square>(defender))));
      complete.board[defender] = MakePiece(kWhite, type);
      collector.AddWithKing(complete, kBlack);
    }
  };
  for (int square = 0; square < kSquareCount; ++square) {
    // Everybody who can give check, by line; knights count as a line more.
    std::vector<std::vector<std::pair<Square, PieceType>>> lines;
    const auto king = static_cast<Square>(square);
    for (int direction = 0; direction < kDirections; ++direction) {
      lines.emplace_back();
      for (const Square from : LineFrom(king, direction))
        lines.back().emplace_back(from, SliderOf(direction));
      const bool pawn = kSteps[direction].first != 0 &&
                        kSteps[direction].second == 1 && !lines.back().empty();
      if (pawn && !IsEdgeRank(lines.back().front().first))
        lines.back().emplace_back(lines.back().front().first, kPawn);
    }
    lines.emplace_back();
    for (const Square from : KnightSteps(king))
      lines.back().emplace_back(from, kKnight);

    PositionSetup lone;
    lone.board[square] = kWhiteKing;
    for (size_t first = 0; first < lines.size(); ++first) {
      for (const auto& [from, type] : lines[first]) {
        PositionSetup setup = lone;
        setup.board[from] = MakePiece(kBlack, type);
        defended(setup);
        for (size_t second = first + 1; second < lines.size(); ++second) {
          if (lines[second].empty()) continue;
          // One of the second line is enough; another one each time.
          const auto& [other, other_type] =
              lines[second]
                   [static_cast<size_t>(defender) % lines[second].size()];
          PositionSetup twice = setup;
          twice.board[other] = MakePiece(kBlack, other_type);
          defended(twice);
        }
      }
    }
  }
  return collector.Take();
}

std::vector<Position> DoublePushes(int stride) {
  return AroundDoublePushes(/*pushed=*/false, stride);
}

std::vector<Position> EnPassantCaptures(int stride) {
  return AroundDoublePushes(/*pushed=*/true, stride);
}

std::vector<Position> Castlings(int stride) {
  Collector collector(stride);
  for (int king = 1; king < 7; ++king) {
    for (int rook = 0; rook < 8; ++rook) {
      if (rook == king) continue;
      PositionSetup castling;
      castling.board[king] = kWhiteKing;
      castling.board[rook] = kWhiteRook;
      castling.castling_rooks = SquareSet(static_cast<Square>(rook));
      for (int enemy = 0; enemy < kSquareCount; ++enemy) {
        if (castling.board[enemy] != kNoPiece) continue;
        PositionSetup setup = castling;
        setup.board[enemy] = kBlackKing;
        collector.Add(setup);
        for (const PieceType type : kAllButKing) {
          if (type == kPawn && IsEdgeRank(static_cast<Square>(enemy))) continue;
          setup.board[enemy] = MakePiece(kBlack, type);
          collector.AddWithKing(setup, kBlack);
        }
      }
      // Company on the first rank, alone and beside an enemy.
      for (int own = 0; own < 8; ++own) {
        if (castling.board[own] != kNoPiece) continue;
        for (const PieceType type : {kKnight, kRook}) {
          PositionSetup setup = castling;
          setup.board[own] = MakePiece(kWhite, type);
          collector.AddWithKing(setup, kBlack);
          for (int enemy = 0; enemy < 8; ++enemy) {
            if (setup.board[enemy] != kNoPiece) continue;
            for (const PieceType enemy_type : {kRook, kQueen}) {
              PositionSetup complete = setup;
              complete.board[enemy] = MakePiece(kBlack, enemy_type);
              collector.AddWithKing(complete, kBlack);
            }
          }
        }
      }
    }
  }
  return collector.Take();
}

std::vector<Position> Promotions(int stride) {
  Collector collector(stride);
  for (int file = 0; file < 8; ++file) {
    PositionSetup pawn;
    pawn.board[MakeSquare(file, 6)] = kWhitePawn;
    for (int king = 0; king < kSquareCount; ++king) {
      if (pawn.board[king] != kNoPiece) continue;
      PositionSetup setup = pawn;
      setup.board[king] = kBlackKing;
      collector.AddWithKing(setup, kWhite);
      for (int target = std::max(file - 1, 0); target <= std::min(file + 1, 7);
           ++target) {
        const Square square = MakeSquare(target, 7);
        if (setup.board[square] != kNoPiece) continue;
        for (const PieceType type : {kKnight, kBishop, kRook, kQueen}) {
          PositionSetup complete = setup;
          complete.board[square] = MakePiece(kBlack, type);
          collector.AddWithKing(complete, kWhite);
          if (type != kRook) continue;
          complete.castling_rooks = SquareSet(square);
          if (CheckCastling(complete).ok()) {
            collector.AddWithKing(complete, kWhite);
            complete.side_to_move = kBlack;
            collector.AddWithKing(complete, kWhite);
          }
        }
      }
    }
  }
  return collector.Take();
}

std::vector<Position> LoneKings(int stride) {
  Collector collector(stride);
  for (int white = 0; white < kSquareCount; ++white) {
    for (int black = 0; black < kSquareCount; ++black) {
      if (white == black) continue;
      PositionSetup setup;
      setup.board[white] = kWhiteKing;
      setup.board[black] = kBlackKing;
      collector.Add(setup);
    }
  }
  return collector.Take();
}

std::vector<Position> Crowds(int stride) {
  // What stands beside the kings: all that fits, what a side can get by
  // promotions, and that against nothing.
  constexpr std::pair<int, int> kMen[] = {{15, 15}, {9, 9}, {9, 0}};
  Collector collector(stride);
  RandomSource random(/*seed=*/218);
  for (const PieceType type : kAllButKing) {
    for (int board = 0; board < 60; ++board) {
      PositionSetup setup;
      setup.side_to_move = static_cast<Color>(random.Below(2));
      setup.board[random.Below(kSquareCount)] = kWhiteKing;
      for (const Color color : {kWhite, kBlack}) {
        const auto [white, black] = kMen[board % 3];
        int men = color == kWhite ? white : black;
        if (type == kPawn) men = std::min(men, 8);
        while (men > 0) {
          const int square = random.Below(kSquareCount);
          if (setup.board[square] != kNoPiece ||
              (type == kPawn && IsEdgeRank(static_cast<Square>(square))))
            continue;
          setup.board[square] = MakePiece(color, type);
          --men;
        }
      }
      collector.AddWithKing(setup, kBlack);
    }
  }
  return collector.Take();
}

std::vector<NastyFamily> NastyFamilies() {
  return {{"ShieldedKings", ShieldedKings},
          {"Checks", Checks},
          {"DoublePushes", DoublePushes},
          {"EnPassantCaptures", EnPassantCaptures},
          {"Castlings", Castlings},
          {"Promotions", Promotions},
          {"LoneKings", LoneKings},
          {"Crowds", Crowds}};
}

}  // namespace rookery
