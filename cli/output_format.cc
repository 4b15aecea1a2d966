#include "cli/output_format.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>

namespace rookery::cli {

void AddFormatOption(CLI::App* command, OutputFormat* format) {
  command
      ->add_option_function<std::string>(
          "--format",
          [format](const std::string& name) {
            if (name != "text" && name != "json") {
              throw CLI::ValidationError("--format",
                                         "'" + name + "' is not text or json");
            }
            *format =
                name == "json" ? OutputFormat::kJson : OutputFormat::kText;
          },
          "How to print the answer: text or json")
      ->type_name("FORMAT")
      ->default_str("text");
}

}  // namespace rookery::cli
