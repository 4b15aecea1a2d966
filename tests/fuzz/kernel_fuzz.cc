#include "tests/fuzz/kernel_fuzz.h"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/board/move_generator.h"
#include "core/board/position_codec.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel_registry.h"

namespace rookery {
namespace {

constexpr int kMostLeaves = 300'000;

// Hands out the bytes; zeros after the last.
class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool AtEnd() const { return next_ >= bytes_.size(); }
  int Next() { return AtEnd() ? 0 : bytes_[next_++]; }

 private:
  const std::span<const uint8_t> bytes_;
  size_t next_ = 0;
};

// A rook with its right on the file that the byte names, where both can be.
void PlaceCastlingRook(int byte, Color color, Square king,
                       PositionSetup& setup) {
  const Square rook = MakeSquare(byte & 7, color == kWhite ? 0 : 7);
  const bool wanted = (byte & 8) != 0;
  if (!wanted || RankOf(king) != RankOf(rook) || FileOf(king) == 0 ||
      FileOf(king) == 7 || setup.board[rook] != kNoPiece)
    return;
  setup.board[rook] = MakePiece(color, kRook);
  PositionSetup with_right = setup;
  with_right.castling_rooks |= SquareSet(rook);
  if (CheckCastling(with_right).ok()) setup = with_right;
}

// The two pawns of an en passant capture, on two neighboring files.
void PlaceEnPassant(int byte, PositionSetup& setup) {
  const int file = byte & 7;
  const int beside = (byte & 8) != 0 ? file + 1 : file - 1;
  const bool wanted = (byte & 16) != 0;
  if (!wanted || beside < 0 || beside > 7) return;
  const Color mover = setup.side_to_move;
  const int rank = mover == kWhite ? 4 : 3;
  const Square taken = MakeSquare(file, rank);
  const Square taker = MakeSquare(beside, rank);
  if (setup.board[taken] != kNoPiece || setup.board[taker] != kNoPiece) return;
  setup.board[taken] = MakePiece(Opponent(mover), kPawn);
  setup.board[taker] = MakePiece(mover, kPawn);
  setup.en_passant_square = MakeSquare(file, mover == kWhite ? 5 : 2);
}

// A man of any color and kind but the king on a square, if he may stand there.
void PlaceMan(int square_byte, int man_byte, PositionSetup& setup) {
  const auto square = static_cast<Square>(square_byte % kSquareCount);
  const auto type = static_cast<PieceType>(kPawn + (man_byte >> 1) % 5);
  const int rank = RankOf(square);
  if (setup.board[square] != kNoPiece) return;
  if (type == kPawn && (rank == 0 || rank == 7)) return;
  setup.board[square] = MakePiece(static_cast<Color>(man_byte & 1), type);
  // One too many of something.
  if (!CheckBoard(setup).ok()) setup.board[square] = kNoPiece;
}

// A double push needs two empty squares behind the pawn.
bool IsPassedOver(int square, const PositionSetup& setup) {
  if (setup.en_passant_square == kNoSquare) return false;
  const int file = FileOf(setup.en_passant_square);
  const int start_rank = setup.side_to_move == kWhite ? 6 : 1;
  return square == setup.en_passant_square ||
         square == MakeSquare(file, start_rank);
}

HashTable* SharedTable() {
  static HashTable* const table = [] {
    absl::StatusOr<std::unique_ptr<HashTable>> made =
        HashTable::Create(HashTable::kMinMebibytes, /*seed=*/1);
    return made.ok() ? made->release() : nullptr;
  }();
  return table;
}

}  // namespace

std::optional<KernelQuestion> QuestionFromBytes(
    std::span<const uint8_t> bytes) {
  ByteReader reader(bytes);
  const int options = reader.Next();
  PositionSetup setup;
  setup.side_to_move = (options & 1) != 0 ? kBlack : kWhite;
  const auto white_king = static_cast<Square>(reader.Next() % kSquareCount);
  const auto black_king = static_cast<Square>(reader.Next() % kSquareCount);
  setup.board[white_king] = kWhiteKing;
  if (setup.board[black_king] == kNoPiece) setup.board[black_king] = kBlackKing;
  if (!CheckBoard(setup).ok()) return std::nullopt;
  for (const int byte : {reader.Next(), reader.Next()})
    PlaceCastlingRook(byte, kWhite, white_king, setup);
  for (const int byte : {reader.Next(), reader.Next()})
    PlaceCastlingRook(byte, kBlack, black_king, setup);
  PlaceEnPassant(reader.Next(), setup);
  while (!reader.AtEnd()) {
    const int square = reader.Next() % kSquareCount;
    const int man = reader.Next();
    if (!IsPassedOver(square, setup)) PlaceMan(square, man, setup);
  }

  absl::StatusOr<Position> position = Position::FromSetup(setup);
  if (!position.ok()) {
    // The side that waits is in check: let it move, or the pawns are not right.
    setup.en_passant_square = kNoSquare;
    position = Position::FromSetup(setup);
  }
  if (!position.ok()) {
    setup.side_to_move = Opponent(setup.side_to_move);
    position = Position::FromSetup(setup);
  }
  if (!position.ok()) return std::nullopt;

  const int moves = CountLegalMoves(*position);
  int depth = 1 + (options >> 1) % 3;
  while (depth > 1 && moves * moves * (depth == 3 ? moves : 1) > kMostLeaves)
    --depth;
  return KernelQuestion{*position, depth, (options & 0x80) != 0};
}

std::optional<std::string> FindDisagreement(const KernelQuestion& question) {
  const PackedPosition packed = Pack(question.position);
  const auto count_of = [&](const Kernel& kernel) -> std::optional<uint64_t> {
    uint64_t count = 0;
    CountRequest request;
    request.positions = {&packed, 1};
    request.depth = question.depth;
    request.table = question.with_table ? SharedTable() : nullptr;
    request.counts = {&count, 1};
    if (kernel.Count(request) != CountResult::kDone) return std::nullopt;
    return count;
  };
  const std::optional<uint64_t> expected = count_of(*AvailableKernels().back());
  for (const Kernel* kernel : AvailableKernels()) {
    const std::optional<uint64_t> count = count_of(*kernel);
    if (count && count == expected) continue;
    return absl::StrCat(
        "depth ", question.depth, " of '", question.position.ToFen(), "'",
        question.with_table ? " with a table" : "", ": kernel ",
        std::string(kernel->name()), " counts ",
        count ? absl::StrCat(*count) : "nothing", ", the reference ",
        expected ? absl::StrCat(*expected) : "nothing");
  }
  return std::nullopt;
}

}  // namespace rookery

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::optional<rookery::KernelQuestion> question =
      rookery::QuestionFromBytes({data, size});
  if (!question) return 0;
  if (const std::optional<std::string> disagreement =
          rookery::FindDisagreement(*question)) {
    std::fprintf(stderr, "%s\n", disagreement->c_str());
    std::abort();
  }
  return 0;
}
