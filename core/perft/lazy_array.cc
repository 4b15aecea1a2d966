#include "core/perft/lazy_array.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

namespace rookery {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

// What is smaller comes from the heap.
bool IsMapped(size_t bytes) { return bytes >= LazyMemory::kZeroedBytes; }

size_t RoundedUp(size_t bytes) {
  return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

// Whole huge pages, from the boundary of one on.
void* Map(size_t bytes) {
  const size_t mapped = RoundedUp(bytes) + kHugePage;
  void* const mapping = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, /*fd=*/-1,
                             /*offset=*/0);
  if (mapping == MAP_FAILED) return nullptr;
  char* const begin = static_cast<char*>(mapping);
  const size_t before = RoundedUp(reinterpret_cast<uintptr_t>(begin)) -
                        reinterpret_cast<uintptr_t>(begin);
  if (before != 0) munmap(begin, before);
  munmap(begin + before + RoundedUp(bytes), kHugePage - before);
  // Advice: where it is not taken the array is slower, not wrong.
  madvise(begin + before, RoundedUp(bytes), MADV_HUGEPAGE);
  return begin + before;
}

}  // namespace

LazyMemory::LazyMemory(size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  data_ = IsMapped(bytes) ? Map(bytes) : std::malloc(bytes);
  if (data_ == nullptr) throw std::bad_alloc();
}

LazyMemory::~LazyMemory() {
  if (IsMapped(bytes_)) {
    munmap(data_, RoundedUp(bytes_));
  } else {
    std::free(data_);
  }
}

}  // namespace rookery
