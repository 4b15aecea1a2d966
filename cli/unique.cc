#include "cli/unique.h"

#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "cli/exit_code.h"
#include "cli/job_outcome.h"
#include "cli/json_line.h"
#include "cli/quantities.h"
#include "daemon/clock.h"
#include "proto/support/uint128.h"

namespace rookery::cli {

int RunUnique(const Position& root, int depth, const FrontierMeans& means,
              OutputFormat format, const Console& console) {
  const daemon::SystemClock clock;
  const absl::Duration start = clock.Monotonic();
  const absl::StatusOr<GrownFrontier> grown =
      GrowFrontier(root, depth, means, console.interrupt);
  if (!grown.ok())
    return FailOrInterrupted(console, grown.status(), "interrupted");
  const absl::Duration time = clock.Monotonic() - start;
  const std::string nodes = ToDecimal(grown->plies.back().paths);
  if (format == OutputFormat::kText) {
    *console.out << "perft(" << depth << ") = " << nodes << "\n"
                 << FrontierTable(grown->plies) << HumanDuration(time) << "\n"
                 << std::flush;
    return kSuccess;
  }
  nlohmann::ordered_json json;
  json["fen"] = root.ToFen();
  json["depth"] = depth;
  json["nodes"] = nodes;
  json["seconds"] = JsonSeconds(time);
  json["unique"] = nlohmann::ordered_json::array();
  for (const FrontierPly& ply : grown->plies)
    json["unique"].push_back(std::to_string(ply.positions));
  *console.out << JsonLine(json) << std::flush;
  return kSuccess;
}

}  // namespace rookery::cli
