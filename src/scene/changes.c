/* SPDX-License-Identifier: MIT */
/* What a caller may change between two steps: gravity, the presence of walls, tangential models. If
 * forces change, the scene begins anew from its positions, velocities and histories
 * (carom_scene_begin). */
#include <string.h>

#include "core/error.h"
#include "scene/scene.h"

carom_status carom_scene_can_change(const carom_scene *s, carom_error *err)
{
  if (!s) return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "there is no scene");
  if (s->stopped != CAROM_OK)
    return carom_fail(err, s->stopped, "scene", "the scene has stopped at %.9g s and cannot go on",
                      carom_scene_time(s));
  return CAROM_OK;
}

carom_status carom_scene_set_gravity(carom_scene *s, const double gravity[3], carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  if (!gravity || !(gravity[0] - gravity[0] == 0 && gravity[1] - gravity[1] == 0 &&
                    gravity[2] - gravity[2] == 0))
    return carom_fail(err, CAROM_ERR_RANGE, "gravity", "gravity must be finite");
  if (s->box.deforms && (gravity[0] != 0 || gravity[1] != 0 || gravity[2] != 0))
    return carom_fail(err, CAROM_ERR_CONFLICT, "gravity", "a box that deforms has no gravity");
  carom_budget_pause(s);
  carom_budget_settle_gravity(s);
  carom_scene_take_velocities(s);
  for (int k = 0; k < 3; k++)
    s->gravity[k] = s->model.gravity_start[k] = gravity[k];
  s->model.gravity_set = 1;
  s->model.gravity_varies = false;
  s->stopped = carom_scene_begin(s, false, err);
  if (s->stopped != CAROM_OK) return s->stopped;
  carom_budget_resume(s);
  return CAROM_OK;
}

carom_status carom_scene_set_wall_present(carom_scene *s, int wall, bool present, carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  CAROM_TRY(carom_scene_has("wall", wall, s->walls.count, err));
  carom_wall *w = &s->walls.wall[wall];
  if (w->absent == !present) return CAROM_OK;
  carom_budget_pause(s);
  if (!present) carom_budget_wall(s, wall, -1);
  carom_scene_take_velocities(s);
  w->absent = !present;
  s->stopped = carom_scene_begin(s, false, err);
  if (s->stopped != CAROM_OK) return s->stopped;
  if (present) carom_budget_wall(s, wall, 1);
  carom_budget_resume(s);
  return CAROM_OK;
}

/* Constants of a pair's tangential stage: the same model with other settings. */
static carom_status prepare(const carom_scene *s, const carom_material_pair *c,
                            const carom_tangential_def *def, carom_tangential_pair *out,
                            carom_error *err)
{
  CAROM_TRY(carom_tangential_prepare(def, &c->contact, &s->model.material[c->between[0]],
                                     &s->model.material[c->between[1]],
                                     s->model.predicted ? 0.5 : 0, out, err));
  if (out->model != c->model)
    return carom_fail(err, CAROM_ERR_CONFLICT, "model",
                      "contacts have histories of their tangential model; give the same one, with "
                      "other settings");
  if (c->model && s->model.predicted && c->model->damped(out->constant) &&
      !s->model.records_traction)
    return carom_fail(err, CAROM_ERR_CONFLICT, "tangential",
                      "a model without a dashpot cannot get one; give it a small one from the "
                      "start");
  return CAROM_OK;
}

static bool is_between(const carom_material_pair *c, int a, int b)
{
  return (c->between[0] == a && c->between[1] == b) || (c->between[0] == b && c->between[1] == a);
}

carom_status carom_scene_set_tangential(carom_scene *s, int a, int b,
                                        const carom_tangential_def *def, carom_error *err)
{
  carom_tangential_pair made;
  int found = 0;
  CAROM_TRY(carom_scene_can_change(s, err));
  if (!def) return carom_fail(err, CAROM_ERR_ARGUMENT, "tangential", "there is no definition");
  for (int k = 0; k < s->model.material_pairs; k++) {
    carom_material_pair *c = &s->model.material_pair[k];
    if (!is_between(c, a, b)) continue;
    CAROM_TRY(prepare(s, c, def, &made, err));
    found++;
  }
  if (found == 0)
    return carom_fail(err, CAROM_ERR_RANGE, "between", "materials %d and %d never meet", a, b);
  for (int k = 0; k < s->model.material_pairs; k++) {
    carom_material_pair *c = &s->model.material_pair[k];
    if (!is_between(c, a, b) || !c->model) continue;
    CAROM_TRY(prepare(s, c, def, &made, err));
    memcpy(c->grip, made.constant, sizeof c->grip);
    for (int i = 0; i < c->stages; i++)
      if (c->stage[i].place == CAROM_STAGE_TANGENTIAL)
        memcpy(c->stage[i].constant, made.constant, sizeof c->stage[i].constant);
  }
  return CAROM_OK;
}
