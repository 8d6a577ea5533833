# SPDX-License-Identifier: MIT
# The scripts of tests/api as tests, each with a self-test that plants faults and wants them found.

find_program(sh sh REQUIRED)

# carom_check(NAME SCRIPT [ARGUMENT...])
function(carom_check name script)
  set(test ${CAROM_TEST_PREFIX}api.${name})
  add_test(NAME ${test} COMMAND ${sh} ${PROJECT_SOURCE_DIR}/tests/${script} ${ARGN})
  set_tests_properties(${test} PROPERTIES LABELS api TIMEOUT 600 SKIP_RETURN_CODE 77
    ENVIRONMENT "CC=${CMAKE_C_COMPILER};LC_ALL=C")
endfunction()

foreach(name layers layout headers registry laws format files packages version)
  carom_check(check_${name} api/check_${name}.sh)
endforeach()
file(GLOB headers CONFIGURE_DEPENDS include/carom/*.h)
set(io_header ${PROJECT_SOURCE_DIR}/include/carom/io.h)
list(REMOVE_ITEM headers ${io_header})
carom_check(check_symbols api/check_symbols.sh
  $<TARGET_FILE:carom_static> $<TARGET_FILE:carom> no-files ${headers})
carom_check(check_symbols_io api/check_symbols.sh
  $<TARGET_FILE:carom_io_static> $<TARGET_FILE:carom_io> files ${io_header})
carom_check(check_flags api/check_flags.sh
  ${PROJECT_BINARY_DIR}/compile_commands.json $<TARGET_FILE:carom_static>)
carom_check(check_arithmetic api/check_arithmetic.sh
  ${PROJECT_BINARY_DIR}/compile_commands.json $<TARGET_FILE:carom_static> $<TARGET_FILE:carom>)
carom_check(check_kernels api/check_kernels.sh
  ${PROJECT_BINARY_DIR}/compile_commands.json $<TARGET_FILE:carom_static>)
carom_check(check_configure api/check_configure.sh)
carom_check(check_old_words api/check_old_words.sh)
carom_check(check_gallery api/check_gallery.sh ${PROJECT_SOURCE_DIR})
carom_check(check_new_parts api/check_new_parts.sh)
# a whole build, which takes its time on a busy machine
set_tests_properties(${CAROM_TEST_PREFIX}api.check_new_parts PROPERTIES TIMEOUT 600)
carom_check(check_mutations ../tools/mutate_laws.sh --check)
if(TARGET carom_cli)
  carom_check(check_cli api/check_cli.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_command api/check_command.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_columns api/check_columns.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_words api/check_words.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_docs api/check_docs.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_run api/check_run.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_check(check_run_library api/check_run_library.sh
    $<TARGET_FILE:carom_cli> $<TARGET_FILE:example_05_scenario> ${PROJECT_SOURCE_DIR})
  carom_check(check_leftovers api/check_leftovers.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_check(check_verdicts api/check_verdicts.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_check(check_defaults api/check_defaults.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_check(check_scene_files api/check_scene_files.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_picture api/check_picture.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_export api/check_export.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_convert api/check_convert.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_sizes api/check_sizes.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_lammps api/check_lammps.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_flow api/check_flow.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_stages api/check_stages.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_scene_run api/check_scene_run.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_clumps api/check_clumps.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_follow api/check_follow.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_figures api/check_figures.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_completion api/check_completion.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_plot api/check_plot.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_page api/check_page.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_check(check_warnings api/check_warnings.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_examples api/check_examples.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  if(NOT CAROM_SANITIZE) # minutes there, of commands that have their own checks
    carom_check(check_manual api/check_manual.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  endif()
  carom_check(check_places api/check_places.sh $<TARGET_FILE:carom_cli>)
  carom_check(check_steps api/check_steps.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_check(check_reproduce api/check_reproduce.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_check(check_papers api/check_papers.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_check(check_figure_text api/check_figure_text.sh $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_check(check_reproduce_stated api/check_reproduce_stated.sh
    $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  carom_program(scenario numbers tests/scenario/numbers.c)
  target_compile_definitions(scenario_numbers PRIVATE ${CAROM_POSIX})
  add_test(NAME ${CAROM_TEST_PREFIX}scenario.numbers
    COMMAND scenario_numbers $<TARGET_FILE:carom_cli> ${PROJECT_SOURCE_DIR})
  set_tests_properties(${CAROM_TEST_PREFIX}scenario.numbers PROPERTIES
    LABELS api TIMEOUT 300 SKIP_RETURN_CODE 77)
  carom_check(check_kill restart/check_kill.sh $<TARGET_FILE:carom_cli> 4)
  set_tests_properties(${CAROM_TEST_PREFIX}api.check_kill PROPERTIES TIMEOUT 300)
endif()
find_program(python NAMES /usr/bin/python3 python3)
if(NOT python) # told as skipped, not left out
  set(python ${sh} -c "echo 'this check needs python3' && exit 77")
endif()
carom_program(frames write tests/frames/write.c)
add_test(NAME ${CAROM_TEST_PREFIX}api.check_frames
  COMMAND ${python} ${PROJECT_SOURCE_DIR}/tests/frames/check_frames.py $<TARGET_FILE:frames_write>)
set_tests_properties(${CAROM_TEST_PREFIX}api.check_frames PROPERTIES LABELS api TIMEOUT 600
  SKIP_RETURN_CODE 77)
carom_program(picture write tests/picture/write.c)
add_test(NAME ${CAROM_TEST_PREFIX}api.check_png
  COMMAND ${python} ${PROJECT_SOURCE_DIR}/tests/picture/check_png.py $<TARGET_FILE:picture_write>)
set_tests_properties(${CAROM_TEST_PREFIX}api.check_png PROPERTIES LABELS api TIMEOUT 600
  SKIP_RETURN_CODE 77)
if(TARGET carom_cli)
  add_test(NAME ${CAROM_TEST_PREFIX}api.check_measures
    COMMAND ${python} ${PROJECT_SOURCE_DIR}/tests/api/check_measures.py $<TARGET_FILE:carom_cli>)
  set_tests_properties(${CAROM_TEST_PREFIX}api.check_measures PROPERTIES LABELS api TIMEOUT 600
    SKIP_RETURN_CODE 77)
endif()
carom_check(check_threads api/check_threads.sh $<TARGET_FILE:example_04_sweep>)
carom_check(install install/check_install.sh ${PROJECT_BINARY_DIR})
carom_check(package install/check_install.sh ${PROJECT_BINARY_DIR} deb)

foreach(name layers layout headers registry laws format files packages version symbols flags kernels)
  carom_check(selftest_${name} api/selftest.sh ${name})
endforeach()
