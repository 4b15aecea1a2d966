// Columns of text for a person's eye: left-aligned, as wide as their widest
// cell, two blanks apart.
#ifndef ROOKERY_CLI_TEXT_TABLE_H_
#define ROOKERY_CLI_TEXT_TABLE_H_

#include <string>
#include <vector>

namespace rookery::cli {

// One line a row, each ended by a newline, without trailing blanks. The first
// row is the heading; every row has as many cells as it. Control characters in
// cells become '?', so that a name from elsewhere cannot steer the terminal.
// Width is counted in bytes: cells are ASCII but for names that people chose.
std::string FormatTable(const std::vector<std::vector<std::string>>& rows);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_TEXT_TABLE_H_
