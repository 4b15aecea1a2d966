// Splits a command line into words, so that a program can be started without a
// shell.
//
// Nothing is expanded: no variables, no wildcards, no pipes. Pure; safe to use
// from any thread.
#ifndef ROOKERY_CORE_ENGINE_COMMAND_WORDS_H_
#define ROOKERY_CORE_ENGINE_COMMAND_WORDS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery {

inline constexpr size_t kMaxCommandBytes = 8192;

// The words of a command, one at least, the first of them not empty. Blanks
// separate words. Single quotes keep everything between them; double quotes do
// too, but a backslash in them takes the next quote or backslash literally.
// Elsewhere a backslash takes whatever follows literally. INVALID_ARGUMENT,
// naming the command, where a quote is not closed, a backslash has nothing
// behind it, there is no program, a byte is zero, or it is longer than
// kMaxCommandBytes.
absl::StatusOr<std::vector<std::string>> SplitCommand(std::string_view command);

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_COMMAND_WORDS_H_
