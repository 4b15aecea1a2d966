#include "tests/structure/include_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace rookery {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(FindIncludesTest, FindsBothKindsAndNothingElse) {
  EXPECT_THAT(FindIncludes("// #include \"a.h\"\n"
                           "#include <vector>\n"
                           "#  include \"core/board/fen.h\"  // why\n"
                           "#define X \"b.h\"\n"
                           "  #include <zlib.h>"),
              ElementsAre("<vector>", "core/board/fen.h", "<zlib.h>"));
}

struct Case {
  std::string path;
  std::string include;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.path << " includes " << c.include;
}

class ForbiddenIncludeTest : public testing::TestWithParam<Case> {};

TEST_P(ForbiddenIncludeTest, IsFound) {
  EXPECT_THAT(BrokenIncludeRules(GetParam().path, GetParam().include),
              Not(IsEmpty()));
}

INSTANTIATE_TEST_SUITE_P(
    All, ForbiddenIncludeTest,
    testing::Values(
        Case{"core/board/fen.cc", "<google/protobuf/message.h>"},
        Case{"core/board/fen.cc", "<zlib.h>"},
        Case{"core/board/fen.cc", "core/perft/kernel.h"},
        Case{"core/notation/pgn.cc", "<sys/mman.h>"},
        Case{"core/perft/frontier/frontier.h", "rookery/v1/job.pb.h"},
        Case{"core/perft/frontier/frontier.h", "<bzlib.h>"},
        Case{"core/perft/frontier/frontier.cc", "core/perft/kernel.h"},
        Case{"core/laws/draws.cc", "<prometheus/counter.h>"},
        Case{"core/laws/draws.cc", "core/notation/san.h"},
        Case{"core/laws/draws.cc", "core/laws/audit/game_audit.h"},
        Case{"core/laws/audit/game_audit.cc", "core/perft/kernel.h"},
        Case{"core/engine/uci.cc", "absl/flags/flag.h"},
        Case{"core/engine/uci.cc", "core/perft/kernel.h"},
        Case{"core/perft/fast/avx2.cc", "core/board/position.h"},
        Case{"core/perft/fast/avx2.cc", "absl/strings/str_cat.h"},
        Case{"core/perft/fast/avx2.cc", "<algorithm>"},
        Case{"core/perft/fast/avx2.cc", "core/board/packed_position.h"},
        Case{"proto/support/status.h", "coordinator/server.h"},
        Case{"daemon/options.cc", "worker/worker.h"},
        Case{"coordinator/server.cc", "worker/worker.h"},
        Case{"worker/worker.cc", "coordinator/server.h"},
        Case{"worker/worker.cc", "tests/support/fake_clock.h"},
        Case{"coordinator/dispatch/dispatcher.cc", "<grpcpp/grpcpp.h>"},
        Case{"coordinator/dispatch/dispatcher.cc",
             "rookery/v1/worker_service.grpc.pb.h"},
        Case{"coordinator/dispatch/dispatcher.cc", "<sqlite3.h>"},
        Case{"coordinator/archive/archive_reader.cc", "<sqlite3.h>"},
        Case{"coordinator/dispatch/dispatcher.cc",
             "coordinator/ledger/sqlite_ledger.h"},
        Case{"cli/perft.cc", "tests/support/fake_clock.h"}));

class AllowedIncludeTest : public testing::TestWithParam<Case> {};

TEST_P(AllowedIncludeTest, IsLeftAlone) {
  EXPECT_THAT(BrokenIncludeRules(GetParam().path, GetParam().include),
              IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, AllowedIncludeTest,
    testing::Values(
        Case{"core/board/fen.cc", "<vector>"},
        Case{"core/board/fen.cc", "absl/status/status.h"},
        Case{"core/notation/pgn.cc", "<bzlib.h>"},
        Case{"core/laws/audit/game_audit.cc", "core/notation/san.h"},
        Case{"core/perft/hash_table.cc", "<sys/mman.h>"},
        Case{"core/perft/fast/avx2.cc", "<immintrin.h>"},
        Case{"core/engine/spawn.cc", "<sys/wait.h>"},
        Case{"core/perft/frontier/frontier.cc", "core/perft/worker_team.h"},
        Case{"coordinator/dispatch/dispatcher.h",
             "coordinator/ledger/ledger.h"},
        Case{"coordinator/ledger/sqlite_ledger.cc", "<sqlite3.h>"},
        Case{"coordinator/service/job_service.cc",
             "rookery/v1/job_service.grpc.pb.h"},
        Case{"worker/worker.cc", "rookery/v1/worker_service.grpc.pb.h"},
        Case{"cli/embedded.cc", "coordinator/server.h"},
        Case{"cli/embedded.cc", "worker/worker.h"},
        Case{"tests/system/faults_test.cc", "coordinator/server.h"}));

}  // namespace
}  // namespace rookery
