// The mistakes that move generators really make, one class each.
//
// What a tool that looks for faults in generators must find. Every bug is a
// PlainGenerator with one rule replaced; what else it gets right stays right.
// Stateless; the generators belong to one thread.
#ifndef ROOKERY_TESTS_ENGINES_BUGS_H_
#define ROOKERY_TESTS_ENGINES_BUGS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "tests/engines/plain_generator.h"

namespace rookery {

struct Bug {
  std::string_view name;  // such as en-passant-too-late
  std::unique_ptr<PlainGenerator> (*make)();
};

// All of them, in a fixed order; the first is "none" and right.
std::vector<Bug> AllBugs();

// By theme, for AllBugs.
std::vector<Bug> CastlingBugs();
std::vector<Bug> EnPassantBugs();
std::vector<Bug> GeometryBugs();
std::vector<Bug> KingSafetyBugs();
std::vector<Bug> PawnBugs();

template <typename Generator>
std::unique_ptr<PlainGenerator> MakeGenerator() {
  return std::make_unique<Generator>();
}

}  // namespace rookery

#endif  // ROOKERY_TESTS_ENGINES_BUGS_H_
