/* SPDX-License-Identifier: MIT */
/* Checkpoints that nobody asked for take their share of the time and no more. */
#include "close.h"
#include "io/checkpoint.h"

static void a_fiftieth_at_most(void **state)
{
  (void)state;
  assert_true(carom_checkpoint_wait(0) == 0.5);
  for (double cost = 1e-4; cost < 1e3; cost *= 1.7) {
    const double wait = carom_checkpoint_wait(cost), share = cost / (wait + cost);
    assert_true(wait >= 0.5 && share <= 0.02);
    if (wait > 0.5) assert_true(share > 0.019); /* and not much less where they are dear */
  }
}

SUITE("time between checkpoints", a_fiftieth_at_most)
