#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/engine/answer_reader.h"
#include "core/engine/child_process.h"
#include "core/engine/find_program.h"
#include "core/engine/perft_answer_lines.h"
#include "core/engine/perft_protocols.h"
#include "core/engine/question_text.h"
#include "core/engine/quote.h"

namespace rookery {
namespace {

class ScriptPerft final : public PerftProgram {
 public:
  explicit ScriptPerft(PerftProgramOptions options)
      : options_(std::move(options)) {}

  absl::StatusOr<PerftAnswer> Ask(const PerftQuestion& question,
                                  absl::Duration timeout) override {
    if (absl::Status status = CheckQuestion(question); !status.ok())
      return status;
    const Deadline deadline(timeout, options_.cancelled);
    std::vector<std::string> command = options_.command;
    command.push_back(absl::StrCat(question.depth));
    command.push_back(RootFen(question));
    if (!question.moves.empty()) command.push_back(MovesText(question));
    absl::StatusOr<std::unique_ptr<ChildProcess>> process =
        ChildProcess::Start(command);
    if (!process.ok()) return std::move(process).status();
    (*process)->CloseInput();
    return ReadAnswer(**process, deadline);
  }

 private:
  static absl::StatusOr<PerftAnswer> ReadAnswer(ChildProcess& process,
                                                const Deadline& deadline) {
    AnswerReader reader(process, deadline);
    PerftAnswerBuilder builder;
    std::optional<absl::uint128> total;
    while (true) {
      absl::StatusOr<std::optional<std::string>> text = reader.NextOrEnd();
      if (!text.ok()) return std::move(text).status();
      if (!*text) break;
      absl::StatusOr<PerftAnswerLine> line = ParsePerftAnswerLine(**text);
      if (!line.ok()) return std::move(line).status();
      switch (line->kind) {
        case PerftAnswerLine::Kind::kBlank:
          break;
        case PerftAnswerLine::Kind::kMove:
          if (absl::Status status =
                  builder.AddMove(std::move(line->move), line->count);
              !status.ok())
            return status;
          break;
        case PerftAnswerLine::Kind::kTotal:
          if (total) {
            return absl::InternalError(absl::StrCat(
                "the program printed a second total, ", Quote(**text)));
          }
          total = line->count;
          break;
        case PerftAnswerLine::Kind::kOther:
          return absl::DataLossError(
              absl::StrCat("the program printed the line ", Quote(**text),
                           ", which is neither 'MOVE COUNT' nor the total"));
      }
    }
    // It has closed its output, and may still fail.
    const absl::StatusOr<ProcessEnd> end = process.Wait(deadline);
    if (!end.ok()) {
      return absl::DeadlineExceededError(
          absl::StrCat("the program closed its output, but does not end",
                       process.LastError()));
    }
    if (!end->ok()) return process.Gone();
    if (!total) {
      return absl::DataLossError(absl::StrCat(
          "the program ended without printing the total", process.LastError()));
    }
    return builder.Finish(*total);
  }

  const PerftProgramOptions options_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<PerftProgram>> StartScriptPerft(
    PerftProgramOptions options) {
  const absl::StatusOr<std::string> path = FindProgram(options.command.front());
  if (!path.ok()) return path.status();
  return std::make_unique<ScriptPerft>(std::move(options));
}

}  // namespace rookery
