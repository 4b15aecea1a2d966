// How much memory this machine has, for defaults that are a share of it.
#ifndef ROOKERY_DAEMON_MACHINE_MEMORY_H_
#define ROOKERY_DAEMON_MACHINE_MEMORY_H_

#include <cstdint>

namespace rookery::daemon {

// In bytes; 0 where the system does not say. Thread-safe.
uint64_t MachineMemory();

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_MACHINE_MEMORY_H_
