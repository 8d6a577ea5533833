# SPDX-License-Identifier: MIT
# Every bench/*.c is a program of its own.
file(GLOB sources CONFIGURE_DEPENDS bench/*.c)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(bench_${name} ${source})
  set_target_properties(bench_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  target_compile_definitions(bench_${name} PRIVATE ${CAROM_POSIX})
  target_include_directories(bench_${name} PRIVATE laws src)
  target_link_libraries(bench_${name} PRIVATE carom_io_static carom_static m Threads::Threads)
endforeach()
