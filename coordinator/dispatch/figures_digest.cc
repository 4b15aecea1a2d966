#include "coordinator/dispatch/figures_digest.h"

#include <openssl/sha.h>

#include <algorithm>

namespace rookery::coordinator {

FiguresDigest FiguresDigest::Of(std::string_view figures) {
  std::array<uint8_t, SHA256_DIGEST_LENGTH> whole;
  SHA256(reinterpret_cast<const unsigned char*>(figures.data()), figures.size(),
         whole.data());
  FiguresDigest digest;
  std::copy_n(whole.begin(), digest.bytes.size(), digest.bytes.begin());
  return digest;
}

}  // namespace rookery::coordinator
