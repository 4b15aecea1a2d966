// One line on a terminal that says how far a job is, redrawn in place. Nothing
// here is for a pipe or a file.
#ifndef ROOKERY_CLI_PROGRESS_BAR_H_
#define ROOKERY_CLI_PROGRESS_BAR_H_

#include <deque>
#include <optional>
#include <ostream>
#include <string>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "daemon/clock.h"
#include "rookery/v1/job.pb.h"

namespace rookery::cli {

// The line for `progress`, `elapsed` after the start, at most `columns` wide
// and without control characters. What is unknown is left out. A pure function:
//   [########....]  45.1 %   2 min 05 s   3.20 G leaves/s   3 min 12 s left
std::string ProgressLine(const v1::JobProgress& progress,
                         absl::Duration elapsed,
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

// Draws the line, and again four times a second while nothing is heard: time
// goes on even where no unit is finished for a while. Thread-safe.
class ProgressBar {
 public:
  // `terminal` must outlive the bar. With no columns it never draws anything.
  ProgressBar(std::ostream* terminal, int columns);
  // Clears the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Takes how things stand. A job that ends within a third of a second never
  // shows a bar.
  void Update(const v1::JobProgress& progress);

  // Takes the line off the screen, so that something else can be written; the
  // next Update brings it back.
  void Clear();

 private:
  void Redraw();

  std::ostream* const terminal_;
  const int columns_;
  const daemon::SystemClock clock_;
  const absl::Duration start_;
  absl::Mutex mutex_;
  std::optional<v1::JobProgress> progress_ ABSL_GUARDED_BY(mutex_);
  RateMeter rate_ ABSL_GUARDED_BY(mutex_);
  bool drawn_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread redrawer_;
};

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_PROGRESS_BAR_H_
