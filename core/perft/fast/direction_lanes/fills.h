// What whole sets of men attack, all at once: sliders by fills in the eight
// directions, leapers by shifts.
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_FILLS_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_FILLS_H_

#include "core/perft/fast/direction_lanes/lanes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Where one step can arrive in each direction; a shift that goes over the edge
// of the board arrives elsewhere.
ROOKERY_ALWAYS_INLINE Lanes UpArrivals() {
  return FromFour(~Bitboard{0}, ~kFileA, ~kFileA, ~kFileH);
}
ROOKERY_ALWAYS_INLINE Lanes DownArrivals() {
  return FromFour(~Bitboard{0}, ~kFileH, ~kFileH, ~kFileA);
}

// A set of squares for each of the eight directions.
struct EightWays {
  Lanes up;
  Lanes down;

  ROOKERY_ALWAYS_INLINE EightWays operator&(EightWays other) const {
    return {up & other.up, down & other.down};
  }
  ROOKERY_ALWAYS_INLINE EightWays operator&(Lanes both) const {
    return {up & both, down & both};
  }
  // Each direction's set where the opposite direction's was.
  ROOKERY_ALWAYS_INLINE EightWays Opposite() const { return {down, up}; }

  ROOKERY_ALWAYS_INLINE Lines AllLines() const { return Gather(up | down); }
};

// Fills in the eight directions over one set of empty squares (Kogge-Stone):
// after steps of one, two and four squares every ray is complete. What depends
// on the empty squares only is worked out once for all fills.
class Filler {
 public:
  ROOKERY_ALWAYS_INLINE explicit Filler(Bitboard empty)
      : up1_(Broadcast(empty) & UpArrivals()),
        up2_(up1_ & ShiftUp<1>(up1_)),
        up4_(up2_ & ShiftUp<2>(up2_)),
        down1_(Broadcast(empty) & DownArrivals()),
        down2_(down1_ & ShiftDown<1>(down1_)),
        down4_(down2_ & ShiftDown<2>(down2_)) {}

  // The squares that can be seen from the sources of each lane: over empty ones
  // up to the first man, whoever he is, or the edge.
  ROOKERY_ALWAYS_INLINE EightWays RaysFrom(Lanes sources) const {
    Lanes up = sources;
    up = up | (up1_ & ShiftUp<1>(up));
    up = up | (up2_ & ShiftUp<2>(up));
    up = up | (up4_ & ShiftUp<4>(up));
    Lanes down = sources;
    down = down | (down1_ & ShiftDown<1>(down));
    down = down | (down2_ & ShiftDown<2>(down));
    down = down | (down4_ & ShiftDown<4>(down));
    return {ShiftUp<1>(up) & UpArrivals(), ShiftDown<1>(down) & DownArrivals()};
  }

 private:
  // Where a step of 1, 2 or 4 squares may arrive with all squares on its way
  // empty, the last one included.
  Lanes up1_, up2_, up4_;
  Lanes down1_, down2_, down4_;
};

// The squares that kings on any of these squares would attack, and maybe some
// of these squares themselves.
ROOKERY_ALWAYS_INLINE Bitboard KingSpread(Bitboard squares) {
  const Bitboard rank =
      squares | (squares & ~kFileH) << 1 | (squares & ~kFileA) >> 1;
  return rank | rank << 8 | rank >> 8;
}

// The squares that knights on any of these squares attack.
ROOKERY_ALWAYS_INLINE Bitboard KnightSpread(Bitboard squares) {
  constexpr Bitboard kFilesAB = kFileA | kFileA << 1;
  constexpr Bitboard kFilesGH = kFileH | kFileH >> 1;
  const Bitboard one_file = (squares >> 1 & ~kFileH) | (squares << 1 & ~kFileA);
  const Bitboard two_files =
      (squares >> 2 & ~kFilesGH) | (squares << 2 & ~kFilesAB);
  return one_file << 16 | one_file >> 16 | two_files << 8 | two_files >> 8;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_FILLS_H_
