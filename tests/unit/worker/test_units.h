// Units for the tests of the worker, and what they must count.
#ifndef ROOKERY_TESTS_UNIT_WORKER_TEST_UNITS_H_
#define ROOKERY_TESTS_UNIT_WORKER_TEST_UNITS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "rookery/v1/worker_service.pb.h"

namespace rookery::worker {

inline constexpr char kKiwipete[] =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// Unit `number` of the job "job": the positions of `fens` ("startpos" is one),
// to be counted to `depth`.
v1::Unit PerftUnit(uint64_t number, const std::vector<std::string>& fens,
                   uint32_t depth);

// The counts of a result.
std::vector<uint64_t> Counts(const v1::UnitResult& result);

}  // namespace rookery::worker

#endif  // ROOKERY_TESTS_UNIT_WORKER_TEST_UNITS_H_
