// Starts a program as a child process, prints its process number, and does
// nothing more: for the test that kills it and looks whether the child lives.
//
//   child_keeper sleep 1000
#include <unistd.h>

#include <iostream>
#include <memory>

#include "core/engine/child_process.h"

int main(int argc, char** argv) {
  const absl::StatusOr<std::unique_ptr<rookery::ChildProcess>> child =
      rookery::ChildProcess::Start({argv + 1, argv + argc});
  if (!child.ok()) {
    std::cerr << child.status() << "\n";
    return 1;
  }
  std::cout << (*child)->pid() << std::endl;
  while (true) pause();
}
