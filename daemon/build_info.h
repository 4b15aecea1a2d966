// Which Rookery this is and what it runs on: for --version, results and
// metrics.
#ifndef ROOKERY_DAEMON_BUILD_INFO_H_
#define ROOKERY_DAEMON_BUILD_INFO_H_

#include <string>

namespace rookery::daemon {

struct BuildInfo {
  // The project's version, such as "0.1.0".
  std::string version;
  // The Git commit it was built from, "-dirty" after it where the tree had
  // changes; "unknown" where there was no repository.
  std::string revision;
  // What this processor offers: "x86-64" to "x86-64-v4" by the psABI's levels,
  // "other" on another architecture.
  std::string isa;
};

// Thread-safe; always the same object.
const BuildInfo& GetBuildInfo();

// "rookery 0.1.0 (revision 0123456789ab, x86-64-v3)".
std::string VersionLine(const std::string& program);

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_BUILD_INFO_H_
