/* SPDX-License-Identifier: MIT */
/* A hollow sphere that particles touch from inside or outside. At its centre the normal is zero. */
#if defined NUMBER && !defined CAROM_SRC_SHAPE_BALL
#define CAROM_SRC_SHAPE_BALL

enum { BALL_RADIUS = 3 };

CAROM_FN void ball_facing(const NUMBER *f, const NUMBER x[3], NUMBER to[4])
{
  const NUMBER u = x[0] - f[0], v = x[1] - f[1], w = x[2] - f[2], one = number_of(1);
  const NUMBER far = number_sqrt(u * u + v * v + w * w), above = far - f[BALL_RADIUS];
  const NUMBER side = number_where(-above, -one, one);
  to[0] = side * above;
  to[1] = number_over(side * u, far);
  to[2] = number_over(side * v, far);
  to[3] = number_over(side * w, far);
}

#ifdef CAROM_FACE_SHAPE_TABLE

static double ball_least(const double *f, const double x[3])
{
  double to[4];
  ball_facing(f, x, to);
  return to[0];
}

static unsigned ball_nearest(const double *f, const double x[3], double to[4])
{
  ball_facing(f, x, to);
  return 0;
}

static bool ball_aabb(const double *f, double low[3], double high[3])
{
  for (int k = 0; k < 3; k++) {
    low[k] = f[k] - f[BALL_RADIUS];
    high[k] = f[k] + f[BALL_RADIUS];
  }
  return true;
}

static double ball_speed(const double *f, const carom_wall_motion *m)
{
  double low[3], high[3];
  ball_aabb(f, low, high);
  return carom_box_speed(low, high, m);
}

static bool ball_repeats(const double *f, int k, double length, double tolerance)
{
  (void)f, (void)k, (void)length, (void)tolerance;
  return false;
}

static void ball_border(const double *f, const carom_border *b, carom_span *d)
{
  double low[3], high[3];
  ball_aabb(f, low, high);
  carom_box_border(low, high, b, d);
}

/* Points of three great circles. */
static int ball_points(const double *f, double (*out)[3])
{
  for (int i = 0; i < CAROM_FACE_POINTS; i++) {
    double axis[3] = {0, 0, 0};
    axis[i % 3] = 1;
    carom_facet_circle(f, axis, 0, f[BALL_RADIUS], i / 3, CAROM_FACE_POINTS / 3, out[i]);
  }
  return CAROM_FACE_POINTS;
}

/* Drawn as rings from pole to pole. */
static void ball_draw(const double *f, const double low[3], const double high[3],
                      carom_facet_sink *sink)
{
  enum { RINGS = 48 };
  const double pi = 3.14159265358979323846, axis[3] = {0, 0, 1};
  (void)low, (void)high;
  for (int i = 0; i < RINGS; i++) {
    double height[2], radius[2];
    for (int k = 0; k < 2; k++) {
      double sine, cosine;
      carom_sincos(pi * (i + k) / RINGS, &sine, &cosine);
      height[k] = -f[BALL_RADIUS] * cosine;
      radius[k] = i + k == 0 || i + k == RINGS ? 0 : f[BALL_RADIUS] * sine;
    }
    carom_facet_sweep(sink, f, axis, height, radius, 1);
  }
}

#endif

#endif

CAROM_FACE_SHAPE(ball, BALL, CAROM_ROW_DOUBLES, false)
