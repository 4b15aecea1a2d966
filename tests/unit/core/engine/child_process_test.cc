#include "core/engine/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "core/engine/file_descriptor.h"

namespace rookery {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

// Long enough for a machine that does much else; no test waits so long unless
// it fails.
const absl::Duration kPatience = absl::Seconds(60);

// What does not come in this time will never come.
const absl::Duration kShort = absl::Milliseconds(50);

std::unique_ptr<ChildProcess> StartShell(const std::string& script) {
  absl::StatusOr<std::unique_ptr<ChildProcess>> process =
      ChildProcess::Start({"sh", "-c", script});
  EXPECT_TRUE(process.ok()) << process.status();
  return process.ok() ? *std::move(process) : nullptr;
}

// The next line; "(end)" at the end of the output, else the code of the error.
std::string Line(ChildProcess& process, absl::Duration timeout = kPatience) {
  const absl::StatusOr<std::optional<std::string>> line =
      process.ReadLine(Deadline(timeout));
  if (!line.ok()) return absl::StatusCodeToString(line.status().code());
  return line->value_or("(end)");
}

// A process that need not be our child.
// Closed where the process has ended and its new parent was quick to see it
// off.
FileDescriptor Watch(const std::string& pid) {
  const auto number =
      static_cast<int>(syscall(SYS_pidfd_open, std::atoi(pid.c_str()), 0));
  EXPECT_TRUE(number >= 0 || errno == ESRCH) << std::strerror(errno);
  return FileDescriptor(number);
}

void ExpectEnds(const FileDescriptor& process) {
  if (!process.is_open()) return;
  pollfd event = {process.number(), POLLIN, 0};
  EXPECT_EQ(
      poll(&event, 1, static_cast<int>(kPatience / absl::Milliseconds(1))), 1);
}

TEST(ChildProcessTest, AnswersLineByLine) {
  const auto process = StartShell("exec cat");
  EXPECT_TRUE(process->Write("one\ntwo\r\n\nfour\n", Deadline(kPatience)).ok());
  EXPECT_EQ(Line(*process), "one");
  EXPECT_EQ(Line(*process), "two");
  EXPECT_EQ(Line(*process), "");
  EXPECT_EQ(Line(*process), "four");
  process->CloseInput();
  EXPECT_EQ(Line(*process), "(end)");
  EXPECT_TRUE(process->Wait(Deadline(kPatience))->ok());
}

TEST(ChildProcessTest, PassesArgumentsAsTheyAre) {
  const auto process = ChildProcess::Start(
      {"sh", "-c", "printf '%s\\n' \"$@\"", "name", "a b", "", "$HOME"});
  ASSERT_TRUE(process.ok()) << process.status();
  EXPECT_EQ(Line(**process), "a b");
  EXPECT_EQ(Line(**process), "");
  EXPECT_EQ(Line(**process), "$HOME");
}

TEST(ChildProcessTest, SaysWhichProgramIsMissing) {
  for (const char* name : {"no-such-program", "./no-such-program", "/", ""}) {
    const absl::Status status = ChildProcess::Start({name}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
    EXPECT_THAT(std::string(status.message()), HasSubstr(name));
  }
  EXPECT_EQ(ChildProcess::Start({}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(ChildProcessTest, SaysWhyAProgramCannotBeStarted) {
  // Executable, but neither a binary nor a script.
  const std::string path =
      testing::TempDir() + "child_process_test_" + std::to_string(getpid());
  std::FILE* const file = std::fopen(path.c_str(), "w");
  std::fputs("neither\n", file);
  std::fclose(file);
  ASSERT_EQ(chmod(path.c_str(), 0700), 0);
  const absl::Status status = ChildProcess::Start({path}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("Exec format error"));
  std::remove(path.c_str());
}

TEST(ChildProcessTest, TellsHowItEnded) {
  const absl::StatusOr<ProcessEnd> code =
      StartShell("exit 3")->Wait(Deadline(kPatience));
  ASSERT_TRUE(code.ok());
  EXPECT_FALSE(code->ok());
  EXPECT_EQ(code->ToString(), "exited with 3");
  const absl::StatusOr<ProcessEnd> signal =
      StartShell("kill -SEGV $$")->Wait(Deadline(kPatience));
  ASSERT_TRUE(signal.ok());
  EXPECT_FALSE(signal->ok());
  EXPECT_EQ(signal->ToString(), "was ended by signal 11 (SIGSEGV)");
}

TEST(ChildProcessTest, QuotesTheLastLineOfStderr) {
  const auto process =
      StartShell("echo first >&2; echo 'the last' >&2; exit 1");
  const absl::Status gone = process->Gone();
  EXPECT_EQ(gone.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(gone.message(), "the program exited with 1; stderr: 'the last'");
}

TEST(ChildProcessTest, KeepsLittleOfMuchStderr) {
  const auto process = StartShell(
      "i=0; while [ $i -lt 3000 ]; do "
      "echo '0123456789012345678901234567890123456789' >&2; i=$((i+1)); done; "
      "echo answer; echo end >&2");
  EXPECT_EQ(Line(*process), "answer");
  EXPECT_TRUE(process->Wait(Deadline(kPatience)).ok());
  EXPECT_EQ(process->LastError(), "; stderr: 'end'");
}

TEST(ChildProcessTest, GivesUpAtTheDeadline) {
  const auto process = StartShell("printf half; exec sleep 1000");
  const absl::Status status =
      process->ReadLine(Deadline(absl::Milliseconds(300))).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(process->Wait(Deadline(kShort)).status().code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST(ChildProcessTest, AsksForWhatIsThereWhenTheDeadlineHasPassed) {
  const auto process = StartShell("echo one; echo two; exec sleep 1000");
  EXPECT_EQ(Line(*process), "one");
  EXPECT_EQ(Line(*process, kPatience), "two");
  EXPECT_EQ(Line(*process, absl::ZeroDuration()), "DEADLINE_EXCEEDED");
  EXPECT_EQ(Line(*process, -absl::InfiniteDuration()), "DEADLINE_EXCEEDED");
}

TEST(ChildProcessTest, FindsHalfALineAtTheEnd) {
  const auto process = StartShell("echo whole; printf half");
  EXPECT_EQ(Line(*process), "whole");
  EXPECT_EQ(Line(*process), "DATA_LOSS");
  EXPECT_EQ(Line(*process), "(end)");
}

TEST(ChildProcessTest, BoundsALine) {
  const std::string most(ChildProcess::kMaxLineBytes, 'x');
  const auto process = StartShell("exec cat");
  EXPECT_TRUE(process->Write(most + "\n", Deadline(kPatience)).ok());
  EXPECT_EQ(Line(*process), most);
  // Nobody reads what comes back meanwhile, yet writing goes on.
  EXPECT_TRUE(process->Write(most + "x\n", Deadline(kPatience)).ok());
  EXPECT_EQ(Line(*process), "RESOURCE_EXHAUSTED");
}

TEST(ChildProcessTest, WritesNoLongerThanTheDeadline) {
  const auto process = StartShell("exec sleep 1000");
  const std::string much(size_t{1} << 20, 'x');
  EXPECT_EQ(process->Write(much, Deadline(kShort)).code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST(ChildProcessTest, SurvivesWritingToAProgramThatIsGone) {
  const auto process = StartShell("exit 4");
  const std::string much(size_t{1} << 20, 'x');
  const absl::Status status = process->Write(much, Deadline(kPatience));
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message(), "the program exited with 4");
}

TEST(ChildProcessTest, TellsWhoClosedItsInputFromWhoEnded) {
  const auto process = StartShell("exec <&-; echo closed; exec sleep 1000");
  EXPECT_EQ(Line(*process), "closed");
  const absl::Status status = process->Write("x\n", Deadline(kPatience));
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message(), "the program closed its input, but goes on");
}

TEST(ChildProcessTest, TakesItsGroupAlong) {
  auto process = StartShell("sleep 1000 & echo $!; wait");
  const FileDescriptor grandchild = Watch(Line(*process));
  ASSERT_TRUE(grandchild.is_open());
  process.reset();
  ExpectEnds(grandchild);
}

TEST(ChildProcessTest, IsNotHeldUpByAGrandchildWithThePipe) {
  const auto process = StartShell("sleep 1000 & echo $!");
  const FileDescriptor grandchild = Watch(Line(*process));
  EXPECT_EQ(Line(*process), "(end)");
  EXPECT_TRUE(process->Wait(Deadline(kPatience))->ok());
  ExpectEnds(grandchild);
}

TEST(ChildProcessTest, EndsWhoIgnoresSignals) {
  const auto process = StartShell(
      "trap '' TERM INT HUP; echo ready; "
      "while :; do sleep 1000; done");
  EXPECT_EQ(Line(*process), "ready");
  process->Kill();
  process->Kill();
  EXPECT_EQ(Line(*process), "(end)");
  EXPECT_EQ(process->Wait(Deadline(kPatience))->ToString(),
            "was ended by signal 9 (SIGKILL)");
}

TEST(ChildProcessTest, OutlivesTheThreadThatStartedIt) {
  std::unique_ptr<ChildProcess> process;
  std::thread([&process] { process = StartShell("exec cat"); }).join();
  EXPECT_TRUE(process->Write("still here\n", Deadline(kPatience)).ok());
  EXPECT_EQ(Line(*process), "still here");
}

TEST(ChildProcessTest, DoesNotOutliveUs) {
  // A program that starts another as we do, and is killed.
  const auto keeper = ChildProcess::Start(
      {ROOKERY_BINARY_DIR "/child_keeper", "sleep", "1000"});
  ASSERT_TRUE(keeper.ok()) << keeper.status();
  const FileDescriptor kept = Watch(Line(**keeper));
  ASSERT_TRUE(kept.is_open());
  (*keeper)->Kill();
  ExpectEnds(kept);
}

TEST(ChildProcessTest, InheritsNothing) {
  // Whatever we have open and blocked, the child has its three pipes and, to
  // list them, one folder.
  const FileDescriptor leak(dup(STDERR_FILENO));
  sigset_t all;
  sigfillset(&all);
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const auto process = StartShell(
      "ls /proc/self/fd | tr '\\n' ' '; echo; "
      "grep -E '^Sig(Blk|Ign)' /proc/self/status");
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(Line(*process), "0 1 2 3 ");
  EXPECT_THAT(Line(*process), EndsWith("0000000000000000"));
  EXPECT_THAT(Line(*process), EndsWith("0000000000000000"));
}

}  // namespace
}  // namespace rookery
