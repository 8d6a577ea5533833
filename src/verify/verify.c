/* SPDX-License-Identifier: MIT */
#include "verify/verify.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const carom_verify_case contacts[] = {
    {"chung-ooi-1", "two equal spheres, elastic", "Hertz, closed form", carom_verify_chung_ooi_1},
    {"chung-ooi-2", "sphere on a plane, elastic", "Hertz, closed form", carom_verify_chung_ooi_2},
    {"chung-ooi-3", "sphere on a plane, restitution asked for", "what was asked",
     carom_verify_chung_ooi_3},
    {"chung-ooi-4", "oblique impact, one speed, 5 to 85 degrees",
     "sliding: closed form; else planar integration", carom_verify_chung_ooi_4},
    {"chung-ooi-5", "oblique impact, one normal speed",
     "sliding: closed form; else planar integration", carom_verify_chung_ooi_5},
    {"chung-ooi-6", "spinning sphere on a plane", "sliding: closed form; else planar integration",
     carom_verify_chung_ooi_6},
    {"chung-ooi-7", "two spheres of opposite spin", "nothing slides: spins are kept",
     carom_verify_chung_ooi_7},
    {"chung-ooi-8", "two spheres of different sizes, one spinning",
     "sliding: closed form; else planar integration", carom_verify_chung_ooi_8},
    {"mfix-dem01", "free fall on a wall", "damped oscillator, closed form", carom_verify_dem01},
    {"mfix-dem02", "a ball bounces on a wall", "damped oscillators in a row; hard spheres",
     carom_verify_dem02},
    {"mfix-dem03", "two compressed spheres between walls", "linear system, closed form",
     carom_verify_dem03},
    {"mfix-dem04", "a sphere slips, then rolls", "closed form", carom_verify_dem04},
    {"mfix-dem05", "oblique impact of alumina", "sliding: closed form; else planar integration",
     carom_verify_dem05},
    {"rolling", "a sphere of Hertz's law slips, then rolls", "closed form", carom_verify_rolling},
    {"dashpots", "oblique impacts with a tangential dashpot", "planar integration",
     carom_verify_dashpots},
    {"turning", "contacts that turn while they grip", "planar integrations", carom_verify_turning},
    {"cluster", "momentum of an isolated cluster", "conserved", carom_verify_cluster},
    {"gas", "energy budget of a gas, smooth and rough", "conserved; error falls as step^2",
     carom_verify_gas},
    {"impact", "two spheres against the resolved impact", "carom_impact_resolve",
     carom_verify_impact},
    {"beads", "a row of beads against the chain", "carom_chain, resolved and in steps",
     carom_verify_row_of_beads},
    {"shakedown", "plastic contact pressed again and again", "the law alone; the first dent",
     carom_verify_shakedown},
};

static const carom_verify_case bulk[] = {
    {"terminal-velocity", "a sphere sinks in a fluid", "Stokes, and quadratic drag: closed forms",
     carom_verify_terminal},
    {"haff", "a granular gas cools", "Enskog's collision rate, a2 of van Noije and Ernst",
     carom_verify_haff},
    {"jamming", "equal smooth spheres are compressed through jamming",
     "O'Hern, Silbert, Liu and Nagel, Phys. Rev. E 68, 011306 (2003)", carom_verify_jamming},
    {"simple-shear", "friction and solid fraction by the inertial number",
     "mu(I) of Jop et al. (2006) and Chialvo et al. (2012)", carom_verify_simple_shear},
    {"triaxial", "triaxial compression, dense and loose",
     "friction angles of spheres; one critical state", carom_verify_triaxial},
    {"sedimentation", "grains of two sizes sink in a fluid",
     "Stokes' velocities; weight less buoyancy", carom_verify_sedimentation},
    {"chute", "a deep flow down a rough plane", "Bagnold's profile; Silbert et al. 2001",
     carom_verify_chute},
    {"momentum-balance", "fields of a chute by coarse graining",
     "the balance of momentum, at any instant", carom_verify_balance},
    {"repose", "heaps from a lifted cylinder and below a hopper",
     "steeper with rolling friction and with cohesion; heights of Ai et al.", carom_verify_repose},
    {"sound", "speed of sound of a crystal and of packings", "lattice dynamics; p^(1/6) to p^(1/4)",
     carom_verify_sound},
};

static const struct {
  const char *name;
  const carom_verify_case *first;
  int count;
} sets[CAROM_VERIFY_SETS] = {
    [CAROM_VERIFY_CONTACTS] = {"contacts", contacts, sizeof contacts / sizeof *contacts},
    [CAROM_VERIFY_BULK] = {"bulk", bulk, sizeof bulk / sizeof *bulk},
};

int carom_verify_cases(void)
{
  int count = 0;
  for (int set = 0; set < CAROM_VERIFY_SETS; set++)
    count += sets[set].count;
  return count;
}

const carom_verify_case *carom_verify_case_at(int index)
{
  for (int set = 0; index >= 0 && set < CAROM_VERIFY_SETS; index -= sets[set++].count)
    if (index < sets[set].count) return &sets[set].first[index];
  return NULL;
}

carom_verify_set carom_verify_set_of(const carom_verify_case *which)
{
  for (int k = 0; k < sets[CAROM_VERIFY_BULK].count; k++)
    if (which == &sets[CAROM_VERIFY_BULK].first[k]) return CAROM_VERIFY_BULK;
  return CAROM_VERIFY_CONTACTS;
}

const char *carom_verify_set_name(carom_verify_set set)
{
  return sets[set].name;
}

static void tell(carom_verify *v, const carom_verify_row *row)
{
  v->rows++;
  v->failed += !row->passed;
  v->tell(v->user, row);
}

static void add(carom_verify *v, const char *unit, double reference, double value, double tolerance,
                const char *why, const char *format, va_list list)
{
  char what[96];
  vsnprintf(what, sizeof what, format, list);
  tell(v, &(carom_verify_row){.name = v->name,
                              .what = what,
                              .unit = unit,
                              .reference = reference,
                              .value = value,
                              .tolerance = tolerance,
                              .why = why,
                              .passed = fabs(value - reference) <= tolerance,
                              .error = NAN});
}

void carom_verify_add(carom_verify *v, const char *unit, double reference, double value,
                      double tolerance, const char *why, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  add(v, unit, reference, value, tolerance, why, format, list);
  va_end(list);
}

void carom_verify_within(carom_verify *v, const char *unit, double low, double high, double value,
                         const char *why, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  add(v, unit, 0.5 * (low + high), value, 0.5 * (high - low), why, format, list);
  va_end(list);
}

void carom_verify_sample(carom_verify_mean *m, double value)
{
  const double off = value - m->mean;
  m->count++;
  m->mean += off / m->count;
  m->squares += off * (value - m->mean);
}

double carom_verify_error(const carom_verify_mean *m)
{
  const double n = m->count;
  return n > 1 ? sqrt(m->squares / (n * (n - 1))) : NAN;
}

void carom_verify_band(carom_verify *v, const char *unit, double low, double high,
                       const carom_verify_mean *m, const char *source, const char *format, ...)
{
  char what[96];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  const double error = carom_verify_error(m);
  tell(v, &(carom_verify_row){.name = v->name,
                              .what = what,
                              .unit = unit,
                              .reference = 0.5 * (low + high),
                              .value = m->count > 0 ? m->mean : NAN,
                              .tolerance = 0.5 * (high - low),
                              .why = source,
                              .passed = m->count > 0 && m->mean >= low && m->mean <= high &&
                                        !(error > 0.5 * (high - low)),
                              .samples = m->count,
                              .error = error});
}

void carom_verify_stop(carom_verify *v, const carom_error *err)
{
  carom_verify_add(v, "", 0, NAN, 0, "it must run", "%s: %.80s", err->where, err->text);
}

int carom_verify_run(const carom_verify_case *which, const carom_verify_options *options,
                     carom_verify_tell *told, void *user)
{
  carom_verify v = {.tell = told, .user = user, .name = which->name};
  if (options) v.options = *options;
  which->run(&v);
  return v.failed + (v.rows == 0);
}
