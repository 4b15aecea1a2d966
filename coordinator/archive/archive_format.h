// What writer and reader of archives agree on; docs/ledger.md describes the
// format. Private to this folder, but for the limits.
#ifndef ROOKERY_COORDINATOR_ARCHIVE_ARCHIVE_FORMAT_H_
#define ROOKERY_COORDINATOR_ARCHIVE_ARCHIVE_FORMAT_H_

#include <openssl/evp.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rookery::coordinator {

// The largest archive, packed and unpacked. perft(11) from the start position
// comes to some 10 MB.
inline constexpr uint64_t kMaxArchiveBytes = uint64_t{1} << 30;

// The most records of an archive: what a reader holds of them in memory must
// stay within bounds even where each of them takes a few bytes.
inline constexpr uint64_t kMaxArchiveRecords = 4'000'000;

// What a reader unpacks without further ado, and for each packed byte beyond:
// few bytes must not take much memory. Counts do not pack so well.
inline constexpr uint64_t kContentAlwaysTaken = 16 << 20;
inline constexpr uint64_t kContentPerByte = 256;

// Content of one block, unpacked; a result's figures pass the limits of a
// message of gRPC (8 MiB) first.
inline constexpr size_t kMaxBlockBytes = 16 << 20;
inline constexpr size_t kMaxPackedBlockBytes = kMaxBlockBytes + (1 << 17);

// The file: header, blocks, end.
//   header  the magic, and the version as 4 bytes
//   block   its size, not 0, as 4 bytes, and so many bytes: one zstd frame
//   end     four zero bytes, and the SHA-256 of everything before it
// Numbers are little-endian.
inline constexpr std::string_view kArchiveMagic("ROOKJOB\n", 8);
inline constexpr uint32_t kArchiveVersion = 1;
inline constexpr size_t kNumberBytes = 4;
inline constexpr size_t kHeaderBytes = kArchiveMagic.size() + kNumberBytes;
inline constexpr size_t kDigestBytes = 32;

inline std::string EncodeNumber(uint32_t number) {
  std::string bytes;
  for (size_t index = 0; index < kNumberBytes; ++index)
    bytes.push_back(static_cast<char>(number >> (8 * index)));
  return bytes;
}

// Requires: kNumberBytes bytes.
inline uint32_t DecodeNumber(std::string_view bytes) {
  uint32_t number = 0;
  for (size_t index = 0; index < kNumberBytes; ++index)
    number |= uint32_t{static_cast<uint8_t>(bytes[index])} << (8 * index);
  return number;
}

// The SHA-256 of bytes that come one after the other.
class ArchiveDigest {
 public:
  ArchiveDigest() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
  }

  void Add(std::string_view bytes) {
    EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
  }

  // To be called once, at the end.
  std::string Take() {
    std::string digest(kDigestBytes, '\0');
    EVP_DigestFinal_ex(context_.get(),
                       reinterpret_cast<unsigned char*>(digest.data()),
                       nullptr);
    return digest;
  }

 private:
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_ARCHIVE_ARCHIVE_FORMAT_H_
