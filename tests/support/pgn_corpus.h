// The games of tests/data/pgn, and what is expected of them.
//
// tests/data/README.md tells where they come from. Pure functions; safe to use
// from any thread.
#ifndef ROOKERY_TESTS_SUPPORT_PGN_CORPUS_H_
#define ROOKERY_TESTS_SUPPORT_PGN_CORPUS_H_

#include <filesystem>
#include <string>
#include <vector>

namespace rookery {

// The names of its files of games, compressed ones too, in alphabetical order;
// empty if the folder cannot be read, which tests must check.
std::vector<std::string> PgnCorpusNames();

// Where a file of that name is.
std::filesystem::path PgnCorpusFile(const std::string& name);

// Where the expectations of a file of games are.
std::filesystem::path PgnCorpusExpectation(const std::string& name);

}  // namespace rookery

#endif  // ROOKERY_TESTS_SUPPORT_PGN_CORPUS_H_
