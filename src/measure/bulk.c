/* SPDX-License-Identifier: MIT */
/* Numbers and tensors of a selection: sums over blocks, added up in block order. */
#include "measure/bulk.h"

#include <stdlib.h>
#include <string.h>

static void unfold(const double half[6], double whole[9])
{
  static const int from[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
  for (int k = 0; k < 9; k++)
    whole[k] = half[from[k]];
}

/* The volume of a sphere inside the region, including images across periodic borders. */
static double solid_inside(const carom_look *look, int64_t i, const double folded[3], bool edge)
{
  const carom_region *region = &look->of->region;
  const double radius = carom_position_of(look->s, i)[3];
  double low[3], high[3], x[3], shift[CAROM_IMAGES][3], sum = 0;
  if (!edge) return carom_region_overlap(region, folded, radius);
  for (int k = 0; k < 3; k++)
    low[k] = folded[k] - radius, high[k] = folded[k] + radius;
  const int images = carom_images(&look->s->model, low, high, shift);
  for (int n = 0; n < images; n++) {
    for (int k = 0; k < 3; k++)
      x[k] = folded[k] + shift[n][k];
    sum += carom_region_overlap(region, x, radius);
  }
  return sum;
}

/* Members of a clump may overlap, so each counts with its share of the clump's volume. */
static void add_solid(const carom_look *look, int64_t i, const double folded[3], bool edge,
                      carom_bulk_sums *to)
{
  const carom_scene_grain *g = carom_look_grain(look, i);
  const double r = g->radius;
  double solid = !look->of->within ? g->volume : solid_inside(look, i, folded, edge);
  if (look->of->within && g->clump >= 0) solid *= g->volume / (4.0 / 3.0 * CAROM_PI * r * r * r);
  to->solid += solid;
}

/* First pass: sums for the means. */
static void add_particle(const carom_bulk_look *o, int64_t i, const double x[3],
                         carom_bulk_sums *to)
{
  const carom_scene_grain *g = carom_look_grain(&o->look, i);
  double centre[3], velocity[3];
  carom_look_motion(&o->look, i, centre, velocity);
  to->particles++;
  to->mass += g->mass;
  to->diameter += 2 * g->radius;
  for (int k = 0; k < 3; k++) {
    to->moment[k] += g->mass * x[k];
    to->momentum[k] += g->mass * velocity[k];
  }
}

static void add_deviation(const carom_bulk_look *o, int64_t i, const double x[3],
                          carom_bulk_sums *to)
{
  const carom_scene_grain *g = carom_look_grain(&o->look, i);
  double dx[3], dv[3], centre[3], velocity[3];
  carom_look_motion(&o->look, i, centre, velocity);
  for (int k = 0; k < 3; k++) {
    dx[k] = x[k] - o->centre[k];
    dv[k] = velocity[k] - o->velocity[k];
  }
  carom_add_square(to->spread, g->mass, dx);
  carom_add_product(to->flow, g->mass, dx, dv);
  carom_add_square(to->fluctuation, g->mass, dv);
  if (!o->look.s->box.deforms) return;
  carom_box_flow(o->look.s, centre, dv);
  for (int k = 0; k < 3; k++)
    dv[k] = velocity[k] - dv[k];
  carom_add_square(to->peculiar, g->mass, dv);
}

/* The force of all contacts, which is mass times acceleration minus gravity, at the centre. */
static void add_inertia(const carom_bulk_look *o, int64_t i, carom_bulk_sums *to)
{
  double centre[3];
  carom_look_centre(&o->look, i, centre);
  carom_add_product(to->inertia, 1, centre, carom_look_grain(&o->look, i)->force);
}

/* For a region: is the particle near a periodic border, and beyond which faces of a box? */
static unsigned place_of(const carom_bulk_look *o, int64_t i, const double x[3])
{
  const carom_model *m = &o->look.s->model;
  const carom_region *r = &o->look.of->region;
  const double reach = carom_position_of(o->look.s, i)[3] + m->largest + m->reach;
  unsigned place = 0;
  if (!o->look.of->within) return 0;
  for (int k = 0; k < 3; k++)
    if (m->length[k] > 0 && (x[k] - m->low[k] < reach || m->high[k] - x[k] < reach))
      place |= CAROM_EDGE;
  for (int k = 0; r->shape == CAROM_REGION_BOX && k < 3; k++) {
    if (x[k] < r->low[k]) place |= (unsigned)CAROM_BEYOND << 2 * k;
    if (x[k] > r->high[k]) place |= (unsigned)CAROM_BEYOND << (2 * k + 1);
  }
  return place;
}

/* A clump counts with its first member, at its centre of mass. */
static bool is_body(const carom_bulk_look *o, int64_t i)
{
  double centre[3];
  if (carom_look_grain(&o->look, i)->clump < 0) return o->is[i] & CAROM_SELECTED;
  if (carom_look_body(&o->look, i) != i || !(o->is[i] & CAROM_COUNTED)) return false;
  carom_look_centre(&o->look, i, centre);
  carom_fold(&o->look.s->model, centre, centre);
  return !o->look.of->within || carom_region_holds(&o->look.of->region, centre);
}

/* First pass over one particle. */
static void look_at(const carom_bulk_look *o, int64_t i, carom_bulk_sums *to)
{
  double x[3];
  carom_fold(&o->look.s->model, carom_position_of(o->look.s, i), x);
  o->is[i] = (unsigned short)place_of(o, i, x);
  if (!carom_look_counts(&o->look, i)) return;
  o->is[i] |= CAROM_COUNTED;
  if (o->wanted & CAROM_BULK_SOLID) add_solid(&o->look, i, x, o->is[i] & CAROM_EDGE, to);
  if (o->look.of->within && !carom_region_holds(&o->look.of->region, x)) return;
  o->is[i] |= CAROM_SELECTED;
  add_particle(o, i, x, to);
}

static void visit_first(void *user, carom_scene *s, const carom_block_range *block)
{
  const carom_bulk_look *o = user;
  carom_bulk_sums *to = &o->block[block->index];
  (void)s;
  for (int64_t i = block->from; i < block->to; i++) {
    look_at(o, i, to);
    if (!is_body(o, i)) continue;
    o->is[i] |= CAROM_BODY;
    to->bodies++;
  }
}

static void visit_second(void *user, carom_scene *s, const carom_block_range *block)
{
  const carom_bulk_look *o = user;
  carom_bulk_sums *to = &o->block[block->index];
  for (int64_t i = block->from; i < block->to; i++) {
    double x[3];
    if (!(o->is[i] & CAROM_SELECTED)) continue;
    carom_fold(&s->model, carom_position_of(s, i), x);
    if (o->wanted & CAROM_BULK_MOTION) add_deviation(o, i, x, to);
    if (o->whole && (o->wanted & CAROM_BULK_VIRIAL)) add_inertia(o, i, to);
  }
  if (o->wanted & (CAROM_BULK_CONTACTS | CAROM_BULK_RATTLERS)) carom_bulk_contacts(o, block, to);
}

static carom_bulk_sums total(const carom_bulk_look *o)
{
  carom_bulk_sums all = {0};
  double *to = (double *)&all;
  for (int64_t b = 0; b < o->look.blocks; b++) {
    const double *from = (const double *)&o->block[b];
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

/* Temperature relative to the mean velocity; the linear flow, and the temperature relative to
 * it. */
static void find_flow(const carom_bulk_sums *all, carom_bulk *out)
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

static void find_stress(const carom_bulk_sums *all, bool motion, bool deforms, carom_bulk *out)
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

/* Finds rattlers among all bodies and counts the selected ones that forces can move. */
static bool count_rattlers(const carom_bulk_look *o, carom_bulk *out)
{
  const int64_t count = o->look.s->particles.count;
  int32_t *degree = calloc((size_t)count + 1, sizeof *degree);
  const bool ok = degree && carom_find_rattlers(&o->look, o->ends, degree);
  int64_t ends = 0, others = 0;
  for (int64_t i = 0; ok && i < count; i++) {
    if (!(o->is[i] & CAROM_BODY) || !(carom_inv_mass(o->look.s, i) > 0)) continue;
    out->rattlers += degree[i] < 0;
    others += degree[i] >= 0;
    ends += degree[i] < 0 ? 0 : degree[i];
  }
  const double rest = (double)others, held = (double)ends;
  over(&held, rest, 1, &out->coordination_rest);
  free(degree);
  return ok;
}

static carom_status evaluate(carom_bulk_look *o, carom_bulk *out, carom_error *err)
{
  const unsigned wanted = o->wanted;
  o->look.s->engine->each_block(o->look.s, visit_first, o);
  carom_bulk_sums all = total(o);
  out->particles = (int64_t)all.particles;
  out->mass = all.mass;
  over(&all.diameter, all.particles, 1, &out->diameter);
  over(all.moment, all.mass, 3, out->centre);
  over(all.momentum, all.mass, 3, out->velocity);
  memcpy(o->centre, out->centre, sizeof o->centre);
  memcpy(o->velocity, out->velocity, sizeof o->velocity);
  if (wanted & (CAROM_BULK_MOTION | CAROM_BULK_CONTACTS | CAROM_BULK_RATTLERS)) {
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
    over(&all.ends, all.bodies, 1, &out->coordination);
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
  if ((wanted & CAROM_BULK_RATTLERS) && !count_rattlers(o, out)) return carom_look_no_room(err);
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
  carom_bulk_look o = {.wanted = wanted};
  if (!out) return carom_fail(err, CAROM_ERR_ARGUMENT, "bulk", "there is no place for the result");
  CAROM_TRY(carom_look_begin(&o.look, s, of, err));
  o.whole = o.look.everyone && !of->within;
  o.convex = !of->within || carom_region_is_convex(&of->region);
  o.block = calloc((size_t)o.look.blocks, sizeof *o.block);
  o.is = malloc(((size_t)s->particles.count + 1) * sizeof *o.is);
  if (wanted & CAROM_BULK_RATTLERS) o.ends = calloc((size_t)o.look.blocks, sizeof *o.ends);
  clear(out);
  out->volume = carom_look_volume(&o.look);
  const bool room = o.block && o.is && (o.ends || !(wanted & CAROM_BULK_RATTLERS));
  const carom_status status = room ? evaluate(&o, out, err) : carom_look_no_room(err);
  for (int64_t b = 0; o.ends && b < o.look.blocks; b++)
    free(o.ends[b].end);
  free(o.ends);
  free(o.block);
  free(o.is);
  return status;
}
