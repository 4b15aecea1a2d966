// One coordinator and its workers as real processes, the command line beside
// them, and what a test wants to know of them all.
//
// The coordinator may be started again and again on the same port and ledger.
// Everything is killed and removed with this object. A step that fails is a
// failure of the running test and returns something empty.
//
// Thread-safety: none.
#ifndef ROOKERY_TESTS_SYSTEM_CLUSTER_H_
#define ROOKERY_TESTS_SYSTEM_CLUSTER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rookery/v1/job.pb.h"
#include "tests/support/held_port.h"
#include "tests/support/process.h"
#include "tests/unit/coordinator/ledger/temporary_folder.h"

namespace rookery {

// How a command ended.
struct CommandResult {
  int code = -1;
  std::string out;
  std::string err;
};

// The samples of a /metrics page by name with labels, as they are written
// there.
using Samples = std::map<std::string, double>;

class Cluster {
 public:
  Cluster();
  ~Cluster();

  // Starts a program of this build, without waiting for anything. It lives
  // until it ends or this object does. Never null.
  Process* Spawn(const std::string& program,
                 const std::vector<std::string>& arguments,
                 const std::map<std::string, std::string>& environment = {});

  // No file of a process that is started from now on can grow beyond `bytes`,
  // as on a disk that is full; nullopt: there is room again.
  void LimitFileSize(std::optional<uint64_t> bytes) {
    file_size_limit_ = bytes;
  }

  // Starts `rookery` with these arguments and waits for its end.
  CommandResult Run(const std::vector<std::string>& arguments);

  // Starts the coordinator on address() and ledger_path(), with these further
  // arguments, and waits until it listens.
  void StartCoordinator(const std::vector<std::string>& arguments = {});

  // Starts a worker of address() with one thread and a small table, and waits
  // until its HTTP port is there.
  Process* StartWorker(const std::string& name,
                       const std::vector<std::string>& arguments = {});

  Process* coordinator() { return coordinator_; }
  std::string address() const;
  std::string ledger_path() const { return File("ledger.sqlite"); }

  // A path in a folder of this object's own.
  std::string File(const std::string& name) const { return folder_.File(name); }

  // Submits a perft and returns the id of the job.
  std::string Submit(const std::string& fen, uint32_t depth);

  // Follows the job until `condition` holds, also over restarts of the
  // coordinator, and returns the progress at that moment.
  v1::JobProgress WatchUntil(
      const std::string& job_id,
      const std::function<bool(const v1::JobProgress&)>& condition);

  // WatchUntil the units that are done are half of all.
  v1::JobProgress WatchUntilHalf(const std::string& job_id);

  // WatchUntil the job has a final state; returns it with its result.
  v1::Job WaitForEnd(const std::string& job_id);

  // Waits until there is a job, and returns the id of the newest.
  std::string WaitForJob();

  // What a daemon shows at /metrics now.
  Samples CoordinatorMetrics();
  Samples WorkerMetrics(const Process* worker);

  // The answer of a daemon's HTTP port: code and body.
  std::pair<int, std::string> Http(int port, const std::string& path);
  int coordinator_http_port() const { return coordinator_http_port_; }

 private:
  coordinator::TemporaryFolder folder_;
  std::optional<uint64_t> file_size_limit_;
  HeldPort port_;
  std::vector<std::unique_ptr<Process>> processes_;
  Process* coordinator_ = nullptr;
  int coordinator_http_port_ = 0;
  std::map<const Process*, int> worker_http_ports_;
};

// A sample, or 0 if the page does not have it.
double Sample(const Samples& samples, const std::string& name);

// The sum of all samples of a metric, whatever their labels.
double SumOf(const Samples& samples, const std::string& metric);

}  // namespace rookery

#endif  // ROOKERY_TESTS_SYSTEM_CLUSTER_H_
