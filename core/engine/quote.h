// Text from outside, made fit for a message: one line, printable, not too long.
//
// Pure; safe to use from any thread.
#ifndef ROOKERY_CORE_ENGINE_QUOTE_H_
#define ROOKERY_CORE_ENGINE_QUOTE_H_

#include <string>
#include <string_view>

namespace rookery {

// The text in single quotes, with what cannot be printed escaped; of more than
// 120 bytes the beginning, and "...".
std::string Quote(std::string_view text);

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_QUOTE_H_
