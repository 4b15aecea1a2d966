// Whether a contract says what everything in it means.
#ifndef ROOKERY_TESTS_STRUCTURE_PROTO_COMMENTS_H_
#define ROOKERY_TESTS_STRUCTURE_PROTO_COMMENTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// The elements of a .proto file (services, methods, messages, fields, oneofs,
// enums, their values, reserved numbers) without a comment on the line above,
// each by its first line. The file is as clang-format leaves it: no two
// elements share a line.
std::vector<std::string> UncommentedElements(std::string_view proto);

}  // namespace rookery

#endif  // ROOKERY_TESTS_STRUCTURE_PROTO_COMMENTS_H_
