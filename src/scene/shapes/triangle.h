/* SPDX-License-Identifier: MIT */
/* A triangle: the point is a corner, two vectors lead to the others, the unit vector is normal to
 * it. Particles touch it from either side; if the nearest point is on its rim, the normal leads
 * from there to the particle. Nodes are its corners. Its span is the distance of the farthest
 * corner from the centroid. Above the triangle, distance and normal are those of a plane, to the
 * bit. */
#if defined NUMBER && !defined CAROM_SRC_SHAPE_TRIANGLE
#define CAROM_SRC_SHAPE_TRIANGLE

enum { TRIANGLE_SPAN = 3, TRIANGLE_TO_B = 8, TRIANGLE_TO_C = 12 };

/* Vector from the nearest point of the segment from 0 to e to the point p. */
CAROM_FN void triangle_rim(const NUMBER e[3], const NUMBER p[3], NUMBER from[3])
{
  const NUMBER zero = number_of(0), one = number_of(1);
  NUMBER t = number_over(e[0] * p[0] + e[1] * p[1] + e[2] * p[2],
                         e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  t = number_where(t, t, zero);
  t = number_where(one - t, t, one);
  for (int k = 0; k < 3; k++)
    from[k] = p[k] - t * e[k];
}

/* Replaces the first vector by the second where that is shorter. */
CAROM_FN void triangle_nearer(NUMBER first[3], const NUMBER second[3])
{
  const NUMBER *a = first, *b = second;
  const NUMBER longer = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) -
                        (b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
  for (int k = 0; k < 3; k++)
    first[k] = number_where(longer, second[k], first[k]);
}

/* n . (e x p): positive where p is on the inner side of the edge e. */
CAROM_FN NUMBER triangle_inner(const NUMBER n[3], const NUMBER e[3], const NUMBER p[3])
{
  return n[0] * (e[1] * p[2] - e[2] * p[1]) + n[1] * (e[2] * p[0] - e[0] * p[2]) +
         n[2] * (e[0] * p[1] - e[1] * p[0]);
}

/* Rims are evaluated only if some point needs them: most are above the triangle. */
CAROM_FN void triangle_facing(const NUMBER *f, const NUMBER x[3], NUMBER to[4])
{
  const NUMBER *n = f + CAROM_FACE_DIRECTION, *b = f + TRIANGLE_TO_B, *c = f + TRIANGLE_TO_C;
  const NUMBER a[3] = {x[0] - f[0], x[1] - f[1], x[2] - f[2]};
  const NUMBER edge[3] = {c[0] - b[0], c[1] - b[1], c[2] - b[2]};
  const NUMBER from_b[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  const NUMBER back[3] = {-c[0], -c[1], -c[2]}, from_c[3] = {a[0] - c[0], a[1] - c[1], a[2] - c[2]};
  const NUMBER along = a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
  const NUMBER zero = number_of(0), one = number_of(1);
  const NUMBER side = number_where(-along, -one, one);
  const NUMBER out = number_where(
      -triangle_inner(n, b, a), one,
      number_where(-triangle_inner(n, edge, from_b), one,
                   number_where(-triangle_inner(n, back, from_c), one, zero)));
  to[0] = side * along;
  for (int k = 0; k < 3; k++)
    to[1 + k] = side * n[k];
  if (!number_any(out)) return;
  NUMBER rim[3], other[3];
  triangle_rim(b, a, rim);
  triangle_rim(edge, from_b, other);
  triangle_nearer(rim, other);
  triangle_rim(back, from_c, other);
  triangle_nearer(rim, other);
  const NUMBER far = number_sqrt(rim[0] * rim[0] + rim[1] * rim[1] + rim[2] * rim[2]);
  to[0] = number_where(out, far, to[0]);
  for (int k = 0; k < 3; k++)
    to[1 + k] = number_where(out, number_over(rim[k], far), to[1 + k]);
}

#ifdef CAROM_FACE_SHAPE_TABLE

static void triangle_corner(const double *f, int corner, double out[3])
{
  const double *to = corner ? f + (corner == 1 ? TRIANGLE_TO_B : TRIANGLE_TO_C) : NULL;
  for (int k = 0; k < 3; k++)
    out[k] = f[k] + (to ? to[k] : 0);
}

static bool triangle_aabb(const double *f, double low[3], double high[3])
{
  for (int corner = 0; corner < 3; corner++) {
    double x[3];
    triangle_corner(f, corner, x);
    for (int k = 0; k < 3; k++) {
      low[k] = corner == 0 || x[k] < low[k] ? x[k] : low[k];
      high[k] = corner == 0 || x[k] > high[k] ? x[k] : high[k];
    }
  }
  return true;
}

static bool triangle_repeats(const double *f, int k, double length, double tolerance)
{
  (void)f, (void)k, (void)length, (void)tolerance;
  return false;
}

static void triangle_border(const double *f, const carom_border *b, carom_span *d)
{
  double low[3], high[3];
  triangle_aabb(f, low, high);
  carom_box_border(low, high, b, d);
}

static double triangle_speed(const double *f, const carom_wall_motion *m)
{
  double low[3], high[3];
  triangle_aabb(f, low, high);
  return carom_box_speed(low, high, m);
}

/* From the height above its plane and the circle about its centroid that contains it. */
static double triangle_least(const double *f, const double x[3])
{
  const double *n = f + CAROM_FACE_DIRECTION, *b = f + TRIANGLE_TO_B, *c = f + TRIANGLE_TO_C;
  const double a[3] = {x[0] - f[0], x[1] - f[1], x[2] - f[2]};
  double from[3];
  for (int k = 0; k < 3; k++)
    from[k] = a[k] - (b[k] + c[k]) * (1.0 / 3);
  const double height = carom_dot(a, n), square = height * height;
  const double across = carom_dot(from, from) - square;
  const double out = CAROM_SQRT(across > 0 ? across : 0) - f[TRIANGLE_SPAN];
  return CAROM_SQRT(square + (out > 0 ? out * out : 0)) * (1 - 1e-9);
}

/* Distance of the foot of a point above the inside from the nearest edge. */
static double triangle_inset(const double *f, const double x[3])
{
  const double *n = f + CAROM_FACE_DIRECTION, *b = f + TRIANGLE_TO_B, *c = f + TRIANGLE_TO_C;
  double least = 1e300;
  for (int i = 0; i < 3; i++) {
    double e[3], from[3];
    for (int k = 0; k < 3; k++) {
      const double to[3] = {0, b[k], c[k]};
      e[k] = to[(i + 1) % 3] - to[i];
      from[k] = x[k] - f[k] - to[i];
    }
    const double inner = triangle_inner(n, e, from);
    const double square = inner > 0 ? inner * inner / carom_dot(e, e) : 0;
    least = square < least ? square : least;
  }
  return CAROM_SQRT(least);
}

/* Gives the same bits as triangle_facing, which visits the rims in the same order. Most points are
 * above the triangle and need no rims. */
static unsigned triangle_nearest(const double *f, const double x[3], double to[4])
{
  const double *n = f + CAROM_FACE_DIRECTION, *b = f + TRIANGLE_TO_B, *c = f + TRIANGLE_TO_C;
  const double a[3] = {x[0] - f[0], x[1] - f[1], x[2] - f[2]};
  const double from[3][3] = {{a[0], a[1], a[2]},
                             {a[0] - b[0], a[1] - b[1], a[2] - b[2]},
                             {a[0] - c[0], a[1] - c[1], a[2] - c[2]}};
  const double edge[3][3] = {
      {b[0], b[1], b[2]}, {c[0] - b[0], c[1] - b[1], c[2] - b[2]}, {-c[0], -c[1], -c[2]}};
  if (!(triangle_inner(n, edge[0], from[0]) < 0 || triangle_inner(n, edge[1], from[1]) < 0 ||
        triangle_inner(n, edge[2], from[2]) < 0)) {
    const double along = carom_dot(a, n), side = -along > 0 ? -1 : 1;
    to[0] = side * along;
    for (int k = 0; k < 3; k++)
      to[1 + k] = side * n[k];
    return 0;
  }
  int nearest = 0;
  double rim[3], other[3];
  triangle_rim(edge[0], from[0], rim);
  for (int i = 1; i < 3; i++) {
    triangle_rim(edge[i], from[i], other);
    if (!(carom_dot(rim, rim) - carom_dot(other, other) > 0)) continue;
    memcpy(rim, other, sizeof rim);
    nearest = i;
  }
  to[0] = CAROM_SQRT(carom_dot(rim, rim));
  for (int k = 0; k < 3; k++)
    to[1 + k] = number_over(rim[k], to[0]);
  const double t = number_over(carom_dot(edge[nearest], from[nearest]),
                               carom_dot(edge[nearest], edge[nearest]));
  const unsigned first = 1u << nearest, second = 1u << (nearest + 1) % 3;
  return !(t > 0) ? first : !(1 - t > 0) ? second : first | second;
}

static int triangle_points(const double *f, double (*out)[3])
{
  for (int i = 0; i < 3; i++)
    triangle_corner(f, i, out[i]);
  return 3;
}

static void triangle_draw(const double *f, const double low[3], const double high[3],
                          carom_facet_sink *sink)
{
  double corner[3][3];
  (void)low, (void)high;
  for (int i = 0; i < 3; i++)
    triangle_corner(f, i, corner[i]);
  carom_facet_polygon(sink, (const double(*)[3])corner, 3);
}

#endif

#endif

CAROM_FACE_SHAPE(triangle, TRIANGLE, 2 * CAROM_ROW_DOUBLES, false)
