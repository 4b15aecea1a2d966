#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/engine/answer_reader.h"
#include "core/engine/child_process.h"
#include "core/engine/perft_answer_lines.h"
#include "core/engine/perft_protocols.h"
#include "core/engine/question_text.h"
#include "core/engine/quote.h"

namespace rookery {
namespace {

// A program that fails to start so often in a row is not started again: each
// failure may have cost all of the start's timeout.
constexpr int kMaxFailedStarts = 3;

class UciPerft final : public PerftProgram {
 public:
  explicit UciPerft(PerftProgramOptions options)
      : options_(std::move(options)) {}

  // Starts the program and greets it.
  absl::Status Start() {
    if (failed_starts_ == kMaxFailedStarts) {
      return absl::FailedPreconditionError(absl::StrCat(
          "the program failed to start ", kMaxFailedStarts,
          " times in a row and is not started again; the last time: ",
          last_failure_));
    }
    absl::StatusOr<std::unique_ptr<ChildProcess>> process =
        ChildProcess::Start(options_.command);
    absl::Status status = process.status();
    if (status.ok()) status = Greet(**process);
    if (!status.ok()) {
      ++failed_starts_;
      last_failure_ = std::string(status.message());
      return status;
    }
    process_ = *std::move(process);
    failed_starts_ = 0;
    return absl::OkStatus();
  }

  absl::StatusOr<PerftAnswer> Ask(const PerftQuestion& question,
                                  absl::Duration timeout) override {
    if (absl::Status status = CheckQuestion(question); !status.ok())
      return status;
    if (process_ == nullptr) {
      if (absl::Status status = Start(); !status.ok()) return status;
    }
    const bool chess960 = question.position.NeedsChess960();
    if (chess960 && !offers_chess960_) {
      return absl::UnimplementedError(
          absl::StrCat("the program has no option UCI_Chess960, which ",
                       Quote(RootFen(question)), " needs"));
    }
    absl::StatusOr<PerftAnswer> answer =
        Exchange(question, chess960, Deadline(timeout, options_.cancelled));
    // It may still be counting, or be confused; the next question gets a new
    // process.
    if (!answer.ok()) process_.reset();
    return answer;
  }

 private:
  absl::Status Greet(ChildProcess& process) {
    const Deadline deadline(options_.start_timeout, options_.cancelled);
    if (absl::Status status = process.Write("uci\n", deadline); !status.ok())
      return status;
    AnswerReader reader(process, deadline);
    offers_chess960_ = false;
    is_chess960_ = false;
    while (true) {
      const absl::StatusOr<std::string> line = reader.Next();
      if (!line.ok()) {
        return absl::Status(
            line.status().code(),
            absl::StrCat("no 'uciok' for 'uci': ", line.status().message()));
      }
      if (line->starts_with("option name UCI_Chess960 "))
        offers_chess960_ = true;
      if (absl::StripAsciiWhitespace(*line) == "uciok") return absl::OkStatus();
    }
  }

  // Sets the option where it has changed, and passes over what the program
  // still printed after its last answer.
  absl::Status Prepare(bool chess960, const Deadline& deadline) {
    std::string commands;
    if (chess960 != is_chess960_) {
      commands = absl::StrCat("setoption name UCI_Chess960 value ",
                              chess960 ? "true\n" : "false\n");
    }
    commands += "isready\n";
    if (absl::Status status = process_->Write(commands, deadline); !status.ok())
      return status;
    is_chess960_ = chess960;
    AnswerReader reader(*process_, deadline);
    while (true) {
      const absl::StatusOr<std::string> line = reader.Next();
      if (!line.ok()) return line.status();
      if (absl::StripAsciiWhitespace(*line) == "readyok")
        return absl::OkStatus();
    }
  }

  absl::StatusOr<PerftAnswer> Exchange(const PerftQuestion& question,
                                       bool chess960,
                                       const Deadline& deadline) {
    if (absl::Status status = Prepare(chess960, deadline); !status.ok())
      return status;
    const std::string moves = MovesText(question);
    if (absl::Status status =
            process_->Write(absl::StrCat("position fen ", RootFen(question),
                                         moves.empty() ? "" : " moves ", moves,
                                         "\ngo perft ", question.depth, "\n"),
                            deadline);
        !status.ok())
      return status;
    AnswerReader reader(*process_, deadline);
    PerftAnswerBuilder builder;
    while (true) {
      const absl::StatusOr<std::string> text = reader.Next();
      if (!text.ok()) return text.status();
      if (text->starts_with("bestmove")) {
        return absl::DataLossError(
            absl::StrCat("the program answered 'go perft' with ", Quote(*text),
                         "; it does not count leaves"));
      }
      absl::StatusOr<PerftAnswerLine> line = ParsePerftAnswerLine(*text);
      if (!line.ok()) return std::move(line).status();
      // Engines say much beside the answer; what is nothing else is passed
      // over.
      if (line->kind == PerftAnswerLine::Kind::kMove) {
        if (absl::Status status =
                builder.AddMove(std::move(line->move), line->count);
            !status.ok())
          return status;
      } else if (line->kind == PerftAnswerLine::Kind::kTotal) {
        return builder.Finish(line->count);
      }
    }
  }

  const PerftProgramOptions options_;
  std::unique_ptr<ChildProcess> process_;  // null after a failure
  bool offers_chess960_ = false;
  bool is_chess960_ = false;
  int failed_starts_ = 0;
  std::string last_failure_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<PerftProgram>> StartUciPerft(
    PerftProgramOptions options) {
  auto program = std::make_unique<UciPerft>(std::move(options));
  if (absl::Status status = program->Start(); !status.ok()) return status;
  return program;
}

}  // namespace rookery
