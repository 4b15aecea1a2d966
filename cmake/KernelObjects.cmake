# Kernel sources are compiled by clang where it is at hand, whatever compiles the rest: on them Debian's clang-19 is up to
# a fifth faster than its g++ (benchmarks/results). They can be, because they share nothing with the program but plain
# data and functions (core/perft/fast/entry.h).
find_program(ROOKERY_KERNEL_COMPILER NAMES clang++-19 DOC "Compiles the perft kernels; none: the project's own compiler")

# rookery_kernel_source(VARIABLE FILE FLAG...): appends to VARIABLE what a target needs as a source to contain the kernel
# source FILE, compiled with FLAG... .
function(rookery_kernel_source variable file)
  # A sanitizer's run-time library belongs to one compiler; and at -O3 it makes that compiler take minutes.
  if(ROOKERY_SANITIZE)
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${ARGN}")
    set(${variable} ${${variable}} ${file} PARENT_SCOPE)
    return()
  endif()
  if(NOT ROOKERY_KERNEL_COMPILER OR CMAKE_CROSSCOMPILING OR CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "-O3;${ARGN}")
    set(${variable} ${${variable}} ${file} PARENT_SCOPE)
    return()
  endif()
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${file}.o)
  get_filename_component(folder ${object} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  set(werror $<$<BOOL:${CMAKE_COMPILE_WARNING_AS_ERROR}>:-Werror>)
  set(asserts $<$<CONFIG:Release>:-DNDEBUG>)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${ROOKERY_KERNEL_COMPILER} -std=c++20 -O3 -g1 -fPIE -Wall -Wextra -Wshadow ${werror}
      ${asserts} ${ARGN} -I${PROJECT_SOURCE_DIR} -MD -MF ${object}.d -MT ${object} -o ${object}
      -c ${CMAKE_CURRENT_SOURCE_DIR}/${file}
    DEPENDS ${file} ${ROOKERY_KERNEL_COMPILER}
    DEPFILE ${object}.d
    COMMENT "Building kernel ${file}"
    COMMAND_EXPAND_LISTS VERBATIM)
  set(${variable} ${${variable}} ${object} PARENT_SCOPE)
endfunction()
