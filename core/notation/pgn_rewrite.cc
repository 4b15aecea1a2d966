#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/notation/pgn_writer.h"
#include "core/notation/san_pattern.h"
#include "core/notation/san_resolver.h"
#include "core/notation/text_encoding.h"

namespace rookery {
namespace {

constexpr std::string_view kBothLose = "0-0";

bool IsStandardResult(std::string_view text) {
  static constexpr std::array<std::string_view, 4> kResults = {"1-0", "0-1",
                                                               "1/2-1/2", "*"};
  return std::find(kResults.begin(), kResults.end(), text) != kResults.end();
}

class Rewriter {
 public:
  Rewriter(const PgnGame& game, std::string& text)
      : game_(game), writer_(text) {}

  void Run(const PgnStart& start) {
    WriteTags();
    writer_.BeginMoves(start.position);
    lost_ = !start.usable;
    for (const PgnToken& token : game_.tokens) WriteToken(token);
    writer_.End(Result());
  }

 private:
  std::string Utf8(std::string_view text) const {
    return game_.latin1 ? Utf8FromLatin1(text) : std::string(text);
  }

  void WriteTags() {
    for (const PgnTag& tag : game_.tags) {
      const bool both_lose = tag.name == "Result" && tag.value == kBothLose;
      writer_.Tag(Utf8(tag.name),
                  both_lose ? "*" : Utf8(PgnTagValue(tag.value)));
    }
    if (game_.FindTag("Result") == kBothLose && !game_.HasTag("Termination"))
      writer_.Tag("Termination", "both players lose");
  }

  void WriteToken(const PgnToken& token) {
    switch (token.kind) {
      case PgnTokenKind::kMove:
        return WriteMove(game_.TextOf(token));
      case PgnTokenKind::kNag:
        return writer_.Nag(static_cast<int>(token.value));
      case PgnTokenKind::kComment:
        return writer_.Comment(Utf8(game_.TextOf(token)));
      case PgnTokenKind::kVariationStart:
        ++depth_;
        return writer_.BeginVariation();
      case PgnTokenKind::kVariationEnd:
        --depth_;
        return writer_.EndVariation();
      case PgnTokenKind::kResult:
      case PgnTokenKind::kNonstandardResult:
        // That of the game comes last.
        if (depth_ != 0) writer_.Unplayable(Utf8(game_.TextOf(token)));
        return;
      case PgnTokenKind::kEnPassantSuffix:
        return;
    }
  }

  void WriteMove(std::string_view text) {
    if (!lost_ && !writer_.lost()) {
      const SanReading reading =
          ResolveSan(writer_.position(), ReadSanPattern(text));
      if (reading.outcome == SanOutcome::kLegal)
        return writer_.Play(reading.move);
    }
    writer_.Unplayable(Utf8(text));
  }

  std::string_view Result() const {
    if (!game_.result_token.empty()) return game_.result_token;
    const std::string_view tag = game_.FindTag("Result");
    return IsStandardResult(tag) ? tag : "*";
  }

  const PgnGame& game_;
  PgnWriter writer_;
  bool lost_ = false;
  int depth_ = 0;
};

}  // namespace

void WriteGame(const PgnGame& game, const PgnStart& start, std::string& text) {
  Rewriter(game, text).Run(start);
}

}  // namespace rookery
