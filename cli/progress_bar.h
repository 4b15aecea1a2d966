// One line on a terminal that says how far a job is, redrawn in place. Nothing
// here is for a pipe or a file.
#ifndef ROOKERY_CLI_PROGRESS_BAR_H_
#define ROOKERY_CLI_PROGRESS_BAR_H_

#include <deque>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "rookery/v1/job.pb.h"

namespace rookery::cli {

// The line for `progress`, exactly `columns` wide at most, without control
// characters. `leaves_per_second` is left out while it is unknown. A pure
// function:
//   [#########...........]  45.1 %   3.20 G leaves/s   2 min 05 s left
std::string ProgressLine(const v1::JobProgress& progress,
                         std::optional<double> leaves_per_second, int columns);

// The rate over the last ten seconds of a growing count. A count that shrinks
// (a coordinator that was started anew counts again from what it has stored)
// starts it afresh. Not thread-safe.
class RateMeter {
 public:
  // Takes the count at a moment of a monotonic clock; moments never go back.
  void Add(absl::Duration moment, double count);

  // Unknown until two moments at least half a second apart were seen.
  std::optional<double> PerSecond() const;

 private:
  std::deque<std::pair<absl::Duration, double>> samples_;
};

// Draws the line. Not thread-safe.
class ProgressBar {
 public:
  // `terminal` must outlive the bar. With no columns it never draws anything.
  ProgressBar(std::ostream* terminal, int columns)
      : terminal_(terminal), columns_(columns) {}
  // Clears the line.
  ~ProgressBar() { Clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Draws how things stand `moment` after the start. A job that ends within a
  // third of a second never shows a bar.
  void Draw(const v1::JobProgress& progress, absl::Duration moment);

  // Takes the line off the screen, so that something else can be written; the
  // next Draw brings it back.
  void Clear();

 private:
  std::ostream* const terminal_;
  const int columns_;
  RateMeter rate_;
  bool drawn_ = false;
};

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_PROGRESS_BAR_H_
