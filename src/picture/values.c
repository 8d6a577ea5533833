/* SPDX-License-Identifier: MIT */
/* The values of bodies and facets that colours show. */
#include <math.h>
#include <stdlib.h>

#include "law_math.h"
#include "picture/picture_parts.h"

static double length_of(const double v[3])
{
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double speed(const carom_frame_body *b)
{
  return length_of(b->velocity);
}

static double force(const carom_frame_body *b)
{
  return length_of(b->force);
}

static double spin(const carom_frame_body *b)
{
  return length_of(b->spin);
}

static double radius(const carom_frame_body *b)
{
  return b->radius;
}

static double mass(const carom_frame_body *b)
{
  return b->mass;
}

static double height(const carom_frame_body *b)
{
  return b->position[2];
}

static double material(const carom_frame_body *b)
{
  return b->material;
}

/* A grain that was never bonded is not damaged. */
static double damage(const carom_frame_body *b)
{
  return isnan(b->damage) ? 0 : b->damage;
}

static double pressure(const carom_frame_facet *f)
{
  return f->pressure;
}

static double shear(const carom_frame_facet *f)
{
  return f->shear;
}

static double wear(const carom_frame_facet *f)
{
  return f->wear;
}

/* Scrambles ids, so that consecutive numbers get different colours. */
static double id(const carom_frame_body *b)
{
  return (double)(b->id * 2654435761u >> 8 & 0xffffu) / 65535;
}

/* Members of a clump share a value. */
static double clump(const carom_frame_body *b)
{
  const uint32_t number = b->clump < 0 ? b->id : (uint32_t)b->clump;
  return (double)(number * 2654435761u >> 8 & 0xffffu) / 65535;
}

static const struct kind {
  const char *name, *title, *unit;
  unsigned needs;
  bool from_zero, of_contacts;
  double (*get)(const carom_frame_body *body);
  double (*of_wall)(const carom_frame_facet *facet);
} kinds[CAROM_BY_COLOURS] = {
    [CAROM_BY_SPEED] = {"speed", "speed", "m/s", CAROM_HELD_VELOCITY, true, false, speed, NULL},
    [CAROM_BY_FORCE] = {"force", "force", "N", CAROM_HELD_FORCE, true, false, force, NULL},
    [CAROM_BY_LOAD] = {"load", "contact load", "N", 0, true, true, NULL, NULL},
    [CAROM_BY_SPIN] = {"spin", "spin", "rad/s", CAROM_HELD_SPIN, true, false, spin, NULL},
    [CAROM_BY_RADIUS] = {"radius", "radius", "m", 0, false, false, radius, NULL},
    [CAROM_BY_MASS] = {"mass", "mass", "kg", CAROM_HELD_MASS, false, false, mass, NULL},
    [CAROM_BY_HEIGHT] = {"height", "height", "m", 0, false, false, height, NULL},
    [CAROM_BY_CONTACTS] = {"contacts", "contacts", "", 0, true, true, NULL, NULL},
    [CAROM_BY_MATERIAL] = {"material", "material", "", CAROM_HELD_MATERIAL, false, false, material,
                           NULL},
    [CAROM_BY_ID] = {"id", "id", "", 0, false, false, id, NULL},
    [CAROM_BY_DAMAGE] = {"damage", "broken bonds", "", CAROM_HELD_DAMAGE, true, false, damage,
                         NULL},
    [CAROM_BY_CLUMP] = {"clump", "clump", "", CAROM_HELD_CLUMP, false, false, clump, NULL},
    [CAROM_BY_PRESSURE] = {"pressure", "pressure", "Pa", 0, true, false, NULL, pressure},
    [CAROM_BY_SHEAR] = {"shear", "shear stress", "Pa", 0, true, false, NULL, shear},
    [CAROM_BY_WEAR] = {"wear", "depth worn off", "m", 0, true, false, NULL, wear},
};

const char *carom_picture_colour_name(carom_picture_colour colour)
{
  return kinds[colour].name;
}

const char *carom_picture_unit(const carom_picture_def *def)
{
  const char *unit = def->chains                        ? "N"
                     : def->bonds == CAROM_BONDS_STRESS ? "Pa"
                                                        : kinds[def->colour].unit;
  return *unit ? unit : "1";
}

static void add_contacts(const carom_frame *f, bool count, double *value)
{
  for (int64_t i = 0; i < f->contacts; i++) {
    const carom_frame_contact *c = &f->contact[i];
    const double one = count ? 1 : c->normal;
    if (c->a >= 0 && c->a < f->bodies) value[c->a] += one;
    if (c->b >= 0 && c->b < f->bodies) value[c->b] += one;
  }
}

/* Fits the scale to triangles with a load, because most of a mesh may have none. */
static void fit_walls(carom_colour_scale *scale, const double *value, int64_t count)
{
  double *some = malloc(((size_t)count + 1) * sizeof *some);
  int64_t n = 0;
  for (int64_t i = 0; some && i < count; i++)
    if (value[i] > 0) some[n++] = value[i];
  carom_scale_fit(scale, some, n, true);
  free(some);
}

static carom_status values_of_walls(const carom_frame *f, const struct kind *kind, double **value,
                                    carom_colour_scale *scale, carom_error *err)
{
  bool any = false;
  double *v = *value = malloc(((size_t)f->facets + 1) * sizeof *v);
  if (!v) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for a picture");
  for (int64_t i = 0; i < f->facets; i++) {
    v[i] = kind->of_wall(&f->facet[i]);
    any |= !isnan(v[i]);
  }
  if (any) {
    fit_walls(scale, v, f->facets);
    return CAROM_OK;
  }
  return carom_fail(err, CAROM_ERR_MISSING, "colour",
                    "no wall of the frames tells '%s': meshes do%s; choose another --colour",
                    kind->name, kind->of_wall == wear ? " if their wear is recorded" : "");
}

carom_status carom_values_of(const carom_frame_held *frame, carom_picture_colour colour,
                             double **value, carom_colour_scale *scale, carom_error *err)
{
  const carom_frame *f = &frame->frame;
  const struct kind *kind = &kinds[colour];
  *value = NULL;
  *scale = (carom_colour_scale){
      .name = kind->title, .unit = kind->unit, .classes = colour == CAROM_BY_MATERIAL, .high = 1};
  if (kind->of_wall) return values_of_walls(f, kind, value, scale, err);
  if (kind->of_contacts ? !frame->contacts : (frame->has & kind->needs) != kind->needs)
    return carom_fail(
        err, CAROM_ERR_MISSING, "colour",
        "the frames do not tell '%s'; choose another --colour, or run the scene again "
        "with frames that hold it",
        kind->of_contacts ? "contacts" : kind->name);
  double *v = *value = calloc((size_t)f->bodies + 1, sizeof *v);
  if (!v) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for a picture");
  for (int64_t i = 0; kind->get && i < f->bodies; i++)
    v[i] = kind->get(&f->body[i]);
  if (kind->of_contacts) add_contacts(f, colour == CAROM_BY_CONTACTS, v);
  if (colour != CAROM_BY_ID && colour != CAROM_BY_CLUMP && colour != CAROM_BY_MATERIAL)
    carom_scale_fit(scale, v, f->bodies, kind->from_zero);
  return CAROM_OK;
}

static int ascending(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double round_up(double x, const double *step, int steps)
{
  if (!(x > 0) || !(x < 1e300)) return 1;
  double power = 1;
  while (power > x)
    power /= 10;
  while (power * 10 <= x)
    power *= 10;
  for (int k = 0; k < steps; k++)
    if (x <= step[k] * power * (1 + 1e-9)) return step[k] * power;
  return 10 * power;
}

double carom_round_number(double x)
{
  static const double step[] = {1, 2, 5};
  return round_up(x, step, 3);
}

double carom_round_end(double x)
{
  static const double step[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
  return round_up(x, step, 10);
}

/* Leaves out the fastest 0.5 % of values, so that single outliers such as a splash do not set the
 * range. */
void carom_scale_fit(carom_colour_scale *scale, const double *value, int64_t count, bool from_zero)
{
  enum { MOST = 20000 };
  const int64_t step = 1 + count / MOST; /* a sample of a large frame suffices */
  double *some = malloc((size_t)(count / step + 2) * sizeof *some);
  int64_t n = 0;
  for (int64_t i = 0; some && i < count; i += step)
    if (isfinite(value[i])) some[n++] = value[i];
  scale->low = 0, scale->high = 1;
  if (n > 0) {
    qsort(some, (size_t)n, sizeof *some, ascending);
    const double high = some[n - 1 - n / 200], low = from_zero ? 0 : some[n / 200];
    scale->low = low;
    scale->high = high;
    if (from_zero) scale->high = carom_round_end(high > 0 ? high : 1e-3);
    if (!from_zero && !(high > low))
      scale->low = low - 0.5 * fabs(low), scale->high = low + 0.5 * fabs(low);
    if (!(scale->high > scale->low)) scale->low -= 0.5, scale->high += 0.5;
  }
  free(some);
}
