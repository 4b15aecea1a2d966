// The instruction set level of the processor that the program runs on.
#ifndef ROOKERY_DAEMON_ISA_H_
#define ROOKERY_DAEMON_ISA_H_

#include <string>

namespace rookery::daemon {

// "x86-64", "x86-64-v2", "x86-64-v3" or "x86-64-v4" by the psABI's levels, as
// far as the compiler can ask for their features; "other" elsewhere. Not what
// kernels are chosen by: they ask for the very instructions they use.
std::string IsaLevel();

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_ISA_H_
