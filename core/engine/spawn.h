// Starts a program with pipes to its standard streams, such that it cannot
// outlive us.
//
// Only the start: talking to it and seeing it off is child_process.h. The child
// leads a process group of its own, so that it can be killed with all that it
// started, and neither a terminal's Ctrl-C nor our signal mask reaches it. None
// of our descriptors leak into it. When our process ends in whatever way, the
// kernel kills the child; what the child itself started then goes on only if it
// neither reads nor writes our pipes.
//
// Thread-safe.
#ifndef ROOKERY_CORE_ENGINE_SPAWN_H_
#define ROOKERY_CORE_ENGINE_SPAWN_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/engine/file_descriptor.h"

namespace rookery {

struct SpawnedProgram {
  // Also the number of its process group. Nobody else gets it before the
  // child is reaped, which is the caller's duty.
  pid_t pid = -1;
  // Readable once the program has ended.
  FileDescriptor end;
  // Our ends of the pipes, none of which blocks.
  FileDescriptor input;   // what the program reads
  FileDescriptor output;  // what it prints
  FileDescriptor errors;  // what it prints to stderr
};

// Starts the file `path`; `words` are its name and arguments. UNAVAILABLE,
// naming the program and the reason, where the system refuses.
absl::StatusOr<SpawnedProgram> Spawn(const std::string& path,
                                     const std::vector<std::string>& words);

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_SPAWN_H_
