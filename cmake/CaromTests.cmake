# SPDX-License-Identifier: MIT
# One cmocka program per tests/<folder>/test_*.c, known to CTest as <folder>.<name> with the folder
# as its label. tests/api sees what a user sees: public headers and the shared libraries. All other
# tests may reach internals and link the static library.

find_package(cmocka CONFIG QUIET)
set(carom_cmocka cmocka)
if(NOT cmocka_FOUND AND CMAKE_CROSSCOMPILING)
  set(carom_cmocka) # no package for that processor; tests/cross has as much of it as is needed
elseif(NOT cmocka_FOUND)
  if(CAROM_BUILD_TESTS STREQUAL AUTO)
    message(STATUS "cmocka not found: no tests")
    return()
  endif()
  message(FATAL_ERROR "The tests need cmocka (Debian: libcmocka-dev)")
endif()
enable_testing()

set(carom_test_timeout 300)
if(CAROM_TEST_EMULATOR)
  set(carom_test_timeout 1500)
elseif(CAROM_SANITIZE)
  set(carom_test_timeout 900)
endif()

# carom_program(FOLDER NAME SOURCE...): the target <folder>_<name>
function(carom_program folder name)
  set(target ${folder}_${name})
  add_executable(${target} ${ARGN})
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/${folder} OUTPUT_NAME test_${name})
  target_compile_definitions(${target} PRIVATE
    CAROM_SOURCE_DIR="${PROJECT_SOURCE_DIR}" CAROM_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_include_directories(${target} PRIVATE tests)
  if(NOT cmocka_FOUND)
    target_include_directories(${target} PRIVATE tests/cross)
  endif()
  if(EMSCRIPTEN) # files as those of the machine, as much memory as is asked for
    target_link_options(${target} PRIVATE -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1)
  endif()
  if(folder STREQUAL api)
    target_link_libraries(${target} PRIVATE carom_io carom)
  else()
    target_include_directories(${target} PRIVATE laws src)
    target_link_libraries(${target} PRIVATE carom_verify carom_io_static carom_static)
  endif()
  target_link_libraries(${target} PRIVATE m Threads::Threads)
endfunction()

# carom_add_test(FOLDER NAME [ARGUMENT...]): runs the program in the repository's root
function(carom_add_test folder name)
  set(test ${CAROM_TEST_PREFIX}${folder}.${name})
  add_test(NAME ${test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMAND ${CAROM_TEST_EMULATOR} $<TARGET_FILE:${folder}_${name}> ${ARGN})
  set_tests_properties(${test} PROPERTIES LABELS ${folder} TIMEOUT ${carom_test_timeout}
    ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1")
endfunction()

foreach(folder ${CAROM_TEST_FOLDERS})
  file(GLOB sources CONFIGURE_DEPENDS tests/${folder}/test_*.c)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    string(REGEX REPLACE "^test_" "" name ${name})
    carom_program(${folder} ${name} ${source})
    target_link_libraries(${folder}_${name} PRIVATE ${carom_cmocka})
    carom_add_test(${folder} ${name})
  endforeach()
endforeach()

# Allocations that are counted, and fail on demand (tests/scarce.h).
foreach(program unit_out_of_memory unit_out_of_memory_io verify_scene_memory)
  if(TARGET ${program})
    foreach(function malloc calloc realloc aligned_alloc strdup free)
      target_link_options(${program} PRIVATE -Wl,--wrap=${function})
    endforeach()
  endif()
endforeach()

# Not for all: other programs return the number of their failed tests.
foreach(test unit.checkpoint verify.restart_scene golden.instructions)
  string(REPLACE "." "_" program ${test})
  if(TARGET ${program})
    set_tests_properties(${CAROM_TEST_PREFIX}${test} PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endforeach()

# Every fuzz target replays its corpus as an ordinary test.
if("fuzz" IN_LIST CAROM_TEST_FOLDERS)
  file(GLOB sources CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    string(REGEX REPLACE "^fuzz_" "" name ${name})
    carom_program(fuzz ${name} ${source} tests/fuzz/replay.c)
    target_compile_definitions(fuzz_${name} PRIVATE ${CAROM_POSIX})
    carom_add_test(fuzz ${name} ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
  endforeach()
endif()

# Every example is a program that must run and succeed.
if("api" IN_LIST CAROM_TEST_FOLDERS)
  file(GLOB sources CONFIGURE_DEPENDS examples/*.c)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(example_${name} ${source})
    set_target_properties(example_${name} PROPERTIES
      OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
    target_link_libraries(example_${name} PRIVATE carom_io carom m)
    add_test(NAME ${CAROM_TEST_PREFIX}example.${name} COMMAND example_${name}
      WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
    set_tests_properties(${CAROM_TEST_PREFIX}example.${name} PROPERTIES LABELS example TIMEOUT 600)
  endforeach()
endif()

# The checks look at files and libraries as users get them.
if("api" IN_LIST CAROM_TEST_FOLDERS AND NOT CAROM_SANITIZE AND NOT CAROM_COVERAGE)
  include(CaromChecks)
endif()
