#include "worker/unit_counter.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/perft/statistics/statistics_registry.h"
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

// Of those that may be used, the ones that count statistics, best first. Some
// kernels do not: where only these may be used, the best that does.
std::vector<const StatisticsKernel*> StatisticsKernelsOf(
    std::span<const Kernel* const> kernels) {
  std::vector<const StatisticsKernel*> usable;
  for (const StatisticsKernel* statistics : AvailableStatisticsKernels()) {
    const auto has_its_name = [statistics](const Kernel* kernel) {
      return kernel->name() == statistics->name();
    };
    if (std::any_of(kernels.begin(), kernels.end(), has_its_name))
      usable.push_back(statistics);
  }
  if (usable.empty()) usable.push_back(AvailableStatisticsKernels().front());
  return usable;
}

// The first of the preferred ones that may be used, else the best.
template <typename AnyKernel>
const AnyKernel& Choose(const std::vector<const AnyKernel*>& kernels,
                        const v1::PerftPayload& payload) {
  for (const std::string& name : payload.preferred_kernels()) {
    for (const AnyKernel* kernel : kernels) {
      if (kernel->name() == name) return *kernel;
    }
  }
  return *kernels.front();
}

absl::Status StatusOf(CountResult result, int depth) {
  switch (result) {
    case CountResult::kDone:
      return absl::OkStatus();
    case CountResult::kCancelled:
      return absl::CancelledError("the unit is not wanted any more");
    case CountResult::kOverflow:
      break;
  }
  return absl::OutOfRangeError(
      absl::StrCat("a position of the unit has 2^64 leaves or more at depth ",
                   depth, "; split the job at a greater depth"));
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
    : kernels_(std::move(kernels)),
      statistics_kernels_(StatisticsKernelsOf(kernels_)),
      table_(table) {}

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

  auto& counts = *counted->result.mutable_perft()->mutable_counts();
  counts.Resize(static_cast<int>(positions->size()), 0);
  absl::Status status =
      payload.statistics()
          ? CountStatistics(payload, *positions, cancelled, counted)
          : CountLeaves(payload, *positions, cancelled, counted);
  if (status.ok())
    counted->leaves = SaturatingSum({counts.data(), positions->size()});
  return status;
}

absl::Status UnitCounter::CountLeaves(const v1::PerftPayload& payload,
                                      std::span<const PackedPosition> positions,
                                      const std::atomic<bool>& cancelled,
                                      CountedUnit* counted) const {
  const Kernel& kernel = Choose(kernels_, payload);
  counted->result.set_kernel(std::string(kernel.name()));
  const int depth = static_cast<int>(payload.depth());
  auto& counts = *counted->result.mutable_perft()->mutable_counts();
  return StatusOf(
      kernel.Count({.positions = positions,
                    .depth = depth,
                    .table = depth >= kMinTableDepth ? table_ : nullptr,
                    .cancelled = &cancelled,
                    .counts = {counts.mutable_data(), positions.size()},
                    .probes = &counted->probes}),
      depth);
}

absl::Status UnitCounter::CountStatistics(
    const v1::PerftPayload& payload, std::span<const PackedPosition> positions,
    const std::atomic<bool>& cancelled, CountedUnit* counted) const {
  const StatisticsKernel& kernel = Choose(statistics_kernels_, payload);
  counted->result.set_kernel(std::string(kernel.name()));
  const int depth = static_cast<int>(payload.depth());
  StatisticsTable* table = nullptr;
  if (depth >= kMinTableDepth) {
    const absl::StatusOr<StatisticsTable*> made = TableOfStatistics();
    if (!made.ok()) return made.status();
    table = *made;
  }
  std::vector<Statistics> statistics(positions.size());
  const absl::Status status =
      StatusOf(kernel.Count({.positions = positions,
                             .depth = depth,
                             .table = table,
                             .cancelled = &cancelled,
                             .statistics = statistics,
                             .probes = &counted->probes}),
               depth);
  if (!status.ok()) return status;
  v1::PerftFigures& figures = *counted->result.mutable_perft();
  for (size_t index = 0; index < statistics.size(); ++index)
    figures.set_counts(static_cast<int>(index), statistics[index][kNodes]);
  for (int number = kNodes + 1; number < kStatisticCount; ++number) {
    v1::StatisticsColumn& column = *figures.add_statistics();
    column.set_name(std::string(StatisticName(static_cast<Statistic>(number))));
    column.mutable_values()->Reserve(static_cast<int>(statistics.size()));
    for (const Statistics& position : statistics)
      column.add_values(position.counts[number]);
  }
  return absl::OkStatus();
}

absl::StatusOr<StatisticsTable*> UnitCounter::TableOfStatistics() const {
  if (table_ == nullptr) return nullptr;
  absl::MutexLock lock(&mutex_);
  if (statistics_table_ == nullptr) {
    absl::StatusOr<std::unique_ptr<StatisticsTable>> table =
        StatisticsTable::Create(
            std::max(HashTable::kMinMebibytes, table_->mebibytes() / 2),
            table_->seed());
    if (!table.ok()) return table.status();
    statistics_table_ = *std::move(table);
  }
  return statistics_table_.get();
}

}  // namespace rookery::worker
