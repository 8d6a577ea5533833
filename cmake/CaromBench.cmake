# SPDX-License-Identifier: MIT
# The benchmark: every bench/*.c in one program, <build>/bench/bench_laws.
file(GLOB sources CONFIGURE_DEPENDS bench/*.c)
add_executable(bench_laws ${sources})
set_target_properties(bench_laws PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
target_compile_definitions(bench_laws PRIVATE ${CAROM_POSIX})
target_include_directories(bench_laws PRIVATE laws src)
target_link_libraries(bench_laws PRIVATE carom_io_static carom_static m Threads::Threads)

# The block loop as a compiler without vectors would make it; everything else is the same.
set_source_files_properties(bench/blocks_scalar.c PROPERTIES
  COMPILE_OPTIONS "-fno-tree-vectorize;-fno-tree-slp-vectorize")
