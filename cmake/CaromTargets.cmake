# SPDX-License-Identifier: MIT
# The library and the command. Files are found by folder: a new file needs no line here.

set(CAROM_POSIX _POSIX_C_SOURCE=200809L)
set(CAROM_FOLDERS core integrate law contact impact bounce chain mechanism scene measure)

find_package(Threads REQUIRED)

# carom_sources(RESULT FOLDER...): the .c files of the folders, or an empty file if there are none,
# so that a library can be declared before its first file is written.
function(carom_sources result)
  list(TRANSFORM ARGN APPEND /*.c OUTPUT_VARIABLE patterns)
  file(GLOB found CONFIGURE_DEPENDS LIST_DIRECTORIES false ${patterns})
  if(NOT found)
    set(found ${PROJECT_BINARY_DIR}/empty.c)
    file(CONFIGURE OUTPUT ${found} CONTENT "typedef int carom_empty_file;\n")
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# The laws themselves, headers only: for kernels of other programs.
add_library(carom_laws INTERFACE)
set_target_properties(carom_laws PROPERTIES EXPORT_NAME laws)
target_include_directories(carom_laws INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/laws> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:include/carom/laws> $<INSTALL_INTERFACE:include>)
target_link_libraries(carom_laws INTERFACE m)
target_compile_options(carom_laws INTERFACE
  $<$<COMPILE_LANG_AND_ID:C,GNU,Clang>:-ffp-contract=off>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-ffp-contract=off>)

# libcarom: no file formats, needs libc, libm (sqrt) and pthreads only.
list(TRANSFORM CAROM_FOLDERS PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE folders)
carom_sources(sources ${folders})
add_library(carom_objects OBJECT ${sources})
target_include_directories(carom_objects PRIVATE include laws src)
# Pairs of doubles that were stored one by one must not be loaded as one vector: that stalls, and
# costs a fifth of a resolved impact. Loops are vectorised all the same.
target_compile_options(carom_objects PRIVATE -fno-tree-slp-vectorize)
add_library(carom_static STATIC $<TARGET_OBJECTS:carom_objects>)
set(carom_libraries carom_static)
get_property(carom_shared GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
if(carom_shared)
  add_library(carom SHARED $<TARGET_OBJECTS:carom_objects>)
  list(PREPEND carom_libraries carom)
else() # WebAssembly: whoever asks for the library gets the static one
  add_library(carom INTERFACE)
  target_link_libraries(carom INTERFACE carom_static)
endif()
foreach(target ${carom_libraries})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME carom LINKER_LANGUAGE C
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(${target} PRIVATE m Threads::Threads)
endforeach()

file(GLOB core CONFIGURE_DEPENDS src/core/*.c)
set_source_files_properties(${core} PROPERTIES COMPILE_DEFINITIONS ${CAROM_POSIX})

# The same for the stages of DOP853: a few states are no loop worth a vector.
set_source_files_properties(src/integrate/dop853.c PROPERTIES COMPILE_OPTIONS
  "-fno-tree-vectorize")

# Kernels: one template, one file per instruction set, *_base.c, *_avx2.c and *_avx512.c, chosen
# when the program runs. Never -mfma: every instruction set must give the same bits. Without
# -fno-thread-jumps gcc turns selects into branches and back into mask arithmetic, half as many
# instructions again. -mprfchw: a prefetch for writing is one; processors without it ignore that.
set(carom_kernel_options "$<$<C_COMPILER_ID:GNU>:-fno-thread-jumps>")
set(carom_avx2 -mavx2 -mprfchw)
set(carom_avx512 -mprfchw -mavx512f -mavx512dq -mavx512vl -mavx512bw -mprefer-vector-width=512)
foreach(set base avx2 avx512)
  set(options ${carom_kernel_options})
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(PREPEND options ${carom_${set}})
  elseif(EMSCRIPTEN) # two doubles at a time
    list(PREPEND options -msimd128)
  endif()
  file(GLOB kernels CONFIGURE_DEPENDS src/*/*_${set}.c)
  set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS "${options}")
endforeach()

# YAML is read by libyaml; without it scenario files are JSON.
set(carom_yaml_found FALSE)
if(CAROM_YAML)
  find_path(CAROM_YAML_INCLUDE yaml.h)
  find_library(CAROM_YAML_LIBRARY yaml)
  if(CAROM_YAML_INCLUDE AND CAROM_YAML_LIBRARY)
    set(carom_yaml_found TRUE)
  elseif(CAROM_YAML STREQUAL AUTO)
    message(STATUS "libyaml not found: scenario files in JSON only")
  else()
    message(FATAL_ERROR "CAROM_YAML needs libyaml (Debian: libyaml-dev)")
  endif()
endif()

# Checkpoints are HDF5 files; Debian keeps the serial library in a folder of its own.
set(carom_hdf5_found FALSE)
if(CAROM_HDF5)
  find_path(CAROM_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial)
  find_library(CAROM_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
  if(CAROM_HDF5_INCLUDE AND CAROM_HDF5_LIBRARY)
    set(carom_hdf5_found TRUE)
  elseif(CAROM_HDF5 STREQUAL AUTO)
    message(STATUS "HDF5 not found: no checkpoints")
  else()
    message(FATAL_ERROR "CAROM_HDF5 needs HDF5 (Debian: libhdf5-dev)")
  endif()
endif()

# libcarom-io: scenario files read and run; needs libcarom, and libyaml and HDF5 where they are.
carom_sources(sources ${PROJECT_SOURCE_DIR}/src/io ${PROJECT_SOURCE_DIR}/src/picture
  ${PROJECT_SOURCE_DIR}/src/run)
add_library(carom_io_objects OBJECT ${sources})
target_include_directories(carom_io_objects PRIVATE include laws src)
add_library(carom_io_static STATIC $<TARGET_OBJECTS:carom_io_objects>)
target_link_libraries(carom_io_static PUBLIC carom_static)
set(carom_io_libraries carom_io_static)
if(carom_shared)
  # It uses parts of libcarom that are not public; the shared library carries a hidden copy of those
  # (there is no global state to split).
  add_library(carom_io SHARED $<TARGET_OBJECTS:carom_io_objects>)
  target_link_libraries(carom_io PUBLIC carom PRIVATE carom_static)
  target_link_options(carom_io PRIVATE LINKER:--exclude-libs,ALL)
  # installed it finds libcarom beside it: the rpath of a program is not asked for libraries of libraries
  if(NOT APPLE)
    set_target_properties(carom_io PROPERTIES INSTALL_RPATH "$ORIGIN")
  endif()
  list(PREPEND carom_io_libraries carom_io)
else()
  add_library(carom_io INTERFACE)
  target_link_libraries(carom_io INTERFACE carom_io_static)
endif()
if(carom_yaml_found)
  target_compile_definitions(carom_io_objects PRIVATE CAROM_HAVE_YAML)
  target_include_directories(carom_io_objects SYSTEM PRIVATE ${CAROM_YAML_INCLUDE})
endif()
if(carom_hdf5_found)
  target_compile_definitions(carom_io_objects PRIVATE CAROM_HAVE_HDF5)
  target_include_directories(carom_io_objects SYSTEM PRIVATE ${CAROM_HDF5_INCLUDE})
endif()
foreach(target ${carom_io_libraries})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME carom-io LINKER_LANGUAGE C
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  if(carom_yaml_found)
    target_link_libraries(${target} PRIVATE ${CAROM_YAML_LIBRARY})
  endif()
  if(carom_hdf5_found)
    target_link_libraries(${target} PRIVATE ${CAROM_HDF5_LIBRARY})
  endif()
endforeach()
set_source_files_properties(src/io/checkpoint_file.c src/run/monitor.c
  src/run/series.c PROPERTIES
  COMPILE_DEFINITIONS ${CAROM_POSIX})

if(carom_shared AND NOT CAROM_SANITIZE)
  target_link_options(carom PRIVATE LINKER:-z,defs)
  target_link_options(carom_io PRIVATE LINKER:-z,defs)
endif()

# Known answers, for the command and the tests; not installed.
carom_sources(sources ${PROJECT_SOURCE_DIR}/src/verify)
add_library(carom_verify STATIC EXCLUDE_FROM_ALL ${sources})
target_include_directories(carom_verify PRIVATE include src)
target_link_libraries(carom_verify PUBLIC carom_io_static carom_static m)

# The command, linked statically: it stands alone at <build>/carom.
# The scenario and paper files of 'carom reproduce' and the scripts of pages are built into it.
file(GLOB sources CONFIGURE_DEPENDS cli/*.c cli/*/*.c)
if(CAROM_BUILD_CLI AND sources)
  function(carom_embed name folder pattern)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/${pattern})
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/${name}.c
      COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR}/${folder} -DPATTERN=${pattern}
        -DNAME=${name} -DOUTPUT=${PROJECT_BINARY_DIR}/${name}.c
        -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
      DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake VERBATIM)
    list(APPEND sources ${PROJECT_BINARY_DIR}/${name}.c)
    set(sources ${sources} PARENT_SCOPE)
  endfunction()
  carom_embed(repro_scenarios scenarios *.yaml)
  carom_embed(repro_papers papers *.yaml)
  carom_embed(page_parts cli/report/page *.*)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/cli/main.c)
  add_library(carom_cli_objects OBJECT ${sources})
  target_compile_definitions(carom_cli_objects PRIVATE ${CAROM_POSIX})
  target_include_directories(carom_cli_objects PRIVATE ${PROJECT_SOURCE_DIR} include laws src)
  add_executable(carom_cli cli/main.c $<TARGET_OBJECTS:carom_cli_objects>)
  set_target_properties(carom_cli PROPERTIES OUTPUT_NAME carom)
  target_compile_definitions(carom_cli PRIVATE ${CAROM_POSIX})
  target_include_directories(carom_cli PRIVATE ${PROJECT_SOURCE_DIR} laws src)
  target_link_libraries(carom_cli PRIVATE carom_verify carom_io_static carom_static m)
endif()

# What a user wants, without tests and benchmarks.
add_custom_target(product DEPENDS ${carom_libraries} ${carom_io_libraries})
if(TARGET carom_cli)
  add_dependencies(product carom_cli)
endif()
