# SPDX-License-Identifier: MIT
# Every tests/fuzz/fuzz_*.c is a libFuzzer program of its own.
file(GLOB sources CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
  target_compile_options(${name} PRIVATE -Wno-missing-prototypes)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_include_directories(${name} PRIVATE laws src tests)
  target_link_libraries(${name} PRIVATE carom_io_static carom_static m)
endforeach()
