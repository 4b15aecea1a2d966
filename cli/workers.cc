#include "cli/workers.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "cli/exit_code.h"
#include "cli/job_outcome.h"
#include "cli/job_output.h"
#include "cli/output_format.h"
#include "cli/retry.h"
#include "cli/service.h"
#include "daemon/options.h"
#include "rookery/v1/fleet_service.grpc.pb.h"

namespace rookery::cli {
namespace {

constexpr int kPageSize = 1000;

struct WorkersOptions {
  std::string coordinator = kDefaultCoordinator;
  OutputFormat format = OutputFormat::kText;
};

// All pages as one.
absl::StatusOr<v1::ListWorkersResponse> ListAllWorkers(
    const std::shared_ptr<grpc::Channel>& channel, Interrupt* interrupt) {
  const std::unique_ptr<v1::FleetService::Stub> stub =
      v1::FleetService::NewStub(channel);
  v1::ListWorkersRequest request;
  request.set_page_size(kPageSize);
  v1::ListWorkersResponse all;
  while (true) {
    v1::ListWorkersResponse page;
    const absl::Status status = RepeatUntilAnswered(
        [&](grpc::ClientContext* context) {
          return stub->ListWorkers(context, request, &page);
        },
        Patience(), interrupt);
    if (!status.ok()) return status;
    all.mutable_workers()->MergeFrom(page.workers());
    if (page.next_page_token().empty()) return all;
    request.set_page_token(page.next_page_token());
  }
}

int RunList(const WorkersOptions& options, const Console& console) {
  const absl::StatusOr<Service> service =
      ConnectService(options.coordinator, console.interrupt);
  if (!service.ok())
    return FailOrInterrupted(console, service.status(), "interrupted");
  const absl::StatusOr<v1::ListWorkersResponse> workers =
      ListAllWorkers(service->channel, console.interrupt);
  if (!workers.ok())
    return FailOrInterrupted(console, workers.status(), "interrupted");
  if (options.format == OutputFormat::kJson) {
    *console.out << ToJson(*workers) << std::flush;
  } else {
    *console.out << WorkerTable(
                        {workers->workers().begin(), workers->workers().end()},
                        absl::Now())
                 << std::flush;
  }
  return kSuccess;
}

}  // namespace

void AddWorkersCommand(CLI::App* program, const Console* console,
                       Command* chosen) {
  CLI::App* workers =
      program->add_subcommand("workers", "Show the workers of a coordinator");
  workers->require_subcommand(0, 1);
  workers->fallthrough();
  daemon::SetExample(*workers, "rookery workers list");
  const auto options = std::make_shared<WorkersOptions>();
  CLI::App* list = workers->add_subcommand(
      "list", "List the workers that the coordinator knows, by name");
  AddCoordinatorOption(list, &options->coordinator, "The coordinator to ask");
  AddFormatOption(list, &options->format);
  daemon::SetExample(*list,
                     "rookery workers list --coordinator 127.0.0.1:7070");
  list->callback([options, console, chosen] {
    *chosen = [=] { return RunList(*options, *console); };
  });
}

}  // namespace rookery::cli
