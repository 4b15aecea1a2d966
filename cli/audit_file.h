// Audits one file: several threads read it, and what they have to say comes out
// in the order of its games. Memory is constant.
#ifndef ROOKERY_CLI_AUDIT_FILE_H_
#define ROOKERY_CLI_AUDIT_FILE_H_

#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "cli/audit_writer.h"
#include "cli/interrupt.h"
#include "core/laws/game_judge.h"

namespace rookery::cli {

// What files are audited with. Borrows.
struct AuditSetting {
  JudgeOptions judge;
  int threads = 1;  // 1 to 1,024
  const AuditWriter* writer = nullptr;
  std::ostream* out = nullptr;
  const Interrupt* interrupt = nullptr;
};

// Writes about the games of a file ("-" is standard input) and adds to
// `totals`. Where it fails, what was written and added holds for the games
// before. Errors: as OpenText, and DATA_LOSS, all naming the file; CANCELLED
// after an interrupt; ABORTED where `out` takes no more.
absl::Status AuditFile(const std::string& path, const AuditSetting& setting,
                       AuditTotals* totals);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_AUDIT_FILE_H_
