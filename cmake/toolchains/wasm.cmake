# SPDX-License-Identifier: MIT
# WebAssembly by Emscripten: Debian's package, or an SDK whose emcc is on the path.
find_program(CAROM_EMCC emcc HINTS $ENV{EMSDK}/upstream/emscripten)
if(NOT CAROM_EMCC)
  message(FATAL_ERROR "WebAssembly needs emcc (Debian: emscripten)")
endif()
file(REAL_PATH ${CAROM_EMCC} carom_emcc)
get_filename_component(EMSCRIPTEN_ROOT_PATH ${carom_emcc} DIRECTORY)
if(NOT EXISTS ${EMSCRIPTEN_ROOT_PATH}/cmake)
  set(EMSCRIPTEN_ROOT_PATH /usr/share/emscripten)
endif()
include(${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)
# Debian's emcc looks for its modules where Debian's node does; another node must be told.
if(EXISTS /usr/share/nodejs AND NOT DEFINED ENV{NODE_PATH})
  set(CMAKE_C_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
endif()
