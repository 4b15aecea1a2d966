#include "core/board/piece_path.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <tuple>

#include "core/board/attacks.h"

namespace rookery {
namespace {

// Breadth first: a queue that keeps what it has visited, for the way back.
class PathSearch {
 public:
  PathSearch(const Position& position, Square from)
      : position_(position),
        color_(ColorOf(position.piece_on(from))),
        others_(position.pieces() & ~SquareSet(from)) {
    Visit({.man = TypeOf(position.piece_on(from)), .square = from});
  }

  std::optional<std::vector<CoordinateMove>> To(Square target) {
    for (size_t next = 0; next < nodes_.size(); ++next) {
      if (nodes_[next].square == target) return WayTo(next);
      Expand(next);
    }
    return std::nullopt;
  }

 private:
  struct Node {
    PieceType man = kNoPieceType;
    Square square = kNoSquare;
    // What it took as king, since that attacks no more, or as pawn, since lines
    // are open when it promotes. What others take makes no difference: who
    // comes back to a line that his capture opened could have gone along it
    // straight from there.
    Bitboard taken = 0;
    size_t previous = 0;  // an index of nodes_; the first is its own
    PieceType promotion = kNoPieceType;
  };

  void Visit(const Node& node) {
    if (visited_.emplace(node.man, node.square, node.taken).second)
      nodes_.push_back(node);
  }

  void Expand(size_t index) {
    const Node node = nodes_[index];
    const Bitboard standing = others_ & ~node.taken;
    const Bitboard enemies = standing & position_.pieces(Opponent(color_));
    const Bitboard forbidden =
        (standing & ~enemies) | position_.pieces(Opponent(color_), kKing);
    for (Bitboard targets = Targets(node, standing, enemies) & ~forbidden;
         targets != 0;) {
      const Square to = PopFirst(targets);
      if (node.man == kKing && IsAttacked(to, standing & ~SquareSet(to)))
        continue;
      Node step{.man = node.man,
                .square = to,
                .taken = node.taken,
                .previous = index};
      if (node.man == kKing || node.man == kPawn)
        step.taken |= SquareSet(to) & enemies;
      if (node.man == kPawn && RelativeRank(color_, to) == 7) {
        for (const PieceType promotion : {kQueen, kRook, kBishop, kKnight}) {
          step.man = step.promotion = promotion;
          Visit(step);
        }
      } else {
        Visit(step);
      }
    }
  }

  Bitboard Targets(const Node& node, Bitboard standing,
                   Bitboard enemies) const {
    if (node.man != kPawn) return PieceAttacks(node.man, node.square, standing);
    const auto ahead = [&](Bitboard squares) {
      return (color_ == kWhite ? North(squares) : South(squares)) & ~standing;
    };
    Bitboard pushes = ahead(SquareSet(node.square));
    if (RelativeRank(color_, node.square) == 1) pushes |= ahead(pushes);
    return pushes | (PawnAttacks(color_, node.square) & enemies);
  }

  bool IsAttacked(Square square, Bitboard standing) const {
    return (position_.AttackersTo(square, standing) & standing &
            position_.pieces(Opponent(color_))) != 0;
  }

  std::vector<CoordinateMove> WayTo(size_t index) const {
    std::vector<CoordinateMove> way;
    for (; index != 0; index = nodes_[index].previous) {
      const Node& node = nodes_[index];
      way.push_back({.from = nodes_[node.previous].square,
                     .to = node.square,
                     .promotion = node.promotion});
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

  const Position& position_;
  const Color color_;
  const Bitboard others_;
  std::vector<Node> nodes_;
  std::set<std::tuple<PieceType, Square, Bitboard>> visited_;
};

}  // namespace

std::optional<std::vector<CoordinateMove>> FindShortestPath(
    const Position& position, Square from, Square to) {
  return PathSearch(position, from).To(to);
}

}  // namespace rookery
