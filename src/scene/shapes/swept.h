/* SPDX-License-Identifier: MIT */
/* The surface swept by a straight segment that turns about an axis: the side of a cylinder or a
 * cone, a disc, a ring. The segment leads from a radius at the point to a radius at a height above
 * it. Particles touch it from either side. Nodes are the rims. The nearest meridian is that of the
 * particle; on the axis there is none, and the normal has no component across the axis. */
#if defined NUMBER && !defined CAROM_SRC_SHAPE_SWEPT
#define CAROM_SRC_SHAPE_SWEPT

enum { SWEPT_HEIGHT = 3, SWEPT_RADIUS = 7, SWEPT_RADIUS_END = 11 };

/* Height of a point along the axis, its vector and distance across, and the fraction of the
 * segment, not limited to its ends, that is nearest to it. */
CAROM_FN NUMBER swept_share(const NUMBER *f, const NUMBER x[3], NUMBER across[3], NUMBER *along,
                            NUMBER *rho)
{
  const NUMBER *n = f + CAROM_FACE_DIRECTION;
  const NUMBER u[3] = {x[0] - f[0], x[1] - f[1], x[2] - f[2]};
  const NUMBER height = f[SWEPT_HEIGHT], widening = f[SWEPT_RADIUS_END] - f[SWEPT_RADIUS];
  *along = u[0] * n[0] + u[1] * n[1] + u[2] * n[2];
  for (int k = 0; k < 3; k++)
    across[k] = u[k] - *along * n[k];
  *rho = number_sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
  return number_over(*along * height + (*rho - f[SWEPT_RADIUS]) * widening,
                     height * height + widening * widening);
}

CAROM_FN void swept_facing(const NUMBER *f, const NUMBER x[3], NUMBER to[4])
{
  const NUMBER *n = f + CAROM_FACE_DIRECTION, zero = number_of(0), one = number_of(1);
  NUMBER across[3], along, rho, t = swept_share(f, x, across, &along, &rho);
  t = number_where(t, t, zero);
  t = number_where(one - t, t, one);
  const NUMBER above = along - t * f[SWEPT_HEIGHT];
  const NUMBER aside = rho - (f[SWEPT_RADIUS] + t * (f[SWEPT_RADIUS_END] - f[SWEPT_RADIUS]));
  const NUMBER far = number_sqrt(above * above + aside * aside);
  const NUMBER up = number_over(above, far), out = number_over(number_over(aside, far), rho);
  to[0] = far;
  for (int k = 0; k < 3; k++)
    to[1 + k] = up * n[k] + out * across[k];
}

#ifdef CAROM_FACE_SHAPE_TABLE

static double swept_least(const double *f, const double x[3])
{
  double to[4];
  swept_facing(f, x, to);
  return to[0];
}

static unsigned swept_nearest(const double *f, const double x[3], double to[4])
{
  double across[3], along, rho;
  swept_facing(f, x, to);
  const double t = swept_share(f, x, across, &along, &rho);
  const bool whole = !(f[SWEPT_RADIUS] > 0) && f[SWEPT_HEIGHT] == 0; /* a disc without a hole */
  return !(t > 0) && !whole ? 1 : !(1 - t > 0) ? 2 : 0;
}

static bool swept_aabb(const double *f, double low[3], double high[3])
{
  const double *n = f + CAROM_FACE_DIRECTION;
  for (int k = 0; k < 3; k++) {
    const double lean = 1 - n[k] * n[k], wide = CAROM_SQRT(lean > 0 ? lean : 0);
    const double at[2] = {f[k], f[k] + f[SWEPT_HEIGHT] * n[k]};
    const double by[2] = {wide * f[SWEPT_RADIUS], wide * f[SWEPT_RADIUS_END]};
    low[k] = at[0] - by[0] < at[1] - by[1] ? at[0] - by[0] : at[1] - by[1];
    high[k] = at[0] + by[0] > at[1] + by[1] ? at[0] + by[0] : at[1] + by[1];
  }
  return true;
}

static double swept_speed(const double *f, const carom_wall_motion *m)
{
  double low[3], high[3];
  swept_aabb(f, low, high);
  return carom_box_speed(low, high, m);
}

static bool swept_repeats(const double *f, int k, double length, double tolerance)
{
  (void)f, (void)k, (void)length, (void)tolerance;
  return false;
}

static void swept_border(const double *f, const carom_border *b, carom_span *d)
{
  double low[3], high[3];
  swept_aabb(f, low, high);
  carom_box_border(low, high, b, d);
}

static int swept_points(const double *f, double (*out)[3])
{
  const double height[2] = {0, f[SWEPT_HEIGHT]};
  const double radius[2] = {f[SWEPT_RADIUS], f[SWEPT_RADIUS_END]};
  for (int i = 0; i < CAROM_FACE_POINTS; i++)
    carom_facet_circle(f, f + CAROM_FACE_DIRECTION, height[i % 2], radius[i % 2], i / 2,
                       CAROM_FACE_POINTS / 2, out[i]);
  return CAROM_FACE_POINTS;
}

static void swept_draw(const double *f, const double low[3], const double high[3],
                       carom_facet_sink *sink)
{
  const double height[2] = {0, f[SWEPT_HEIGHT]};
  const double radius[2] = {f[SWEPT_RADIUS], f[SWEPT_RADIUS_END]};
  (void)low, (void)high;
  carom_facet_sweep(sink, f, f + CAROM_FACE_DIRECTION, height, radius, 1);
}

#endif

#endif

CAROM_FACE_SHAPE(swept, SWEPT, 2 * CAROM_ROW_DOUBLES, false)
