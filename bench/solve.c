/* SPDX-License-Identifier: MIT */
/* Preparing contacts, with exact calibration, and resolving impacts. */
#include "bench.h"

#include <inttypes.h>
#include <stdlib.h>

static void stop(const char *what, const carom_error *err)
{
  fprintf(stderr, "bench: %s: %s\n", what, err->text);
  exit(1);
}

static double prepare_time(const carom_contact_def *def, carom_contact *c)
{
  carom_error err;
  const double start = bench_seconds();
  if (carom_contact_prepare(def, c, &err) != CAROM_OK) stop(def->law, &err);
  return bench_seconds() - start;
}

/* Several impacts in a row: one alone is too short for the clock. */
static double impact_time(const carom_contact *c, double tolerance, carom_impact *r)
{
  enum { REPEATS = 4 };
  carom_impact_def def = carom_impact_default();
  carom_error err;
  def.contact = c;
  def.tolerance = tolerance;
  const double start = bench_seconds();
  for (int k = 0; k < REPEATS; k++)
    if (carom_impact_resolve(&def, r, &err) != CAROM_OK) stop("impact", &err);
  return (bench_seconds() - start) / REPEATS;
}

static void keep_best(double *best, double time)
{
  if (*best == 0 || time < *best) *best = time;
}

static double magnitude(double x)
{
  return x < 0 ? -x : x;
}

static void solve_laws(FILE *csv, int rounds)
{
  printf("\nprepare: exact calibration of the default contact; impact: at 1 m/s, tolerance 1e-12\n"
         "%-22s %11s %11s %7s %12s %11s\n",
         "law", "prepare, us", "impact, us", "rates", "restitution", "asked");
  for (int i = 0; i < carom_law_count(); i++) {
    carom_contact_def def = carom_contact_default();
    carom_contact c;
    carom_impact r;
    double prepare = 0, impact = 0;
    def.law = carom_law_about(carom_law_at(i))->name;
    for (int k = 0; k < rounds; k++) {
      keep_best(&prepare, prepare_time(&def, &c));
      keep_best(&impact, impact_time(&c, 1e-12, &r));
      if (prepare > 1e-3 && k > rounds / 20) break;
    }
    const double asked = c.asked[1] > 0 ? c.asked[1] : c.asked[0];
    printf("%-22s %11.2f %11.2f %7" PRId64 " %12.9f ", def.law, 1e6 * prepare, 1e6 * impact,
           r.rates, r.restitution);
    if (asked > 0)
      printf("%11.9f\n", asked);
    else
      printf("%11s\n", "-");
    if (!csv) continue;
    fprintf(csv,
            "prepare,%s,exact,%.3f,us\nimpact,%s,1e-12,%.3f,us\nimpact,%s,1e-12,%" PRId64
            ",rates\n",
            def.law, 1e6 * prepare, def.law, 1e6 * impact, def.law, r.rates);
  }
}

/* An elastic impact lasts 2.943... times its depth over its speed. */
static void solve_hertz(FILE *csv, int rounds)
{
  static const double tolerance[] = {1e-8, 1e-9, 1e-10, 3e-11, 1e-11, 1e-12, 1e-13};
  enum { TOLERANCES = sizeof tolerance / sizeof *tolerance };
  const carom_contact_def def = carom_contact_default();
  carom_contact c;
  carom_impact r[TOLERANCES];
  double time[TOLERANCES] = {0};
  prepare_time(&def, &c);
  const double stiffness = carom_hertz_stiffness(c.modulus, c.radius);
  const double depth = carom_pow(1.25 * c.mass * c.speed * c.speed / stiffness, 0.4);
  const double duration = 2.9432751843247043 * depth / c.speed;
  for (int k = 0; k < rounds; k++)
    for (int j = 0; j < TOLERANCES; j++)
      keep_best(&time[j], impact_time(&c, tolerance[j], &r[j]));

  printf("\nHertz impact of two steel spheres (K = %.6g N/m^1.5, m* = %.6g kg, 1 m/s)\n"
         "%10s %9s %7s %16s %16s\n",
         stiffness, c.mass, "tolerance", "us", "rates", "duration, error", "rebound, error");
  int enough = -1;
  for (int j = 0; j < TOLERANCES; j++) {
    const double late = magnitude(r[j].duration / duration - 1),
                 off = magnitude(r[j].restitution - 1);
    printf("%10.0e %9.2f %7" PRId64 " %16.1e %16.1e\n", tolerance[j], 1e6 * time[j], r[j].rates,
           late, off);
    if (enough < 0 && late <= 1e-10 && off <= 1e-10) enough = j;
    if (csv)
      fprintf(csv,
              "hertz-impact,hertz,%.0e,%.3f,us\nhertz-impact,hertz,%.0e,%.2e,duration error\n"
              "hertz-impact,hertz,%.0e,%.2e,rebound error\n",
              tolerance[j], 1e6 * time[j], tolerance[j], late, tolerance[j], off);
  }
  if (enough < 0) return;
  printf("within 1e-10 of duration and rebound from tolerance %.0e on\n", tolerance[enough]);
  if (csv)
    fprintf(csv,
            "hertz-impact-1e-10,hertz,%.0e,%.3f,us\nhertz-impact-1e-10,hertz,stiffness,%.17g,"
            "N/m^1.5\nhertz-impact-1e-10,hertz,mass,%.17g,kg\n",
            tolerance[enough], 1e6 * time[enough], stiffness, c.mass);
}

void bench_solve(FILE *csv, int rounds)
{
  solve_laws(csv, rounds);
  solve_hertz(csv, rounds);
}
