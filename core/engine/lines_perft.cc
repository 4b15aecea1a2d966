#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/engine/answer_reader.h"
#include "core/engine/child_process.h"
#include "core/engine/perft_answer_lines.h"
#include "core/engine/perft_protocols.h"
#include "core/engine/question_text.h"
#include "core/engine/quote.h"

namespace rookery {
namespace {

class LinesPerft final : public PerftProgram {
 public:
  LinesPerft(PerftProgramOptions options, std::unique_ptr<ChildProcess> process)
      : options_(std::move(options)), process_(std::move(process)) {}

  absl::StatusOr<PerftAnswer> Ask(const PerftQuestion& question,
                                  absl::Duration timeout) override {
    if (absl::Status status = CheckQuestion(question); !status.ok())
      return status;
    if (process_ == nullptr) {
      absl::StatusOr<std::unique_ptr<ChildProcess>> process =
          ChildProcess::Start(options_.command);
      if (!process.ok()) return std::move(process).status();
      process_ = *std::move(process);
    }
    absl::StatusOr<PerftAnswer> answer =
        Exchange(question, Deadline(timeout, options_.cancelled));
    // After a failure nobody knows which question its next line answers.
    if (!answer.ok()) process_.reset();
    return answer;
  }

 private:
  absl::StatusOr<PerftAnswer> Exchange(const PerftQuestion& question,
                                       const Deadline& deadline) {
    const absl::StatusOr<std::optional<std::string>> stray =
        process_->ReadLine(Deadline(absl::ZeroDuration()));
    if (stray.ok() && *stray) {
      return absl::DataLossError(
          absl::StrCat("the program printed the line ", Quote(**stray),
                       " without being asked; print one line an answer"));
    }
    if (absl::Status status = process_->Write(
            absl::StrCat(FenAfterMoves(question), ";", question.depth, "\n"),
            deadline);
        !status.ok())
      return status;
    absl::StatusOr<std::string> line = AnswerReader(*process_, deadline).Next();
    if (!line.ok()) return std::move(line).status();
    const absl::StatusOr<absl::uint128> leaves = ParsePerftCount(*line);
    if (!leaves.ok()) return leaves.status();
    PerftAnswer answer;
    answer.leaves = *leaves;
    return answer;
  }

  const PerftProgramOptions options_;
  std::unique_ptr<ChildProcess> process_;  // null after a failure
};

}  // namespace

absl::StatusOr<std::unique_ptr<PerftProgram>> StartLinesPerft(
    PerftProgramOptions options) {
  absl::StatusOr<std::unique_ptr<ChildProcess>> process =
      ChildProcess::Start(options.command);
  if (!process.ok()) return std::move(process).status();
  return std::make_unique<LinesPerft>(std::move(options), *std::move(process));
}

}  // namespace rookery
