// Real programs as child processes, for tests of the daemons and commands as
// they are installed.
//
// A process leads a process group of its own, writes what it prints into two
// files, and cannot outlive the test: the destructor kills the group, and the
// kernel kills the process should the test itself be killed. What a process
// leaves behind in its group is killed when its end is noticed. Variables named
// ROOKERY_... are not inherited, so that the environment of whoever runs the
// tests changes nothing. Not for programs that ask questions: standard input is
// empty.
//
// Thread-safety: none. Spawn on the main thread: a child lives as long as the
// thread that made it.
#ifndef ROOKERY_TESTS_SUPPORT_PROCESS_H_
#define ROOKERY_TESTS_SUPPORT_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery {

struct ProcessOptions {
  // Path of the program, and what follows its name.
  std::string program;
  std::vector<std::string> arguments;
  // Added to the environment.
  std::map<std::string, std::string> environment;
  // What is printed goes to the files OUTPUT.out and OUTPUT.err.
  std::string output;
  // Bytes that no file may grow beyond, as `ulimit -f` has it and as on a disk
  // that is full.
  std::optional<uint64_t> file_size_limit;
};

class Process {
 public:
  // Long enough for a machine that does much else; no test waits so long unless
  // it fails.
  static constexpr absl::Duration kPatience = absl::Seconds(60);

  // Starts the program. Errors: INTERNAL, naming the call that failed.
  static absl::StatusOr<std::unique_ptr<Process>> Spawn(
      const ProcessOptions& options);

  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }

  // Sends a signal; nothing happens if the process has ended.
  void Signal(int signal);

  // Waits until the process has ended and returns its exit code, 128 + n if
  // signal n ended it. Idempotent. DEADLINE_EXCEEDED, with what it printed to
  // stderr: it did not end within `patience`.
  absl::StatusOr<int> Wait(absl::Duration patience = kPatience);

  // SIGKILL, and Wait.
  absl::StatusOr<int> Kill();

  // What it has printed so far.
  std::string Out() const;
  std::string Err() const;

  // Waits for a whole line on stderr that has `text` in it, and returns the
  // first. UNAVAILABLE, with all of stderr: the process ended without it.
  // DEADLINE_EXCEEDED: it did not come within `patience`.
  absl::StatusOr<std::string> WaitForErrLine(
      std::string_view text, absl::Duration patience = kPatience);

 private:
  Process(pid_t pid, std::string output)
      : pid_(pid), output_(std::move(output)) {}

  // Reaps the process if it has ended; returns whether it has.
  bool Reap();

  const pid_t pid_;
  const std::string output_;
  std::optional<int> exit_code_;
};

// The value of `key` in a log line with key=value fields (values in quotes are
// not taken apart); nullopt if there is none.
std::optional<std::string> LogValue(std::string_view line,
                                    std::string_view key);

}  // namespace rookery

#endif  // ROOKERY_TESTS_SUPPORT_PROCESS_H_
