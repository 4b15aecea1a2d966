// Who may include whom: the folder rules of the project, as a table.
//
// The link graph enforces most of them; these also catch an include that
// happens to link, such as a header without a source.
#ifndef ROOKERY_TESTS_STRUCTURE_INCLUDE_RULES_H_
#define ROOKERY_TESTS_STRUCTURE_INCLUDE_RULES_H_

#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// What the source text includes, in its order: core/board/fen.h for a quoted
// include, <vector> with its brackets for the other kind.
std::vector<std::string> FindIncludes(std::string_view source);

// Why the file at `path` (from the root of the repository) must not include
// `include`, a reason per broken rule; empty if it may.
std::vector<std::string> BrokenIncludeRules(std::string_view path,
                                            std::string_view include);

}  // namespace rookery

#endif  // ROOKERY_TESTS_STRUCTURE_INCLUDE_RULES_H_
