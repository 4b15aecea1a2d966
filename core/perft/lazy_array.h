// Memory that is taken where it is written and given back when it goes, and
// arrays of it.
//
// For gigabytes that are filled piece by piece while others go:
// std::vector writes every element first, and freed blocks of the heap may stay
// with the process. Large arrays are made of huge pages where the machine has
// them, because asking for memory page by page can take longer than what is
// then done with it. Thread-safety: as an array.
#ifndef ROOKERY_CORE_PERFT_LAZY_ARRAY_H_
#define ROOKERY_CORE_PERFT_LAZY_ARRAY_H_

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace rookery {

// Memory of any size.
class LazyMemory {
 public:
  // What is at least so large is zero until it is written; what is smaller has
  // no values.
  static constexpr size_t kZeroedBytes = size_t{1} << 20;

  LazyMemory() = default;
  // Throws std::bad_alloc.
  explicit LazyMemory(size_t bytes);
  LazyMemory(LazyMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  LazyMemory& operator=(LazyMemory other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~LazyMemory();

  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
  size_t bytes_ = 0;
};

template <typename T>
class LazyArray {
  // So that elements exist once they are written, and need no end.
  static_assert(std::is_trivially_copyable_v<T> &&
                std::is_trivially_destructible_v<T>);

 public:
  LazyArray() = default;

  // Elements are to be written before they are read. Throws std::bad_alloc.
  explicit LazyArray(size_t size) : memory_(size * sizeof(T)), size_(size) {}

  LazyArray(LazyArray&& other) noexcept
      : memory_(std::move(other.memory_)),
        size_(std::exchange(other.size_, 0)) {}
  LazyArray& operator=(LazyArray other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    return *this;
  }

  size_t size() const { return size_; }
  T* data() { return static_cast<T*>(memory_.data()); }
  const T* data() const { return static_cast<const T*>(memory_.data()); }
  T& operator[](size_t index) { return data()[index]; }
  const T& operator[](size_t index) const { return data()[index]; }
  std::span<T> span() { return {data(), size_}; }
  std::span<const T> span() const { return {data(), size_}; }

 private:
  LazyMemory memory_;
  size_t size_ = 0;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_LAZY_ARRAY_H_
