// The encodings in which games are found: ASCII, UTF-8, ISO 8859-1, UTF-16.
//
// Pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_NOTATION_TEXT_ENCODING_H_
#define ROOKERY_CORE_NOTATION_TEXT_ENCODING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rookery {

// Whether no byte is above 0x7f.
bool IsAscii(std::string_view text);

// The bytes of the first character, 1 to 4; 0 where the text does not begin
// with a well-formed one (see IsUtf8). Requires: the text is not empty.
size_t Utf8SequenceLength(std::string_view text);

// Whether the bytes are well-formed UTF-8 as RFC 3629 has it: no overlong form,
// no surrogate, nothing above U+10FFFF.
bool IsUtf8(std::string_view text);

// Every byte taken as the character of that number.
std::string Utf8FromLatin1(std::string_view text);

// Appends a character in UTF-8. What is no character, such as half of a
// surrogate pair, becomes U+FFFD.
void AppendUtf8(char32_t character, std::string& text);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_TEXT_ENCODING_H_
