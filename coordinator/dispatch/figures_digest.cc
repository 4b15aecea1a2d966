#include "coordinator/dispatch/figures_digest.h"

#include <openssl/sha.h>

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"

namespace rookery::coordinator {

FiguresDigest FiguresDigest::Of(std::string_view figures) {
  std::array<uint8_t, SHA256_DIGEST_LENGTH> whole;
  SHA256(reinterpret_cast<const unsigned char*>(figures.data()), figures.size(),
         whole.data());
  FiguresDigest digest;
  std::copy_n(whole.begin(), digest.bytes.size(), digest.bytes.begin());
  return digest;
}

std::string FiguresDigest::Short() const {
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(bytes.data()), 4));
}

}  // namespace rookery::coordinator
