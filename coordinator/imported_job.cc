#include "coordinator/imported_job.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "coordinator/dispatch/cut_text.h"
#include "coordinator/dispatch/job_rows.h"
#include "coordinator/known_answer.h"
#include "coordinator/perft_request.h"
#include "proto/support/positions.h"
#include "rookery/v1/job.pb.h"
#include "rookery/v1/worker_service.pb.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kIdLength = 32;
constexpr size_t kMaxEchoedBytes = 64;

// Far more than an archive can hold.
constexpr uint64_t kMostUnits = uint64_t{1} << 32;

bool IsId(std::string_view id) {
  return id.size() == kIdLength &&
         id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

absl::Status Wrong(std::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("archive: ", std::string(what)));
}

absl::Status CheckRequest(JobRow* job, v1::SubmitPerftRequest* request) {
  if (!IsId(job->id)) {
    return Wrong(absl::StrCat("job_id '", CutText(job->id, kMaxEchoedBytes),
                              "' is not 32 hexadecimal digits"));
  }
  if (job->kind != "perft") {
    return Wrong(absl::StrCat("a job of kind '",
                              CutText(job->kind, kMaxEchoedBytes),
                              "' is not known to this program"));
  }
  if (!request->ParseFromString(job->request))
    return Wrong("the request cannot be read");
  const absl::StatusOr<v1::SubmitPerftRequest> normal =
      NormalizePerftRequest(*request);
  if (!normal.ok()) return Wrong(std::string(normal.status().message()));
  if (normal->SerializeAsString() != job->request ||
      normal->request_id() != job->request_id) {
    return Wrong("the request is not as a coordinator stores it");
  }
  job->question = QuestionOf(*normal);
  return absl::OkStatus();
}

// Reads figures and returns them as they are stored, if a worker could have
// handed them in for positions of which so many plies are counted.
absl::StatusOr<std::string> ReadFigures(const ResultRow& result,
                                        const UnitRow& unit, int depth,
                                        bool statistics,
                                        v1::PerftFigures* figures) {
  absl::StatusOr<std::string> normal =
      absl::InvalidArgumentError("figures cannot be read");
  if (figures->ParseFromString(result.figures))
    normal = EncodePerftFigures(*figures, unit.count, depth, statistics);
  if (normal.ok()) return normal;
  return absl::InvalidArgumentError(
      absl::StrCat("result of unit ", result.unit, ", replica ", result.replica,
                   ": ", std::string(normal.status().message())));
}

}  // namespace

absl::Status CheckImportedJob(JobRecord* record) {
  v1::SubmitPerftRequest request;
  if (absl::Status status = CheckRequest(&record->job, &request); !status.ok())
    return status;
  if (record->job.state == JobState::kPlanning && !record->units.empty())
    return Wrong("there are units, but no plan that they are of");
  // Neither the size of the plan nor its sections are known yet.
  const JobSpec spec{
      .job_id = record->job.id,
      .sections = {{.count = std::numeric_limits<uint64_t>::max()}}};
  if (absl::Status status =
          CheckRows(spec, record->units, record->leases, record->results);
      !status.ok()) {
    return Wrong(std::string(status.message()));
  }
  for (const UnitRow& unit : record->units) {
    if (unit.number > kMostUnits || unit.count > kMaxPositionsPerMessage) {
      return Wrong(absl::StrCat("unit ", unit.number, " of ", unit.count,
                                " positions is none that a coordinator cuts"));
    }
  }
  int depth = static_cast<int>(request.depth());
  for (const v1::SuiteEntry& entry : request.suite())
    depth = std::max(depth, static_cast<int>(entry.depth()));
  auto unit = record->units.begin();
  v1::PerftFigures figures;
  for (ResultRow& result : record->results) {
    while (unit->number < result.unit) ++unit;
    absl::StatusOr<std::string> normal =
        ReadFigures(result, *unit, depth, request.statistics(), &figures);
    if (!normal.ok()) return Wrong(std::string(normal.status().message()));
    result.figures = *std::move(normal);
  }
  return absl::OkStatus();
}

absl::StatusOr<absl::uint128> LeavesOfResults(const JobRecord& record,
                                              const PerftPlan& plan) {
  absl::uint128 leaves = 0;
  auto unit = record.units.begin();
  v1::PerftFigures figures;
  for (const ResultRow& result : record.results) {
    while (unit != record.units.end() && unit->number < result.unit) ++unit;
    // Dispatcher::RestoreJob names what makes no sense.
    if (unit == record.units.end() || unit->number != result.unit ||
        unit->first >= plan.size() || unit->count > plan.size() - unit->first)
      continue;
    const absl::Status status =
        ReadFigures(result, *unit, plan.RemainingDepth(unit->first),
                    plan.statistics(), &figures)
            .status();
    if (!status.ok()) return status;
    if (result.replica == 0) {
      leaves +=
          plan.Leaves(unit->first, {figures.counts().data(), unit->count});
    }
  }
  return leaves;
}

}  // namespace rookery::coordinator
