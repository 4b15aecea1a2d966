// Makes Abseil's mutexes known to the thread sanitizer; linked into every test
// program of the tsan build and into nothing else.
//
// The system's Abseil is not instrumented, so the sanitizer does not see that
// two threads which took the same absl::Mutex are ordered, and it reports races
// that are none. These definitions, exported by the test program, take the
// place of the library's: they call the original and tell the sanitizer what it
// orders.
//
// Not covered: Mutex::Await and LockWhen, whose conditions run inside the
// library, and what is built on them (Notification, Barrier, BlockingCounter).
// Code of ours waits with CondVar instead.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}

namespace {

// The library's own function; a member function takes `this` first.
template <typename Function>
Function* Original(const char* symbol) {
  void* const found = dlsym(RTLD_NEXT, symbol);
  if (found == nullptr) {
    // Another release of Abseil has another inline namespace.
    std::fprintf(stderr, "abseil does not define %s\n", symbol);
    std::abort();
  }
  return reinterpret_cast<Function*>(found);
}

}  // namespace

namespace absl {
ABSL_NAMESPACE_BEGIN

void Mutex::Lock() {
  static auto* const original =
      Original<void(Mutex*)>("_ZN4absl7debian35Mutex4LockEv");
  original(this);
  __tsan_acquire(this);
}

void Mutex::Unlock() {
  static auto* const original =
      Original<void(Mutex*)>("_ZN4absl7debian35Mutex6UnlockEv");
  __tsan_release(this);
  original(this);
}

bool Mutex::TryLock() {
  static auto* const original =
      Original<bool(Mutex*)>("_ZN4absl7debian35Mutex7TryLockEv");
  const bool locked = original(this);
  if (locked) __tsan_acquire(this);
  return locked;
}

void Mutex::ReaderLock() {
  static auto* const original =
      Original<void(Mutex*)>("_ZN4absl7debian35Mutex10ReaderLockEv");
  original(this);
  __tsan_acquire(this);
}

void Mutex::ReaderUnlock() {
  static auto* const original =
      Original<void(Mutex*)>("_ZN4absl7debian35Mutex12ReaderUnlockEv");
  __tsan_release(this);
  original(this);
}

void CondVar::Wait(Mutex* mutex) {
  static auto* const original = Original<void(CondVar*, Mutex*)>(
      "_ZN4absl7debian37CondVar4WaitEPNS0_5MutexE");
  __tsan_release(mutex);
  original(this, mutex);
  __tsan_acquire(mutex);
}

bool CondVar::WaitWithDeadline(Mutex* mutex, absl::Time deadline) {
  static auto* const original = Original<bool(CondVar*, Mutex*, absl::Time)>(
      "_ZN4absl7debian37CondVar16WaitWithDeadlineEPNS0_5MutexENS0_4TimeE");
  __tsan_release(mutex);
  const bool expired = original(this, mutex, deadline);
  __tsan_acquire(mutex);
  return expired;
}

bool CondVar::WaitWithTimeout(Mutex* mutex, absl::Duration timeout) {
  static auto* const original = Original<bool(CondVar*, Mutex*,
                                              absl::Duration)>(
      "_ZN4absl7debian37CondVar15WaitWithTimeoutEPNS0_5MutexENS0_8DurationE");
  __tsan_release(mutex);
  const bool expired = original(this, mutex, timeout);
  __tsan_acquire(mutex);
  return expired;
}

ABSL_NAMESPACE_END
}  // namespace absl
