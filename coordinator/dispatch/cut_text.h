// Words of workers, cut to a length.
#ifndef ROOKERY_COORDINATOR_DISPATCH_CUT_TEXT_H_
#define ROOKERY_COORDINATOR_DISPATCH_CUT_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace rookery::coordinator {

// At most the first `most` bytes of `text`, and never a part of a character: a
// message whose text is not valid UTF-8 cannot be read by its receiver.
// Requires: `text` is valid UTF-8.
std::string CutText(std::string_view text, size_t most);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_CUT_TEXT_H_
