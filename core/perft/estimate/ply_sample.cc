#include "core/perft/estimate/ply_sample.h"

#include <algorithm>
#include <cstdint>

#include "core/board/move.h"
#include "core/board/move_generator.h"
#include "core/perft/estimate/growth_guide.h"

namespace rookery {
namespace {

// From 0 up to but without 1. The standard's own distribution may differ from
// library to library.
double UniformReal(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

}  // namespace

ChildSampler::ChildSampler(const PlySample& parents, int depth) {
  stretches_.reserve(parents.size());
  double end = 0;
  for (const SampledNode& parent : parents) {
    const int children = CountLegalMoves(parent.position);
    if (children == 0) continue;
    const double growth = GuessGrowth(parent.position, depth);
    const double child_length = parent.weight * growth;
    end += children * child_length;
    stretches_.push_back({.parent = &parent,
                          .growth = growth,
                          .child_length = child_length,
                          .children = children,
                          .end = end});
  }
}

PlySample ChildSampler::Draw(size_t count, std::mt19937_64& random) const {
  PlySample sample;
  if (stretches_.empty()) return sample;
  sample.reserve(count);
  const double part = stretches_.back().end / static_cast<double>(count);
  MoveList moves;
  const Stretch* generated = nullptr;
  auto stretch = stretches_.begin();
  for (size_t index = 0; index < count; ++index) {
    const double point =
        (static_cast<double>(index) + UniformReal(random)) * part;
    while (point >= stretch->end && stretch + 1 != stretches_.end()) ++stretch;
    if (generated != &*stretch) {
      GenerateLegalMoves(stretch->parent->position, moves);
      generated = &*stretch;
    }
    // Rounding may put a point just outside of its stretch.
    const double from_end = (stretch->end - point) / stretch->child_length;
    const int child =
        std::clamp(static_cast<int>(from_end), 0, stretch->children - 1);
    // The chance of a child is its length in parts; the weight is its parent's
    // divided by that.
    sample.push_back({.position = stretch->parent->position.After(
                          moves[static_cast<size_t>(child)]),
                      .weight = part / stretch->growth});
  }
  return sample;
}

}  // namespace rookery
