#include "core/verify/builtin_suites.h"

#include <algorithm>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/verify/suites_text.h"

namespace rookery {

std::vector<std::string_view> BuiltinSuiteNames() {
  std::vector<std::string_view> names;
  for (const SuiteText& suite : kSuiteTexts) names.push_back(suite.name);
  return names;
}

absl::StatusOr<std::vector<SuiteLine>> BuiltinSuite(std::string_view name) {
  const auto suite =
      std::find_if(kSuiteTexts.begin(), kSuiteTexts.end(),
                   [name](const SuiteText& each) { return each.name == name; });
  if (suite != kSuiteTexts.end()) return ParseSuite(suite->text);
  return absl::NotFoundError(absl::StrCat(
      "no suite is called '", ShownWord(name), "'; there are ",
      absl::StrJoin(
          BuiltinSuiteNames(), ", ",
          [](std::string* out, std::string_view each) { out->append(each); })));
}

}  // namespace rookery
