/* SPDX-License-Identifier: MIT */
/* Creates a chain from its definition: checks, links, memory. */
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chain/stepped.h"
#include "contact/needs.h"
#include "core/arithmetic.h"
#include "core/array.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/ranges.h"

enum { COOKIE = 0x0c4a1217 };

carom_bead carom_bead_default(void)
{
  carom_bead bead;
  memset(&bead, 0, sizeof bead);
  bead.body = carom_body_default();
  return bead;
}

static const carom_field chain_fields[] = {
    {"gravity", "m/s2", 0, CAROM_RANGE_GRAVITY, NULL,
     "gravity along the chain, towards the right end"},
    {"step", "s", 0, CAROM_RANGE_STEP, NULL, "length of fixed steps; 0: chosen by the tolerance"},
    {"tolerance", "1", 1e-12, CAROM_RANGE_TOLERANCE, NULL,
     "relative tolerance of the integration, and of the location of events"},
    {"corrector_tolerance", "1", 1e-12, CAROM_RANGE_TOLERANCE, NULL,
     "what a pass of euler-trapezoid's corrector may still change, relative"},
};

static const carom_field bead_fields[] = {
    {"velocity", "m/s", 0, CAROM_RANGE_VELOCITY, NULL,
     "velocity at the start, positive to the right"},
    {"gap", "m", 0, CAROM_RANGE_GAP, NULL,
     "distance to the body before, or to the left wall; negative: they overlap"},
    {"force", "N", 0, CAROM_RANGE_FORCE, NULL, "constant force, positive to the right"},
};

carom_fields carom_chain_fields(void)
{
  return (carom_fields){chain_fields, CAROM_COUNT(chain_fields)};
}

carom_fields carom_bead_fields(void)
{
  return (carom_fields){bead_fields, CAROM_COUNT(bead_fields)};
}

carom_chain_def carom_chain_default(void)
{
  carom_chain_def def;
  memset(&def, 0, sizeof def);
  def.left.material = def.right.material = carom_material_default();
  def.tolerance = chain_fields[2].fallback;
  def.corrector_tolerance = chain_fields[3].fallback;
  def.cookie = COOKIE;
  return def;
}

/* Rejects a bead that initially overlaps another one or a wall by half of its radius or more. */
static carom_status check_gap(double gap, const carom_body *a, const carom_body *b,
                              const char *where, carom_error *err)
{
  double smallest = HUGE_VAL;
  if (a && a->shape == CAROM_SPHERE) smallest = a->radius;
  if (b && b->shape == CAROM_SPHERE && b->radius < smallest) smallest = b->radius;
  if (-gap < 0.5 * smallest) return CAROM_OK;
  return carom_fail(
      err, CAROM_ERR_RANGE, where,
      "a gap of %g m is an overlap of half of the smaller radius, %g m, or more; place "
      "the bodies farther apart",
      gap, smallest);
}

static carom_status check_bead(const carom_chain_def *def, int i, carom_error *err)
{
  const carom_bead *b = &def->bead[i];
  char where[48], of[CAROM_MATERIAL_TEXT];
  snprintf(where, sizeof where, "chain.beads.%d", i);
  if (b->body.shape == CAROM_SOCKET)
    return carom_fail(err, CAROM_ERR_RANGE, where, "a bead is a sphere or a flat");
  if (carom_body_mass(&b->body) == CAROM_UNSET)
    return b->body.shape == CAROM_FLAT
               ? carom_fail(err, CAROM_ERR_MISSING, where, "a flat bead needs a mass")
               : carom_fail(err, CAROM_ERR_MISSING, where,
                            "a bead needs a mass, or the density of %s",
                            carom_material_text(&b->body.material, "its material", of));
  const double value[] = {b->velocity, b->gap, b->force};
  for (int k = 0; k < CAROM_COUNT(bead_fields); k++)
    CAROM_TRY(carom_field_check(&bead_fields[k], value[k], where, err));
  if (i > 0 || def->left.present)
    CAROM_TRY(check_gap(b->gap, i > 0 ? &def->bead[i - 1].body : NULL, &b->body, where, err));
  if (b->body.fixed && (b->velocity != 0 || b->force != 0 || b->drive_points > 0))
    return carom_fail(err, CAROM_ERR_CONFLICT, where,
                      "a fixed body does not move: it takes no velocity, force or drive");
  if (i > 0 && (b->contact < 0 || b->contact >= def->contacts))
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no contact definition %d", b->contact);
  if (b->drive_points < 0 || (b->drive_points > 0 && (!b->drive_time || !b->drive_velocity)))
    return carom_fail(err, CAROM_ERR_ARGUMENT, where, "a drive needs times and velocities");
  for (int k = 0; k < b->drive_points; k++)
    if (!carom_finite(b->drive_time[k]) || !carom_finite(b->drive_velocity[k]) ||
        (k > 0 && !(b->drive_time[k] > b->drive_time[k - 1])))
      return carom_fail(err, CAROM_ERR_RANGE, where, "the times of a drive must increase");
  return CAROM_OK;
}

static carom_status check_steps(const carom_chain_def *def, carom_error *err)
{
  const carom_scheme *scheme = carom_chain_scheme(def->integrator);
  if (scheme->fixed && !(def->step > 0))
    return carom_fail(err, CAROM_ERR_MISSING, "run.step",
                      "%s needs a step, a small share of the contact time", scheme->name);
  if (def->step != 0 && def->step != CAROM_UNSET)
    CAROM_TRY(carom_field_check(&chain_fields[1], def->step, "run.step", err));
  CAROM_TRY(carom_field_check(&chain_fields[2], def->tolerance, "run.tolerance", err));
  return carom_field_check(&chain_fields[3], def->corrector_tolerance, "run.corrector_tolerance",
                           err);
}

static carom_status check_scheme(const carom_chain_def *def, carom_error *err)
{
  const bool fixed = def->integrator == CAROM_CHAIN_VERLET;
  if (!carom_chain_integrator_name(def->integrator))
    return carom_fail(err, CAROM_ERR_RANGE, "run.integrator",
                      "must be dop853, dopri5, verlet, euler-trapezoid, rk45 or gear5");
  if (!fixed && def->beads > CAROM_CHAIN_RESOLVED_BEADS)
    return carom_fail(err, CAROM_ERR_RANGE, "chain.beads",
                      "%d bodies are too many to resolve every contact; up to %d are possible, use "
                      "verlet for more",
                      def->beads, CAROM_CHAIN_RESOLVED_BEADS);
  CAROM_TRY(check_steps(def, err));
  for (int k = 0; fixed && k < def->follow; k++) {
    const int n = def->followed ? def->followed[k] : CAROM_RIGHT_WALL - 1;
    const bool wall = (n == CAROM_LEFT_WALL && def->left.present) ||
                      (n == CAROM_RIGHT_WALL && def->right.present);
    if (!wall && !(n >= 0 && n < def->beads - 1))
      return carom_fail(err, CAROM_ERR_RANGE, "record.contacts", "the chain has no contact %d", n);
  }
  if (fixed && def->settled)
    return carom_fail(err, CAROM_ERR_CONFLICT, "chain.start",
                      "a static start is for resolved chains; use dop853");
  return CAROM_OK;
}

static carom_status check(const carom_chain_def *def, carom_error *err)
{
  if (!def || def->cookie != COOKIE)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "chain",
                      "the definition was not made by carom_chain_default()");
  if (def->beads < 1 || !def->bead)
    return carom_fail(err, CAROM_ERR_MISSING, "chain.beads", "a chain has at least one body");
  if (def->contacts < 0 || (def->contacts > 0 && !def->contact))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "chain.contacts",
                      "the table of contacts is missing");
  CAROM_TRY(check_scheme(def, err));
  CAROM_TRY(carom_field_check(&chain_fields[0], def->gravity, "chain.gravity", err));
  for (int i = 0; i < def->beads; i++)
    CAROM_TRY(check_bead(def, i, err));
  if (!def->right.present) return CAROM_OK;
  return check_gap(def->right.gap, &def->bead[def->beads - 1].body, NULL, "chain.right", err);
}

/* Prepares the contact of two bodies; `where` identifies it in errors. */
static carom_status join(const carom_chain_def *def, int which, const carom_body *a,
                         const carom_body *b, int number, carom_link *link, carom_error *err)
{
  carom_error inner = {.code = CAROM_OK};
  if (which < 0 || which >= def->contacts)
    return carom_fail(err, CAROM_ERR_RANGE, "chain", "there is no contact definition %d", which);
  carom_contact_def contact = def->contact[which];
  contact.a = *a;
  contact.b = *b;
  const carom_status status = carom_contact_prepare(&contact, &link->contact, &inner);
  if (status != CAROM_OK)
    return carom_fail_for(err, &inner, inner.where, "contact %d of the chain: %s", number,
                          inner.text);
  if (link->contact.resolved_only && carom_chain_scheme(def->integrator)->sampled)
    return carom_fail(
        err, CAROM_ERR_CONFLICT, "rule",
        "contact %d of the chain: %s does not track reversals, which rules of law '%s' other "
        "than memory depend on; use dop853, or rule=memory",
        number, carom_chain_scheme(def->integrator)->name, link->contact.law->info.name);
  link->state = carom_contact_virgin(&link->contact);
  link->peak.time_of_first_peak_overlap = CAROM_UNSET;
  link->peak.time_of_first_peak_force = CAROM_UNSET;
  link->peak.time_of_peak_force = CAROM_UNSET;
  return CAROM_OK;
}

static carom_body wall_body(const carom_chain_wall *wall)
{
  carom_body body = carom_body_default();
  body.shape = CAROM_FLAT;
  body.fixed = true;
  body.material = wall->material;
  return body;
}

/* Creates the links from the left; the link of a left wall comes last, so that contact i is link
 * i. */
static carom_status make_links(carom_chain *c, const carom_chain_def *def, carom_error *err)
{
  const int n = def->beads;
  for (int i = 0; i + 1 < n; i++) {
    const carom_bead *next = &def->bead[i + 1];
    carom_link *l = &c->link[i];
    l->left = i, l->right = i + 1, l->gap = next->gap;
    CAROM_TRY(join(def, next->contact, &def->bead[i].body, &next->body, i, l, err));
  }
  c->links = n - 1;
  if (def->right.present) {
    const carom_body wall = wall_body(&def->right);
    carom_link *l = &c->link[c->links++];
    l->left = n - 1, l->right = CAROM_WALL, l->gap = def->right.gap;
    CAROM_TRY(join(def, def->right.contact, &def->bead[n - 1].body, &wall, n - 1, l, err));
  }
  if (def->left.present) {
    const carom_body wall = wall_body(&def->left);
    carom_link *l = &c->link[c->links++];
    l->left = CAROM_WALL, l->right = 0, l->gap = def->bead[0].gap;
    CAROM_TRY(join(def, def->left.contact, &def->bead[0].body, &wall, CAROM_LEFT_WALL, l, err));
  }
  return CAROM_OK;
}

static bool make_drive(carom_chain *c, const carom_bead *bead, int body)
{
  carom_chain_drive *d = &c->drive[c->drives];
  d->body = body;
  c->driven[body] = c->drives++;
  return carom_drive_create(&d->velocity, bead->drive_points, bead->drive_time,
                            bead->drive_velocity);
}

static bool make_bodies(carom_chain *c, const carom_chain_def *def)
{
  double x = 0;
  for (int i = 0; i < c->beads; i++) {
    const carom_bead *b = &def->bead[i];
    const double radius = b->body.shape == CAROM_SPHERE ? b->body.radius : 0;
    x += i > 0 ? b->gap + radius : 0;
    c->position[i] = x;
    x += radius;
    c->mass[i] = carom_body_mass(&b->body);
    c->inv_mass[i] = b->body.fixed ? 0 : 1 / c->mass[i];
    c->weight[i] = c->mass[i] * def->gravity;
    c->force[i] = c->weight[i] + b->force;
    c->driven[i] = -1;
    if (b->drive_points > 0 && !make_drive(c, b, i)) return false;
  }
  return true;
}

carom_chain *carom_chain_room(int beads, bool resolved)
{
  const size_t n = (size_t)beads;
  carom_chain *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->beads = beads;
  c->link = calloc(resolved ? n + 1 : 1, sizeof *c->link);
  c->drive = calloc(n, sizeof *c->drive);
  c->driven = calloc(n, sizeof *c->driven);
  /* five numbers per body, and three copies of the state */
  c->mass = calloc(5 * n + 3 * (2 * n + 2), sizeof *c->mass);
  if (!c->link || !c->drive || !c->driven || !c->mass) {
    carom_chain_destroy(c);
    return NULL;
  }
  c->inv_mass = c->mass + n;
  c->force = c->inv_mass + n;
  c->weight = c->force + n;
  c->position = c->weight + n;
  c->rate = c->position + n;
  c->scratch = c->rate + 2 * n + 2;
  c->sample = c->scratch + 2 * n + 2;
  return c;
}

static carom_status resolve(carom_chain *c, const carom_chain_def *def, carom_error *err)
{
  CAROM_TRY(make_links(c, def, err));
  if (def->settled) {
    c->rest = calloc((size_t)c->beads, sizeof *c->rest);
    if (!c->rest) return carom_fail(err, CAROM_ERR_MEMORY, "chain", "out of memory");
  }
  if (def->settled) CAROM_TRY(carom_chain_settle(c, def, err));
  return carom_chain_start(c, def, err);
}

/* Rejects steps beyond the stability limit of a contact, unless the user insists. */
static carom_status check_stability(const carom_chain *c, const carom_chain_def *def,
                                    carom_error *err)
{
  if (!(def->step > 0) || def->any_step) return CAROM_OK;
  const double limit = carom_chain_step_limit(c);
  if (!(def->step > limit)) return CAROM_OK;
  return carom_fail(
      err, CAROM_ERR_RANGE, "run.step",
      "%.4g s is too long: the largest step that can work is %.4g s, 2/omega of the "
      "stiffest contact; ten steps in a contact, which is still coarse, need about %.2g s",
      def->step, limit, 0.2 * limit);
}

carom_status carom_chain_create(const carom_chain_def *def, carom_chain **chain, carom_error *err)
{
  if (!chain) return carom_fail(err, CAROM_ERR_ARGUMENT, "chain", "no place for the chain");
  *chain = NULL;
  CAROM_TRY(carom_arithmetic_check(err));
  CAROM_TRY(check(def, err));
  carom_chain *c = carom_chain_room(def->beads, def->integrator != CAROM_CHAIN_VERLET);
  if (!c || !make_bodies(c, def)) {
    carom_chain_destroy(c);
    return carom_fail(err, CAROM_ERR_MEMORY, "chain", "out of memory");
  }
  c->integrator = def->integrator;
  c->fixed_step = def->step > 0 ? def->step : 0;
  c->tolerance = def->tolerance;
  c->corrector_tolerance = def->corrector_tolerance;
  carom_status status = def->integrator == CAROM_CHAIN_VERLET ? carom_stepped_create(c, def, err)
                                                              : resolve(c, def, err);
  if (status == CAROM_OK) status = check_stability(c, def, err);
  if (status != CAROM_OK) {
    carom_chain_destroy(c);
    return status;
  }
  carom_chain_energy energy;
  c->energy_at_start = carom_chain_held(c, carom_chain_displacement(c), carom_chain_velocity(c),
                                        &energy);
  *chain = c;
  return CAROM_OK;
}

void carom_chain_destroy(carom_chain *chain)
{
  if (!chain) return;
  for (int k = 0; chain->drive && k < chain->drives; k++)
    carom_drive_free(&chain->drive[k].velocity);
  carom_stepped_destroy(chain->stepped);
  free(chain->work);
  free(chain->rest);
  free(chain->mass);
  free(chain->driven);
  free(chain->drive);
  free(chain->link);
  free(chain);
}
