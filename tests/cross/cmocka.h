/* SPDX-License-Identifier: MIT */
/* As much of cmocka as programs for other processors need, where Debian has no cmocka: the first
 * assertion that fails ends the program. */
#ifndef CAROM_TESTS_CMOCKA_H
#define CAROM_TESTS_CMOCKA_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define print_message printf
#define print_error(...) fprintf(stderr, __VA_ARGS__)

#define fail_msg(...)                                                                              \
  (fprintf(stderr, "%s:%d: ", __FILE__, __LINE__), fprintf(stderr, __VA_ARGS__),                   \
   fputc('\n', stderr), exit(EXIT_FAILURE))
#define _fail(file, line) (fprintf(stderr, "%s:%d\n", file, line), exit(EXIT_FAILURE))
#define assert_true(x) ((x) ? (void)0 : fail_msg("%s", #x))
#define assert_false(x) assert_true(!(x))
#define assert_non_null(x) assert_true((x) != NULL)
#define assert_null(x) assert_true((x) == NULL)
#define assert_int_equal(a, b) assert_true((intmax_t)(a) == (intmax_t)(b))
#define assert_int_not_equal(a, b) assert_true((intmax_t)(a) != (intmax_t)(b))
#define assert_ptr_equal(a, b) assert_true((const void *)(a) == (const void *)(b))
#define assert_string_equal(a, b) assert_true(strcmp(a, b) == 0)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)

struct CMUnitTest {
  const char *name;
  void (*run)(void **state);
};

#define cmocka_unit_test(f)                                                                        \
  {                                                                                                \
#f, f                                                                                          \
  }
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
  cmocka_run_group_tests_name(#tests, tests, setup, teardown)
#define cmocka_run_group_tests_name(group, tests, setup, teardown)                                 \
  carom_run_tests(group, tests, sizeof(tests) / sizeof *(tests), setup, teardown)

static inline int carom_run_tests(const char *group, const struct CMUnitTest *test, size_t count,
                                  int (*setup)(void **state), int (*teardown)(void **state))
{
  void *state = NULL;
  if (setup && setup(&state) != 0) fail_msg("%s: the setup failed", group);
  for (size_t i = 0; i < count; i++)
    test[i].run(&state);
  if (teardown && teardown(&state) != 0) fail_msg("%s: the teardown failed", group);
  printf("%s: %d tests passed\n", group, (int)count);
  return count == 0;
}

#endif
