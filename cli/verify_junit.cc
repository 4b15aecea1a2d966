#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/difference_text.h"
#include "cli/verify_report.h"
#include "core/engine/question_text.h"
#include "core/notation/text_encoding.h"

namespace rookery::cli {
namespace {

// Of the production Char of XML 1.0; what is no UTF-8 is told apart before.
bool IsXmlCharacter(std::string_view character) {
  if (character == "\n" || character == "\t") return true;
  const auto first = static_cast<unsigned char>(character.front());
  return first >= 0x20 && first != 0x7f && character != "\xef\xbf\xbe" &&
         character != "\xef\xbf\xbf";
}

// Text for an element or an attribute in double quotes. XML 1.0 has no way to
// write most control characters, and what a program prints need not be UTF-8:
// both become '?'.
std::string Escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const size_t length = Utf8SequenceLength(text);
    const std::string_view character =
        text.substr(0, std::max<size_t>(length, 1));
    const char first = text.front();
    text.remove_prefix(character.size());
    if (first == '&') {
      escaped += "&amp;";
    } else if (first == '<') {
      escaped += "&lt;";
    } else if (first == '>') {
      escaped += "&gt;";
    } else if (first == '"') {
      escaped += "&quot;";
    } else if (length == 0 || !IsXmlCharacter(character)) {
      escaped += '?';
    } else {
      escaped += character;
    }
  }
  return escaped;
}

std::string Seconds(absl::Duration time) {
  return absl::StrFormat("%.3f", absl::ToDoubleSeconds(time));
}

std::string Problem(const char* element, std::string_view type,
                    const std::string& message, const std::string& text) {
  return absl::StrCat("      <", element, " type=\"", Escaped(type),
                      "\" message=\"", Escaped(message), "\">", Escaped(text),
                      "</", element, ">\n");
}

std::string TestCase(const NamedCheck& check, const CheckResult& result) {
  const PerftQuestion asked{.position = check.check.position,
                            .fen = check.check.fen};
  std::string name = absl::StrCat(check.number, ": ", RootFen(asked));
  if (!check.comment.empty()) absl::StrAppend(&name, " (", check.comment, ")");
  std::string text = absl::StrCat(
      "    <testcase classname=\"", Escaped(check.group), "\" name=\"",
      Escaped(name), "\" time=\"", Seconds(result.program_time), "\"");
  if (result.verdict == CheckVerdict::kAgreed) return text + "/>\n";
  text += ">\n";
  const std::string line = ResultLine(asked, result);
  switch (result.verdict) {
    case CheckVerdict::kAgreed:
      break;
    case CheckVerdict::kDiffered:
      text += Problem("failure", MainReason(*result.difference), line,
                      "\n" + DifferenceText(*result.difference));
      break;
    case CheckVerdict::kWrongExpectation:
      text += Problem("failure", "wrong-in-suite", line, "");
      break;
    case CheckVerdict::kFailed:
      text += Problem("error", "not-answered", line, "");
      break;
    case CheckVerdict::kSkipped:
    case CheckVerdict::kNotTried:
      absl::StrAppend(&text, "      <skipped message=\"", Escaped(line),
                      "\"/>\n");
      break;
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::string VerifyJunit(const VerifyReport& report) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"rookery verify\">\n";
  for (size_t first = 0; first < report.checks.size();) {
    const std::string& group = report.checks[first].group;
    std::string cases;
    int tests = 0;
    int failures = 0;
    int errors = 0;
    int skipped = 0;
    absl::Duration time;
    size_t i = first;
    for (; i < report.checks.size() && report.checks[i].group == group; ++i) {
      const CheckResult& result = report.results[i];
      ++tests;
      errors += result.verdict == CheckVerdict::kFailed ? 1 : 0;
      skipped += result.verdict == CheckVerdict::kSkipped ||
                         result.verdict == CheckVerdict::kNotTried
                     ? 1
                     : 0;
      failures += result.verdict == CheckVerdict::kDiffered ||
                          result.verdict == CheckVerdict::kWrongExpectation
                      ? 1
                      : 0;
      time += result.program_time;
      cases += TestCase(report.checks[i], result);
    }
    first = i;
    absl::StrAppend(&text, "  <testsuite name=\"", Escaped(group),
                    "\" tests=\"", tests, "\" failures=\"", failures,
                    "\" errors=\"", errors, "\" skipped=\"", skipped,
                    "\" time=\"", Seconds(time), "\">\n", cases,
                    "  </testsuite>\n");
  }
  return text + "</testsuites>\n";
}

}  // namespace rookery::cli
