/* SPDX-License-Identifier: MIT */
/* Volume, centre of mass and moments of inertia of a union of spheres. */
#include "scene/clump_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "law_math.h"
#include "scene/chance.h"
#include "scene/rigid_body.h"
#include "scene/wall_shapes.h"

/* Shoemake (1992). */
void carom_turn_at_random(uint64_t seed, uint64_t item, uint64_t draw, double q[4])
{
  const double u = carom_chance(seed, item, draw), two_pi = 2 * CAROM_PI;
  const double a = CAROM_SQRT(1 - u), b = CAROM_SQRT(u);
  carom_sincos(two_pi * carom_chance(seed, item, draw + 1), &q[1], &q[2]);
  carom_sincos(two_pi * carom_chance(seed, item, draw + 2), &q[3], &q[0]);
  q[1] *= a, q[2] *= a, q[3] *= b, q[0] *= b;
}

/* Integrals over a body of density 1: of 1, x and x x^T. */
typedef struct moments {
  double volume, first[3], second[3][3];
} moments;

/* A body of revolution about the axis u through c: integrals of 1, z and z^2 along the axis, and of
 * the square of one direction across it. */
typedef struct round_body {
  double volume, first, along, across;
} round_body;

static void add_round(moments *m, double sign, const round_body *b, const double c[3],
                      const double u[3])
{
  m->volume += sign * b->volume;
  for (int i = 0; i < 3; i++) {
    m->first[i] += sign * (b->volume * c[i] + b->first * u[i]);
    for (int j = 0; j < 3; j++)
      m->second[i][j] += sign *
                         (b->volume * c[i] * c[j] + b->first * (c[i] * u[j] + u[i] * c[j]) +
                          b->along * u[i] * u[j] + b->across * ((i == j ? 1 : 0) - u[i] * u[j]));
  }
}

/* The part of a sphere beyond a plane at distance a from its centre; the whole sphere for a =
 * -r. */
static round_body cap(double r, double a)
{
  const double r2 = r * r, a2 = a * a;
  return (round_body){.volume = CAROM_PI * (r2 * (r - a) - (r2 * r - a2 * a) / 3),
                      .first = CAROM_PI * 0.25 * (r2 - a2) * (r2 - a2),
                      .along = CAROM_PI *
                               (r2 * (r2 * r - a2 * a) / 3 - (r2 * r2 * r - a2 * a2 * a) / 5),
                      .across = 0.25 * CAROM_PI *
                                (r2 * r2 * (r - a) - 2 * r2 * (r2 * r - a2 * a) / 3 +
                                 (r2 * r2 * r - a2 * a2 * a) / 5)};
}

static double distance(const carom_clump_sphere *a, const carom_clump_sphere *b, double to[3])
{
  for (int k = 0; k < 3; k++)
    to[k] = b->offset[k] - a->offset[k];
  return CAROM_SQRT(carom_dot(to, to));
}

/* Subtracts the lens that two spheres share. */
static void take_lens(moments *m, const carom_clump_sphere *a, const carom_clump_sphere *b)
{
  double u[3];
  const double d = distance(a, b, u);
  const double at = (d * d + (a->radius - b->radius) * (a->radius + b->radius)) / (2 * d);
  for (int k = 0; k < 3; k++)
    u[k] /= d;
  const round_body near = cap(a->radius, at), far = cap(b->radius, d - at);
  add_round(m, -1, &near, a->offset, u);
  for (int k = 0; k < 3; k++)
    u[k] = -u[k];
  add_round(m, -1, &far, b->offset, u);
}

/* Largest power |p - c|^2 - r^2 of a point with respect to three spheres. */
static double depth(const carom_clump_sphere *const of[3], const double p[3])
{
  double most = -CAROM_UNSET;
  for (int k = 0; k < 3; k++) {
    double power = -of[k]->radius * of[k]->radius;
    for (int c = 0; c < 3; c++)
      power += (p[c] - of[k]->offset[c]) * (p[c] - of[k]->offset[c]);
    most = k == 0 || power > most ? power : most;
  }
  return most;
}

/* The point of equal power to two spheres on the line of their centres. */
static void between(const carom_clump_sphere *a, const carom_clump_sphere *b, double out[3])
{
  double u[3];
  const double d = distance(a, b, u);
  const double t = 0.5 * (1 + (a->radius - b->radius) * (a->radius + b->radius) / (d * d));
  for (int k = 0; k < 3; k++)
    out[k] = a->offset[k] + t * u[k];
}

/* The point of equal power to three spheres in the plane of their centres; false if these are
 * collinear. */
static bool radical_centre(const carom_clump_sphere *const of[3], double out[3])
{
  double a[3], b[3];
  const double aa = distance(of[0], of[1], a), bb = distance(of[0], of[2], b);
  const double ab = carom_dot(a, b), det = aa * aa * bb * bb - ab * ab;
  const double r0 = of[0]->radius * of[0]->radius;
  const double p = 0.5 * (aa * aa + r0 - of[1]->radius * of[1]->radius);
  const double q = 0.5 * (bb * bb + r0 - of[2]->radius * of[2]->radius);
  if (!(det > 1e-20 * aa * aa * bb * bb)) return false;
  const double s = (p * bb * bb - q * ab) / det, t = (q * aa * aa - p * ab) / det;
  for (int k = 0; k < 3; k++)
    out[k] = of[0]->offset[k] + s * a[k] + t * b[k];
  return true;
}

/* Do three spheres share some volume? The point deepest in all of them is a centre, or has equal
 * power to two or three of them. */
static bool share_volume(const carom_clump_sphere *const of[3])
{
  const double slack = 1e-12 * of[0]->radius * of[0]->radius;
  double p[3];
  for (int k = 0; k < 3; k++) {
    if (depth(of, of[k]->offset) < -slack) return true;
    between(of[k], of[(k + 1) % 3], p);
    if (depth(of, p) < -slack) return true;
  }
  return radical_centre(of, p) && depth(of, p) < -slack;
}

static bool overlap(const carom_clump_sphere *a, const carom_clump_sphere *b)
{
  double u[3];
  return distance(a, b, u) < a->radius + b->radius;
}

static bool any_three(const carom_clump_shape *s)
{
  const carom_clump_sphere *m = s->sphere;
  for (int i = 0; i < s->spheres; i++)
    for (int j = i + 1; j < s->spheres; j++)
      for (int k = j + 1; overlap(&m[i], &m[j]) && k < s->spheres; k++)
        if (overlap(&m[i], &m[k]) && overlap(&m[j], &m[k]) &&
            share_volume((const carom_clump_sphere *const[]){&m[i], &m[j], &m[k]}))
          return true;
  return false;
}

/* Spheres minus the lenses of all pairs: exact if no three spheres share volume. */
static moments exactly(const carom_clump_shape *s)
{
  static const double any[3] = {0, 0, 1};
  moments m = {0};
  for (int i = 0; i < s->spheres; i++) {
    const round_body whole = cap(s->sphere[i].radius, -s->sphere[i].radius);
    add_round(&m, 1, &whole, s->sphere[i].offset, any);
  }
  for (int i = 0; i < s->spheres; i++)
    for (int j = i + 1; j < s->spheres; j++)
      if (overlap(&s->sphere[i], &s->sphere[j])) take_lens(&m, &s->sphere[i], &s->sphere[j]);
  return m;
}

/* The interval of a line along x that a sphere covers. */
typedef struct stretch {
  double low, high;
} stretch;

/* Adds a stretch of a line that represents a bar of this cross-section. */
static void add_stretch(moments *m, stretch x, double y, double z, double area)
{
  const double length = area * (x.high - x.low), middle = 0.5 * (x.low + x.high);
  const double square = (x.low * x.low + x.low * x.high + x.high * x.high) / 3;
  const double at[3] = {middle, y, z};
  m->volume += length;
  for (int i = 0; i < 3; i++) {
    m->first[i] += length * at[i];
    for (int j = 0; j < 3; j++)
      m->second[i][j] += length * (i == 0 && j == 0 ? square : at[i] * at[j]);
  }
}

/* Sorts the stretches of a line and merges those that overlap. */
static void add_line(moments *m, stretch *x, int count, double y, double z, double area)
{
  for (int i = 1; i < count; i++)
    for (int k = i; k > 0 && x[k].low < x[k - 1].low; k--) {
      const stretch swapped = x[k];
      x[k] = x[k - 1];
      x[k - 1] = swapped;
    }
  for (int i = 0; i < count;) {
    stretch one = x[i++];
    for (; i < count && x[i].low <= one.high; i++)
      one.high = x[i].high > one.high ? x[i].high : one.high;
    add_stretch(m, one, y, z, area);
  }
}

/* Integrals over the union from `across` x `across` lines along x. */
static moments counted(const carom_clump_shape *s, int across)
{
  double low[2] = {0}, high[2] = {0};
  moments m = {0};
  stretch *x = malloc((size_t)s->spheres * sizeof *x);
  const carom_clump_sphere **near = malloc((size_t)s->spheres * sizeof *near);
  for (int i = 0; i < s->spheres; i++)
    for (int k = 0; k < 2; k++) {
      const double at = s->sphere[i].offset[1 + k], r = s->sphere[i].radius;
      low[k] = i == 0 || at - r < low[k] ? at - r : low[k];
      high[k] = i == 0 || at + r > high[k] ? at + r : high[k];
    }
  const double dy = (high[0] - low[0]) / across, dz = (high[1] - low[1]) / across;
  for (int iz = 0; x && near && iz < across; iz++) {
    const double z = low[1] + (iz + 0.5) * dz;
    int nears = 0;
    for (int i = 0; i < s->spheres; i++)
      if (CAROM_FABS(z - s->sphere[i].offset[2]) < s->sphere[i].radius)
        near[nears++] = &s->sphere[i];
    for (int iy = 0; iy < across; iy++) {
      const double y = low[0] + (iy + 0.5) * dy;
      int count = 0;
      for (int i = 0; i < nears; i++) {
        const double v = y - near[i]->offset[1], w = z - near[i]->offset[2];
        const double square = near[i]->radius * near[i]->radius - v * v - w * w;
        if (!(square > 0)) continue;
        const double half = CAROM_SQRT(square);
        x[count++] = (stretch){near[i]->offset[0] - half, near[i]->offset[0] + half};
      }
      add_line(&m, x, count, y, z, dy * dz);
    }
  }
  free(x);
  free(near);
  return m;
}

/* Eigenvalues of a symmetric matrix, ascending, and its eigenvectors as rows of a rotation, by
 * Jacobi's method. */
static void eigen(double of[3][3], double value[3], double axis[3][3])
{
  double a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  memcpy(a, of, sizeof a);
  const double scale = CAROM_FABS(a[0][0]) + CAROM_FABS(a[1][1]) + CAROM_FABS(a[2][2]);
  for (int turn = 0; turn < 60; turn++) {
    const int p = turn % 3, q = (turn + 1) % 3;
    if (!(CAROM_FABS(a[p][q]) > 1e-17 * scale)) continue;
    const double theta = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
    const double size = CAROM_FABS(theta) + CAROM_SQRT(theta * theta + 1);
    const double t = (theta < 0 ? -1 : 1) / size;
    const double c = 1 / CAROM_SQRT(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
      const double kp = a[k][p], kq = a[k][q];
      a[k][p] = c * kp - s * kq, a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; k++) {
      const double pk = a[p][k], qk = a[q][k], vp = v[p][k], vq = v[q][k];
      a[p][k] = c * pk - s * qk, a[q][k] = s * pk + c * qk;
      v[p][k] = c * vp - s * vq, v[q][k] = s * vp + c * vq;
    }
  }
  int order[3] = {0, 1, 2};
  for (int i = 1; i < 3; i++)
    for (int k = i; k > 0 && a[order[k]][order[k]] < a[order[k - 1]][order[k - 1]]; k--) {
      const int swapped = order[k];
      order[k] = order[k - 1];
      order[k - 1] = swapped;
    }
  for (int k = 0; k < 3; k++)
    value[k] = a[order[k]][order[k]];
  memcpy(axis[0], v[order[0]], sizeof axis[0]);
  memcpy(axis[1], v[order[1]], sizeof axis[1]);
  carom_cross(axis[0], axis[1], axis[2]);
}

/* Inertia about the centre of mass. */
static void inertia_of(const moments *m, double centre[3], double inertia[3], double axis[3][3])
{
  double tensor[3][3], trace = 0;
  for (int k = 0; k < 3; k++)
    centre[k] = m->first[k] / m->volume;
  for (int k = 0; k < 3; k++)
    trace += m->second[k][k] - m->volume * centre[k] * centre[k];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      tensor[i][j] = (i == j ? trace : 0) - (m->second[i][j] - m->volume * centre[i] * centre[j]);
  eigen(tensor, inertia, axis);
}

static carom_status check(const carom_clump_shape *s, carom_error *err)
{
  if (s->spheres < 1 || s->spheres > CAROM_CLUMP_SPHERES_MAX || !s->sphere)
    return carom_fail(err, CAROM_ERR_RANGE, "spheres", "a shape has 1 to %d spheres",
                      CAROM_CLUMP_SPHERES_MAX);
  for (int i = 0; i < s->spheres; i++) {
    const carom_clump_sphere *a = &s->sphere[i];
    for (int k = 0; k < 3; k++)
      if (!(CAROM_FABS(a->offset[k]) <= 1e9))
        return carom_fail(err, CAROM_ERR_RANGE, "spheres", "sphere %d has no place", i + 1);
    if (!(a->radius >= 1e-12 && a->radius <= 1e9))
      return carom_fail(err, CAROM_ERR_RANGE, "spheres",
                        "the radius of sphere %d, %g m, is outside [1e-12, 1e+09] m", i + 1,
                        a->radius);
  }
  for (int i = 0; i < s->spheres; i++)
    for (int j = 0; j < s->spheres; j++) {
      double u[3];
      const carom_clump_sphere *a = &s->sphere[i], *b = &s->sphere[j];
      if (i != j && distance(a, b, u) + a->radius <= b->radius * (1 + 1e-12))
        return carom_fail(err, CAROM_ERR_RANGE, "spheres",
                          "sphere %d lies wholly inside sphere %d; leave it out", i + 1, j + 1);
    }
  return CAROM_OK;
}

enum { LINES = 1024 };

/* Difference to the result with half as many lines; -1 without memory. */
static double error_of(const carom_clump_shape *s, const moments *fine,
                       const carom_clump_body *body)
{
  const moments coarse = counted(s, LINES / 2);
  double centre[3], inertia[3], axis[3][3];
  if (!(coarse.volume > 0)) return -1;
  inertia_of(&coarse, centre, inertia, axis);
  double most = CAROM_FABS(coarse.volume / fine->volume - 1);
  for (int k = 0; k < 3; k++) {
    const double off = CAROM_FABS(inertia[k] / body->inertia[k] - 1);
    most = off > most ? off : most;
  }
  return most;
}

/* Measures a shape with offsets from the middle of its members, where sums lose least precision. */
static carom_status measure(const carom_clump_shape *shape, carom_clump_sphere *own,
                            carom_clump_body *out, carom_error *err)
{
  double middle[3] = {0};
  if (!own) return carom_fail(err, CAROM_ERR_MEMORY, "spheres", "no memory for a shape");
  for (int i = 0; i < shape->spheres; i++)
    for (int k = 0; k < 3; k++)
      middle[k] += shape->sphere[i].offset[k] / shape->spheres;
  for (int i = 0; i < shape->spheres; i++) {
    own[i] = shape->sphere[i];
    for (int k = 0; k < 3; k++)
      own[i].offset[k] -= middle[k];
  }
  const carom_clump_shape at = {shape->name, own, shape->spheres};
  const bool exact = !any_three(&at);
  const moments m = exact ? exactly(&at) : counted(&at, LINES);
  if (!(m.volume > 0)) return carom_fail(err, CAROM_ERR_MEMORY, "spheres", "no memory for a shape");
  *out = (carom_clump_body){.volume = m.volume};
  inertia_of(&m, out->centre, out->inertia, out->axis);
  out->error = exact ? 0 : error_of(&at, &m, out);
  if (out->error < 0) return carom_fail(err, CAROM_ERR_MEMORY, "spheres", "no memory for a shape");
  for (int i = 0; i < shape->spheres; i++) {
    double arm[3];
    for (int k = 0; k < 3; k++)
      arm[k] = own[i].offset[k] - out->centre[k];
    const double far = CAROM_SQRT(carom_dot(arm, arm)) + own[i].radius;
    out->radius = far > out->radius ? far : out->radius;
  }
  for (int k = 0; k < 3; k++)
    out->centre[k] += middle[k];
  return CAROM_OK;
}

carom_status carom_clump_measure(const carom_clump_shape *shape, carom_clump_body *out,
                                 carom_error *err)
{
  if (!shape || !out) return carom_fail(err, CAROM_ERR_ARGUMENT, "shape", "there is no shape");
  CAROM_TRY(check(shape, err));
  carom_clump_sphere *own = malloc((size_t)shape->spheres * sizeof *own);
  const carom_status status = measure(shape, own, out, err);
  free(own);
  return status;
}

/* Largest (r x e)^T I^-1 (r x e) over unit vectors e, in principal axes. */
static double turns_by(const double r[3], const double inertia[3])
{
  const double cross[3][3] = {{0, r[2], -r[1]}, {-r[2], 0, r[0]}, {r[1], -r[0], 0}};
  double of[3][3] = {{0}}, value[3], axis[3][3]; /* row i of `cross`: r x e_i, up to its sign */
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        of[i][j] += cross[i][k] * cross[j][k] / inertia[k];
  eigen(of, value, axis);
  return value[2] > 0 ? value[2] : 0;
}

/* Finds how easily members give way. A contact of a member at x with normal n acts at x + r n; for
 * pushes along n only x is a lever arm. Contact points are tried on a grid of directions. */
static void find_give(carom_clump_template *t)
{
  enum { GRID = 3 };
  double give = 0, slide = 0;
  for (int i = 0; i < t->members; i++) {
    const carom_clump_member *m = &t->member[i];
    const double straight = turns_by(m->offset, t->inertia);
    give = straight > give ? straight : give;
    for (int x = -GRID; x <= GRID; x++)
      for (int y = -GRID; y <= GRID; y++)
        for (int z = -GRID; z <= GRID; z++) {
          const double length = CAROM_SQRT((double)(x * x + y * y + z * z));
          if (length == 0) continue;
          const double n = m->radius / length;
          const double at[3] = {m->offset[0] + n * x, m->offset[1] + n * y, m->offset[2] + n * z};
          const double along = turns_by(at, t->inertia);
          slide = along > slide ? along : slide;
        }
  }
  t->give = 1 + t->volume * give;
  t->slide = 1 + t->volume * slide;
}

static void find_crowd(carom_clump_template *t)
{
  double least = t->inertia[0], sum = 0;
  for (int k = 1; k < 3; k++)
    least = t->inertia[k] < least ? t->inertia[k] : least;
  for (int i = 0; i < t->members; i++)
    sum += 0.4 * t->volume * t->member[i].radius * t->member[i].radius;
  t->crowd = sum / least;
}

carom_status carom_clump_template_make(const carom_clump_shape *shape, const char *where,
                                       carom_clump_template *out, carom_error *err)
{
  carom_clump_body body;
  carom_error inner = {.code = CAROM_OK};
  *out = (carom_clump_template){.members = 0};
  if (carom_clump_measure(shape, &body, &inner) != CAROM_OK)
    return carom_fail_for(err, &inner, where, "%s", inner.text);
  out->member = malloc((size_t)shape->spheres * sizeof *out->member);
  if (!out->member) return carom_fail(err, CAROM_ERR_MEMORY, where, "no memory for a shape");
  out->members = shape->spheres;
  out->volume = body.volume;
  out->radius = body.radius;
  memcpy(out->inertia, body.inertia, sizeof out->inertia);
  carom_quaternion_of_axes(body.axis, out->turn);
  double spheres = 0;
  for (int i = 0; i < shape->spheres; i++) {
    const carom_clump_sphere *from = &shape->sphere[i];
    carom_clump_member *to = &out->member[i];
    const double arm[3] = {from->offset[0] - body.centre[0], from->offset[1] - body.centre[1],
                           from->offset[2] - body.centre[2]};
    for (int k = 0; k < 3; k++)
      to->offset[k] = carom_dot(body.axis[k], arm);
    to->radius = from->radius;
    to->share = from->radius * from->radius * from->radius;
    spheres += to->share;
  }
  for (int i = 0; i < shape->spheres; i++)
    out->member[i].share /= spheres;
  find_give(out);
  find_crowd(out);
  return CAROM_OK;
}

void carom_clump_template_free(carom_clump_template *t)
{
  free(t->member);
  *t = (carom_clump_template){.members = 0};
}
