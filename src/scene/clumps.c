/* SPDX-License-Identifier: MIT */
/* The table of clumps: made from the definition, changed as particles come and go. */
#include "scene/clumps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "scene/state.h"

carom_scene_clump carom_scene_clump_default(void)
{
  return (carom_scene_clump){.scale = 1, .orientation = {1, 0, 0, 0}, .mass = CAROM_UNSET};
}

static bool finite(const double *v, int count)
{
  for (int k = 0; k < count; k++)
    if (!(v[k] - v[k] == 0)) return false;
  return true;
}

static carom_status check(const carom_scene_def *def, const carom_scene_clump *c, const char *where,
                          carom_error *err)
{
  const double *q = c->orientation;
  if (c->shape < 0 || c->shape >= def->clump_shapes)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no shape %d", c->shape);
  if (c->material < 0 || c->material >= def->materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", c->material);
  if (!finite(c->position, 3) || !finite(c->velocity, 3) || !finite(c->spin, 3))
    return carom_fail(err, CAROM_ERR_RANGE, where, "position, velocity and spin must be numbers");
  if (!(c->scale >= 1e-9 && c->scale <= 1e9))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a scale of %g is outside [1e-9, 1e+09]",
                      c->scale);
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (!(square > 1e-12 && square < 1e12))
    return carom_fail(err, CAROM_ERR_RANGE, where, "its orientation is no rotation");
  if (c->mass == CAROM_UNSET && def->material[c->material].density == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "its mass follows from the density of its material, which is not given; give "
                      "that density, or a mass");
  if (carom_declared_size(def, c->material))
    return carom_fail(err, CAROM_ERR_CONFLICT, where,
                      "sizes of spheres are declared for its material, or a source brings some; "
                      "give clumps a material of their own");
  return CAROM_OK;
}

/* Members of one clump do not touch each other, and could not across a border either. */
static carom_status check_period(const carom_scene_def *def, const carom_clump_template *t,
                                 double scale, const char *where, carom_error *err)
{
  const double across = 2 * t->radius * scale;
  for (int k = 0; k < 3; k++)
    if (def->periodic[k] && !(across < def->high[k] - def->low[k]))
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "it is %.4g m across and could touch itself across the borders in %c, "
                        "which are %.4g m apart; use a larger domain",
                        across, "xyz"[k], def -> high[k] - def -> low[k]);
  return CAROM_OK;
}

carom_clump carom_clump_make(const carom_clump_template *t, double of_material,
                             const carom_scene_clump *c)
{
  const double s = c->scale, volume = t->volume * s * s * s;
  const double density = c->mass != CAROM_UNSET ? c->mass / volume : of_material;
  carom_clump out = {.scale = s, .shape = c->shape, .rigid = {.mass = density * volume}};
  double unit[4];
  const double *q = c->orientation;
  const double length = CAROM_SQRT(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++)
    unit[k] = q[k] / length;
  carom_quaternion_product(unit, t->turn, out.rigid.orientation);
  for (int k = 0; k < 3; k++) {
    out.rigid.inertia[k] = density * t->inertia[k] * s * s * s * s * s;
    out.rigid.position[k] = c->position[k];
    out.rigid.velocity[k] = c->velocity[k];
  }
  carom_rigid_momentum(&out.rigid, c->spin, out.rigid.angular_momentum);
  return out;
}

/* Checks the largest clumps that sources bring. */
static carom_status check_sources(const carom_scene_def *def, const carom_clumps *c,
                                  carom_error *err)
{
  for (int k = 0; k < def->sources; k++)
    for (int p = 0; p < def->source[k].parts; p++) {
      const carom_source_part *part = &def->source[k].part[p];
      char where[48];
      if (part->clump < 1) continue;
      const carom_clump_template *t = &c->shape[part->clump - 1];
      const bool own = part->sizes.radius_min == CAROM_UNSET;
      snprintf(where, sizeof where, "source[%d].part[%d]", k, p);
      CAROM_TRY(check_period(def, t, own ? 1 : part->sizes.radius_max / t->radius, where, err));
    }
  return CAROM_OK;
}

/* Position of a member folded into the domain, and how many periods away it is. */
static void place_of(const double low[3], const double length[3], const carom_clump *c,
                     const double arm[3], double folded[3], int32_t image[3])
{
  for (int k = 0; k < 3; k++) {
    const double at = c->rigid.position[k] + arm[k];
    const double periods = length[k] > 0 ? CAROM_FLOOR((at - low[k]) / length[k]) : 0;
    image[k] = (int32_t)periods;
    folded[k] = at - periods * length[k];
  }
}

void carom_clump_members(const carom_clump_template *t, const carom_clump *c,
                         const carom_scene_clump *from, const double low[3], const double length[3],
                         carom_scene_particle *to)
{
  double axis[3][3];
  carom_quaternion_axes(c->rigid.orientation, axis);
  for (int i = 0; i < t->members; i++, to++) {
    double arm[3], turning[3];
    int32_t image[3];
    *to = carom_scene_particle_default();
    carom_clump_arm(axis, c->scale, t->member[i].offset, arm);
    carom_cross(from->spin, arm, turning);
    place_of(low, length, c, arm, to->position, image);
    for (int k = 0; k < 3; k++) {
      to->velocity[k] = from->velocity[k] + turning[k];
      to->spin[k] = from->spin[k];
    }
    to->radius = c->scale * t->member[i].radius;
    to->mass = c->rigid.mass;
    to->material = from->material;
    to->id = from->id + (uint32_t)i;
  }
}

static carom_status add_members(const carom_scene_def *def, const carom_clump_template *t,
                                const carom_clump *c, const carom_scene_clump *from,
                                const char *where, carom_scene_particle *to, carom_error *err)
{
  double length[3];
  for (int k = 0; k < 3; k++)
    length[k] = def->periodic[k] ? def->high[k] - def->low[k] : 0;
  carom_clump_members(t, c, from, def->low, length, to);
  for (int i = 0; i < t->members; i++)
    for (int k = 0; k < 3; k++)
      if (!(to[i].position[k] >= def->low[k] && to[i].position[k] <= def->high[k]))
        return carom_fail(err, CAROM_ERR_RANGE, where,
                          "its member %d is outside the domain: %g m is not in [%g, %g] m", i + 1,
                          to[i].position[k], def->low[k], def->high[k]);
  return CAROM_OK;
}

static carom_status make_shapes(const carom_scene_def *def, carom_clumps *out, carom_error *err)
{
  out->shape = calloc((size_t)def->clump_shapes + 1, sizeof *out->shape);
  if (!out->shape) return carom_fail(err, CAROM_ERR_MEMORY, "clump_shape", "no memory for shapes");
  for (int k = 0; k < def->clump_shapes; k++) {
    char where[32];
    snprintf(where, sizeof where, "clump_shape[%d]", k);
    CAROM_TRY(carom_clump_template_make(&def->clump_shape[k], where, &out->shape[k], err));
    out->shapes = k + 1;
  }
  return CAROM_OK;
}

bool carom_clumps_reserve(carom_clumps *c, int64_t count)
{
  return carom_reserve(&c->view, &c->view_capacity, count + 1, sizeof *c->view) &&
         carom_reserve(&c->work, &c->work_capacity,
                       (count / CAROM_CLUMP_TASK + 1) * CAROM_CLUMP_SUMS, sizeof *c->work);
}

carom_status carom_clumps_expand(const carom_scene_def *def, carom_clumps *out,
                                 carom_scene_particle **particle, int64_t *particles,
                                 carom_error *err)
{
  int64_t count = def->particles;
  *particle = NULL;
  if (def->clumps < 0 || def->clumps > CAROM_SCENE_PARTICLES_MAX ||
      (def->clumps > 0 && !def->clump) || def->clump_shapes < 1 ||
      def->clump_shapes > CAROM_CLUMP_SHAPES_MAX || !def->clump_shape)
    return carom_fail(err, CAROM_ERR_MISSING, "clump_shape",
                      "clumps need their shapes, at most %d of them", CAROM_CLUMP_SHAPES_MAX);
  CAROM_TRY(make_shapes(def, out, err));
  CAROM_TRY(check_sources(def, out, err));
  for (int64_t i = 0; i < def->clumps; i++) {
    char where[32];
    snprintf(where, sizeof where, "clump[%" PRId64 "]", i);
    CAROM_TRY(check(def, &def->clump[i], where, err));
    const carom_clump_template *t = &out->shape[def->clump[i].shape];
    CAROM_TRY(check_period(def, t, def->clump[i].scale, where, err));
    count += t->members;
  }
  if (count > CAROM_SCENE_PARTICLES_MAX)
    return carom_fail(err, CAROM_ERR_RANGE, "clump", "a scene has at most %d spheres",
                      CAROM_SCENE_PARTICLES_MAX);
  *particle = malloc((size_t)(count + 1) * sizeof **particle);
  out->clump = malloc((size_t)(def->clumps + 1) * sizeof *out->clump);
  if (!*particle || !out->clump || !carom_clumps_reserve(out, def->clumps))
    return carom_fail(err, CAROM_ERR_MEMORY, "clump", "no memory for the clumps");
  out->capacity = def->clumps + 1;
  if (def->particles) memcpy(*particle, def->particle, (size_t)def->particles * sizeof **particle);
  int64_t next = def->particles;
  for (int64_t i = 0; i < def->clumps; i++) {
    const carom_clump_template *t = &out->shape[def->clump[i].shape];
    char where[32];
    snprintf(where, sizeof where, "clump[%" PRId64 "]", i);
    const carom_scene_clump *from = &def->clump[i];
    out->clump[i] = carom_clump_make(t, def->material[from->material].density, from);
    out->clump[i].first = next;
    CAROM_TRY(add_members(def, t, &out->clump[i], from, where, *particle + next, err));
    next += t->members;
  }
  out->count = def->clumps;
  *particles = count; /* may be larger than that of `def` */
  return CAROM_OK;
}

/* Members belong to the groups of the centre of mass. */
void carom_clumps_place(carom_scene *s, int64_t from)
{
  carom_particles *p = &s->particles;
  for (const carom_clump *c = s->clumps.clump + from; c < s->clumps.clump + s->clumps.count; c++) {
    const carom_clump_template *t = &s->clumps.shape[c->shape];
    const int64_t first = p->index_of[c->first];
    double axis[3][3];
    carom_quaternion_axes(c->rigid.orientation, axis);
    carom_groups_assign_at(s, first, c->rigid.position);
    for (int k = 0; k < t->members; k++) {
      const int64_t i = p->index_of[c->first + k];
      double arm[3];
      carom_clump_arm(axis, c->scale, t->member[k].offset, arm);
      place_of(s->model.low, s->model.length, c, arm, carom_position_row(p, i), p->image + 3 * i);
      p->clump[i] = p->entry[c->first] + 1;
      p->mass[c->first + k] = c->rigid.mass * t->member[k].share;
      p->inv_inertia[i] = 0; /* kernels do not rotate members */
      if (p->group) p->group[i] = p->group[first];
    }
  }
}

void carom_clumps_free(carom_clumps *c)
{
  for (int k = 0; k < c->shapes; k++)
    carom_clump_template_free(&c->shape[k]);
  free(c->shape);
  free(c->clump);
  free(c->entering);
  free(c->view);
  free(c->work);
  *c = (carom_clumps){.shapes = 0};
}

/* Populations count members as spheres of the mass of their clump, but these do not turn alone. */
static void forget_members(const carom_clumps *c, const carom_scene_def *def, carom_population *all)
{
  for (int64_t i = 0; i < c->count; i++) {
    carom_population *of = &all[def->particle[c->clump[i].first].material];
    if (!of->declared) of->turn = 0;
  }
  for (int64_t i = 0; c->count > 0 && i < c->clump[0].first; i++) {
    const carom_scene_particle *p = &def->particle[i];
    const double turn = carom_sphere_turn(1 / carom_particle_mass(def, p), p->radius);
    carom_population *of = &all[p->material];
    if (!p->fixed && turn > of->turn) of->turn = turn;
  }
}

void carom_clumps_widen(const carom_clumps *c, const carom_scene_def *def, carom_population *all)
{
  const carom_scene_particle *particle = def->particle;
  forget_members(c, def, all);
  for (int64_t i = 0; i < c->count; i++) {
    const carom_clump_template *t = &c->shape[c->clump[i].shape];
    carom_population *of = &all[particle[c->clump[i].first].material];
    const double push = t->give / c->clump[i].rigid.mass, drag = t->slide / c->clump[i].rigid.mass;
    of->push = push > of->push ? push : of->push;
    of->drag = drag > of->drag ? drag : of->drag;
    of->crowd = t->crowd > of->crowd ? t->crowd : of->crowd;
    for (int k = 0; k < 3; k++) {
      const double turn = 1 / c->clump[i].rigid.inertia[k];
      of->turn = turn > of->turn ? turn : of->turn;
    }
  }
}

double carom_clumps_widest(const carom_clumps *c)
{
  double most = 0;
  for (const carom_clump *one = c->clump; one < c->clump + c->count; one++) {
    const double across = 2 * one->scale * c->shape[one->shape].radius;
    most = across > most ? across : most;
  }
  return most;
}

void carom_clumps_fold(carom_scene *s)
{
  for (carom_clump *c = s->clumps.clump; c < s->clumps.clump + s->clumps.count; c++) {
    const int members = s->clumps.shape[c->shape].members;
    int32_t images[3];
    carom_box_fold_body(s, c->rigid.position, c->rigid.velocity, images);
    for (int64_t tag = c->first; tag < c->first + members; tag++)
      for (int k = 0; k < 3; k++)
        s->particles.image[3 * (int64_t)s->particles.index_of[tag] + k] -= images[k];
  }
}

int64_t carom_clump_of(const carom_scene *s, int64_t tag)
{
  const carom_clumps *c = &s->clumps;
  int64_t low = 0, high = c->count; /* the last clump whose first member is not behind `tag` */
  if (!s->particles.clump || s->particles.clump[s->particles.index_of[tag]] == 0) return -1;
  while (high - low > 1) {
    const int64_t middle = (low + high) / 2;
    if (c->clump[middle].first <= tag)
      low = middle;
    else
      high = middle;
  }
  return low;
}

double carom_clump_mass(const carom_scene *s, int64_t i)
{
  return s->clumps.clump[carom_clump_of(s, s->particles.tag[i])].rigid.mass;
}

void carom_clumps_renumber(carom_scene *s, const uint32_t *new_tag)
{
  carom_clumps *c = &s->clumps;
  int64_t kept = 0;
  for (int64_t i = 0; i < c->count; i++) {
    if (new_tag[c->clump[i].first] == CAROM_GONE) continue;
    c->clump[kept] = c->clump[i];
    c->clump[kept++].first = new_tag[c->clump[i].first];
  }
  c->count = kept;
}

static const carom_column clump_column[] = {
    CAROM_COLUMNS(carom_clump, rigid.position, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_clump, rigid.orientation, CAROM_DOUBLES, 4),
    CAROM_COLUMNS(carom_clump, rigid.velocity, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_clump, rigid.angular_momentum, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_clump, rigid.inertia, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_clump, rigid.mass, CAROM_DOUBLES),
    CAROM_COLUMN(carom_clump, scale, CAROM_DOUBLES),
    CAROM_COLUMN(carom_clump, shape, CAROM_INT64S),
    CAROM_COLUMN(carom_clump, first, CAROM_INT64S),
};

/* Are shapes valid, and do members have consecutive tags, each marked with its clump? */
static bool fits(const carom_scene *s)
{
  const carom_particles *p = &s->particles;
  int64_t end = 0, members = 0, marked = 0;
  for (int64_t i = 0; i < s->clumps.count; i++) {
    const carom_clump *c = &s->clumps.clump[i];
    if (!carom_sane(c->shape, s->clumps.shapes - 1) || !(c->scale > 0) || !(c->rigid.mass > 0))
      return false;
    const int count = s->clumps.shape[c->shape].members;
    if (c->first < end || c->first > p->count - count) return false;
    end = c->first + count;
    members += count;
    for (int k = 0; k < count; k++)
      if (p->clump[p->index_of[c->first + k]] != p->entry[c->first] + 1) return false;
  }
  for (int64_t i = 0; i < p->count; i++)
    marked += p->clump[i] != 0;
  return marked == members;
}

/* Particles must be loaded before. */
carom_status carom_clumps_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  carom_clumps *c = &s->clumps;
  int64_t count = c->count;
  CAROM_TRY(carom_archive_array(archive, "clump", "count", CAROM_INT64S, &count, 1, err));
  if (archive->loading) {
    if (!carom_sane(count, s->particles.count)) return carom_state_damaged(err, "clump");
    if (!carom_reserve(&c->clump, &c->capacity, count + 1, sizeof *c->clump) ||
        !carom_clumps_reserve(c, count))
      return carom_state_no_memory(err);
    c->count = count;
  }
  CAROM_VISIT("clump", clump_column, c->clump, c->count);
  return archive->loading && !fits(s) ? carom_state_damaged(err, "clump") : CAROM_OK;
}

int carom_scene_clump_shapes(const carom_scene *s)
{
  return s ? s->clumps.shapes : 0;
}

int64_t carom_scene_clumps(const carom_scene *s)
{
  return s ? s->clumps.count : 0;
}

carom_status carom_scene_sample_clump(carom_scene *s, int64_t number, carom_scene_clump_state *out,
                                      carom_error *err)
{
  CAROM_TRY(carom_scene_can_tell(s, out, err));
  CAROM_TRY(carom_scene_has("clump", number, s->clumps.count, err));
  carom_scene_sample(s);
  *out = s->clumps.view[number];
  return CAROM_OK;
}
