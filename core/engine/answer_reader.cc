#include "core/engine/answer_reader.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/engine/quote.h"

namespace rookery {

absl::StatusOr<std::string> AnswerReader::Next() {
  absl::StatusOr<std::optional<std::string>> line = NextOrEnd();
  if (!line.ok()) return std::move(line).status();
  if (!*line) return process_.Gone();
  return **std::move(line);
}

absl::StatusOr<std::optional<std::string>> AnswerReader::NextOrEnd() {
  absl::StatusOr<std::optional<std::string>> line =
      process_.ReadLine(deadline_);
  if (!line.ok()) {
    if (absl::IsDataLoss(line.status())) {
      // Half a line is what a crash leaves; then the crash is the news.
      const absl::StatusOr<ProcessEnd> end = process_.Wait(deadline_);
      if (end.ok() && !end->ok()) return process_.Gone();
    }
    return absl::Status(
        line.status().code(),
        absl::StrCat(line.status().message(), " after ", lines_, " lines",
                     last_.empty() ? "" : ", the last " + Quote(last_),
                     process_.LastError()));
  }
  if (!*line) return line;
  bytes_ += (*line)->size() + 1;
  if (bytes_ > kMaxAnswerBytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the program printed more than ", kMaxAnswerBytes,
                     " bytes without an answer, at last ", Quote(**line)));
  }
  ++lines_;
  last_ = **line;
  return line;
}

}  // namespace rookery
