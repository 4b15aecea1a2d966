// Bytes as texts of chess: games, moves, positions. What must hold of any text
// whatever.
//
// pgn_fuzzer.cc, san_fuzzer.cc and fen_fuzzer.cc hand these to libFuzzer, which
// needs clang (in Debian the packages clang-19 and libclang-rt-19-dev):
//
//   export CXX=clang++-19 CXXFLAGS=-fsanitize=fuzzer-no-link
//   cmake --preset asan -B build/fuzz
//   cmake --build build/fuzz --target pgn_fuzzer san_fuzzer fen_fuzzer
//   build/fuzz/bin/pgn_fuzzer -max_total_time=20 FOUND tests/data/pgn
//   build/fuzz/bin/san_fuzzer -max_total_time=20 FOUND tests/fuzz/seeds/san
//   build/fuzz/bin/fen_fuzzer -max_total_time=20 FOUND tests/fuzz/seeds/fen
//
// FOUND is an empty folder. Each function returns nothing when all is well, and
// otherwise what is wrong, in words. Pure functions; safe to use from any
// thread.
#ifndef ROOKERY_TESTS_FUZZ_NOTATION_FUZZ_H_
#define ROOKERY_TESTS_FUZZ_NOTATION_FUZZ_H_

#include <optional>
#include <string>
#include <string_view>

namespace rookery {

// A text, compressed or not, reads the same whatever the size of the blocks, no
// byte is lost, and every game can be written.
std::optional<std::string> FindPgnFault(std::string_view bytes);

// A FEN, a line feed, and the text of a move: what is read is a legal move that
// no letter of the text contradicts, the lax reader takes what the strict one
// does, and only canonical spellings are free of liberties.
std::optional<std::string> FindSanFault(std::string_view bytes);

// What FromFen or RepairFen accepts is written and read back as the same.
std::optional<std::string> FindFenFault(std::string_view bytes);

}  // namespace rookery

#endif  // ROOKERY_TESTS_FUZZ_NOTATION_FUZZ_H_
