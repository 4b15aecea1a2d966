// Jobs that leave the coordinator in an archive, and that come from one.
#include <utility>

#include "absl/strings/str_cat.h"
#include "coordinator/coordinator.h"
#include "coordinator/exported_job.h"
#include "coordinator/imported_job.h"
#include "daemon/logging.h"

namespace rookery::coordinator {

absl::StatusOr<JobRecord> Coordinator::ExportJob(
    const std::string& job_id) const {
  absl::StatusOr<JobRecord> record = ledger_->LoadJob(job_id);
  if (!record.ok()) return NoSuchJob(record.status(), job_id);
  if (absl::Status status = PrepareExport(&*record); !status.ok())
    return status;
  return record;
}

void Coordinator::ImportJob(JobRecord record, Answer<v1::Job> answer) {
  if (absl::Status status = CheckImportedJob(&record); !status.ok())
    return answer(status);
  absl::Status refused;
  {
    absl::MutexLock lock(&mutex_);
    refused = Serving();
    if (refused.ok()) refused = RoomForAJob();
    if (refused.ok()) {
      writer_.RunExclusive([this, record = std::move(record),
                            answer](Ledger& ledger) mutable {
        const absl::Status stored = ledger.ImportJob(record);
        absl::StatusOr<v1::Job> job;
        {
          absl::MutexLock inner(&mutex_);
          // A job that is known is no fault of the ledger.
          NoteLedgerStatus(absl::IsAlreadyExists(stored) ? absl::OkStatus()
                                                         : stored);
          if (absl::IsAlreadyExists(stored)) {
            job = absl::AlreadyExistsError(
                absl::StrCat(std::string(stored.message()),
                             " here already; nothing was imported"));
          } else if (!stored.ok()) {
            job = AsUnavailable(stored);
          } else {
            const std::string id = record.job.id;
            daemon::LogInfo("job imported",
                            {{"job", id},
                             {"units", record.units.size()},
                             {"results", record.results.size()}});
            const absl::Status taken = TakeUp(std::move(record));
            job = taken.ok() ? absl::StatusOr<v1::Job>(Describe(jobs_.at(id)))
                             : taken;
          }
        }
        answer(std::move(job));
      });
    }
  }
  if (!refused.ok()) answer(refused);
}

}  // namespace rookery::coordinator
