// A file descriptor that is closed when its owner goes.
//
// Thread-safety: none.
#ifndef ROOKERY_CORE_ENGINE_FILE_DESCRIPTOR_H_
#define ROOKERY_CORE_ENGINE_FILE_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace rookery {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  // Takes ownership; anything negative is none.
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() { Close(); }
  FileDescriptor(FileDescriptor&& other) noexcept
      : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  // -1 when there is none, which poll() passes over.
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

  void Close() {
    if (is_open()) close(std::exchange(number_, -1));
  }

 private:
  int number_ = -1;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_FILE_DESCRIPTOR_H_
