#include "worker/unit_counter.h"

#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/board/packed_position.h"
#include "proto/support/positions.h"

namespace rookery::worker {
namespace {

// Two plies below a position no two lines of play have met again, so a table
// could only remember the units' own positions, which come once. Leaving it
// alone keeps a small job from paying for the first touch of its memory.
constexpr int kMinTableDepth = 3;

constexpr size_t kMaxFailureBytes = 1024;

// Protobuf takes only valid UTF-8, and a message may quote the payload.
std::string Printable(std::string_view text) {
  std::string printable(text.substr(0, kMaxFailureBytes));
  for (char& character : printable) {
    if (character < 0x20 || character > 0x7e) character = '?';
  }
  return printable;
}

uint64_t SaturatingSum(std::span<const uint64_t> counts) {
  uint64_t sum = 0;
  for (const uint64_t count : counts) {
    if (__builtin_add_overflow(sum, count, &sum))
      return std::numeric_limits<uint64_t>::max();
  }
  return sum;
}

}  // namespace

UnitCounter::UnitCounter(std::vector<const Kernel*> kernels, HashTable* table)
    : kernels_(std::move(kernels)), table_(table) {}

const char* UnitCounter::Kind(const v1::Unit& unit) {
  switch (unit.payload_case()) {
    case v1::Unit::kPerft:
      return "perft";
    case v1::Unit::kAudit:
      return "audit";
    case v1::Unit::kAnalysis:
      return "analysis";
    case v1::Unit::PAYLOAD_NOT_SET:
      break;
  }
  return "unknown";
}

std::optional<CountedUnit> UnitCounter::Count(
    const v1::Unit& unit, const std::atomic<bool>& cancelled) const {
  CountedUnit counted;
  counted.result.set_job_id(unit.job_id());
  counted.result.set_number(unit.number());
  counted.result.set_replica(unit.replica());
  if (table_ != nullptr) counted.result.set_hash_seed(table_->seed());
  absl::Status status =
      unit.has_perft()
          ? CountPerft(unit.perft(), cancelled, &counted)
          : absl::UnimplementedError(absl::StrCat(
                "this worker counts perft units; it cannot compute a unit of "
                "kind ",
                Kind(unit), "; use a worker of a release that can"));
  if (absl::IsCancelled(status)) return std::nullopt;
  if (!status.ok()) {
    v1::Failure* failure = counted.result.mutable_failure();
    failure->set_code(static_cast<int>(status.code()));
    failure->set_message(Printable(std::string(status.message())));
  }
  return counted;
}

absl::Status UnitCounter::CountPerft(const v1::PerftPayload& payload,
                                     const std::atomic<bool>& cancelled,
                                     CountedUnit* counted) const {
  if (payload.statistics()) {
    return absl::UnimplementedError(
        "statistics were asked for; the kernels of this worker count leaves "
        "only");
  }
  if (payload.depth() > static_cast<uint32_t>(kMaxKernelDepth)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "depth ", payload.depth(), " of the unit is above ", kMaxKernelDepth));
  }
  if (payload.position_count() < 1 ||
      payload.position_count() > kMaxPositionsPerMessage) {
    return absl::InvalidArgumentError(absl::StrCat(
        "position_count ", payload.position_count(),
        " of the unit is not from 1 to ", kMaxPositionsPerMessage));
  }
  const absl::StatusOr<std::vector<PackedPosition>> positions =
      DecompressPositions(payload.positions(), payload.position_count());
  if (!positions.ok()) return positions.status();

  const Kernel& kernel = ChooseKernel(payload);
  counted->result.set_kernel(std::string(kernel.name()));
  auto& counts = *counted->result.mutable_perft()->mutable_counts();
  counts.Resize(static_cast<int>(positions->size()), 0);
  const std::span<uint64_t> count_span(counts.mutable_data(),
                                       positions->size());
  CountRequest request;
  request.positions = *positions;
  request.depth = static_cast<int>(payload.depth());
  request.table = request.depth >= kMinTableDepth ? table_ : nullptr;
  request.cancelled = &cancelled;
  request.counts = count_span;
  request.probes = &counted->probes;
  switch (kernel.Count(request)) {
    case CountResult::kDone:
      counted->leaves = SaturatingSum(count_span);
      return absl::OkStatus();
    case CountResult::kCancelled:
      return absl::CancelledError("the unit is not wanted any more");
    case CountResult::kOverflow:
      break;
  }
  return absl::OutOfRangeError(
      absl::StrCat("a position of the unit has 2^64 leaves or more at depth ",
                   payload.depth(), "; split the job at a greater depth"));
}

const Kernel& UnitCounter::ChooseKernel(const v1::PerftPayload& payload) const {
  for (const std::string& name : payload.preferred_kernels()) {
    for (const Kernel* kernel : kernels_) {
      if (kernel->name() == name) return *kernel;
    }
  }
  return *kernels_.front();
}

}  // namespace rookery::worker
