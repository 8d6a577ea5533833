/* SPDX-License-Identifier: MIT */
/* Estimates how deep the heaviest bodies and the weight above them will press the smallest. */
#include <stdlib.h>

#include "contact/fixed_steps.h"
#include "core/error.h"
#include "family/root.h"
#include "scene/scene.h"

/* All moving particles. */
typedef struct bulk {
  double mass, heaviest; /* of all; of the heaviest */
  double radius;         /* of the heaviest */
  double low[3], high[3];
} bulk;

static bulk weigh(const carom_scene *s)
{
  bulk b = {.low = {1e300, 1e300, 1e300}, .high = {-1e300, -1e300, -1e300}};
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double *x = carom_position_of(s, i), mass = s->particles.mass[s->particles.tag[i]];
    if (!(carom_inv_mass(s, i) > 0)) continue;
    const double moving = carom_moving_mass(s, i);
    b.mass += mass;
    if (moving > b.heaviest) b.heaviest = moving, b.radius = x[3];
    for (int k = 0; k < 3; k++) {
      b.low[k] = x[k] - x[3] < b.low[k] ? x[k] - x[3] : b.low[k];
      b.high[k] = x[k] + x[3] > b.high[k] ? x[k] + x[3] : b.high[k];
    }
  }
  return b;
}

/* Weight on the heaviest body, including its share of the other weight, which is spread evenly over
 * the ground. */
static double load_of(const carom_scene *s, const bulk *b)
{
  const double *g = s->gravity, pi = 3.14159265358979323846;
  const double pull = CAROM_SQRT(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  double ground = 0;
  if (!(pull > 0)) return 0;
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    ground += CAROM_FABS(g[k]) / pull * (b->high[i] - b->low[i]) * (b->high[j] - b->low[j]);
  }
  const double share = pi * b->radius * b->radius / ground;
  return pull * (b->heaviest + (share < 1 ? share : 1) * (b->mass - b->heaviest));
}

typedef struct load_target {
  const carom_contact *contact;
  const carom_state *state;
  double force;
} load_target;

static double lacking(double d, const void *user)
{
  const load_target *p = user;
  return carom_contact_force(p->contact, p->state, d, 0).elastic - p->force;
}

/* The overlap that bears a force, at most R*. */
static double depth_under(const carom_contact *contact, const carom_state *state, double force)
{
  const load_target p = {contact, state, force};
  if (!(force > 0)) return 0;
  return lacking(contact->radius, &p) > 0 ? carom_root(lacking, &p, 0, contact->radius)
                                          : contact->radius;
}

/* The smallest radius of every material; to be freed by the caller. */
static double *find_smallest(const carom_scene *s)
{
  double *least = malloc((size_t)s->model.materials * sizeof *least);
  for (int m = 0; least && m < s->model.materials; m++)
    least[m] = -CAROM_UNSET;
  for (int64_t i = 0; least && i < s->particles.count; i++) {
    const double radius = carom_position_of(s, i)[3];
    if (radius < least[s->particles.material[i]]) least[s->particles.material[i]] = radius;
  }
  return least;
}

carom_status carom_scene_foresee(const carom_scene *s, carom_scene_pressed *out, carom_error *err)
{
  if (!s || !out) return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "there is no scene");
  const bulk b = weigh(s);
  *out = (carom_scene_pressed){.between = {-1, -1}, .heaviest = b.heaviest};
  if (!(b.heaviest > 0)) return CAROM_OK;
  double *least = find_smallest(s);
  if (!least) return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory");
  out->load = load_of(s, &b);
  for (int k = 0; k < s->model.material_pairs; k++) {
    const carom_material_pair *c = &s->model.material_pair[k];
    const carom_contact own = carom_material_pair_contact(c, c->small.radius, c->small.mass);
    const carom_state fresh = carom_contact_virgin(&own);
    const double one = least[c->between[0]], other = c->wall ? one : least[c->between[1]];
    const double radius = one < other ? one : other, speed = c->contact.speed;
    const double resting = depth_under(&own, &fresh, out->load) / radius;
    const double struck = carom_depth(&own, &fresh, 0.5 * b.heaviest * speed * speed) / radius;
    if (resting <= out->resting && struck <= out->struck) continue;
    out->between[0] = c->between[0];
    out->between[1] = c->between[1];
    out->wall = c->wall;
    out->radius = radius;
    out->speed = speed;
    out->resting = resting;
    out->struck = struck;
  }
  free(least);
  return CAROM_OK;
}
