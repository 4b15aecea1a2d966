// From bytes to blocks of games: byte_source.h, decompression.h, text_source.h,
// pgn_blocks.h and pgn_pipeline.h.
#include <bzlib.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "core/notation/byte_source.h"
#include "core/notation/decompression.h"
#include "core/notation/pgn_blocks.h"
#include "core/notation/pgn_parser.h"
#include "core/notation/pgn_pipeline.h"
#include "core/notation/text_source.h"
#include "tests/support/pgn_corpus.h"
#include "tests/support/random_games.h"

namespace rookery {
namespace {

using testing::HasSubstr;

std::string FileBytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

absl::StatusOr<std::string> ReadAll(ByteSource& source, size_t step = 4096) {
  std::string all;
  std::vector<char> buffer(step);
  for (;;) {
    const absl::StatusOr<size_t> count = source.Read(buffer);
    if (!count.ok()) return count.status();
    if (*count == 0) return all;
    all.append(buffer.data(), *count);
  }
}

absl::StatusOr<std::string> Decompressed(std::string_view bytes,
                                         size_t most = SIZE_MAX) {
  absl::StatusOr<std::unique_ptr<ByteSource>> source =
      Decompress(std::make_unique<MemorySource>(bytes, most));
  if (!source.ok()) return source.status();
  return ReadAll(**source, 777);
}

std::string AsText(std::string_view bytes, size_t most = SIZE_MAX,
                   size_t step = 4096) {
  TextSource source(std::make_unique<MemorySource>(bytes, most));
  const absl::StatusOr<std::string> text = ReadAll(source, step);
  EXPECT_TRUE(text.ok());
  return *text;
}

std::string Gzip(const std::string& text) {
  std::string bytes(compressBound(text.size()) + 64, '\0');
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, 0), Z_OK);
  std::string input = text;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<unsigned>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<unsigned>(bytes.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

std::string Bzip2(std::string text) {
  std::string bytes(text.size() + text.size() / 100 + 700, '\0');
  auto size = static_cast<unsigned>(bytes.size());
  EXPECT_EQ(
      BZ2_bzBuffToBuffCompress(bytes.data(), &size, text.data(),
                               static_cast<unsigned>(text.size()), 9, 0, 0),
      BZ_OK);
  bytes.resize(size);
  return bytes;
}

std::string Zstandard(const std::string& text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(
      ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3));
  return bytes;
}

TEST(DecompressionTest, ReadsTheCorpusInEveryFormat) {
  const std::string plain = FileBytes(PgnCorpusFile("h01_export_baseline.pgn"));
  for (const char* name :
       {"h28_compressed.pgn.gz", "h28_compressed.pgn.bz2",
        "h28_compressed.pgn.zst", "h01_export_baseline.pgn"}) {
    absl::StatusOr<std::unique_ptr<ByteSource>> source =
        OpenText(PgnCorpusFile(name).string());
    ASSERT_TRUE(source.ok()) << source.status();
    const absl::StatusOr<std::string> text = ReadAll(**source);
    ASSERT_TRUE(text.ok()) << text.status();
    EXPECT_EQ(*text, plain) << name;
  }
}

TEST(DecompressionTest, ReadsSeveralMembersInPiecesOfAnySize) {
  const std::string first = RandomCollection(81, 20, GameStyle::kPlain);
  const std::string second = RandomCollection(82, 3, GameStyle::kPlain);
  for (const auto& compress :
       {Gzip, +[](const std::string& text) { return Bzip2(text); },
        Zstandard}) {
    const std::string bytes = compress(first) + compress("") + compress(second);
    for (const size_t most : {size_t{1}, size_t{1000}, SIZE_MAX}) {
      const absl::StatusOr<std::string> text = Decompressed(bytes, most);
      ASSERT_TRUE(text.ok()) << text.status();
      EXPECT_TRUE(*text == first + second) << most;
    }
    const absl::StatusOr<std::string> padded =
        Decompressed(bytes + std::string(512, '\0'));
    ASSERT_TRUE(padded.ok()) << padded.status();
    EXPECT_TRUE(*padded == first + second);
  }
}

TEST(DecompressionTest, SaysWhereDataIsDamagedOrCutOff) {
  const std::string text = RandomCollection(83, 20, GameStyle::kPlain);
  for (const std::string& bytes : {Gzip(text), Bzip2(text), Zstandard(text)}) {
    const auto cut = Decompressed(bytes.substr(0, bytes.size() - 10));
    EXPECT_EQ(cut.status().code(), absl::StatusCode::kDataLoss);
    EXPECT_THAT(std::string(cut.status().message()), HasSubstr("cut off"));
    const auto garbage = Decompressed(bytes + "garbage that is no member");
    EXPECT_EQ(garbage.status().code(), absl::StatusCode::kDataLoss);
  }
  std::string damaged = Gzip(text);
  damaged[damaged.size() / 2] ^= 0x55;
  damaged[damaged.size() / 2 + 1] ^= 0x55;
  EXPECT_EQ(Decompressed(damaged).status().code(), absl::StatusCode::kDataLoss);
}

TEST(DecompressionTest, NamesAWindowThatIsTooLarge) {
  // RFC 8878: a frame header with a window of 2^28 bytes, and an empty block.
  const std::string frame("\x28\xb5\x2f\xfd\x00\x90\x01\x00\x00", 9);
  const auto text = Decompressed(frame);
  EXPECT_EQ(text.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(text.status().message()),
              HasSubstr("zstd data has a window over 128 MiB"));
}

TEST(DecompressionTest, PassesShortAndPlainTextsUnchanged) {
  for (const char* text : {"", "1", "BZh", "BZhx", "1. e4 *"})
    EXPECT_EQ(*Decompressed(text, 1), text);
}

TEST(FileSourceTest, NamesTheFileThatCannotBeOpened) {
  const auto source = FileSource::Open("/nonexistent/games.pgn");
  EXPECT_EQ(source.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(source.status().message()),
              HasSubstr("/nonexistent/games.pgn"));
}

TEST(FileSourceTest, AFolderIsNoFile) {
  const auto source = FileSource::Open("/");
  if (!source.ok()) return;
  EXPECT_FALSE(ReadAll(**source).ok());
}

TEST(TextSourceTest, DropsAByteOrderMarkAndEndsLinesOneWay) {
  for (const size_t most : {size_t{1}, size_t{3}, SIZE_MAX}) {
    for (const size_t step : {size_t{2}, size_t{3}, size_t{100}}) {
      EXPECT_EQ(AsText("\xef\xbb\xbf[Event", most, step), "[Event");
      EXPECT_EQ(AsText("a\rb\r\rc\r", most, step), "a\nb\n\nc\n");
      EXPECT_EQ(AsText("a\r\nb\r\n\r\nc\r\n", most, step),
                "a\r\nb\r\n\r\nc\r\n");
      EXPECT_EQ(AsText("", most, step), "");
      EXPECT_EQ(AsText("\r", most, step), "\n");
    }
  }
}

TEST(TextSourceTest, ReadsUtf16OfBothKinds) {
  // "[é♘" and a knight beyond the first plane.
  const std::u16string text = u"[\u00e9\u2658\U0001F658\r1";
  std::string little = "\xff\xfe";
  std::string big = "\xfe\xff";
  for (const char16_t unit : text) {
    little += static_cast<char>(unit & 0xff);
    little += static_cast<char>(unit >> 8);
    big += static_cast<char>(unit >> 8);
    big += static_cast<char>(unit & 0xff);
  }
  for (const size_t most : {size_t{1}, size_t{3}, SIZE_MAX}) {
    EXPECT_EQ(AsText(little, most), "[\u00e9\u2658\U0001F658\n1");
    EXPECT_EQ(AsText(big, most), "[\u00e9\u2658\U0001F658\n1");
  }
  EXPECT_EQ(AsText(std::string("[\0E\0v\0", 6)), "[Ev");
  EXPECT_EQ(AsText(std::string("\0[\0E\0v", 6)), "[Ev");
  // Half a pair, and half a unit.
  EXPECT_EQ(AsText(std::string("\xff\xfe\x00\xd8[\0]", 7)), "\ufffd[\ufffd");
}

// The games of a text as one text each, read in blocks.
std::vector<std::string> Games(std::string_view text, PgnBlockOptions options,
                               uint64_t* accounted = nullptr) {
  MemorySource source(text, 1000);
  PgnBlockReader reader(source, options);
  PgnBlock block;
  std::vector<std::string> games;
  uint64_t bytes = 0;
  for (;;) {
    const absl::StatusOr<bool> more = reader.Next(block);
    EXPECT_TRUE(more.ok());
    if (!*more) break;
    EXPECT_EQ(block.offset, bytes);
    bytes += block.text.size() + block.skipped_bytes;
    PgnParser parser(block);
    PgnGame game;
    while (parser.Next(game)) {
      EXPECT_EQ(game.text, text.substr(game.offset, game.text.size()));
      games.emplace_back(game.text);
      while (!games.back().empty() && games.back().back() == '\n')
        games.back().pop_back();
    }
  }
  if (accounted != nullptr) *accounted = bytes;
  EXPECT_EQ(reader.bytes_read(), text.size());
  return games;
}

TEST(PgnBlocksTest, CuttingChangesNothing) {
  std::vector<std::string> texts = {
      RandomCollection(84, 30, GameStyle::kPlain),
      RandomCollection(85, 30, GameStyle::kDifficult),
      // Without tags, and with nothing but tags.
      "1. e4 *\n1. d4 {x\ny} d5 1-0\n\n\nNf3 (c4\n) 0-1\n1. e4\ne5 *\n",
      "[Event \"a\"]\n[Event \"b\"]\n[Result \"*\"]\n\n[Event \"c\"]\n\n*\n",
      "{note}\n[White \"a\"]\n\n[Event \"x\"]\n1. e4 {\n[Event \"y\"]\n1. d4 "
      "*"};
  for (const std::string& name : PgnCorpusNames()) {
    if (name.ends_with(".pgn")) texts.push_back(FileBytes(PgnCorpusFile(name)));
  }
  for (const std::string& text : texts) {
    uint64_t accounted = 0;
    const auto whole = Games(text, {}, &accounted);
    EXPECT_EQ(accounted, text.size());
    for (const size_t bytes : {64, 100, 777, 5000}) {
      EXPECT_EQ(Games(text, {.block_bytes = bytes}, &accounted), whole)
          << bytes << text.substr(0, 200);
      EXPECT_EQ(accounted, text.size());
    }
  }
}

TEST(PgnBlocksTest, AGameBeyondTheLimitIsCutOffAndItsNeighboursAreNot) {
  const std::string huge(5000, 'x');
  const std::string text =
      "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 {" + huge +
      "} *\n\n[Event \"c\"]\n\n1. c4 *\n";
  MemorySource source(text);
  PgnBlockReader reader(source, {.block_bytes = 64, .max_game_bytes = 1024});
  PgnBlock block;
  PgnGame game;
  std::vector<uint64_t> errors;
  std::vector<std::string> kinds;
  uint64_t bytes = 0;
  while (*reader.Next(block)) {
    bytes += block.text.size() + block.skipped_bytes;
    PgnParser parser(block);
    while (parser.Next(game)) {
      errors.push_back(game.remarks.errors());
      kinds.emplace_back(game.remarks.kept()[0].kind);
    }
  }
  EXPECT_THAT(errors, testing::ElementsAre(0u, 2u, 0u));
  EXPECT_EQ(kinds[1], "unterminated_comment");
  EXPECT_EQ(bytes, text.size());
}

class Counter final : public PgnBlockWorker {
 public:
  explicit Counter(std::vector<std::string>& all) : all_(all) {}

  void Work(const PgnBlock& block) override {
    rounds_.clear();
    PgnParser parser(block);
    PgnGame game;
    while (parser.Next(game)) rounds_.emplace_back(game.FindTag("Round"));
  }

  absl::Status Deliver() override {
    for (const std::string& round : rounds_) {
      if (round == "150") return absl::CancelledError("enough");
      all_.push_back(round);
    }
    return absl::OkStatus();
  }

 private:
  std::vector<std::string>& all_;
  std::vector<std::string> rounds_;
};

std::vector<std::string> Numbers(int count) {
  std::vector<std::string> numbers;
  for (int number = 1; number <= count; ++number)
    numbers.push_back(std::to_string(number));
  return numbers;
}

TEST(PgnPipelineTest, DeliversInOrderWithAnyNumberOfThreads) {
  const std::string text = RandomCollection(86, 120, GameStyle::kPlain);
  for (const int threads : {1, 2, 5}) {
    MemorySource source(text);
    PgnBlockReader reader(source, {.block_bytes = 2000});
    std::vector<std::string> all;
    EXPECT_TRUE(ReadBlocks(reader, threads, [&] {
                  return std::make_unique<Counter>(all);
                }).ok());
    EXPECT_EQ(all, Numbers(120));
  }
}

TEST(PgnPipelineTest, StopsAtTheFirstError) {
  const std::string text = RandomCollection(86, 200, GameStyle::kPlain);
  for (const int threads : {1, 3}) {
    MemorySource source(text);
    PgnBlockReader reader(source, {.block_bytes = 64});
    std::vector<std::string> all;
    const absl::Status status = ReadBlocks(
        reader, threads, [&] { return std::make_unique<Counter>(all); });
    EXPECT_EQ(status.message(), "enough");
    EXPECT_EQ(all, Numbers(149));
  }
}

TEST(PgnPipelineTest, PassesOnWhatCameBeforeAReadingError) {
  const std::string text = RandomCollection(87, 100, GameStyle::kPlain);
  std::string bytes = Gzip(text);
  bytes.resize(bytes.size() / 2);
  for (const int threads : {1, 3}) {
    auto source = Decompress(std::make_unique<MemorySource>(bytes));
    ASSERT_TRUE(source.ok());
    PgnBlockReader reader(**source, {.block_bytes = 2000});
    std::vector<std::string> all;
    const absl::Status status = ReadBlocks(
        reader, threads, [&] { return std::make_unique<Counter>(all); });
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_GT(all.size(), 20u);
    EXPECT_EQ(all, Numbers(static_cast<int>(all.size())));
  }
}

// All games that a cut-off archive holds whole come before its error, even
// where they are less than a block.
TEST(PgnBlocksTest, DeliversWhatWasReadBeforeAnError) {
  const std::string text = RandomCollection(88, 100, GameStyle::kPlain);
  std::string bytes = Gzip(text);
  bytes.resize(bytes.size() / 2);
  std::string unpacked;
  {
    auto source = Decompress(std::make_unique<MemorySource>(bytes));
    std::array<char, 64> piece;
    for (;;) {
      const absl::StatusOr<size_t> count = (*source)->Read(piece);
      if (!count.ok()) break;
      unpacked.append(piece.data(), *count);
    }
  }
  ASSERT_GT(unpacked.size(), text.size() / 3);
  ASSERT_EQ(unpacked, text.substr(0, unpacked.size()));
  const size_t whole = unpacked.rfind("[Event ");

  auto source = Decompress(std::make_unique<MemorySource>(bytes));
  PgnBlockReader reader(**source);
  PgnBlock block;
  const absl::StatusOr<bool> first = reader.Next(block);
  ASSERT_TRUE(first.ok() && *first) << first.status();
  EXPECT_EQ(block.text, text.substr(0, whole));
  for (int again = 0; again < 2; ++again)
    EXPECT_EQ(reader.Next(block).status().code(), absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace rookery
