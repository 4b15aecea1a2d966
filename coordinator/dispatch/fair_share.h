// Whose turn it is: divides the fleet between jobs in proportion to their
// weights (stride scheduling).
//
// Each job has a pass, which grows by cost / weight with every grant; the job
// with the smallest pass is next. The pass of the job that was served last is
// the time of this clockwork. A job that is new, or had nothing to lease for a
// while, starts from there: it is served next, but gets nothing back for the
// time when it was not there.
//
// Thread-safety: none. Jobs are known by numbers of the caller's choice; equal
// passes go by number.
#ifndef ROOKERY_COORDINATOR_DISPATCH_FAIR_SHARE_H_
#define ROOKERY_COORDINATOR_DISPATCH_FAIR_SHARE_H_

#include <cstdint>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace rookery::coordinator {

class FairShare {
 public:
  // (pass, job), next one first.
  using Queue = std::set<std::pair<double, uint64_t>>;

  // `weight` is at least 1. The job does not stand in the queue until
  // SetRunnable says so. Requires: job is unknown.
  void Add(uint64_t job, uint32_t weight);
  void Remove(uint64_t job);

  // Whether the job has anything to lease, to anybody. Idempotent.
  void SetRunnable(uint64_t job, bool runnable);

  // The jobs that have something to lease, in the order in which they are to be
  // asked. Invalidated by every other call.
  const Queue& queue() const { return queue_; }

  // The job was granted a unit that costs `cost`, in any unit of measurement
  // that all jobs share.
  void Charge(uint64_t job, double cost);

 private:
  struct Share {
    double pass = 0;
    uint32_t weight = 1;
    bool runnable = false;
  };

  double now_ = 0;
  absl::flat_hash_map<uint64_t, Share> shares_;
  Queue queue_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_FAIR_SHARE_H_
