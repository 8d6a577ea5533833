/* SPDX-License-Identifier: MIT */
/* Many contacts of one law between steel spheres: about three quarters touch, at any depth of an
 * impact at 1 m/s, approaching and parting; pairs with memory have dents of all sizes. */
#include "bench.h"

#include <stdlib.h>

/* The same numbers everywhere: a counter, mixed. */
static double chance(uint64_t *counter, double low, double high)
{
  uint64_t x = ++*counter * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return low + (high - low) * (double)((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

static void *memory(size_t bytes)
{
  void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (p) return p;
  fputs("bench: out of memory\n", stderr);
  exit(1);
}

/* The deepest overlap of an elastic impact at the speed that is expected. */
static double deepest(const carom_contact *c)
{
  const double stiffness = carom_hertz_stiffness(c->modulus, c->radius);
  return carom_pow(1.25 * c->mass * c->speed * c->speed / stiffness, 0.4);
}

static void fill(bench_load *load)
{
  const carom_contact *c = &load->contact;
  const double depth = deepest(c);
  uint64_t counter = 0;
  for (int64_t i = 0; i < load->count; i++) {
    const double size = chance(&counter, 0.5, 2);
    double coefficient[CAROM_MAX_COEFFICIENTS];
    load->overlap[i] = depth * chance(&counter, -1.0 / 3.0, 1);
    load->approach[i] = c->speed * chance(&counter, -1, 1);
    carom_contact_coefficients(c, size * c->radius, size * size * size * c->mass, coefficient);
    for (int k = 0; k < load->law->coefficients; k++)
      load->coefficient[k][i] = coefficient[k];

    carom_state s = carom_contact_virgin(c);
    carom_contact_touch(c, &s, c->speed * chance(&counter, 0, 1));
    carom_contact_commit(c, &s, depth * chance(&counter, 0, 1));
    load->single[i] = s;
    for (int k = 0; k < load->law->states; k++)
      load->state[k][i] = s.value[k];
  }
}

void bench_load_make(bench_load *load, const carom_law *law, int64_t count)
{
  const size_t bytes = (size_t)count * sizeof(double);
  carom_contact_def def = carom_contact_default();
  carom_error err;
  *load = (bench_load){.law = law, .count = count};
  def.law = law->info.name;
  if (carom_contact_prepare(&def, &load->contact, &err) != CAROM_OK) {
    fprintf(stderr, "bench: %s: %s\n", law->info.name, err.text);
    exit(1);
  }
  double **array[] = {&load->overlap, &load->approach, &load->elastic, &load->dissipative};
  for (int k = 0; k < 4; k++)
    *array[k] = memory(bytes);
  for (int k = 0; k < law->coefficients; k++)
    load->coefficient[k] = memory(bytes);
  for (int k = 0; k < law->states; k++)
    load->state[k] = memory(bytes);
  load->single = memory((size_t)count * sizeof *load->single);
  fill(load);
}

void bench_load_free(bench_load *load)
{
  free(load->overlap), free(load->approach), free(load->elastic), free(load->dissipative);
  for (int k = 0; k < CAROM_MAX_COEFFICIENTS; k++)
    free(load->coefficient[k]);
  for (int k = 0; k < CAROM_MAX_STATES; k++)
    free(load->state[k]);
  free(load->single);
}
