/* SPDX-License-Identifier: MIT */
/* Contacts of a selection: stress, fabric, coordination. Most contacts count fully or not at all
 * and are summed in groups; the others are cut into pieces. */
#include "measure/bulk.h"

#include <string.h>

/* Does a piece reach across a periodic border? Few do. */
static bool crosses(const carom_model *m, const double from[3], const double to[3])
{
  bool beyond = false;
  for (int k = 0; k < 3; k++)
    beyond |= (m->length[k] > 0) & ((from[k] < m->low[k]) | (to[k] < m->low[k]) |
                                    (from[k] > m->high[k]) | (to[k] > m->high[k]));
  return beyond;
}

/* The fraction of a piece inside the region, including its images across periodic borders. */
static double share_inside(const carom_look *look, const double from[3], const double to[3])
{
  const carom_region *region = &look->of->region;
  double low[3], high[3], shift[CAROM_IMAGES][3], sum = 0;
  if (!look->of->within) return 1;
  if (!crosses(&look->s->model, from, to)) return carom_region_share(region, from, to);
  for (int k = 0; k < 3; k++) {
    low[k] = from[k] < to[k] ? from[k] : to[k];
    high[k] = from[k] < to[k] ? to[k] : from[k];
  }
  const int images = carom_images(&look->s->model, low, high, shift);
  for (int n = 0; n < images; n++) {
    double p[3], q[3];
    for (int k = 0; k < 3; k++)
      p[k] = from[k] + shift[n][k], q[k] = to[k] + shift[n][k];
    sum += carom_region_share(region, p, q);
  }
  return sum;
}

/* Adds the stress of the piece of particle `end`; `sign` is that of the force on it. */
static void add_piece(const carom_bulk_look *o, const carom_contact_pieces *c, int64_t end,
                      double sign, const double centre[3], carom_bulk_sums *to)
{
  double piece[3];
  if (!(o->is[end] & CAROM_COUNTED)) return;
  const double share = share_inside(&o->look, centre, c->point);
  if (share == 0) return;
  for (int k = 0; k < 3; k++)
    piece[k] = centre[k] - c->point[k];
  carom_add_product(to->contact, sign * share, piece, c->force);
}

static void add_end(const carom_bulk_look *o, const carom_contact_pieces *c, int64_t end,
                    double sign, const double centre[3], carom_bulk_sums *to)
{
  if (o->is[end] & CAROM_SELECTED) {
    to->ends++;
    to->wall_ends += c->b < 0;
    carom_add_square(to->fabric, 1, c->normal);
  }
  add_piece(o, c, end, sign, centre, to);
}

/* Adds both pieces at once if everything is selected. */
static void add_both(const double branch[3], const double normal[3], const double force[3],
                     bool wall, carom_bulk_sums *to)
{
  const double ends = wall ? 1 : 2;
  to->ends += ends;
  to->wall_ends += wall;
  carom_add_square(to->fabric, ends, normal);
  carom_add_product(to->contact, 1, branch, force);
}

/* Does the region contain every segment between two of its points? */
bool carom_region_is_convex(const carom_region *r)
{
  return r->shape == CAROM_REGION_BOX || r->shape == CAROM_REGION_SPHERE ||
         r->shape == CAROM_REGION_BELOW ||
         (r->shape == CAROM_REGION_CYLINDER && !(r->inner_radius > 0));
}

/* Vector from the second centre, or from the wall, to the first centre. */
static void find_branch(const carom_scene *s, const carom_contact_view *v, double branch[3])
{
  const bool wall = carom_partner_is_wall(v->partner);
  const double length = (wall ? 0 : carom_position_of(s, v->partner)[3]) +
                        carom_position_of(s, v->first)[3] - v->overlap;
  for (int k = 0; k < 3; k++)
    branch[k] = -length * v->normal[k];
}

static void add_virial(const carom_bulk_look *o, const carom_contact_pieces *c, carom_bulk_sums *to)
{
  double a[3], b[3], point[3], apart[3];
  carom_look_centre(&o->look, c->a, a);
  if (c->b < 0) {
    for (int k = 0; k < 3; k++)
      point[k] = a[k] + (c->point[k] - c->from[k]);
    carom_add_product(to->walls, -1, point, c->force);
    return;
  }
  carom_look_centre(&o->look, c->b, b);
  for (int k = 0; k < 3; k++)
    apart[k] = (c->from[k] - c->to[k]) - (a[k] - b[k]);
  carom_add_product(to->borders, 1, apart, c->force);
}

typedef struct visit {
  const carom_bulk_look *o;
  carom_bulk_sums *to;
  carom_ends *ends; /* NULL: rattlers are not asked for */
} visit;

/* How much of a contact counts. */
typedef enum part { NOTHING, SOME, ALL } part;

/* Distance between the centres. */
static double length_of(const carom_scene *s, const carom_contact_group *g, int i)
{
  return carom_position_of(s, carom_particle(g->body[2 * i]))[3] +
         carom_position_of(s, carom_particle(g->body[2 * i + 1]))[3] - g->overlap[i];
}

/* Does a contact whose first particle is near a periodic border reach across it? */
static bool reaches_beyond(const carom_scene *s, const carom_contact_group *g, int i)
{
  const double length = length_of(s, g, i);
  double from[3], to[3];
  carom_fold(&s->model, carom_position_of(s, carom_particle(g->body[2 * i])), from);
  for (int k = 0; k < 3; k++)
    to[k] = from[k] + length * g->normal[k][i];
  return crosses(&s->model, from, to);
}

/* Judged by the places of both particles, without cutting the contact into pieces. */
static part part_of(const carom_bulk_look *o, const carom_contact_group *g, int i)
{
  const unsigned a = o->is[carom_particle(g->body[2 * i])],
                 b = o->is[carom_particle(g->body[2 * i + 1])];
  if (!((a | b) & CAROM_COUNTED)) return NOTHING;
  if ((a & CAROM_EDGE) && reaches_beyond(o->look.s, g, i)) return SOME;
  if (a & b & CAROM_SELECTED) return o->convex ? ALL : SOME;
  return (a & b & CAROM_OUTSIDE) ? NOTHING : SOME;
}

/* Adds the contacts of a group whose bits are set, each fully. */
static void add_whole(const carom_scene *s, const carom_contact_group *g, unsigned bits,
                      carom_bulk_sums *to)
{
  double contact[9], fabric[6]; /* stay in registers */
  memcpy(contact, to->contact, sizeof contact);
  memcpy(fabric, to->fabric, sizeof fabric);
  to->ends += 2 * __builtin_popcount(bits);
  for (unsigned rest = bits; rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]};
    const double length = length_of(s, g, i);
    carom_add_product(contact, -length, n, g->force + 3 * i);
    carom_add_square(fabric, 2, n);
  }
  memcpy(to->contact, contact, sizeof contact);
  memcpy(to->fabric, fabric, sizeof fabric);
}

/* Bits of the closed contacts of a group. */
static unsigned closed_of(const carom_scene *s, const carom_contact_group *g)
{
  const double open = -s->model.material_pair[g->material_pair].reach;
  unsigned bits = 0;
  for (int i = 0; i < CAROM_LANES; i++)
    bits |= (unsigned)(g->overlap[i] > open) << i;
  return bits & g->closed;
}

/* Adds the contacts of a group that count fully; returns the bits of those to be cut into
 * pieces. */
static unsigned add_group(void *user, const carom_contact_group *g)
{
  const visit *in = user;
  const carom_scene *s = in->o->look.s;
  const unsigned closed = closed_of(s, g);
  unsigned all = closed, some = 0;
  for (unsigned rest = in->o->whole ? 0 : closed; rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    const part counts = part_of(in->o, g, i);
    if (counts != ALL) all &= ~(1u << i);
    if (counts == SOME) some |= 1u << i;
  }
  for (unsigned rest = in->ends ? closed & ~some : 0; rest; rest &= rest - 1) {
    const uint32_t *pair = g->body + 2 * __builtin_ctz(rest);
    carom_ends_add(in->ends, carom_particle(pair[0]), carom_particle(pair[1]));
  }
  if (all) add_whole(s, g, all, in->to);
  return some;
}

/* Adds a single contact: with a wall, cut by the border of a region, of clumps, or without a
 * recorded force. */
static void add_contact(void *user, const carom_contact_view *v)
{
  const visit *in = user;
  const carom_bulk_look *o = in->o;
  const carom_scene *s = o->look.s;
  if (!carom_view_closed(s, v)) return;
  if (in->ends) carom_ends_add(in->ends, v->first, v->partner);
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
}

static void add_virial_of(void *user, const carom_contact_view *v)
{
  const visit *in = user;
  const carom_scene *s = in->o->look.s;
  if (!carom_view_closed(s, v)) return;
  const carom_contact_pieces c = carom_contact_pieces_of(s, v);
  add_virial(in->o, &c, in->to);
}

/* A bond supports its particles like a contact, but not in addition to a contact between them. */
static void add_carried(const carom_bulk_look *o, const carom_scene *s,
                        const carom_block_range *block, int64_t bond, const carom_contact_pieces *c)
{
  const uint32_t a = (uint32_t)c->a, b = (uint32_t)c->b;
  const int pair = carom_material_pair_between(s, a, b);
  const double reach = carom_position_of(s, a)[3] + carom_position_of(s, b)[3] +
                       (pair < 0 ? 0 : s->model.material_pair[pair].reach);
  double square = 0;
  for (int k = 0; k < 3; k++)
    square += (c->to[k] - c->from[k]) * (c->to[k] - c->from[k]);
  if (square >= reach * reach || carom_bond_replaces(&s->bonds, &s->bonds.bond[bond]))
    carom_ends_add(&o->ends[block->index], a, b);
}

/* Adds the bonds whose first particle is in the block. They contribute to the stress but are not
 * contacts. */
static void add_bonds(const carom_bulk_look *o, const carom_scene *s,
                      const carom_block_range *block, carom_bulk_sums *to)
{
  for (int64_t i = block->from; s->bonds.whole > 0 && i < block->to; i++)
    for (uint32_t k = s->bonds.start[i]; k < s->bonds.start[i + 1]; k++) {
      const int64_t bond = s->bonds.end[k] >> 1;
      if (s->bonds.end[k] & 1 || s->bonds.bond[bond].state != CAROM_BOND_WHOLE) continue;
      const carom_contact_pieces c = carom_bond_pieces_of(s, bond);
      add_piece(o, &c, c.a, 1, c.from, to);
      add_piece(o, &c, c.b, -1, c.to, to);
      if (o->ends) add_carried(o, s, block, bond, &c);
      if (o->whole && (o->wanted & CAROM_BULK_VIRIAL)) add_virial(o, &c, to);
    }
}

void carom_bulk_contacts(const carom_bulk_look *o, const carom_block_range *block,
                         carom_bulk_sums *to)
{
  carom_scene *s = o->look.s;
  visit in = {o, to, o->ends ? &o->ends[block->index] : NULL};
  /* pieces of clumps end at their centres of mass, so they are not taken in groups */
  s->engine->block_contacts(s, block, s->model.clumps ? NULL : add_group, add_contact, &in);
  if (o->whole && (o->wanted & CAROM_BULK_VIRIAL))
    s->engine->block_contacts(s, block, NULL, add_virial_of, &in);
  add_bonds(o, s, block, to);
}
