/* SPDX-License-Identifier: MIT */
/* A program of tests: SUITE("units", numbers_are_read, words_are_refused) is its main(). */
#ifndef CAROM_TESTS_SUITE_H
#define CAROM_TESTS_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* cmocka_unit_test(a), cmocka_unit_test(b) ... of up to 24 names. */
#define SUITE_1(t) cmocka_unit_test(t)
#define SUITE_2(t, ...) cmocka_unit_test(t), SUITE_1(__VA_ARGS__)
#define SUITE_3(t, ...) cmocka_unit_test(t), SUITE_2(__VA_ARGS__)
#define SUITE_4(t, ...) cmocka_unit_test(t), SUITE_3(__VA_ARGS__)
#define SUITE_5(t, ...) cmocka_unit_test(t), SUITE_4(__VA_ARGS__)
#define SUITE_6(t, ...) cmocka_unit_test(t), SUITE_5(__VA_ARGS__)
#define SUITE_7(t, ...) cmocka_unit_test(t), SUITE_6(__VA_ARGS__)
#define SUITE_8(t, ...) cmocka_unit_test(t), SUITE_7(__VA_ARGS__)
#define SUITE_9(t, ...) cmocka_unit_test(t), SUITE_8(__VA_ARGS__)
#define SUITE_10(t, ...) cmocka_unit_test(t), SUITE_9(__VA_ARGS__)
#define SUITE_11(t, ...) cmocka_unit_test(t), SUITE_10(__VA_ARGS__)
#define SUITE_12(t, ...) cmocka_unit_test(t), SUITE_11(__VA_ARGS__)
#define SUITE_13(t, ...) cmocka_unit_test(t), SUITE_12(__VA_ARGS__)
#define SUITE_14(t, ...) cmocka_unit_test(t), SUITE_13(__VA_ARGS__)
#define SUITE_15(t, ...) cmocka_unit_test(t), SUITE_14(__VA_ARGS__)
#define SUITE_16(t, ...) cmocka_unit_test(t), SUITE_15(__VA_ARGS__)
#define SUITE_17(t, ...) cmocka_unit_test(t), SUITE_16(__VA_ARGS__)
#define SUITE_18(t, ...) cmocka_unit_test(t), SUITE_17(__VA_ARGS__)
#define SUITE_19(t, ...) cmocka_unit_test(t), SUITE_18(__VA_ARGS__)
#define SUITE_20(t, ...) cmocka_unit_test(t), SUITE_19(__VA_ARGS__)
#define SUITE_21(t, ...) cmocka_unit_test(t), SUITE_20(__VA_ARGS__)
#define SUITE_22(t, ...) cmocka_unit_test(t), SUITE_21(__VA_ARGS__)
#define SUITE_23(t, ...) cmocka_unit_test(t), SUITE_22(__VA_ARGS__)
#define SUITE_24(t, ...) cmocka_unit_test(t), SUITE_23(__VA_ARGS__)
#define SUITE_CHOOSE(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17,   \
                     _18, _19, _20, _21, _22, _23, _24, chosen, ...)                               \
  chosen
#define SUITE_LIST(...)                                                                            \
  SUITE_CHOOSE(__VA_ARGS__, SUITE_24, SUITE_23, SUITE_22, SUITE_21, SUITE_20, SUITE_19, SUITE_18,  \
               SUITE_17, SUITE_16, SUITE_15, SUITE_14, SUITE_13, SUITE_12, SUITE_11, SUITE_10,     \
               SUITE_9, SUITE_8, SUITE_7, SUITE_6, SUITE_5, SUITE_4, SUITE_3, SUITE_2, SUITE_1,    \
               none)                                                                               \
  (__VA_ARGS__)

/* The same with functions called before the first test and after the last, or NULL. */
#define SUITE_WITH(name, before, after, ...)                                                       \
  int main(void)                                                                                   \
  {                                                                                                \
    const struct CMUnitTest tests[] = {SUITE_LIST(__VA_ARGS__)};                                   \
    return cmocka_run_group_tests_name(name, tests, before, after);                                \
  }
#define SUITE(name, ...) SUITE_WITH(name, NULL, NULL, __VA_ARGS__)

#endif
