// What each man attacks from each square, looked up.
//
// One table for each build, filled once by InitializeLookup and constant from
// then on. Sliders and the squares around a king are indexed by PEXT where
// ROOKERY_KERNEL_PEXT is 1, else by a multiplication and by shifts; nothing
// else differs between the builds.
#ifndef ROOKERY_CORE_PERFT_FAST_LOOKUP_H_
#define ROOKERY_CORE_PERFT_FAST_LOOKUP_H_

#include "core/perft/fast/bits.h"
#include "core/perft/fast/magics.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct Slider {
  // The squares that can block; the last one of each line cannot.
  Bitboard blockers;
  uint64_t magic;
  const Bitboard* attacks;
  int shift;
};

// All subsets of blockers: 102,400 for rooks, 5,248 for bishops.
constexpr int kSliderAttacks = 102400 + 5248;

// Where a knight or a slider must stand to attack one of some squares, if
// nothing were in between: those that stand elsewhere can be left out when
// attacks on those squares are worked out.
struct AttackZone {
  Bitboard knights;
  Bitboard diagonal;
  Bitboard orthogonal;

  ROOKERY_ALWAYS_INLINE void Add(const AttackZone& zone) {
    knights |= zone.knights;
    diagonal |= zone.diagonal;
    orthogonal |= zone.orthogonal;
  }
};

struct Lookup {
  Bitboard king[64];
  Bitboard knight[64];
  // The squares from which a pawn of the other color attacks the square: where
  // one of this color would attack.
  Bitboard pawn[2][64];
  // Attacks on an empty board.
  Bitboard rook_rays[64];
  Bitboard bishop_rays[64];
  // Strictly between two squares of a line, else empty.
  Bitboard between[64][64];
  // The whole line through two squares, from edge to edge, else empty.
  Bitboard line[64][64];
  Slider rook[64];
  Slider bishop[64];
  Bitboard slider_attacks[kSliderAttacks];
};

Lookup lookup;

ROOKERY_ALWAYS_INLINE uint64_t SliderIndex(const Slider& slider,
                                           Bitboard occupied) {
#if ROOKERY_KERNEL_PEXT
  return __builtin_ia32_pext_di(occupied, slider.blockers);
#else
  return (occupied & slider.blockers) * slider.magic >> slider.shift;
#endif
}

ROOKERY_ALWAYS_INLINE Bitboard RookAttacks(int square, Bitboard occupied) {
  const Slider& slider = lookup.rook[square];
  return slider.attacks[SliderIndex(slider, occupied)];
}

ROOKERY_ALWAYS_INLINE Bitboard BishopAttacks(int square, Bitboard occupied) {
  const Slider& slider = lookup.bishop[square];
  return slider.attacks[SliderIndex(slider, occupied)];
}

struct Direction {
  int file;
  int rank;
};
// Rooks' first, then bishops'; of each the two upward ones first, where the
// nearest square of a ray is its lowest bit.
constexpr int kDirections = 8;
constexpr Direction kDirection[kDirections] = {
    {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
constexpr bool IsUpward(int direction) { return direction % 4 < 2; }

// The square one step away, or an empty set beyond the edge.
Bitboard Step(int square, int file, int rank) {
  file += square % 8;
  rank += square / 8;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0
                                                      : Only(rank * 8 + file);
}

// The squares from each square to the edge, by direction.
struct Rays {
  Bitboard of[kDirections][64];
};

void FillRays(Rays& rays) {
  for (int direction = 0; direction < kDirections; ++direction) {
    for (int square = 0; square < 64; ++square) {
      Bitboard ray = 0;
      Bitboard next = Only(square);
      while ((next = Step(First(next), kDirection[direction].file,
                          kDirection[direction].rank)) != 0)
        ray |= next;
      rays.of[direction][square] = ray;
    }
  }
}

// The farthest square of a ray that is not empty.
Bitboard LastOf(Bitboard ray, int direction) {
  return IsUpward(direction) ? Only(63 - __builtin_clzll(ray)) : Lowest(ray);
}

// Fills the table of one slider on one square; returns the end of what it
// filled.
Bitboard* FillSlider(const Rays& rays, int first_direction, int square,
                     uint64_t magic, Slider& slider, Bitboard* attacks) {
  slider.blockers = 0;
  for (int direction = first_direction; direction < first_direction + 4;
       ++direction) {
    const Bitboard ray = rays.of[direction][square];
    if (ray != 0) slider.blockers |= ray & ~LastOf(ray, direction);
  }
  slider.magic = magic;
  slider.shift = 64 - CountBits(slider.blockers);
  slider.attacks = attacks;
  Bitboard occupied = 0;
  do {
    Bitboard seen = 0;
    for (int direction = first_direction; direction < first_direction + 4;
         ++direction) {
      const Bitboard ray = rays.of[direction][square];
      seen |= ray;
      // What lies behind the first man in the way is not seen.
      if (const Bitboard men = ray & occupied) {
        const int nearest =
            IsUpward(direction) ? First(men) : 63 - __builtin_clzll(men);
        seen &= ~rays.of[direction][nearest];
      }
    }
    attacks[SliderIndex(slider, occupied)] = seen;
    occupied = (occupied - slider.blockers) & slider.blockers;
  } while (occupied != 0);
  return attacks + (1 << CountBits(slider.blockers));
}

// The zone of any squares.
AttackZone ZoneOf(Bitboard squares) {
  AttackZone zone{0, 0, 0};
  for (; squares != 0; squares = WithoutLowest(squares)) {
    const int square = First(squares);
    zone.Add({lookup.knight[square], lookup.bishop_rays[square],
              lookup.rook_rays[square]});
  }
  return zone;
}

// Takes about two milliseconds.
void InitializeLookup() {
  Rays rays;
  FillRays(rays);
  Bitboard* attacks = lookup.slider_attacks;
  for (int square = 0; square < 64; ++square) {
    for (int file = -2; file <= 2; ++file) {
      for (int rank = -2; rank <= 2; ++rank) {
        const int length = file * file + rank * rank;
        if (length == 1 || length == 2)
          lookup.king[square] |= Step(square, file, rank);
        if (length == 5) lookup.knight[square] |= Step(square, file, rank);
      }
    }
    lookup.pawn[kWhite][square] = Step(square, -1, 1) | Step(square, 1, 1);
    lookup.pawn[kBlack][square] = Step(square, -1, -1) | Step(square, 1, -1);
    attacks = FillSlider(rays, 0, square, kRookMagics[square],
                         lookup.rook[square], attacks);
    attacks = FillSlider(rays, 4, square, kBishopMagics[square],
                         lookup.bishop[square], attacks);
  }
  for (int from = 0; from < 64; ++from) {
    lookup.rook_rays[from] = RookAttacks(from, 0);
    lookup.bishop_rays[from] = BishopAttacks(from, 0);
    for (int to = 0; to < 64; ++to) {
      const Bitboard both = Only(from) | Only(to);
      if (lookup.rook_rays[from] & Only(to)) {
        lookup.between[from][to] =
            RookAttacks(from, both) & RookAttacks(to, both);
        lookup.line[from][to] =
            (RookAttacks(from, 0) & RookAttacks(to, 0)) | both;
      } else if (BishopAttacks(from, 0) & Only(to)) {
        lookup.between[from][to] =
            BishopAttacks(from, both) & BishopAttacks(to, both);
        lookup.line[from][to] =
            (BishopAttacks(from, 0) & BishopAttacks(to, 0)) | both;
      }
    }
  }
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_LOOKUP_H_
