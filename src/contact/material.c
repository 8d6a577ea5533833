/* SPDX-License-Identifier: MIT */
/* Materials and bodies: defaults, tables of fields, and setters by name. */
#include <carom/material.h>

#include "core/fields.h"
#include "core/ranges.h"

static const carom_field material_fields[] = {
    {"young", "Pa", 207e9, 1e2, 1e14, NULL, "Young's modulus"},
    {"poisson", "1", 0.3, -0.99, 0.5, NULL, "Poisson's ratio"},
    {"density", "kg/m3", 7800, 1e-3, 1e6, NULL, "density"},
    {"yield", "Pa", 1.03e9, 1, 1e14, "none", "yield stress; none: the material never yields"},
};

static const carom_field body_fields[] = {
    {"shape", NULL, CAROM_WORD(0), 1, 0, "sphere|flat|socket",
     "sphere, flat (a half space) or socket (a spherical hole)"},
    {"radius", "m", 0.02, CAROM_RANGE_RADIUS, NULL, "radius of the sphere or of the hole"},
    {"mass", "kg", CAROM_UNSET, CAROM_RANGE_MASS, NULL,
     "mass; if not given, that of a full sphere of this radius and density"},
    {"fixed", NULL, CAROM_WORD(0), 1, 0, "false|true",
     "does not move; a flat or a socket without a mass is fixed anyway"},
};

enum { COUNT_MATERIAL = 4, COUNT_BODY = 4 };

carom_fields carom_material_fields(void)
{
  return (carom_fields){material_fields, COUNT_MATERIAL};
}

carom_fields carom_body_fields(void)
{
  return (carom_fields){body_fields, COUNT_BODY};
}

carom_material carom_material_default(void)
{
  return (carom_material){.young = material_fields[0].fallback,
                          .poisson = material_fields[1].fallback,
                          .density = material_fields[2].fallback,
                          .yield = material_fields[3].fallback};
}

carom_body carom_body_default(void)
{
  return (carom_body){.shape = CAROM_SPHERE,
                      .radius = body_fields[1].fallback,
                      .mass = CAROM_UNSET,
                      .fixed = false,
                      .material = carom_material_default()};
}

static void assign_material(carom_material *material, int field, double value)
{
  double *const place[] = {&material->young, &material->poisson, &material->density,
                           &material->yield};
  *place[field] = value == CAROM_WORD(0) && field == 3 ? CAROM_NEVER : value;
}

static void assign_body(carom_body *body, int field, double value)
{
  switch (field) {
  case 0:
    body->shape = (carom_shape)(-1 - (int)value);
    break;
  case 1:
    body->radius = value;
    break;
  case 2:
    body->mass = value;
    break;
  default:
    body->fixed = value == CAROM_WORD(1);
    break;
  }
}

carom_status carom_body_set(carom_body *body, const char *name, const char *text, carom_error *err)
{
  if (!body || !name || !text)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "body", "a body, a name and a value are needed");
  double value;
  int field = carom_field_find(carom_body_fields(), name);
  if (field >= 0) {
    CAROM_TRY(carom_field_read(&body_fields[field], text, name, &value, err));
    assign_body(body, field, value);
    return CAROM_OK;
  }
  field = carom_field_find(carom_material_fields(), name);
  if (field < 0)
    return carom_fail(err, CAROM_ERR_UNKNOWN, name,
                      "a body has no '%s'; it has shape, radius, mass, fixed, young, poisson, "
                      "density, yield",
                      name);
  CAROM_TRY(carom_field_read(&material_fields[field], text, name, &value, err));
  assign_material(&body->material, field, value);
  return CAROM_OK;
}

double carom_body_mass(const carom_body *body)
{
  if (body->mass != CAROM_UNSET) return body->mass;
  if (body->shape != CAROM_SPHERE || body->material.density == CAROM_UNSET) return CAROM_UNSET;
  const double volume = 4.0 / 3.0 * CAROM_PI * (body->radius * body->radius * body->radius);
  return volume * body->material.density;
}
