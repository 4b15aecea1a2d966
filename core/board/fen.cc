#include "core/board/fen.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

constexpr std::array<std::string_view, 6> kFieldNames = {
    "board",      "side to move",   "castling",
    "en passant", "halfmove clock", "fullmove number"};
constexpr std::string_view kCastlingHelp =
    "use K, Q, k, q, the letters of rooks' files, or '-'";

absl::string_view AsAbsl(std::string_view text) {
  return {text.data(), text.size()};
}

// In quotes, with what a terminal could not print escaped.
std::string Quote(std::string_view text) {
  return absl::StrCat("'", absl::CHexEscape(AsAbsl(text)), "'");
}

template <typename... Parts>
absl::Status Malformed(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

constexpr bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::vector<std::string_view> SplitFields(std::string_view fen) {
  std::vector<std::string_view> fields;
  for (size_t at = 0; at < fen.size();) {
    size_t end = at;
    while (end < fen.size() && !IsBlank(fen[end])) ++end;
    if (end > at) fields.push_back(fen.substr(at, end - at));
    at = end + 1;
  }
  return fields;
}

absl::Status CheckLength(std::string_view fen) {
  if (fen.size() <= kMaxFenBytes) return absl::OkStatus();
  return Malformed("fen has ", fen.size(), " bytes; it may have at most ",
                   kMaxFenBytes);
}

// Reads the first field. Two digits in a row add up, and are told of in
// `split_digits`.
absl::Status ParseBoard(std::string_view field,
                        std::array<Piece, kSquareCount>& board,
                        bool& split_digits) {
  split_digits = false;
  int rank = 7;
  int file = 0;
  char previous = '/';
  const auto rank_error = [&](int squares) {
    return Malformed("board ", Quote(field), " has ", squares,
                     " squares on rank ", rank + 1, "; it must have 8");
  };
  for (const char c : field) {
    if (c == '/') {
      if (file != 8) return rank_error(file);
      if (--rank < 0)
        return Malformed("board ", Quote(field), " has more than 8 ranks");
      file = 0;
    } else if (c >= '0' && c <= '9') {
      if (c == '0' || c == '9') {
        return Malformed("board ", Quote(field), " has the digit ",
                         Quote({&c, 1}), " on rank ", rank + 1,
                         "; digits must be 1 to 8");
      }
      split_digits |= previous >= '1' && previous <= '8';
      file += c - '0';
      if (file > 8) return rank_error(file);
    } else {
      const Piece piece = PieceFromLetter(c);
      if (piece == kNoPiece) {
        return Malformed("board ", Quote(field), " has the character ",
                         Quote({&c, 1}), " on rank ", rank + 1,
                         "; men are the letters PNBRQKpnbrqk");
      }
      if (file == 8) return rank_error(9);
      board[MakeSquare(file++, rank)] = piece;
    }
    previous = c;
  }
  if (rank != 0)
    return Malformed("board ", Quote(field), " has ", 8 - rank,
                     " ranks; it must have 8");
  if (file != 8) return rank_error(file);
  return absl::OkStatus();
}

absl::Status CheckCastlingLetters(std::string_view field) {
  if (field == "-") return absl::OkStatus();
  for (const char& c : field) {
    if (std::string_view("KQkqABCDEFGHabcdefgh").find(c) ==
        std::string_view::npos) {
      return Malformed("castling ", Quote(field), " has the character ",
                       Quote({&c, 1}), "; ", AsAbsl(kCastlingHelp));
    }
  }
  return absl::OkStatus();
}

// The rook that a castling letter means: K and Q the outermost one on that side
// of the king (X-FEN), a file's letter the one on that file (Shredder-FEN).
// NOT_FOUND with the reason where there is none. Requires: the letter is a
// castling letter and the board has one king a side.
absl::StatusOr<Square> FindCastlingRook(
    char letter, const std::array<Piece, kSquareCount>& board) {
  const Color color = letter >= 'a' ? kBlack : kWhite;
  const int rank = color == kWhite ? 0 : 7;
  const std::string side(ColorName(color));
  const std::string rank_name = color == kWhite ? "first" : "eighth";
  const auto king = static_cast<Square>(
      std::find(board.begin(), board.end(), MakePiece(color, kKing)) -
      board.begin());
  if (RankOf(king) != rank) {
    return absl::NotFoundError(absl::StrCat("the ", side, " king stands on ",
                                            SquareName(king), ", not on the ",
                                            rank_name, " rank"));
  }
  const Piece rook = MakePiece(color, kRook);
  const char upper =
      letter >= 'a' ? static_cast<char>(letter - 'a' + 'A') : letter;
  if (upper != 'K' && upper != 'Q') {
    const Square square = MakeSquare(upper - 'A', rank);
    if (board[square] == rook) return square;
    return absl::NotFoundError(
        absl::StrCat("there is no ", side, " rook on ", SquareName(square)));
  }
  const int outwards = upper == 'K' ? 1 : -1;
  for (int file = upper == 'K' ? 7 : 0; file != FileOf(king);
       file -= outwards) {
    if (board[MakeSquare(file, rank)] == rook) return MakeSquare(file, rank);
  }
  return absl::NotFoundError(absl::StrCat(
      "there is no ", side, " rook on the ", rank_name, " rank on the ",
      upper == 'K' ? "h" : "a", "-file's side of the king"));
}

// Adds one right, checking it against the ones before it.
absl::Status AddCastlingRight(char letter, PositionSetup& setup) {
  const absl::StatusOr<Square> rook = FindCastlingRook(letter, setup.board);
  if (!rook.ok()) return rook.status();
  if (Contains(setup.castling_rooks, *rook)) {
    return absl::AlreadyExistsError(absl::StrCat(
        "the rook on ", SquareName(*rook), " has the right already"));
  }
  PositionSetup extended = setup;
  extended.castling_rooks |= SquareSet(*rook);
  if (absl::Status status = CheckCastling(extended); !status.ok())
    return status;
  setup.castling_rooks = extended.castling_rooks;
  return absl::OkStatus();
}

// A counter: decimal digits alone, up to kMaxCounter.
std::optional<int> ParseCounter(std::string_view field) {
  int value = 0;
  const bool digits = std::all_of(field.begin(), field.end(),
                                  [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || !absl::SimpleAtoi(AsAbsl(field), &value) ||
      value > kMaxCounter)
    return std::nullopt;
  return value;
}

// The letter of a castling right in normalized form.
char CastlingLetter(const Position& position, Square rook) {
  const Color color = RankOf(rook) == 0 ? kWhite : kBlack;
  const Square king = position.king_square(color);
  const bool kingside = rook > king;
  // The own rooks further out on the same side of the king.
  const Bitboard wing =
      RankSet(RankOf(rook)) &
      (kingside ? ~Bitboard{0} << rook << 1 : (Bitboard{1} << rook) - 1);
  const bool outermost = (position.pieces(color, kRook) & wing) == 0;
  const char upper = outermost ? (kingside ? 'K' : 'Q')
                               : static_cast<char>('A' + FileOf(rook));
  return color == kWhite ? upper : static_cast<char>(upper - 'A' + 'a');
}

std::string CastlingField(const Position& position) {
  std::string field;
  for (const Color color : {kWhite, kBlack}) {
    std::string letters;
    for (Bitboard rest = position.castling_rooks(color); rest != 0;) {
      letters += CastlingLetter(position, PopFirst(rest));
    }
    // Squares come from file a to file h; the king's side is written first.
    field.append(letters.rbegin(), letters.rend());
  }
  return field.empty() ? "-" : field;
}

std::string BoardField(const Position& position) {
  std::string field;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(MakeSquare(file, rank));
      if (piece == kNoPiece) {
        ++empty;
        continue;
      }
      if (empty > 0) field += static_cast<char>('0' + empty);
      empty = 0;
      field += PieceLetter(piece);
    }
    if (empty > 0) field += static_cast<char>('0' + empty);
    if (rank > 0) field += '/';
  }
  return field;
}

// Repairs a FEN field by field, writing down what it changes.
class Repairer {
 public:
  explicit Repairer(std::string_view fen)
      : fen_(fen), fields_(SplitFields(fen)) {}

  absl::StatusOr<FenRepair> Repair() {
    if (fields_.size() < 2) {
      return Malformed(
          "fen has ", fields_.size(),
          " fields; it needs at least the board and the side to move");
    }
    if (fields_.size() > kFieldNames.size()) {
      Note("dropped what follows the sixth field, from ", Quote(fields_[6]));
      fields_.resize(kFieldNames.size());
    }
    for (const auto step :
         {&Repairer::RepairBoard, &Repairer::RepairSide,
          &Repairer::RepairCastling, &Repairer::RepairEnPassant,
          &Repairer::RepairCounters}) {
      if (absl::Status status = (this->*step)(); !status.ok()) return status;
    }
    const absl::StatusOr<Position> position = Position::FromSetup(setup_);
    if (!position.ok()) return position.status();
    return Finish(*position);
  }

 private:
  template <typename... Parts>
  void Note(const Parts&... parts) {
    changes_.push_back(absl::StrCat(parts...));
  }

  absl::Status RepairBoard() {
    bool split_digits = false;
    if (absl::Status status =
            ParseBoard(fields_[0], setup_.board, split_digits);
        !status.ok())
      return status;
    if (split_digits) Note("board: joined digits that stood side by side");
    changed_[0] = split_digits;
    return CheckBoard(setup_);
  }

  absl::Status RepairSide() {
    const std::string_view field = fields_[1];
    if (field != "w" && field != "b" && field != "W" && field != "B") {
      return Malformed("side to move ", Quote(field), " must be 'w' or 'b'");
    }
    setup_.side_to_move = field == "w" || field == "W" ? kWhite : kBlack;
    changed_[1] = field == "W" || field == "B";
    if (changed_[1])
      Note("side to move: ", Quote(field), " written in lower case");
    return absl::OkStatus();
  }

  absl::Status RepairCastling() {
    if (fields_.size() < 3) {
      Note("castling: the field was missing; no rights");
      return absl::OkStatus();
    }
    const std::string_view field = fields_[2];
    if (absl::Status status = CheckCastlingLetters(field);
        !status.ok() || field == "-")
      return status;
    for (const char& letter : field) {
      if (absl::Status status = AddCastlingRight(letter, setup_);
          !status.ok()) {
        changed_[2] = true;
        Note("castling: dropped ", Quote({&letter, 1}), ": ", status.message());
      }
    }
    return absl::OkStatus();
  }

  absl::Status RepairEnPassant() {
    if (fields_.size() < 4) {
      Note("en passant: the field was missing; no square");
      return absl::OkStatus();
    }
    std::string field(fields_[3]);
    if (field == "-") return absl::OkStatus();
    if (!ParseSquare(field) && field.size() == 2 && field[0] >= 'A' &&
        field[0] <= 'H') {
      field[0] = static_cast<char>(field[0] - 'A' + 'a');
    }
    const std::optional<Square> square = ParseSquare(field);
    if (!square)
      return Malformed("en passant ", Quote(field),
                       " must be a square such as 'e3', or '-'");
    setup_.en_passant_square = *square;
    if (absl::Status status = CheckEnPassant(setup_); !status.ok()) {
      changed_[3] = true;
      setup_.en_passant_square = kNoSquare;
      Note(status.message(), "; dropped");
    }
    return absl::OkStatus();
  }

  absl::Status RepairCounters() {
    setup_.halfmove_clock = RepairCounter(4, 0);
    setup_.fullmove_number = RepairCounter(5, 1);
    return absl::OkStatus();
  }

  int RepairCounter(size_t index, int least) {
    const absl::string_view name = AsAbsl(kFieldNames[index]);
    if (fields_.size() <= index) {
      Note(name, ": the field was missing; set to ", least);
      return least;
    }
    const std::optional<int> value = ParseCounter(fields_[index]);
    if (value && *value >= least) return *value;
    changed_[index] = true;
    Note(name, ": ", Quote(fields_[index]), " is not a number from ", least,
         " to ", kMaxCounter, "; set to ", least);
    return least;
  }

  // Names what else differs from the normalized form, so that no change goes
  // unsaid.
  FenRepair Finish(const Position& position) {
    FenRepair repair;
    repair.fen = position.ToFen();
    const std::vector<std::string_view> normalized = SplitFields(repair.fen);
    for (size_t i = 0; i < fields_.size(); ++i) {
      if (changed_[i] || fields_[i] == normalized[i]) continue;
      if (i == 3) {
        if (position.en_passant_square() == kNoSquare) {
          Note("en passant: dropped ", Quote(fields_[i]),
               ": no legal capture can use it");
          continue;
        }
      }
      Note(AsAbsl(kFieldNames[i]), ": ", Quote(fields_[i]), " written as ",
           Quote(normalized[i]));
    }
    std::string joined;
    for (const std::string_view field : SplitFields(fen_)) {
      if (!joined.empty()) joined += ' ';
      joined += field;
    }
    if (joined != fen_) Note("blanks: removed those that are not needed");
    repair.changes = std::move(changes_);
    return repair;
  }

  std::string_view fen_;
  std::vector<std::string_view> fields_;
  PositionSetup setup_;
  std::array<bool, 6> changed_{};  // fields whose change has been told
  std::vector<std::string> changes_;
};

}  // namespace

absl::StatusOr<PositionSetup> ParseFen(std::string_view fen) {
  if (absl::Status status = CheckLength(fen); !status.ok()) return status;
  const std::vector<std::string_view> fields = SplitFields(fen);
  if (fields.size() < 4 || fields.size() > 6) {
    return Malformed("fen has ", fields.size(),
                     " fields; it needs 4 to 6: board, side to move, castling, "
                     "en passant, halfmove clock, fullmove "
                     "number");
  }
  PositionSetup setup;
  bool split_digits = false;
  if (absl::Status status = ParseBoard(fields[0], setup.board, split_digits);
      !status.ok())
    return status;
  if (split_digits)
    return Malformed("board ", Quote(fields[0]),
                     " has two digits in a row; write their sum");
  if (absl::Status status = CheckBoard(setup); !status.ok()) return status;

  if (fields[1] != "w" && fields[1] != "b")
    return Malformed("side to move ", Quote(fields[1]), " must be 'w' or 'b'");
  setup.side_to_move = fields[1] == "w" ? kWhite : kBlack;

  if (absl::Status status = CheckCastlingLetters(fields[2]); !status.ok())
    return status;
  if (fields[2] != "-") {
    for (const char& letter : fields[2]) {
      if (absl::Status status = AddCastlingRight(letter, setup); !status.ok()) {
        return Malformed("castling ", Quote(fields[2]), " has ",
                         Quote({&letter, 1}), ", but ", status.message());
      }
    }
  }
  if (fields[3] != "-") {
    const std::optional<Square> square = ParseSquare(fields[3]);
    if (!square)
      return Malformed("en passant ", Quote(fields[3]),
                       " must be a square such as 'e3', or '-'");
    setup.en_passant_square = *square;
  }
  for (size_t i = 4; i < fields.size(); ++i) {
    const std::optional<int> value = ParseCounter(fields[i]);
    if (!value) {
      return Malformed(AsAbsl(kFieldNames[i]), " ", Quote(fields[i]),
                       " must be a number from ", i - 4, " to ", kMaxCounter);
    }
    // Many programs write a first move of 0; there is no doubt about what they
    // mean.
    if (i == 4) {
      setup.halfmove_clock = *value;
    } else {
      setup.fullmove_number = std::max(*value, 1);
    }
  }
  return setup;
}

absl::StatusOr<FenRepair> RepairFen(std::string_view fen) {
  if (absl::Status status = CheckLength(fen); !status.ok()) return status;
  return Repairer(fen).Repair();
}

std::string FenWithEnPassant(const Position& position, Square en_passant) {
  return absl::StrCat(
      BoardField(position), position.side_to_move() == kWhite ? " w " : " b ",
      CastlingField(position), " ",
      SquareName(en_passant == kNoSquare ? position.en_passant_square()
                                         : en_passant),
      " ", position.halfmove_clock(), " ", position.fullmove_number());
}

std::string Position::ToFen() const {
  return FenWithEnPassant(*this, en_passant_square_);
}

}  // namespace rookery
