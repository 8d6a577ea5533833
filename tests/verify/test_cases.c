/* SPDX-License-Identifier: MIT */
/* The cases of `carom verify`, one test each. */
#include <stdlib.h>

#include "close.h"
#include "verify/verify.h"

static void complain(void *user, const carom_verify_row *row)
{
  (void)user;
  if (row->passed) return;
  print_error("%s: %s: %.12g %s, reference %.12g, off by %.3g, allowed %.3g (%s)\n", row->name,
              row->what, row->value, row->unit, row->reference, row->value - row->reference,
              row->tolerance, row->why);
}

static void runs(void **state)
{
  assert_int_equal(carom_verify_run(*state, complain, NULL), 0);
}

int main(void)
{
  const int count = carom_verify_cases();
  struct CMUnitTest *tests = calloc((size_t)count, sizeof *tests);
  if (count == 0 || !tests) {
    puts("no case, or no memory for them");
    return 1;
  }
  for (int i = 0; i < count; i++)
    tests[i] = (struct CMUnitTest){.name = carom_verify_case_at(i)->name,
                                   .test_func = runs,
                                   .initial_state = (void *)(uintptr_t)carom_verify_case_at(i)};
  const int failed = _cmocka_run_group_tests("verify", tests, (size_t)count, NULL, NULL);
  free(tests);
  return failed;
}
