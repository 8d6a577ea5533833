/* SPDX-License-Identifier: MIT */
/* Numbers and tensors of a selection: sums of each block, added up in the order of the blocks. */
#include <stdlib.h>
#include <string.h>

#include "measure/measure.h"

/* Everything that is summed. All members are doubles, so that blocks can be added as such. */
typedef struct sums {
  double particles, mass, diameter, solid;
  double moment[3], momentum[3]; /* first pass: m x, m v */
  double spread[6], flow[9],
      fluctuation[6]; /* second pass, about their means: m x x, m x v, m v v */
  double peculiar[6]; /* of a box that deforms: m u u, about its flow */
  double ends, wall_ends, fabric[6], contact[9];
  double walls[9], inertia[9], borders[9];
} sums;

typedef struct bulk {
  carom_look look;
  unsigned wanted;
  bool whole;  /* all particles, everywhere */
  bool convex; /* the region */
  sums *block;
  unsigned char *is; /* of each particle, found by the first pass: COUNTED, SELECTED */
  double centre[3], velocity[3];
} bulk;

/* One of those asked for by material, label, size and group; its centre is in the region, too. */
enum { COUNTED = 1, SELECTED = 2 };

static void add_product(double tensor[9], double factor, const double a[3], const double b[3])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      tensor[3 * i + j] += factor * a[i] * b[j];
}

/* The same of a vector with itself, only one half: xx, xy, xz, yy, yz, zz. */
static void add_square(double half[6], double factor, const double a[3])
{
  const double x = factor * a[0], y = factor * a[1], z = factor * a[2];
  half[0] += x * a[0], half[1] += x * a[1], half[2] += x * a[2];
  half[3] += y * a[1], half[4] += y * a[2], half[5] += z * a[2];
}

static void unfold(const double half[6], double whole[9])
{
  static const int from[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
  for (int k = 0; k < 9; k++)
    whole[k] = half[from[k]];
}

/* The volume of a sphere in the region, which it may also reach from beyond a periodic border. */
static double solid_inside(const carom_look *look, int64_t i, const double folded[3])
{
  const carom_model *m = &look->s->model;
  const double radius = carom_position_of(look->s, i)[3];
  double sum = 0, x[3];
  for (int image = 0; image < 27; image++) {
    bool there = true;
    for (int k = 0, code = image; k < 3; k++, code /= 3) {
      const int shift = code % 3 - 1;
      x[k] = folded[k] + shift * m->length[k];
      there &= shift == 0 ||
               (m->length[k] > 0 && x[k] + radius > m->low[k] && x[k] - radius < m->high[k]);
    }
    if (there) sum += carom_region_overlap(&look->of->region, x, radius);
  }
  return sum;
}

/* Members of a clump may overlap: each counts for its share of the clump's volume. */
static void add_solid(const carom_look *look, int64_t i, const double folded[3], sums *to)
{
  const carom_scene_grain *g = carom_look_grain(look, i);
  const double r = g->radius;
  double solid = !look->of->within ? g->volume : solid_inside(look, i, folded);
  if (look->of->within && g->clump >= 0) solid *= g->volume / (4.0 / 3.0 * CAROM_PI * r * r * r);
  to->solid += solid;
}

/* First pass: sums that give the means. */
static void add_particle(const bulk *o, int64_t i, const double x[3], sums *to)
{
  const carom_scene_grain *g = carom_look_grain(&o->look, i);
  to->particles++;
  to->mass += g->mass;
  to->diameter += 2 * g->radius;
  for (int k = 0; k < 3; k++) {
    to->moment[k] += g->mass * x[k];
    to->momentum[k] += g->mass * g->velocity[k];
  }
}

static void add_deviation(const bulk *o, int64_t i, const double x[3], sums *to)
{
  const carom_scene_grain *g = carom_look_grain(&o->look, i);
  double dx[3], dv[3];
  for (int k = 0; k < 3; k++) {
    dx[k] = x[k] - o->centre[k];
    dv[k] = g->velocity[k] - o->velocity[k];
  }
  add_square(to->spread, g->mass, dx);
  add_product(to->flow, g->mass, dx, dv);
  add_square(to->fluctuation, g->mass, dv);
  if (!o->look.s->box.deforms) return;
  carom_peculiar_velocity(o->look.s, g, dv);
  add_square(to->peculiar, g->mass, dv);
}

/* The force of all contacts at the centre: mass times acceleration less gravity. */
static void add_inertia(const bulk *o, int64_t i, sums *to)
{
  double centre[3];
  carom_look_centre(&o->look, i, centre);
  add_product(to->inertia, 1, centre, carom_look_grain(&o->look, i)->force);
}

/* Does a piece reach beyond a periodic border? Few do. */
static bool crosses(const carom_model *m, const double from[3], const double to[3])
{
  bool beyond = false;
  for (int k = 0; k < 3; k++)
    beyond |= (m->length[k] > 0) & ((from[k] < m->low[k]) | (to[k] < m->low[k]) |
                                    (from[k] > m->high[k]) | (to[k] > m->high[k]));
  return beyond;
}

/* By how much a piece is moved along an axis so that some of it is in the domain: not at all, and
 * by a period where it crosses a border. */
static int shifts_of(const carom_model *m, int k, double from, double to, double shift[3])
{
  int count = 0;
  for (int n = -1; n <= 1; n++) {
    const double by = n * m->length[k], p = from + by, q = to + by;
    if (n == 0 || (m->length[k] > 0 && (p > m->low[k] || q > m->low[k]) &&
                   (p < m->high[k] || q < m->high[k])))
      shift[count++] = by;
  }
  return count;
}

/* A piece from one point to another, pulled back into the domain where it crosses a border. */
static double share_inside(const carom_look *look, const double from[3], const double to[3])
{
  const carom_region *region = &look->of->region;
  double shift[3][3], sum = 0;
  int shifts[3];
  if (!look->of->within) return 1;
  if (!crosses(&look->s->model, from, to)) return carom_region_share(region, from, to);
  for (int k = 0; k < 3; k++)
    shifts[k] = shifts_of(&look->s->model, k, from[k], to[k], shift[k]);
  for (int n = 0; n < shifts[2]; n++)
    for (int j = 0; j < shifts[1]; j++)
      for (int i = 0; i < shifts[0]; i++) {
        const double by[3] = {shift[0][i], shift[1][j], shift[2][n]};
        double p[3], q[3];
        for (int k = 0; k < 3; k++)
          p[k] = from[k] + by[k], q[k] = to[k] + by[k];
        sum += carom_region_share(region, p, q);
      }
  return sum;
}

typedef struct contacts {
  const bulk *o;
  sums *to;
} contacts;

/* The stress of a piece of particle `end`: `sign` is that of the force on it. */
static void add_piece(const bulk *o, const carom_contact_pieces *c, int64_t end, double sign,
                      const double centre[3], sums *to)
{
  double piece[3];
  if (!(o->is[end] & COUNTED)) return;
  const double share = share_inside(&o->look, centre, c->point);
  if (share == 0) return;
  for (int k = 0; k < 3; k++)
    piece[k] = centre[k] - c->point[k];
  add_product(to->contact, sign * share, piece, c->force);
}

static void add_end(const bulk *o, const carom_contact_pieces *c, int64_t end, double sign,
                    const double centre[3], sums *to)
{
  if (o->is[end] & SELECTED) {
    to->ends++;
    to->wall_ends += c->b < 0;
    add_square(to->fabric, 1, c->normal);
  }
  add_piece(o, c, end, sign, centre, to);
}

/* Both pieces at once, where everything counts. */
static void add_both(const double branch[3], const double normal[3], const double force[3],
                     bool wall, sums *to)
{
  const double ends = wall ? 1 : 2;
  to->ends += ends;
  to->wall_ends += wall;
  add_square(to->fabric, ends, normal);
  add_product(to->contact, 1, branch, force);
}

/* Is all between two points of it in the region, too? */
static bool is_convex(const carom_region *r)
{
  return r->shape == CAROM_REGION_BOX || r->shape == CAROM_REGION_SPHERE ||
         r->shape == CAROM_REGION_BELOW ||
         (r->shape == CAROM_REGION_CYLINDER && !(r->inner_radius > 0));
}

/* From the second centre, or the wall, to the first centre. */
static void find_branch(const carom_scene *s, const carom_contact_view *v, double branch[3])
{
  const bool wall = carom_partner_is_wall(v->partner);
  const double length = (wall ? 0 : carom_position_of(s, v->partner)[3]) +
                        carom_position_of(s, v->first)[3] - v->overlap;
  for (int k = 0; k < 3; k++)
    branch[k] = -length * v->normal[k];
}

/* Most contacts count as a whole or not at all, and their forces were recorded: that is seen
 * without looking at the pieces. */
static bool add_simple(const bulk *o, const carom_contact_view *v, sums *to)
{
  const carom_scene *s = o->look.s;
  const bool wall = carom_partner_is_wall(v->partner);
  if (!v->applied || s->model.clumps || (o->whole && o->wanted & CAROM_BULK_VIRIAL)) return false;
  if (!o->whole && (wall || !o->convex)) return false;
  double from[3], end[3], branch[3];
  find_branch(s, v, branch);
  if (!o->whole) {
    const unsigned char a = o->is[v->first], b = o->is[v->partner];
    if ((a ^ b) & SELECTED) return false;
    carom_fold(&s->model, carom_position_of(s, v->first), from);
    for (int k = 0; k < 3; k++)
      end[k] = from[k] - branch[k];
    if (crosses(&s->model, from, end)) return false;
    if (!(a & SELECTED))
      return !o->look.of->within || carom_region_share(&o->look.of->region, from, end) == 0;
  }
  add_both(branch, v->normal, v->applied, wall, to);
  return true;
}

static void add_virial(const bulk *o, const carom_contact_pieces *c, sums *to)
{
  double a[3], b[3], point[3], apart[3];
  carom_look_centre(&o->look, c->a, a);
  if (c->b < 0) {
    for (int k = 0; k < 3; k++)
      point[k] = a[k] + (c->point[k] - c->from[k]);
    add_product(to->walls, -1, point, c->force);
    return;
  }
  carom_look_centre(&o->look, c->b, b);
  for (int k = 0; k < 3; k++)
    apart[k] = (c->from[k] - c->to[k]) - (a[k] - b[k]);
  add_product(to->borders, 1, apart, c->force);
}

static void add_contact(void *user, const carom_contact_view *v)
{
  const contacts *in = user;
  const bulk *o = in->o;
  const carom_scene *s = o->look.s;
  if (!carom_view_closed(s, v)) return;
  if (add_simple(o, v, in->to)) return;
  const carom_contact_pieces c = carom_contact_pieces_of(s, v);
  if (!o->whole) {
    add_end(o, &c, c.a, 1, c.from, in->to);
    if (c.b >= 0) add_end(o, &c, c.b, -1, c.to, in->to);
    return;
  }
  double branch[3];
  find_branch(s, v, branch);
  for (int k = 0; s->model.clumps && k < 3; k++) /* pieces end at other centres */
    branch[k] = c.from[k] - c.to[k];
  add_both(branch, c.normal, c.force, c.b < 0, in->to);
  if (o->wanted & CAROM_BULK_VIRIAL) add_virial(o, &c, in->to);
}

/* Bonds give stress and are no contacts; those whose first particle is in the block. */
static void add_bonds(const bulk *o, const carom_scene *s, const carom_block_range *block, sums *to)
{
  for (int64_t i = block->from; s->bonds.whole > 0 && i < block->to; i++)
    for (uint32_t k = s->bonds.start[i]; k < s->bonds.start[i + 1]; k++) {
      const int64_t bond = s->bonds.end[k] >> 1;
      if (s->bonds.end[k] & 1 || s->bonds.bond[bond].state != CAROM_BOND_WHOLE) continue;
      const carom_contact_pieces c = carom_bond_pieces_of(s, bond);
      add_piece(o, &c, c.a, 1, c.from, to);
      add_piece(o, &c, c.b, -1, c.to, to);
      if (o->whole && (o->wanted & CAROM_BULK_VIRIAL)) add_virial(o, &c, to);
    }
}

static void visit_first(void *user, carom_scene *s, const carom_block_range *block)
{
  const bulk *o = user;
  sums *to = &o->block[block->index];
  for (int64_t i = block->from; i < block->to; i++) {
    double x[3];
    carom_fold(&s->model, carom_position_of(s, i), x);
    o->is[i] = 0;
    if (!carom_look_counts(&o->look, i)) continue;
    o->is[i] = COUNTED;
    if (o->wanted & CAROM_BULK_SOLID) add_solid(&o->look, i, x, to);
    if (o->look.of->within && !carom_region_holds(&o->look.of->region, x)) continue;
    o->is[i] |= SELECTED;
    add_particle(o, i, x, to);
  }
}

static void visit_second(void *user, carom_scene *s, const carom_block_range *block)
{
  const bulk *o = user;
  sums *to = &o->block[block->index];
  contacts in = {o, to};
  for (int64_t i = block->from; i < block->to; i++) {
    double x[3];
    if (!(o->is[i] & SELECTED)) continue;
    carom_fold(&s->model, carom_position_of(s, i), x);
    if (o->wanted & CAROM_BULK_MOTION) add_deviation(o, i, x, to);
    if (o->whole && (o->wanted & CAROM_BULK_VIRIAL)) add_inertia(o, i, to);
  }
  if (o->wanted & CAROM_BULK_CONTACTS) s->engine->block_contacts(s, block, add_contact, &in);
  if (o->wanted & CAROM_BULK_CONTACTS) add_bonds(o, s, block, to);
}

static sums total(const bulk *o)
{
  sums all = {0};
  double *to = &all.particles;
  for (int64_t b = 0; b < o->look.blocks; b++) {
    const double *from = &o->block[b].particles;
    for (size_t k = 0; k < sizeof all / sizeof *to; k++)
      to[k] += from[k];
  }
  return all;
}

static void over(const double *sum, double by, int count, double *out)
{
  for (int k = 0; k < count; k++)
    out[k] = by > 0 ? sum[k] / by : carom_nan();
}

static double second_invariant(const double t[9], double trace)
{
  double sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const double d = 0.5 * (t[3 * i + j] + t[3 * j + i]) - (i == j ? trace / 3 : 0);
      sum += 0.5 * d * d;
    }
  return sum;
}

static double trace_of(const double t[9])
{
  return t[0] + t[4] + t[8];
}

/* Temperature about the mean, and the linear flow with the temperature about that. */
static void find_flow(const sums *all, carom_bulk *out)
{
  double slope[9] = {0}; /* dv_j/dx_i */
  double left = all->fluctuation[0] + all->fluctuation[3] + all->fluctuation[5], spread[9];
  unfold(all->spread, spread);
  out->temperature = left / (3 * all->mass);
  const bool fits = carom_tensor_solve(spread, all->flow, slope);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      out->gradient[3 * j + i] = fits ? slope[3 * i + j] : carom_nan();
      left -= slope[3 * i + j] * all->flow[3 * i + j];
    }
  out->temperature_flow = fits ? (left > 0 ? left : 0) / (3 * all->mass) : carom_nan();
  const double square = second_invariant(out->gradient, trace_of(out->gradient));
  out->shear_rate = 2 * CAROM_SQRT(square); /* 2 D:D is four times the second invariant */
}

static void find_stress(const sums *all, bool motion, bool deforms, carom_bulk *out)
{
  double stress[9], fluctuation[9];
  unfold(deforms ? all->peculiar : all->fluctuation, fluctuation);
  over(all->contact, out->volume, 9, out->contact_stress);
  over(fluctuation, motion ? out->volume : -1, 9, out->kinetic_stress);
  for (int k = 0; k < 9; k++)
    stress[k] = out->contact_stress[k] + (motion ? out->kinetic_stress[k] : 0);
  const double j2 = second_invariant(stress, trace_of(stress));
  out->pressure = trace_of(stress) / 3;
  out->deviator = CAROM_SQRT(3 * j2);
  out->friction = out->pressure > 0 ? CAROM_SQRT(j2) / out->pressure : carom_nan();
  carom_tensor_principal(stress, out->principal);
}

static carom_status evaluate(bulk *o, carom_bulk *out, carom_error *err)
{
  const unsigned wanted = o->wanted;
  o->look.s->engine->each_block(o->look.s, visit_first, o);
  sums all = total(o);
  out->particles = (int64_t)all.particles;
  out->mass = all.mass;
  over(&all.diameter, all.particles, 1, &out->diameter);
  over(all.moment, all.mass, 3, out->centre);
  over(all.momentum, all.mass, 3, out->velocity);
  memcpy(o->centre, out->centre, sizeof o->centre);
  memcpy(o->velocity, out->velocity, sizeof o->velocity);
  if (wanted & (CAROM_BULK_MOTION | CAROM_BULK_CONTACTS)) {
    o->look.s->engine->each_block(o->look.s, visit_second, o);
    all = total(o);
  }
  if ((wanted & CAROM_BULK_MOTION) && all.particles > 0) find_flow(&all, out);
  if (wanted & CAROM_BULK_SOLID) {
    out->solid = all.solid;
    over(&all.solid, out->volume, 1, &out->solid_fraction);
  }
  if (wanted & CAROM_BULK_CONTACTS) {
    out->ends = (int64_t)all.ends;
    out->wall_ends = (int64_t)all.wall_ends;
    over(&all.ends, all.particles, 1, &out->coordination);
    double fabric[9];
    unfold(all.fabric, fabric);
    over(fabric, all.ends, 9, out->fabric);
    find_stress(&all, (wanted & CAROM_BULK_MOTION) && all.particles > 0, o->look.s->box.deforms,
                out);
  }
  if (o->whole && (wanted & CAROM_BULK_CONTACTS) && (wanted & CAROM_BULK_VIRIAL)) {
    over(all.walls, out->volume, 9, out->by_walls);
    over(all.inertia, out->volume, 9, out->by_inertia);
    over(all.borders, out->volume, 9, out->by_borders);
  }
  if (wanted & CAROM_BULK_RATTLERS) {
    int64_t ends;
    CAROM_TRY(carom_count_rattlers(&o->look, &out->rattlers, &ends, err));
    const double rest = (double)(out->particles - out->rattlers), held = (double)ends;
    over(&held, rest, 1, &out->coordination_rest);
  }
  const double own = all.mass / (out->solid > 0 ? out->solid : carom_nan());
  if (out->pressure > 0)
    out->inertial_number = out->shear_rate * out->diameter * CAROM_SQRT(own / out->pressure);
  return CAROM_OK;
}

static void unknown(double *value, int count)
{
  for (int k = 0; k < count; k++)
    value[k] = carom_nan();
}

static void clear(carom_bulk *out)
{
  double *const tensors[] = {out->gradient,       out->fabric,   out->contact_stress,
                             out->kinetic_stress, out->by_walls, out->by_inertia,
                             out->by_borders};
  double *const numbers[] = {&out->volume,
                             &out->mass,
                             &out->diameter,
                             &out->temperature,
                             &out->temperature_flow,
                             &out->shear_rate,
                             &out->solid,
                             &out->solid_fraction,
                             &out->coordination,
                             &out->pressure,
                             &out->deviator,
                             &out->friction,
                             &out->inertial_number,
                             &out->coordination_rest};
  double *const vectors[] = {out->centre, out->velocity, out->principal};
  *out = (carom_bulk){.particles = 0};
  for (size_t k = 0; k < sizeof tensors / sizeof *tensors; k++)
    unknown(tensors[k], 9);
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    unknown(numbers[k], 1);
  for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
    unknown(vectors[k], 3);
}

carom_status carom_measure_bulk(carom_scene *s, const carom_selection *of, unsigned wanted,
                                carom_bulk *out, carom_error *err)
{
  bulk o = {.wanted = wanted};
  if (!out) return carom_fail(err, CAROM_ERR_ARGUMENT, "bulk", "there is no place for the result");
  CAROM_TRY(carom_look_begin(&o.look, s, of, err));
  o.whole = o.look.everyone && !of->within;
  o.convex = !of->within || is_convex(&of->region);
  o.block = calloc((size_t)o.look.blocks, sizeof *o.block);
  o.is = malloc((size_t)s->particles.count + 1);
  clear(out);
  out->volume = carom_look_volume(&o.look);
  const carom_status status = o.block && o.is ? evaluate(&o, out, err) : carom_look_no_room(err);
  free(o.block);
  free(o.is);
  return status;
}
