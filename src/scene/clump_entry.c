/* SPDX-License-Identifier: MIT */
/* Clumps that enter later: preparing a scene for them, and how they enter. */
#include <stdlib.h>
#include <string.h>

#include "scene/scene.h"

bool carom_clumps_to_come(const carom_scene_def *def)
{
  for (int k = 0; k < def->sources; k++)
    for (int p = 0; p < def->source[k].parts; p++)
      if (def->source[k].part[p].clump > 0) return true;
  return false;
}

/* The smallest and largest scale of a part. */
static void scales_of(const carom_clump_template *t, const carom_source_part *part, double scale[2])
{
  const bool own = part->sizes.radius_min == CAROM_UNSET;
  scale[0] = own ? 1 : part->sizes.radius_min / t->radius;
  scale[1] = own ? 1 : part->sizes.radius_max / t->radius;
}

typedef void visit_part(void *user, const carom_clump_template *t, const carom_source_part *part,
                        const double scale[2]);

/* Visits the parts that are clumps of a material; -1: of any. */
static void each_part(const carom_clumps *c, const carom_scene_def *def, int material,
                      visit_part *visit, void *user)
{
  for (int k = 0; k < def->sources; k++)
    for (int p = 0; p < def->source[k].parts; p++) {
      const carom_source_part *part = &def->source[k].part[p];
      double scale[2];
      if (part->clump < 1 || (material >= 0 && part->material != material)) continue;
      const carom_clump_template *t = &c->shape[part->clump - 1];
      scales_of(t, part, scale);
      visit(user, t, part, scale);
    }
}

typedef struct radii {
  double least, most, sum;
  int count;
} radii;

static void add_radii(void *user, const carom_clump_template *t, const carom_source_part *part,
                      const double scale[2])
{
  radii *r = user;
  (void)part;
  for (int i = 0; i < t->members; i++)
    for (int k = 0; k < 2; k++) {
      const double one = scale[k] * t->member[i].radius;
      r->least = r->count == 0 || one < r->least ? one : r->least;
      r->most = one > r->most ? one : r->most;
      r->sum += one;
      r->count++;
    }
}

bool carom_clumps_radii(const carom_clumps *c, const carom_scene_def *def, int material,
                        double *least, double *most, double *mean)
{
  radii r = {.count = 0};
  each_part(c, def, material, add_radii, &r);
  *least = r.least;
  *most = r.most;
  *mean = r.count > 0 ? r.least == r.most ? r.least : r.sum / r.count : 0;
  return r.count > 0;
}

typedef struct foreseen {
  const carom_scene_def *def;
  carom_population *of;
  double mass; /* summed over parts */
  int parts;
  bool alone; /* the material has no particles at the start */
} foreseen;

static void add_part(void *user, const carom_clump_template *t, const carom_source_part *part,
                     const double scale[2])
{
  foreseen *f = user;
  carom_population *of = f->of;
  const double density = f->def->material[part->material].density;
  const double middle = 0.5 * (scale[0] + scale[1]);
  double inv_mass[2];
  for (int k = 0; k < 2; k++)
    inv_mass[k] = 1 / (density * t->volume * scale[k] * scale[k] * scale[k]);
  const bool first = f->alone && f->parts == 0;
  of->least = first || inv_mass[1] < of->least ? inv_mass[1] : of->least;
  of->most = first || inv_mass[0] > of->most ? inv_mass[0] : of->most;
  of->push = t->give * inv_mass[0] > of->push ? t->give * inv_mass[0] : of->push;
  of->drag = t->slide * inv_mass[0] > of->drag ? t->slide * inv_mass[0] : of->drag;
  of->crowd = t->crowd > of->crowd ? t->crowd : of->crowd;
  for (int k = 0; k < 3; k++) {
    const double turn = t->volume * inv_mass[0] / (t->inertia[k] * scale[0] * scale[0]);
    of->turn = turn > of->turn ? turn : of->turn;
  }
  f->mass += density * t->volume * middle * middle * middle;
  f->parts++;
}

void carom_clumps_foresee(const carom_clumps *c, const carom_scene_def *def, carom_population *all)
{
  for (int m = 0; m < def->materials; m++) {
    foreseen f = {.def = def, .of = &all[m], .alone = all[m].count == 0};
    double least, most, mean;
    if (!carom_clumps_radii(c, def, m, &least, &most, &mean)) continue;
    each_part(c, def, m, add_part, &f);
    all[m].small = f.alone || least < all[m].small ? least : all[m].small;
    all[m].large = f.alone || most > all[m].large ? most : all[m].large;
    if (f.alone) all[m].radius = mean;
    if (f.alone)
      all[m].mass = f.parts == 1 && all[m].least == all[m].most ? 1 / all[m].most
                                                                : f.mass / f.parts;
    all[m].moving = all[m].moving > 2 ? all[m].moving : 2;
    all[m].count = all[m].count > all[m].moving ? all[m].count : all[m].moving;
  }
}

/* Grows a list and keeps its contents, unlike carom_reserve. */
static bool grow(carom_clump **list, int64_t *capacity, int64_t count)
{
  const int64_t room = count + count / 2 + 16;
  if (count <= *capacity) return true;
  carom_clump *more = realloc(*list, (size_t)room * sizeof *more);
  if (!more) return false;
  *list = more;
  *capacity = room;
  return true;
}

bool carom_clumps_add(carom_scene *s, const carom_scene_clump *c)
{
  carom_clumps *to = &s->clumps;
  const carom_clump_template *t = &to->shape[c->shape];
  carom_scene_particle member[CAROM_CLUMP_SPHERES_MAX];
  if (!grow(&to->entering, &to->entering_capacity, to->entered + 1)) return false;
  carom_clump *one = &to->entering[to->entered++];
  *one = carom_clump_make(t, CAROM_NONE, c);
  one->first = s->exchange.entered;
  carom_clump_members(t, one, c, s->model.low, s->model.length, member);
  for (int k = 0; k < t->members; k++)
    if (!carom_exchange_add(s, &member[k])) return false;
  return true;
}

bool carom_clumps_make_room(carom_scene *s)
{
  carom_clumps *c = &s->clumps;
  return c->entered == 0 || (grow(&c->clump, &c->capacity, c->count + c->entered) &&
                             carom_clumps_reserve(c, c->count + c->entered));
}

void carom_clumps_enter(carom_scene *s, int64_t first)
{
  carom_clumps *c = &s->clumps;
  const int64_t before = c->count;
  for (int64_t k = 0; k < c->entered; k++) {
    c->clump[c->count] = c->entering[k];
    c->clump[c->count++].first += first;
  }
  c->entered = 0;
  carom_clumps_place(s, before);
}
