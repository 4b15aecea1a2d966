// A program under test that counts leaves: somebody else's move generator,
// asked one question at a time.
//
// The program runs as a child process (child_process.h) and is spoken to in one
// of three protocols (docs/engine_protocols.md). Nothing that it does is
// trusted or fatal: a crash, a hang, garbage or endless output is the answer to
// one question, and the program is started again for the next. It judges no
// count: whether the answer is right is the business of core/verify.
//
// Thread-safety: none; one PerftProgram per thread. It may be made on one
// thread and asked on another.
#ifndef ROOKERY_CORE_ENGINE_PERFT_PROGRAM_H_
#define ROOKERY_CORE_ENGINE_PERFT_PROGRAM_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "core/board/move.h"
#include "core/board/position.h"

namespace rookery {

// The deepest question, and the longest way to it.
inline constexpr int kMaxQuestionDepth = 32;
inline constexpr size_t kMaxQuestionMoves = 64;

struct PerftQuestion {
  Position position;
  // How `position` is written to the program; position.ToFen() if empty. For
  // FENs with an en passant square that no legal capture can use, which ToFen
  // leaves out and a faulty generator trips over. Requires: it reads back to
  // `position`.
  std::string fen;
  // Legal moves that lead from `position` to the one that is asked about. A
  // program that takes moves (uci, script) is told them; to the others the FEN
  // after them is sent.
  std::vector<Move> moves;
  // 1 to kMaxQuestionDepth.
  int depth = 1;
};

// By move, as the program spelled it: legal moves are read by ParseUci.
using Divide = std::map<std::string, absl::uint128, std::less<>>;

struct PerftAnswer {
  absl::uint128 leaves = 0;
  // Absent where the protocol has none, and where the program printed none.
  // What is here adds up to `leaves`.
  std::optional<Divide> divide;
};

class PerftProgram {
 public:
  // Ends the program and all that it started.
  virtual ~PerftProgram() = default;

  // Asks one question. The answer is waited for until `timeout`; should the
  // program have to be started again first, the start may take
  // PerftProgramOptions::start_timeout beside that. Each way to fail has a code
  // of its own, and the message quotes what the program said last:
  //   DEADLINE_EXCEEDED    no whole answer came in time
  //   UNAVAILABLE          the program ended before the answer was whole
  //   DATA_LOSS            it printed what is no answer
  //   RESOURCE_EXHAUSTED   it printed far more than an answer
  //   INTERNAL             the answer contradicts itself: a move twice, or a
  //                        total that is not the sum
  //   UNIMPLEMENTED        it says that it has no Chess960, which the question
  //                        needs; nothing was asked
  //   NOT_FOUND            the program is not there, or not executable
  //   FAILED_PRECONDITION  it failed to start too often in a row, and is not
  //                        started again
  //   INVALID_ARGUMENT     the question is out of bounds; nothing was asked
  virtual absl::StatusOr<PerftAnswer> Ask(const PerftQuestion& question,
                                          absl::Duration timeout) = 0;
};

enum class PerftProtocol {
  // The Universal Chess Interface with `go perft N`, as Stockfish answers it.
  kUci,
  // Called once a question, as perftree does: CMD DEPTH FEN [MOVES].
  kScript,
  // One process: a line "FEN;DEPTH" in, a line with the count out.
  kLines,
};

// Reads "uci", "script" or "lines". INVALID_ARGUMENT otherwise.
absl::StatusOr<PerftProtocol> ParsePerftProtocol(std::string_view name);

struct PerftProgramOptions {
  // The program and its arguments (command_words.h makes them of a line). A
  // name without a slash is looked for in PATH.
  std::vector<std::string> command;
  PerftProtocol protocol = PerftProtocol::kUci;
  // How long a start may take, to the program's first word.
  absl::Duration start_timeout = absl::Seconds(10);
  // Once it is set, every wait for the program ends as if its time were up.
  // Null: nobody can stop it. Borrowed.
  const std::atomic<bool>* cancelled = nullptr;
};

// Starts the program, or, where it runs once a question, looks whether it is
// there. Errors: NOT_FOUND, and those of Ask for a program that does not answer
// to "uci"; INVALID_ARGUMENT for an empty command.
absl::StatusOr<std::unique_ptr<PerftProgram>> StartPerftProgram(
    PerftProgramOptions options);

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_PERFT_PROGRAM_H_
