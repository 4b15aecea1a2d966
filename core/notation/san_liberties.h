// The liberties that a text takes with Standard Algebraic Notation.
//
// A liberty leaves no doubt which move is meant; whatever does is an error and
// not listed here. Plain values; safe to use from any thread.
#ifndef ROOKERY_CORE_NOTATION_SAN_LIBERTIES_H_
#define ROOKERY_CORE_NOTATION_SAN_LIBERTIES_H_

#include <bit>
#include <cstdint>
#include <string_view>

namespace rookery {

enum class SanLiberty : uint8_t {
  kCastlingWithZeros,       // 0-0
  kCastlingLowerCase,       // o-o
  kLongAlgebraic,           // e2-e4, Ng1f3, g1f3
  kPromotionWithoutEquals,  // a8Q
  kPromotionLowerCase,      // a8=q
  kEnPassantSuffix,         // exd6e.p.
  kPawnLetter,              // Pe4
  kBogusCaptureSign,        // Nxf3 where f3 is empty
  kMissingCaptureSign,      // Nf3 where f3 is taken
  kOverDisambiguated,       // Nge2 where only one knight can go
  kUnusualDisambiguation,   // N1c3 where the file would do: Nac3
  kMissingCheckSuffix,      // a check without its +
  kMissingMateSuffix,       // a mate without any sign
  kWrongCheckSuffix,        // + or # where it is not so
  kDoubleCheckSuffix,       // ++
};

inline constexpr int kSanLibertyCount = 15;

// "castling_with_zeros" and so on: the names that reports use.
std::string_view SanLibertyName(SanLiberty liberty);

// A set of liberties.
class SanLiberties {
 public:
  constexpr void Add(SanLiberty liberty) {
    bits_ |= static_cast<uint16_t>(1 << static_cast<int>(liberty));
  }
  constexpr void Add(SanLiberties others) { bits_ |= others.bits_; }
  constexpr bool Has(SanLiberty liberty) const {
    return (bits_ >> static_cast<int>(liberty) & 1) != 0;
  }
  constexpr bool empty() const { return bits_ == 0; }

  // Calls `visit` for each, in the order of the enumerators.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (unsigned rest = bits_; rest != 0; rest &= rest - 1)
      visit(static_cast<SanLiberty>(std::countr_zero(rest)));
  }

  friend constexpr bool operator==(SanLiberties, SanLiberties) = default;

 private:
  uint16_t bits_ = 0;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_SAN_LIBERTIES_H_
