# SPDX-License-Identifier: MIT
# Flags that every file of the project is compiled with.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Same input, same bits: no fused multiply-add behind our back, and never -ffast-math. The other
# two only drop side effects nobody reads (errno, exception flags); without them selects and
# square roots are not vectorised.
if("${CMAKE_C_FLAGS} $ENV{CFLAGS}" MATCHES "-(ffast-math|Ofast|funsafe-math-optimizations)")
  message(FATAL_ERROR "carom does not compute the right thing with ${CMAKE_MATCH_0}")
endif()
add_compile_options(-ffp-contract=off -fno-math-errno -fno-trapping-math)

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes
  -Wmissing-prototypes)
if(CAROM_WERROR)
  add_compile_options(-Werror)
else()
  # C17 has no implicit functions, but the compilers only warn and then compute nonsense.
  add_compile_options(-Werror=implicit-function-declaration)
endif()

if(CAROM_SANITIZE)
  add_compile_options(-fsanitize=${CAROM_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CAROM_SANITIZE})
endif()
if(CAROM_BUILD_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(CAROM_COVERAGE)
  # counters are shared by threads: without atomic updates some end up negative
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()
