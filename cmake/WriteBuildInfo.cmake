# Run by the build, not by the configuration: writes OUTPUT from INPUT with the revision of SOURCE_DIR, and leaves the
# file alone when nothing changed, so that a commit recompiles one small file.
set(ROOKERY_REVISION unknown)
find_program(git git)
if(git AND EXISTS ${SOURCE_DIR}/.git)
  # Without optional locks: a build must not get in the way of a commit.
  execute_process(
    COMMAND ${git} --no-optional-locks describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${SOURCE_DIR}
    RESULT_VARIABLE result OUTPUT_VARIABLE revision ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(result EQUAL 0 AND revision)
    set(ROOKERY_REVISION ${revision})
  endif()
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
