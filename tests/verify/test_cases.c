/* SPDX-License-Identifier: MIT */
/* The cases of `carom verify`, one test each. */
#include <stdlib.h>
#include <string.h>

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

/* Those of the bulk take minutes, but for these; the others run in make test-full. */
static bool is_short(const carom_verify_case *which)
{
  return carom_verify_set_of(which) == CAROM_VERIFY_CONTACTS ||
         !strcmp(which->name, "terminal-velocity");
}

static void runs(void **state)
{
  const carom_verify_options options = {.threads = 1};
  assert_int_equal(carom_verify_run(*state, &options, complain, NULL), 0);
}

int main(void)
{
  const int count = carom_verify_cases();
  struct CMUnitTest *tests = calloc((size_t)count, sizeof *tests);
  if (count == 0 || !tests) {
    puts("no case, or no memory for them");
    return 1;
  }
  int used = 0;
  for (int i = 0; i < count; i++) {
    const carom_verify_case *which = carom_verify_case_at(i);
    if (!is_short(which)) continue;
    tests[used++] = (struct CMUnitTest){
        .name = which->name, .test_func = runs, .initial_state = (void *)(uintptr_t)which};
  }
  const int failed = _cmocka_run_group_tests("verify", tests, (size_t)used, NULL, NULL);
  free(tests);
  return failed;
}
