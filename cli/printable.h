// Text from elsewhere, fit for a terminal.
#ifndef ROOKERY_CLI_PRINTABLE_H_
#define ROOKERY_CLI_PRINTABLE_H_

#include <string>

namespace rookery::cli {

// Control characters, line feeds among them, become '?', so that a name from
// elsewhere can neither steer the terminal nor begin a line.
std::string Printable(std::string text);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_PRINTABLE_H_
