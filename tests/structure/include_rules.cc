#include "tests/structure/include_rules.h"

#include <algorithm>

namespace rookery {
namespace {

// In both lists an entry is the beginning of an include; kStandard stands for
// the headers of the standard library.
constexpr std::string_view kStandard = "<standard>";

struct Rule {
  std::string_view folder;
  std::string_view reason;
  // If not empty, nothing else may be included.
  std::vector<std::string_view> allowed;
  std::vector<std::string_view> forbidden;
  // A folder within it to which only a rule of its own applies.
  std::string_view except = {};
};

const std::vector<Rule>& Rules() {
  static const auto* const rules = new std::vector<Rule>{
      {.folder = "core/board/",
       .reason = "core/board knows the standard library, abseil and itself",
       .allowed = {kStandard, "absl/", "core/board/"},
       .forbidden = {}},
      {.folder = "core/laws/",
       .reason = "core/laws knows core/board, abseil and itself",
       .allowed = {kStandard, "absl/", "core/board/", "core/laws/"},
       .forbidden = {"core/laws/audit/"},
       .except = "core/laws/audit/"},
      {.folder = "core/laws/audit/",
       .reason = "an audit knows boards, notation, laws and abseil",
       .allowed = {kStandard, "absl/", "core/board/", "core/laws/",
                   "core/notation/"},
       .forbidden = {}},
      {.folder = "core/notation/",
       .reason = "core/notation knows core, abseil and compression",
       .allowed = {kStandard, "absl/", "core/board/", "core/notation/",
                   "<zlib.h>", "<bzlib.h>", "<zstd.h>", "<zstd_errors.h>"},
       .forbidden = {}},
      {.folder = "core/perft/",
       .reason = "core/perft knows core, abseil, compression and memory maps",
       .allowed = {kStandard, "absl/", "core/board/", "core/perft/", "<zlib.h>",
                   "<zstd.h>", "<fcntl.h>", "<sys/mman.h>", "<unistd.h>",
                   "<cpuid.h>", "<immintrin.h>"},
       .forbidden = {}},
      {.folder = "core/perft/frontier/",
       .reason =
           "a frontier knows positions and what core/perft offers to all, "
           "no kernel",
       .allowed = {},
       .forbidden = {"core/perft/fast", "core/perft/kernel",
                     "core/perft/hash_table", "core/perft/reference_kernel"}},
      {.folder = "core/perft/fast/",
       .reason = "a kernel includes only kernel headers, so that no wide copy "
                 "of a shared inline function leaks into the program",
       .allowed = {"<cstdint>", "<immintrin.h>", "core/perft/fast/",
                   "core/perft/hash_table_view.h"},
       .forbidden = {}},
      {.folder = "core/perft/statistics/fast/",
       .reason = "the fast statistics include only kernel headers, as kernels "
                 "do",
       .allowed = {"<cstdint>", "core/perft/fast/",
                   "core/perft/statistics/fast/",
                   "core/perft/hash_table_view.h",
                   "core/perft/statistics/statistic.h"},
       .forbidden = {}},
      {.folder = "core/engine/",
       .reason = "core/engine knows boards, notation, abseil and processes",
       .allowed = {kStandard, "absl/", "core/board/", "core/engine/",
                   "core/notation/", "<fcntl.h>", "<poll.h>", "<signal.h>",
                   "<sys/", "<unistd.h>"},
       .forbidden = {}},
      {.folder = "core/verify/",
       .reason = "core/verify knows core and abseil",
       .allowed = {kStandard, "absl/", "core/"},
       .forbidden = {}},
      {.folder = "core/",
       .reason = "core knows no protocol, transport, metrics or flags",
       .allowed = {},
       .forbidden = {"rookery/v1/", "proto/", "daemon/", "coordinator/",
                     "worker/", "cli/", "tests/", "benchmarks/", "absl/flags/",
                     "<google/", "<grpc", "<prometheus/", "<CLI/", "<spdlog/",
                     "<sqlite3.h>", "<pqxx/"}},
      {.folder = "proto/",
       .reason = "proto knows core and nothing above itself",
       .allowed = {},
       .forbidden = {"daemon/", "coordinator/", "worker/", "cli/", "tests/",
                     "benchmarks/", "<prometheus/", "<sqlite3.h>", "<pqxx/"}},
      {.folder = "daemon/",
       .reason = "daemon is what both daemons share and knows neither",
       .allowed = {},
       .forbidden = {"coordinator/", "worker/", "cli/", "tests/", "benchmarks/",
                     "<sqlite3.h>", "<pqxx/"}},
      {.folder = "coordinator/",
       .reason = "the coordinator meets the worker in proto, core and daemon",
       .allowed = {},
       .forbidden = {"worker/", "cli/", "tests/", "benchmarks/"}},
      {.folder = "coordinator/dispatch/",
       .reason = "dispatch is a pure state machine: no transport, no sql, no "
                 "metrics library",
       .allowed = {},
       .forbidden = {"<grpc", "<sqlite3.h>", "<pqxx/", "<prometheus/",
                     "proto/support/status.h", "coordinator/service/",
                     "coordinator/ledger/sqlite"}},
      {.folder = "coordinator/planner/",
       .reason = "the planner knows no transport, no sql, no metrics library",
       .allowed = {},
       .forbidden = {"<grpc", "<sqlite3.h>", "<pqxx/", "<prometheus/",
                     "coordinator/service/", "coordinator/ledger/sqlite"}},
      {.folder = "coordinator/ledger/",
       .reason = "the ledger knows no transport and no metrics library",
       .allowed = {},
       .forbidden = {"<grpc", "<prometheus/", "coordinator/service/",
                     "coordinator/dispatch/"}},
      {.folder = "coordinator/archive/",
       .reason = "archives know no transport, no sql, no metrics library",
       .allowed = {},
       .forbidden = {"<grpc", "<sqlite3.h>", "<pqxx/", "<prometheus/",
                     "coordinator/service/", "coordinator/dispatch/",
                     "coordinator/ledger/sqlite"}},
      {.folder = "worker/",
       .reason = "the worker meets the coordinator in proto, core and daemon",
       .allowed = {},
       .forbidden = {"coordinator/", "cli/", "tests/", "benchmarks/",
                     "<sqlite3.h>", "<pqxx/"}},
      {.folder = "cli/",
       .reason = "the command line knows no tests",
       .allowed = {},
       .forbidden = {"tests/", "benchmarks/"}},
  };
  return *rules;
}

// A name of the standard library has neither a folder nor an ending.
bool IsStandard(std::string_view include) {
  return include.starts_with('<') &&
         include.find_first_of("/.") == std::string_view::npos;
}

bool Matches(const std::vector<std::string_view>& entries,
             std::string_view include) {
  return std::any_of(entries.begin(), entries.end(),
                     [include](std::string_view entry) {
                       return entry == kStandard ? IsStandard(include)
                                                 : include.starts_with(entry);
                     });
}

// The services' generated code is gRPC wherever it lies.
bool IsGeneratedGrpc(std::string_view include) {
  return include.ends_with(".grpc.pb.h");
}

}  // namespace

std::vector<std::string> FindIncludes(std::string_view source) {
  std::vector<std::string> includes;
  while (!source.empty()) {
    const size_t end = source.find('\n');
    std::string_view line = source.substr(0, end);
    source.remove_prefix(end == std::string_view::npos ? source.size()
                                                       : end + 1);
    const auto skip_blanks = [&line] {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    skip_blanks();
    if (!line.starts_with('#')) continue;
    line.remove_prefix(1);
    skip_blanks();
    if (!line.starts_with("include")) continue;
    line.remove_prefix(std::string_view("include").size());
    skip_blanks();
    if (line.starts_with('"')) {
      includes.emplace_back(line.substr(1, line.find('"', 1) - 1));
    } else if (line.starts_with('<')) {
      includes.emplace_back(line.substr(0, line.find('>') + 1));
    }
  }
  return includes;
}

std::vector<std::string> BrokenIncludeRules(std::string_view path,
                                            std::string_view include) {
  std::vector<std::string> reasons;
  for (const Rule& rule : Rules()) {
    if (!path.starts_with(rule.folder)) continue;
    if (!rule.except.empty() && path.starts_with(rule.except)) continue;
    const bool bans_grpc = Matches(rule.forbidden, "<grpcpp/grpcpp.h>") &&
                           IsGeneratedGrpc(include);
    const bool unlisted =
        !rule.allowed.empty() && !Matches(rule.allowed, include);
    if (bans_grpc || unlisted || Matches(rule.forbidden, include)) {
      reasons.emplace_back(rule.reason);
    }
  }
  return reasons;
}

}  // namespace rookery
