/* SPDX-License-Identifier: MIT */
/* An endless cylinder about an axis through a point. `side` is 1 if particles are outside, -1 if
 * they are inside. On the axis the normal is zero. */
#if defined NUMBER && !defined CAROM_SRC_SHAPE_CYLINDER
#define CAROM_SRC_SHAPE_CYLINDER

enum { CYLINDER_RADIUS = 3, CYLINDER_SIDE = 7 };

CAROM_FN void cylinder_facing(const NUMBER *f, const NUMBER x[3], NUMBER to[4])
{
  const NUMBER *n = f + CAROM_FACE_DIRECTION, side = f[CYLINDER_SIDE];
  const NUMBER u = x[0] - f[0], v = x[1] - f[1], w = x[2] - f[2];
  const NUMBER along = u * n[0] + v * n[1] + w * n[2];
  const NUMBER a = u - along * n[0], b = v - along * n[1], c = w - along * n[2];
  const NUMBER rho = number_sqrt(a * a + b * b + c * c);
  to[0] = side * (rho - f[CYLINDER_RADIUS]);
  to[1] = number_over(side * a, rho);
  to[2] = number_over(side * b, rho);
  to[3] = number_over(side * c, rho);
}

#ifdef CAROM_FACE_SHAPE_TABLE

static double cylinder_least(const double *f, const double x[3])
{
  double to[4];
  cylinder_facing(f, x, to);
  return to[0];
}

static unsigned cylinder_nearest(const double *f, const double x[3], double to[4])
{
  cylinder_facing(f, x, to);
  return 0;
}

/* A cylinder that rotates about its own axis does not approach anything. */
static bool turns_in_place(const double *f, const carom_wall_motion *m)
{
  const double square = carom_dot(m->spin, m->spin), radius = f[CYLINDER_RADIUS];
  double side[3], arm[3], off[3];
  for (int k = 0; k < 3; k++)
    arm[k] = f[k] - m->centre[k];
  carom_cross(m->spin, f + CAROM_FACE_DIRECTION, side);
  carom_cross(m->spin, arm, off);
  return carom_dot(side, side) <= 1e-24 * square &&
         carom_dot(off, off) <= 1e-24 * square * radius * radius;
}

static double cylinder_speed(const double *f, const carom_wall_motion *m)
{
  return m->rate > 0 && !turns_in_place(f, m) ? m->speed + m->rate * m->far : m->speed;
}

static bool cylinder_aabb(const double *f, double low[3], double high[3])
{
  (void)f, (void)low, (void)high;
  return false;
}

static bool cylinder_repeats(const double *f, int k, double length, double tolerance)
{
  double off = 0; /* tilt of the axis */
  for (int c = 0; c < 3; c++)
    if (c != k) off += f[CAROM_FACE_DIRECTION + c] * f[CAROM_FACE_DIRECTION + c];
  return CAROM_SQRT(off) * length <= tolerance;
}

/* The distance from an axis is convex: corners bound the largest one, but not how close a border
 * comes to the axis. For an axis parallel to the border, its distance does. */
static void cylinder_border(const double *f, const carom_border *b, carom_span *d)
{
  const double lean = CAROM_FABS(f[CAROM_FACE_DIRECTION + b->axis]);
  const bool parallel = lean * b->length <= b->tolerance;
  const double near = parallel ? CAROM_FABS(b->at - f[b->axis]) : 0;
  if (f[CYLINDER_SIDE] > 0)
    d->least = near - f[CYLINDER_RADIUS];
  else
    d->most = f[CYLINDER_RADIUS] - near;
}

static int cylinder_points(const double *f, double (*out)[3])
{
  memcpy(out[0], f, sizeof *out);
  return 1;
}

/* Drawn as far along the axis as the box extends. */
static void cylinder_draw(const double *f, const double low[3], const double high[3],
                          carom_facet_sink *sink)
{
  const double *n = f + CAROM_FACE_DIRECTION;
  const double radius[2] = {f[CYLINDER_RADIUS], f[CYLINDER_RADIUS]};
  double height[2] = {0, 0};
  for (int k = 0; k < 3; k++) {
    const double a = n[k] * (low[k] - f[k]), b = n[k] * (high[k] - f[k]);
    height[0] += a < b ? a : b;
    height[1] += a < b ? b : a;
  }
  carom_facet_sweep(sink, f, n, height, radius, f[CYLINDER_SIDE]);
}

#endif

#endif

CAROM_FACE_SHAPE(cylinder, CYLINDER, CAROM_ROW_DOUBLES, false)
