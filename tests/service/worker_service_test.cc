// What workers may send, up to the limits and beyond: registrations, results
// that cannot be right, calls that are too large.
#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "daemon/channel.h"
#include "tests/service/coordinator_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class WorkerServiceTest : public CoordinatorFixture {
 protected:
  void SetUp() override { Start(); }
};

// --- Registration

struct BadRegistration {
  const char* name;
  void (*spoil)(v1::RegisterWorkerRequest&);
  const char* message;
};

class BadRegistrationTest
    : public WorkerServiceTest,
      public testing::WithParamInterface<BadRegistration> {};

TEST_P(BadRegistrationTest, IsRefusedWithAWordThatNamesTheField) {
  v1::RegisterWorkerRequest request = Registration("worker");
  GetParam().spoil(request);
  const absl::Status refused = TryRegister(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()), HasSubstr(GetParam().message));
  EXPECT_THAT(ListWorkers()->workers(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BadRegistrationTest,
    testing::Values(
        BadRegistration{"NoInstance",
                        [](auto& request) { request.clear_instance_id(); },
                        "instance_id must be 32"},
        BadRegistration{"UpperCaseInstance",
                        [](auto& request) {
                          request.set_instance_id(std::string(32, 'A'));
                        },
                        "instance_id must be 32"},
        BadRegistration{"LongInstance",
                        [](auto& request) {
                          request.set_instance_id(std::string(33, 'a'));
                        },
                        "instance_id must be 32"},
        BadRegistration{
            "LongName",
            [](auto& request) { request.set_name(std::string(129, 'n')); },
            "name has 129 bytes; at most 128"},
        BadRegistration{"NoThreads",
                        [](auto& request) {
                          request.mutable_capabilities()->set_threads(0);
                        },
                        "capabilities.threads is 0; it must be 1 to 4096"},
        BadRegistration{"TooManyThreads",
                        [](auto& request) {
                          request.mutable_capabilities()->set_threads(4097);
                        },
                        "capabilities.threads is 4097"},
        BadRegistration{"TooManyKernels",
                        [](auto& request) {
                          for (int i = 0; i < 17; ++i)
                            request.mutable_capabilities()->add_kernels("k");
                        },
                        "capabilities.kernels has 17 entries; at most 16"},
        BadRegistration{"TooManyEngines",
                        [](auto& request) {
                          for (int i = 0; i < 65; ++i)
                            request.mutable_capabilities()->add_engines();
                        },
                        "capabilities.engines has 65 entries; at most 64"}),
    [](const auto& bad) { return bad.param.name; });

TEST_F(WorkerServiceTest, RegistrationAtItsBoundsIsTaken) {
  v1::RegisterWorkerRequest request = Registration(std::string(128, 'n'), 4096);
  for (int i = 0; i < 16; ++i)
    request.mutable_capabilities()->add_kernels("kernel");
  for (int i = 0; i < 64; ++i) request.mutable_capabilities()->add_engines();
  const absl::StatusOr<std::string> id = TryRegister(request);
  ASSERT_TRUE(id.ok()) << id.status();
  EXPECT_EQ(Worker(*id).slots(), 4096u);
}

TEST_F(WorkerServiceTest, RegistrationSaysHowOftenToCall) {
  const absl::StatusOr<v1::RegisterWorkerResponse> response =
      Call(workers_, &v1::WorkerService::Stub::RegisterWorker,
           Registration("worker"));
  ASSERT_TRUE(response.ok());
  EXPECT_GT(response->heartbeat_interval().seconds(), 0);
  EXPECT_LE(absl::Seconds(response->heartbeat_interval().seconds()),
            kTimeToLive / 3);
}

TEST_F(WorkerServiceTest, UnknownWorkerIsToldToRegister) {
  const std::string stranger = "00000000000000000000000000000bad";
  for (const absl::Status& status :
       {TryAcquire(stranger).status(), TryHeartbeat(stranger, {}).status(),
        TryComplete(stranger, {}).status(), Release(stranger, {})}) {
    EXPECT_TRUE(absl::IsNotFound(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("register again"));
  }
}

class WorkerLimitTest : public CoordinatorFixture {};

TEST_F(WorkerLimitTest, ForgetsALostWorkerToMakeRoom) {
  Start({.max_workers = 2});
  const v1::RegisterWorkerRequest first = Registration("first");
  const absl::StatusOr<std::string> first_id = TryRegister(first);
  ASSERT_TRUE(first_id.ok());
  const std::string second = Register("second");
  const absl::Status refused = TryRegister(Registration("third")).status();
  EXPECT_TRUE(absl::IsResourceExhausted(refused)) << refused;
  EXPECT_GT(RetryDelay(refused).value_or(absl::ZeroDuration()),
            absl::ZeroDuration());
  // The first one is not heard of any more.
  Pass(kTimeToLive / 2);
  EXPECT_THAT(VoidLeases(second, {}), IsEmpty());
  Pass(kTimeToLive / 2 + absl::Milliseconds(1));
  EXPECT_EQ(Worker(*first_id).state(), v1::Worker::STATE_LOST);
  EXPECT_TRUE(TryRegister(Registration("third")).ok());
  EXPECT_TRUE(absl::IsNotFound(TryAcquire(*first_id).status()));
  // And when it comes back it is the one it was.
  Pass(kTimeToLive + absl::Milliseconds(1));
  const absl::StatusOr<std::string> again = TryRegister(first);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again, *first_id);
}

// --- Results that cannot be right

class InvalidResultTest : public WorkerServiceTest {
 protected:
  void SetUp() override {
    WorkerServiceTest::SetUp();
    a_ = Register("a");
    b_ = Register("b");
    job_ = Run(Perft(kStartpos, 3));
    lease_ = AcquireOne(a_);
  }

  // It is refused, the unit goes to another worker, nothing stored is lost.
  void ExpectRefused(const v1::UnitResult& result) {
    const v1::UnitResult stored = Count(AcquireOne(b_));
    EXPECT_EQ(Complete(b_, stored), v1::OUTCOME_ACCEPTED);
    EXPECT_EQ(Complete(a_, result), v1::OUTCOME_INVALID);
    EXPECT_EQ(Sql("SELECT count(*) FROM results"), "1");
    EXPECT_EQ(
        Metric("rookery_coordinator_leases_ended_total{reason=\"failed\"}"), 1);
    const v1::Lease again = AcquireOne(b_);
    EXPECT_EQ(again.unit().number(), lease_.unit().number());
    EXPECT_EQ(again.attempt(), 2u);
    EXPECT_EQ(Complete(b_, Count(again)), v1::OUTCOME_ACCEPTED);
    WorkOff({b_});
    EXPECT_EQ(Ended(job_).perft_result().nodes(), "8902");
  }

  std::string a_;
  std::string b_;
  std::string job_;
  v1::Lease lease_;
};

TEST_F(InvalidResultTest, TooFewCounts) {
  v1::UnitResult result = Count(lease_);
  result.mutable_perft()->mutable_counts()->RemoveLast();
  ExpectRefused(result);
}

TEST_F(InvalidResultTest, TooManyCounts) {
  v1::UnitResult result = Count(lease_);
  result.mutable_perft()->add_counts(20);
  ExpectRefused(result);
}

TEST_F(InvalidResultTest, NoCounts) {
  v1::UnitResult result = Count(lease_);
  result.mutable_perft()->clear_counts();
  ExpectRefused(result);
}

TEST_F(InvalidResultTest, CountThatNoPositionHas) {
  v1::UnitResult result = Count(lease_);
  result.mutable_perft()->set_counts(2, 256 * 256 + 1);
  ExpectRefused(result);
}

TEST_F(InvalidResultTest, CountAtTheEndOfItsType) {
  v1::UnitResult result = Count(lease_);
  result.mutable_perft()->set_counts(0, std::numeric_limits<uint64_t>::max());
  ExpectRefused(result);
}

TEST_F(InvalidResultTest, NoFigures) {
  v1::UnitResult result = Count(lease_);
  result.clear_figures();
  ExpectRefused(result);
}

TEST_F(InvalidResultTest, FiguresOfAnotherKind) {
  v1::UnitResult result = Count(lease_);
  result.mutable_audit()->set_verdicts("fine");
  ExpectRefused(result);
}

TEST_F(InvalidResultTest, LargestPossibleCountIsTaken) {
  v1::UnitResult result = Count(lease_);
  result.mutable_perft()->set_counts(0, 256 * 256);
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_ACCEPTED);
}

TEST_F(InvalidResultTest, OneBadResultDoesNotSpoilOthersOfTheCall) {
  v1::UnitResult bad = Count(lease_);
  bad.clear_figures();
  const v1::Lease other = AcquireOne(a_);
  const absl::StatusOr<v1::CompleteUnitsResponse> response =
      TryComplete(a_, {bad, Count(other)});
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_THAT(response->outcomes(),
              ElementsAre(v1::OUTCOME_INVALID, v1::OUTCOME_ACCEPTED));
}

TEST_F(InvalidResultTest, NegativeAndEndlessBusyTimesDoNoHarm) {
  v1::UnitResult result = Count(lease_);
  result.mutable_busy_time()->set_seconds(std::numeric_limits<int64_t>::min());
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_ACCEPTED);
  result = Count(AcquireOne(a_));
  result.mutable_busy_time()->set_seconds(std::numeric_limits<int64_t>::max());
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_ACCEPTED);
  EXPECT_LT(Metric("rookery_coordinator_unit_busy_seconds_sum{kind=\"perft\","
                   "result=\"succeeded\"}"),
            1e9);
  WorkOff({a_, b_});
  EXPECT_EQ(Ended(job_).perft_result().nodes(), "8902");
}

// --- Calls that are too large

// A job with statistics, and columns of them that cannot be right.
TEST_F(WorkerServiceTest, StatisticsThatCannotBeRightAreRefused) {
  const std::string worker = Register("a");
  v1::SubmitPerftRequest request = Perft(kStartpos, 4);
  request.set_statistics(true);
  const std::string job = Run(request);
  void (*const spoils[])(v1::PerftFigures&) = {
      [](v1::PerftFigures& figures) { figures.clear_statistics(); },
      [](v1::PerftFigures& figures) {
        figures.mutable_statistics()->RemoveLast();
      },
      [](v1::PerftFigures& figures) {
        figures.mutable_statistics(0)->set_name("checks");
      },
      [](v1::PerftFigures& figures) {
        figures.mutable_statistics()->SwapElements(0, 1);
      },
      [](v1::PerftFigures& figures) {
        figures.mutable_statistics(3)->mutable_values()->RemoveLast();
      },
      [](v1::PerftFigures& figures) {
        figures.mutable_statistics(5)->set_values(1, figures.counts(1) + 1);
      },
  };
  int number = 0;
  for (const auto spoil : spoils) {
    const v1::Lease lease = AcquireOne(worker);
    EXPECT_TRUE(lease.unit().perft().statistics());
    v1::UnitResult result = Count(lease);
    spoil(*result.mutable_perft());
    EXPECT_EQ(Complete(worker, result), v1::OUTCOME_INVALID) << number++;
    EXPECT_EQ(Complete(worker, Count(AcquireOne(worker))),
              v1::OUTCOME_ACCEPTED);
  }
  WorkOff({worker});
  EXPECT_EQ(Ended(job).perft_result().statistics().at("total_checks"), "461");
}

TEST_F(WorkerServiceTest, TooManyResultsInACallAreRefused) {
  const std::string worker = Register("a");
  Run(Perft(kStartpos, 3));
  const v1::UnitResult result = Count(AcquireOne(worker));
  std::vector<v1::UnitResult> results(65, result);
  const absl::Status refused = TryComplete(worker, results).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()),
              HasSubstr("results has 65 entries; at most 64"));
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "0");
  results.pop_back();
  EXPECT_EQ(TryComplete(worker, results)->outcomes_size(), 64);
}

TEST_F(WorkerServiceTest, TooManyLeasesInACallAreRefused) {
  const std::string worker = Register("a");
  std::vector<std::string> leases(1'025, std::string(32, '0'));
  for (const absl::Status& refused :
       {TryHeartbeat(worker, leases).status(), Release(worker, leases)}) {
    EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
    EXPECT_THAT(std::string(refused.message()),
                HasSubstr("lease_ids has 1025 entries; at most 1024"));
  }
  leases.pop_back();
  EXPECT_THAT(VoidLeases(worker, leases), SizeIs(1'024));
  EXPECT_TRUE(Release(worker, leases).ok());
}

class MessageSizeTest : public WorkerServiceTest {
 protected:
  // A call of exactly so many bytes, from a client that keeps no limit.
  absl::StatusOr<v1::CompleteUnitsResponse> CompleteWithBytes(
      const std::shared_ptr<grpc::Channel>& channel, size_t bytes) {
    v1::CompleteUnitsRequest request;
    request.set_worker_id(Register("a"));
    v1::UnitResult* const result = request.add_results();
    result->set_job_id("00000000000000000000000000000bad");
    result->set_kernel(std::string(bytes, 'k'));
    result->mutable_kernel()->resize(bytes - (request.ByteSizeLong() - bytes));
    EXPECT_EQ(request.ByteSizeLong(), bytes);
    return Call(v1::WorkerService::NewStub(channel),
                &v1::WorkerService::Stub::CompleteUnits, request);
  }

  void ExpectLimit(const std::shared_ptr<grpc::Channel>& channel) {
    const size_t limit = daemon::kMaxMessageBytes;
    const absl::StatusOr<v1::CompleteUnitsResponse> largest =
        CompleteWithBytes(channel, limit);
    ASSERT_TRUE(largest.ok()) << largest.status();
    EXPECT_THAT(largest->outcomes(), ElementsAre(v1::OUTCOME_NOT_WANTED));
    const absl::Status refused = CompleteWithBytes(channel, limit + 1).status();
    EXPECT_TRUE(absl::IsResourceExhausted(refused)) << refused;
    // The server lives on.
    EXPECT_TRUE(CompleteWithBytes(channel, 1'000).ok());
  }
};

TEST_F(MessageSizeTest, IsLimitedInTheProcess) {
  ExpectLimit(server_->InProcessChannel(grpc::ChannelArguments()));
}

TEST_F(MessageSizeTest, IsLimitedOverAPort) {
  ExpectLimit(grpc::CreateChannel(absl::StrCat("127.0.0.1:", port_),
                                  grpc::InsecureChannelCredentials()));
}

TEST_F(WorkerServiceTest, JobRunsOverAPort) {
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      daemon::OpenCoordinatorChannel(absl::StrCat("127.0.0.1:", port_));
  ASSERT_TRUE(channel.ok()) << channel.status();
  jobs_ = v1::JobService::NewStub(*channel);
  fleet_ = v1::FleetService::NewStub(*channel);
  workers_ = v1::WorkerService::NewStub(*channel);
  const std::string worker = Register("a");
  const std::string job = Run(Perft(kKiwipete, 3));
  WorkOff({worker});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "97862");
}

}  // namespace
}  // namespace rookery::coordinator
