#include "core/perft/table_keys.h"

namespace rookery {
namespace {

// SplitMix64: a bijection of a counter, so that every seed gives a full-period
// sequence of well mixed words.
class RandomWords {
 public:
  explicit RandomWords(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t word = state_ += 0x9e3779b97f4a7c15;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }

 private:
  uint64_t state_;
};

}  // namespace

std::unique_ptr<const TableKeys> MakeTableKeys(uint64_t seed) {
  RandomWords random(seed);
  const auto next = [&random] {
    const uint64_t low = random.Next();
    return TableKey{low, random.Next()};
  };
  auto keys = std::make_unique<TableKeys>();
  for (auto& color : keys->men) {
    for (auto& plane : color) {
      for (TableKey& key : plane) key = next();
    }
  }
  for (TableKey& key : keys->castling_rook) key = next();
  for (TableKey& key : keys->en_passant_file) key = next();
  keys->black_to_move = next();
  for (TableKey& key : keys->depth) key = next();
  return keys;
}

}  // namespace rookery
