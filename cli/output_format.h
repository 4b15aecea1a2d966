// The two ways in which every command can print its answer.
#ifndef ROOKERY_CLI_OUTPUT_FORMAT_H_
#define ROOKERY_CLI_OUTPUT_FORMAT_H_

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::cli {

enum class OutputFormat {
  kText,  // for people
  kJson,  // for programs; the names in it are part of the interface
};

// Adds --format text|json to a command; `format` must outlive it.
void AddFormatOption(CLI::App* command, OutputFormat* format);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_OUTPUT_FORMAT_H_
