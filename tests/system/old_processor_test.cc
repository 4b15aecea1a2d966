// The programs as they are installed, on processors that lack what the fastest
// kernels are built for.
//
// An instruction of a wide kernel that leaked into the rest of the program ends
// it there with a signal. The processors are emulated: Debian's qemu-user.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/perft/kernel_registry.h"
#include "tests/system/cluster.h"

namespace rookery {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kEmulator[] = "/usr/bin/qemu-x86_64";
constexpr int kBadUsage = 2;
constexpr char kStartpos[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct Processor {
  // As qemu calls it, and without the characters that test names cannot have.
  std::string name;
  std::string test_name;
  // As `rookery perft --help` lists them.
  std::string kernels;
};

void PrintTo(const Processor& processor, std::ostream* out) {
  *out << processor.name;
}

class OldProcessorTest : public testing::TestWithParam<Processor> {
 protected:
  void SetUp() override {
#if !defined(__x86_64__)
    GTEST_SKIP() << "this build is for another processor than x86-64";
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a program with sanitizers does not run in an emulator";
#endif
    if (access(kEmulator, X_OK) != 0) {
      GTEST_SKIP() << kEmulator << " is not installed (package qemu-user); "
                   << "nothing was run on " << GetParam().name;
    }
  }

  // Starts a program of this build on the processor.
  std::unique_ptr<Process> Spawn(const std::string& program,
                                 const std::vector<std::string>& arguments) {
    std::vector<std::string> all = {
        "-cpu", GetParam().name,
        absl::StrCat(ROOKERY_BINARY_DIR, "/", program)};
    all.insert(all.end(), arguments.begin(), arguments.end());
    absl::StatusOr<std::unique_ptr<Process>> process = Process::Spawn(
        {.program = kEmulator,
         .arguments = all,
         .output = cluster_.File(absl::StrCat("emulated", spawned_++))});
    EXPECT_TRUE(process.ok()) << process.status();
    return *std::move(process);
  }

  CommandResult Run(const std::vector<std::string>& arguments) {
    const std::unique_ptr<Process> process = Spawn("rookery", arguments);
    const absl::StatusOr<int> code = process->Wait();
    EXPECT_TRUE(code.ok()) << code.status();
    return {.code = code.value_or(-1),
            .out = process->Out(),
            .err = process->Err()};
  }

  Cluster cluster_;

 private:
  int spawned_ = 0;
};

INSTANTIATE_TEST_SUITE_P(
    All, OldProcessorTest,
    testing::Values(
        // Without POPCNT.
        Processor{"core2duo", "Core2", "auto, reference"},
        Processor{"Nehalem", "Nehalem", "auto, portable, reference"},
        // AVX2 and no more; the second with a PEXT that is microcode.
        Processor{"Haswell", "Haswell", "auto, avx2, portable, reference"},
        Processor{"EPYC", "Zen1", "auto, avx2, portable, reference"}),
    [](const auto& instance) { return instance.param.test_name; });

TEST_P(OldProcessorTest, IsOfferedWhatItCanRun) {
  const CommandResult help = Run({"perft", "--help"});
  EXPECT_EQ(help.code, 0) << help.err;
  EXPECT_THAT(help.out, HasSubstr(absl::StrCat(
                            "What counts: ", GetParam().kernels, "\n")));
}

// The worker inside the program checks every kernel before it counts.
TEST_P(OldProcessorTest, CountsWithItsFastestKernel) {
  const CommandResult result =
      Run({"perft", "--depth", "3", "--threads", "1", "--hash-mib", "1"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("perft(3) = 8902\n"));
}

TEST_P(OldProcessorTest, RefusesTheKernelsThatItCannotRun) {
  std::vector<std::string> refused = {"avx512"};
  for (const Kernel* kernel : AvailableKernels()) {
    const std::string name(kernel->name());
    if (GetParam().kernels.find(name) == std::string::npos && name != "avx512")
      refused.push_back(name);
  }
  for (const std::string& kernel : refused) {
    const CommandResult result =
        Run({"perft", "--depth", "3", "--kernel", kernel});
    EXPECT_EQ(result.code, kBadUsage);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err,
                AllOf(HasSubstr("rookery: --kernel: "), HasSubstr(kernel),
                      HasSubstr("not available on this machine"),
                      HasSubstr(GetParam().kernels.substr(6))));
  }
}

// A cluster with one such machine in it.
TEST_P(OldProcessorTest, ServesAsAWorker) {
  cluster_.StartCoordinator();
  const std::unique_ptr<Process> worker =
      Spawn("rookery-worker", {"--coordinator", cluster_.address(), "--http",
                               "", "--threads", "1", "--hash-mib", "1"});
  const absl::StatusOr<std::string> started =
      worker->WaitForErrLine("worker started");
  ASSERT_TRUE(started.ok()) << started.status();
  EXPECT_EQ(
      cluster_.WaitForEnd(cluster_.Submit(kStartpos, 4)).perft_result().nodes(),
      "197281");
  worker->Signal(SIGTERM);
  EXPECT_EQ(worker->Wait().value_or(-1), 0) << worker->Err();
}

}  // namespace
}  // namespace rookery
