#include "core/engine/child_process.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/engine/find_program.h"
#include "core/engine/quote.h"

namespace rookery {
namespace {

constexpr size_t kChunkBytes = 4096;

// A program that has closed its output is given so long to end, so that we can
// tell how.
constexpr absl::Duration kTimeToEnd = absl::Seconds(1);

int PollMilliseconds(absl::Duration left) {
  const int64_t milliseconds =
      absl::ToInt64Milliseconds(absl::Ceil(left, absl::Milliseconds(1)));
  return static_cast<int>(
      std::min<int64_t>(milliseconds, std::numeric_limits<int>::max()));
}

// write() to a pipe that may be closed on the other side, without the signal
// that this raises. It is kept from this thread and taken away again, so that
// the disposition of the process, which is not ours, does not matter.
ssize_t WriteWithoutSignal(int descriptor, std::string_view text) {
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t written = write(descriptor, text.data(), text.size());
  const int error = errno;
  if (written < 0 && error == EPIPE) {
    const timespec at_once = {};
    while (sigtimedwait(&pipe, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

// read() until something is there, if only the word that nothing is.
ssize_t Read(const FileDescriptor& descriptor,
             std::array<char, kChunkBytes>& to) {
  ssize_t size;
  do {
    size = read(descriptor.number(), to.data(), to.size());
  } while (size < 0 && errno == EINTR);
  return size;
}

}  // namespace

std::string ProcessEnd::ToString() const {
  if (!by_signal) return absl::StrCat("exited with ", number);
  const char* const name = sigabbrev_np(number);
  return absl::StrCat("was ended by signal ", number,
                      name == nullptr ? "" : absl::StrCat(" (SIG", name, ")"));
}

absl::StatusOr<std::unique_ptr<ChildProcess>> ChildProcess::Start(
    const std::vector<std::string>& command) {
  if (command.empty()) {
    return absl::InvalidArgumentError(
        "command is empty; begin with the path of a program");
  }
  const absl::StatusOr<std::string> path = FindProgram(command.front());
  if (!path.ok()) return path.status();
  absl::StatusOr<SpawnedProgram> program = Spawn(*path, command);
  if (!program.ok()) return std::move(program).status();
  return std::unique_ptr<ChildProcess>(new ChildProcess(*std::move(program)));
}

ChildProcess::~ChildProcess() { Kill(); }

absl::Status ChildProcess::Write(std::string_view text,
                                 const Deadline& deadline) {
  while (!text.empty()) {
    if (!program_.input.is_open()) return Gone();
    const ssize_t written = WriteWithoutSignal(program_.input.number(), text);
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {
      if (deadline.passed()) {
        return absl::DeadlineExceededError(
            absl::StrCat("the program does not read its input", LastError()));
      }
      Await(deadline, /*to_write=*/true);
    } else if (errno != EINTR) {
      CloseInput();
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<std::string>> ChildProcess::ReadLine(
    const Deadline& deadline) {
  while (true) {
    const bool last_look = deadline.passed();
    if (const size_t end = unread_.find('\n'); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      if (line.size() <= kMaxLineBytes) return line;
      unread_ = std::move(line);
    }
    if (unread_.size() > kMaxLineBytes) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the program printed a line of more than ",
                       kMaxLineBytes, " bytes: ", Quote(unread_)));
    }
    if (!program_.output.is_open()) {
      if (unread_.empty()) return std::nullopt;
      return absl::DataLossError(absl::StrCat(
          "the program's output ends within the line ",
          Quote(std::exchange(unread_, "")), "; end each line with a newline"));
    }
    Await(deadline, /*to_write=*/false);
    if (last_look && unread_.find('\n') == std::string::npos &&
        program_.output.is_open()) {
      return absl::DeadlineExceededError(
          unread_.empty() ? "the program printed no further line"
                          : absl::StrCat("the program did not end the line ",
                                         Quote(unread_)));
    }
  }
}

absl::StatusOr<ProcessEnd> ChildProcess::Wait(const Deadline& deadline) {
  while (!end_) {
    const bool last_look = deadline.passed();
    // Nobody reads on: output that fills the pipe would keep it from ending.
    Await(deadline, /*to_write=*/false);
    if (unread_.size() > kMaxLineBytes) unread_.clear();
    if (last_look && !end_)
      return absl::DeadlineExceededError("the program does not end");
  }
  return *end_;
}

void ChildProcess::Kill() {
  if (end_) return;
  kill(-program_.pid, SIGKILL);
  siginfo_t ended = {};
  while (waitid(P_PID, static_cast<id_t>(program_.pid), &ended,
                WEXITED | WNOWAIT) != 0 &&
         errno == EINTR) {
  }
  Reap();
}

absl::Status ChildProcess::Gone() {
  const absl::StatusOr<ProcessEnd> end = Wait(Deadline(kTimeToEnd));
  const std::string what =
      end.ok() ? end->ToString()
               : absl::StrCat("closed its ",
                              program_.output.is_open() ? "input" : "output",
                              ", but goes on");
  return absl::UnavailableError(
      absl::StrCat("the program ", what, LastError()));
}

std::string ChildProcess::LastError() {
  TakeErrors();
  const std::vector<std::string> lines = absl::StrSplit(errors_, '\n');
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const std::string stripped(absl::StripAsciiWhitespace(*line));
    if (!stripped.empty()) return absl::StrCat("; stderr: ", Quote(stripped));
  }
  return "";
}

void ChildProcess::Await(const Deadline& deadline, bool to_write) {
  // What is not asked about has the number -1.
  const bool has_room = unread_.size() <= kMaxLineBytes;
  std::array<pollfd, 4> events = {{
      {has_room ? program_.output.number() : -1, POLLIN, 0},
      {program_.errors.number(), POLLIN, 0},
      {to_write ? program_.input.number() : -1, POLLOUT, 0},
      {end_ ? -1 : program_.end.number(), POLLIN, 0},
  }};
  // A program that has ended prints nothing more.
  const absl::Duration patience = end_ ? absl::ZeroDuration() : deadline.turn();
  if (poll(events.data(), events.size(), PollMilliseconds(patience)) < 0)
    return;
  if (events[3].revents != 0) Reap();
  if (has_room) TakeOutput();
  TakeErrors();
}

void ChildProcess::TakeOutput() {
  if (!program_.output.is_open()) return;
  std::array<char, kChunkBytes> chunk;
  const ssize_t size = Read(program_.output, chunk);
  if (size > 0) {
    unread_.append(chunk.data(), static_cast<size_t>(size));
  } else if (size == 0 || errno != EAGAIN || end_) {
    // Whoever left the group may hold the pipe open; he is not the program.
    program_.output.Close();
  }
}

void ChildProcess::TakeErrors() {
  // Bounded, or a program that prints for ever would keep us here.
  for (int chunks = 0; chunks < 16 && program_.errors.is_open(); ++chunks) {
    std::array<char, kChunkBytes> chunk;
    const ssize_t size = Read(program_.errors, chunk);
    if (size > 0) {
      errors_.append(chunk.data(), static_cast<size_t>(size));
      if (errors_.size() > kMaxErrorBytes)
        errors_.erase(0, errors_.size() - kMaxErrorBytes);
      continue;
    }
    if (size == 0 || errno != EAGAIN) program_.errors.Close();
    return;
  }
}

void ChildProcess::Reap() {
  siginfo_t ended = {};
  if (waitid(P_PID, static_cast<id_t>(program_.pid), &ended,
             WEXITED | WNOHANG | WNOWAIT) != 0 ||
      ended.si_pid != program_.pid)
    return;
  // Until it is reaped nobody else can have its number, nor its group's.
  kill(-program_.pid, SIGKILL);
  waitpid(program_.pid, nullptr, 0);
  end_ = ProcessEnd{.number = ended.si_status,
                    .by_signal = ended.si_code != CLD_EXITED};
}

}  // namespace rookery
