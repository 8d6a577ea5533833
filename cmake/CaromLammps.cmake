# SPDX-License-Identifier: MIT
# carom-lammps, the program that 'carom lammps' starts: the command over the ranks of MPI, on LAMMPS.
# Linked with LAMMPS, it is under the GPL version 2 (bridge/lammps/LICENCE.md); the rest of carom is not.

set(carom_lammps_found FALSE)
if(CAROM_LAMMPS AND NOT CMAKE_CROSSCOMPILING)
  find_path(CAROM_LAMMPS_INCLUDE lammps/library.h)
  find_library(CAROM_LAMMPS_LIBRARY lammps)
  find_path(CAROM_MPI_INCLUDE mpi.h PATH_SUFFIXES x86_64-linux-gnu/mpi
    HINTS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openmpi/include /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/mpich/include)
  find_library(CAROM_MPI_LIBRARY mpi mpich)
  if(CAROM_LAMMPS_INCLUDE AND CAROM_LAMMPS_LIBRARY AND CAROM_MPI_INCLUDE AND CAROM_MPI_LIBRARY)
    set(carom_lammps_found TRUE)
  elseif(CAROM_LAMMPS STREQUAL AUTO)
    message(STATUS "LAMMPS or MPI not found: no carom-lammps")
  else()
    message(FATAL_ERROR "CAROM_LAMMPS needs LAMMPS and MPI (Debian: liblammps-dev)")
  endif()
endif()

if(carom_lammps_found)
  file(GLOB sources CONFIGURE_DEPENDS bridge/lammps/*.c)
  add_executable(carom_lammps ${sources} $<TARGET_OBJECTS:carom_cli_objects>)
  set_target_properties(carom_lammps PROPERTIES OUTPUT_NAME carom-lammps)
  target_compile_definitions(carom_lammps PRIVATE ${CAROM_POSIX})
  target_include_directories(carom_lammps PRIVATE ${PROJECT_SOURCE_DIR} laws src)
  target_include_directories(carom_lammps SYSTEM PRIVATE ${CAROM_LAMMPS_INCLUDE} ${CAROM_MPI_INCLUDE})
  target_link_libraries(carom_lammps PRIVATE carom_verify carom_io_static carom_static
    ${CAROM_LAMMPS_LIBRARY} ${CAROM_MPI_LIBRARY} m)
  add_dependencies(product carom_lammps)
  install(TARGETS carom_lammps RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT lammps)
  install(FILES bridge/lammps/LICENCE.md DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/carom-lammps
    COMPONENT lammps)
endif()
