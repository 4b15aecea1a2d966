// The portable kernel alone, with nothing but the standard library: built for
// this machine, and for 64-bit Arm, where it runs under an emulator.
//
// What the program is built of shows that the kernel needs no library, and what
// it counts that no part of it depends on x86. Prints what is wrong, and
// returns 1 when anything is.
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "core/perft/fast/entry.h"

namespace {

struct KnownCount {
  const char* fen;
  int depth;
  uint64_t count;
};

// The six positions of everybody, Chess960, and some of the built-in suite
// `tricky` (core/verify/suites). Castling rights by the files of the rooks.
constexpr KnownCount kKnownCounts[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -", 4, 197281},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha -", 3,
     97862},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, 674624},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w ha -", 4, 422333},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w HA -", 3, 62379},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 3,
     89890},
    {"qnnrbkrb/pppppppp/8/8/8/8/PPPPPPPP/QNNRBKRB w GDgd -", 4, 232315},
    {"rk2r3/p6p/8/8/8/8/P6P/RK2R3 w EAea -", 3, 6857},
    {"5rkr/pppppppp/8/8/8/8/8/5RKR w HFhf -", 3, 10681},
    {"1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w GCgc -", 3, 39925},
    {"6k1/8/8/8/8/8/8/qR1K4 w B -", 4, 33779},
    {"7k/8/8/1PpP4/3K4/8/8/8 w - c6", 5, 14283},
    {"8/8/1k6/8/2pP4/8/5B2/6K1 b - -", 5, 39634},
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", 4, 182838},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -", 4, 85043},
};

// The planes of a PackedPosition: docs/packed_position.md. Requires: the FEN
// gives castling rights by file, and an en passant square only where a capture
// is legal.
struct Planes {
  uint64_t words[4] = {};
};

constexpr unsigned kSpecial = 7;

void SetCode(Planes& planes, int square, unsigned code) {
  for (int plane = 0; plane < 3; ++plane) {
    planes.words[plane] &= ~(uint64_t{1} << square);
    planes.words[plane] |= uint64_t{code >> plane & 1} << square;
  }
}

Planes PlanesOf(std::string_view fen) {
  constexpr std::string_view kLetters = " pnbrqk";
  Planes planes;
  size_t at = 0;
  for (int rank = 7, file = 0; fen[at] != ' '; ++at) {
    const char letter = fen[at];
    if (letter == '/') {
      --rank;
      file = 0;
    } else if (letter >= '1' && letter <= '8') {
      file += letter - '0';
    } else {
      const bool is_black = letter >= 'a';
      const char lower = is_black ? letter : static_cast<char>(letter + 32);
      const int square = 8 * rank + file++;
      SetCode(planes, square, static_cast<unsigned>(kLetters.find(lower)));
      planes.words[3] |= uint64_t{is_black} << square;
    }
  }
  const uint64_t occupied = planes.words[0] | planes.words[1] | planes.words[2];
  const bool black_moves = fen[++at] == 'b';
  if (black_moves) planes.words[3] |= ~occupied;
  for (at += 2; fen[at] != ' '; ++at) {
    const char right = fen[at];
    if (right >= 'a') SetCode(planes, 56 + right - 'a', kSpecial);
    if (right >= 'A' && right < 'a') SetCode(planes, right - 'A', kSpecial);
  }
  // The pawn that was pushed is marked, one rank beyond the square.
  if (fen[++at] != '-')
    SetCode(planes, (black_moves ? 24 : 32) + fen[at] - 'a', kSpecial);
  return planes;
}

// A table such as HashTable makes, from plain memory.
class Table {
 public:
  Table() {
    // Made of nothing but words: any of the members may be the next number.
    FillRandom(&keys_, sizeof(keys_) / sizeof(uint64_t));
    // One bucket more, so that the first can begin at a cache line.
    words_.resize((kBuckets + 1) * rookery::kWordsPerBucket);
    constexpr uintptr_t kBucketBytes =
        rookery::kWordsPerBucket * sizeof(uint64_t);
    const auto begin = reinterpret_cast<uintptr_t>(words_.data());
    const uintptr_t skipped =
        (kBucketBytes - begin % kBucketBytes) % kBucketBytes / sizeof(uint64_t);
    view_ = {words_.data() + skipped, kBuckets, &keys_};
  }

  const rookery::HashTableView& view() const { return view_; }

 private:
  static constexpr uint64_t kBuckets = 1 << 14;

  static void FillRandom(rookery::TableKeys* keys, size_t words) {
    auto* const word = reinterpret_cast<uint64_t*>(keys);
    uint64_t state = 1;
    for (size_t i = 0; i < words; ++i) {
      // splitmix64, as in core/board/keys.h.
      state += 0x9e3779b97f4a7c15;
      uint64_t mixed = state;
      mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
      mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
      word[i] = mixed ^ mixed >> 31;
    }
  }

  rookery::TableKeys keys_{};
  std::vector<uint64_t> words_;
  rookery::HashTableView view_{};
};

// How many of the known counts are not what the kernel counts; every one is
// named.
int CountWrong(const rookery::HashTableView* table) {
  int wrong = 0;
  for (const KnownCount& known : kKnownCounts) {
    const Planes planes = PlanesOf(known.fen);
    uint64_t count = 0;
    rookery::FastCall call{};
    call.planes = planes.words;
    call.positions = 1;
    call.depth = known.depth;
    call.table = table;
    call.counts = &count;
    if (rookery::kPortableEntry.count(call) == rookery::FastOutcome::kDone &&
        count == known.count)
      continue;
    ++wrong;
    std::printf("depth %d of '%s'%s is %llu, counted %llu\n", known.depth,
                known.fen, table == nullptr ? "" : " with a table",
                static_cast<unsigned long long>(known.count),
                static_cast<unsigned long long>(count));
  }
  return wrong;
}

// All positions in one call, to depth 2, must be what each is in its own.
int CountWrongInBatch() {
  std::vector<Planes> batch;
  for (const KnownCount& known : kKnownCounts)
    batch.push_back(PlanesOf(known.fen));
  static_assert(sizeof(Planes) == 4 * sizeof(uint64_t));
  std::vector<uint64_t> counts(batch.size());
  rookery::FastCall call{};
  call.planes = batch.front().words;
  call.positions = batch.size();
  call.depth = 2;
  call.counts = counts.data();
  int wrong = rookery::kPortableEntry.count(call) == rookery::FastOutcome::kDone
                  ? 0
                  : 1;
  for (size_t i = 0; i < batch.size(); ++i) {
    uint64_t count = 0;
    call.planes = batch[i].words;
    call.positions = 1;
    call.counts = &count;
    rookery::kPortableEntry.count(call);
    if (count == counts[i]) continue;
    ++wrong;
    std::printf("depth 2 of '%s' is %llu alone and %llu in a batch\n",
                kKnownCounts[i].fen, static_cast<unsigned long long>(count),
                static_cast<unsigned long long>(counts[i]));
  }
  return wrong;
}

}  // namespace

int main() {
  rookery::kPortableEntry.initialize();
  const Table table;
  int wrong = CountWrong(nullptr);
  // The second time, most of it comes from the table.
  for (int round = 0; round < 2; ++round) wrong += CountWrong(&table.view());
  wrong += CountWrongInBatch();
  if (wrong != 0) {
    std::printf("portable kernel: %d wrong\n", wrong);
    return 1;
  }
  std::puts("portable kernel: all counts are right");
  return 0;
}
