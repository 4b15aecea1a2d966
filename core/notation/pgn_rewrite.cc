#include <algorithm>
#include <string>
#include <string_view>

#include "core/notation/pgn_replay.h"
#include "core/notation/pgn_result.h"
#include "core/notation/pgn_writer.h"
#include "core/notation/san_memo.h"
#include "core/notation/san_pattern.h"
#include "core/notation/san_resolver.h"
#include "core/notation/text_encoding.h"

namespace rookery {
namespace {

constexpr std::string_view kBothLose = "0-0";

class Rewriter {
 public:
  Rewriter(const PgnGame& game, std::string& text)
      : game_(game), writer_(text) {}

  void Run(const PgnStart& start) {
    lost_ = !start.usable;
    const PgnToken* const no_move =
        start.usable ? BothLoseToken(start.position) : nullptr;
    const std::string_view tag = game_.FindTag("Result");
    both_lose_ =
        tag == kBothLose || (no_move != nullptr && !IsDecidedResult(tag));
    WriteTags();
    writer_.BeginMoves(start.position);
    for (const PgnToken& token : game_.tokens) {
      if (&token != no_move) WriteToken(token);
    }
    writer_.End(Result());
  }

 private:
  std::string Utf8(std::string_view text) const {
    return game_.latin1 ? Utf8FromLatin1(text) : std::string(text);
  }

  // The "0-0" at the end that says that both lost; null where there is none.
  const PgnToken* BothLoseToken(Position position) const {
    const auto last = std::find_if(
        game_.tokens.rbegin(), game_.tokens.rend(), [](const PgnToken& token) {
          return token.kind != PgnTokenKind::kComment;
        });
    if (last == game_.tokens.rend() || game_.TextOf(*last) != kBothLose)
      return nullptr;
    // Whether it is castling only the position tells.
    struct {
      void OnMove(Move, const Position&) {}
    } visitor;
    SanMemo memo;
    PgnRemarks remarks;
    const PgnReplay replay =
        ReplayMainLine(game_, position, memo, remarks, visitor);
    return replay.both_lose ? &*last : nullptr;
  }

  void WriteTags() {
    for (const PgnTag& tag : game_.tags) {
      const bool unknown = both_lose_ && tag.name == "Result";
      writer_.Tag(Utf8(tag.name), unknown ? "*" : Utf8(PgnTagValue(tag.value)));
    }
    if (both_lose_ && !game_.HasTag("Termination"))
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
    return IsDecidedResult(tag) ? tag : "*";
  }

  const PgnGame& game_;
  PgnWriter writer_;
  bool lost_ = false;
  bool both_lose_ = false;
  int depth_ = 0;
};

}  // namespace

void WriteGame(const PgnGame& game, const PgnStart& start, std::string& text) {
  Rewriter(game, text).Run(start);
}

}  // namespace rookery
