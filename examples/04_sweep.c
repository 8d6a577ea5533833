/* SPDX-License-Identifier: MIT */
/* Restitution against impact speed for two plastic laws, on all cores or on as many threads as the
 * argument says: 04_sweep [THREADS]. Every impact writes to its own row, so that the table is the
 * same for any number of threads. */
#include <carom/carom.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPEEDS = 25, LAWS = 2 };

typedef struct sweep {
  carom_contact contact[LAWS];
  double speed[SPEEDS], restitution[SPEEDS][LAWS];
} sweep;

/* Impact number `index`: a speed and a law. */
static void strike(void *user, int64_t index)
{
  sweep *s = user;
  const int64_t row = index / LAWS, law = index % LAWS;
  carom_impact_def def = carom_impact_default();
  carom_impact r;
  def.contact = &s->contact[law];
  def.speed = s->speed[row];
  const carom_status status = carom_impact_resolve(&def, &r, NULL);
  s->restitution[row][law] = status == CAROM_OK ? r.restitution : nan("");
}

int main(int count, char **argument)
{
  static const char *const laws[LAWS] = {"wang-viscous", "ma-liu"};
  const int threads = count > 1 ? atoi(argument[1]) : 0; /* 0: one per core */
  static sweep s;
  carom_contact_def def = carom_contact_default();
  carom_error err;
  def.speed = 5; /* where wang-viscous is calibrated */
  for (int i = 0; i < LAWS; i++) {
    def.law = laws[i];
    if (carom_contact_prepare(&def, &s.contact[i], &err) != CAROM_OK) {
      fprintf(stderr, "%s: %s\n", err.where, err.text);
      return 1;
    }
  }
  const double ratio = 1.4677992676220695; /* six speeds a decade: 10^(1/6) */
  s.speed[0] = 0.01;
  for (int i = 1; i < SPEEDS; i++)
    s.speed[i] = s.speed[i - 1] * ratio;
  if (carom_parallel(threads, (int64_t)SPEEDS * LAWS, strike, &s) != CAROM_OK) return 1;

  printf("speed[m/s],%s,%s\n", laws[0], laws[1]);
  for (int i = 0; i < SPEEDS; i++)
    printf("%.6g,%.17g,%.17g\n", s.speed[i], s.restitution[i][0], s.restitution[i][1]);
  return 0;
}
