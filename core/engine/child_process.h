// A program as a child process that is talked to in lines of text.
//
// For chess programs of any kind, none of which is trusted: reading and writing
// end at a deadline, lines are bounded, and what the program prints is taken in
// no faster than it is read, so it can fill no memory. What it prints to stderr
// is kept, the last of it, for messages. It understands no protocol; that is
// what perft_program.h and its like are for.
//
// The program leads a process group of its own. Whenever it ends, by itself or
// killed, what is left of the group is killed with it; only a process that
// leaves the group on purpose escapes. No child outlives its ChildProcess, nor
// ours (spawn.h). To start the program again, make another ChildProcess.
//
// Thread-safety: none, but any thread may use it in turn.
#ifndef ROOKERY_CORE_ENGINE_CHILD_PROCESS_H_
#define ROOKERY_CORE_ENGINE_CHILD_PROCESS_H_

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/engine/deadline.h"
#include "core/engine/spawn.h"

namespace rookery {

// How a process ended.
struct ProcessEnd {
  // The exit code, or the number of the signal.
  int number = 0;
  bool by_signal = false;

  bool ok() const { return number == 0 && !by_signal; }
  // "exited with 3" or "was ended by signal 11 (SIGSEGV)".
  std::string ToString() const;
};

class ChildProcess {
 public:
  // Longer lines are refused.
  static constexpr size_t kMaxLineBytes = size_t{64} << 10;
  // So much of what is printed to stderr is kept.
  static constexpr size_t kMaxErrorBytes = size_t{4} << 10;

  // Starts a program with its arguments; found as FindProgram does.
  // INVALID_ARGUMENT for an empty command, NOT_FOUND where the program is not
  // there, UNAVAILABLE where the system refuses to start it.
  static absl::StatusOr<std::unique_ptr<ChildProcess>> Start(
      const std::vector<std::string>& command);

  // Kills it, if it has not ended, and all of its group.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Also the number of the process group.
  pid_t pid() const { return program_.pid; }

  // Writes all of the text, taking in meanwhile what the program prints.
  // DEADLINE_EXCEEDED where it does not read; UNAVAILABLE where it has ended or
  // closed its input (see Gone).
  absl::Status Write(std::string_view text, const Deadline& deadline);

  // The program reads the end of its input from now on.
  void CloseInput() { program_.input.Close(); }

  // The next line, without its end ("\n" or "\r\n"); nothing at the end of the
  // output, which a program reaches that has ended. A deadline that has passed
  // asks for what is there already. DEADLINE_EXCEEDED where no whole line came,
  // RESOURCE_EXHAUSTED where one is longer than kMaxLineBytes, DATA_LOSS where
  // the output ends within a line.
  absl::StatusOr<std::optional<std::string>> ReadLine(const Deadline& deadline);

  // Waits until the program has ended, and keeps what it prints for ReadLine,
  // if that is no more than kMaxLineBytes. DEADLINE_EXCEEDED where it goes on.
  absl::StatusOr<ProcessEnd> Wait(const Deadline& deadline);

  // Ends it at once, and all of its group. Idempotent.
  void Kill();

  // UNAVAILABLE, in words for people: how the program ended, or, if it still
  // runs shortly after, that it closed its input or output; and what it printed
  // to stderr last. For whoever found the end of the output, or could not
  // write.
  absl::Status Gone();

  // The last line that it printed to stderr, in quotes after "; stderr: ";
  // empty if there is none. For the end of a message.
  std::string LastError();

 private:
  explicit ChildProcess(SpawnedProgram program)
      : program_(std::move(program)) {}

  // Waits until the program has printed, has ended or, if asked for, can be
  // written to; takes in what it printed.
  void Await(const Deadline& deadline, bool to_write);
  void TakeOutput();
  void TakeErrors();
  // If it has ended: kills its group and sees it off.
  void Reap();

  SpawnedProgram program_;
  std::optional<ProcessEnd> end_;
  std::string unread_;
  std::string errors_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_CHILD_PROCESS_H_
