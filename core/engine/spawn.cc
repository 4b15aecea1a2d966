#include "core/engine/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/engine/quote.h"

namespace rookery {
namespace {

constexpr int kCannotExecute = 127;
constexpr unsigned kFirstFreeDescriptor = STDERR_FILENO + 1;

absl::Status CannotStart(const std::string& path, int error) {
  return absl::UnavailableError(absl::StrCat(
      "program ", Quote(path), " cannot be started: ", std::strerror(error)));
}

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

// A pipe that exec closes, on descriptors that are not those of the standard
// streams even if ours are closed: the child could not tell them apart.
bool OpenPipe(Pipe& pipe) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  for (int& end : ends) {
    if (end >= static_cast<int>(kFirstFreeDescriptor)) continue;
    const FileDescriptor low(end);
    end = fcntl(end, F_DUPFD_CLOEXEC, kFirstFreeDescriptor);
  }
  pipe.read = FileDescriptor(ends[0]);
  pipe.write = FileDescriptor(ends[1]);
  return pipe.read.is_open() && pipe.write.is_open();
}

// The system call itself: <sys/pidfd.h> of glibc 2.36 does not link from C++.
FileDescriptor OpenProcess(pid_t pid) {
  return FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
}

void MakeNonBlocking(const FileDescriptor& descriptor) {
  fcntl(descriptor.number(), F_SETFL, O_NONBLOCK);
}

// All that the child needs, made before the fork: after it, in a process of
// several threads, nothing may be allocated.
struct ChildPlan {
  const char* path;
  char* const* arguments;
  pid_t parent;
  int input;
  int output;
  int errors;
  int report;  // takes the error number should exec fail
};

[[noreturn]] void RunChild(const ChildPlan& plan) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // We may have ended before the kernel was asked.
  if (getppid() != plan.parent) _exit(kCannotExecute);
  // Exec resets handlers, but what is ignored or blocked would stay so.
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  dup2(plan.input, STDIN_FILENO);
  dup2(plan.output, STDOUT_FILENO);
  dup2(plan.errors, STDERR_FILENO);
  // Libraries of ours may have opened files that exec would keep.
  close_range(kFirstFreeDescriptor, ~0U, CLOSE_RANGE_CLOEXEC);
  execv(plan.path, plan.arguments);
  const int error = errno;
  // Should this fail too, the parent sees an exit code of 127.
  [[maybe_unused]] const ssize_t written =
      write(plan.report, &error, sizeof(error));
  _exit(kCannotExecute);
}

// Does every fork, on a thread that never ends: the kernel kills a child made
// with PR_SET_PDEATHSIG when the thread ends that made it, not the process.
class ForkingThread {
 public:
  // The child's process number, or -1 with `error` set.
  static pid_t Fork(const ChildPlan& plan, int& error) {
    // Never destroyed: the thread uses it to the last.
    static auto* const instance = new ForkingThread;
    return instance->Run(plan, error);
  }

 private:
  ForkingThread() {
    std::thread([this] { Serve(); }).detach();
  }

  pid_t Run(const ChildPlan& plan, int& error) {
    const std::lock_guard<std::mutex> turn(turn_);
    std::unique_lock<std::mutex> lock(mutex_);
    plan_ = &plan;
    changed_.notify_all();
    changed_.wait(lock, [this] { return plan_ == nullptr; });
    error = error_;
    return pid_;
  }

  void Serve() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return plan_ != nullptr; });
      pid_ = fork();
      error_ = errno;
      if (pid_ == 0) RunChild(*plan_);
      plan_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex turn_;  // held by the caller who is served
  std::mutex mutex_;
  std::condition_variable changed_;
  const ChildPlan* plan_ = nullptr;
  pid_t pid_ = -1;
  int error_ = 0;
};

}  // namespace

absl::StatusOr<SpawnedProgram> Spawn(const std::string& path,
                                     const std::vector<std::string>& words) {
  Pipe input;
  Pipe output;
  Pipe errors;
  Pipe report;
  for (Pipe* pipe : {&input, &output, &errors, &report}) {
    if (!OpenPipe(*pipe)) return CannotStart(path, errno);
  }
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const ChildPlan plan = {
      path.c_str(),         arguments.data(),      getpid(),
      input.read.number(),  output.write.number(), errors.write.number(),
      report.write.number()};
  int error = 0;
  SpawnedProgram program;
  program.pid = ForkingThread::Fork(plan, error);
  if (program.pid < 0) return CannotStart(path, error);

  // Exec closes the pipe; only a failure writes to it.
  report.write.Close();
  ssize_t size;
  do {
    size = read(report.read.number(), &error, sizeof(error));
  } while (size < 0 && errno == EINTR);
  bool started = size == 0;
  if (started) {
    program.end = OpenProcess(program.pid);
    if (!program.end.is_open()) {
      error = errno;
      kill(-program.pid, SIGKILL);
      started = false;
    }
  }
  if (!started) {
    waitpid(program.pid, nullptr, 0);
    return CannotStart(path, error);
  }
  program.input = std::move(input.write);
  program.output = std::move(output.read);
  program.errors = std::move(errors.read);
  for (const FileDescriptor* end :
       {&program.input, &program.output, &program.errors})
    MakeNonBlocking(*end);
  return program;
}

}  // namespace rookery
