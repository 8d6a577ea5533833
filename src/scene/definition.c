/* SPDX-License-Identifier: MIT */
/* Definitions of scenes: defaults, and what is refused at once. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "scene/populations.h"
#include "scene/scene.h"

#define COOKIE 0x5ce9e5u

carom_scene_particle carom_scene_particle_default(void)
{
  carom_scene_particle p;
  memset(&p, 0, sizeof p);
  p.radius = 1e-3;
  p.mass = CAROM_UNSET;
  return p;
}

carom_scene_contact carom_scene_contact_default(void)
{
  carom_scene_contact c;
  memset(&c, 0, sizeof c);
  c.normal = carom_contact_default();
  c.tangential = carom_tangential_default();
  return c;
}

carom_scene_wall carom_scene_wall_default(void)
{
  carom_scene_wall w;
  memset(&w, 0, sizeof w);
  w.direction[2] = 1;
  for (int k = 0; k < 3; k++)
    w.low[k] = w.high[k] = __builtin_nan(""); /* not given; infinity leaves a face out */
  return w;
}

carom_scene_def carom_scene_default(void)
{
  carom_scene_def def;
  memset(&def, 0, sizeof def);
  for (int k = 0; k < 3; k++) {
    def.low[k] = CAROM_UNSET;
    def.high[k] = -CAROM_UNSET;
  }
  def.step = CAROM_UNSET;
  def.skin = CAROM_UNSET;
  def.restitution_error = 1e-3;
  def.overlap_limit = 0.5;
  def.cookie = COOKIE;
  return def;
}

static bool finite3(const double v[3])
{
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

static carom_status check_particle(const carom_scene_def *def, long i, carom_error *err)
{
  const carom_scene_particle *p = &def->particle[i];
  char where[48];
  snprintf(where, sizeof where, "particle[%ld]", i);
  if (!finite3(p->position) || !finite3(p->velocity) || !finite3(p->spin))
    return carom_fail(err, CAROM_ERR_RANGE, where, "position, velocity and spin must be numbers");
  if (!(p->radius >= 1e-12 && p->radius <= 1e9))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a radius of %g m is outside [1e-12, 1e+09] m",
                      p->radius);
  if (p->mass != CAROM_UNSET && !(p->mass >= 1e-30 && p->mass <= 1e30))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a mass of %g kg is outside [1e-30, 1e+30] kg",
                      p->mass);
  if (p->material < 0 || p->material >= def->materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", p->material);
  if (p->mass == CAROM_UNSET && def->material[p->material].density == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "its mass follows from the density of its material, which is not given; give "
                      "that density, or a mass");
  for (int k = 0; k < 3; k++)
    if (p->position[k] < def->low[k] || p->position[k] > def->high[k])
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "it is outside the domain: %g m is not in [%g, %g] m", p->position[k],
                        def->low[k], def->high[k]);
  return CAROM_OK;
}

carom_status carom_scene_check(const carom_scene_def *def, carom_error *err)
{
  if (!def || def->cookie != COOKIE)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene",
                      "the definition was not made by carom_scene_default()");
  _Static_assert(CAROM_SCENE_PARTICLES_MAX == UINT32_MAX / CAROM_POSITION_BYTES,
                 "numbers of 32 bits");
  if (def->particles < (def->sizes > 0 ? 0 : 1) || (def->particles > 0 && !def->particle) ||
      def->particles > CAROM_SCENE_PARTICLES_MAX)
    return carom_fail(err, CAROM_ERR_MISSING, "particles",
                      "1 to 134 million particles are needed, or none with declared sizes");
  if (def->materials < 1 || !def->material || def->materials > 1000)
    return carom_fail(err, CAROM_ERR_MISSING, "materials", "1 to 1000 materials are needed");
  if (def->contacts < 0 || (def->contacts > 0 && !def->contact) || def->walls < 0 ||
      (def->walls > 0 && !def->wall))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "a table is missing");
  if (def->step != CAROM_UNSET && !(def->step >= 1e-18 && def->step <= 1e6))
    return carom_fail(err, CAROM_ERR_RANGE, "step", "%g s is outside [1e-18, 1e+06] s", def->step);
  if (!(def->restitution_error >= 1e-9 && def->restitution_error <= 1))
    return carom_fail(err, CAROM_ERR_RANGE, "restitution_error", "%g is outside [1e-09, 1]",
                      def->restitution_error);
  if (!(def->overlap_limit > 0 && def->overlap_limit <= 1))
    return carom_fail(err, CAROM_ERR_RANGE, "overlap_limit", "%g is outside ]0, 1]",
                      def->overlap_limit);
  if (def->skin != CAROM_UNSET && !(def->skin > 0 && def->skin < 1e9))
    return carom_fail(err, CAROM_ERR_RANGE, "skin", "%g m must be above 0", def->skin);
  if (def->threads < 0 || def->threads > CAROM_THREADS_MAX)
    return carom_fail(err, CAROM_ERR_RANGE, "threads",
                      "%d threads are not accepted; give 1 to %d, or 0 for one per core",
                      def->threads, CAROM_THREADS_MAX);
  if (!finite3(def->gravity) || !finite3(def->gravity_spin))
    return carom_fail(err, CAROM_ERR_RANGE, "gravity", "must be numbers");
  for (int k = 0; k < 3; k++) {
    if (!(def->high[k] > def->low[k]))
      return carom_fail(err, CAROM_ERR_RANGE, "domain", "must end above where it begins");
    if (def->periodic[k] && !(def->high[k] - def->low[k] < 1e300))
      return carom_fail(err, CAROM_ERR_MISSING, "domain",
                        "a periodic direction needs both ends of the domain");
  }
  CAROM_TRY(carom_sizes_check(def, err));
  for (long i = 0; i < def->particles; i++) {
    CAROM_TRY(check_particle(def, i, err));
    CAROM_TRY(carom_size_check(def, i, err));
  }
  return CAROM_OK;
}
