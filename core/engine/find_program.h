// Finds the file of a program by its name.
//
// Reads PATH; safe from any thread as long as none changes the environment.
#ifndef ROOKERY_CORE_ENGINE_FIND_PROGRAM_H_
#define ROOKERY_CORE_ENGINE_FIND_PROGRAM_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace rookery {

// The path of the executable file: the name itself where it has a slash,
// otherwise the first in a folder of PATH. NOT_FOUND, naming the program, where
// there is none.
absl::StatusOr<std::string> FindProgram(std::string_view name);

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_FIND_PROGRAM_H_
