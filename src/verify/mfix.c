/* SPDX-License-Identifier: MIT */
/* The cases DEM01 to DEM05 of the verification suite of MFIX: R. Garg, J. Galvin, T. Li, S.
 * Pannala, 2012, and the suite itself. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "verify/oblique.h"

static const double g = 9.81, pi = CAROM_PI;

static const carom_material soft = {1.6916e6, 0, 2600, CAROM_UNSET, "soft"},
                            wall = {5.0748e6, 0, 2600, CAROM_UNSET, "wall"};

/* A damped oscillator under its weight, from first touch at a speed until the overlap is 0 again.
 */
typedef struct bounce {
  double duration, speed, time_of_peak, peak;
} bounce;

typedef struct oscillator {
  double omega, decay, rest, speed;
} oscillator;

static double overlap_at(const oscillator *o, double t)
{
  const double a = -o->rest, b = (o->speed + o->decay * a) / o->omega;
  return o->rest + exp(-o->decay * t) * (a * cos(o->omega * t) + b * sin(o->omega * t));
}

static double rate_at(const oscillator *o, double t)
{
  const double a = -o->rest, b = (o->speed + o->decay * a) / o->omega;
  return exp(-o->decay * t) * ((o->omega * b - o->decay * a) * cos(o->omega * t) -
                               (o->omega * a + o->decay * b) * sin(o->omega * t));
}

/* The first zero of f in an interval where it changes sign once. */
static double zero(double (*f)(const oscillator *, double), const oscillator *o, double low,
                   double high)
{
  const bool rises = f(o, high) > 0;
  for (int i = 0; i < 200; i++) {
    const double middle = 0.5 * (low + high);
    if ((f(o, middle) > 0) == rises)
      high = middle;
    else
      low = middle;
  }
  return 0.5 * (low + high);
}

static double damping_ratio(double restitution)
{
  const double loss = -log(restitution);
  return loss / sqrt(pi * pi + loss * loss);
}

/* How far a step can be from the instant where a dashpot's force jumps, at touch and at parting:
 * 2 zeta w h of the speed each, and 20 / N^2 of everything else. */
static double jump_share(double restitution, double steps)
{
  return 4 * pi * damping_ratio(restitution) / steps + 20 / (steps * steps);
}

static bounce bounced(double mass, double stiffness, double restitution, double speed)
{
  const double zeta = damping_ratio(restitution);
  const double free = sqrt(stiffness / mass);
  const oscillator o = {free * sqrt(1 - zeta * zeta), zeta * free, mass * g / stiffness, speed};
  bounce b;
  b.time_of_peak = zero(rate_at, &o, 0, pi / o.omega);
  b.peak = overlap_at(&o, b.time_of_peak);
  b.duration = zero(overlap_at, &o, b.time_of_peak, b.time_of_peak + pi / o.omega);
  b.speed = -rate_at(&o, b.duration);
  return b;
}

/* A ball of 0.2 m whose centre falls from 0.5 m on a floor. */
static carom_scene *falling(stage *s, double stiffness, double restitution, double step,
                            carom_verify *v)
{
  stage_set(s, &soft, &wall, 1, 0.1, "hooke");
  stage_normal(s, "stiffness", stiffness);
  stage_normal(s, "restitution", restitution);
  stage_say(s, "tension", "keep");
  stage_floor(s);
  s->particle[0].position[2] = 0.5;
  s->def.gravity[2] = -g;
  s->def.step = step;
  return stage_made(s, v);
}

static double ball_mass(void)
{
  return 2600 * 4 / 3.0 * pi * 1e-3;
}

/* In free flight after a contact: when the surfaces parted, and how fast. */
static double parted(const encounter *e, double *speed)
{
  const double up = e->a.velocity[2], gap = e->a.position[2] - e->a.radius;
  *speed = sqrt(up * up + 2 * g * gap);
  return e->time - (*speed - up) / g;
}

void carom_verify_dem01(carom_verify *v)
{
  static const double stiffness[] = {5e4, 1e5, 5e5}, restitution[] = {0.7, 0.9, 1};
  static const char
      *const why = "4 pi zeta / N + 20 / N^2, N = 1000: a dashpot begins and ends within a step";
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      const double fall = sqrt(2 * 0.4 / g), share = jump_share(restitution[k], 1000);
      const bounce b = bounced(ball_mass(), stiffness[i], restitution[k], g * fall);
      const double step = b.duration / 1000;
      double speed;
      stage s;
      char label[48];
      snprintf(label, sizeof label, "k = %g N/m, e = %g", stiffness[i], restitution[k]);
      carom_scene *scene = falling(&s, stiffness[i], restitution[k], step, v);
      if (!scene) return;
      const encounter e = stage_meet(scene, (int64_t)(2 * fall / step) + 2000, v);
      const double end = parted(&e, &speed);
      carom_verify_add(v, "m", b.peak, e.peak_overlap, share * b.peak, why, "%s: largest overlap",
                       label);
      carom_verify_add(v, "s", fall + b.duration, end, share * b.duration, why, "%s: when it parts",
                       label);
      carom_verify_add(v, "m/s", b.speed, speed, share * b.speed, why, "%s: speed out", label);
      carom_scene_destroy(scene);
    }
}

/* The height of the next flight, by the parabola of three steps, which it is. */
static double next_rise(carom_scene *scene, carom_verify *v)
{
  double z[3] = {0, 0, 0};
  for (int64_t i = 0; i < 2000000; i++) {
    if (!stage_run(scene, 1, v)) return NAN;
    z[0] = z[1], z[1] = z[2], z[2] = stage_body(scene, 0).position[2] - 0.1;
    if (i < 2 || !(z[1] > 0 && z[1] > z[0] && z[1] >= z[2])) continue;
    const double bend = z[0] - 2 * z[1] + z[2], slope = 0.5 * (z[2] - z[0]);
    return z[1] - 0.5 * slope * slope / bend;
  }
  return NAN;
}

void carom_verify_dem02(carom_verify *v)
{
  static const double stiffness[] = {5e4, 5e5, 5e6};
  static const char *const why = "2 k (4 pi zeta / N + 20 / N^2) after k bounces, N = 400";
  static const char
      *const hard = "k (pi^2 d_rest / d_max): the weight in a contact that takes time";
  for (int i = 0; i < 3; i++) {
    double speed = sqrt(2 * g * 0.4), soft_share = 0;
    stage s;
    carom_scene *scene = falling(&s, stiffness[i], 0.9,
                                 bounced(ball_mass(), stiffness[i], 0.9, speed).duration / 400, v);
    for (int k = 1; scene && k <= 5; k++) {
      const double rise = next_rise(scene, v), limit = 0.4 * pow(0.9, 2 * k);
      const bounce b = bounced(ball_mass(), stiffness[i], 0.9, speed);
      soft_share += 0.4 * ball_mass() * g / stiffness[i] / b.peak;
      speed = b.speed;
      carom_verify_add(v, "m", speed * speed / (2 * g), rise, 2 * k * jump_share(0.9, 400) * limit,
                       why, "k = %g N/m: rise after bounce %d", stiffness[i], k);
      carom_verify_add(v, "m", limit, rise, soft_share * limit, hard,
                       "k = %g N/m: bounce %d, hard spheres", stiffness[i], k);
    }
    carom_scene_destroy(scene);
  }
}

/* Two spheres of 1 mm between walls 1.8 mm apart: three linear contacts that never open. */
typedef struct stack {
  double mass[2], stiffness, damping[3];
} stack;

static void stack_rate(const stack *s, const double y[4], double rate[4])
{
  const double r = 0.5e-3, top = 1.8e-3;
  const double low = s->stiffness * (r - y[0]) - s->damping[0] * y[2];
  const double middle = s->stiffness * (2 * r - (y[1] - y[0])) + s->damping[1] * (y[2] - y[3]);
  const double high = s->stiffness * (y[1] + r - top) + s->damping[2] * y[3];
  rate[0] = y[2];
  rate[1] = y[3];
  rate[2] = (low - middle) / s->mass[0] - g;
  rate[3] = (middle - high) / s->mass[1] - g;
}

/* The classical method of Runge and Kutta. */
static void stack_step(const stack *s, double y[4], double h)
{
  double k[4][4], x[4];
  static const double part[] = {0, 0.5, 0.5, 1};
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++)
      x[j] = y[j] + (i ? part[i] * h * k[i - 1][j] : 0);
    stack_rate(s, x, k[i]);
  }
  for (int j = 0; j < 4; j++)
    y[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
}

static carom_scene *stacked(stage *s, double stiffness, double restitution, double step,
                            carom_verify *v)
{
  carom_material heavy = soft, light = soft;
  heavy.density = 20000;
  light.density = 10000;
  stage_set(s, &heavy, &light, 2, 0.5e-3, "hooke");
  stage_normal(s, "stiffness", stiffness);
  stage_normal(s, "restitution", restitution);
  stage_say(s, "tension", "keep");
  s->particle[0].position[2] = 0.45e-3;
  s->particle[1].position[2] = 1.35e-3;
  s->particle[1].material = 1;
  stage_floor(s);
  stage_floor(s);
  s->wall[1].point[2] = 1.8e-3;
  s->wall[1].direction[2] = -1;
  s->def.gravity[2] = -g;
  s->def.step = step;
  return stage_made(s, v);
}

void carom_verify_dem03(carom_verify *v)
{
  static const char
      *const why = "(w h)^2 / 24 a radian: w t of the fastest oscillation, h the step";
  for (int damped = 0; damped < 2; damped++) {
    const double volume = 4 / 3.0 * pi * 0.125e-9, k = 1e4, e = damped ? 0.8 : 1;
    const double zeta = damping_ratio(e);
    stack ref = {.mass = {20000 * volume, 10000 * volume}, .stiffness = k};
    const double m[3] = {ref.mass[0], ref.mass[0] * ref.mass[1] / (ref.mass[0] + ref.mass[1]),
                         ref.mass[1]};
    for (int i = 0; i < 3; i++)
      ref.damping[i] = 2 * zeta * sqrt(m[i] * k);
    const double fastest = sqrt(3 * k / ref.mass[1]), step = 0.01 / fastest;
    double y[4] = {0.45e-3, 1.35e-3, 0, 0};
    stage s;
    carom_scene *scene = stacked(&s, k, e, step, v);
    for (int i = 1; scene && i <= 5; i++) {
      const int64_t steps = 500;
      for (int64_t n = 0; n < 4 * steps; n++)
        stack_step(&ref, y, step / 4);
      if (!stage_run(scene, steps, v)) break;
      const double error = (double)i * (double)steps * 0.01 * 1e-4 / 24 * 0.1e-3 *
                           (damped ? 10 : 2);
      for (int j = 0; j < 2; j++)
        carom_verify_add(v, "m", y[j], stage_body(scene, j).position[2], error, why,
                         "e = %g: sphere %d after %" PRId64 " steps", e, j, (int64_t)i * steps);
    }
    carom_scene_destroy(scene);
  }
}

void carom_verify_dem04(carom_verify *v)
{
  static const double start[] = {0.05, 0.1, 0.5};
  static const char *const slips = "1e-3: the step, and the spring that grows first";
  const double r = 0.5e-3, friction = 0.2, k = 1e4, mass = 1e4 * 4 / 3 * pi * r * r * r;
  for (int i = 0; i < 3; i++) {
    const double u = start[i], until = 2 * u / (7 * friction * g);
    carom_material body = soft;
    stage s;
    body.density = 1e4;
    stage_set(&s, &body, &body, 1, r, "hooke");
    stage_normal(&s, "stiffness", k);
    stage_normal(&s, "restitution", 0.5);
    stage_tangential(&s, "linear", friction);
    stage_floor(&s);
    s.particle[0].position[2] = r - mass * g / k;
    s.particle[0].velocity[0] = u;
    s.def.gravity[2] = -g;
    s.def.step = pi * sqrt(mass / k) / 50;
    carom_scene *scene = stage_made(&s, v);
    if (!scene) return;
    const int64_t half = (int64_t)(0.5 * until / s.def.step);
    double before = u, t = 0;
    if (!stage_run(scene, half, v)) return;
    carom_scene_grain b = stage_body(scene, 0);
    const double now = (double)half * s.def.step;
    carom_verify_add(v, "m/s", u - friction * g * now, b.velocity[0], 1e-3 * u, slips,
                     "%g m/s: half way, it slides", u);
    carom_verify_add(v, "rad/s", 2.5 * friction * g * now / r, b.spin[1], 2.5e-3 * u / r, slips,
                     "%g m/s: half way, spin", u);
    while (t == 0 && carom_scene_time(scene) < 2 * until && stage_run(scene, 1, v)) {
      b = stage_body(scene, 0);
      const double slip = b.velocity[0] - r * b.spin[1]; /* falls by 3.5 mu g a second */
      if (slip <= 0) t = carom_scene_time(scene) - s.def.step * slip / (slip - before);
      before = slip;
    }
    carom_verify_add(v, "s", until, t, 2e-3 * until, slips, "%g m/s: when it rolls", u);
    if (!stage_run(scene, half, v)) return;
    b = stage_body(scene, 0);
    carom_verify_add(v, "m/s", 5 * u / 7, b.velocity[0], 1e-3 * u, slips, "%g m/s: rolls", u);
    carom_verify_add(v, "rad/s", 5 * u / 7 / r, b.spin[1], 1e-3 * u / r, slips, "%g m/s: spin", u);
    carom_scene_destroy(scene);
  }
}

void carom_verify_dem05(carom_verify *v)
{
  static const char *const why = "3 / N of what friction can do, N = 1000 steps a contact";
  const carom_material alumina = {380e9, 0.23, 4000, CAROM_UNSET, "alumina"},
                       anvil = {1e14, 0.23, 4000, CAROM_UNSET, "anvil"};
  for (int angle = 5; angle <= 85; angle += 10) {
    const double theta = angle * pi / 180, impulse = 0.092 * 1.98 * 3.9 * cos(theta);
    const oblique o = {.body = alumina,
                       .partner = anvil,
                       .radius = 2.5e-3,
                       .speed = 3.9 * cos(theta),
                       .sideways = 3.9 * sin(theta),
                       .restitution = 0.98,
                       .friction = 0.092,
                       .model = PLANAR_LINEAR,
                       .stiffness = 1.72e7,
                       .grip = 1.48e7};
    encounter e;
    planar_result p;
    double damping = 0;
    if (!oblique_solve(&o, &damping, &e, &p, v)) return;
    carom_verify_add(v, "m/s", p.sideways[0], e.a.velocity[0], 3e-3 * impulse, why,
                     "%d degrees: sideways", angle);
    carom_verify_add(v, "rad/s", p.spin[0], e.a.spin[1], 7.5e-3 * impulse / o.radius, why,
                     "%d degrees: spin", angle);
    if (angle < 50) continue;
    carom_verify_add(v, "m/s", o.sideways - impulse, e.a.velocity[0], 3e-3 * impulse, why,
                     "%d degrees: sideways, closed form", angle);
  }
}
