/* SPDX-License-Identifier: MIT */
/* Regions: which part of a sphere or of a line is inside. */
#include <carom/measure.h>

#include "core/error.h"
#include "law_base.h"
#include "law_math.h"
#include "scene/wall_shapes.h"

static const double pi = 3.14159265358979323846;

/* Coordinate along the axis of a cylinder or off a plane, and the vector across it. */
static double along_axis(const carom_region *r, const double x[3], double across[3])
{
  const double length = CAROM_SQRT(carom_dot(r->direction, r->direction));
  double from[3];
  for (int k = 0; k < 3; k++)
    from[k] = x[k] - r->point[k];
  const double along = carom_dot(from, r->direction) / length;
  for (int k = 0; k < 3; k++)
    across[k] = from[k] - along * r->direction[k] / length;
  return along;
}

/* ---- a sphere and a box ----
 *
 * The part of a ball of radius 1 beyond three planes at right angles, x > a, y > b, z > c, is
 * bounded by pieces of these planes and of the sphere. By the divergence theorem its volume is a
 * third of the sum of area times distance, with the area on the sphere from the theorem of Gauss
 * and Bonnet. A box is the sum of eight such corners with signs. */

static double arccos(double x)
{
  const double square = 1 - x * x;
  return carom_atan2(CAROM_SQRT(square > 0 ? square : 0), x);
}

static double root(double square)
{
  return CAROM_SQRT(square > 0 ? square : 0);
}

/* Volume beyond one plane; beyond two and beyond three, with a, b, c >= 0. */
static double cap(double a)
{
  return a >= 1 ? 0 : a <= -1 ? 4 * pi / 3 : pi * (1 - a) * (1 - a) * (2 + a) / 3;
}

static double wedge(double a, double b)
{
  if (a * a + b * b >= 1) return 0;
  const double ra = root(1 - a * a), rb = root(1 - b * b), edge = root(1 - a * a - b * b);
  const double half_a = carom_atan2(edge, b), half_b = carom_atan2(edge, a);
  const double area_a = ra * ra * half_a - b * edge, area_b = rb * rb * half_b - a * edge;
  const double angle = arccos(carom_clamp(a * b / (ra * rb), -1, 1));
  return (2 * angle - 2 * a * half_a - 2 * b * half_b - a * area_a - b * area_b) / 3;
}

/* In the plane at distance a: area of the part of its disc beyond b and c, and angle of its arc. */
static double corner_of_disc(double a, double b, double c, double *arc)
{
  const double square = 1 - a * a, yb = root(square - b * b), yc = root(square - c * c);
  *arc = carom_atan2(yb, b) - carom_atan2(c, yc);
  return 0.5 * (square * *arc - c * (yc - b) - b * (yb - c));
}

static double corner(double a, double b, double c)
{
  if (a * a + b * b + c * c >= 1) return 0;
  const double d[3] = {a, b, c};
  double volume = 2 * pi;
  for (int k = 0; k < 3; k++) {
    const double x = d[k], y = d[(k + 1) % 3], z = d[(k + 2) % 3];
    double arc;
    const double area = corner_of_disc(x, y, z, &arc);
    const double angle = arccos(carom_clamp(x * y / (root(1 - x * x) * root(1 - y * y)), -1, 1));
    volume -= pi - angle + x * arc + x * area;
  }
  return volume / 3;
}

/* For distances of any sign: the part x > a is everything minus x < a, the mirror image of x >
 * -a. */
static double beyond_two(double a, double b)
{
  if (a < 0) return cap(b) - beyond_two(-a, b);
  if (b < 0) return cap(a) - beyond_two(a, -b);
  return wedge(a, b);
}

static double beyond_three(double a, double b, double c)
{
  if (a < 0) return beyond_two(b, c) - beyond_three(-a, b, c);
  if (b < 0) return beyond_two(a, c) - beyond_three(a, -b, c);
  if (c < 0) return beyond_two(a, b) - beyond_three(a, b, -c);
  return corner(a, b, c);
}

static double box_overlap(const carom_region *r, const double x[3], double radius)
{
  double side[3][2];
  bool whole = true;
  for (int k = 0; k < 3; k++) {
    side[k][0] = carom_clamp((r->low[k] - x[k]) / radius, -1, 1);
    side[k][1] = carom_clamp((r->high[k] - x[k]) / radius, -1, 1);
    if (side[k][0] >= 1 || side[k][1] <= -1) return 0;
    whole &= side[k][0] <= -1 && side[k][1] >= 1;
  }
  const double cube = radius * radius * radius;
  if (whole) return 4 * pi / 3 * cube;
  double sum = 0;
  for (int i = 0; i < 8; i++) {
    const int p = i & 1, q = i >> 1 & 1, s = i >> 2;
    if ((p && side[0][1] >= 1) || (q && side[1][1] >= 1) || (s && side[2][1] >= 1)) continue;
    const double part = beyond_three(side[0][p], side[1][q], side[2][s]);
    sum += (p + q + s) % 2 ? -part : part;
  }
  return sum > 0 ? sum * cube : 0;
}

/* Intersection of two balls: a lens of two caps. */
static double lens(double a, double b, double distance)
{
  if (distance >= a + b) return 0;
  const double small = a < b ? a : b;
  if (distance <= (a > b ? a - b : b - a)) return 4 * pi / 3 * small * small * small;
  const double from_a = (distance * distance + a * a - b * b) / (2 * distance);
  return a * a * a * cap(from_a / a) + b * b * b * cap((distance - from_a) / b);
}

double carom_region_overlap(const carom_region *r, const double x[3], double radius)
{
  const double cube = radius * radius * radius;
  double apart[3];
  switch (r->shape) {
  case CAROM_REGION_BOX:
    return box_overlap(r, x, radius);
  case CAROM_REGION_SPHERE:
    for (int k = 0; k < 3; k++)
      apart[k] = x[k] - r->point[k];
    return lens(r->radius, radius, CAROM_SQRT(carom_dot(apart, apart)));
  case CAROM_REGION_BELOW:
    return cube * cap(along_axis(r, x, apart) / radius);
  default:
    return carom_region_holds(r, x) ? 4 * pi / 3 * cube : 0;
  }
}

/* ---- a line ---- */

/* Restricts [t0, t1] to where a + b t >= 0. */
static void cut(double a, double b, double t[2])
{
  if (b > 0)
    t[0] = t[0] > -a / b ? t[0] : -a / b;
  else if (b < 0)
    t[1] = t[1] < -a / b ? t[1] : -a / b;
  else if (a < 0)
    t[1] = t[0] - 1;
}

/* Restricts [t0, t1] to where |p + q t| <= radius. */
static void cut_round(const double p[3], const double q[3], double radius, double t[2])
{
  const double a = carom_dot(q, q), b = carom_dot(p, q), c = carom_dot(p, p) - radius * radius;
  const double square = b * b - a * c;
  if (a == 0 || square < 0) {
    if (c > 0) t[1] = t[0] - 1;
    return;
  }
  const double half = CAROM_SQRT(square);
  t[0] = t[0] > (-b - half) / a ? t[0] : (-b - half) / a;
  t[1] = t[1] < (-b + half) / a ? t[1] : (-b + half) / a;
}

/* The part of a line inside a full cylinder of this radius. */
static double share_of_cylinder(const carom_region *r, double radius, const double from[3],
                                const double to[3])
{
  double t[2] = {0, 1}, p[3], q[3], end[3];
  const double start = along_axis(r, from, p), stop = along_axis(r, to, end);
  for (int k = 0; k < 3; k++)
    q[k] = end[k] - p[k];
  cut_round(p, q, radius, t);
  cut(start, stop - start, t);
  cut(r->length - start, start - stop, t);
  return t[1] > t[0] ? t[1] - t[0] : 0;
}

/* Most pieces are wholly inside a box, or beyond one of its faces. */
static bool is_inside(const carom_region *r, const double x[3])
{
  bool inside = true;
  for (int k = 0; k < 3; k++)
    inside &= (x[k] >= r->low[k]) & (x[k] <= r->high[k]);
  return inside;
}

static bool is_outside(const carom_region *r, const double a[3], const double b[3])
{
  bool outside = false;
  for (int k = 0; k < 3; k++)
    outside |= ((a[k] < r->low[k]) & (b[k] < r->low[k])) |
               ((a[k] > r->high[k]) & (b[k] > r->high[k]));
  return outside;
}

double carom_region_share(const carom_region *r, const double from[3], const double to[3])
{
  double t[2] = {0, 1}, p[3], q[3];
  switch (r->shape) {
  case CAROM_REGION_BOX:
    if (is_outside(r, from, to)) return 0;
    if (is_inside(r, from) && is_inside(r, to)) return 1;
    for (int k = 0; k < 3; k++) {
      cut(from[k] - r->low[k], to[k] - from[k], t);
      cut(r->high[k] - from[k], from[k] - to[k], t);
    }
    break;
  case CAROM_REGION_SPHERE:
    for (int k = 0; k < 3; k++) {
      p[k] = from[k] - r->point[k];
      q[k] = to[k] - from[k];
    }
    cut_round(p, q, r->radius, t);
    break;
  case CAROM_REGION_CYLINDER: {
    const double hole = r->inner_radius > 0 ? share_of_cylinder(r, r->inner_radius, from, to) : 0;
    return share_of_cylinder(r, r->radius, from, to) - hole;
  }
  case CAROM_REGION_BELOW: {
    const double start = along_axis(r, from, p);
    cut(-start, start - along_axis(r, to, q), t);
    break;
  }
  default:
    return 0;
  }
  return t[1] > t[0] ? t[1] - t[0] : 0;
}
