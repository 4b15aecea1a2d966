// How `rookery audit` prints games and totals: as text, as JSON lines, as CSV.
// All three are interfaces: people and programs read them (docs/cli.md).
#ifndef ROOKERY_CLI_AUDIT_WRITER_H_
#define ROOKERY_CLI_AUDIT_WRITER_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "core/laws/audit/audit_totals.h"
#include "core/laws/audit/game_audit.h"

namespace rookery::cli {

struct AuditSummary {
  uint64_t files = 0;  // those that could not be read to the end included
  uint64_t unreadable_files = 0;
  AuditTotals totals;
  absl::Duration time;
};

// What is printed about a game begins with BeforeNumber and its number in the
// file. Threads make the rest before they know that number. Safe to use from
// any thread.
class AuditWriter {
 public:
  virtual ~AuditWriter() = default;

  // Before everything else.
  virtual std::string Heading() const = 0;

  virtual std::string BeforeNumber(const std::string& file) const = 0;

  // Up to the end of the line; empty where there is nothing to print about the
  // game.
  virtual std::string AfterNumber(const GameAudit& audit) const = 0;

  // After everything else.
  virtual std::string Ending(const AuditSummary& summary) const = 0;
};

// One line for each game that has errors or warnings; then the totals.
std::unique_ptr<AuditWriter> MakeAuditTextWriter();

// One object a game and line; then one with the totals.
std::unique_ptr<AuditWriter> MakeAuditJsonWriter();

// A heading and one row a game (RFC 4180), without totals.
std::unique_ptr<AuditWriter> MakeAuditCsvWriter();

// "consistent", "should_be 1-0"; empty where there is no verdict.
std::string ResultVerdictText(const Verdict& verdict);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_AUDIT_WRITER_H_
