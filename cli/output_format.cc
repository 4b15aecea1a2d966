#include "cli/output_format.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <map>
#include <string>

namespace rookery::cli {

void AddFormatOption(CLI::App* command, OutputFormat* format) {
  command
      ->add_option_function<std::string>(
          "--format",
          [format](const std::string& name) {
            *format =
                name == "json" ? OutputFormat::kJson : OutputFormat::kText;
          },
          "How to print the answer: text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("")
      ->default_str("text");
}

}  // namespace rookery::cli
