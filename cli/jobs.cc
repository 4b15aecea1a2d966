#include "cli/jobs.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "cli/exit_code.h"
#include "cli/job_archive.h"
#include "cli/job_client.h"
#include "cli/job_outcome.h"
#include "cli/job_output.h"
#include "cli/json_line.h"
#include "cli/output_format.h"
#include "cli/progress_bar.h"
#include "cli/service.h"
#include "daemon/options.h"
#include "rookery/v1/job_service.pb.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMaxListed = 100'000;

struct JobsOptions {
  std::string coordinator = kDefaultCoordinator;
  OutputFormat format = OutputFormat::kText;
  std::string job_id;
  std::string state;
  int64_t limit = 50;
  std::string file;
  std::string data_dir;
};

absl::StatusOr<Service> OpenService(const JobsOptions& options,
                                    const Console& console) {
  const bool is_elsewhere = WasTyped(console, "--coordinator");
  if (is_elsewhere && WasTyped(console, "--data-dir")) {
    return absl::InvalidArgumentError(
        "--data-dir and --coordinator are two places; name one of them");
  }
  return options.data_dir.empty() || is_elsewhere
             ? ConnectService(options.coordinator, console.interrupt)
             : OpenDataDirectory(options.data_dir);
}

int RunList(const JobsOptions& options, const Console& console) {
  v1::Job::State state = v1::Job::STATE_UNSPECIFIED;
  if (!options.state.empty()) {
    const absl::StatusOr<v1::Job::State> parsed = ParseJobState(options.state);
    if (!parsed.ok()) return Fail(*console.err, parsed.status());
    state = *parsed;
  }
  if (const absl::Status status =
          daemon::CheckInRange("--limit", options.limit, 1, kMaxListed);
      !status.ok()) {
    return Fail(*console.err, status);
  }
  const absl::StatusOr<Service> service = OpenService(options, console);
  if (!service.ok())
    return FailOrInterrupted(console, service.status(), "interrupted");
  const absl::StatusOr<std::vector<v1::Job>> jobs =
      JobClient(service->channel, console.interrupt)
          .ListJobs(state, static_cast<int>(options.limit));
  if (!jobs.ok())
    return FailOrInterrupted(console, jobs.status(), "interrupted");
  if (options.format == OutputFormat::kText) {
    *console.out << JobTable(*jobs) << std::flush;
    return kSuccess;
  }
  v1::ListJobsResponse all;
  all.mutable_jobs()->Add(jobs->begin(), jobs->end());
  // A page token has no meaning outside of the call that asked for it.
  *console.out << ToJson(all) << std::flush;
  return kSuccess;
}

int RunGet(const JobsOptions& options, const Console& console) {
  const absl::StatusOr<Service> service = OpenService(options, console);
  if (!service.ok())
    return FailOrInterrupted(console, service.status(), "interrupted");
  const absl::StatusOr<v1::Job> job =
      JobClient(service->channel, console.interrupt).GetJob(options.job_id);
  if (!job.ok()) return FailOrInterrupted(console, job.status(), "interrupted");
  *console.out << (options.format == OutputFormat::kJson ? ToJson(*job)
                                                         : JobText(*job))
               << std::flush;
  return kSuccess;
}

int RunCancel(const JobsOptions& options, const Console& console) {
  const absl::StatusOr<Service> service = OpenService(options, console);
  if (!service.ok())
    return FailOrInterrupted(console, service.status(), "interrupted");
  const absl::StatusOr<v1::Job> job =
      JobClient(service->channel, console.interrupt).CancelJob(options.job_id);
  if (!job.ok()) return FailOrInterrupted(console, job.status(), "interrupted");
  if (options.format == OutputFormat::kJson) {
    *console.out << ToJson(*job) << std::flush;
  } else {
    // A job that had ended before stays as it was, and this says so.
    *console.out << "job " << job->job_id() << " is "
                 << JobStateName(job->state()) << std::endl;
  }
  return kSuccess;
}

int RunWatch(const JobsOptions& options, const Console& console) {
  const absl::StatusOr<Service> service =
      ConnectService(options.coordinator, console.interrupt);
  if (!service.ok())
    return FailOrInterrupted(console, service.status(), "interrupted");
  JobClient client(service->channel, console.interrupt);
  const bool json = options.format == OutputFormat::kJson;
  ProgressBar bar(console.err, json ? 0 : console.err_columns);
  JobClient::Observer observer;
  observer.on_progress = [&](const v1::JobProgress& progress) {
    if (json) {
      *console.out << ToJson(progress) << std::flush;
    } else if (console.err_columns > 0) {
      bar.Update(progress);
    } else {
      *console.out << ProgressText(progress) << std::endl;
    }
  };
  observer.on_outage = [&](const absl::Status& status) {
    bar.Clear();
    WriteError(*console.err,
               OutageMessage(options.coordinator, options.job_id, status));
  };
  const absl::StatusOr<v1::Job> job =
      client.WaitForEnd(options.job_id, observer);
  bar.Clear();
  if (!job.ok()) {
    return FailOrInterrupted(
        console, job.status(),
        absl::StrCat("interrupted; job ", options.job_id, " goes on"));
  }
  if (!json) *console.out << JobText(*job) << std::flush;
  if (const absl::Status ended = EndOf(*job); !ended.ok())
    return Fail(*console.err, ended);
  return kSuccess;
}

int RunExport(const JobsOptions& options, const Console& console) {
  const absl::StatusOr<Service> service = OpenService(options, console);
  if (!service.ok())
    return FailOrInterrupted(console, service.status(), "interrupted");
  JobClient client(service->channel, console.interrupt);
  const std::string file =
      options.file.empty() ? options.job_id + ".rookery-job" : options.file;
  const absl::StatusOr<uint64_t> bytes =
      SaveArchive(&client, options.job_id, file);
  if (!bytes.ok())
    return FailOrInterrupted(console, bytes.status(), "interrupted");
  if (options.format == OutputFormat::kJson) {
    nlohmann::ordered_json json;
    json["job_id"] = options.job_id;
    json["file"] = file;
    json["bytes"] = *bytes;
    *console.out << JsonLine(json) << std::flush;
  } else {
    *console.out << "job " << options.job_id << " is in " << file << ", "
                 << *bytes << " bytes" << std::endl;
  }
  return kSuccess;
}

int RunImport(const JobsOptions& options, const Console& console) {
  const absl::StatusOr<Service> service = OpenService(options, console);
  if (!service.ok())
    return FailOrInterrupted(console, service.status(), "interrupted");
  JobClient client(service->channel, console.interrupt);
  const absl::StatusOr<v1::Job> job = SendArchive(&client, options.file);
  if (!job.ok()) return FailOrInterrupted(console, job.status(), "interrupted");
  if (options.format == OutputFormat::kJson) {
    *console.out << ToJson(*job) << std::flush;
  } else {
    *console.out << "job " << job->job_id() << " is "
                 << JobStateName(job->state()) << std::endl;
  }
  return kSuccess;
}

using Runner = int (*)(const JobsOptions&, const Console&);

// Adds `rookery jobs NAME` with what all of them have in common.
CLI::App* AddAction(CLI::App* jobs, const char* name, const char* summary,
                    const char* example,
                    const std::shared_ptr<JobsOptions>& options, Runner run,
                    const Console* console, Command* chosen) {
  CLI::App* command = jobs->add_subcommand(name, summary);
  AddCoordinatorOption(command, &options->coordinator,
                       "The coordinator to ask");
  AddFormatOption(command, &options->format);
  daemon::SetExample(*command, example);
  command->callback([options, run, console, chosen] {
    *chosen = [=] { return run(*options, *console); };
  });
  return command;
}

// Before anything is asked, for what a user mistypes needs no coordinator.
std::string CheckJobId(const std::string& text) {
  constexpr size_t kIdLength = 32;
  if (text.size() == kIdLength &&
      text.find_first_not_of("0123456789abcdef") == std::string::npos)
    return "";
  return absl::StrCat("'", absl::CEscape(text.substr(0, 2 * kIdLength)),
                      "' is not 32 hexadecimal digits; rookery jobs list shows "
                      "the ids");
}

void AddJobArgument(CLI::App* command, JobsOptions* options) {
  command->add_option("job", options->job_id, "The job: 32 hexadecimal digits")
      ->check(CheckJobId)
      ->required()
      ->type_name("");
}

void AddDataDirectoryOption(CLI::App* command, JobsOptions* options) {
  command
      ->add_option("--data-dir", options->data_dir,
                   "The directory to use instead of a coordinator")
      ->type_name("DIR");
}

}  // namespace

void AddJobsCommand(CLI::App* program, const Console* console,
                    Command* chosen) {
  CLI::App* jobs = program->add_subcommand(
      "jobs", "List, show, follow, end and move jobs of a coordinator");
  jobs->require_subcommand(0, 1);
  jobs->fallthrough();
  daemon::SetExample(*jobs, "rookery jobs list");
  const auto options = std::make_shared<JobsOptions>();

  CLI::App* list = AddAction(
      jobs, "list", "List jobs, newest first",
      "rookery jobs list --state running --coordinator 127.0.0.1:7070", options,
      RunList, console, chosen);
  list->add_option(
          "--state", options->state,
          "Only these: planning, running, succeeded, failed or cancelled")
      ->type_name("");
  list->add_option("--limit", options->limit, "At most so many")
      ->check(daemon::CheckDecimal)
      ->type_name("N");

  AddDataDirectoryOption(list, options.get());

  CLI::App* get =
      AddAction(jobs, "get", "Show a job, and its answer if there is one",
                "rookery jobs get 0f3c5a7e9b1d2f4a6c8e0b2d4f6a8c0e", options,
                RunGet, console, chosen);
  AddJobArgument(get, options.get());
  AddDataDirectoryOption(get, options.get());
  CLI::App* watch =
      AddAction(jobs, "watch", "Follow a job to its end, then show it",
                "rookery jobs watch 0f3c5a7e9b1d2f4a6c8e0b2d4f6a8c0e", options,
                RunWatch, console, chosen);
  AddJobArgument(watch, options.get());
  CLI::App* cancel =
      AddAction(jobs, "cancel", "End a job",
                "rookery jobs cancel 0f3c5a7e9b1d2f4a6c8e0b2d4f6a8c0e", options,
                RunCancel, console, chosen);
  AddJobArgument(cancel, options.get());
  AddDataDirectoryOption(cancel, options.get());
  CLI::App* save = AddAction(
      jobs, "export", "Save a job and its results so far in a file",
      "rookery jobs export 0f3c5a7e9b1d2f4a6c8e0b2d4f6a8c0e --out perft11",
      options, RunExport, console, chosen);
  AddJobArgument(save, options.get());
  save->add_option("--out", options->file,
                   "The file; JOB.rookery-job in the current directory unless "
                   "it is named")
      ->type_name("FILE");
  AddDataDirectoryOption(save, options.get());
  CLI::App* import = AddAction(
      jobs, "import", "Go on with a job from a file that export wrote",
      "rookery jobs import perft11 --coordinator 127.0.0.1:7070", options,
      RunImport, console, chosen);
  import->add_option("file", options->file, "The file")
      ->required()
      ->type_name("");
  AddDataDirectoryOption(import, options.get());
}

}  // namespace rookery::cli
