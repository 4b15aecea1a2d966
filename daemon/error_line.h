// How a program says why it ends.
#ifndef ROOKERY_DAEMON_ERROR_LINE_H_
#define ROOKERY_DAEMON_ERROR_LINE_H_

#include <string>
#include <string_view>

namespace rookery::daemon {

// "PROGRAM: MESSAGE" as exactly one line, with its newline: line breaks and
// other control characters (of a path, say) become blanks, and those at the end
// go.
std::string ErrorLine(std::string_view program, std::string_view message);

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_ERROR_LINE_H_
