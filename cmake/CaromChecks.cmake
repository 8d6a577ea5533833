# SPDX-License-Identifier: MIT
# The scripts of tests/api as tests, each with a self-test that plants faults and wants them found.

find_program(sh sh REQUIRED)

function(carom_check name)
  set(script ${PROJECT_SOURCE_DIR}/tests/api/check_${name}.sh)
  add_test(NAME ${CAROM_TEST_PREFIX}api.check_${name} COMMAND ${sh} ${script} ${ARGN})
  add_test(NAME ${CAROM_TEST_PREFIX}api.selftest_${name}
    COMMAND ${sh} ${PROJECT_SOURCE_DIR}/tests/api/selftest.sh ${name})
  foreach(test check_${name} selftest_${name})
    set_tests_properties(${CAROM_TEST_PREFIX}api.${test} PROPERTIES LABELS api TIMEOUT 120
      SKIP_RETURN_CODE 77 ENVIRONMENT "CC=${CMAKE_C_COMPILER};LC_ALL=C")
  endforeach()
endfunction()

carom_check(layers)
carom_check(headers)
carom_check(format)
carom_check(files)
carom_check(version)
if(NOT CAROM_SANITIZE AND NOT CAROM_COVERAGE)
  carom_check(symbols $<TARGET_FILE:carom_static> $<TARGET_FILE:carom>)
  carom_check(flags ${PROJECT_BINARY_DIR}/compile_commands.json $<TARGET_FILE:carom_static>)
endif()

if(NOT CAROM_SANITIZE AND NOT CAROM_COVERAGE)
  add_test(NAME ${CAROM_TEST_PREFIX}api.install
    COMMAND ${sh} ${PROJECT_SOURCE_DIR}/tests/install/check_install.sh ${PROJECT_BINARY_DIR})
  set_tests_properties(${CAROM_TEST_PREFIX}api.install PROPERTIES LABELS api TIMEOUT 120
    ENVIRONMENT "CC=${CMAKE_C_COMPILER};LC_ALL=C")
endif()
