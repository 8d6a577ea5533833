/* SPDX-License-Identifier: MIT */
/* Definitions of scenes: defaults and checks. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "contact/needs.h"
#include "core/error.h"
#include "scene/populations.h"
#include "core/fields.h"
#include "core/ranges.h"
#include "scene/applied.h"
#include "scene/holds.h"
#include "scene/scene.h"

#define COOKIE 0x5ce9e5u

static const carom_field scene_fields[] = {
    {"step", "s", CAROM_UNSET, CAROM_RANGE_STEP, NULL, "length of the steps; if not given, chosen"},
    {"restitution_error", "1", 1e-3, CAROM_RANGE_RESTITUTION_ERROR, NULL,
     "largest mean error of the restitution that the step may cause"},
    {"skin", "m", CAROM_UNSET, CAROM_RANGE_SKIN, NULL,
     "neighbours are listed up to this distance; if not given, it is chosen"},
    {"overlap_limit", "1", 0.5, CAROM_RANGE_OVERLAP_LIMIT, NULL,
     "a deeper overlap, as a share of the smaller radius, stops the run"},
};

static const carom_field particle_fields[] = {
    {"radius", "m", 1e-3, CAROM_RANGE_RADIUS, NULL, "radius"},
    {"mass", "kg", CAROM_UNSET, CAROM_RANGE_MASS, NULL,
     "mass; if not given, from the material's density"},
};

carom_fields carom_scene_fields(void)
{
  return (carom_fields){scene_fields, sizeof scene_fields / sizeof *scene_fields};
}

carom_fields carom_scene_particle_fields(void)
{
  return (carom_fields){particle_fields, sizeof particle_fields / sizeof *particle_fields};
}

carom_scene_particle carom_scene_particle_default(void)
{
  carom_scene_particle p;
  memset(&p, 0, sizeof p);
  p.radius = particle_fields[0].fallback;
  p.mass = CAROM_UNSET;
  return p;
}

carom_scene_contact carom_scene_contact_default(void)
{
  carom_scene_contact c;
  memset(&c, 0, sizeof c);
  c.normal = carom_contact_default();
  c.tangential = c.rolling = c.twisting = c.adhesion = carom_tangential_default();
  return c;
}

carom_scene_wall carom_scene_wall_default(void)
{
  carom_scene_wall w;
  memset(&w, 0, sizeof w);
  w.direction[2] = 1;
  for (int k = 0; k < 3; k++)
    w.low[k] = w.high[k] = __builtin_nan(""); /* not given; infinity leaves a face out */
  w.length = CAROM_UNSET;
  w.scale = 1;
  w.smooth_angle = 0.3490658503988659; /* 20 degrees */
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
  def.restitution_error = scene_fields[1].fallback;
  def.overlap_limit = scene_fields[3].fallback;
  def.cookie = COOKIE;
  return def;
}

static bool finite3(const double v[3])
{
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

static carom_status check_particle(const carom_scene_def *def, int64_t i, carom_error *err)
{
  const carom_scene_particle *p = &def->particle[i];
  char where[48], of[CAROM_MATERIAL_TEXT];
  snprintf(where, sizeof where, "particle[%" PRId64 "]", i);
  if (!finite3(p->position) || !finite3(p->velocity) || !finite3(p->spin))
    return carom_fail(err, CAROM_ERR_RANGE, where, "position, velocity and spin must be numbers");
  CAROM_TRY(carom_field_check(&particle_fields[0], p->radius, where, err));
  CAROM_TRY(carom_field_check(&particle_fields[1], p->mass, where, err));
  if (p->material < 0 || p->material >= def->materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", p->material);
  if (p->mass == CAROM_UNSET && def->material[p->material].density == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "its mass follows from the density of %s, which is not given; give that "
                      "density, or a mass",
                      carom_material_text(&def->material[p->material], "its material", of));
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
  if (def->particles < (def->sizes > 0 || def->sources > 0 || def->clumps > 0 ? 0 : 1) ||
      (def->particles > 0 && !def->particle) || def->particles > CAROM_SCENE_PARTICLES_MAX)
    return carom_fail(
        err, CAROM_ERR_MISSING, "particles",
        "1 to 134 million particles are needed, or none with clumps, declared sizes or a source");
  if (def->materials < 1 || !def->material || def->materials > 1000)
    return carom_fail(err, CAROM_ERR_MISSING, "materials", "1 to 1000 materials are needed");
  if (def->contacts < 0 || (def->contacts > 0 && !def->contact) || def->walls < 0 ||
      (def->walls > 0 && !def->wall))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "a table is missing");
  const double value[] = {def->step, def->restitution_error, def->skin, def->overlap_limit};
  for (size_t k = 0; k < sizeof value / sizeof *value; k++)
    CAROM_TRY(carom_field_check(&scene_fields[k], value[k], NULL, err));
  if (def->threads < 0 || def->threads > CAROM_THREADS_MAX)
    return carom_fail(err, CAROM_ERR_RANGE, "threads",
                      "%d threads are not accepted; give 1 to %d, or 0 for one per core",
                      def->threads, CAROM_THREADS_MAX);
  if ((unsigned)def->velocity > CAROM_VELOCITY_HALF)
    return carom_fail(err, CAROM_ERR_RANGE, "velocity", "must be that of the middle or the end");
  if ((unsigned)def->leaves > CAROM_LEAVES_DELETE)
    return carom_fail(err, CAROM_ERR_RANGE, "leaves", "particles stop the run or are deleted");
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
  CAROM_TRY(carom_sinks_check(def, err));
  CAROM_TRY(carom_groups_check(def, err));
  CAROM_TRY(carom_applied_check(def, err));
  CAROM_TRY(carom_bonds_check(def, err));
  CAROM_TRY(carom_box_check(def, err));
  CAROM_TRY(carom_holds_check(def, err));
  for (int64_t i = 0; i < def->particles; i++) {
    CAROM_TRY(check_particle(def, i, err));
    CAROM_TRY(carom_size_check(def, i, err));
  }
  return carom_sources_check(def, err);
}
