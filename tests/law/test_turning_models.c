/* SPDX-License-Identifier: MIT */
/* What every model of rolling and twisting keeps, with a dashpot and without: the cap, its
 * direction, the energy on any path, and that neither the frame nor the order of the bodies
 * matters. */
#include "chance.h"
#include "law/stage.h"
#include "setup.h"

enum { MOST = 64 };

typedef struct sample {
  const carom_stage *model;
  double constant[CAROM_STAGE_CONSTANTS];
  bool twists, capped;
  char name[96];
} sample;

/* Settings to be tried, for models that have them; the first is there for all that are capped. */
static const struct {
  const char *name;
  double value;
} settings[] = {{"friction", 0.3},          {"viscosity", 3},    {"damping_ratio", 0},
                {"damping_ratio", 2},       {"stiffness", 5e-3}, {"damping_rate", 1e8},
                {"damping_coefficient", 10}};

static bool has(const carom_stage *model, const char *name)
{
  for (int k = 0; k < model->fields; k++)
    if (strcmp(model->field[k].name, name) == 0) return true;
  return false;
}

/* Beside a linear normal law, and beside one of Hertz. */
static int all_samples(double ahead, sample out[MOST])
{
  int count = 0;
  for (int m = 0; m < carom_stage_count(); m++)
    for (int k = 0; k < 2 * COUNT(settings); k++) {
      const carom_stage *model = carom_stage_at(m);
      const carom_stage_material material = {
          .shear = 2e7, .modulus = 3e7, .stiffness = k % 2 ? 1e4 : CAROM_UNSET, .ahead = ahead};
      carom_stage_def def = carom_tangential_default();
      if (!(model->gives & CAROM_GIVES_COUPLE) || !has(model, settings[k / 2].name)) continue;
      assert_true(count < MOST);
      sample *s = &out[count++];
      memset(s, 0, sizeof *s);
      def.model = model->info.name;
      s->capped = has(model, "friction");
      s->twists = strcmp(model->stage, "twisting") == 0;
      if (s->capped) carom_tangential_set(&def, "friction", 0.3);
      carom_tangential_set(&def, settings[k / 2].name, settings[k / 2].value);
      assert_int_equal(
          carom_stage_constants(model->stage, &def, &material, &s->model, s->constant, NULL),
          CAROM_OK);
      snprintf(s->name, sizeof s->name, "%s %s %s=%g%s", model->stage, def.model,
               settings[k / 2].name, settings[k / 2].value, k % 2 ? " linear" : "");
    }
  return count;
}

/* A contact that is turned about: rates jump, are held for some steps, rest at times. */
typedef struct turn {
  chance luck;
  carom_stage_input in;
  double scale;
} turn;

static turn turn_of(uint64_t seed)
{
  turn t = {.luck = {seed, 0}};
  t.in.radius = 2e-3;
  t.in.mass = chance_of_scale(&t.luck, 1e-6, 1e-3);
  t.in.d = chance_of_scale(&t.luck, 1e-7, 1e-5);
  t.in.step = chance_of_scale(&t.luck, 1e-8, 1e-5);
  t.scale = chance_of_scale(&t.luck, 1e-2, 1e3);
  const double z = chance_between(&t.luck, -1, 1), angle = chance_between(&t.luck, 0, 6.3);
  t.in.nx = sqrt(1 - z * z) * cos(angle), t.in.ny = sqrt(1 - z * z) * sin(angle), t.in.nz = z;
  return t;
}

static void turn_on(turn *t)
{
  if (chance_index(&t->luck, 4) == 0) {
    const double scale = chance_index(&t->luck, 6) == 0 ? 0 : t->scale;
    t->in.wx = scale * chance_between(&t->luck, -1, 1);
    t->in.wy = scale * chance_between(&t->luck, -1, 1);
    t->in.wz = scale * chance_between(&t->luck, -1, 1);
  }
  if (chance_index(&t->luck, 20) == 0) t->in.normal = chance_between(&t->luck, -0.1, 1);
  if (chance_index(&t->luck, 3) == 0) t->in.d = chance_between(&t->luck, 0, 1e-5);
}

/* The spring is turned with its contact. */
static void rotate_held(const carom_stage *model, const carom_stage_input *in, double twist,
                        double *held)
{
  for (int v = 0; v < model->vectors; v++) {
    carom_shear s = {held[3 * v], held[3 * v + 1], held[3 * v + 2], 0};
    carom_rotate_history(in->nx, in->ny, in->nz, twist, &s);
    held[3 * v] = s.x, held[3 * v + 1] = s.y, held[3 * v + 2] = s.z;
  }
}

/* The normal takes a small step anywhere, and the bodies turn about it together. */
static void tilt(turn *t, const carom_stage *model, double by, double *held)
{
  const double x = t->in.nx + chance_between(&t->luck, -by, by);
  const double y = t->in.ny + chance_between(&t->luck, -by, by);
  const double z = t->in.nz + chance_between(&t->luck, -by, by), size = sqrt(x * x + y * y + z * z);
  const double twist = chance_between(&t->luck, -by, by);
  t->in.nx = x / size, t->in.ny = y / size, t->in.nz = z / size;
  rotate_held(model, &t->in, twist, held);
}

/* What a step stores is at most the work that is done in it; the torque is inside the cap, and in
 * the contact plane or along the normal. */
static void turn_about(const sample *s, uint64_t seed, double by)
{
  turn t = turn_of(seed);
  double held[CAROM_STAGE_HISTORY] = {0}, stored = 0;
  for (int i = 0; i < 300; i++) {
    const carom_stage_input *in = &t.in;
    carom_stage_output f;
    turn_on(&t);
    if (by > 0) tilt(&t, s->model, by, held);
    s->model->apply(s->constant, in, held, &f);
    const double after = s->model->stored(s->constant, in->d, in->radius, held);
    const double work = -(f.tx * in->wx + f.ty * in->wy + f.tz * in->wz) * in->step;
    const double size = sqrt(f.tx * f.tx + f.ty * f.ty + f.tz * f.tz);
    const double along = f.tx * in->nx + f.ty * in->ny + f.tz * in->nz;
    const bool marshall = strcmp(s->model->info.name, "marshall") == 0;
    const double arm = marshall ? 2.0 / 3 * sqrt(in->radius * in->d) : in->radius;
    const double limit = 0.3 * arm * (in->normal > 0 ? in->normal : 0);
    if (s->capped && !(size <= limit * (1 + 1e-12) + 1e-150))
      fail_msg("%s: torque %.17g, cap %.17g", s->name, size, limit);
    if (!(fabs(s->twists ? size - fabs(along) : along) <= 1e-12 * size))
      fail_msg("%s: torque %g, of it along the normal %g", s->name, size, along);
    if (in->normal <= 0) assert_true(size == 0);
    if (!(after - stored - work <= 1e-12 * (after + stored + fabs(work))))
      fail_msg("%s: step %d of path %d stores %g J, work %g J", s->name, i, (int)seed,
               after - stored, work);
    stored = after;
  }
}

static void no_step_gains_energy(void **state)
{
  (void)state;
  sample all[MOST];
  for (int ahead = 0; ahead < 2; ahead++) {
    const int count = all_samples(0.5 * ahead, all);
    assert_true(count >= 12);
    for (int k = 0; k < count; k++)
      for (uint64_t seed = 1; seed <= 200; seed++)
        turn_about(&all[k], seed, seed % 2 ? 0 : 3e-3);
  }
}

/* The other way round, and seen by the other body: the same numbers with other signs. */
static void they_are_odd_and_know_no_order(void **state)
{
  (void)state;
  sample all[MOST];
  const int count = all_samples(0.5, all);
  for (int k = 0; k < count; k++)
    for (uint64_t seed = 1; seed <= 20; seed++) {
      const carom_stage *model = all[k].model;
      turn t = turn_of(seed);
      double held[3][CAROM_STAGE_HISTORY] = {{0}};
      for (int i = 0; i < 100; i++) {
        turn_on(&t);
        carom_stage_input in[3] = {t.in, t.in, t.in};
        carom_stage_output f[3];
        for (int m = 1; m < 3; m++)
          in[m].wx = -t.in.wx, in[m].wy = -t.in.wy, in[m].wz = -t.in.wz;
        in[2].nx = -t.in.nx, in[2].ny = -t.in.ny, in[2].nz = -t.in.nz;
        for (int m = 0; m < 3; m++)
          model->apply(all[k].constant, &in[m], held[m], &f[m]);
        for (int m = 1; m < 3; m++)
          assert_true(f[m].tx == -f[0].tx && f[m].ty == -f[0].ty && f[m].tz == -f[0].tz);
        for (int n = 0; n < model->numbers; n++) {
          const bool flips = model->slot[n].transport & CAROM_TRANSPORT_FLIP;
          assert_true(held[2][n] == (flips ? -held[0][n] : held[0][n]));
        }
      }
    }
}

static void rotated(const double m[3][3], const double a[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = m[i][0] * a[0] + m[i][1] * a[1] + m[i][2] * a[2];
}

/* In a frame that is turned, everything is turned. */
static void they_know_no_frame(void **state)
{
  (void)state;
  sample all[MOST];
  const int count = all_samples(0, all);
  const double c = cos(0.7), s = sin(0.7), e = cos(1.9), g = sin(1.9);
  const double m[3][3] = {{c * e, -s, c * g}, {s * e, c, s * g}, {-g, 0, e}};
  for (int k = 0; k < count; k++)
    for (uint64_t seed = 1; seed <= 20; seed++) {
      const carom_stage *model = all[k].model;
      turn t = turn_of(seed);
      double held[2][CAROM_STAGE_HISTORY] = {{0}};
      for (int i = 0; i < 100; i++) {
        turn_on(&t);
        carom_stage_input other = t.in;
        double n[3], w[3], wanted[3];
        rotated(m, (double[3]){t.in.nx, t.in.ny, t.in.nz}, n);
        rotated(m, (double[3]){t.in.wx, t.in.wy, t.in.wz}, w);
        other.nx = n[0], other.ny = n[1], other.nz = n[2];
        other.wx = w[0], other.wy = w[1], other.wz = w[2];
        carom_stage_output f[2];
        model->apply(all[k].constant, &t.in, held[0], &f[0]);
        model->apply(all[k].constant, &other, held[1], &f[1]);
        rotated(m, (double[3]){f[0].tx, f[0].ty, f[0].tz}, wanted);
        const double got[3] = {f[1].tx, f[1].ty, f[1].tz};
        const double size = sqrt(wanted[0] * wanted[0] + wanted[1] * wanted[1] +
                                 wanted[2] * wanted[2]);
        /* a rate that is nearly along the normal leaves little in the plane */
        const double floor = 1e-12 * fabs(t.in.normal) * t.in.radius;
        for (int x = 0; x < 3; x++)
          assert_true(fabs(got[x] - wanted[x]) <= 1e-9 * size + floor);
      }
    }
}

/* One turn of known size: k by its formula, c by its formula. */
static void stiffness_and_dashpot_are_as_documented(void **state)
{
  const double r = 2e-3, d = 1e-6, mu = 0.2, mass = 1e-5, dt = 1e-7, w = 1e-4;
  const double area = sqrt(r * d), normal = 2.0 / 3 * 2 * 3e7 * area * d;
  const carom_stage_material hertz = {
      .shear = 2e7, .modulus = 3e7, .stiffness = CAROM_UNSET, .ahead = 0};
  const double k_n = 2 * 3e7 * area, k = 2.25 * mu * mu * r * r * k_n;
  const struct {
    const char *stage, *model, *name;
    double value, k, c;
  } cases[] = {
      {"rolling", "elastic-plastic", "damping_ratio", 0, k, 0},
      {"rolling", "elastic-plastic", "damping_ratio", 0.3, k, 0.6 * sqrt(1.4 * mass * r * r * k)},
      {"twisting", "spring-slider", "damping_ratio", 0.3, k, 0.6 * sqrt(0.4 * mass * r * r * k)},
      {"rolling", "sds", "damping_coefficient", 0, 1000 * r * r, 0},
      {"rolling", "sds", "damping_coefficient", 5, 1000 * r * r, 5 * r * r},
      {"twisting", "marshall", "damping_rate", 0, 4 * 2e7 * area * area * area, 0},
      {"twisting", "marshall", "damping_rate", 1e9, 4 * 2e7 * area * area * area,
       0.5 * 1e9 * mass * area * area * area},
      {"rolling", "viscous", "viscosity", 0.7, 0, 0.7 * r * r * normal},
  };
  (void)state;
  for (int i = 0; i < COUNT(cases); i++) {
    carom_stage_def def = carom_tangential_default();
    const carom_stage *model;
    double constant[CAROM_STAGE_CONSTANTS], held[CAROM_STAGE_HISTORY] = {0};
    def.model = cases[i].model;
    if (strcmp(cases[i].model, "viscous")) carom_tangential_set(&def, "friction", mu);
    carom_tangential_set(&def, cases[i].name, cases[i].value);
    assert_int_equal(carom_stage_constants(cases[i].stage, &def, &hertz, &model, constant, NULL),
                     CAROM_OK);
    const bool twists = strcmp(cases[i].stage, "twisting") == 0;
    const carom_stage_input in = {.normal = normal,
                                  .d = d,
                                  .radius = r,
                                  .mass = mass,
                                  .step = dt,
                                  .nz = 1,
                                  .wx = twists ? 0 : w,
                                  .wz = twists ? w : 0};
    carom_stage_output f;
    model->apply(constant, &in, held, &f);
    assert_close(-(f.tx + f.tz), (cases[i].k * dt + cases[i].c) * w, 1e-13);
    if (cases[i].k > 0)
      assert_close(model->stored(constant, d, r, held), 0.5 * cases[i].k * w * dt * w * dt, 1e-12);
  }
}

/* What has no spring takes at most a quarter of the rate in a step from the least inertia that a
 * couple can meet, (2/5) m R^2, and just that where its cap is far. */
static void a_torque_without_spring_turns_nothing_round(void **state)
{
  (void)state;
  sample all[MOST];
  int met = 0;
  const int count = all_samples(0.5, all);
  for (int k = 0; k < count; k++)
    for (uint64_t seed = 1; seed <= 20 && all[k].model->numbers == 0; seed++) {
      turn t = turn_of(seed);
      const double most = 0.25 * 0.4 * t.in.mass * t.in.radius * t.in.radius / t.in.step;
      double held[CAROM_STAGE_HISTORY] = {0};
      for (int i = 0; i < 100; i++) {
        carom_stage_output f;
        turn_on(&t);
        if (i % 2) t.in.normal = 1e12;
        all[k].model->apply(all[k].constant, &t.in, held, &f);
        const double along = t.in.wx * t.in.nx + t.in.wy * t.in.ny + t.in.wz * t.in.nz;
        const double square = t.in.wx * t.in.wx + t.in.wy * t.in.wy + t.in.wz * t.in.wz;
        const double rate = sqrt(fmax(square - along * along, 0));
        const double size = sqrt(f.tx * f.tx + f.ty * f.ty + f.tz * f.tz);
        assert_true(size <= most * rate * (1 + 1e-9));
        met += rate > 0 && size >= most * rate * (1 - 1e-9);
      }
    }
  assert_true(met > 100);
}

/* The angle is held, far below the cap, while the overlap goes up and down: what is stored stays,
 * the torque is that of the stiffness of now, sqrt(2 k U), and comes back with the overlap. */
static void an_overlap_that_breathes_takes_nothing(void **state)
{
  (void)state;
  sample all[MOST];
  int breathe = 0;
  const int count = all_samples(0.5, all);
  for (int k = 0; k < count; k++) {
    const carom_stage *model = all[k].model;
    if (model->numbers == 0) continue; /* no spring */
    turn t = turn_of(7);
    double held[CAROM_STAGE_HISTORY] = {0}, at[2];
    carom_stage_output f;
    t.in.normal = 1e3, t.in.d = 4e-6;
    t.in.wx = 0.3, t.in.wy = -0.2, t.in.wz = 0.1;
    for (int i = 0; i < 50; i++)
      model->apply(all[k].constant, &t.in, held, &f);
    t.in.wx = t.in.wy = t.in.wz = 0;
    for (int i = 0; i < 2000; i++) /* the dashpot leaves its share to the spring */
      model->apply(all[k].constant, &t.in, held, &f);
    const double stored = model->stored(all[k].constant, t.in.d, t.in.radius, held);
    for (int i = 0; i <= 200; i++) {
      t.in.d = 4e-6 * (1 + 0.9 * sin(2 * CAROM_PI * i / 40));
      model->apply(all[k].constant, &t.in, held, &f);
      const double size = sqrt(f.tx * f.tx + f.ty * f.ty + f.tz * f.tz);
      assert_close(model->stored(all[k].constant, t.in.d, t.in.radius, held), stored, 1e-12);
      if (i % 40 == 0) at[i > 0] = size;
      if (i > 0 && i % 40 == 0) assert_close(at[1], at[0], 1e-12);
      if (i % 40 == 10) breathe += !(fabs(size - at[0]) < 0.1 * at[0]);
    }
    assert_true(stored > 0);
  }
  assert_true(breathe > 0); /* torques that follow the overlap */
}

/* The normal goes round a cone, and both bodies turn about it by one radian on the way: a spring
 * that nothing moves keeps its length, and comes back turned by the solid angle of the cone and the
 * radian. */
static void a_spring_turns_with_its_contact(void **state)
{
  (void)state;
  sample all[MOST];
  int turned = 0;
  const int count = all_samples(0.5, all), steps = 20000;
  const double slope = 0.5, solid = 2 * CAROM_PI * (1 - cos(slope)), angle = solid + 1;
  for (int k = 0; k < count; k++) {
    const carom_stage *model = all[k].model;
    if (model->vectors != 1) continue;
    turn t = turn_of(3);
    carom_stage_output f;
    double held[CAROM_STAGE_HISTORY] = {0}, first[3];
    t.in.normal = 1e3, t.in.d = 4e-6;
    t.in.nx = sin(slope), t.in.ny = 0, t.in.nz = cos(slope);
    t.in.wx = 0.3 * cos(slope), t.in.wy = -0.2, t.in.wz = -0.3 * sin(slope);
    for (int i = 0; i < 50; i++)
      model->apply(all[k].constant, &t.in, held, &f);
    memcpy(first, held, sizeof first);
    t.in.wx = t.in.wy = t.in.wz = 0;
    for (int i = 1; i <= steps; i++) {
      const double at = 2 * CAROM_PI * i / steps;
      t.in.nx = sin(slope) * cos(at), t.in.ny = sin(slope) * sin(at);
      rotate_held(model, &t.in, 1.0 / steps, held);
      model->apply(all[k].constant, &t.in, held, &f);
    }
    const double ahead[3] = {cos(slope), 0, -sin(slope)}; /* and y, n in the middle */
    const double a = first[0] * ahead[0] + first[2] * ahead[2], b = first[1];
    const double x = held[0] * ahead[0] + held[2] * ahead[2], y = held[1], size = hypot(a, b);
    assert_close(hypot(x, y), size, 1e-10);
    assert_true(fabs(x - (a * cos(angle) - b * sin(angle))) <= 1e-4 * size);
    assert_true(fabs(y - (a * sin(angle) + b * cos(angle))) <= 1e-4 * size);
    turned++;
  }
  assert_true(turned >= 6);
}

/* Turned on far beyond the cap, a spring with a dashpot beside it ends up with the whole limit,
 * along the turn, and holds it at rest. */
static void a_spring_that_slips_ends_at_its_limit(void **state)
{
  (void)state;
  sample all[MOST];
  int held_back = 0;
  const int count = all_samples(0.5, all);
  for (int k = 0; k < count; k++) {
    const carom_stage *model = all[k].model;
    if (model->numbers == 0 || !strcmp(model->info.name, "marshall")) continue;
    turn t = turn_of(5);
    carom_stage_output f;
    double held[CAROM_STAGE_HISTORY] = {0};
    t.in.normal = 0.5, t.in.d = 4e-6, t.in.step = 1e-4;
    const double side[3] = {t.in.ny, -t.in.nx, 0}, normal[3] = {t.in.nx, t.in.ny, t.in.nz};
    const double *way = all[k].twists ? normal : side;
    t.in.wx = 1e5 * way[0], t.in.wy = 1e5 * way[1], t.in.wz = 1e5 * way[2];
    for (int i = 0; i < 20000; i++)
      model->apply(all[k].constant, &t.in, held, &f);
    t.in.wx = t.in.wy = t.in.wz = 0;
    model->apply(all[k].constant, &t.in, held, &f);
    const double limit = 0.3 * t.in.radius * t.in.normal,
                 size = hypot(way[0], hypot(way[1], way[2]));
    assert_close(f.tx * way[0] + f.ty * way[1] + f.tz * way[2], -limit * size, 1e-9);
    held_back++;
  }
  assert_true(held_back >= 10);
}

/* carom_stage_prepare and carom_stage_apply: the bits of the model, whose springs are turned, and
 * nothing beyond the reach. */
static void public_entries_have_the_same_bits(void **state)
{
  (void)state;
  const carom_contact_def two = two_spheres("hertz");
  const carom_contact contact = prepared(&two);
  const carom_material steel = material(1e9, 0.3, 2500, 1e6);
  for (int m = 0; m < carom_stage_count(); m++) {
    const carom_stage *model = carom_stage_at(m);
    carom_stage_def def = carom_tangential_default();
    carom_stage_pair pair;
    double held[CAROM_STAGE_HISTORY] = {0};
    carom_stage_memory kept = {{0}};
    if (!(model->gives & CAROM_GIVES_COUPLE)) continue;
    def.model = model->info.name;
    assert_int_equal(
        carom_stage_prepare(model->stage, &def, &contact, &steel, &steel, 0.5, &pair, NULL),
        CAROM_OK);
    turn t = turn_of(11);
    for (int i = 0; i < 200; i++) {
      carom_stage_output f = {.x = 0};
      double force[3], torque[3];
      turn_on(&t);
      if (i == 150) t.in.d = -1e-9;
      const double twist = 1e-3, spin[3] = {t.in.wx, t.in.wy, t.in.wz};
      const carom_slip slip = {.normal_force = t.in.normal,
                               .overlap = t.in.d,
                               .radius = t.in.radius,
                               .mass = t.in.mass,
                               .step = t.in.step,
                               .normal = {t.in.nx, t.in.ny, t.in.nz},
                               .twist = twist};
      if (t.in.d > 0) {
        rotate_held(model, &t.in, twist, held);
        model->apply(pair.constant, &t.in, held, &f);
      } else
        memset(held, 0, sizeof held);
      carom_stage_apply(&pair, &slip, spin, &kept, force, torque);
      assert_memory_equal(torque, ((double[]){f.tx, f.ty, f.tz}), sizeof torque);
      assert_memory_equal(kept.value, held, sizeof held);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_step_gains_energy),
      cmocka_unit_test(they_are_odd_and_know_no_order),
      cmocka_unit_test(they_know_no_frame),
      cmocka_unit_test(stiffness_and_dashpot_are_as_documented),
      cmocka_unit_test(a_torque_without_spring_turns_nothing_round),
      cmocka_unit_test(an_overlap_that_breathes_takes_nothing),
      cmocka_unit_test(a_spring_turns_with_its_contact),
      cmocka_unit_test(a_spring_that_slips_ends_at_its_limit),
      cmocka_unit_test(public_entries_have_the_same_bits),
  };
  return cmocka_run_group_tests_name("turning models", tests, NULL, close_report);
}
