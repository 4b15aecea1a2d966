// The six positions that move generators are compared by, as FEN
// (https://www.chessprogramming.org/Perft_Results), for all benchmarks.
#ifndef ROOKERY_BENCHMARKS_WELL_KNOWN_POSITIONS_H_
#define ROOKERY_BENCHMARKS_WELL_KNOWN_POSITIONS_H_

namespace rookery {

inline constexpr char kStart[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
inline constexpr char kKiwipete[] =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
inline constexpr char kPosition3[] = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";
inline constexpr char kPosition4[] =
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -";
inline constexpr char kPosition5[] =
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -";
inline constexpr char kPosition6[] =
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -";

}  // namespace rookery

#endif  // ROOKERY_BENCHMARKS_WELL_KNOWN_POSITIONS_H_
