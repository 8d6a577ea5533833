/* SPDX-License-Identifier: MIT */
#include "contact/pair.h"

#include <stdio.h>

#include "core/fields.h"

static carom_status check(carom_fields table, const char *name, double value, const char *body,
                          carom_error *err)
{
  char where[64];
  carom_field number = table.field[carom_field_find(table, name)];
  number.words = NULL; /* in a structure words have their own form: CAROM_UNSET, not a code */
  snprintf(where, sizeof where, "%s.%s", body, name);
  return carom_field_check(&number, value, where, err);
}

static carom_status check_body(const carom_body *body, const char *name, carom_error *err)
{
  const carom_fields b = carom_body_fields(), m = carom_material_fields();
  char where[64];
  snprintf(where, sizeof where, "%s.shape", name);
  if (body->shape < CAROM_SPHERE || body->shape > CAROM_SOCKET)
    return carom_fail(err, CAROM_ERR_RANGE, where, "must be sphere, flat or socket");
  if (body->shape != CAROM_FLAT) CAROM_TRY(check(b, "radius", body->radius, name, err));
  CAROM_TRY(check(b, "mass", body->mass, name, err));
  CAROM_TRY(check(m, "young", body->material.young, name, err));
  CAROM_TRY(check(m, "poisson", body->material.poisson, name, err));
  CAROM_TRY(check(m, "density", body->material.density, name, err));
  if (body->material.yield != CAROM_UNSET)
    CAROM_TRY(check(m, "yield", body->material.yield, name, err));
  return CAROM_OK;
}

/* 1/R* = 1/R_a + 1/R_b, with 0 for a flat and a negative radius for a socket. */
static carom_status effective_radius(const carom_body *a, const carom_body *b, double *radius,
                                     carom_error *err)
{
  const carom_body *sphere = a->shape == CAROM_SPHERE ? a : b;
  const carom_body *other = sphere == a ? b : a;
  if (sphere->shape != CAROM_SPHERE)
    return carom_fail(err, CAROM_ERR_CONFLICT, "a.shape",
                      "one of the two bodies must be a sphere; set a.shape=sphere");
  const double r = sphere->radius, s = other->radius;
  switch (other->shape) {
  case CAROM_SPHERE:
    *radius = r * s / (r + s);
    return CAROM_OK;
  case CAROM_FLAT:
    *radius = r;
    return CAROM_OK;
  default:
    break;
  }
  if (!(s > r))
    return carom_fail(err, CAROM_ERR_CONFLICT, sphere == a ? "b.radius" : "a.radius",
                      "the socket (%g m) must be wider than the sphere in it (%g m)", s, r);
  *radius = r * s / (s - r);
  return CAROM_OK;
}

/* Infinite when fixed; a flat or socket without a mass is. */
static double moving_mass(const carom_body *body)
{
  const double mass = carom_body_mass(body);
  return body->fixed || mass == CAROM_UNSET ? -CAROM_UNSET : mass;
}

static carom_status effective_mass(const carom_contact_def *def, double *mass, carom_error *err)
{
  const double a = moving_mass(&def->a), b = moving_mass(&def->b), infinite = -CAROM_UNSET;
  if (def->reduced_mass != CAROM_UNSET) {
    if (!(def->reduced_mass >= 1e-30 && def->reduced_mass <= 1e30))
      return carom_fail(err, CAROM_ERR_RANGE, "reduced_mass", "%g kg is outside [1e-30, 1e+30] kg",
                        def->reduced_mass);
    *mass = def->reduced_mass;
    return CAROM_OK;
  }
  if (a == infinite && b == infinite)
    return carom_fail(err, CAROM_ERR_CONFLICT, "a.fixed",
                      "at least one of the two bodies must be free to move; give it a mass or set "
                      "fixed=false");
  *mass = a == infinite ? b : b == infinite ? a : a * b / (a + b);
  return CAROM_OK;
}

/* The material that yields first; one without a yield stress never does. Of two equally strong
 * ones it is that with the smaller Poisson's ratio, whose shear stress is larger. */
static const carom_material *softer(const carom_material *a, const carom_material *b)
{
  if (a->yield == b->yield) return a->poisson < b->poisson ? a : b;
  if (a->yield == CAROM_UNSET) return b;
  if (b->yield == CAROM_UNSET) return a;
  return a->yield < b->yield ? a : b;
}

carom_status carom_pair_derive(const carom_contact_def *def, carom_pair *pair, carom_error *err)
{
  CAROM_TRY(check_body(&def->a, "a", err));
  CAROM_TRY(check_body(&def->b, "b", err));
  const carom_material *a = &def->a.material, *b = &def->b.material;
  pair->modulus = 1 / ((1 - a->poisson * a->poisson) / a->young +
                       (1 - b->poisson * b->poisson) / b->young);
  CAROM_TRY(effective_radius(&def->a, &def->b, &pair->radius, err));
  CAROM_TRY(effective_mass(def, &pair->mass, err));
  pair->yield = softer(a, b)->yield;
  pair->yield_poisson = softer(a, b)->poisson;
  if (!(def->speed >= 1e-9 && def->speed <= 1e5))
    return carom_fail(err, CAROM_ERR_RANGE, "speed", "%g m/s is outside [1e-09, 100000] m/s",
                      def->speed);
  pair->speed = def->speed;
  pair->young = a->young;
  pair->poisson = a->poisson;
  pair->density = a->density;
  return CAROM_OK;
}
