# SPDX-License-Identifier: MIT
# What `make install` puts where: headers, both libraries, the command with its manual page, and the
# two descriptions (pkg-config and CMake) by which other projects find them. Components: lib is what
# programs need to run, dev what they need to be built, command stands alone.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(carom::carom ALIAS carom)
add_library(carom::io ALIAS carom_io)
add_library(carom::laws ALIAS carom_laws)
set_target_properties(carom_io PROPERTIES EXPORT_NAME io)
set_target_properties(carom_io_static PROPERTIES EXPORT_NAME io_static)

install(TARGETS carom carom_static carom_io carom_io_static carom_laws EXPORT carom
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT lib NAMELINK_COMPONENT dev
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING PATTERN *.h)
install(DIRECTORY laws/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom/laws COMPONENT dev
  FILES_MATCHING PATTERN *.h PATTERN *.def)
if(TARGET carom_cli)
  install(TARGETS carom_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
endif()

# The manual page and the completions are the help of the command, so that neither can fall behind the other. A command
# for another machine cannot be asked.
if(TARGET carom_cli AND NOT CMAKE_CROSSCOMPILING)
  find_program(sh sh REQUIRED)
  add_custom_command(OUTPUT carom.1 DEPENDS carom_cli ${PROJECT_SOURCE_DIR}/cli/man.sh
    COMMAND ${sh} ${PROJECT_SOURCE_DIR}/cli/man.sh $<TARGET_FILE:carom_cli> carom.1 VERBATIM)
  set(completions "")
  foreach(shell bash zsh fish)
    add_custom_command(OUTPUT completion.${shell} DEPENDS carom_cli
      COMMAND ${sh} -c "\"$0\" completion ${shell} >completion.${shell}" $<TARGET_FILE:carom_cli> VERBATIM)
    list(APPEND completions completion.${shell})
  endforeach()
  add_custom_target(man ALL DEPENDS carom.1 ${completions})
  add_dependencies(product man)
  install(FILES ${PROJECT_BINARY_DIR}/carom.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    COMPONENT command)
  install(FILES ${PROJECT_BINARY_DIR}/completion.bash RENAME carom COMPONENT command
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions)
  install(FILES ${PROJECT_BINARY_DIR}/completion.zsh RENAME _carom COMPONENT command
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions)
  install(FILES ${PROJECT_BINARY_DIR}/completion.fish RENAME carom.fish COMPONENT command
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d)
endif()

# Each package has its own folder of documents, and in it the licence under Debian's name.
set(CAROM_PACKAGE_lib libcarom${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CAROM_PACKAGE_dev libcarom-dev)
set(CAROM_PACKAGE_command carom)
foreach(component lib dev command)
  install(FILES LICENSE RENAME copyright COMPONENT ${component}
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${CAROM_PACKAGE_${component}})
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
install(EXPORT carom NAMESPACE carom:: DESTINATION ${package_dir} FILE carom-targets.cmake
  COMPONENT dev)
configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake
  ${PROJECT_BINARY_DIR}/carom-config-version.cmake DESTINATION ${package_dir} COMPONENT dev)

# The .pc files find the prefix from where they stand, so that an installed tree can be moved.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_to_prefix /prefix/${pc_dir} /prefix)
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
set(carom_io_private "")
if(carom_yaml_found)
  set(carom_io_private -lyaml)
endif()
if(carom_hdf5_found)
  get_filename_component(hdf5_folder ${CAROM_HDF5_LIBRARY} DIRECTORY)
  get_filename_component(hdf5_name ${CAROM_HDF5_LIBRARY} NAME_WE)
  string(REGEX REPLACE "^lib" "" hdf5_name ${hdf5_name})
  string(APPEND carom_io_private " -L${hdf5_folder} -l${hdf5_name}")
endif()
foreach(name carom carom-io)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${pc_dir} COMPONENT dev)
endforeach()

include(CaromPackage)
