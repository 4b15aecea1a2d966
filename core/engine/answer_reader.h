// Reads the lines of one answer, and says in words how it failed to come.
//
// Bounds what may be read before an answer is whole, and remembers the last
// line for messages. Borrows the process. Thread-safety: none.
#ifndef ROOKERY_CORE_ENGINE_ANSWER_READER_H_
#define ROOKERY_CORE_ENGINE_ANSWER_READER_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "core/engine/child_process.h"
#include "core/engine/deadline.h"

namespace rookery {

class AnswerReader {
 public:
  // Far more than any answer has, with all that engines say beside it.
  static constexpr size_t kMaxAnswerBytes = size_t{256} << 10;

  AnswerReader(ChildProcess& process, const Deadline& deadline)
      : process_(process), deadline_(deadline) {}

  // The next line. DEADLINE_EXCEEDED, quoting the last line, where none came in
  // time; UNAVAILABLE where the program has ended or closed its output;
  // DATA_LOSS where it ended well, but within a line; RESOURCE_EXHAUSTED where
  // the line or all lines together are too long.
  absl::StatusOr<std::string> Next();

  // The same for programs that end with their answer: nothing at the end of the
  // output.
  absl::StatusOr<std::optional<std::string>> NextOrEnd();

 private:
  ChildProcess& process_;
  const Deadline& deadline_;
  size_t bytes_ = 0;
  size_t lines_ = 0;
  std::string last_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_ANSWER_READER_H_
