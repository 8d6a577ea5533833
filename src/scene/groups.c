/* SPDX-License-Identifier: MIT */
/* Groups of particles, and which particles a selection contains. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "law_base.h"
#include "law_math.h"
#include "scene/region.h"
#include "scene/scene.h"

carom_selection carom_selection_default(void)
{
  return (carom_selection){.region = carom_region_default(),
                           .material = -1,
                           .id = {0, UINT32_MAX},
                           .radius = {0, carom_infinity()},
                           .group = -1};
}

carom_scene_group carom_scene_group_default(void)
{
  return (carom_scene_group){.name = NULL, .members = carom_selection_default()};
}

static carom_status no_such(const char *what, int number, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_RANGE, what, "there is no %s %d", what, number);
}

carom_status carom_groups_check(const carom_scene_def *def, carom_error *err)
{
  if (def->groups < 0 || def->groups > CAROM_SCENE_GROUPS_MAX || (def->groups > 0 && !def->group))
    return carom_fail(err, CAROM_ERR_RANGE, "group", "a scene has up to %d groups",
                      CAROM_SCENE_GROUPS_MAX);
  for (int k = 0; k < def->groups; k++) {
    const carom_selection *of = &def->group[k].members;
    char where[24];
    snprintf(where, sizeof where, "group[%d]", k);
    carom_status status = of->within ? carom_region_check_plain(&of->region, err) : CAROM_OK;
    if (status == CAROM_OK && of->material >= def->materials)
      status = no_such("material", of->material, err);
    if (status == CAROM_OK && of->group >= k)
      status = carom_fail(err, CAROM_ERR_RANGE, "group",
                          "a group can be a part of one before it only");
    if (status != CAROM_OK) {
      if (err) snprintf(err->where, sizeof err->where, "%s", where);
      return status;
    }
  }
  return CAROM_OK;
}

bool carom_selected(const carom_scene *s, const carom_selection *of, int64_t i,
                    const double folded[3])
{
  const carom_particles *p = &s->particles;
  const double radius = carom_position_row(p, i)[3];
  if (of->material >= 0 && p->material[i] != of->material) return false;
  if (p->id[i] < of->id[0] || p->id[i] > of->id[1]) return false;
  if (!(radius >= of->radius[0] && radius <= of->radius[1])) return false;
  if (of->group >= 0 && !(p->group[i] >> of->group & 1)) return false;
  return !of->within || carom_region_holds(&of->region, folded);
}

carom_status carom_groups_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  if (def->groups == 0) return CAROM_OK;
  s->model.group = malloc((size_t)def->groups * sizeof *s->model.group);
  if (!s->model.group) return carom_fail(err, CAROM_ERR_MEMORY, "group", "no memory");
  s->model.groups = def->groups;
  for (int k = 0; k < def->groups; k++)
    s->model.group[k] = def->group[k].members;
  return CAROM_OK;
}

void carom_groups_assign(carom_scene *s, int64_t i)
{
  carom_groups_assign_at(s, i, carom_position_of(s, i));
}

void carom_groups_assign_at(carom_scene *s, int64_t i, const double position[3])
{
  double folded[3];
  if (s->model.groups == 0) return;
  carom_fold(&s->model, position, folded);
  s->particles.group[i] = 0;
  for (int k = 0; k < s->model.groups; k++)
    if (carom_selected(s, &s->model.group[k], i, folded)) s->particles.group[i] |= UINT32_C(1) << k;
}

void carom_groups_renew(carom_scene *s, int group)
{
  const uint32_t bit = UINT32_C(1) << group;
  for (int64_t i = 0; i < s->particles.count; i++) {
    const int64_t clump = carom_clump_of(s, s->particles.tag[i]);
    const carom_clump *c = clump < 0 ? NULL : &s->clumps.clump[clump];
    const int64_t like = c ? s->particles.index_of[c->first] : i;
    double folded[3];
    carom_fold(&s->model, c ? c->rigid.position : carom_position_of(s, i), folded);
    s->particles.group[i] &= ~bit;
    if (carom_selected(s, &s->model.group[group], like, folded)) s->particles.group[i] |= bit;
  }
}

carom_status carom_selection_check(const carom_scene *s, const carom_selection *of,
                                   carom_error *err)
{
  if (of->within) CAROM_TRY(carom_region_check_plain(&of->region, err));
  if (of->material >= s->model.materials) return no_such("material", of->material, err);
  if (of->group >= s->model.groups) return no_such("group", of->group, err);
  return CAROM_OK;
}

int carom_scene_groups(const carom_scene *s)
{
  return s->model.groups;
}

uint32_t carom_scene_groups_of(const carom_scene *s, int64_t particle)
{
  if (!s || !s->particles.group || particle < 0 || particle >= s->particles.count) return 0;
  return s->particles.group[s->particles.index_of[particle]];
}
