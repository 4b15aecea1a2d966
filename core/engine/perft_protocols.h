// The ways to speak to a PerftProgram: one function a protocol.
//
// For StartPerftProgram alone, which says what they have in common.
#ifndef ROOKERY_CORE_ENGINE_PERFT_PROTOCOLS_H_
#define ROOKERY_CORE_ENGINE_PERFT_PROTOCOLS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "core/engine/perft_program.h"

namespace rookery {

absl::StatusOr<std::unique_ptr<PerftProgram>> StartUciPerft(
    PerftProgramOptions options);
absl::StatusOr<std::unique_ptr<PerftProgram>> StartScriptPerft(
    PerftProgramOptions options);
absl::StatusOr<std::unique_ptr<PerftProgram>> StartLinesPerft(
    PerftProgramOptions options);

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_PERFT_PROTOCOLS_H_
