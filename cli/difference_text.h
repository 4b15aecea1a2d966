// A difference between a generator and the reference in words for people.
//
// Pure functions; thread-safe.
#ifndef ROOKERY_CLI_DIFFERENCE_TEXT_H_
#define ROOKERY_CLI_DIFFERENCE_TEXT_H_

#include <span>
#include <string>
#include <vector>

#include "core/board/move.h"
#include "core/board/position.h"
#include "core/verify/difference.h"
#include "core/verify/verification.h"

namespace rookery::cli {

// Legal moves from a position on, in UCI notation.
std::vector<std::string> SpellMoves(const Position& start,
                                    std::span<const Move> moves);

// "perft(3) of FEN is 1487, the program counts 1488": what a result says in one
// line, whatever its verdict.
std::string ResultLine(const PerftQuestion& asked, const CheckResult& result);

// What is wrong, at which position, after which moves, and where to look; some
// indented lines.
std::string DifferenceText(const Difference& difference);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_DIFFERENCE_TEXT_H_
