/* SPDX-License-Identifier: MIT */
/* Sources: which particle comes next, when, and where. Everything about particle number k of a
 * source is a function of its seed and k. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/chance.h"
#include "scene/populations.h"
#include "scene/region.h"
#include "scene/shell.h"
#include "scene/state.h"

/* Draws of one particle: its part, size and velocity, then places. */
enum { DRAW_PART, DRAW_SIZE, DRAW_VELOCITY, DRAW_TURN = 8, DRAW_PLACE = 16 };
enum { ATTEMPTS = 1000 }; /* for one particle, before there is no room at this time */

carom_scene_source carom_scene_source_default(void)
{
  return (carom_scene_source){.region = carom_region_default(),
                              .rate = CAROM_UNSET,
                              .mass_rate = CAROM_UNSET,
                              .count = CAROM_UNSET,
                              .mass = CAROM_UNSET,
                              .filling = CAROM_UNSET,
                              .every = CAROM_UNSET,
                              .seed = 1};
}

static bool finite3(const double v[3])
{
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

/* Is an optional number valid? */
static bool given(double value, double most)
{
  return value == CAROM_UNSET || (value > 0 && value <= most);
}

/* Do single spheres of the material enter or have declared sizes? */
static bool brings_spheres(const carom_scene_def *def, int material)
{
  for (int k = 0; k < def->sources; k++)
    for (int p = 0; p < def->source[k].parts; p++)
      if (def->source[k].part[p].clump == 0 && def->source[k].part[p].material == material)
        return true;
  return carom_declared_size(def, material) != NULL;
}

static carom_status check_clump(const carom_scene_def *def, const carom_source_part *part,
                                const char *where, carom_error *err)
{
  if (part->clump < 0 || part->clump > def->clump_shapes)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no shape %d", part->clump - 1);
  if (brings_spheres(def, part->material))
    return carom_fail(err, CAROM_ERR_CONFLICT, where,
                      "sizes of spheres are declared for its material, or a source brings some; "
                      "give clumps a material of their own");
  return CAROM_OK;
}

static carom_status check_part(const carom_scene_def *def, const carom_scene_source *source, int p,
                               carom_error *err)
{
  const carom_source_part *part = &source->part[p];
  char where[48];
  snprintf(where, sizeof where, "part[%d]", p);
  if (part->material < 0 || part->material >= def->materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", part->material);
  if (def->material[part->material].density == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "masses follow from the density of the material, which is not given; give "
                      "that density");
  if (!(part->share > 0 && part->share <= 1e30))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a share is above 0");
  carom_error inner = {.code = CAROM_OK};
  if (!(part->clump > 0 && part->sizes.radius_min == CAROM_UNSET) &&
      carom_distribution_check(&part->sizes, &inner) != CAROM_OK) {
    snprintf(where, sizeof where, "part[%d].%.16s", p, inner.where);
    return carom_fail_for(err, &inner, where, "%s", inner.text);
  }
  if (part->clump != 0) return check_clump(def, part, where, err);
  const carom_scene_size *z = carom_declared_size(def, part->material);
  const double most = !z ? 0 : z->radius_max == CAROM_UNSET ? z->radius : z->radius_max;
  if (z && (part->sizes.radius_min < z->radius || part->sizes.radius_max > most))
    return carom_fail(err, CAROM_ERR_RANGE, where,
                      "radii from %g to %g m are outside the sizes declared for the material, %g "
                      "to %g m; declare a wider range",
                      part->sizes.radius_min, part->sizes.radius_max, z->radius, most);
  return CAROM_OK;
}

static carom_status check(const carom_scene_def *def, const carom_scene_source *source,
                          carom_error *err)
{
  const carom_region *region = &source->region;
  const bool flat = region->shape == CAROM_REGION_DISC || region->shape == CAROM_REGION_RING;
  double low[3], high[3];
  CAROM_TRY(carom_region_check_plain(region, err));
  if (region->shape == CAROM_REGION_BELOW)
    return carom_fail(err, CAROM_ERR_RANGE, "shape",
                      "particles cannot enter everywhere below a plane; use a box");
  if (source->parts < 1 || !source->part)
    return carom_fail(err, CAROM_ERR_MISSING, "parts", "say what enters: at least one part");
  for (int p = 0; p < source->parts; p++)
    CAROM_TRY(check_part(def, source, p, err));
  if (!given(source->rate, 1e15) || !given(source->mass_rate, 1e15))
    return carom_fail(err, CAROM_ERR_RANGE, "rate", "a rate is above 0");
  if (source->rate != CAROM_UNSET && source->mass_rate != CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_CONFLICT, "mass_rate",
                      "the rate is one of number or one of mass; keep one of these");
  if (!given(source->count, 4e9) || !given(source->mass, 1e30) || !given(source->filling, 1))
    return carom_fail(err, CAROM_ERR_RANGE, "count", "targets are above 0, a filling at most 1");
  if (source->filling != CAROM_UNSET && flat)
    return carom_fail(err, CAROM_ERR_CONFLICT, "filling",
                      "a disc or a ring has no volume to be filled; use 'count' or 'mass'");
  if (source->rate == CAROM_UNSET && source->mass_rate == CAROM_UNSET &&
      source->count == CAROM_UNSET && source->mass == CAROM_UNSET && source->filling == CAROM_UNSET)
    return carom_fail(
        err, CAROM_ERR_MISSING, "rate",
        "say how fast or how much: 'rate', 'mass_rate', 'count', 'mass' or 'filling'");
  if (!given(source->every, 1e15) || !(source->start >= 0 && source->start <= 1e15))
    return carom_fail(err, CAROM_ERR_RANGE, "every", "an interval is above 0, a start not below 0");
  if (!(source->gap >= 0 && source->gap <= 1e9))
    return carom_fail(err, CAROM_ERR_RANGE, "gap", "a gap is a length from 0 on");
  if (!finite3(source->velocity) || !finite3(source->spread) || !finite3(source->spin))
    return carom_fail(err, CAROM_ERR_RANGE, "velocity", "velocity, spread and spin are numbers");
  carom_region_aabb(region, low, high);
  for (int k = 0; k < 3; k++)
    if (!(low[k] >= def->low[k] && high[k] <= def->high[k]))
      return carom_fail(err, CAROM_ERR_RANGE, region->shape == CAROM_REGION_BOX ? "high" : "point",
                        "particles enter inside the domain: %g to %g m is not in [%g, %g] m",
                        low[k], high[k], def->low[k], def->high[k]);
  return CAROM_OK;
}

carom_status carom_sources_check(const carom_scene_def *def, carom_error *err)
{
  if (def->sources < 0 || (def->sources > 0 && !def->source))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "source", "a table is missing");
  for (int k = 0; k < def->sources; k++) {
    carom_error inner = {.code = CAROM_OK};
    char where[96];
    if (check(def, &def->source[k], &inner) == CAROM_OK) continue;
    snprintf(where, sizeof where, "source[%d].%.64s", k, inner.where);
    return carom_fail_for(err, &inner, where, "%s", inner.text);
  }
  return CAROM_OK;
}

/* The sizes of a material implied by its sources and particles; returns how many parts of sources
 * have the material, or -1 without memory. */
static int implied(const carom_scene_def *def, int material, carom_scene_size *z)
{
  double least = HUGE_VAL, most = 0, sum = 0;
  int parts = 0;
  for (int k = 0; k < def->sources; k++)
    for (int p = 0; p < def->source[k].parts; p++) {
      const carom_source_part *part = &def->source[k].part[p];
      double mean = 0, cube = 0;
      if (part->material != material || part->clump > 0) continue;
      if (carom_distribution_means(&part->sizes, &mean, &cube, NULL) != CAROM_OK) return -1;
      least = part->sizes.radius_min < least ? part->sizes.radius_min : least;
      most = part->sizes.radius_max > most ? part->sizes.radius_max : most;
      sum += mean;
      parts++;
    }
  for (int64_t i = 0; parts > 0 && i < def->particles; i++) {
    const carom_scene_particle *p = &def->particle[i];
    if (p->material != material) continue;
    least = p->radius < least ? p->radius : least;
    most = p->radius > most ? p->radius : most;
  }
  *z = carom_scene_size_default();
  z->material = material;
  z->radius = least;
  z->radius_max = most;
  z->radius_mean = parts > 0 ? sum / parts : 0;
  if (least == most) z->radius_mean = least;
  return parts;
}

carom_scene_size *carom_sources_sizes(const carom_scene_def *def, int *sizes)
{
  carom_scene_size *all = calloc((size_t)def->sizes + (size_t)def->materials + 1, sizeof *all);
  if (!all) return NULL;
  if (def->sizes > 0) memcpy(all, def->size, (size_t)def->sizes * sizeof *all);
  *sizes = def->sizes;
  for (int m = 0; def->sources > 0 && m < def->materials; m++) {
    const int parts = carom_declared_size(def, m) ? 0 : implied(def, m, &all[*sizes]);
    *sizes += parts > 0;
    if (parts >= 0) continue;
    free(all);
    return NULL;
  }
  return all;
}

/* Converts shares of mass to shares of number, by the mean mass of a particle of each part; then
 * adds them up. */
static void add_up_shares(carom_source *to)
{
  double sum = 0;
  for (int p = 0; p < to->parts; p++) {
    carom_source_mix *mix = &to->mix[p];
    if (to->def.shares_by_mass) mix->share /= mix->curve->cube * mix->density * mix->fill;
    mix->share = sum += mix->share;
  }
  for (int p = 0; p < to->parts; p++)
    to->mix[p].share /= sum;
}

static bool create(const carom_scene *s, const carom_scene_def *def, const carom_scene_source *from,
                   carom_source *to)
{
  *to = (carom_source){.def = *from,
                       .name = carom_flow_name(from->name),
                       .mix = calloc((size_t)from->parts, sizeof *to->mix),
                       .every = carom_flow_interval(s, from->every),
                       .start = from->start > 0 ? carom_flow_interval(s, from->start) : 0,
                       .enabled = !from->off,
                       .volume = from->filling == CAROM_UNSET
                                     ? HUGE_VAL
                                     : from->filling * carom_region_volume(&from->region)};
  to->def.name = NULL;
  to->def.part = NULL;
  if (!to->mix || (from->name && !to->name)) return false;
  for (int p = 0; p < from->parts; p++) {
    const carom_source_part *part = &from->part[p];
    carom_source_mix *mix = &to->mix[to->parts++];
    *mix = (carom_source_mix){.material = part->material,
                              .share = part->share,
                              .density = def->material[part->material].density,
                              .clump = part->clump,
                              .fill = 1,
                              .curve = malloc(sizeof *mix->curve)};
    carom_distribution sizes = part->sizes;
    if (!mix->curve) return false;
    if (part->clump > 0) {
      const carom_clump_template *t = &s->clumps.shape[part->clump - 1];
      const carom_material one = {.density = 1};
      mix->fill = t->volume / carom_sphere_mass(&one, t->radius);
      mix->held = t->radius;
      if (sizes.radius_min == CAROM_UNSET) sizes.radius_min = sizes.radius_max = t->radius;
    }
    carom_size_curve_make(&sizes, mix->curve);
    to->largest = sizes.radius_max > to->largest ? sizes.radius_max : to->largest;
  }
  add_up_shares(to);
  return true;
}

carom_status carom_sources_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  carom_flow *f = &s->flow;
  f->source = calloc((size_t)def->sources + 1, sizeof *f->source);
  bool room = f->source != NULL;
  for (int k = 0; room && k < def->sources; k++)
    room = create(s, def, &def->source[k], &f->source[f->sources++]);
  return room ? CAROM_OK : carom_fail(err, CAROM_ERR_MEMORY, "source", "no memory for the sources");
}

void carom_sources_free(carom_flow *f)
{
  for (int k = 0; k < f->sources; k++) {
    for (int p = 0; p < f->source[k].parts; p++)
      free(f->source[k].mix[p].curve);
    free(f->source[k].mix);
    free(f->source[k].name);
  }
  free(f->source);
  free(f->face);
  carom_occupancy_free(&f->occupancy);
}

/* The next particle or, for a clump, its bounding sphere, with its mass. */
typedef struct comer {
  carom_scene_particle p;
  double solid; /* solid volume, m3 */
  const carom_source_mix *mix;
} comer;

/* Particle number k of a source, without its place. */
static comer comer_of(const carom_source *source, int64_t k)
{
  const carom_scene_source *def = &source->def;
  const uint64_t item = (uint64_t)k;
  const double which = carom_chance(def->seed, item, DRAW_PART);
  int part = 0;
  while (part < source->parts - 1 && source->mix[part].share <= which)
    part++;
  const carom_source_mix *mix = &source->mix[part];
  const carom_material material = {.density = mix->density};
  carom_scene_particle p = carom_scene_particle_default();
  p.material = mix->material;
  p.radius = carom_size_curve_at(mix->curve, carom_chance(def->seed, item, DRAW_SIZE));
  p.mass = carom_sphere_mass(&material, p.radius) * mix->fill;
  for (int c = 0; c < 3; c++) {
    const double draw = carom_chance(def->seed, item, (uint64_t)(DRAW_VELOCITY + c));
    p.velocity[c] = def->velocity[c] + def->spread[c] * (2 * draw - 1);
  }
  memcpy(p.spin, def->spin, sizeof p.spin);
  const carom_material one = {.density = 1};
  return (comer){p, carom_sphere_mass(&one, p.radius) * mix->fill, mix};
}

static bool done(const carom_source *source, const comer *next)
{
  const carom_scene_source *def = &source->def;
  if (def->count != CAROM_UNSET && (double)(source->count + 1) > def->count) return true;
  if (def->mass != CAROM_UNSET && source->mass + next->p.mass > def->mass * (1 + 1e-12))
    return true;
  return source->solid + next->solid > source->volume * (1 + 1e-12);
}

/* What should have entered so far: number of particles, mass in kg. */
static double due_count(const carom_scene *s, const carom_source *source)
{
  const double seconds = s->model.step * (double)source->active;
  return floor(source->def.rate * seconds * (1 + 1e-12));
}

static double due_mass(const carom_scene *s, const carom_source *source)
{
  return source->def.mass_rate * s->model.step * (double)source->active;
}

/* Is it time for the next particle? */
static bool wanted(const carom_scene *s, const carom_source *source, const comer *next)
{
  if (done(source, next)) return false;
  if (source->def.rate != CAROM_UNSET && (double)source->count >= due_count(s, source))
    return false;
  return source->def.mass_rate == CAROM_UNSET ||
         source->mass + next->p.mass <= due_mass(s, source) * (1 + 1e-12);
}

/* Adds a particle and its images across periodic borders to the obstacles. */
static bool add_images(carom_scene *s, const double low[3], const double high[3], double reach,
                       const double x[3], double radius)
{
  const carom_model *m = &s->model;
  int side[3];
  for (side[0] = m->periodic[0] ? -1 : 0; side[0] <= (m->periodic[0] ? 1 : 0); side[0]++)
    for (side[1] = m->periodic[1] ? -1 : 0; side[1] <= (m->periodic[1] ? 1 : 0); side[1]++)
      for (side[2] = m->periodic[2] ? -1 : 0; side[2] <= (m->periodic[2] ? 1 : 0); side[2]++) {
        double at[3];
        bool near = true;
        for (int k = 0; k < 3; k++) {
          at[k] = x[k] + side[k] * m->length[k];
          near = near && at[k] + radius + reach >= low[k] && at[k] - radius - reach <= high[k];
        }
        if (near && !carom_occupancy_add(&s->flow.occupancy, at, radius)) return false;
      }
  return true;
}

/* May a face be within `reach` of a point? Shells have a frame of their own. */
static bool is_near(const carom_scene *s, int64_t face, const double centre[3], double reach)
{
  const carom_wall *wall = &s->walls.wall[s->walls.face[face].wall];
  double low[3], high[3], at[3] = {centre[0], centre[1], centre[2]}, square = 0;
  if (wall->absent) return false;
  if (!carom_face_shape_of(&s->walls.face[face])
           ->aabb(s->walls.face_row + CAROM_FACE_DOUBLES * face, low, high))
    return true;
  if (wall->shell) carom_shell_inside(wall->shell, centre, at);
  for (int k = 0; k < 3; k++) {
    const double off = at[k] < low[k] ? low[k] - at[k] : at[k] > high[k] ? at[k] - high[k] : 0;
    square += off * off;
  }
  return square <= reach * reach;
}

static bool find_faces(carom_scene *s, const double low[3], const double high[3], double reach)
{
  carom_flow *f = &s->flow;
  double centre[3], square = 0;
  if (s->walls.faces > f->face_capacity &&
      !carom_reserve(&f->face, &f->face_capacity, s->walls.faces, sizeof *f->face))
    return false;
  for (int k = 0; k < 3; k++) {
    centre[k] = 0.5 * (low[k] + high[k]);
    square += 0.25 * (high[k] - low[k]) * (high[k] - low[k]);
  }
  f->faces = 0;
  for (int64_t k = 0; k < s->walls.faces; k++)
    if (is_near(s, k, centre, reach + sqrt(square))) f->face[f->faces++] = k;
  return true;
}

/* Collects everything near the region of a source. */
static bool look_around(carom_scene *s, const carom_source *source)
{
  const carom_exchange *x = &s->exchange;
  const carom_particles *p = &s->particles;
  const double reach = source->largest + source->def.gap;
  double low[3], high[3];
  carom_region_aabb(&source->def.region, low, high);
  if (!carom_occupancy_clear(&s->flow.occupancy, low, high, source->largest, p->count + 4096))
    return false;
  for (int64_t i = 0; i < p->count; i++) { /* it may be up to a period outside the domain by now */
    const double *row = carom_position_row(p, i);
    double at[3];
    carom_fold(&s->model, row, at);
    if (x->new_tag[p->tag[i]] != CAROM_GONE && !add_images(s, low, high, reach, at, row[3]))
      return false;
  }
  for (int64_t k = 0; k < x->entered; k++)
    if (!add_images(s, low, high, reach, x->entering[k].position, x->entering[k].radius))
      return false;
  return find_faces(s, low, high, reach);
}

/* Finite walls have two sides, endless ones have one. */
static bool clear_of_walls(const carom_scene *s, const carom_scene_particle *p, double gap)
{
  for (int64_t k = 0; k < s->flow.faces; k++) {
    const int64_t face = s->flow.face[k];
    const carom_face_shape *shape = carom_face_shape_of(&s->walls.face[face]);
    double normal[3], low[3], high[3];
    const double distance = carom_face_distance(&s->walls, face, p->position, normal);
    const bool bounded = shape->aabb(s->walls.face_row + CAROM_FACE_DOUBLES * face, low, high);
    const double away = bounded ? CAROM_FABS(distance) : distance;
    if (!(away >= p->radius * (1 + 1e-12) + gap)) return false;
  }
  return true;
}

/* Members must be in the domain; the region of a disc or ring may extend to its border. */
static bool is_inside(const carom_model *m, const carom_scene_particle *p)
{
  for (int k = 0; k < 3; k++)
    if (!m->periodic[k] &&
        !(p->position[k] - p->radius >= m->low[k] && p->position[k] + p->radius <= m->high[k]))
      return false;
  return true;
}

/* Finds a place for the next particle; false if there is none. */
static bool find_place(carom_scene *s, const carom_source *source, bool clump,
                       carom_scene_particle *p)
{
  const carom_scene_source *def = &source->def;
  for (int64_t k = 0; k < ATTEMPTS; k++) {
    const uint64_t draw = (uint64_t)(source->failures * ATTEMPTS + k);
    if (carom_region_place(&def->region, p->radius, def->seed, (uint64_t)source->count,
                           DRAW_PLACE + CAROM_REGION_DRAWS * draw, p->position) &&
        (!clump || is_inside(&s->model, p)) &&
        carom_occupancy_has_room(&s->flow.occupancy, p->position, p->radius, def->gap) &&
        clear_of_walls(s, p, def->gap))
      return true;
  }
  return false;
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "source", "no memory for the particles of a source");
}

/* A clump, randomly oriented within the sphere for which a place was found. */
static carom_scene_clump clump_of(const carom_source *source, const comer *next)
{
  carom_scene_clump c = carom_scene_clump_default();
  c.shape = next->mix->clump - 1;
  c.scale = next->p.radius == next->mix->held ? 1 : next->p.radius / next->mix->held;
  c.mass = next->p.mass, c.material = next->p.material;
  c.id = next->p.id;
  memcpy(c.position, next->p.position, sizeof c.position);
  memcpy(c.velocity, next->p.velocity, sizeof c.velocity);
  memcpy(c.spin, next->p.spin, sizeof c.spin);
  carom_turn_at_random(source->def.seed, (uint64_t)source->count, DRAW_TURN, c.orientation);
  return c;
}

/* Adds a particle or the members of a clump; false without memory. */
static bool put(carom_scene *s, const carom_source *source, const comer *next)
{
  if (next->mix->clump == 0) return carom_exchange_add(s, &next->p);
  const carom_scene_clump c = clump_of(source, next);
  return carom_clumps_add(s, &c);
}

static carom_status give(carom_scene *s, carom_source *source, carom_error *err)
{
  comer next = comer_of(source, source->count);
  const carom_exchange *x = &s->exchange;
  double low[3], high[3];
  if (!wanted(s, source, &next)) return CAROM_OK;
  if (!look_around(s, source)) return no_memory(err);
  carom_region_aabb(&source->def.region, low, high);
  while (wanted(s, source, &next)) {
    if (!find_place(s, source, next.mix->clump > 0, &next.p)) {
      source->failures++;
      return CAROM_OK;
    }
    const int clump = next.mix->clump;
    const int64_t from = x->entered, more = clump > 0 ? s->clumps.shape[clump - 1].members : 1;
    const uint64_t id = s->next_id + (uint64_t)from;
    if (id + (uint64_t)more - 1 > UINT32_MAX)
      return carom_fail(err, CAROM_ERR_RANGE, "source", "no ids are left for its particles");
    next.p.id = (uint32_t)id;
    bool room = put(s, source, &next);
    for (int64_t k = from; room && k < x->entered; k++)
      room = add_images(s, low, high, source->largest + source->def.gap, x->entering[k].position,
                        x->entering[k].radius);
    if (!room) return no_memory(err);
    source->failures = 0;
    source->count++;
    source->mass += next.p.mass;
    source->solid += next.solid;
    next = comer_of(source, source->count);
  }
  return CAROM_OK;
}

bool carom_source_is_due(const carom_scene *s, const carom_source *source)
{
  return source->enabled && s->steps >= source->start && s->steps % source->every == 0;
}

/* Steps since the last look, or since the start if that was later. */
static int64_t steps_since(const carom_scene *s, const carom_source *source)
{
  const int64_t ran = s->steps % source->every, since = s->steps - source->start;
  return since <= 0 ? 0 : ran < since ? ran : since;
}

carom_status carom_sources_give(carom_scene *s, carom_error *err)
{
  for (int k = 0; k < s->flow.sources; k++) {
    carom_source *source = &s->flow.source[k];
    if (!carom_source_is_due(s, source)) continue;
    if (s->steps > source->start) {
      const int64_t since = s->steps - source->start;
      source->active += since < source->every ? since : source->every;
    }
    CAROM_TRY(give(s, source, err));
  }
  return CAROM_OK;
}

static const carom_column source_column[] = {
    CAROM_COLUMN(carom_source, enabled, CAROM_INT64S),
    CAROM_COLUMN(carom_source, active, CAROM_INT64S),
    CAROM_COLUMN(carom_source, count, CAROM_INT64S),
    CAROM_COLUMN(carom_source, failures, CAROM_INT64S),
    CAROM_COLUMN(carom_source, mass, CAROM_DOUBLES),
    CAROM_COLUMN(carom_source, solid, CAROM_DOUBLES),
};

carom_status carom_sources_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  CAROM_VISIT("source", source_column, s->flow.source, s->flow.sources);
  for (int k = 0; k < s->flow.sources; k++) {
    const carom_source *source = &s->flow.source[k];
    if (!carom_sane(source->enabled, 1) || source->active < -source->every ||
        source->active > INT64_MAX / 2 || !carom_sane(source->count, UINT32_MAX) ||
        !carom_sane(source->failures, INT64_C(1) << 40) || !(source->mass >= 0) ||
        !(source->solid >= 0))
      return carom_state_damaged(err, "source");
  }
  return CAROM_OK;
}

int carom_scene_sources(const carom_scene *s)
{
  return s ? s->flow.sources : 0;
}

/* What is owed towards a target does not exceed the rest. */
static double at_most(double owed, double target, double so_far)
{
  const double rest = target - so_far;
  owed = target != CAROM_UNSET && rest < owed ? rest : owed;
  return owed > 0 ? owed : 0;
}

carom_status carom_scene_sample_source(const carom_scene *s, int index,
                                       carom_scene_source_state *out, carom_error *err)
{
  CAROM_TRY(carom_scene_can_tell(s, out, err));
  CAROM_TRY(carom_scene_has("source", index, s->flow.sources, err));
  const carom_source *source = &s->flow.source[index];
  const carom_scene_source *def = &source->def;
  const comer next = comer_of(source, source->count);
  *out = (carom_scene_source_state){.name = source->name,
                                    .enabled = source->enabled != 0,
                                    .done = done(source, &next),
                                    .count = source->count,
                                    .mass = source->mass};
  if (out->done || source->failures == 0) return CAROM_OK; /* there was room for all that was due */
  const bool free = def->rate == CAROM_UNSET && def->mass_rate == CAROM_UNSET;
  if (def->rate != CAROM_UNSET)
    out->owed = at_most(due_count(s, source) - (double)source->count, def->count,
                        (double)source->count);
  else if (free && def->count != CAROM_UNSET)
    out->owed = def->count - (double)source->count;
  if (def->mass_rate != CAROM_UNSET && wanted(s, source, &next))
    out->owed_mass = at_most(due_mass(s, source) - source->mass, def->mass, source->mass);
  else if (free && def->mass != CAROM_UNSET)
    out->owed_mass = def->mass - source->mass;
  return CAROM_OK;
}

carom_status carom_scene_set_source(carom_scene *s, int source, bool enabled, carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  CAROM_TRY(carom_scene_has("source", source, s->flow.sources, err));
  carom_source *one = &s->flow.source[source];
  if (enabled != (one->enabled != 0)) /* the next look adds a whole interval */
    one->active += enabled ? -steps_since(s, one) : steps_since(s, one);
  one->enabled = enabled;
  return CAROM_OK;
}
