# How our own targets are made: one library per folder, with our warnings and sanitizers, and tests beside them.

# Flags live here and nowhere else; generated code does not get the warnings.
add_library(rookery_warnings INTERFACE)
target_compile_options(rookery_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
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

# rookery_test(NAME LABEL label SOURCES file... LIBRARIES target... [TIMEOUT seconds]): a GoogleTest program, each of
# its tests known to CTest.
function(rookery_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;TIMEOUT" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE ROOKERY_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    ROOKERY_BINARY_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest_main GTest::gmock rookery_warnings
    rookery_sanitizers)
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  include(GoogleTest)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT})
endfunction()
