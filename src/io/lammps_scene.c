/* SPDX-License-Identifier: MIT */
/* Selects the features of a scene that have an equivalent in LAMMPS. */
#include "io/lammps_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "io/frames_scene.h"

static bool is_listed(const char *key, const char *const *list)
{
  while (*list && strcmp(key, *list))
    list++;
  return *list != NULL;
}

/* Rejects everything that is not known to mean the same there, so that nothing is lost silently. */
static carom_status only(const carom_node *group, const char *const *known, carom_error *err)
{
  for (const carom_node *item = group ? group->first : NULL; item; item = item->next) {
    char path[120];
    if (!item->key || item->assumed || is_listed(item->key, known)) continue;
    carom_tree_path(item, path, sizeof path);
    return carom_fail(err, CAROM_ERR_CONFLICT, path,
                      "'%s' has no counterpart in what is exported to LAMMPS; leave it out", path);
  }
  return CAROM_OK;
}

static carom_status look_at_keys(const carom_scenario *s, carom_error *err)
{
  static const char *const of_scene[] = {
      "particles", "walls",   "sizes",          "groups",
      "domain",    "gravity", "expected_speed", "restitution_error",
      "velocity",  "skin",    "overlap_limit",  NULL};
  static const char *const of_domain[] = {"low", "high", "periodic", NULL};
  static const char *const of_walls[] = {"shape", "point",    "direction", "low",
                                         "high",  "material", NULL};
  static const char *const of_particles[] = {
      "material",     "position",  "low",         "high",      "within",
      "file",         "velocity",  "spin",        "arrange",   "count",
      "fraction",     "radius",    "radius_max",  "gap",       "jitter",
      "seed",         "agitation", "mass",        "fixed",     "table",
      "distribution", "weighted",  "radius_mean", "deviation", "log_deviation",
      "exponent",     NULL};
  const carom_node *scene = carom_tree_get(carom_tree_root(s->tree), "scene");
  CAROM_TRY(only(scene, of_scene, err));
  CAROM_TRY(only(carom_tree_get(scene, "domain"), of_domain, err));
  const carom_node *walls = carom_tree_get(scene, "walls");
  for (const carom_node *w = walls ? walls->first : NULL; w; w = w->next)
    CAROM_TRY(only(w, of_walls, err));
  const carom_node *particles = carom_tree_get(scene, "particles");
  for (const carom_node *p = particles ? particles->first : NULL; p; p = p->next)
    CAROM_TRY(only(p, of_particles, err));
  return CAROM_OK;
}

static bool is_smooth(const carom_stage_def *stage)
{
  return !stage->model || !strcmp(stage->model, "none");
}

static carom_status look_at_def(const carom_scene_def *def, carom_error *err)
{
  if (def->velocity != CAROM_VELOCITY_HALF)
    return carom_fail(err, CAROM_ERR_CONFLICT, "scene.velocity",
                      "LAMMPS takes the velocities of the middle of a step; give 'velocity: half'");
  for (int w = 0; w < def->walls; w++)
    if (def->wall[w].shape != CAROM_WALL_PLANE && def->wall[w].shape != CAROM_WALL_BOX)
      return carom_fail(err, CAROM_ERR_CONFLICT, "scene.walls",
                        "wall '%.60s': planes and boxes are exported; the walls of LAMMPS that are "
                        "curved take their curvature into account",
                        def->wall[w].name ? def->wall[w].name : "");
  for (int c = 0; c < def->contacts; c++) {
    const carom_scene_contact *own = &def->contact[c];
    if (!is_smooth(&own->rolling) || !is_smooth(&own->twisting) || !is_smooth(&own->adhesion))
      return carom_fail(
          err, CAROM_ERR_CONFLICT, "contacts",
          "rolling, twisting and adhesion are not exported to LAMMPS; leave them out");
  }
  return CAROM_OK;
}

/* The smallest, a medium and the largest body of a material, and whether some are fixed. */
struct sorts {
  int count;
  bool fixed;
  carom_lammps_bodies sort[3];
};

static struct sorts sorts_of(const carom_frame *f, int material)
{
  struct sorts s = {.count = 0};
  int64_t pick[3] = {-1, -1, -1};
  for (int64_t i = 0; i < f->bodies; i++) {
    const carom_frame_body *b = &f->body[i];
    if (b->material != material) continue;
    s.fixed |= b->fixed;
    if (pick[0] < 0 || b->radius < f->body[pick[0]].radius) pick[0] = i;
    if (pick[1] < 0 || i < f->bodies / 2) pick[1] = i;
    if (pick[2] < 0 || b->radius > f->body[pick[2]].radius) pick[2] = i;
  }
  for (int k = 0; k < 3 && pick[0] >= 0; k++)
    s.sort[s.count++] = (carom_lammps_bodies){f->body[pick[k]].radius, f->body[pick[k]].mass};
  return s;
}

/* The R* and m* that a pairing can have, from these bodies. */
enum { MOST_BODIES = 27 };
static int bodies_of(const carom_frame *f, const carom_scene_pairing *p,
                     carom_lammps_bodies list[MOST_BODIES])
{
  const struct sorts a = sorts_of(f, p->between[0]), b = sorts_of(f, p->between[1]);
  int count = 0;
  if (p->wall) {
    memcpy(list, a.sort, sizeof a.sort);
    return a.count;
  }
  for (int i = 0; i < a.count; i++)
    for (int k = 0; k < b.count; k++) {
      const carom_lammps_bodies *x = &a.sort[i], *y = &b.sort[k];
      const double radius = x->radius * y->radius / (x->radius + y->radius);
      list[count++] = (carom_lammps_bodies){radius, x->mass * y->mass / (x->mass + y->mass)};
      if (b.fixed) list[count++] = (carom_lammps_bodies){radius, x->mass};
      if (a.fixed) list[count++] = (carom_lammps_bodies){radius, y->mass};
    }
  return count;
}

static const carom_scene_contact *contact_of(const carom_scene_def *def, const int between[2])
{
  for (int c = 0; c < def->contacts; c++) {
    const int *own = def->contact[c].between;
    if ((own[0] == between[0] && own[1] == between[1]) ||
        (own[0] == between[1] && own[1] == between[0]))
      return &def->contact[c];
  }
  return NULL;
}

static carom_status add_pairing(carom_lammps_scene *out, const carom_scene_pairing *p,
                                carom_error *err)
{
  const carom_scene_contact *contact = contact_of(out->def, p->between);
  const carom_material *m = out->def->material;
  carom_lammps_bodies bodies[MOST_BODIES];
  carom_tangential_pair tangential;
  carom_lammps_pairing *to = &out->pairing[out->pairings];
  const int count = bodies_of(&out->start.frame, p, bodies);
  if (count == 0 || !contact) return CAROM_OK; /* it does not occur */
  *to = (carom_lammps_pairing){.between = {p->between[0], p->between[1]},
                               .wall = p->wall,
                               .asked = p->asked,
                               .delivered = p->delivered};
  CAROM_TRY(carom_tangential_prepare(&contact->tangential, &p->contact, &m[p->between[0]],
                                     &m[p->between[1]], 0, &tangential, err));
  CAROM_TRY(carom_lammps_law_of(&p->contact, &tangential, bodies, count, &to->law, err));
  out->pairings++;
  return CAROM_OK;
}

static carom_status blame_pairing(const carom_lammps_scene *out, const carom_scene_pairing *p,
                                  carom_status status, carom_error *err)
{
  const carom_scenario *s = out->scenario;
  if (!err || status == CAROM_OK) return status;
  for (int c = 0; c < s->contacts; c++) {
    const int a = s->contact[c].a, b = s->contact[c].b;
    if ((a == p->between[0] && b == p->between[1]) || (a == p->between[1] && b == p->between[0])) {
      char what[24];
      snprintf(what, sizeof what, "%.20s", err->where);
      snprintf(err->where, sizeof err->where, "contacts[%d].%s", c, what);
      break;
    }
  }
  return status;
}

static carom_status take_bodies(carom_scene *scene, carom_lammps_scene *out, carom_error *err)
{
  const carom_scene_def *def = out->def;
  const char **name = malloc(((size_t)def->materials + 1) * sizeof *name);
  if (!name) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory");
  for (int m = 0; m < def->materials; m++)
    name[m] = def->material[m].name;
  carom_frames frames = {.folder = "", .material = name, .materials = def->materials};
  for (int k = 0; k < 3; k++) {
    frames.periodic[k] = def->periodic[k];
    if (isfinite(def->low[k]) && isfinite(def->high[k]))
      frames.low[k] = def->low[k], frames.high[k] = def->high[k];
  }
  const carom_status status = carom_frames_take(&frames, scene, &out->start, err);
  free(name);
  CAROM_TRY(status);
  const carom_frame *f = &out->start.frame;
  out->skin = HUGE_VAL;
  for (int64_t i = 0; i < f->bodies; i++) {
    const carom_frame_body *b = &f->body[i];
    const double *v = b->velocity, *w = b->spin;
    out->used[b->material] = true;
    out->skin = 0.4 * b->radius < out->skin ? 0.4 * b->radius : out->skin;
    if (b->fixed && (v[0] != 0 || v[1] != 0 || v[2] != 0 || w[0] != 0 || w[1] != 0 || w[2] != 0))
      return carom_fail(err, CAROM_ERR_CONFLICT, "scene.particles",
                        "a fixed particle has a velocity, which LAMMPS' freeze does not know");
  }
  if (f->bodies == 0)
    return carom_fail(err, CAROM_ERR_MISSING, "scene.particles", "there are no particles");
  return CAROM_OK;
}

static int64_t steps_of(double time, double step)
{
  const double steps = floor(time / step + 0.5);
  return steps < 1 ? 1 : steps > 2e9 ? 2000000000 : (int64_t)steps;
}

carom_status carom_lammps_prepare(const carom_scenario *scenario, const carom_scene_def *def,
                                  carom_scene *scene, carom_lammps_scene *out, carom_error *err)
{
  const int pairings = carom_scene_pairings(scene);
  *out = (carom_lammps_scene){.scenario = scenario, .def = def, .step = carom_scene_step(scene)};
  out->pairing = calloc((size_t)pairings + 1, sizeof *out->pairing);
  out->used = calloc((size_t)def->materials + 1, sizeof *out->used);
  if (!out->pairing || !out->used)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory");
  CAROM_TRY(look_at_def(def, err));
  CAROM_TRY(look_at_keys(scenario, err));
  CAROM_TRY(take_bodies(scene, out, err));
  for (int i = 0; i < pairings; i++) {
    carom_scene_pairing p;
    CAROM_TRY(carom_scene_pairing_at(scene, i, &p, err));
    CAROM_TRY(blame_pairing(out, &p, add_pairing(out, &p, err), err));
  }
  out->steps = steps_of(scenario->run.until, out->step);
  if (scenario->record.frames != CAROM_UNSET)
    out->frames = steps_of(scenario->record.frames, out->step);
  return CAROM_OK;
}

void carom_lammps_free(carom_lammps_scene *lammps)
{
  carom_frame_held_free(&lammps->start);
  free(lammps->pairing);
  free(lammps->used);
  *lammps = (carom_lammps_scene){.pairings = 0};
}
