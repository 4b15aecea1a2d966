#include "core/verify/reasons.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/board/attacks.h"
#include "core/board/castling.h"
#include "core/board/explain.h"
#include "core/notation/uci.h"

namespace rookery {
namespace {

constexpr std::array kReasons = {
    KnownReason{"block-of-check-missing",
                "in check by a slider, any man may step between: generate "
                "these moves from the squares between checker and king"},
    KnownReason{"breaks-movement-rule",
                "look at the table or the loop that generates this man's "
                "moves"},
    KnownReason{"capture-made-wrongly",
                "the captured man must leave the board and every piece list, "
                "and come back when the capture is taken back"},
    KnownReason{"capture-missing",
                "look at how captures of this man are generated"},
    KnownReason{"capture-of-checker-missing",
                "in check by one man, any man may capture it"},
    KnownReason{"captures-own-man",
                "mask the targets with the men of the side to move"},
    KnownReason{"castling-blocked",
                "every square between king and rook, and every square that "
                "either crosses or lands on, must be empty, b1 and b8 too"},
    KnownReason{"castling-into-check",
                "the square on which the king lands must not be attacked"},
    KnownReason{
        "castling-made-wrongly",
        "castling moves the rook too, and taking it back brings both home"},
    KnownReason{"castling-missing",
                "look at the castling rights and at the conditions of "
                "castling"},
    KnownReason{"castling-missing-blocked-by-itself",
                "in Chess960 king and rook may stand in each other's way: they "
                "are no obstacles to their own castling"},
    KnownReason{
        "castling-missing-inner-rook",
        "in Chess960 the rook that may castle need not be the outermost "
        "one: the FEN names its file"},
    KnownReason{"castling-missing-king-stays",
                "in Chess960 the king may stand on the square where he lands: "
                "castling then moves the rook alone"},
    KnownReason{"castling-missing-rook-attacked",
                "only the squares that the king stands on, crosses or lands on "
                "must be free of attack; the rook's do not matter"},
    KnownReason{"castling-out-of-check", "a king in check must not castle"},
    KnownReason{"castling-right-kept-after-king-moved",
                "any move of the king ends both of his rights"},
    KnownReason{"castling-right-kept-after-rook-captured",
                "a capture on a rook's home square ends that rook's right, "
                "whatever captures, a promoting pawn too"},
    KnownReason{"castling-right-kept-after-rook-moved",
                "a move of the rook ends its right, also if it comes back"},
    KnownReason{"castling-through-check",
                "no square that the king crosses may be attacked"},
    KnownReason{"castling-uncovers-attack",
                "in Chess960 the rook may shield the king from an attack along "
                "the rank: look with the rook gone from its square"},
    KnownReason{"castling-without-right",
                "castling needs the right, not just king and rook in place: "
                "look at how rights are read from the FEN"},
    KnownReason{"check-not-answered",
                "in check by one man, a move must capture it, step between, or "
                "be the king's"},
    KnownReason{"double-check-not-answered-by-king",
                "against two checkers only the king can move"},
    KnownReason{"double-push-from-wrong-rank",
                "a double push starts from the pawn's first rank only"},
    KnownReason{"double-push-made-wrongly",
                "look at what a double push changes beside the pawn: the en "
                "passant square"},
    KnownReason{"double-push-missing",
                "look at the double push: first rank of the pawns, both "
                "squares empty"},
    KnownReason{"double-push-over-man",
                "both squares of a double push must be empty"},
    KnownReason{"en-passant-after-single-push",
                "the en passant square is set by a double push only"},
    KnownReason{"en-passant-capture-of-checker-missing",
                "a pawn that gives check may be captured en passant: the "
                "square moved to is not the checker's"},
    KnownReason{"en-passant-exposes-king",
                "with both pawns gone from their squares, look again for "
                "attacks on the king"},
    KnownReason{"en-passant-exposes-king-on-diagonal",
                "the captured pawn may be what shields the king: with it gone, "
                "look again along the diagonals"},
    KnownReason{"en-passant-exposes-king-on-rank",
                "two pawns leave one rank at once, so neither is pinned by "
                "itself: with both gone, look again along the rank"},
    KnownReason{
        "en-passant-made-wrongly",
        "the captured pawn stands beside the capturing one, not on the square "
        "that it moves to: take it off there, and put it back there"},
    KnownReason{"en-passant-missing",
                "look at where the en passant square is set after a double "
                "push, and at the pawns on both sides of it"},
    KnownReason{"en-passant-too-late",
                "the en passant square must be cleared by every move, the null "
                "move included"},
    KnownReason{"jumps-over-man",
                "a slider stops at the first man on its line"},
    KnownReason{"king-into-check",
                "the king must not move to an attacked square"},
    KnownReason{"king-move-missing",
                "look at the king's moves and at what counts as attacked"},
    KnownReason{"king-next-to-king",
                "the other king attacks the squares around him too"},
    KnownReason{"king-stays-on-line-of-check",
                "the king does not shield the squares behind him: look for "
                "attacks with the king gone from the board"},
    KnownReason{"king-steps-too-far",
                "the king moves one square; castling takes him to the g-file "
                "or the c-file"},
    KnownReason{"move-along-pin-missing",
                "a pinned man may move along the line of its pin, and capture "
                "the pinner"},
    KnownReason{"move-from-empty-square",
                "a bitboard or piece list is out of step with the board"},
    KnownReason{"move-made-wrongly",
                "look at making and taking back this move: board, piece lists, "
                "rights, en passant square, side to move"},
    KnownReason{"move-missing",
                "look at the table or the loop that generates this man's "
                "moves"},
    KnownReason{"move-not-readable",
                "print moves in UCI notation: e2e4, e7e8q, e1g1"},
    KnownReason{"move-twice", "the move is generated twice"},
    KnownReason{"moves-opponents-man",
                "look at the side to move, and at how it changes"},
    KnownReason{"pawn-captures-nothing",
                "a pawn moves diagonally only to capture"},
    KnownReason{"pawn-does-not-promote",
                "a pawn that reaches the last rank must promote"},
    KnownReason{"pawn-push-blocked", "a pawn does not capture straight ahead"},
    KnownReason{"pinned-man-moved",
                "a pinned man must stay on the line between its king and the "
                "pinner"},
    KnownReason{"promotion-away-from-last-rank",
                "only a pawn promotes, and only on the last rank"},
    KnownReason{"promotion-by-capture-missing",
                "a pawn that captures on the last rank promotes too"},
    KnownReason{"promotion-made-wrongly",
                "the pawn leaves the board and the promoted man comes on it; "
                "taking back is the reverse"},
    KnownReason{"promotion-missing",
                "look at the pawn's moves to the last rank"},
    KnownReason{"promotion-to-king-or-pawn",
                "a pawn promotes to queen, rook, bishop or knight"},
    KnownReason{"slider-stops-short",
                "the line goes on to the edge of the board or the first man, "
                "whom it captures if he is the other side's"},
    KnownReason{"underpromotion-missing",
                "a pawn promotes to rook, bishop and knight too, also when it "
                "captures"},
    KnownReason{"wraps-around-edge",
                "a step past the a-file or the h-file lands on the other side "
                "of the board: mask the files before the shift"},
};

std::string_view AdviceOf(std::string_view id) {
  const auto known =
      std::find_if(kReasons.begin(), kReasons.end(),
                   [id](const KnownReason& reason) { return reason.id == id; });
  assert(known != kReasons.end());
  return known->advice;
}

Reason Make(std::string_view id, std::string words) {
  return {.id = id, .words = std::move(words), .advice = AdviceOf(id)};
}

int FileSteps(Square from, Square to) {
  return std::abs(FileOf(to) - FileOf(from));
}

// Whether a man that knows no edge would get there: the squares' numbers are a
// step of its kind apart, or several for a slider, but the files are not.
bool WrapsAroundEdge(PieceType type, Color mover, Square from, Square to) {
  const int distance = to - from;
  const auto steps = [&](std::initializer_list<int> lengths, int most) {
    return std::any_of(lengths.begin(), lengths.end(), [&](int length) {
      return distance % length == 0 && std::abs(distance / length) <= most;
    });
  };
  const int up = mover == kWhite ? 1 : -1;
  switch (type) {
    case kPawn:
      return (distance == 7 * up || distance == 9 * up) &&
             FileSteps(from, to) > 1;
    case kKnight:
      return steps({6, 10, 15, 17}, 1) && FileSteps(from, to) > 2;
    case kBishop:
      return steps({7, 9}, 7);
    case kRook:
      return steps({1}, 7);
    case kQueen:
      return steps({1, 7, 9}, 7);
    case kKing:
      return steps({1, 7, 9}, 1) && FileSteps(from, to) > 1;
    case kNoPieceType:
      break;
  }
  return false;
}

// The rooks of one wing that may castle, in some position of the way.
Bitboard RightsOnWing(const Position& position, Color color, bool kingside) {
  Bitboard rooks = 0;
  for (Bitboard rest = position.castling_rooks(color); rest != 0;) {
    const Square rook = PopFirst(rest);
    if (IsKingside(position.king_square(color), rook) == kingside)
      rooks |= SquareSet(rook);
  }
  return rooks;
}

// Castling on a wing where the right is gone, or never was.
Reason CastlingWithoutRight(std::span<const Position> positions,
                            std::span<const Move> moves, bool kingside,
                            std::string words) {
  const Color mover = positions.back().side_to_move();
  // Still there: the castling is with another rook, and no move ended its
  // right.
  if (RightsOnWing(positions.back(), mover, kingside) != 0)
    return Make("castling-without-right", std::move(words));
  for (size_t i = moves.size(); i-- > 0;) {
    const Bitboard right = RightsOnWing(positions[i], mover, kingside);
    if (right == 0) continue;
    const Position& before = positions[i];
    const Move move = moves[i];
    const std::string spelled = ToUci(before, move);
    const std::string rook = SquareName(FirstSquare(right));
    if (before.side_to_move() != mover) {
      return Make("castling-right-kept-after-rook-captured",
                  absl::StrCat(words, " since ", spelled,
                               " captured the rook on ", rook));
    }
    if (Contains(right, move.from())) {
      return Make("castling-right-kept-after-rook-moved",
                  absl::StrCat(words, " since the rook on ", rook,
                               " moved with ", spelled));
    }
    return Make("castling-right-kept-after-king-moved",
                absl::StrCat(words, " since the king moved with ", spelled));
  }
  return Make("castling-without-right", std::move(words));
}

Reason EnPassantExposes(const Position& position, CoordinateMove move,
                        std::string words) {
  const Square king = position.king_square(position.side_to_move());
  const auto captured = static_cast<Square>(move.to ^ 8);
  // Checkers that neither the capture takes away nor the move shuts out.
  Bitboard checkers = position.checkers() & ~SquareSet(captured);
  for (Bitboard rest = checkers; rest != 0;) {
    const Square checker = PopFirst(rest);
    if (Contains(Between(king, checker), move.to))
      checkers &= ~SquareSet(checker);
  }
  if (checkers != 0) return Make("check-not-answered", std::move(words));
  // From here on a line is opened: which one shows who stood on it.
  const Bitboard line = LineThrough(king, captured);
  if (RankOf(king) == RankOf(captured))
    return Make("en-passant-exposes-king-on-rank", std::move(words));
  if (line != 0 && FileOf(king) != FileOf(captured) &&
      !Contains(position.PinnedMen(), move.from))
    return Make("en-passant-exposes-king-on-diagonal", std::move(words));
  return Make("en-passant-exposes-king", std::move(words));
}

Reason KingIntoCheck(const Position& position, CoordinateMove move,
                     std::string words) {
  const Color opponent = Opponent(position.side_to_move());
  const Square king = move.from;
  const Bitboard attackers =
      position.AttackersTo(move.to, position.pieces() & ~SquareSet(king)) &
      position.pieces(opponent) & ~SquareSet(move.to);
  if (attackers == position.pieces(opponent, kKing))
    return Make("king-next-to-king", std::move(words));
  // Attacked only because the king steps out of the way.
  const Bitboard seen = position.AttackersTo(move.to, position.pieces()) &
                        position.pieces(opponent) & ~SquareSet(move.to);
  if (seen == 0) return Make("king-stays-on-line-of-check", std::move(words));
  return Make("king-into-check", std::move(words));
}

bool IsSlider(PieceType type) {
  return type == kBishop || type == kRook || type == kQueen;
}

// Whether castling is legal although the rook, or a square that only it
// crosses, is attacked.
bool RookIsAttacked(const Position& position, Move castling) {
  const Square king = castling.from();
  const Square rook = castling.to();
  const Square king_target = CastlingKingTarget(king, rook);
  Bitboard rook_path = Between(king, rook) | SquareSet(rook);
  rook_path &= ~(Between(king, king_target) | SquareSet(king_target));
  while (rook_path != 0) {
    if ((position.AttackersTo(PopFirst(rook_path), position.pieces()) &
         position.pieces(Opponent(position.side_to_move()))) != 0)
      return true;
  }
  return false;
}

// What may have made a program refuse a castling that is legal.
std::string_view WhyCastlingIsMissing(const Position& position, Move castling) {
  const Square king = castling.from();
  const Square rook = castling.to();
  const Square king_target = CastlingKingTarget(king, rook);
  const Square rook_target = CastlingRookTarget(king, rook);
  const Bitboard beyond =
      IsKingside(king, rook) ? ~Bitboard{0} << rook << 1 : SquareSet(rook) - 1;
  if ((position.pieces(position.side_to_move(), kRook) & RankSet(RankOf(rook)) &
       beyond) != 0)
    return "castling-missing-inner-rook";
  if (king == king_target) return "castling-missing-king-stays";
  if (Contains(Between(king, king_target) | SquareSet(king_target), rook) ||
      Contains(Between(rook, rook_target) | SquareSet(rook_target), king))
    return "castling-missing-blocked-by-itself";
  return RookIsAttacked(position, castling) ? "castling-missing-rook-attacked"
                                            : "castling-missing";
}

class MissingMove {
 public:
  MissingMove(const Position& position, Move move,
              std::span<const Move> missing)
      : position_(position), move_(move), missing_(missing) {}

  Reason Explain() const {
    switch (move_.kind()) {
      case MoveKind::kCastling:
        return Make(WhyCastlingIsMissing(position_, move_),
                    absl::StrCat("castling with the rook on ",
                                 SquareName(move_.to()), " is legal"));
      case MoveKind::kEnPassant:
        return EnPassant();
      case MoveKind::kPromotion:
        return Promotion();
      case MoveKind::kNormal:
      case MoveKind::kDoublePush:
        break;
    }
    if (position_.InCheck()) return Evasion();
    if (Contains(position_.PinnedMen(), move_.from())) {
      return Make("move-along-pin-missing",
                  absl::StrCat(Man(), " is pinned, but ", Target(),
                               " is on the line of the pin"));
    }
    return FreeMove();
  }

 private:
  std::string Man() const {
    return absl::StrCat(
        "the ",
        std::string(PieceTypeName(TypeOf(position_.piece_on(move_.from())))),
        " on ", SquareName(move_.from()));
  }
  std::string Target() const { return SquareName(move_.to()); }
  bool Captures() const { return position_.piece_on(move_.to()) != kNoPiece; }

  // Whether the program has some promotion of this pawn on this square.
  bool PromotesAtAll() const {
    return std::count_if(missing_.begin(), missing_.end(), [this](Move other) {
             return other.kind() == MoveKind::kPromotion &&
                    other.from() == move_.from() && other.to() == move_.to();
           }) < 4;
  }

  Reason Promotion() const {
    if (PromotesAtAll()) {
      return Make(
          "underpromotion-missing",
          absl::StrCat(Man(), " may promote to a ",
                       std::string(PieceTypeName(move_.promotion())), " too"));
    }
    return Make(
        Captures() ? "promotion-by-capture-missing" : "promotion-missing",
        absl::StrCat(Man(), Captures() ? " may capture on " : " may move to ",
                     Target(), " and promote"));
  }

  Reason EnPassant() const {
    const auto captured = static_cast<Square>(move_.to() ^ 8);
    const std::string words = absl::StrCat(Man(), " may capture the pawn on ",
                                           SquareName(captured), " en passant");
    if (Contains(position_.checkers(), captured)) {
      return Make("en-passant-capture-of-checker-missing",
                  absl::StrCat(words, ", which gives check"));
    }
    return Make("en-passant-missing", words);
  }

  Reason Evasion() const {
    if (TypeOf(position_.piece_on(move_.from())) == kKing) {
      return Make("king-move-missing",
                  absl::StrCat(Man(), " may leave the check to ", Target()));
    }
    const std::string checker = SquareName(FirstSquare(position_.checkers()));
    if (Contains(position_.checkers(), move_.to())) {
      return Make("capture-of-checker-missing",
                  absl::StrCat(Man(), " may capture the man on ", checker,
                               " that gives check"));
    }
    return Make("block-of-check-missing",
                absl::StrCat(Man(), " may step to ", Target(),
                             " between the king and the man on ", checker,
                             " that gives check"));
  }

  Reason FreeMove() const {
    const PieceType type = TypeOf(position_.piece_on(move_.from()));
    const std::string words = absl::StrCat(
        Man(), Captures() ? " may capture on " : " may move to ", Target());
    if (move_.kind() == MoveKind::kDoublePush)
      return Make("double-push-missing", words);
    if (type == kKing) return Make("king-move-missing", words);
    if (IsSlider(type) && HasANearerMove())
      return Make("slider-stops-short", words);
    return Make(Captures() ? "capture-missing" : "move-missing", words);
  }

  // Whether the program has a move of this slider to a square on the way.
  bool HasANearerMove() const {
    for (Bitboard way = Between(move_.from(), move_.to()); way != 0;) {
      const Move nearer = Move::Normal(move_.from(), PopFirst(way));
      if (std::find(missing_.begin(), missing_.end(), nearer) == missing_.end())
        return true;
    }
    return false;
  }

  const Position& position_;
  const Move move_;
  const std::span<const Move> missing_;
};

}  // namespace

std::span<const KnownReason> KnownReasons() { return kReasons; }

Reason WhyExtra(std::span<const Position> positions,
                std::span<const Move> moves, std::string_view text) {
  assert(positions.size() == moves.size() + 1);
  const Position& position = positions.back();
  const std::optional<CoordinateMove> move = ParseUciCoordinates(
      absl::AsciiStrToLower(absl::string_view(text.data(), text.size())));
  if (!move)
    return Make("move-not-readable", "it is not written as a move like e2e4");
  Illegality why = WhyIllegal(position, *move);
  const bool kingside = move->to > move->from;
  const Color mover = position.side_to_move();
  switch (why.reason) {
    case IllegalReason::kNone:
      return Make("move-twice", "the move is there twice");
    case IllegalReason::kUnreadable:
      return Make("move-not-readable", std::move(why.words));
    case IllegalReason::kNoMan:
      return Make("move-from-empty-square", std::move(why.words));
    case IllegalReason::kOpponentsMan:
      return Make("moves-opponents-man", std::move(why.words));
    case IllegalReason::kStays:
      return Make("breaks-movement-rule", std::move(why.words));
    case IllegalReason::kMovementRule: {
      const PieceType type = TypeOf(position.piece_on(move->from));
      return Make(WrapsAroundEdge(type, mover, move->from, move->to)
                      ? "wraps-around-edge"
                      : "breaks-movement-rule",
                  std::move(why.words));
    }
    case IllegalReason::kJumpsOverMan:
      return Make("jumps-over-man", std::move(why.words));
    case IllegalReason::kOwnManOnTarget:
      return Make("captures-own-man", std::move(why.words));
    case IllegalReason::kPawnBlocked:
      return Make((Between(move->from, move->to) & position.pieces()) != 0
                      ? "double-push-over-man"
                      : "pawn-push-blocked",
                  std::move(why.words));
    case IllegalReason::kDoublePushFromWrongRank:
      return Make("double-push-from-wrong-rank", std::move(why.words));
    case IllegalReason::kNothingToCapture:
      return Make("pawn-captures-nothing", std::move(why.words));
    case IllegalReason::kEnPassantTooLate:
      // The captured pawn has just come there, but not in one leap.
      return Make(!moves.empty() && moves.back().to() == (move->to ^ 8)
                      ? "en-passant-after-single-push"
                      : "en-passant-too-late",
                  std::move(why.words));
    case IllegalReason::kEnPassantExposesKing:
      return EnPassantExposes(position, *move, std::move(why.words));
    case IllegalReason::kKingIntoCheck:
      return KingIntoCheck(position, *move, std::move(why.words));
    case IllegalReason::kDoubleCheck:
      return Make("double-check-not-answered-by-king", std::move(why.words));
    case IllegalReason::kPinned:
      return Make("pinned-man-moved", std::move(why.words));
    case IllegalReason::kCheckNotAnswered:
      return Make("check-not-answered", std::move(why.words));
    case IllegalReason::kPromotionMissing:
      return Make("pawn-does-not-promote", std::move(why.words));
    case IllegalReason::kPromotionPiece:
      return Make("promotion-to-king-or-pawn", std::move(why.words));
    case IllegalReason::kPromotesElsewhere:
      return Make("promotion-away-from-last-rank", std::move(why.words));
    case IllegalReason::kCastlingWithoutRook:
    case IllegalReason::kCastlingRightLost:
      return CastlingWithoutRight(positions, moves, kingside,
                                  std::move(why.words));
    case IllegalReason::kKingStepsTooFar:
      return Make("king-steps-too-far", std::move(why.words));
    case IllegalReason::kCastlingOutOfCheck:
      return Make("castling-out-of-check", std::move(why.words));
    case IllegalReason::kCastlingBlocked:
      return Make("castling-blocked", std::move(why.words));
    case IllegalReason::kCastlingThroughCheck:
      return Make("castling-through-check", std::move(why.words));
    case IllegalReason::kCastlingIntoCheck:
      return Make("castling-into-check", std::move(why.words));
    case IllegalReason::kCastlingUncoversAttack:
      return Make("castling-uncovers-attack", std::move(why.words));
    case IllegalReason::kSpelling:
      return Make("move-not-readable", std::move(why.words));
  }
  return Make("breaks-movement-rule", std::move(why.words));
}

Reason WhyMadeWrongly(const Position& position, Move move) {
  const std::string words =
      absl::StrCat("the position alone is right, but after ",
                   ToUci(position, move), " it is not");
  switch (move.kind()) {
    case MoveKind::kCastling:
      return Make("castling-made-wrongly", words);
    case MoveKind::kEnPassant:
      return Make("en-passant-made-wrongly", words);
    case MoveKind::kPromotion:
      return Make("promotion-made-wrongly", words);
    case MoveKind::kDoublePush:
      return Make("double-push-made-wrongly", words);
    case MoveKind::kNormal:
      break;
  }
  return Make(position.piece_on(move.to()) == kNoPiece ? "move-made-wrongly"
                                                       : "capture-made-wrongly",
              words);
}

bool ExplainsHistory(std::string_view id) {
  return id.starts_with("castling-right-kept-") ||
         (id.starts_with("en-passant-") && id != "en-passant-made-wrongly");
}

Reason WhyMissing(const Position& position, Move move,
                  std::span<const Move> missing) {
  return MissingMove(position, move, missing).Explain();
}

}  // namespace rookery
