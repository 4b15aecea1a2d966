// A suite as a table of tab-separated values, as spreadsheets write it and as
// collections of perft figures are kept.
//
//   fen <tab> depth <tab> nodes <tab> comment
//   4k3/8/8/8/8/8/8/4K2R w K - 0 1 <tab> 1 <tab> 15 <tab> castling
//
// One of the two formats of ParseSuite. A plain value; safe to use from any
// thread as such.
#ifndef ROOKERY_CORE_VERIFY_SUITE_TABLE_H_
#define ROOKERY_CORE_VERIFY_SUITE_TABLE_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/verify/suite.h"

namespace rookery {

class SuiteTable {
 public:
  // Whether the first line of a suite names columns, `fen` among them, instead
  // of being a position.
  static bool IsHeading(std::string_view line);

  // The columns, in any order: `fen`, `depth`, `nodes`, and `comment`, which
  // may be missing. Instead of `nodes` a table may have `statistic` and
  // `value`; then rows with another statistic than "nodes" are passed over.
  // Further columns do not matter. INVALID_ARGUMENT, naming the column, where
  // one is missing or there twice.
  static absl::StatusOr<SuiteTable> FromHeading(std::string_view line);

  // Adds one row to the suite. Rows of one position that follow each other
  // become one SuiteLine, with the first comment there is. INVALID_ARGUMENT,
  // naming the value, where the row has too few cells, or the FEN, the depth or
  // the nodes are none.
  absl::Status ReadRow(int number, std::string_view line,
                       std::vector<SuiteLine>* suite) const;

 private:
  SuiteTable() = default;

  size_t fen_ = 0;
  size_t depth_ = 0;
  size_t nodes_ = 0;
  std::optional<size_t> statistic_;
  std::optional<size_t> comment_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_SUITE_TABLE_H_
