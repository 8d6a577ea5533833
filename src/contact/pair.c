/* SPDX-License-Identifier: MIT */
#include "contact/pair.h"

#include <stdio.h>

#include "core/fields.h"

static carom_status check(carom_fields table, const char *name, double value, const char *body,
                          carom_error *err)
{
  char where[64];
  carom_field number = table.field[carom_field_find(table, name)];
  number.words = NULL; /* in a structure a word is represented by CAROM_UNSET, not by a code */
  snprintf(where, sizeof where, "%s.%s", body, name);
  return carom_field_check(&number, value, where, err);
}

/* A missing property is not an error here: whatever needs it reports it. */
static carom_status check_known(carom_fields table, const char *name, double value,
                                const char *body, carom_error *err)
{
  return value == CAROM_UNSET ? CAROM_OK : check(table, name, value, body, err);
}

carom_status carom_material_check(const carom_material *material, const char *body,
                                  carom_error *err)
{
  const carom_fields m = carom_material_fields();
  CAROM_TRY(check_known(m, "young", material->young, body, err));
  CAROM_TRY(check_known(m, "poisson", material->poisson, body, err));
  CAROM_TRY(check_known(m, "density", material->density, body, err));
  if (material->yield == CAROM_NEVER) return CAROM_OK;
  return check_known(m, "yield", material->yield, body, err);
}

static carom_status check_body(const carom_body *body, const char *name, carom_error *err)
{
  const carom_fields b = carom_body_fields();
  char where[64];
  snprintf(where, sizeof where, "%s.shape", name);
  if (body->shape < CAROM_SPHERE || body->shape > CAROM_SOCKET)
    return carom_fail(err, CAROM_ERR_RANGE, where, "must be sphere, flat or socket");
  if (body->shape != CAROM_FLAT) CAROM_TRY(check(b, "radius", body->radius, name, err));
  CAROM_TRY(check(b, "mass", body->mass, name, err));
  return carom_material_check(&body->material, name, err);
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

/* Infinite for a fixed body; a flat or socket without a mass counts as fixed. */
static carom_status moving_mass(const carom_body *body, const char *where, double *mass,
                                carom_error *err)
{
  *mass = carom_body_mass(body);
  if (body->fixed || (*mass == CAROM_UNSET && body->shape != CAROM_SPHERE)) *mass = -CAROM_UNSET;
  if (*mass != CAROM_UNSET) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_MISSING, where,
                    "'density' is not given, and the mass of the sphere follows from it; give it, "
                    "or a mass");
}

static carom_status effective_mass(const carom_contact_def *def, double *mass, carom_error *err)
{
  const double infinite = -CAROM_UNSET;
  double a, b;
  if (def->reduced_mass != CAROM_UNSET) {
    if (!(def->reduced_mass >= 1e-30 && def->reduced_mass <= 1e30))
      return carom_fail(err, CAROM_ERR_RANGE, "reduced_mass", "%g kg is outside [1e-30, 1e+30] kg",
                        def->reduced_mass);
    *mass = def->reduced_mass;
    return CAROM_OK;
  }
  CAROM_TRY(moving_mass(&def->a, "a.density", &a, err));
  CAROM_TRY(moving_mass(&def->b, "b.density", &b, err));
  if (a == infinite && b == infinite)
    return carom_fail(err, CAROM_ERR_CONFLICT, "a.fixed",
                      "at least one of the two bodies must be free to move; give it a mass or set "
                      "fixed=false");
  *mass = a == infinite ? b : b == infinite ? a : a * b / (a + b);
  return CAROM_OK;
}

/* The material that yields first; one with an unknown yield stress may be it. Of two equally strong
 * materials, the one with the smaller Poisson's ratio, whose shear stress is larger. */
static const carom_material *softer(const carom_material *a, const carom_material *b)
{
  if (a->yield == b->yield) return a->poisson < b->poisson ? a : b;
  return a->yield < b->yield ? a : b;
}

/* Converts an unknown value to NaN, which propagates to everything that uses it. */
static double known(double value)
{
  return value == CAROM_UNSET ? CAROM_NONE : value;
}

carom_status carom_pair_derive(const carom_contact_def *def, carom_pair *pair, carom_error *err)
{
  CAROM_TRY(check_body(&def->a, "a", err));
  CAROM_TRY(check_body(&def->b, "b", err));
  const carom_material *a = &def->a.material, *b = &def->b.material;
  const double nu_a = known(a->poisson), nu_b = known(b->poisson);
  pair->modulus = 1 / ((1 - nu_a * nu_a) / known(a->young) + (1 - nu_b * nu_b) / known(b->young));
  CAROM_TRY(effective_radius(&def->a, &def->b, &pair->radius, err));
  CAROM_TRY(effective_mass(def, &pair->mass, err));
  pair->yield = softer(a, b)->yield;
  pair->yield_poisson = known(softer(a, b)->poisson);
  if (!(def->speed >= 1e-9 && def->speed <= 1e5))
    return carom_fail(err, CAROM_ERR_RANGE, "speed", "%.12g m/s is outside [1e-09, 100000] m/s",
                      def->speed);
  pair->speed = def->speed;
  pair->young = a->young;
  pair->poisson = a->poisson;
  pair->density = a->density;
  return CAROM_OK;
}
