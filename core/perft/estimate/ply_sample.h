// A weighted sample of the nodes of one ply of a tree, and how the next ply's
// sample is drawn from it.
//
// Nodes are paths, not positions: a position that is reached twice is two
// nodes. A sample is good when, for any function of positions, the expected sum
// of weight times function over the sample is the sum of the function over all
// nodes of the ply. Drawing keeps that true. Thread-safety: as plain values;
// one ChildSampler may be drawn from by several threads at the same time.
#ifndef ROOKERY_CORE_PERFT_ESTIMATE_PLY_SAMPLE_H_
#define ROOKERY_CORE_PERFT_ESTIMATE_PLY_SAMPLE_H_

#include <cstddef>
#include <random>
#include <vector>

#include "core/board/position.h"

namespace rookery {

struct SampledNode {
  Position position;
  double weight = 1;
};

using PlySample = std::vector<SampledNode>;

// Draws children of the nodes of a sample, those more often below which many
// leaves are to be expected.
class ChildSampler {
 public:
  // `depth` is that of the tree below a child. Borrows the sample.
  ChildSampler(const PlySample& parents, int depth);

  // A sample of the children, of `count` nodes; empty where nobody has a move.
  // Takes one child from each of `count` equal parts of what there is to draw
  // from: neighbours of the sample, which are relatives, are drawn evenly.
  PlySample Draw(size_t count, std::mt19937_64& random) const;

 private:
  // What belongs to a parent on a line on which each child has a stretch as
  // long as the leaves that are expected below it.
  struct Stretch {
    const SampledNode* parent;
    double growth;  // GuessGrowth of the parent
    double child_length;
    int children;
    double end;
  };

  std::vector<Stretch> stretches_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_ESTIMATE_PLY_SAMPLE_H_
