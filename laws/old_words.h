/* SPDX-License-Identifier: MIT */
/* Lets laws written for the previous version compile in this one: CAROM_SLOTS_L and CAROM_LEVELS_L
 * with the functions `levels` and `fresh` and the type carom_L_slots, which are now called
 * CAROM_COEFFICIENTS_L, CAROM_BREAKPOINTS_L, `breakpoints`, `virgin` and carom_L_coefficients.
 *
 * A law uses the old names if it defines CAROM_SLOTS_L. This is detected by expanding the list with
 * an item that consists of a comma and a 1: a defined list then has a 1 as its second argument, an
 * undefined name has the argument that follows it. */
#ifndef CAROM_OLD_WORDS_H
#define CAROM_OLD_WORDS_H

#define CAROM_OLD_ITEM(...) , 1,
#define CAROM_OLD_SECOND(first, second, ...) second
#define CAROM_OLD_COUNT(...) CAROM_OLD_SECOND(__VA_ARGS__, 0, 0)
#define CAROM_OLD_PASTE(a, b) a##b
#define CAROM_OLD_JOIN(a, b) CAROM_OLD_PASTE(a, b)
#define CAROM_OLD_CHOOSE(what, L)                                                                  \
  CAROM_OLD_JOIN(what, CAROM_OLD_COUNT(CAROM_SLOTS_##L(CAROM_OLD_ITEM)))

/* CAROM_COEFFICIENTS_L(M), and the names of the functions that have been renamed. */
#define CAROM_COEFFICIENT_LIST(L, M) CAROM_OLD_CHOOSE(CAROM_OLD_LIST_, L)(L, M)
#define CAROM_OLD_LIST_0(L, M) CAROM_COEFFICIENTS_##L(M)
#define CAROM_OLD_LIST_1(L, M) CAROM_SLOTS_##L(M)

#define CAROM_VIRGIN(L) CAROM_OLD_CHOOSE(CAROM_OLD_VIRGIN_, L)(L)
#define CAROM_OLD_VIRGIN_0(L) carom_##L##_virgin
#define CAROM_OLD_VIRGIN_1(L) carom_##L##_fresh

#define CAROM_BREAKPOINTS(L) CAROM_OLD_CHOOSE(CAROM_OLD_BREAKPOINTS_, L)(L)
#define CAROM_OLD_BREAKPOINTS_0(L) carom_##L##_breakpoints
#define CAROM_OLD_BREAKPOINTS_1(L) carom_##L##_levels

#define CAROM_BREAKPOINT_COUNT(L) CAROM_OLD_CHOOSE(CAROM_OLD_COUNT_, L)(L)
#define CAROM_OLD_COUNT_0(L) CAROM_BREAKPOINTS_##L
#define CAROM_OLD_COUNT_1(L) CAROM_LEVELS_##L

/* The type under its old name, with a deprecation warning, for laws with old names only. */
#define CAROM_OLD_TYPE(L) CAROM_OLD_CHOOSE(CAROM_OLD_TYPE_, L)(L)
#define CAROM_OLD_TYPE_0(L)
#define CAROM_OLD_TYPE_1(L)                                                                        \
  typedef carom_##L##_coefficients carom_##L##_slots CAROM_DEPRECATED(                             \
      "a law has coefficients, breakpoints and a virgin state now");

#define CAROM_SLOTS_HYSTERESIS CAROM_COEFFICIENTS_HYSTERESIS
#define CAROM_SLOTS_POWER_LAW CAROM_COEFFICIENTS_POWER_LAW
#define CAROM_SLOTS_QUARTER_POWER CAROM_COEFFICIENTS_QUARTER_POWER
#define CAROM_SLOTS_TWO_PHASE CAROM_COEFFICIENTS_TWO_PHASE
#define CAROM_MEMORY_LEVELS CAROM_MEMORY_BREAKPOINTS
#define CAROM_FIELDS_SEPARATION CAROM_FIELDS_TENSION

#endif
