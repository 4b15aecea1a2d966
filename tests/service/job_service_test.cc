// Jobs over real gRPC: what is refused, replayed, listed and watched, and that
// the answers are exact.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/service/coordinator_fixture.h"
#include "tests/support/fen_collection.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr char kUnknownJob[] = "00000000000000000000000000000bad";
constexpr char kFoolsMate[] =
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

class JobServiceTest : public CoordinatorFixture {
 protected:
  void SetUp() override { Start(); }

  v1::Job Answer(const v1::SubmitPerftRequest& request) {
    const std::string worker = Register("a");
    const std::string job = Run(request);
    WorkOff({worker});
    const v1::Job ended = Ended(job);
    EXPECT_EQ(ended.state(), v1::Job::STATE_SUCCEEDED) << ended.error();
    return ended;
  }

  static std::map<std::string, std::string> DivideOf(const v1::Job& job) {
    return {job.perft_result().divide().begin(),
            job.perft_result().divide().end()};
  }

  // Every page of a list, in order.
  std::vector<std::string> ListAll(v1::ListJobsRequest request, int* pages) {
    std::vector<std::string> ids;
    *pages = 0;
    do {
      const absl::StatusOr<v1::ListJobsResponse> page = List(request);
      EXPECT_TRUE(page.ok()) << page.status();
      if (!page.ok()) break;
      ++*pages;
      for (const v1::Job& job : page->jobs()) ids.push_back(job.job_id());
      request.set_page_token(page->next_page_token());
    } while (!request.page_token().empty());
    return ids;
  }
};

// --- Submitting

struct BadRequest {
  const char* name;
  void (*spoil)(v1::SubmitPerftRequest&);
  const char* message;
};

class BadRequestTest : public JobServiceTest,
                       public testing::WithParamInterface<BadRequest> {};

TEST_P(BadRequestTest, IsRefusedWithAWordThatNamesTheField) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  GetParam().spoil(request);
  const absl::StatusOr<v1::Job> job = Submit(request);
  EXPECT_TRUE(absl::IsInvalidArgument(job.status())) << job.status();
  EXPECT_THAT(std::string(job.status().message()),
              HasSubstr(GetParam().message));
  EXPECT_THAT(List({})->jobs(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BadRequestTest,
    testing::Values(
        BadRequest{"Fen", [](auto& request) { request.set_fen("not chess"); },
                   "fen: "},
        BadRequest{"EmptyFen", [](auto& request) { request.clear_fen(); },
                   "fen: "},
        BadRequest{
            "LongFen",
            [](auto& request) { request.set_fen(std::string(100'000, '8')); },
            "fen: "},
        BadRequest{"TwoKings",
                   [](auto& request) {
                     request.set_fen("4k3/8/8/8/8/8/8/3KK3 w - - 0 1");
                   },
                   "king"},
        BadRequest{"Depth", [](auto& request) { request.set_depth(33); },
                   "depth is 33; it must be 0 to 32"},
        BadRequest{"DivideWithoutDepth",
                   [](auto& request) {
                     request.set_depth(0);
                     request.set_divide(true);
                   },
                   "divide needs a depth of at least 1, but depth is 0"},
        BadRequest{"DivideWithStatisticsAtDepthOne",
                   [](auto& request) {
                     request.set_depth(1);
                     request.set_divide(true);
                     request.set_statistics(true);
                   },
                   "divide with statistics needs a depth of at least 2"},
        BadRequest{"Replicas", [](auto& request) { request.set_replicas(9); },
                   "replicas is 9; it must be at most 8"},
        BadRequest{"VerifyShare",
                   [](auto& request) { request.set_verify_share(2); },
                   "verify_share is 2; it must be 0 to 1"},
        BadRequest{"NegativeVerifyShare",
                   [](auto& request) { request.set_verify_share(-0.5); },
                   "verify_share is -0.5; it must be 0 to 1"},
        BadRequest{
            "VerifyShareNan",
            [](auto& request) { request.set_verify_share(std::nan("")); },
            "verify_share is nan; it must be 0 to 1"},
        BadRequest{"Weight", [](auto& request) { request.set_weight(1001); },
                   "weight is 1001; it must be at most 1000"},
        BadRequest{"RequestId",
                   [](auto& request) { request.set_request_id("no blanks"); },
                   "request_id must be at most 64 characters of"},
        BadRequest{
            "LongRequestId",
            [](auto& request) { request.set_request_id(std::string(65, 'x')); },
            "request_id must be at most 64 characters of"}),
    [](const auto& bad) { return bad.param.name; });

TEST_F(JobServiceTest, TakesTheLimitsThemselves) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 2);
  request.set_replicas(8);
  request.set_verify_share(1);
  request.set_weight(1000);
  request.set_request_id(std::string(64, 'x'));
  EXPECT_TRUE(Submit(request).ok());
  EXPECT_TRUE(Submit(Perft("8/8/8/8/8/2k5/8/K7 w - - 0 1", 32)).ok());
}

TEST_F(JobServiceTest, SubmittedJobShowsTheQuestionInFull) {
  const absl::StatusOr<v1::Job> job = Submit(Perft(kKiwipete, 3));
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_THAT(job->job_id(), SizeIs(32));
  EXPECT_EQ(job->perft().fen(), kKiwipete);
  EXPECT_EQ(job->perft().depth(), 3u);
  EXPECT_EQ(job->perft().replicas(), 1u);
  EXPECT_EQ(job->perft().weight(), 1u);
  EXPECT_THAT(job->perft().request_id(), SizeIs(32)) << "chosen for it";
  EXPECT_EQ(job->create_time().seconds(), absl::ToUnixSeconds(clock_.Now()));
  EXPECT_FALSE(job->has_end_time());
}

TEST_F(JobServiceTest, RepeatedRequestIdReturnsTheFirstJob) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_request_id("once");
  const absl::StatusOr<v1::Job> first = Submit(request);
  const absl::StatusOr<v1::Job> second = Submit(request);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(second->job_id(), first->job_id());
  // The same question in other words: defaults, blanks in the FEN.
  request.set_replicas(1);
  request.set_weight(1);
  request.set_fen(absl::StrCat("  ", kStartpos, " "));
  const absl::StatusOr<v1::Job> third = Submit(request);
  ASSERT_TRUE(third.ok()) << third.status();
  EXPECT_EQ(third->job_id(), first->job_id());
  EXPECT_THAT(List({})->jobs(), SizeIs(1));

  const std::string worker = Register("a");
  Run(request);
  WorkOff({worker});
  Ended(first->job_id());
  const absl::StatusOr<v1::Job> ended = Submit(request);
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended->perft_result().nodes(), "8902");
}

TEST_F(JobServiceTest, KnownRequestIdWithAnotherQuestionIsRefused) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_request_id("once");
  const absl::StatusOr<v1::Job> first = Submit(request);
  ASSERT_TRUE(first.ok());
  request.set_depth(4);
  const absl::Status refused = Submit(request).status();
  EXPECT_TRUE(absl::IsAlreadyExists(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()), HasSubstr("'once'"));
  EXPECT_THAT(std::string(refused.message()), HasSubstr(first->job_id()));
  EXPECT_TRUE(coordinator_->health().ok());
}

TEST_F(JobServiceTest, EmptyRequestIdsAreDifferentQuestions) {
  EXPECT_NE(Submit(Perft(kStartpos, 3))->job_id(),
            Submit(Perft(kStartpos, 3))->job_id());
}

class JobLimitTest : public CoordinatorFixture {};

TEST_F(JobLimitTest, TooManyOpenJobsAreRefusedWithADelay) {
  Start({.max_open_jobs = 2});
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_request_id("first");
  const std::string first = Run(request);
  Run(Perft(kStartpos, 4));
  const absl::Status refused = Submit(Perft(kKiwipete, 3)).status();
  EXPECT_TRUE(absl::IsResourceExhausted(refused)) << refused;
  EXPECT_GT(RetryDelay(refused).value_or(absl::ZeroDuration()),
            absl::ZeroDuration());
  EXPECT_EQ(Submit(request)->job_id(), first) << "a replay is no new job";
  ASSERT_TRUE(Cancel(first).ok());
  EXPECT_TRUE(Submit(Perft(kKiwipete, 3)).ok());
}

// --- Answers

TEST_F(JobServiceTest, DepthZeroIsOneLeaf) {
  EXPECT_EQ(Answer(Perft(kStartpos, 0)).perft_result().nodes(), "1");
}

TEST_F(JobServiceTest, MatedRootHasNoLeaves) {
  for (const uint32_t depth : {1u, 2u, 3u, 12u}) {
    EXPECT_EQ(Answer(Perft(kFoolsMate, depth)).perft_result().nodes(), "0");
  }
  v1::SubmitPerftRequest request = Perft(kFoolsMate, 3);
  request.set_divide(true);
  const v1::Job job = Answer(request);
  EXPECT_EQ(job.perft_result().nodes(), "0");
  EXPECT_THAT(job.perft_result().divide(), IsEmpty());
}

TEST_F(JobServiceTest, MatedRootNeedsNoWorker) {
  const v1::Job job = Ended(Run(Perft(kFoolsMate, 3)));
  EXPECT_EQ(job.state(), v1::Job::STATE_SUCCEEDED);
  EXPECT_EQ(job.perft_result().nodes(), "0");
  EXPECT_EQ(job.progress().fraction(), 1);
}

TEST_F(JobServiceTest, StalematedRootHasNoLeaves) {
  EXPECT_EQ(
      Answer(Perft("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 4)).perft_result().nodes(),
      "0");
}

TEST_F(JobServiceTest, KnownTotals) {
  EXPECT_EQ(Answer(Perft(kStartpos, 1)).perft_result().nodes(), "20");
  EXPECT_EQ(Answer(Perft(kStartpos, 2)).perft_result().nodes(), "400");
  EXPECT_EQ(Answer(Perft(kStartpos, 4)).perft_result().nodes(), "197281");
  EXPECT_EQ(Answer(Perft(kKiwipete, 3)).perft_result().nodes(), "97862");
}

TEST_F(JobServiceTest, EndedJobShowsAllOfItsProgress) {
  const v1::Job job = Answer(Perft(kStartpos, 3));
  EXPECT_EQ(job.progress().state(), v1::Job::STATE_SUCCEEDED);
  EXPECT_EQ(job.progress().fraction(), 1);
  EXPECT_EQ(job.progress().leaves(), "8902");
  EXPECT_TRUE(job.has_end_time());
  EXPECT_THAT(job.error(), IsEmpty());
  EXPECT_THAT(job.perft_result().divide(), IsEmpty()) << "not asked for";
  EXPECT_THAT(job.perft_result().statistics(), IsEmpty()) << "not asked for";
}

TEST_F(JobServiceTest, DivideHasEveryRootMove) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_divide(true);
  EXPECT_THAT(DivideOf(Answer(request)),
              UnorderedElementsAre(
                  Pair("a2a3", "380"), Pair("b2b3", "420"), Pair("c2c3", "420"),
                  Pair("d2d3", "539"), Pair("e2e3", "599"), Pair("f2f3", "380"),
                  Pair("g2g3", "420"), Pair("h2h3", "380"), Pair("a2a4", "420"),
                  Pair("b2b4", "421"), Pair("c2c4", "441"), Pair("d2d4", "560"),
                  Pair("e2e4", "600"), Pair("f2f4", "401"), Pair("g2g4", "421"),
                  Pair("h2h4", "420"), Pair("b1a3", "400"), Pair("b1c3", "440"),
                  Pair("g1f3", "440"), Pair("g1h3", "400")));
}

TEST_F(JobServiceTest, DivideAtDepthOneIsOneLeafAMove) {
  v1::SubmitPerftRequest request = Perft("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", 1);
  request.set_divide(true);
  const v1::Job job = Answer(request);
  EXPECT_EQ(job.perft_result().nodes(),
            std::to_string(job.perft_result().divide().size()));
  for (const auto& [move, leaves] : job.perft_result().divide())
    EXPECT_EQ(leaves, "1") << move;
}

// Published figures; stalemates are the reference's.
TEST_F(JobServiceTest, StatisticsAreOfTheLastPly) {
  v1::SubmitPerftRequest request = Perft(kKiwipete, 3);
  request.set_statistics(true);
  request.set_divide(true);
  const v1::Job job = Answer(request);
  EXPECT_EQ(job.perft_result().nodes(), "97862");
  EXPECT_EQ(job.perft_result().divide().size(), 48);
  EXPECT_THAT(
      job.perft_result().statistics(),
      UnorderedElementsAre(
          Pair("captures", "17102"), Pair("enpassants", "45"),
          Pair("castles", "3162"), Pair("promotions", "0"),
          Pair("direct_checks", "992"), Pair("single_discovered_checks", "0"),
          Pair("direct_discovered_checks", "0"),
          Pair("double_discovered_checks", "0"), Pair("total_checks", "992"),
          Pair("direct_mates", "1"), Pair("single_discovered_mates", "0"),
          Pair("direct_discovered_mates", "0"),
          Pair("double_discovered_mates", "0"), Pair("total_mates", "1"),
          Pair("checks_incl_mates", "993"), Pair("stalemates", "0")));
}

TEST_F(JobServiceTest, StatisticsOfShallowTrees) {
  for (const uint32_t depth : {0u, 1u, 2u}) {
    v1::SubmitPerftRequest request = Perft(kKiwipete, depth);
    request.set_statistics(true);
    const v1::Job job = Answer(request);
    EXPECT_EQ(job.perft_result().statistics().at("captures"),
              std::vector<std::string>({"0", "8", "351"})[depth]);
  }
}

TEST_F(JobServiceTest, StatisticsOfAMatedRootAreZero) {
  v1::SubmitPerftRequest request = Perft(kFoolsMate, 5);
  request.set_statistics(true);
  const v1::Job job = Answer(request);
  EXPECT_EQ(job.perft_result().statistics().size(), 16u);
  EXPECT_EQ(job.perft_result().statistics().at("checks_incl_mates"), "0");
}

TEST_F(JobServiceTest, CastlingIsWrittenAsAsked) {
  v1::SubmitPerftRequest request = Perft("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 2);
  request.set_divide(true);
  const std::map<std::string, std::string> standard = DivideOf(Answer(request));
  request.set_chess960(true);
  const std::map<std::string, std::string> chess960 = DivideOf(Answer(request));
  EXPECT_TRUE(standard.contains("e1g1") && standard.contains("e1c1"));
  EXPECT_FALSE(standard.contains("e1h1") || standard.contains("e1a1"));
  EXPECT_TRUE(chess960.contains("e1h1") && chess960.contains("e1a1"));
  EXPECT_FALSE(chess960.contains("e1g1") || chess960.contains("e1c1"));
  EXPECT_EQ(chess960.at("e1h1"), standard.at("e1g1"));
}

TEST_F(JobServiceTest, Chess960IsImpliedByRightsThatNeedIt) {
  v1::SubmitPerftRequest request =
      Perft("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", 2);
  request.set_divide(true);
  const v1::Job job = Answer(request);
  EXPECT_TRUE(job.perft().chess960());
  const std::map<std::string, std::string> divide = DivideOf(job);
  EXPECT_TRUE(divide.contains("e1g1") && divide.contains("e1b1"));
}

// --- Suites

class SuiteTest : public CoordinatorFixture {
 protected:
  void SetUp() override { Start({.unit_items = 64}); }

  static void Ask(const std::string& fen, int depth,
                  v1::SubmitPerftRequest* request) {
    v1::SuiteEntry& entry = *request->add_suite();
    entry.set_fen(fen);
    entry.set_depth(static_cast<uint32_t>(depth));
  }
};

TEST_F(SuiteTest, CountsPositionsOfAllDepthsAsOneJob) {
  v1::SubmitPerftRequest request;
  std::vector<std::string> expected;
  const auto ask = [&](const std::string& fen, int depth, uint64_t leaves) {
    Ask(fen, depth, &request);
    expected.push_back(std::to_string(leaves));
  };
  ask(kFoolsMate, 3, 0);
  const std::vector<FenCase> cases = ReadFenCollection(
      std::string(ROOKERY_SOURCE_DIR) + "/tests/data/fens.tsv");
  for (const FenCase& known : cases) {
    if (request.suite_size() == 30) break;
    if (known.kind == "valid" && known.perft_nodes < 50'000)
      ask(known.fen, known.perft_depth, known.perft_nodes);
  }
  ASSERT_EQ(request.suite_size(), 30);
  // Of one position every depth, in no order.
  ask(kStartpos, 4, 197281);
  ask(kStartpos, 0, 1);
  ask(kStartpos, 2, 400);
  ask(kFoolsMate, 0, 1);
  ask(kStartpos, 3, 8902);
  ask(kStartpos, 1, 20);

  const std::string a = Register("a");
  const std::string b = Register("b");
  const std::string job = Run(request);
  WorkOff({a, b});
  const v1::Job ended = Ended(job);
  ASSERT_EQ(ended.state(), v1::Job::STATE_SUCCEEDED) << ended.error();
  EXPECT_THAT(ended.perft_result().suite_nodes(), ElementsAreArray(expected));
  uint64_t total = 0;
  for (const std::string& leaves : expected) total += std::stoull(leaves);
  EXPECT_EQ(ended.perft_result().nodes(), std::to_string(total));
  EXPECT_EQ(ended.progress().leaves(), std::to_string(total));
  EXPECT_TRUE(ended.perft_result().divide().empty());
}

TEST_F(SuiteTest, GoesOnAfterARestart) {
  v1::SubmitPerftRequest request;
  Ask(kStartpos, 4, &request);
  Ask(kKiwipete, 3, &request);
  Ask(kStartpos, 1, &request);
  const std::string worker = Register("a");
  const std::string job = Run(request);
  const v1::Lease lease = AcquireOne(worker);
  EXPECT_EQ(Complete(worker, Count(lease)), v1::OUTCOME_ACCEPTED);
  Stop();
  Start({.unit_items = 64});
  WaitUntil("the worker gets on", [&] {
    const absl::StatusOr<v1::AcquireUnitsResponse> more = TryAcquire(worker);
    if (!more.ok() || more->leases().empty()) return false;
    EXPECT_EQ(Complete(worker, Count(more->leases(0))), v1::OUTCOME_ACCEPTED);
    return true;
  });
  WorkOff({worker});
  const v1::Job ended = Ended(job);
  ASSERT_EQ(ended.state(), v1::Job::STATE_SUCCEEDED) << ended.error();
  EXPECT_THAT(ended.perft_result().suite_nodes(),
              ElementsAre("197281", "97862", "20"));
}

TEST_F(SuiteTest, RefusesAWrongEntryByItsNumber) {
  v1::SubmitPerftRequest request;
  Ask(kStartpos, 1, &request);
  Ask("8/8/8/8/8/8/8/8 w - - 0 1", 1, &request);
  const absl::Status refused = Submit(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()), HasSubstr("suite[1].fen: "));
}

TEST_F(SuiteTest, ListsEndAPageBeforeItIsTooLongForAMessage) {
  v1::SubmitPerftRequest request;
  for (int index = 0; index < 10'000; ++index) Ask(kStartpos, 0, &request);
  std::vector<std::string> newest_first;
  for (int index = 0; index < 14; ++index)
    newest_first.insert(newest_first.begin(), Submit(request)->job_id());
  v1::ListJobsRequest list;
  std::vector<std::string> listed;
  int pages = 0;
  do {
    const absl::StatusOr<v1::ListJobsResponse> page = List(list);
    ASSERT_TRUE(page.ok()) << page.status();
    ++pages;
    for (const v1::Job& job : page->jobs()) listed.push_back(job.job_id());
    list.set_page_token(page->next_page_token());
  } while (!list.page_token().empty());
  EXPECT_EQ(listed, newest_first);
  EXPECT_GT(pages, 1);
}

// --- Showing and ending

TEST_F(JobServiceTest, UnknownJobIsNotFound) {
  EXPECT_TRUE(absl::IsNotFound(Get(kUnknownJob).status()));
  EXPECT_TRUE(absl::IsNotFound(Cancel(kUnknownJob).status()));
  EXPECT_TRUE(absl::IsNotFound(Get("").status()));
  grpc::ClientContext context;
  SetDeadline(context);
  v1::WatchJobRequest request;
  request.set_job_id(kUnknownJob);
  const auto reader = jobs_->WatchJob(&context, request);
  v1::JobProgress progress;
  EXPECT_FALSE(reader->Read(&progress));
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(JobServiceTest, CancelOfAnEndedJobChangesNothing) {
  const v1::Job job = Answer(Perft(kStartpos, 3));
  const absl::StatusOr<v1::Job> cancelled = Cancel(job.job_id());
  ASSERT_TRUE(cancelled.ok());
  EXPECT_EQ(cancelled->state(), v1::Job::STATE_SUCCEEDED);
  EXPECT_EQ(cancelled->perft_result().nodes(), "8902");
}

TEST_F(JobServiceTest, CancelOfAJobThatIsBeingPlannedEndsIt) {
  // A frontier that takes far longer to build than the calls take.
  const absl::StatusOr<v1::Job> job = Submit(Perft(kKiwipete, 32));
  ASSERT_TRUE(job.ok());
  const absl::StatusOr<v1::Job> cancelled = Cancel(job->job_id());
  ASSERT_TRUE(cancelled.ok()) << cancelled.status();
  EXPECT_EQ(cancelled->state(), v1::Job::STATE_CANCELLED);
  // The planner is free for others.
  Run(Perft(kStartpos, 3));
}

TEST_F(JobServiceTest, ProgressTellsWhatTheJobWaitsFor) {
  const std::string job = Run(Perft(kStartpos, 3));
  EXPECT_EQ(Get(job)->progress().waiting_for(), "no worker is there");
  const std::string worker = Register("a");
  const v1::Lease lease = AcquireOne(worker);
  EXPECT_THAT(Get(job)->progress().waiting_for(), IsEmpty());
  EXPECT_EQ(Get(job)->progress().units_leased(), 1u);
  Pass(absl::Seconds(2));
  EXPECT_EQ(Complete(worker, Count(lease)), v1::OUTCOME_ACCEPTED);
  const v1::JobProgress progress = Get(job)->progress();
  EXPECT_EQ(progress.units_done(), 1u);
  EXPECT_EQ(progress.units_total(), 4u);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.25);
  EXPECT_EQ(progress.time_left().seconds(), 6) << "a quarter took 2 s";
}

// --- Listing

TEST_F(JobServiceTest, ListsNewestFirstInPages) {
  std::vector<std::string> newest_first;
  for (int i = 0; i < 5; ++i) {
    newest_first.insert(newest_first.begin(),
                        Submit(Perft(kStartpos, 3))->job_id());
  }
  v1::ListJobsRequest request;
  int pages = 0;
  EXPECT_EQ(ListAll(request, &pages), newest_first);
  EXPECT_EQ(pages, 1);
  request.set_page_size(2);
  EXPECT_EQ(ListAll(request, &pages), newest_first);
  EXPECT_EQ(pages, 3);
  request.set_page_size(5);
  EXPECT_EQ(ListAll(request, &pages), newest_first);
  EXPECT_EQ(pages, 1) << "a full last page has no token";
  request.set_page_size(1'000'000);
  EXPECT_EQ(ListAll(request, &pages), newest_first);
}

TEST_F(JobServiceTest, ListFiltersByState) {
  const std::string open = Run(Perft(kStartpos, 3));
  const std::string cancelled = Run(Perft(kStartpos, 3));
  ASSERT_TRUE(Cancel(cancelled).ok());
  v1::ListJobsRequest request;
  request.set_state_filter(v1::Job::STATE_CANCELLED);
  int pages = 0;
  EXPECT_THAT(ListAll(request, &pages), ElementsAre(cancelled));
  request.set_state_filter(v1::Job::STATE_RUNNING);
  EXPECT_THAT(ListAll(request, &pages), ElementsAre(open));
  request.set_state_filter(v1::Job::STATE_FAILED);
  EXPECT_THAT(ListAll(request, &pages), IsEmpty());
}

TEST_F(JobServiceTest, ListRefusesWhatItCannotMean) {
  v1::ListJobsRequest request;
  request.set_page_size(-1);
  absl::Status refused = List(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()), HasSubstr("page_size is -1"));
  request.set_page_size(0);
  request.set_page_token("not one of ours");
  refused = List(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()), HasSubstr("page_token"));
  request.clear_page_token();
  request.set_state_filter(static_cast<v1::Job::State>(77));
  refused = List(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()), HasSubstr("state_filter is 77"));
}

// --- Watching

class WatchTest : public JobServiceTest {
 protected:
  std::unique_ptr<grpc::ClientReader<v1::JobProgress>> Watch(
      grpc::ClientContext& context, const std::string& job_id) {
    SetDeadline(context);
    v1::WatchJobRequest request;
    request.set_job_id(job_id);
    return jobs_->WatchJob(&context, request);
  }
};

TEST_F(WatchTest, SaysAtOnceHowThingsStandAndLastHowTheyEnded) {
  const std::string worker = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  grpc::ClientContext context;
  const auto reader = Watch(context, job);
  v1::JobProgress progress;
  ASSERT_TRUE(reader->Read(&progress));
  EXPECT_EQ(progress.state(), v1::Job::STATE_RUNNING);
  EXPECT_EQ(progress.units_done(), 0u);
  WorkOff({worker});
  while (reader->Read(&progress)) {
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(progress.state(), v1::Job::STATE_SUCCEEDED);
  EXPECT_EQ(progress.fraction(), 1);
  EXPECT_EQ(progress.units_done(), 4u);
  EXPECT_EQ(progress.leaves(), "8902");
}

TEST_F(WatchTest, HearsOfEveryChange) {
  const std::string worker = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  grpc::ClientContext context;
  const auto reader = Watch(context, job);
  v1::JobProgress progress;
  ASSERT_TRUE(reader->Read(&progress));
  for (uint64_t done = 1; done < 4; ++done) {
    EXPECT_EQ(Complete(worker, Count(AcquireOne(worker))),
              v1::OUTCOME_ACCEPTED);
    coordinator_->Tick();
    do {
      ASSERT_TRUE(reader->Read(&progress));
    } while (progress.units_done() < done);
    EXPECT_EQ(progress.units_done(), done);
  }
  ASSERT_TRUE(Cancel(job).ok());
  while (reader->Read(&progress)) {
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(progress.state(), v1::Job::STATE_CANCELLED);
}

TEST_F(WatchTest, OfAnEndedJobIsOneMessage) {
  const v1::Job job = Answer(Perft(kStartpos, 3));
  grpc::ClientContext context;
  const auto reader = Watch(context, job.job_id());
  v1::JobProgress progress;
  ASSERT_TRUE(reader->Read(&progress));
  EXPECT_EQ(progress.state(), v1::Job::STATE_SUCCEEDED);
  EXPECT_EQ(progress.leaves(), "8902");
  EXPECT_FALSE(reader->Read(&progress));
  EXPECT_TRUE(reader->Finish().ok());
}

TEST_F(WatchTest, ManyMayWatchOneJob) {
  const std::string worker = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<v1::JobProgress>>> readers;
  for (int i = 0; i < 20; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    readers.push_back(Watch(*contexts.back(), job));
  }
  WorkOff({worker});
  for (const auto& reader : readers) {
    v1::JobProgress progress;
    while (reader->Read(&progress)) {
    }
    EXPECT_TRUE(reader->Finish().ok());
    EXPECT_EQ(progress.state(), v1::Job::STATE_SUCCEEDED);
  }
}

TEST_F(WatchTest, ClientThatGoesLeavesNothingBehind) {
  const std::string worker = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  for (int i = 0; i < 5; ++i) {
    grpc::ClientContext context;
    const auto reader = Watch(context, job);
    v1::JobProgress progress;
    ASSERT_TRUE(reader->Read(&progress));
    context.TryCancel();
    while (reader->Read(&progress)) {
    }
    EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  }
  WorkOff({worker});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  WaitUntil("the watches are over", [&] {
    return Metric(
               "rookery_coordinator_rpcs_total{code=\"OK\",method="
               "\"WatchJob\"}") == 5;
  });
}

// --- Several jobs

TEST_F(JobServiceTest, TwoJobsAtOnceAreExact) {
  const std::string a = Register("a");
  const std::string b = Register("b");
  const std::string first = Run(Perft(kStartpos, 4));
  const std::string second = Run(Perft(kKiwipete, 3));
  WorkOff({a, b});
  EXPECT_EQ(Ended(first).perft_result().nodes(), "197281");
  EXPECT_EQ(Ended(second).perft_result().nodes(), "97862");
}

TEST_F(JobServiceTest, ShortJobDoesNotWaitBehindALongOne) {
  const std::string worker = Register("a");
  const std::string long_job = Run(Perft(kStartpos, 4));
  EXPECT_EQ(Complete(worker, Count(AcquireOne(worker))), v1::OUTCOME_ACCEPTED);
  const std::string short_job = Run(Perft(kStartpos, 3));
  std::map<std::string, int> units;
  while (units[short_job] < 4) {
    const v1::Lease lease = AcquireOne(worker);
    ASSERT_LT(++units[lease.unit().job_id()], 40);
    EXPECT_EQ(Complete(worker, Count(lease)), v1::OUTCOME_ACCEPTED);
  }
  EXPECT_EQ(Ended(short_job).perft_result().nodes(), "8902");
  EXPECT_EQ(Get(long_job)->state(), v1::Job::STATE_RUNNING);
  EXPECT_LE(units[long_job], 8) << "they take turns";
  WorkOff({worker});
  EXPECT_EQ(Ended(long_job).perft_result().nodes(), "197281");
}

}  // namespace
}  // namespace rookery::coordinator
