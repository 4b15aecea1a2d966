// What a reader of PGN has to say about a game.
//
// A remark is an error where something of the record is lost or cannot be
// played, and a warning where the meaning is beyond doubt but the text is not
// as the standard has it. Plain values; safe to use from any thread.
#ifndef ROOKERY_CORE_NOTATION_PGN_REMARK_H_
#define ROOKERY_CORE_NOTATION_PGN_REMARK_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace rookery {

enum class PgnSeverity : uint8_t { kWarning, kError };

struct PgnRemark {
  PgnSeverity severity = PgnSeverity::kWarning;
  // Such as "illegal_move": a constant, the same in every report. docs/pgn.md
  // lists them all.
  std::string_view kind;
  // The half-move of the main line that it is about, 1 for the first; 0 for the
  // tags and for what stands before the first move.
  uint32_t ply = 0;
  // The offending part of the game's text, perhaps empty.
  std::string_view text;
};

// The remarks on one game. Keeps the first kMaxKept errors and as many warnings
// and counts the rest, so that no game can fill the memory.
class PgnRemarks {
 public:
  static constexpr size_t kMaxKept = 256;

  void Add(const PgnRemark& remark) {
    uint64_t& count =
        remark.severity == PgnSeverity::kError ? errors_ : warnings_;
    if (++count <= kMaxKept) kept_.push_back(remark);
  }
  void Error(std::string_view kind, uint32_t ply, std::string_view text = {}) {
    Add({PgnSeverity::kError, kind, ply, text});
  }
  void Warning(std::string_view kind, uint32_t ply,
               std::string_view text = {}) {
    Add({PgnSeverity::kWarning, kind, ply, text});
  }
  void Clear() {
    kept_.clear();
    errors_ = warnings_ = 0;
  }

  const std::vector<PgnRemark>& kept() const { return kept_; }
  uint64_t errors() const { return errors_; }
  uint64_t warnings() const { return warnings_; }

 private:
  std::vector<PgnRemark> kept_;
  uint64_t errors_ = 0;
  uint64_t warnings_ = 0;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_REMARK_H_
