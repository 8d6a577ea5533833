# SPDX-License-Identifier: MIT
# The benchmarks: every bench/bench_*.c is a program <build>/bench/bench_*, with the files that
# only one of them needs named here.
set(carom_bench_scene bench/data.c bench/scenes.c)
set(carom_bench_mesh bench/data.c bench/scenes.c)
set(carom_bench_laws bench/blocks_scalar.c bench/load.c bench/solve.c bench/variants.c)

file(GLOB sources CONFIGURE_DEPENDS bench/bench_*.c)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source} bench/counter.c ${carom_${name}})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  target_compile_definitions(${name} PRIVATE ${CAROM_POSIX})
  target_include_directories(${name} PRIVATE laws src)
  target_link_libraries(${name} PRIVATE carom_io_static carom_static m Threads::Threads)
endforeach()

# The block loop as a compiler without vectors would make it; everything else is the same.
set_source_files_properties(bench/blocks_scalar.c PROPERTIES
  COMPILE_OPTIONS "-fno-tree-vectorize;-fno-tree-slp-vectorize")
