/* SPDX-License-Identifier: MIT */
/* Bodies that are unions of spheres: volume, centre and moments against closed forms and against
 * integrals along the axis of bodies of revolution. */
#include "scene/clump_shape.h"
#include "setup.h"

static const double pi = 3.14159265358979323846;

static carom_clump_body measured(const carom_clump_sphere *sphere, int count)
{
  const carom_clump_shape shape = {NULL, sphere, count};
  carom_clump_body out;
  carom_error err = {.code = CAROM_OK};
  if (carom_clump_measure(&shape, &out, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return out;
}

static double ball(double r)
{
  return 4 / 3.0 * pi * r * r * r;
}

static void one_sphere(void **state)
{
  (void)state;
  const carom_clump_sphere s = {{3, -2, 7}, 0.5};
  const carom_clump_body b = measured(&s, 1);
  assert_close(b.volume, ball(0.5), 1e-15);
  assert_close(b.radius, 0.5, 1e-15);
  assert_true(b.error == 0);
  for (int k = 0; k < 3; k++) {
    assert_close(b.centre[k], s.offset[k], 1e-15);
    assert_close(b.inertia[k], 0.4 * ball(0.5) * 0.25, 1e-14);
  }
}

/* Spheres of radii a and b, d apart, that do not overlap: Steiner. */
static void a_dumbbell(void **state)
{
  (void)state;
  const double a = 1e-3, b = 0.6e-3, d = 2.5e-3, u[3] = {2 / 3.0, -1 / 3.0, 2 / 3.0};
  const carom_clump_sphere s[2] = {{{0.1, 0.2, 0.3}, a},
                                   {{0.1 + d * u[0], 0.2 + d * u[1], 0.3 + d * u[2]}, b}};
  const carom_clump_body body = measured(s, 2);
  const double v = ball(a) + ball(b), at = d * ball(b) / v;
  const double along = 0.4 * (ball(a) * a * a + ball(b) * b * b);
  const double across = along + ball(a) * ball(b) / v * d * d;
  assert_close(body.volume, v, 1e-14);
  assert_close(body.inertia[0], along, 1e-12);
  assert_close(body.inertia[1], across, 1e-12);
  assert_close(body.inertia[2], across, 1e-12);
  assert_close(body.radius, fmax(at + a, d - at + b), 1e-12);
  for (int k = 0; k < 3; k++) {
    assert_close(body.centre[k], s[0].offset[k] + at * u[k], 1e-13);
    assert_close(fabs(body.axis[0][k]), fabs(u[k]), 1e-9);
  }
}

/* Integrals of a body of revolution about x: square of its radius at x, piece by piece between the
 * given ends, by Simpson's rule with many panels. */
typedef struct revolved {
  double volume, centre, along, across;
} revolved;

static double square_at(const carom_clump_sphere *s, int count, double x)
{
  double most = 0;
  for (int i = 0; i < count; i++)
    most = fmax(most, s[i].radius * s[i].radius - (x - s[i].offset[0]) * (x - s[i].offset[0]));
  return most;
}

static revolved revolve(const carom_clump_sphere *s, int count, const double *end, int ends)
{
  enum { PANELS = 4000 };
  double sum[4] = {0};
  for (int i = 0; i + 1 < ends; i++)
    for (int n = 0; n <= 2 * PANELS; n++) {
      const double h = (end[i + 1] - end[i]) / (2 * PANELS), x = end[i] + n * h;
      const double weight = h / 3 * (n == 0 || n == 2 * PANELS ? 1 : n % 2 ? 4 : 2);
      const double q = square_at(s, count, x);
      sum[0] += weight * pi * q;
      sum[1] += weight * pi * q * x;
      sum[2] += weight * 0.5 * pi * q * q;
      sum[3] += weight * (0.25 * pi * q * q + pi * q * x * x);
    }
  const double centre = sum[1] / sum[0];
  return (revolved){sum[0], centre, sum[2], sum[3] - sum[0] * centre * centre};
}

static void an_overlapping_pair(void **state)
{
  (void)state;
  const double a = 1, b = 0.7, d = 1.1;
  const carom_clump_sphere s[2] = {{{0, 0, 0}, a}, {{d, 0, 0}, b}};
  const carom_clump_body body = measured(s, 2);
  /* the lens of two spheres, as in textbooks */
  const double lens = pi * (a + b - d) * (a + b - d) *
                      (d * d + 2 * d * b - 3 * b * b + 2 * d * a + 6 * a * b - 3 * a * a) /
                      (12 * d);
  assert_close(body.volume, ball(a) + ball(b) - lens, 1e-14);
  const double at = (d * d + a * a - b * b) / (2 * d);
  const revolved r = revolve(s, 2, (const double[]){-a, at, d + b}, 3);
  assert_close(body.volume, r.volume, 1e-12);
  assert_close(body.centre[0], r.centre, 1e-12);
  assert_close(body.inertia[0], r.along, 1e-12);
  assert_close(body.inertia[1], r.across, 1e-12);
  assert_close(body.inertia[2], r.across, 1e-12);
  assert_true(body.error == 0);
}

/* A chain of four whose neighbours overlap, no three of them: lenses are taken off, exactly. */
static void a_rod(void **state)
{
  (void)state;
  carom_clump_sphere s[4];
  double end[5] = {-1};
  for (int i = 0; i < 4; i++) {
    s[i] = (carom_clump_sphere){{1.5 * i, 0, 0}, 1};
    end[i + 1] = i == 3 ? 5.5 : 1.5 * i + 0.75;
  }
  const carom_clump_body body = measured(s, 4);
  const revolved r = revolve(s, 4, end, 5);
  assert_true(body.error == 0);
  assert_close(body.volume, r.volume, 1e-12);
  assert_close(body.inertia[0], r.along, 1e-12);
  assert_close(body.inertia[2], r.across, 1e-12);
}

/* Three with volume in common are counted: the error that is told is about the one that there is.
 */
static void three_at_once(void **state)
{
  (void)state;
  const carom_clump_sphere s[3] = {{{0, 0, 0}, 1}, {{0.6, 0, 0}, 1}, {{1.4, 0, 0}, 0.9}};
  const double at = 0.3, next = 0.6 + (0.8 * 0.8 + 1 - 0.81) / 1.6;
  const revolved r = revolve(s, 3, (const double[]){-1, at, next, 2.3}, 4);
  carom_clump_body body;
  for (int axis = 0; axis < 3; axis++) { /* along the lines, and across them */
    carom_clump_sphere turned[3] = {{{0}, 1}, {{0}, 1}, {{0}, 0.9}};
    for (int k = 0; k < 3; k++)
      turned[k].offset[axis] = s[k].offset[0];
    body = measured(turned, 3);
    assert_true(body.error > 0 && body.error < 2e-5);
    assert_close(body.volume, r.volume, 2 * body.error);
    assert_close(body.inertia[0], r.along, 2 * body.error);
    assert_close(body.inertia[1], r.across, 2 * body.error);
    assert_close(body.centre[axis], r.centre, 2e-5);
  }
  print_message("counted: told %.1e, volume off by %.1e\n", body.error, body.volume / r.volume - 1);
}

/* Three around a hole share nothing, closer ones do: the border is where their circles meet in the
 * middle, at a side of sqrt(3) r. */
static void what_three_share_is_found(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    const double side = sqrt(3.0) * (i ? 0.999 : 1.001), high = sqrt(0.75) * side;
    const carom_clump_sphere s[3] = {{{0, 0, 0}, 1}, {{side, 0, 0}, 1}, {{0.5 * side, high, 0}, 1}};
    assert_true((measured(s, 3).error > 0) == (i == 1));
  }
}

/* Turned shapes have the same moments, and axes that are turned. */
static void axes_turn_with_the_shape(void **state)
{
  (void)state;
  const carom_clump_sphere s[3] = {{{0, 0, 0}, 1}, {{2.5, 0, 0}, 0.8}, {{0, 3.5, 0}, 0.9}};
  const double c = cos(0.7), d = sin(0.7);
  carom_clump_sphere turned[3];
  for (int i = 0; i < 3; i++) {
    const double *x = s[i].offset;
    turned[i] = (carom_clump_sphere){
        {c * x[0] - d * x[1], c * (d * x[0] + c * x[1]), d * (d * x[0] + c * x[1])}, s[i].radius};
  }
  const carom_clump_body a = measured(s, 3), b = measured(turned, 3);
  assert_true(a.inertia[0] < a.inertia[1] && a.inertia[1] < a.inertia[2]);
  assert_close(fabs(a.axis[2][2]), 1, 1e-14);
  for (int k = 0; k < 3; k++) {
    double out[3], dot = 0;
    const double *x = a.axis[k];
    assert_close(b.inertia[k], a.inertia[k], 1e-12);
    out[0] = c * x[0] - d * x[1];
    out[1] = c * (d * x[0] + c * x[1]) - d * x[2];
    out[2] = d * (d * x[0] + c * x[1]) + c * x[2];
    for (int j = 0; j < 3; j++)
      dot += out[j] * b.axis[k][j];
    assert_close(fabs(dot), 1, 1e-10);
  }
}

/* How easily it gives way: a sphere as a sphere does, a dumbbell pushed across its end. */
static void what_gives_way(void **state)
{
  (void)state;
  const double r = 1e-3, a = 1.2e-3;
  const carom_clump_sphere s[2] = {{{-a, 0, 0}, r}, {{a, 0, 0}, r}};
  carom_clump_template one, two;
  assert_int_equal(carom_clump_template_make(&(carom_clump_shape){NULL, s, 1}, "shape", &one, NULL),
                   CAROM_OK);
  assert_int_equal(carom_clump_template_make(&(carom_clump_shape){NULL, s, 2}, "shape", &two, NULL),
                   CAROM_OK);
  assert_close(one.give, 1, 1e-12);
  assert_close(one.slide, 3.5, 1e-12);
  const double across = 2 * (0.4 * r * r + a * a); /* over the mass of one */
  assert_close(two.give, 1 + 2 * a * a / across, 1e-12);
  /* dragged along y where n = (c, 0, s): turns about its axis with the arm s r, across it with
   * a + c r; the most of 5/2 s^2 + k (a/r + c)^2 is at c = k a/r / (5/2 - k) */
  const double k = 2 * r * r / across, at = k * a / r / (2.5 - k);
  const double most = 1 + 2.5 * (1 - at * at) + k * (a / r + at) * (a / r + at);
  assert_true(two.slide <= most * (1 + 1e-12) && two.slide > 0.97 * most);
  for (int i = 0; i < 2; i++)
    assert_close(two.member[i].share, 0.5, 1e-15);
  carom_clump_template_free(&one);
  carom_clump_template_free(&two);
}

static void assert_refused(const carom_clump_sphere *s, int count, const char *word)
{
  carom_clump_body body;
  carom_error err = {.code = CAROM_OK};
  const carom_clump_shape shape = {NULL, s, count};
  assert_int_equal(carom_clump_measure(&shape, &body, &err), CAROM_ERR_RANGE);
  if (!strstr(err.text, word)) fail_msg("%s", err.text);
}

static void what_is_no_shape_is_refused(void **state)
{
  (void)state;
  const carom_clump_sphere inside[2] = {{{0, 0, 0}, 1}, {{0.4, 0, 0}, 0.5}},
                           twice[2] = {{{0, 0, 0}, 1}, {{0, 0, 0}, 1}}, nowhere = {{0, NAN, 0}, 1},
                           flat = {{0, 0, 0}, 0};
  assert_refused(inside, 2, "sphere 2 lies wholly inside sphere 1");
  assert_refused(twice, 2, "wholly inside");
  assert_refused(&nowhere, 1, "no place");
  assert_refused(&flat, 1, "radius of sphere 1");
  assert_refused(&flat, 0, "1 to 1000");
}

SUITE_CLOSE("shapes of clumps", one_sphere, a_dumbbell, an_overlapping_pair, a_rod, three_at_once,
            what_three_share_is_found, axes_turn_with_the_shape, what_gives_way,
            what_is_no_shape_is_refused)
