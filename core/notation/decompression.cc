#include "core/notation/decompression.h"

#include <bzlib.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

constexpr std::string_view kDamaged = "is damaged";
constexpr size_t kInputBytes = size_t{1} << 17;

// What one step of a decoder did.
struct Step {
  size_t consumed = 0;
  size_t produced = 0;
  bool member_ended = false;
  // What is wrong, if anything; what was produced is right all the same.
  std::string_view fault;
};

// One format. A step that does nothing wants more input.
class Decoder {
 public:
  virtual ~Decoder() = default;
  virtual std::string_view name() const = 0;
  // Both spans are at most kInputBytes and 4 GiB long.
  virtual Step Decode(std::span<char> input, std::span<char> output) = 0;
  // Prepares for the next member.
  virtual bool Restart() = 0;
};

unsigned Bounded(size_t size) {
  return static_cast<unsigned>(std::min<size_t>(size, 1u << 30));
}

class GzipDecoder final : public Decoder {
 public:
  // 15 is the largest window; 16 more asks for the header of gzip.
  GzipDecoder() : usable_(inflateInit2(&stream_, 15 + 16) == Z_OK) {}
  ~GzipDecoder() override {
    if (usable_) inflateEnd(&stream_);
  }

  std::string_view name() const override { return "gzip"; }

  Step Decode(std::span<char> input, std::span<char> output) override {
    if (!usable_) return {.fault = kDamaged};
    const unsigned given = Bounded(input.size());
    const unsigned room = Bounded(output.size());
    stream_.next_in = reinterpret_cast<Bytef*>(input.data());
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<Bytef*>(output.data());
    stream_.avail_out = room;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    return {.consumed = given - stream_.avail_in,
            .produced = room - stream_.avail_out,
            .member_ended = result == Z_STREAM_END,
            .fault = result == Z_OK || result == Z_STREAM_END ||
                             result == Z_BUF_ERROR
                         ? ""
                         : kDamaged};
  }

  bool Restart() override { return inflateReset(&stream_) == Z_OK; }

 private:
  z_stream stream_{};
  bool usable_;
};

class Bzip2Decoder final : public Decoder {
 public:
  Bzip2Decoder() : usable_(BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK) {}
  ~Bzip2Decoder() override {
    if (usable_) BZ2_bzDecompressEnd(&stream_);
  }

  std::string_view name() const override { return "bzip2"; }

  Step Decode(std::span<char> input, std::span<char> output) override {
    if (!usable_) return {.fault = kDamaged};
    const unsigned given = Bounded(input.size());
    const unsigned room = Bounded(output.size());
    stream_.next_in = input.data();
    stream_.avail_in = given;
    stream_.next_out = output.data();
    stream_.avail_out = room;
    const int result = BZ2_bzDecompress(&stream_);
    return {
        .consumed = given - stream_.avail_in,
        .produced = room - stream_.avail_out,
        .member_ended = result == BZ_STREAM_END,
        .fault = result == BZ_OK || result == BZ_STREAM_END ? "" : kDamaged};
  }

  bool Restart() override {
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    usable_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
    return usable_;
  }

 private:
  bz_stream stream_{};
  bool usable_;
};

// Frames follow each other without a restart; those that carry no data are
// skipped by the library.
class ZstandardDecoder final : public Decoder {
 public:
  ~ZstandardDecoder() override { ZSTD_freeDStream(stream_); }

  std::string_view name() const override { return "zstd"; }

  Step Decode(std::span<char> input, std::span<char> output) override {
    if (stream_ == nullptr) return {.fault = kDamaged};
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{output.data(), output.size(), 0};
    const size_t result = ZSTD_decompressStream(stream_, &out, &in);
    return {.consumed = in.pos,
            .produced = out.pos,
            .member_ended = result == 0,
            .fault = FaultOf(result)};
  }

  bool Restart() override { return true; }

 private:
  static std::string_view FaultOf(size_t result) {
    if (ZSTD_isError(result) == 0) return "";
    return ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge
               ? "has a window over 128 MiB"
               : kDamaged;
  }

  ZSTD_DStream* stream_ = ZSTD_createDStream();
};

class DecompressingSource final : public ByteSource {
 public:
  // `begin` is what was read from the source already.
  DecompressingSource(std::unique_ptr<ByteSource> source,
                      std::unique_ptr<Decoder> decoder, std::string_view begin)
      : source_(std::move(source)),
        decoder_(std::move(decoder)),
        input_(kInputBytes) {
    std::copy(begin.begin(), begin.end(), input_.begin());
    end_ = begin.size();
  }

  absl::StatusOr<size_t> Read(std::span<char> bytes) override {
    for (;;) {
      if (!fault_.empty()) return DataLoss(fault_);
      if (begin_ == end_ && !source_ended_) {
        if (absl::Status status = Refill(); !status.ok()) return status;
      }
      if (begin_ == end_ && !within_member_) return 0;
      if (!within_member_ && OnlyPadding()) {
        begin_ = end_;
        continue;
      }
      within_member_ = true;
      const Step step = decoder_->Decode(
          std::span(input_).subspan(begin_, end_ - begin_), bytes);
      begin_ += step.consumed;
      fault_ = step.fault;
      if (step.member_ended) {
        within_member_ = false;
        if (!decoder_->Restart()) fault_ = "cannot be decoded further";
      }
      if (step.produced != 0) return step.produced;
      if (step.consumed == 0 && !step.member_ended && fault_.empty()) {
        if (begin_ != end_)
          fault_ = kDamaged;
        else if (source_ended_)
          fault_ = "is cut off";
      }
    }
  }

 private:
  absl::Status Refill() {
    const absl::StatusOr<size_t> count = source_->Read(input_);
    if (!count.ok()) return count.status();
    begin_ = 0;
    end_ = *count;
    source_ended_ = *count == 0;
    return absl::OkStatus();
  }

  // Tapes and some tools fill up the last block with zeros.
  bool OnlyPadding() const {
    return std::all_of(input_.begin() + static_cast<ptrdiff_t>(begin_),
                       input_.begin() + static_cast<ptrdiff_t>(end_),
                       [](char byte) { return byte == 0; });
  }

  absl::Status DataLoss(std::string_view fault) const {
    return absl::DataLossError(absl::StrCat(
        std::string(decoder_->name()), " data ", std::string(fault),
        "; unpack it by hand to save what can be read"));
  }

  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<Decoder> decoder_;
  std::vector<char> input_;
  size_t begin_ = 0;
  size_t end_ = 0;
  bool source_ended_ = false;
  bool within_member_ = false;
  std::string_view fault_;  // the next Read fails with it
};

// Gives back what was read to tell the format.
class PrefixedSource final : public ByteSource {
 public:
  PrefixedSource(std::string prefix, std::unique_ptr<ByteSource> source)
      : prefix_(std::move(prefix)), source_(std::move(source)) {}

  absl::StatusOr<size_t> Read(std::span<char> bytes) override {
    if (given_ == prefix_.size()) return source_->Read(bytes);
    const size_t count = std::min(bytes.size(), prefix_.size() - given_);
    std::copy_n(prefix_.data() + given_, count, bytes.data());
    given_ += count;
    return count;
  }

 private:
  std::string prefix_;
  size_t given_ = 0;
  std::unique_ptr<ByteSource> source_;
};

std::unique_ptr<Decoder> DecoderFor(std::string_view begin) {
  if (begin.starts_with("\x1f\x8b")) return std::make_unique<GzipDecoder>();
  if (begin.size() >= 4 && begin.starts_with("BZh") && begin[3] >= '1' &&
      begin[3] <= '9')
    return std::make_unique<Bzip2Decoder>();
  // RFC 8878: a frame, or a skippable one (0x184d2a50 to 0x184d2a5f).
  const bool skippable = begin.size() >= 4 && (begin[0] & 0xf0) == 0x50 &&
                         begin.substr(1).starts_with("\x2a\x4d\x18");
  if (begin.starts_with("\x28\xb5\x2f\xfd") || skippable)
    return std::make_unique<ZstandardDecoder>();
  return nullptr;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ByteSource>> Decompress(
    std::unique_ptr<ByteSource> source) {
  constexpr size_t kMagicBytes = 4;
  std::array<char, 2 * kMagicBytes> bytes;
  size_t size = 0;
  while (size < kMagicBytes) {
    const absl::StatusOr<size_t> count =
        source->Read(std::span(bytes).subspan(size));
    if (!count.ok()) return count.status();
    if (*count == 0) break;
    size += *count;
  }
  const std::string_view begin(bytes.data(), size);
  if (std::unique_ptr<Decoder> decoder = DecoderFor(begin)) {
    return std::make_unique<DecompressingSource>(std::move(source),
                                                 std::move(decoder), begin);
  }
  return std::make_unique<PrefixedSource>(std::string(begin),
                                          std::move(source));
}

}  // namespace rookery
