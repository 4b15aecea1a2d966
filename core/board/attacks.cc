#include "core/board/attacks.h"

#include <bit>
#include <cstddef>

namespace rookery {
namespace {

// Multipliers that send every relevant occupancy of a square to an index of its
// own, or to one with equal attacks, in a table of 2^(relevant squares)
// entries. Found by trying the bitwise and of three consecutive splitmix64
// outputs, seed 1 for either slider, squares in order, until one had no harmful
// collision.
// clang-format off
constexpr std::array<uint64_t, kSquareCount> kBishopMultipliers = {
    0x2004300082040044, 0x2010010244044030, 0x4004440082000020, 0x0004042880520060,
    0x4084042113104040, 0x2001301010081003, 0x8801080104209000, 0x0801048801080200,
    0x9a90080210042100, 0x0100040830840084, 0x0040184640420000, 0x4c28082600c00040,
    0x14a4141044004018, 0x01004182b0400000, 0x0400090802022008, 0x4010b4220804840c,
    0x0122004108210100, 0x04280120a8858885, 0x000880100a260020, 0xc808020422002014,
    0x8284000882a05080, 0x0000420a00500414, 0x080608040a321202, 0x000200c508808441,
    0x001040148808d124, 0x4210088102080104, 0x8004248018020402, 0x2041004044040082,
    0x0100820184010400, 0x184800202200b400, 0x400122010c008404, 0x0004090120310100,
    0x00410920c2082018, 0x010404204c040101, 0x0008814048140400, 0x0000900820440400,
    0x1200404040140100, 0x0128101840028800, 0x100200c401020220, 0x2008005081010080,
    0x0104100984024809, 0x1484880130004802, 0x3000101804000802, 0x0204004010411200,
    0x0110440104000212, 0x4040020801083610, 0x4005012206014401, 0x0010020210400020,
    0x310a8a0803401800, 0x804a02208404400a, 0x0000004054100428, 0x1000a82046081000,
    0x1806001020220000, 0x0080200202820884, 0x0768109126042100, 0x2220020082088000,
    0x0000208200a06010, 0x2000811401240200, 0x0000023100b80404, 0x1101000000420200,
    0x4002020120208640, 0x1002400404088204, 0x0002040428022404, 0x0084048802002200,
};
constexpr std::array<uint64_t, kSquareCount> kRookMultipliers = {
    0x01800088e0114000, 0x0440004820001000, 0x0c80081000802000, 0x8880080010000480,
    0x1200085060048200, 0x018004000e000180, 0x2400024100841008, 0x808000450001a280,
    0x0212800022c00080, 0x0002004100220082, 0x8082801000822002, 0x1002002040081200,
    0x0820800400080081, 0x0801000204010008, 0x0094801100020080, 0x2012800080004500,
    0x0090908000400029, 0x0480220042008100, 0x0008420010842204, 0x0020808010000800,
    0x0604008008000680, 0x0082008080040002, 0x0a01808001000200, 0x1c00060000830264,
    0x1085400480008020, 0x1020100040004020, 0x8450200500110440, 0x00c8100100200902,
    0x0000080080800400, 0x0002000200041009, 0x80a0028400100841, 0x0004088200006c01,
    0x0480082010400040, 0x0040080020201000, 0x0408104101002000, 0x4018001000800880,
    0x1484040080800800, 0x0100800200800400, 0x8002002182004408, 0x1120004102000084,
    0xc840044080248008, 0x0010002000414000, 0x0410008020008010, 0x4008020100101000,
    0x8001014800110024, 0xa002000400028080, 0x0432080201040010, 0x8800010080420004,
    0x4100800510204300, 0x8080812542090200, 0x010a820012244200, 0x0000800800100080,
    0x9312011020040a00, 0x2044000480020080, 0x0100820108100400, 0x2088210400508200,
    0x0005412180083101, 0x0020290084104001, 0x0000811088c02202, 0x0443002110000489,
    0x2042001120040802, 0x0021000802040001, 0x0008100082410804, 0x010000610284004e,
};
// clang-format on

struct Step {
  int file;
  int rank;
};

// Directions that lead to higher square numbers come first in each pair of
// opposites.
constexpr std::array<Step, 4> kBishopSteps = {
    {{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}};
constexpr std::array<Step, 4> kRookSteps = {{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
constexpr std::array<Step, 8> kKnightSteps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

// The sum over all squares of 2^(relevant squares).
constexpr size_t kBishopEntries = 5248;
constexpr size_t kRookEntries = 102400;

std::array<Bitboard, kBishopEntries> bishop_attacks;
std::array<Bitboard, kRookEntries> rook_attacks;

// The square one step away, or kNoSquare beyond the edge.
constexpr Square StepFrom(Square square, Step step) {
  const int file = FileOf(square) + step.file;
  const int rank = RankOf(square) + step.rank;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? kNoSquare
                                                      : MakeSquare(file, rank);
}

constexpr Bitboard Ray(Square from, Step step) {
  Bitboard ray = 0;
  for (Square square = StepFrom(from, step); square != kNoSquare;
       square = StepFrom(square, step)) {
    ray |= SquareSet(square);
  }
  return ray;
}

// A ray up to and including its first blocker. Towards higher squares that is
// everything not above the lowest blocker; towards lower squares, everything
// not below the highest (bit 0 stands in where there is none).
constexpr Bitboard ForwardRay(Bitboard ray, Bitboard occupied) {
  const Bitboard blockers = ray & occupied;
  return ray & (blockers ^ (blockers - 1));
}
constexpr Bitboard BackwardRay(Bitboard ray, Bitboard occupied) {
  const Bitboard blockers = (ray & occupied) | 1;
  return ray & (~Bitboard{0} << (63 - std::countl_zero(blockers)));
}

// What a slider attacks along one of its two lines, for every set of men that
// matters there.
struct LineAttacks {
  size_t size = 0;
  std::array<uint64_t, 64>
      product;  // the set times the multiplier of the square
  std::array<Bitboard, 64> attacks;
};

LineAttacks BuildLineAttacks(Bitboard forward, Bitboard backward,
                             Bitboard relevant, uint64_t multiplier) {
  LineAttacks line;
  const Bitboard mask = (forward | backward) & relevant;
  // Subtracting the mask counts through its subsets with the carry.
  Bitboard occupied = 0;
  do {
    line.product[line.size] = occupied * multiplier;
    line.attacks[line.size++] =
        ForwardRay(forward, occupied) | BackwardRay(backward, occupied);
    occupied = (occupied - mask) & mask;
  } while (occupied != 0);
  return line;
}

// Fills the tables of one slider, square after square.
void BuildSlider(const std::array<Step, 4>& steps,
                 const std::array<uint64_t, kSquareCount>& multipliers,
                 Bitboard* attacks,
                 std::array<internal::SliderTable, kSquareCount>& tables) {
  for (int index = 0; index < kSquareCount; ++index) {
    const auto square = static_cast<Square>(index);
    std::array<Bitboard, 4> rays;
    for (size_t i = 0; i < 4; ++i) rays[i] = Ray(square, steps[i]);
    // A man on the last square of a ray changes nothing, unless the slider
    // itself moves along that edge.
    const Bitboard edges =
        ((kFirstRank | kEighthRank) & ~RankSet(RankOf(square))) |
        ((kFileA | kFileH) & ~FileSet(FileOf(square)));
    const uint64_t multiplier = multipliers[index];
    const LineAttacks first =
        BuildLineAttacks(rays[0], rays[1], ~edges, multiplier);
    const LineAttacks second =
        BuildLineAttacks(rays[2], rays[3], ~edges, multiplier);
    const Bitboard mask = (rays[0] | rays[1] | rays[2] | rays[3]) & ~edges;
    const int shift = 64 - Count(mask);
    // The lines share no square, so the product of their union is the sum of
    // their products.
    for (size_t i = 0; i < first.size; ++i) {
      for (size_t j = 0; j < second.size; ++j) {
        attacks[(first.product[i] + second.product[j]) >> shift] =
            first.attacks[i] | second.attacks[j];
      }
    }
    tables[index] = {mask, multiplier, attacks, shift};
    attacks += size_t{1} << Count(mask);
  }
}

void BuildLines(const std::array<Step, 4>& steps) {
  for (int index = 0; index < kSquareCount; ++index) {
    const auto from = static_cast<Square>(index);
    for (size_t i = 0; i < 4; ++i) {
      const Bitboard line =
          Ray(from, steps[i]) | Ray(from, steps[i ^ 1]) | SquareSet(from);
      Bitboard between = 0;
      for (Square to = StepFrom(from, steps[i]); to != kNoSquare;
           to = StepFrom(to, steps[i])) {
        internal::attack_tables.line[from][to] = line;
        internal::attack_tables.between[from][to] = between;
        between |= SquareSet(to);
      }
    }
  }
}

}  // namespace

namespace internal {

AttackTables attack_tables;

bool BuildAttackTables() {
  static const bool built = [] {
    AttackTables& tables = attack_tables;
    for (int index = 0; index < kSquareCount; ++index) {
      const auto square = static_cast<Square>(index);
      const Bitboard set = SquareSet(square);
      tables.pawn[kWhite][square] = North(East(set) | West(set));
      tables.pawn[kBlack][square] = South(East(set) | West(set));
      const Bitboard row = set | East(set) | West(set);
      tables.king[square] = (row | North(row) | South(row)) & ~set;
      for (const Step step : kKnightSteps) {
        if (const Square to = StepFrom(square, step); to != kNoSquare)
          tables.knight[square] |= SquareSet(to);
      }
    }
    BuildSlider(kBishopSteps, kBishopMultipliers, bishop_attacks.data(),
                tables.bishop);
    BuildSlider(kRookSteps, kRookMultipliers, rook_attacks.data(), tables.rook);
    BuildLines(kBishopSteps);
    BuildLines(kRookSteps);
    return true;
  }();
  return built;
}

}  // namespace internal

Bitboard PieceAttacks(PieceType type, Square square, Bitboard occupied) {
  switch (type) {
    case kKnight:
      return KnightAttacks(square);
    case kBishop:
      return BishopAttacks(square, occupied);
    case kRook:
      return RookAttacks(square, occupied);
    case kQueen:
      return QueenAttacks(square, occupied);
    default:
      assert(type == kKing);
      return KingAttacks(square);
  }
}

}  // namespace rookery
