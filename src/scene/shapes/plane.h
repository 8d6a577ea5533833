/* SPDX-License-Identifier: MIT */
/* A plane through a point; its direction points to the particles. Points behind it have a negative
 * distance. */
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

/* Distances are linear: those of the corners bound them. */
static void plane_border(const double *f, const carom_border *b, carom_span *d)
{
  (void)f, (void)b, (void)d;
}

#endif

#endif

CAROM_FACE_SHAPE(plane, PLANE, CAROM_ROW_DOUBLES, true)
