#include "cli/audit_file.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/laws/audit/block_audit.h"
#include "core/notation/pgn_blocks.h"
#include "core/notation/pgn_pipeline.h"
#include "core/notation/text_source.h"

namespace rookery::cli {
namespace {

// What the threads share; only used in turn.
struct Delivery {
  std::string before_number;
  AuditTotals totals;  // of this file so far
};

class AuditWorker final : public PgnBlockWorker {
 public:
  AuditWorker(const AuditSetting& setting, Delivery& delivery)
      : setting_(setting), delivery_(delivery), auditor_(setting.judge) {}

  void Work(const PgnBlock& block) override {
    text_.clear();
    lines_.clear();
    totals_ = AuditBlock(block, 1, auditor_, [&](const GameAudit& audit) {
      const std::string line = setting_.writer->AfterNumber(audit);
      if (line.empty()) return;
      text_ += line;
      lines_.push_back({audit.number, text_.size()});
    });
  }

  absl::Status Deliver() override {
    if (setting_.interrupt->triggered())
      return absl::CancelledError("interrupted");
    std::string_view rest = text_;
    size_t begin = 0;
    for (const Line& line : lines_) {
      *setting_.out << delivery_.before_number
                    << delivery_.totals.games + line.number
                    << rest.substr(begin, line.end - begin);
      begin = line.end;
    }
    delivery_.totals.Merge(totals_);
    if (!*setting_.out) return absl::AbortedError("cannot write");
    return absl::OkStatus();
  }

 private:
  // What comes after the number of a game, by where it ends in text_.
  struct Line {
    uint64_t number;  // 1 for the first game of the block
    size_t end;
  };

  const AuditSetting& setting_;
  Delivery& delivery_;
  GameAuditor auditor_;
  std::string text_;
  std::vector<Line> lines_;
  AuditTotals totals_;
};

}  // namespace

absl::Status AuditFile(const std::string& path, const AuditSetting& setting,
                       AuditTotals* totals) {
  absl::StatusOr<std::unique_ptr<ByteSource>> source = OpenText(path);
  if (!source.ok()) return source.status();
  PgnBlockReader reader(**source);
  Delivery delivery{.before_number = setting.writer->BeforeNumber(path),
                    .totals = {}};
  const absl::Status status = ReadBlocks(reader, setting.threads, [&] {
    return std::make_unique<AuditWorker>(setting, delivery);
  });
  totals->Merge(delivery.totals);
  if (absl::IsDataLoss(status)) {
    return absl::DataLossError(
        absl::StrCat("cannot read '", path, "': ", status.message()));
  }
  return status;
}

}  // namespace rookery::cli
