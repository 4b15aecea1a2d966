// Conversions between absl::Duration and the Duration of the protos.
#ifndef ROOKERY_PROTO_SUPPORT_DURATIONS_H_
#define ROOKERY_PROTO_SUPPORT_DURATIONS_H_

#include <google/protobuf/duration.pb.h>

#include <cstdint>

#include "absl/time/time.h"

namespace rookery {

// Zero where the message is absent (a default instance).
inline absl::Duration FromProtoDuration(
    const google::protobuf::Duration& duration) {
  return absl::Seconds(duration.seconds()) +
         absl::Nanoseconds(duration.nanos());
}

// Requires: `duration` is finite.
inline google::protobuf::Duration ToProtoDuration(absl::Duration duration) {
  absl::Duration rest;
  google::protobuf::Duration message;
  message.set_seconds(absl::IDivDuration(duration, absl::Seconds(1), &rest));
  message.set_nanos(static_cast<int32_t>(absl::ToInt64Nanoseconds(rest)));
  return message;
}

}  // namespace rookery

#endif  // ROOKERY_PROTO_SUPPORT_DURATIONS_H_
