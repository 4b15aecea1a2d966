// A short stand-in for the figures of a result, so that results can be compared
// after the figures went to the ledger.
#ifndef ROOKERY_COORDINATOR_DISPATCH_FIGURES_DIGEST_H_
#define ROOKERY_COORDINATOR_DISPATCH_FIGURES_DIGEST_H_

#include <array>
#include <cstdint>
#include <string_view>

namespace rookery::coordinator {

// The first 128 bits of SHA-256: two different results never look equal, not
// even if somebody tries.
struct FiguresDigest {
  std::array<uint8_t, 16> bytes{};

  static FiguresDigest Of(std::string_view figures);

  friend bool operator==(const FiguresDigest&, const FiguresDigest&) = default;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_FIGURES_DIGEST_H_
