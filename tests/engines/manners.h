// Bad manners of programs under test: what they do instead of answering well.
//
// Thread-safety: none; some of them end the process.
#ifndef ROOKERY_TESTS_ENGINES_MANNERS_H_
#define ROOKERY_TESTS_ENGINES_MANNERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery {

enum class Manners {
  kGood,
  kCrash,            // dies of a segmentation fault within the answer
  kExit,             // says why on stderr, and exits with 3
  kHang,             // never answers
  kGarbage,          // answers what is no answer
  kHalfLine,         // stops within a line, and exits with 0
  kEndlessLines,     // prints empty lines for ever
  kEndlessLine,      // prints one line for ever
  kWrongTotal,       // adds one to the total
  kMoveTwice,        // prints the first move twice
  kExtraLine,        // prints the total twice
  kLeavesChild,      // answers well and exits; a child of its keeps the pipes
  kNoisy,            // prints a megabyte to stderr, and answers well
  kHangsAfterwards,  // answers well, and never does anything again
  kNeverReads,       // does not read its input
};

// By names such as "half-line".
std::optional<Manners> ParseManners(std::string_view name);

// An answer as it ought to be.
struct PlainAnswer {
  std::vector<std::pair<std::string, uint64_t>> divide;
  uint64_t total = 0;
  bool prints_divide = true;
  std::string separator;  // between move and count
  std::string total_label;
};

// Prints the answer with those manners. May not return.
void Print(PlainAnswer answer, Manners manners);

// Does nothing for ever.
[[noreturn]] void Hang();

}  // namespace rookery

#endif  // ROOKERY_TESTS_ENGINES_MANNERS_H_
