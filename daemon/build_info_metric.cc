#include "daemon/build_info_metric.h"

#include <prometheus/gauge.h>

#include "daemon/build_info.h"

namespace rookery::daemon {

void AddBuildInfoMetric(prometheus::Registry& registry) {
  const BuildInfo& info = GetBuildInfo();
  prometheus::BuildGauge()
      .Name("rookery_build_info")
      .Help("Always 1; its labels say which build runs on which processor.")
      .Register(registry)
      .Add({{"version", info.version},
            {"revision", info.revision},
            {"isa", info.isa}})
      .Set(1);
}

}  // namespace rookery::daemon
