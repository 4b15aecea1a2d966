# How our own targets are made: one library per folder, with our warnings and sanitizers, and tests beside them.

# Flags live here and nowhere else; generated code does not get the warnings.
add_library(rookery_warnings INTERFACE)
target_compile_options(rookery_warnings INTERFACE
  -Wall -Wextra -Wno-missing-field-initializers -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>)

add_library(rookery_sanitizers INTERFACE)
if(ROOKERY_SANITIZE STREQUAL "address")
  target_compile_options(rookery_sanitizers INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(rookery_sanitizers INTERFACE -fsanitize=address,undefined)
elseif(ROOKERY_SANITIZE STREQUAL "thread")
  target_compile_options(rookery_sanitizers INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(rookery_sanitizers INTERFACE -fsanitize=thread)
elseif(ROOKERY_SANITIZE)
  message(FATAL_ERROR "ROOKERY_SANITIZE is '${ROOKERY_SANITIZE}'; use address, thread or nothing")
endif()

# A second build of the same code takes seconds where ccache is installed.
find_program(ROOKERY_CCACHE ccache)
mark_as_advanced(ROOKERY_CCACHE)
if(ROOKERY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ROOKERY_CCACHE})
endif()

# rookery_library(NAME SOURCES file... [PUBLIC target...] [PRIVATE target...]): the library of one folder.
function(rookery_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PUBLIC;PRIVATE")
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} rookery_warnings)
  target_link_libraries(${name} PUBLIC rookery_sanitizers)
endfunction()

# rookery_program(NAME SOURCES file... LIBRARIES target...): a program in build/<preset>/bin.
function(rookery_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} rookery_warnings rookery_sanitizers)
endfunction()

# <label>_tests builds every test program of a label, benchmarks every benchmark.
set(ROOKERY_TEST_LABELS unit service system slow release)
foreach(label IN LISTS ROOKERY_TEST_LABELS)
  add_custom_target(${label}_tests)
endforeach()
add_custom_target(benchmarks)

# rookery_test(NAME LABEL label SOURCES file... LIBRARIES target... [TIMEOUT seconds] [PROGRAMS target...]
# [SINGLE_THREADED]): a GoogleTest program, each of its tests known to CTest under the label. PROGRAMS are targets that
# the test runs as processes of their own. SINGLE_THREADED says that neither the test nor what it calls starts a thread:
# then the thread sanitizer has nothing to find, and its build leaves the program out.
function(rookery_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SINGLE_THREADED" "LABEL;TIMEOUT" "SOURCES;LIBRARIES;PROGRAMS")
  if(NOT arg_LABEL IN_LIST ROOKERY_TEST_LABELS)
    message(FATAL_ERROR "${name} has the label '${arg_LABEL}'; use one of ${ROOKERY_TEST_LABELS}")
  endif()
  if(arg_SINGLE_THREADED AND ROOKERY_SANITIZE STREQUAL "thread")
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE ROOKERY_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    ROOKERY_BINARY_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  if(ROOKERY_SANITIZE STREQUAL "address")
    target_compile_options(${name} PRIVATE -O0)  # There, optimising a test takes much longer than running it.
  endif()
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest_main GTest::gmock rookery_warnings
    rookery_sanitizers)
  if(ROOKERY_SANITIZE STREQUAL "thread")
    # The test program must export the functions for Abseil's own library to call them.
    target_link_libraries(${name} PRIVATE rookery_tsan_abseil)
    set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
  endif()
  if(arg_PROGRAMS)
    add_dependencies(${name} ${arg_PROGRAMS})
  endif()
  add_dependencies(${arg_LABEL}_tests ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  if(NOT ROOKERY_SANITIZE)
    include(GoogleTest)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT})
    return()
  endif()
  # A sanitized program takes half a second to start, longer than most tests: one process runs a share of them.
  set(shares 4)
  math(EXPR last_share "${shares} - 1")
  foreach(share RANGE ${last_share})
    add_test(NAME ${name}.${share} COMMAND ${name})
    set_tests_properties(${name}.${share} PROPERTIES LABELS ${arg_LABEL} TIMEOUT 600
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shares};GTEST_SHARD_INDEX=${share}")
  endforeach()
endfunction()

# rookery_benchmark(NAME SOURCES file... LIBRARIES target... [SMOKE_FILTER regex]): a Google Benchmark program. CTest
# knows it under the label benchmark and only proves that it, or the part that the filter names, runs; `./dev bench`
# measures.
function(rookery_benchmark name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SMOKE_FILTER" "SOURCES;LIBRARIES")
  if(NOT arg_SMOKE_FILTER)
    set(arg_SMOKE_FILTER .)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} benchmark::benchmark_main rookery_warnings rookery_sanitizers)
  add_dependencies(benchmarks ${name})
  add_test(NAME ${name} COMMAND ${name} --benchmark_min_time=0 --benchmark_filter=${arg_SMOKE_FILTER})
  set_tests_properties(${name} PROPERTIES LABELS benchmark TIMEOUT 300)
endfunction()
