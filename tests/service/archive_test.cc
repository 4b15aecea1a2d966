// Jobs that leave a coordinator in an archive and go on in another one.
#include <gmock/gmock.h>
#include <grpcpp/server_context.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/archive/archive_reader.h"
#include "coordinator/archive/archive_writer.h"
#include "coordinator/service/archive_calls.h"
#include "coordinator/service/archive_streams.h"
#include "tests/service/coordinator_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kUnknownJob[] = "00000000000000000000000000000bad";

class ArchiveTest : public CoordinatorFixture {
 protected:
  void SetUp() override { Start(); }

  absl::StatusOr<std::string> TryExport(const std::string& job) {
    grpc::ClientContext context;
    SetDeadline(context);
    v1::ExportJobRequest request;
    request.set_job_id(job);
    const auto stream = jobs_->ExportJob(&context, request);
    std::string archive;
    v1::ArchiveChunk chunk;
    while (stream->Read(&chunk)) archive += chunk.data();
    const grpc::Status status = stream->Finish();
    if (!status.ok()) return FromGrpcStatus(status);
    return archive;
  }

  std::string Export(const std::string& job) {
    const absl::StatusOr<std::string> archive = TryExport(job);
    EXPECT_TRUE(archive.ok()) << archive.status();
    return archive.value_or("");
  }

  absl::StatusOr<v1::Job> Import(std::string_view archive,
                                 size_t chunk_bytes = 100) {
    grpc::ClientContext context;
    SetDeadline(context);
    v1::Job job;
    const auto stream = jobs_->ImportJob(&context, &job);
    v1::ArchiveChunk chunk;
    while (!archive.empty()) {
      chunk.set_data(std::string(archive.substr(0, chunk_bytes)));
      archive.remove_prefix(chunk.data().size());
      if (!stream->Write(chunk)) break;
    }
    stream->WritesDone();
    const grpc::Status status = stream->Finish();
    if (!status.ok()) return FromGrpcStatus(status);
    return job;
  }

  // As if this were another machine: with a ledger that knows nothing.
  void StartElsewhere(const CoordinatorSettings& settings = {}) {
    Stop();
    for (const char* suffix : {"", "-wal", "-shm", ".lock"})
      std::filesystem::remove(folder_.File("ledger.sqlite") + suffix);
    Start(settings);
  }

  // A job with two of its four units done, and one in a worker's hands.
  std::string HalfDone() {
    const std::string a = Register("a");
    const std::string job = Run(Perft(kStartpos, 3));
    for (int unit = 0; unit < 2; ++unit)
      EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
    AcquireOne(a);
    return job;
  }

  // The archive with something changed, its checksum right again.
  static std::string Change(const std::string& archive,
                            const std::function<void(JobRecord&)>& change) {
    ArchiveReader reader;
    EXPECT_TRUE(reader.Add(archive).ok());
    JobRecord record = *reader.Finish();
    change(record);
    ArchiveWriter writer(std::move(record));
    return writer.Next(1 << 20);
  }

  struct Upload {
    grpc::ClientContext context;
    v1::Job job;
    std::unique_ptr<grpc::ClientWriter<v1::ArchiveChunk>> stream;
  };
  using Uploads = std::vector<std::unique_ptr<Upload>>;

  // Begins to import as many archives as may be under way, and goes on with
  // none of them.
  Uploads FillWithUploads(const std::string& job) {
    Uploads uploads;
    v1::ArchiveChunk chunk;
    chunk.set_data("R");
    for (int number = 0; number < kMaxArchives; ++number) {
      Upload& upload = *uploads.emplace_back(std::make_unique<Upload>());
      SetDeadline(upload.context);
      upload.stream = jobs_->ImportJob(&upload.context, &upload.job);
      EXPECT_TRUE(upload.stream->Write(chunk));
    }
    // They have arrived when there is no room left.
    absl::Status status;
    WaitUntil("there is no room", [&] {
      status = TryExport(job).status();
      return !status.ok();
    });
    EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
    return uploads;
  }

  // What is said to an archive that must be refused with INVALID_ARGUMENT.
  std::string Refusal(const std::string& archive) {
    const absl::Status status = Import(archive).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_THAT(List({})->jobs(), IsEmpty());
    EXPECT_EQ(Sql("SELECT count(*) FROM results"), "0");
    return std::string(status.message());
  }
};

TEST_F(ArchiveTest, JobGoesOnElsewhereWithItsResults) {
  const std::string job = HalfDone();
  const std::string first = Sql("SELECT first FROM units WHERE number = 2");
  const std::string archive = Export(job);
  StartElsewhere();
  const absl::StatusOr<v1::Job> imported = Import(archive);
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->job_id(), job);
  EXPECT_EQ(imported->state(), v1::Job::STATE_RUNNING);
  EXPECT_EQ(imported->perft().fen(), kStartpos);
  WaitUntil("the plan is made again",
            [&] { return Get(job)->progress().units_done() == 2; });
  EXPECT_EQ(Get(job)->progress().units_leased(), 0u);
  EXPECT_EQ(Sql("SELECT first FROM units WHERE number = 2"), first);
  EXPECT_EQ(Sql("SELECT count(DISTINCT worker) FROM results"), "1");
  const std::string b = Register("b");
  WorkOff({b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "4");
  EXPECT_EQ(Sql("SELECT count(DISTINCT worker) FROM results"), "2");
}

TEST_F(ArchiveTest, JobGoesOnHereAfterItsExport) {
  const std::string job = HalfDone();
  Export(job);
  Pass(kTimeToLive);
  const std::string b = Register("b");
  WorkOff({b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(ArchiveTest, ImportSurvivesARestart) {
  const std::string archive = Export(HalfDone());
  StartElsewhere();
  const std::string job = Import(archive)->job_id();
  Stop();
  Start();
  const std::string b = Register("b");
  WaitUntil("the plan is made again",
            [&] { return Get(job)->progress().units_total() > 0; });
  WorkOff({b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(ArchiveTest, AnswerIsWorkedOutAnew) {
  const std::string job = HalfDone();
  Pass(kTimeToLive);
  const std::string b = Register("b");
  WorkOff({b});
  const v1::Job ended = Ended(job);
  const std::string archive = Export(job);
  StartElsewhere();
  ASSERT_TRUE(Import(archive).ok());
  const v1::Job again = Ended(job);
  EXPECT_EQ(again.perft_result().nodes(), ended.perft_result().nodes());
  EXPECT_EQ(again.perft_result().answered_by(), "");
  // It answers those who ask the same.
  v1::SubmitPerftRequest question = Perft(kStartpos, 3);
  question.set_recompute(false);
  EXPECT_EQ(Submit(question)->perft_result().answered_by(), job);
}

TEST_F(ArchiveTest, JobWithoutAPlanIsPlannedElsewhere) {
  const std::string job = Run(Perft(kStartpos, 3));
  const std::string archive = Change(Export(job), [](JobRecord& record) {
    record.job.plan.clear();
    record.units.clear();
  });
  StartElsewhere();
  const absl::StatusOr<v1::Job> imported = Import(archive);
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->state(), v1::Job::STATE_PLANNING);
  const std::string a = Register("a");
  WaitUntil("the job is planned",
            [&] { return Get(job)->state() == v1::Job::STATE_RUNNING; });
  WorkOff({a});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(ArchiveTest, CancelledJobGoesOnElsewhere) {
  const std::string job = HalfDone();
  ASSERT_TRUE(Cancel(job).ok());
  const std::string archive = Export(job);
  StartElsewhere();
  ASSERT_TRUE(Import(archive).ok());
  WaitUntil("the plan is made again",
            [&] { return Get(job)->progress().units_done() == 2; });
}

TEST_F(ArchiveTest, FailedJobGoesOnElsewhereWithFreshAttempts) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
  // Three times, and once more alone.
  for (int attempt = 0; attempt < 4; ++attempt) {
    v1::Lease lease = AcquireOne(a);
    ASSERT_EQ(lease.unit().number(), 1u);
    Complete(a, GiveUp(lease, "no memory"));
  }
  ASSERT_EQ(Ended(job).state(), v1::Job::STATE_FAILED);
  const std::string archive = Export(job);
  StartElsewhere();
  const absl::StatusOr<v1::Job> imported = Import(archive);
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->state(), v1::Job::STATE_RUNNING);
  EXPECT_EQ(imported->error(), "");
  WaitUntil("the plan is made again",
            [&] { return Get(job)->progress().units_done() == 1; });
  EXPECT_EQ(Sql("SELECT sum(failures) FROM units"), "0");
  const std::string b = Register("b");
  WorkOff({b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(ArchiveTest, NothingGoesAlongThatWorkersInDisputeComputed) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_replicas(2);
  const std::string a = Register("a");
  const std::string b = Register("b");
  const std::string c = Register("c");
  const std::string job = Run(request);
  const v1::Lease by_a = AcquireOne(a);
  const v1::Lease by_c = AcquireOne(c);
  ASSERT_EQ(by_a.unit().number(), by_c.unit().number());
  EXPECT_EQ(Complete(a, Count(by_a)), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Complete(c, Count(by_c)), v1::OUTCOME_ACCEPTED);
  const v1::Lease wrong = AcquireOne(a);
  const v1::Lease right = AcquireOne(b);
  ASSERT_EQ(wrong.unit().number(), right.unit().number());
  EXPECT_EQ(Complete(a, Miscount(wrong)), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Complete(b, Count(right)), v1::OUTCOME_CONFLICT);
  ASSERT_EQ(Ended(job).state(), v1::Job::STATE_FAILED);
  const std::string archive = Export(job);
  StartElsewhere();
  ASSERT_TRUE(Import(archive).ok());
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "1");
  EXPECT_EQ(Sql("SELECT worker FROM results"), c);
  const std::string d = Register("d");
  const std::string e = Register("e");
  WaitUntil("the plan is made again",
            [&] { return Get(job)->progress().units_total() > 0; });
  WorkOff({d, e});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(ArchiveTest, UnknownJobIsNotExported) {
  const absl::Status status = TryExport(kUnknownJob).status();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(kUnknownJob));
}

TEST_F(ArchiveTest, KnownJobIsNotImported) {
  const std::string job = HalfDone();
  const std::string archive = Export(job);
  absl::Status status = Import(archive).status();
  EXPECT_TRUE(absl::IsAlreadyExists(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(job));
  EXPECT_TRUE(coordinator_->health().ok());
  EXPECT_THAT(List({})->jobs(), SizeIs(1));

  StartElsewhere();
  v1::SubmitPerftRequest request = Perft(kStartpos, 4);
  ArchiveReader reader;
  ASSERT_TRUE(reader.Add(archive).ok());
  request.set_request_id(reader.Finish()->job.request_id);
  ASSERT_TRUE(Submit(request).ok());
  status = Import(archive).status();
  EXPECT_TRUE(absl::IsAlreadyExists(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("request_id"));
}

TEST_F(ArchiveTest, ImportNeedsRoomForAnotherJob) {
  const std::string archive = Export(HalfDone());
  StartElsewhere({.max_open_jobs = 1});
  ASSERT_TRUE(Submit(Perft(kStartpos, 4)).ok());
  const absl::Status status = Import(archive).status();
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
}

// --- Archives that are not as they were, or that no coordinator wrote

TEST_F(ArchiveTest, DamagedArchiveImportsNothing) {
  const std::string archive = Export(HalfDone());
  StartElsewhere();
  std::string damaged = archive;
  damaged[archive.size() / 2] ^= 4;
  EXPECT_THAT(Refusal(damaged), HasSubstr("damaged"));
  EXPECT_THAT(Refusal(archive.substr(0, archive.size() - 1)),
              HasSubstr("ends too early"));
  EXPECT_THAT(Refusal(archive + "x"), HasSubstr("after the end"));
  EXPECT_THAT(Refusal(""), HasSubstr("ends too early"));
}

TEST_F(ArchiveTest, ResultsThatNoWorkerCouldHandInAreRefused) {
  const std::string archive = Export(HalfDone());
  StartElsewhere();
  EXPECT_THAT(Refusal(Change(archive,
                             [](JobRecord& record) {
                               v1::PerftFigures figures;
                               figures.add_counts(1);
                               record.results[1].figures =
                                   figures.SerializeAsString();
                             })),
              HasSubstr("result of unit 1, replica 0: counts has 1 values"));
  EXPECT_THAT(Refusal(Change(archive,
                             [](JobRecord& record) {
                               record.results[0].figures = "\xff";
                             })),
              HasSubstr("result of unit 0, replica 0: figures cannot be read"));
  EXPECT_THAT(Refusal(Change(archive,
                             [](JobRecord& record) {
                               v1::PerftFigures figures;
                               for (uint64_t i = 0; i < kUnitItems; ++i)
                                 figures.add_counts(UINT64_MAX);
                               record.results[0].figures =
                                   figures.SerializeAsString();
                             })),
              HasSubstr("more than 256^3"));
}

TEST_F(ArchiveTest, RowsThatContradictEachOtherAreRefused) {
  const std::string archive = Export(HalfDone());
  StartElsewhere();
  EXPECT_THAT(
      Refusal(Change(archive,
                     [](JobRecord& record) { record.units[1].first = 0; })),
      HasSubstr("overlap"));
  EXPECT_THAT(
      Refusal(Change(archive, [](JobRecord& record) { record.job.id = "x"; })),
      HasSubstr("32 hexadecimal digits"));
  EXPECT_THAT(Refusal(Change(
                  archive, [](JobRecord& record) { record.job.kind = "go"; })),
              HasSubstr("kind 'go'"));
  EXPECT_THAT(
      Refusal(Change(archive,
                     [](JobRecord& record) { record.job.request = "\xff"; })),
      HasSubstr("request cannot be read"));
  EXPECT_THAT(Refusal(Change(archive,
                             [](JobRecord& record) {
                               record.job.request_id = "another";
                             })),
              HasSubstr("not as a coordinator stores it"));
  EXPECT_THAT(Refusal(Change(
                  archive, [](JobRecord& record) { record.job.plan.clear(); })),
              HasSubstr("no plan"));
}

TEST_F(ArchiveTest, PlanWithAnotherDigestEndsTheJob) {
  const std::string job = HalfDone();
  const std::string archive = Change(Export(job), [](JobRecord& record) {
    const size_t digest = record.job.plan.find("digest=") + 7;
    record.job.plan[digest] = record.job.plan[digest] == '0' ? '1' : '0';
  });
  StartElsewhere();
  ASSERT_TRUE(Import(archive).ok());
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(ended.error(), HasSubstr("plan was rebuilt as"));
}

TEST_F(ArchiveTest, UnitsBeyondThePlanEndTheJob) {
  const std::string job = HalfDone();
  const std::string archive = Change(Export(job), [](JobRecord& record) {
    record.units.back().first = 1'000;
  });
  StartElsewhere();
  ASSERT_TRUE(Import(archive).ok());
  EXPECT_EQ(Ended(job).state(), v1::Job::STATE_FAILED);
}

// --- Limits

TEST_F(ArchiveTest, PiecesThatAreTooLargeAreRefused) {
  const absl::Status status =
      Import(std::string(kMaxChunkBytes + 1, 'x'), kMaxChunkBytes + 1).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("data has 1048577"));
}

TEST_F(ArchiveTest, SoManyAreUnderWayAtOnceAndNoMore) {
  const std::string job = HalfDone();
  const Uploads uploads = FillWithUploads(job);
  for (const auto& upload : uploads) upload->context.TryCancel();
  for (const auto& upload : uploads) upload->stream->Finish();
  WaitUntil("there is room again", [&] { return TryExport(job).ok(); });
}

TEST_F(ArchiveTest, OneThatDoesNotMoveMakesRoomForOthers) {
  const std::string job = HalfDone();
  const Uploads uploads = FillWithUploads(job);
  Pass(kMostArchiveIdleTime - absl::Milliseconds(1));
  EXPECT_TRUE(absl::IsResourceExhausted(TryExport(job).status()));
  Pass(absl::Milliseconds(1));
  EXPECT_TRUE(TryExport(job).ok());
  // One of them had to go.
  int gone = 0;
  for (const auto& upload : uploads) {
    upload->stream->WritesDone();
    const grpc::StatusCode code = upload->stream->Finish().error_code();
    if (code == grpc::StatusCode::CANCELLED) {
      ++gone;
    } else {
      EXPECT_EQ(code, grpc::StatusCode::INVALID_ARGUMENT) << "it ends early";
    }
  }
  EXPECT_EQ(gone, 1);
}

TEST_F(ArchiveTest, OneThatIsBeingStoredKeepsItsPlace) {
  ArchiveCalls calls(&clock_);
  grpc::CallbackServerContext contexts[kMaxArchives + 1];
  for (int number = 0; number < kMaxArchives; ++number) {
    ASSERT_TRUE(calls.Enter(&contexts[number]).ok());
    calls.Busy(&contexts[number]);
  }
  clock_.Advance(10 * kMostArchiveIdleTime);
  EXPECT_TRUE(absl::IsResourceExhausted(calls.Enter(&contexts[kMaxArchives])));
  calls.Leave(&contexts[0]);
  EXPECT_TRUE(calls.Enter(&contexts[kMaxArchives]).ok());
}

}  // namespace
}  // namespace rookery::coordinator
