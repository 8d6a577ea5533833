/* SPDX-License-Identifier: MIT */
/* The sizes that a scene is made for. */
#include "scene/populations.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/needs.h"
#include "core/error.h"

carom_scene_size carom_scene_size_default(void)
{
  return (carom_scene_size){
      .radius = CAROM_UNSET, .radius_max = CAROM_UNSET, .radius_mean = CAROM_UNSET};
}

double carom_sphere_mass(const carom_material *material, double r)
{
  const double pi = 3.14159265358979323846;
  return 4.0 / 3.0 * pi * r * r * r * material->density;
}

double carom_particle_mass(const carom_scene_def *def, const carom_scene_particle *p)
{
  return p->mass != CAROM_UNSET ? p->mass
                                : carom_sphere_mass(&def->material[p->material], p->radius);
}

const carom_scene_size *carom_declared_size(const carom_scene_def *def, int material)
{
  for (int k = 0; k < def->sizes; k++)
    if (def->size[k].material == material) return &def->size[k];
  return NULL;
}

static double largest(const carom_scene_size *z)
{
  return z->radius_max == CAROM_UNSET ? z->radius : z->radius_max;
}

static double mean(const carom_scene_size *z)
{
  if (z->radius_mean != CAROM_UNSET) return z->radius_mean;
  return z->radius == largest(z) ? z->radius : 0.5 * (z->radius + largest(z));
}

static carom_status check(const carom_scene_def *def, int k, carom_error *err)
{
  const carom_scene_size *z = &def->size[k];
  char where[32], of[CAROM_MATERIAL_TEXT];
  snprintf(where, sizeof where, "size[%d]", k);
  if (z->material < 0 || z->material >= def->materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", z->material);
  if (carom_declared_size(def, z->material) != z)
    return carom_fail(err, CAROM_ERR_CONFLICT, where,
                      "sizes of %s are declared already; declare one range",
                      carom_material_text(&def->material[z->material], "this material", of));
  if (!(z->radius >= 1e-12 && z->radius <= 1e9))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a radius of %g m is outside [1e-12, 1e+09] m",
                      z->radius);
  if (!(largest(z) >= z->radius && largest(z) <= 1e9))
    return carom_fail(err, CAROM_ERR_RANGE, where,
                      "the largest radius, %g m, is outside [%g, 1e+09] m", largest(z), z->radius);
  if (!(mean(z) >= z->radius && mean(z) <= largest(z)))
    return carom_fail(err, CAROM_ERR_RANGE, where, "the mean radius, %g m, is outside [%g, %g] m",
                      mean(z), z->radius, largest(z));
  if (def->material[z->material].density == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "masses of these sizes follow from the density of %s, which is not given; "
                      "give that density",
                      carom_material_text(&def->material[z->material], "the material", of));
  return CAROM_OK;
}

carom_status carom_sizes_check(const carom_scene_def *def, carom_error *err)
{
  if (def->sizes < 0 || (def->sizes > 0 && !def->size))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "size", "a table is missing");
  for (int k = 0; k < def->sizes; k++)
    CAROM_TRY(check(def, k, err));
  return CAROM_OK;
}

carom_status carom_size_check(const carom_scene_def *def, int64_t particle, carom_error *err)
{
  const carom_scene_particle *p = &def->particle[particle];
  const carom_scene_size *z = carom_declared_size(def, p->material);
  char where[48], of[CAROM_MATERIAL_TEXT];
  if (!z) return CAROM_OK;
  const carom_material *material = &def->material[p->material];
  snprintf(where, sizeof where, "particle[%" PRId64 "]", particle);
  if (p->radius < z->radius || p->radius > largest(z))
    return carom_fail(err, CAROM_ERR_RANGE, where,
                      "a radius of %g m is outside the sizes declared for %s, %g to %g m; declare "
                      "a wider range",
                      p->radius, carom_material_text(material, "its material", of), z->radius,
                      largest(z));
  const double mass = carom_particle_mass(def, p), least = carom_sphere_mass(material, z->radius),
               most = carom_sphere_mass(material, largest(z));
  if (mass < least || mass > most)
    return carom_fail(err, CAROM_ERR_RANGE, where,
                      "a mass of %g kg is outside that of the sizes declared for %s, %g to %g kg; "
                      "declare a wider range, or leave the mass out",
                      mass, carom_material_text(material, "its material", of), least, most);
  return CAROM_OK;
}

/* Particles of declared sizes may come later; assumes at least two that move. */
static void declare(carom_population *k, const carom_scene_size *z, const carom_material *material)
{
  const bool some_fixed = k->moving < k->count;
  k->declared = true;
  k->moving = k->moving > 2 ? k->moving : 2;
  k->count = k->count > k->moving ? k->count : k->moving;
  k->small = z->radius;
  k->large = largest(z);
  k->most = 1 / carom_sphere_mass(material, k->small);
  k->turn = carom_sphere_turn(k->most, k->small);
  k->least = some_fixed ? 0 : 1 / carom_sphere_mass(material, k->large);
  k->radius = mean(z);
  k->mass = k->least == k->most ? 1 / k->most : carom_sphere_mass(material, k->radius);
}

static void add(carom_population *k, const carom_scene_particle *p, double mass)
{
  const double inv_mass = p->fixed ? 0 : 1 / mass;
  if (k->count++ == 0)
    *k = (carom_population){
        .count = 1, .small = p->radius, .large = p->radius, .least = inv_mass, .most = inv_mass};
  k->moving += !p->fixed;
  k->radius += p->radius;
  k->mass += mass;
  k->small = p->radius < k->small ? p->radius : k->small;
  k->large = p->radius > k->large ? p->radius : k->large;
  k->least = inv_mass < k->least ? inv_mass : k->least;
  k->most = inv_mass > k->most ? inv_mass : k->most;
  const double turn = carom_sphere_turn(inv_mass, p->radius);
  k->turn = turn > k->turn ? turn : k->turn;
}

carom_population *carom_populations_of(const carom_scene_def *def)
{
  carom_population *all = calloc((size_t)def->materials + 1, sizeof *all);
  for (int64_t i = 0; all && i < def->particles; i++)
    add(&all[def->particle[i].material], &def->particle[i],
        carom_particle_mass(def, &def->particle[i]));
  for (int m = 0; all && m < def->materials; m++) {
    carom_population *k = &all[m];
    const carom_scene_size *z = carom_declared_size(def, m);
    k->density = def->material[m].density;
    if (z) {
      declare(k, z, &def->material[m]);
    } else if (k->count > 0) {
      k->radius = k->small == k->large ? k->small : k->radius / (double)k->count;
      k->mass = k->least == k->most && k->most > 0 ? 1 / k->most : k->mass / (double)k->count;
    }
    if (def->holds > 0) k->least = 0; /* any of them may be held, with infinite mass */
  }
  return all;
}
