#include "cli/progress_bar.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/quantities.h"

namespace rookery::cli {
namespace {

constexpr absl::Duration kQuietStart = absl::Milliseconds(300);
constexpr absl::Duration kRedrawInterval = absl::Milliseconds(250);
constexpr absl::Duration kRateWindow = absl::Seconds(10);
constexpr absl::Duration kShortestRateSpan = absl::Milliseconds(500);
constexpr int kBarCells = 24;

absl::Duration TimeLeft(const v1::JobProgress& progress) {
  return absl::Seconds(progress.time_left().seconds()) +
         absl::Nanoseconds(progress.time_left().nanos());
}

}  // namespace

std::string ProgressLine(const v1::JobProgress& progress,
                         absl::Duration elapsed,
                         std::optional<double> leaves_per_second, int columns) {
  const double fraction = std::isfinite(progress.fraction())
                              ? std::clamp(progress.fraction(), 0.0, 1.0)
                              : 0.0;
  const int filled = static_cast<int>(fraction * kBarCells);
  std::string line = absl::StrCat(
      "[", std::string(filled, '#'), std::string(kBarCells - filled, '.'), "]",
      // Rounded down: 100.0 % is said when it is true.
      absl::StrFormat(" %5.1f %%", std::floor(fraction * 1000) / 10));
  absl::StrAppend(&line, "   ", HumanDuration(elapsed));
  if (progress.state() == v1::Job::STATE_PLANNING) {
    absl::StrAppend(&line, "   planning");
  } else if (!progress.waiting_for().empty()) {
    absl::StrAppend(&line, "   waiting: ", progress.waiting_for());
  } else {
    if (leaves_per_second && *leaves_per_second > 0)
      absl::StrAppend(&line, "   ", HumanCount(*leaves_per_second),
                      " leaves/s");
    if (progress.has_time_left())
      absl::StrAppend(&line, "   ", HumanDuration(TimeLeft(progress)), " left");
  }
  std::replace_if(
      line.begin(), line.end(),
      [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  if (line.size() > static_cast<size_t>(std::max(columns, 0)))
    line.resize(std::max(columns, 0));
  return line;
}

void RateMeter::Add(absl::Duration moment, double count) {
  if (!samples_.empty() && count < samples_.back().second) samples_.clear();
  samples_.emplace_back(moment, count);
  while (samples_.size() > 2 && moment - samples_[1].first >= kRateWindow)
    samples_.pop_front();
}

std::optional<double> RateMeter::PerSecond() const {
  if (samples_.empty()) return std::nullopt;
  const absl::Duration span = samples_.back().first - samples_.front().first;
  if (span < kShortestRateSpan) return std::nullopt;
  return (samples_.back().second - samples_.front().second) /
         absl::ToDoubleSeconds(span);
}

ProgressBar::ProgressBar(std::ostream* terminal, int columns)
    : terminal_(terminal), columns_(columns), start_(clock_.Monotonic()) {
  if (columns_ > 0) redrawer_ = std::thread([this] { Redraw(); });
}

ProgressBar::~ProgressBar() {
  {
    absl::MutexLock lock(&mutex_);
    ended_ = true;
  }
  if (redrawer_.joinable()) redrawer_.join();
  Clear();
}

void ProgressBar::Update(const v1::JobProgress& progress) {
  absl::MutexLock lock(&mutex_);
  progress_ = progress;
  double leaves = 0;
  if (absl::SimpleAtod(progress.leaves(), &leaves)) {
    rate_.Add(clock_.Monotonic(), leaves);
  }
}

void ProgressBar::Clear() {
  absl::MutexLock lock(&mutex_);
  progress_.reset();
  if (!drawn_) return;
  *terminal_ << "\r\x1b[K" << std::flush;
  drawn_ = false;
}

void ProgressBar::Redraw() {
  absl::MutexLock lock(&mutex_);
  absl::Duration pause = kQuietStart;
  while (!mutex_.AwaitWithTimeout(absl::Condition(&ended_), pause)) {
    pause = kRedrawInterval;
    if (!progress_) continue;
    // One column stays free: a terminal that wraps at the last one would
    // scroll.
    *terminal_ << "\r"
               << ProgressLine(*progress_, clock_.Monotonic() - start_,
                               rate_.PerSecond(), columns_ - 1)
               << "\x1b[K" << std::flush;
    drawn_ = true;
  }
}

}  // namespace rookery::cli
