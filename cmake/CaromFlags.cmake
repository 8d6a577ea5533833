# SPDX-License-Identifier: MIT
# Flags that every file of the project is compiled with.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Same input, same bits: no fused multiply-add behind our back, and never -ffast-math or a part of it.
# The other two only drop side effects nobody reads (errno, exception flags); without them selects and
# square roots are not vectorised. laws/ieee.h refuses what the compiler tells of its flags, the list
# here also what it keeps to itself, wherever the flag may come from. Linking with -ffast-math is as
# bad: gcc then adds code that flushes small numbers to zero when the program starts.
set(carom_flags "$ENV{CFLAGS} $ENV{LDFLAGS} ${CMAKE_C_FLAGS}")
foreach(kind EXE SHARED MODULE)
  string(APPEND carom_flags " ${CMAKE_${kind}_LINKER_FLAGS}")
endforeach()
foreach(config ${CMAKE_BUILD_TYPE} ${CMAKE_CONFIGURATION_TYPES})
  string(TOUPPER ${config} config)
  string(APPEND carom_flags " ${CMAKE_C_FLAGS_${config}}")
  foreach(kind EXE SHARED MODULE)
    string(APPEND carom_flags " ${CMAKE_${kind}_LINKER_FLAGS_${config}}")
  endforeach()
endforeach()
foreach(inherited COMPILE_OPTIONS LINK_OPTIONS) # of a project that this one is a part of
  get_directory_property(options ${inherited})
  string(APPEND carom_flags " ${options}")
endforeach()
string(CONCAT carom_never "(-Ofast|-ffast-math|-ffp-model=(fast|aggressive)|-funsafe-math-optimizations"
  "|-fassociative-math|-freciprocal-math|-ffinite-math-only|-fno-signed-zeros|-fno-honor-nans"
  "|-fno-honor-infinities|-fapprox-func|-fsingle-precision-constant|-mdaz-ftz|-mfpmath=[a-z0-9,+]*387"
  "|-fdenormal-fp-math=[a-z,-]*(zero|sign))([ ;]|$)")
if(carom_flags MATCHES "${carom_never}")
  message(FATAL_ERROR "carom does not compute the right thing with ${CMAKE_MATCH_1}: its results "
    "would have other bits. Leave the flag out (CFLAGS, LDFLAGS, CMAKE_C_FLAGS and those of the "
    "build type, options of the project around it).")
endif()
add_compile_options(-ffp-contract=off -fno-math-errno -fno-trapping-math
  "SHELL:-include \"${PROJECT_SOURCE_DIR}/laws/ieee.h\"")

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
