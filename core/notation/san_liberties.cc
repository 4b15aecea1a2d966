#include "core/notation/san_liberties.h"

#include <array>

namespace rookery {

std::string_view SanLibertyName(SanLiberty liberty) {
  static constexpr std::array<std::string_view, kSanLibertyCount> kNames = {
      "castling_with_zeros",
      "castling_lower_case",
      "long_algebraic",
      "promotion_without_equals",
      "promotion_lower_case",
      "ep_suffix",
      "pawn_letter",
      "bogus_capture_sign",
      "missing_capture_sign",
      "over_disambiguated",
      "unusual_disambiguation",
      "missing_check_suffix",
      "missing_mate_suffix",
      "wrong_check_suffix",
      "double_check_suffix",
  };
  return kNames[static_cast<size_t>(liberty)];
}

}  // namespace rookery
