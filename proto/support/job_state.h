// Questions about the states of a job.
#ifndef ROOKERY_PROTO_SUPPORT_JOB_STATE_H_
#define ROOKERY_PROTO_SUPPORT_JOB_STATE_H_

#include "rookery/v1/job.pb.h"

namespace rookery {

// Whether the job has ended: its state never changes again.
inline bool IsFinal(v1::Job::State state) {
  return state == v1::Job::STATE_SUCCEEDED || state == v1::Job::STATE_FAILED ||
         state == v1::Job::STATE_CANCELLED;
}

}  // namespace rookery

#endif  // ROOKERY_PROTO_SUPPORT_JOB_STATE_H_
