#include "core/verify/known_perft.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

constexpr size_t kMaxShownBytes = 64;

bool IsDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return '0' <= c && c <= '9';
  });
}

}  // namespace

std::string ShownWord(std::string_view word) {
  return absl::CEscape(std::string(word.substr(0, kMaxShownBytes)));
}

absl::Status AddKnownPerft(std::string_view depth, std::string_view leaves,
                           std::vector<KnownPerft>* known) {
  KnownPerft added;
  if (!IsDigits(depth) || !absl::SimpleAtoi(std::string(depth), &added.depth) ||
      added.depth > kMaxSuiteDepth) {
    return absl::InvalidArgumentError(absl::StrCat(
        "depth D", ShownWord(depth), " is not D0 to D", kMaxSuiteDepth));
  }
  if (!IsDigits(leaves) ||
      !absl::SimpleAtoi(std::string(leaves), &added.leaves)) {
    return absl::InvalidArgumentError(
        absl::StrCat("D", added.depth, " is '", ShownWord(leaves),
                     "'; it must be a decimal number below 2^128"));
  }
  if (std::any_of(known->begin(), known->end(),
                  [&added](const KnownPerft& other) {
                    return other.depth == added.depth;
                  })) {
    return absl::InvalidArgumentError(
        absl::StrCat("D", added.depth, " is there twice"));
  }
  known->push_back(added);
  return absl::OkStatus();
}

}  // namespace rookery
