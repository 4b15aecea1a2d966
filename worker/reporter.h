// The thread that hands in what the executors finished, in batches, and hands
// back what they will not compute.
//
// A result leaves the held units only when the coordinator has answered for it.
// Thread-safe. What it is given must outlive it.
#ifndef ROOKERY_WORKER_REPORTER_H_
#define ROOKERY_WORKER_REPORTER_H_

#include <string>
#include <thread>
#include <vector>

#include "rookery/v1/worker_service.pb.h"
#include "worker/coordinator_client.h"
#include "worker/held_units.h"
#include "worker/metrics.h"

namespace rookery::worker {

class Reporter {
 public:
  // Starts the thread.
  Reporter(CoordinatorClient* client, HeldUnits* held, Metrics* metrics);

  // Waits for the thread. Requires: the held units were closed and the client
  // was stopped.
  ~Reporter();

 private:
  void Run();
  void HandBack(std::vector<std::string> lease_ids);
  void HandIn(std::vector<v1::UnitResult> results);

  CoordinatorClient& client_;
  HeldUnits& held_;
  Metrics& metrics_;
  std::thread thread_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_REPORTER_H_
