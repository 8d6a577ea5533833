/* SPDX-License-Identifier: MIT */
/* A plane through a point; its unit vector points to the particles. Distances behind it are
 * negative. */
#if defined NUMBER && !defined CAROM_SRC_SHAPE_PLANE
#define CAROM_SRC_SHAPE_PLANE

CAROM_FN void plane_facing(const NUMBER *f, const NUMBER x[3], NUMBER to[4])
{
  const NUMBER *n = f + CAROM_FACE_DIRECTION;
  const NUMBER u = x[0] - f[0], v = x[1] - f[1], w = x[2] - f[2];
  to[0] = u * n[0] + v * n[1] + w * n[2];
  to[1] = n[0], to[2] = n[1], to[3] = n[2];
}

#ifdef CAROM_FACE_SHAPE_TABLE

static double plane_least(const double *f, const double x[3])
{
  double to[4];
  plane_facing(f, x, to);
  return to[0];
}

static unsigned plane_nearest(const double *f, const double x[3], double to[4])
{
  plane_facing(f, x, to);
  return 0;
}

static double plane_speed(const double *f, const carom_wall_motion *m)
{
  (void)f;
  return m->rate > 0 ? m->speed + m->rate * m->far : m->speed;
}

static bool plane_aabb(const double *f, double low[3], double high[3])
{
  (void)f, (void)low, (void)high;
  return false;
}

static bool plane_repeats(const double *f, int k, double length, double tolerance)
{
  return CAROM_FABS(f[CAROM_FACE_DIRECTION + k]) * length <= tolerance;
}

/* Nothing to correct: distances are linear, so those of the corners bound them. */
static void plane_border(const double *f, const carom_border *b, carom_span *d)
{
  (void)f, (void)b, (void)d;
}

/* Keeps the part of a polygon on one side of a plane across a coordinate: side * x[k] <= most. */
static int plane_cut(const double (*in)[3], int corners, int k, double side, double most,
                     double (*out)[3])
{
  int count = 0;
  for (int i = 0; i < corners; i++) {
    const double *a = in[i], *b = in[(i + 1) % corners];
    const double over_a = side * a[k] - most, over_b = side * b[k] - most;
    if (over_a <= 0) memcpy(out[count++], a, 3 * sizeof *a);
    if ((over_a < 0 && over_b > 0) || (over_a > 0 && over_b < 0)) {
      const double share = over_a / (over_a - over_b);
      for (int c = 0; c < 3; c++)
        out[count][c] = a[c] + share * (b[c] - a[c]);
      out[count++][k] = side * most;
    }
  }
  return count;
}

static int plane_points(const double *f, double (*out)[3])
{
  memcpy(out[0], f, sizeof *out);
  return 1;
}

/* Drawn as a square larger than the box, around the point of the plane nearest to the middle of the
 * box, and cut by the sides of the box, each of which can add a corner. */
static void plane_draw(const double *f, const double low[3], const double high[3],
                       carom_facet_sink *sink)
{
  const double *n = f + CAROM_FACE_DIRECTION;
  double corner[2][16][3], u[3] = {0}, v[3], middle[3], above = 0, wide = 0;
  int least = 0, corners = 4;
  for (int k = 0; k < 3; k++) {
    if (CAROM_FABS(n[k]) < CAROM_FABS(n[least])) least = k;
    middle[k] = 0.5 * (low[k] + high[k]);
    above += (middle[k] - f[k]) * n[k];
    wide += high[k] - low[k];
  }
  v[0] = v[1] = v[2] = 0;
  v[least] = 1;
  carom_cross(v, n, u);
  const double length = CAROM_SQRT(carom_dot(u, u));
  for (int k = 0; k < 3; k++)
    u[k] /= length;
  carom_cross(n, u, v);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      corner[0][i][k] = middle[k] - above * n[k] + wide * (i == 0 || i == 3 ? -u[k] : u[k]) +
                        wide * (i < 2 ? -v[k] : v[k]);
  for (int k = 0; k < 6; k++)
    corners = plane_cut((const double(*)[3])corner[k % 2], corners, k / 2, k % 2 ? 1 : -1,
                        k % 2 ? high[k / 2] : -low[k / 2], corner[(k + 1) % 2]);
  carom_facet_polygon(sink, (const double(*)[3])corner[0], corners);
}

#endif

#endif

CAROM_FACE_SHAPE(plane, PLANE, CAROM_ROW_DOUBLES, true)
