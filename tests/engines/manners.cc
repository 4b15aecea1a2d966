#include "tests/engines/manners.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <iostream>

namespace rookery {
namespace {

constexpr std::array<std::pair<std::string_view, Manners>, 15> kNames = {{
    {"good", Manners::kGood},
    {"crash", Manners::kCrash},
    {"exit", Manners::kExit},
    {"hang", Manners::kHang},
    {"garbage", Manners::kGarbage},
    {"half-line", Manners::kHalfLine},
    {"endless-lines", Manners::kEndlessLines},
    {"endless-line", Manners::kEndlessLine},
    {"wrong-total", Manners::kWrongTotal},
    {"move-twice", Manners::kMoveTwice},
    {"extra-line", Manners::kExtraLine},
    {"leaves-child", Manners::kLeavesChild},
    {"noisy", Manners::kNoisy},
    {"hangs-afterwards", Manners::kHangsAfterwards},
    {"never-reads", Manners::kNeverReads},
}};

[[noreturn]] void Crash() {
  std::cout.flush();
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // A sanitizer's handler would turn the signal into an exit code.
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
  std::abort();
}

void PrintWell(const PlainAnswer& answer) {
  if (answer.prints_divide) {
    for (const auto& [move, count] : answer.divide)
      std::cout << move << answer.separator << count << "\n";
    std::cout << "\n";
  }
  std::cout << answer.total_label << answer.total << "\n";
}

}  // namespace

std::optional<Manners> ParseManners(std::string_view name) {
  for (const auto& [known, manners] : kNames) {
    if (known == name) return manners;
  }
  return std::nullopt;
}

void Hang() {
  std::cout.flush();
  while (true) pause();
}

void Print(PlainAnswer answer, Manners manners) {
  switch (manners) {
    case Manners::kGood:
    case Manners::kNeverReads:
    case Manners::kExtraLine:
    case Manners::kLeavesChild:
    case Manners::kHangsAfterwards:
      PrintWell(answer);
      break;
    case Manners::kCrash:
      std::cout << "e2";
      Crash();
    case Manners::kExit:
      std::cerr << "cannot count\nout of luck\n";
      std::exit(3);
    case Manners::kHang:
      Hang();
    case Manners::kGarbage:
      std::cout << "e2e4: lots\n";
      break;
    case Manners::kHalfLine:
      std::cout << "e2e4: 2" << std::flush;
      std::exit(0);
    case Manners::kEndlessLines:
      while (std::cout << "\n") {
      }
      std::exit(0);
    case Manners::kEndlessLine:
      while (std::cout << "and so on ") {
      }
      std::exit(0);
    case Manners::kWrongTotal:
      ++answer.total;
      PrintWell(answer);
      break;
    case Manners::kMoveTwice:
      if (!answer.divide.empty())
        answer.divide.push_back(answer.divide.front());
      PrintWell(answer);
      break;
    case Manners::kNoisy:
      std::cerr << std::string(size_t{1} << 20, '.') << "\nat last\n";
      PrintWell(answer);
      break;
  }
  if (manners == Manners::kExtraLine)
    std::cout << answer.total_label << answer.total << "\n";
  std::cout.flush();
  if (manners == Manners::kHangsAfterwards) Hang();
  if (manners == Manners::kLeavesChild) {
    if (fork() == 0) Hang();
    std::exit(0);
  }
}

}  // namespace rookery
