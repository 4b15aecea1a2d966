#include "core/perft/kernel.h"

namespace rookery {

Kernel::~Kernel() = default;

}  // namespace rookery
