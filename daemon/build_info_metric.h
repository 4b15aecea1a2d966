// The gauge that tells dashboards which version runs where.
#ifndef ROOKERY_DAEMON_BUILD_INFO_METRIC_H_
#define ROOKERY_DAEMON_BUILD_INFO_METRIC_H_

#include <prometheus/registry.h>

namespace rookery::daemon {

// Adds rookery_build_info{version,revision,isa} = 1 to `registry`, which owns
// it. Once per registry.
void AddBuildInfoMetric(prometheus::Registry& registry);

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_BUILD_INFO_METRIC_H_
