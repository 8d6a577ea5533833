// SPDX-License-Identifier: MIT
// The same program as C++: laws are headers that both languages compile.
#include "laws.c"
