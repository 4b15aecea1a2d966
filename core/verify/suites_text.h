// The texts of the built-in suites, which the build puts in
// (suites_text.cc.in).
//
// For builtin_suites.cc. Constants; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_SUITES_TEXT_H_
#define ROOKERY_CORE_VERIFY_SUITES_TEXT_H_

#include <array>
#include <string_view>

namespace rookery {

struct SuiteText {
  std::string_view name;
  std::string_view text;  // suites/NAME.epd
};

extern const std::array<SuiteText, 4> kSuiteTexts;

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_SUITES_TEXT_H_
