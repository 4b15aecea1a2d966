#include "tests/unit/worker/test_units.h"

#include "core/board/packed_position.h"
#include "core/board/position.h"
#include "core/board/position_codec.h"
#include "proto/support/positions.h"

namespace rookery::worker {

v1::Unit PerftUnit(uint64_t number, const std::vector<std::string>& fens,
                   uint32_t depth) {
  std::vector<PackedPosition> positions;
  for (const std::string& fen : fens) {
    positions.push_back(Pack(fen == "startpos"
                                 ? Position::Start()
                                 : Position::FromFen(fen).value()));
  }
  v1::Unit unit;
  unit.set_job_id("job");
  unit.set_number(number);
  v1::PerftPayload& payload = *unit.mutable_perft();
  payload.set_positions(CompressPositions(positions));
  payload.set_position_count(static_cast<uint32_t>(positions.size()));
  payload.set_depth(depth);
  return unit;
}

std::vector<uint64_t> Counts(const v1::UnitResult& result) {
  return {result.perft().counts().begin(), result.perft().counts().end()};
}

}  // namespace rookery::worker
