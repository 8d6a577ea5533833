# SPDX-License-Identifier: MIT
# Debian packages (`make package`, or `cpack -G DEB` in a build folder): one for each component.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME carom)
set(CPACK_PACKAGE_CONTACT "The carom authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL lib dev)
if(TARGET carom_cli)
  list(APPEND CPACK_COMPONENTS_ALL command)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
foreach(component lib dev command)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${CAROM_PACKAGE_${component}})
endforeach()
set(CPACK_DEBIAN_LIB_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${CAROM_PACKAGE_lib} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS gnuplot-nox)

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(about "Contact laws that deliver the restitution they are asked for, with plastic memory and
an energy budget that closes; impacts resolved in time.")
set(CPACK_COMPONENT_LIB_DESCRIPTION "${about}\n.\nThe shared libraries.")
set(CPACK_COMPONENT_DEV_DESCRIPTION
  "${about}\n.\nHeaders, static libraries, descriptions for pkg-config and CMake.")
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "${about}\n.\nThe command with its manual page.")

# What the libraries need is found by dpkg-shlibdeps, which must be told where our own are.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
endif()

include(CPack)
