/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "measure/measure.h"

carom_status carom_look_archive(const void *state, const char *name, const carom_archive *archive,
                                carom_error *err)
{
  enum { MOST = 64 };
  if (!state || !name || !archive || !archive->array)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "archive",
                      "a measure, a name and an archive are needed");
  const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_/");
  if (length == 0 || length > MOST || name[length])
    return carom_fail(err, CAROM_ERR_SYNTAX, "name",
                      "'%.60s' cannot name arrays; use up to %d of a-z, 0-9, '_' and '/'", name,
                      MOST);
  return CAROM_OK;
}

carom_status carom_look_begin(carom_look *look, carom_scene *s, const carom_selection *of,
                              carom_error *err)
{
  if (!s || !of)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "a scene and a selection are needed");
  CAROM_TRY(carom_selection_check(s, of, err));
  if (of->within && !(carom_region_volume(&of->region) > 0))
    return carom_fail(err, CAROM_ERR_RANGE, "region", "a disc or a ring holds no particles");
  *look = (carom_look){.s = s, .of = of, .grain = carom_scene_sample(s).grain, .anywhere = *of};
  look->anywhere.within = false;
  look->everyone = of->group < 0 && of->material < 0 && of->id[0] == 0 && of->id[1] == UINT32_MAX &&
                   !(of->radius[0] > 0) && of->radius[1] > 1e300;
  s->engine->extent(s, &look->blocks, &look->workers);
  return CAROM_OK;
}

carom_status carom_look_no_room(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "measure", "there is not enough memory to measure this");
}

double carom_look_volume(const carom_look *look)
{
  const carom_model *m = &look->s->model;
  double volume = carom_region_volume(&look->of->region);
  if (!look->of->within)
    volume = (m->high[0] - m->low[0]) * (m->high[1] - m->low[1]) * (m->high[2] - m->low[2]);
  return volume - volume == 0 ? volume : carom_nan();
}

void carom_look_centre(const carom_look *look, int64_t i, double out[3])
{
  const carom_scene *s = look->s;
  const int64_t clump = s->model.clumps ? carom_clump_of(s, s->particles.tag[i]) : -1;
  memcpy(out,
         clump < 0 ? carom_look_grain(look, i)->position : s->clumps.clump[clump].rigid.position,
         3 * sizeof *out);
}

void carom_look_motion(const carom_look *look, int64_t i, double centre[3], double velocity[3])
{
  const carom_scene *s = look->s;
  const carom_scene_grain *g = carom_look_grain(look, i);
  const int64_t tag = s->particles.tag[i], clump = s->model.clumps ? carom_clump_of(s, tag) : -1;
  memcpy(centre, g->position, sizeof g->position);
  memcpy(velocity, g->velocity, sizeof g->velocity);
  if (clump < 0) return;
  const carom_clump *c = &s->clumps.clump[clump];
  double axis[3][3], arm[3], turning[3];
  carom_quaternion_axes(c->rigid.orientation, axis);
  carom_clump_arm(axis, c->scale, s->clumps.shape[c->shape].member[tag - c->first].offset, arm);
  carom_cross(g->spin, arm, turning);
  for (int k = 0; k < 3; k++) {
    centre[k] -= arm[k];
    velocity[k] -= turning[k];
  }
}

int64_t carom_look_body(const carom_look *look, int64_t i)
{
  const carom_scene *s = look->s;
  const int64_t clump = s->model.clumps ? carom_clump_of(s, s->particles.tag[i]) : -1;
  return clump < 0 ? i : s->particles.index_of[s->clumps.clump[clump].first];
}

/* The recorded force, or else the force evaluated once more from the law. */
static void find_force(const carom_scene *s, const carom_contact_view *v, carom_contact_pieces *c)
{
  if (v->applied) {
    for (int k = 0; k < 3; k++)
      c->force[k] = v->applied[k];
    c->push = -carom_dot(v->applied, v->normal);
    return;
  }
  const carom_scene_touch touch = carom_scene_touch_of(s, v);
  c->push = touch.force.elastic + touch.force.dissipative;
  for (int k = 0; k < 3; k++)
    c->force[k] = touch.tangential[k] - c->push * v->normal[k];
}

/* Moves the end of a piece to the centre of mass of a clump, which carries forces between its
 * members. */
static void end_at_clump(const carom_scene *s, int64_t i, double end[3])
{
  const carom_particles *p = &s->particles;
  const int64_t clump = p->clump ? carom_clump_of(s, p->tag[i]) : -1;
  double images[3], shift[3], velocity[3];
  if (clump < 0) return;
  for (int k = 0; k < 3; k++)
    images[k] = p->image[3 * i + k];
  carom_box_image(s, images, shift, velocity);
  for (int k = 0; k < 3; k++)
    end[k] += s->clumps.clump[clump].rigid.position[k] - (carom_position_row(p, i)[k] + shift[k]);
}

carom_contact_pieces carom_contact_pieces_of(const carom_scene *s, const carom_contact_view *v)
{
  const bool wall = carom_partner_is_wall(v->partner);
  const double *x = carom_position_of(s, v->first);
  const double length = (wall ? 0 : carom_position_of(s, v->partner)[3]) + x[3] - v->overlap;
  const double arm = wall ? length : v->arm; /* a wall begins at its surface */
  carom_contact_pieces c;
  c.a = v->first;
  c.b = wall ? -1 : (int64_t)v->partner;
  find_force(s, v, &c);
  carom_fold(&s->model, x, c.from);
  for (int k = 0; k < 3; k++) {
    c.normal[k] = v->normal[k];
    c.point[k] = c.from[k] + arm * v->normal[k];
    c.to[k] = c.from[k] + length * v->normal[k];
  }
  if (s->model.clumps) {
    end_at_clump(s, c.a, c.from);
    if (!wall) end_at_clump(s, c.b, c.to);
  }
  return c;
}

carom_contact_pieces carom_bond_pieces_of(const carom_scene *s, int64_t bond)
{
  const uint32_t *body = s->bonds.body[bond];
  const double *x = carom_position_of(s, body[0]), *on_b = s->bonds.row[bond].force;
  carom_contact_pieces c = {.a = body[0], .b = body[1]};
  double apart[3];
  carom_bond_apart(&s->model, x, carom_position_of(s, body[1]), apart);
  const double length = CAROM_SQRT(carom_dot(apart, apart));
  carom_fold(&s->model, x, c.from);
  for (int k = 0; k < 3; k++) {
    c.force[k] = -on_b[k];
    c.normal[k] = apart[k] / length;
    c.point[k] = c.from[k] + 0.5 * apart[k];
    c.to[k] = c.from[k] + apart[k];
  }
  c.push = -carom_dot(c.force, c.normal);
  return c;
}
