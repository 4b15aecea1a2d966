// Counts from this machine's fastest kernel, on the thread that asks.
//
// Thread-safe: threads share one hash table.
#ifndef ROOKERY_CORE_VERIFY_LOCAL_REFERENCE_H_
#define ROOKERY_CORE_VERIFY_LOCAL_REFERENCE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel.h"
#include "core/verify/reference.h"

namespace rookery {

class LocalReference final : public Reference {
 public:
  // With a table of `table_mebibytes`, which costs nothing until it is used.
  // Once `cancelled`, which is borrowed and may be null, is set, counts end
  // with CANCELLED. Errors: those of HashTable::Create.
  static absl::StatusOr<std::unique_ptr<LocalReference>> Create(
      uint64_t table_mebibytes, const std::atomic<bool>* cancelled = nullptr);

  absl::StatusOr<absl::uint128> Count(const Position& position,
                                      int depth) override;
  absl::StatusOr<TrueDivide> Divide(const Position& position,
                                    int depth) override;

 private:
  LocalReference(std::unique_ptr<HashTable> table,
                 const std::atomic<bool>* cancelled);

  const Kernel& kernel_;
  const std::unique_ptr<HashTable> table_;
  const std::atomic<bool>* const cancelled_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_LOCAL_REFERENCE_H_
