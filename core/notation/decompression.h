// Takes the compression off what is read: gzip, bzip2 and Zstandard.
//
// The first bytes tell the format, never the name of a file; anything else
// passes unchanged. Several members one after the other, as parallel
// compressors write them, are one text. Memory is constant whatever the
// compressed size.
#ifndef ROOKERY_CORE_NOTATION_DECOMPRESSION_H_
#define ROOKERY_CORE_NOTATION_DECOMPRESSION_H_

#include <memory>

#include "absl/status/statusor.h"
#include "core/notation/byte_source.h"

namespace rookery {

// A source of the decompressed bytes. Reading from it fails with DATA_LOSS
// where the compressed data is damaged or cut off, and as `source` does. An
// error here is one of reading the first bytes.
absl::StatusOr<std::unique_ptr<ByteSource>> Decompress(
    std::unique_ptr<ByteSource> source);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_DECOMPRESSION_H_
