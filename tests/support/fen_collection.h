// Reads tests/data/fens.tsv.
//
// What its columns mean is told in tests/data/README.md. Pure functions; safe
// to use from any thread.
#ifndef ROOKERY_TESTS_SUPPORT_FEN_COLLECTION_H_
#define ROOKERY_TESTS_SUPPORT_FEN_COLLECTION_H_

#include <cstdint>
#include <string>
#include <vector>

namespace rookery {

struct FenCase {
  std::string id;
  std::string kind;        // valid, repair or invalid
  std::string fen;         // as found
  std::string normalized;  // empty if invalid, and so are the figures
  int legal_moves = 0;
  int perft_depth = 0;
  uint64_t perft_nodes = 0;
  std::string hazard;
};

// All lines in order; empty if the file cannot be read, which tests must check.
std::vector<FenCase> ReadFenCollection(const std::string& path);

}  // namespace rookery

#endif  // ROOKERY_TESTS_SUPPORT_FEN_COLLECTION_H_
