# SPDX-License-Identifier: MIT
# What `make install` puts where: headers, both libraries, the command, and the two descriptions
# (pkg-config and CMake) by which other projects find them.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(carom::carom ALIAS carom)
add_library(carom::io ALIAS carom_io)
set_target_properties(carom_io PROPERTIES EXPORT_NAME io)
set_target_properties(carom_io_static PROPERTIES EXPORT_NAME io_static)

install(TARGETS carom carom_static carom_io carom_io_static EXPORT carom
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET carom_cli)
  install(TARGETS carom_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
install(EXPORT carom NAMESPACE carom:: DESTINATION ${package_dir} FILE carom-targets.cmake)
configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake
  ${PROJECT_BINARY_DIR}/carom-config-version.cmake DESTINATION ${package_dir})

# The .pc files find the prefix from where they stand, so that an installed tree can be moved.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_to_prefix /prefix/${pc_dir} /prefix)
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
configure_file(cmake/carom.pc.in carom.pc @ONLY)
configure_file(cmake/carom-io.pc.in carom-io.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/carom.pc ${PROJECT_BINARY_DIR}/carom-io.pc
  DESTINATION ${pc_dir})
