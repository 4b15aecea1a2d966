#include "proto/support/status.h"

#include <google/protobuf/any.pb.h>
#include <google/protobuf/duration.pb.h>
#include <google/protobuf/unknown_field_set.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/cord.h"
#include "proto/support/durations.h"

namespace rookery {
namespace {

using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;

constexpr char kRetryInfoUrl[] = "type.googleapis.com/google.rpc.RetryInfo";

// Debian does not ship the generated code of google.rpc. Its two messages that
// we need are so small that they are written and read by field number:
//   Status    { int32 code = 1; string message = 2; repeated Any details = 3; }
//   RetryInfo { Duration retry_delay = 1; }
constexpr int kStatusCode = 1;
constexpr int kStatusMessage = 2;
constexpr int kStatusDetails = 3;
constexpr int kRetryInfoDelay = 1;

std::string Serialize(const UnknownFieldSet& fields) {
  std::string bytes;
  fields.SerializeToString(&bytes);
  return bytes;
}

std::string MakeDetails(const absl::Status& status) {
  UnknownFieldSet details;
  status.ForEachPayload(
      [&details](absl::string_view url, const absl::Cord& payload) {
        google::protobuf::Any any;
        any.set_type_url(std::string(url));
        any.set_value(std::string(payload));
        details.AddLengthDelimited(kStatusDetails, any.SerializeAsString());
      });
  if (details.empty()) return "";
  UnknownFieldSet fields;
  fields.AddVarint(kStatusCode, static_cast<uint64_t>(status.code()));
  fields.AddLengthDelimited(kStatusMessage, std::string(status.message()));
  fields.MergeFrom(details);
  return Serialize(fields);
}

void ReadDetails(const std::string& bytes, absl::Status& status) {
  UnknownFieldSet fields;
  if (!fields.ParseFromString(bytes)) return;
  for (int index = 0; index < fields.field_count(); ++index) {
    const UnknownField& field = fields.field(index);
    google::protobuf::Any any;
    if (field.number() == kStatusDetails &&
        field.type() == UnknownField::TYPE_LENGTH_DELIMITED &&
        any.ParseFromString(field.length_delimited())) {
      status.SetPayload(any.type_url(), absl::Cord(any.value()));
    }
  }
}

}  // namespace

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()),
                      std::string(status.message()), MakeDetails(status));
}

absl::Status FromGrpcStatus(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  const int code = status.error_code();
  const bool known = code > 0 && code <= grpc::StatusCode::UNAUTHENTICATED;
  absl::Status result(
      known ? static_cast<absl::StatusCode>(code) : absl::StatusCode::kUnknown,
      status.error_message());
  ReadDetails(status.error_details(), result);
  return result;
}

absl::Status WithRetryDelay(absl::Status status, absl::Duration delay) {
  UnknownFieldSet retry_info;
  retry_info.AddLengthDelimited(kRetryInfoDelay,
                                ToProtoDuration(delay).SerializeAsString());
  status.SetPayload(kRetryInfoUrl, absl::Cord(Serialize(retry_info)));
  return status;
}

std::optional<absl::Duration> RetryDelay(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kRetryInfoUrl);
  UnknownFieldSet retry_info;
  if (!payload || !retry_info.ParseFromString(std::string(*payload))) {
    return std::nullopt;
  }
  for (int index = 0; index < retry_info.field_count(); ++index) {
    const UnknownField& field = retry_info.field(index);
    google::protobuf::Duration duration;
    if (field.number() == kRetryInfoDelay &&
        field.type() == UnknownField::TYPE_LENGTH_DELIMITED &&
        duration.ParseFromString(field.length_delimited())) {
      return std::max(absl::ZeroDuration(), FromProtoDuration(duration));
    }
  }
  return std::nullopt;
}

}  // namespace rookery
