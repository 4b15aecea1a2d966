#include "tests/support/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"

namespace rookery {
namespace {

constexpr absl::Duration kPoll = absl::Milliseconds(5);
constexpr int kCannotExecute = 127;

absl::Status SystemError(const std::string& what) {
  return absl::InternalError(absl::StrCat(what, ": ", std::strerror(errno)));
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> Environment(
    const std::map<std::string, std::string>& added) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!absl::StartsWith(*variable, "ROOKERY_"))
      variables.emplace_back(*variable);
  }
  for (const auto& [name, value] : added)
    variables.push_back(absl::StrCat(name, "=", value));
  return variables;
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

// A descriptor that is closed at the end of the scope, and by exec.
class File {
 public:
  File(const std::string& path, int flags)
      : descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Process>> Process::Spawn(
    const ProcessOptions& options) {
  const File in("/dev/null", O_RDONLY);
  const int write_flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND;
  const File out(options.output + ".out", write_flags);
  const File err(options.output + ".err", write_flags);
  if (in.descriptor() < 0 || out.descriptor() < 0 || err.descriptor() < 0)
    return SystemError(absl::StrCat("open ", options.output));

  std::vector<std::string> arguments = {options.program};
  arguments.insert(arguments.end(), options.arguments.begin(),
                   options.arguments.end());
  std::vector<std::string> environment = Environment(options.environment);
  const std::vector<char*> argument_pointers = Pointers(arguments);
  const std::vector<char*> environment_pointers = Pointers(environment);

  // Not posix_spawn, which cannot ask for a signal when the parent dies.
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) return SystemError("fork");
  if (pid == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(kCannotExecute);
    if (options.file_size_limit) {
      rlimit limit;
      getrlimit(RLIMIT_FSIZE, &limit);
      limit.rlim_cur = *options.file_size_limit;
      setrlimit(RLIMIT_FSIZE, &limit);
      signal(SIGXFSZ, SIG_DFL);
    }
    dup2(in.descriptor(), STDIN_FILENO);
    dup2(out.descriptor(), STDOUT_FILENO);
    dup2(err.descriptor(), STDERR_FILENO);
    execve(argument_pointers[0], argument_pointers.data(),
           environment_pointers.data());
    _exit(kCannotExecute);
  }
  // The child does the same; whoever comes first, the group is there from now
  // on.
  setpgid(pid, pid);
  return std::unique_ptr<Process>(new Process(pid, options.output));
}

Process::~Process() {
  if (exit_code_) return;
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool Process::Reap() {
  if (exit_code_) return true;
  siginfo_t ended = {};
  if (waitid(P_PID, static_cast<id_t>(pid_), &ended,
             WEXITED | WNOHANG | WNOWAIT) != 0 ||
      ended.si_pid != pid_) {
    return false;
  }
  // While it is not reaped, nobody else can have its number: what it left
  // behind can be killed without a doubt.
  kill(-pid_, SIGKILL);
  int status = 0;
  waitpid(pid_, &status, 0);
  exit_code_ =
      WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return true;
}

void Process::Signal(int signal) {
  if (!Reap()) kill(pid_, signal);
}

absl::StatusOr<int> Process::Wait(absl::Duration patience) {
  const absl::Time end = absl::Now() + patience;
  while (!Reap()) {
    if (absl::Now() > end) {
      return absl::DeadlineExceededError(
          absl::StrCat("process ", pid_, " did not end; it printed: ", Err()));
    }
    absl::SleepFor(kPoll);
  }
  return *exit_code_;
}

absl::StatusOr<int> Process::Kill() {
  Signal(SIGKILL);
  return Wait();
}

std::string Process::Out() const { return ReadFile(output_ + ".out"); }

std::string Process::Err() const { return ReadFile(output_ + ".err"); }

absl::StatusOr<std::string> Process::WaitForErrLine(std::string_view text,
                                                    absl::Duration patience) {
  const absl::Time end = absl::Now() + patience;
  while (true) {
    // Asked first: a process that has ended prints nothing more.
    const bool ended = Reap();
    const std::string printed = Err();
    std::vector<std::string> lines = absl::StrSplit(printed, '\n');
    lines.pop_back();
    for (std::string& line : lines) {
      if (line.find(text) != std::string::npos) return std::move(line);
    }
    if (ended) {
      return absl::UnavailableError(absl::StrCat(
          "process ", pid_, " ended with ", *exit_code_, ": ", printed));
    }
    if (absl::Now() > end) {
      return absl::DeadlineExceededError(
          absl::StrCat("process ", pid_, " has not printed '",
                       std::string(text), "' but: ", printed));
    }
    absl::SleepFor(kPoll);
  }
}

std::optional<std::string> LogValue(std::string_view line,
                                    std::string_view key) {
  const std::string prefix = std::string(key) + "=";
  for (const std::string& word :
       std::vector<std::string>(absl::StrSplit(std::string(line), ' '))) {
    if (absl::StartsWith(word, prefix)) return word.substr(prefix.size());
  }
  return std::nullopt;
}

}  // namespace rookery
