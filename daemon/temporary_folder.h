// Where this machine wants temporary files.
#ifndef ROOKERY_DAEMON_TEMPORARY_FOLDER_H_
#define ROOKERY_DAEMON_TEMPORARY_FOLDER_H_

#include <string>

#include "absl/status/statusor.h"

namespace rookery::daemon {

// The folder that TMPDIR names, or /tmp. FAILED_PRECONDITION: it cannot be
// used.
absl::StatusOr<std::string> TemporaryFolder();

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_TEMPORARY_FOLDER_H_
