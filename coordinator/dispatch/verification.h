// Which units of a job are computed once more than the job asks for, so that a
// share of all work is verified.
#ifndef ROOKERY_COORDINATOR_DISPATCH_VERIFICATION_H_
#define ROOKERY_COORDINATOR_DISPATCH_VERIFICATION_H_

#include <cstdint>
#include <string_view>

namespace rookery::coordinator {

// Replicas of one unit: `replicas`, and one more for about `verify_share` (0 to
// 1) of all units. The choice is a pure function of its arguments, the same on
// every machine, and cannot be foreseen by a worker that does not know the
// job's id in advance.
uint32_t ReplicasOfUnit(std::string_view job_id, uint64_t unit,
                        uint32_t replicas, double verify_share);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_VERIFICATION_H_
