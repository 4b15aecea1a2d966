// Statistics of the last ply: how many of the moves that lead to the leaves are
// captures, give check, mate, and so on.
//
// Every column counts leaves by the move that led to them and by what the
// position is after it; a leaf may be in several columns. Exactly:
// - captures: something was taken, en passant included.
// - enpassants, castles, promotions: by the kind of move; a promotion is one of
//   four moves.
// - checks and mates: the side to move at the leaf is in check, and can move or
//   cannot. Each such leaf is in exactly one of eight columns. A check is
//   *direct* when the man that moved gives it: the man on the square moved to,
//   a promoted one as what it became, and in castling the rook, never the king.
//   All other men that give check are *discovered*: uncovered by what left its
//   square, a man captured en passant included. So
//     direct_*             the moved man alone,
//     single_discovered_*  one man, not the moved one,
//     direct_discovered_*  the moved man and at least one other,
//     double_discovered_*  two men or more, not the moved one.
//   The four *_checks leave out mates.
// - stalemates: the side to move at the leaf is not in check and cannot move.
// At depth 0 there is one leaf to which no move led: it is in no column.
//
// These are the definitions by which published figures were counted;
// docs/statistics.md says more. Plain values; thread-safe.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_H_
#define ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_H_

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/perft/statistics/statistic.h"

namespace rookery {

// The leaves below one position.
struct Statistics {
  std::array<uint64_t, kStatisticCount> counts{};

  uint64_t& operator[](Statistic statistic) { return counts[statistic]; }
  uint64_t operator[](Statistic statistic) const { return counts[statistic]; }

  friend bool operator==(const Statistics&, const Statistics&) = default;
};

// A figure as users see it: the sum of some columns.
struct StatisticsField {
  std::string_view name;
  // A set of Statistic, one bit each.
  uint32_t columns;
};

// Every figure beside the nodes, in the order in which they are shown. The
// names are an interface: JSON and protocol have them.
std::span<const StatisticsField> StatisticsFields();

// The name of the field that is this column alone. Requires: not kNodes.
std::string_view StatisticName(Statistic statistic);

// Whether a position can have these: no column above the nodes, no more special
// moves, checks and stalemates than leaves, no more en passants than captures.
// Finds figures that were damaged on their way, not ones that are cleverly
// wrong.
bool ArePossible(const Statistics& statistics);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_H_
