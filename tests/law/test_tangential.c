/* SPDX-License-Identifier: MIT */
/* What every tangential model keeps, with a dashpot and without: the cap, the energy on any path,
 * the same bits from the kernels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "instructions.h"
#include "law/blocks.h"
#include "law/tangential.h"
#include "setup.h"

enum { MOST = 32 };

typedef struct sample {
  const carom_tangential *model;
  double constant[CAROM_TANGENTIAL_CONSTANTS];
  char name[96];
} sample;

/* Settings that make a dashpot, for models that have them. */
static const struct {
  const char *name;
  double value;
} dashpots[] = {{"friction", 0.4}, /* the default: none, but for linear */
                {"tangential_restitution", 1},
                {"tangential_restitution", 0.9},
                {"tangential_restitution", 0.02},
                {"damping_rate", 3e5},
                {"damping_ratio", 0},
                {"damping_ratio", 2}};

static const double pi = 3.14159265358979323846;
static const carom_tangential_input input = {.shear = 2e7, .stiffness = 1e4, .damping = 30};

static sample sample_of(const carom_tangential_def *def, double ahead)
{
  sample s;
  carom_tangential_input held = input;
  carom_error err = {.code = CAROM_OK};
  memset(&s, 0, sizeof s);
  held.ahead = ahead;
  if (carom_stage_constants("tangential", def, &held, &s.model, s.constant, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return s;
}

static bool has(const carom_tangential *model, const char *name)
{
  for (int k = 0; k < model->fields; k++)
    if (strcmp(model->field[k].name, name) == 0) return true;
  return false;
}

static int all_samples(double ahead, sample out[MOST])
{
  int count = 0;
  for (int m = 0; m < carom_tangential_count(); m++)
    for (int k = 0; k < COUNT(dashpots); k++) {
      const carom_tangential *model = carom_tangential_at(m);
      carom_tangential_def def = carom_tangential_default();
      if (!has(model, dashpots[k].name)) continue;
      def.model = model->info.name;
      carom_tangential_set(&def, "friction", 0.4);
      carom_tangential_set(&def, dashpots[k].name, dashpots[k].value);
      assert_true(count < MOST);
      out[count] = sample_of(&def, ahead);
      snprintf(out[count].name, sizeof out[count].name, "%s %s=%g", def.model, dashpots[k].name,
               dashpots[k].value);
      count++;
    }
  return count;
}

/* A contact that is dragged about: velocities jump, are held for some steps, rest at times. */
typedef struct drag {
  chance luck;
  carom_slide in;
  double scale;
} drag;

static drag drag_of(uint64_t seed)
{
  drag d = {.luck = {seed, 0}};
  d.in.radius = 2e-3;
  d.in.mass = chance_of_scale(&d.luck, 1e-6, 1e-3);
  d.in.d = chance_of_scale(&d.luck, 1e-7, 1e-5);
  d.in.step = chance_of_scale(&d.luck, 1e-8, 1e-5);
  d.scale = chance_of_scale(&d.luck, 1e-4, 1);
  return d;
}

static void drag_on(drag *d, bool pressed)
{
  if (chance_index(&d->luck, 4) == 0) {
    const double speed = d->scale * chance_between(&d->luck, 0, 1);
    const double angle = chance_between(&d->luck, 0, 6.3);
    const bool rests = chance_index(&d->luck, 6) == 0;
    d->in.x = rests ? 0 : speed * cos(angle);
    d->in.y = rests ? 0 : speed * sin(angle);
  }
  if (chance_index(&d->luck, 20) == 0) d->in.normal = chance_between(&d->luck, -0.1, 1);
  if (pressed && chance_index(&d->luck, 3) == 0) d->in.d = chance_between(&d->luck, 0, 1e-5);
}

/* What a step stores is at most the work that is done in it, and the force is inside the cap. The
 * overlap varies, too, but for mindlin-secant, whose spring hardens when it is pressed. */
static void drag_about(const sample *s, uint64_t seed)
{
  const bool pressed = strcmp(s->model->info.name, "mindlin-secant") != 0;
  drag d = drag_of(seed);
  carom_shear spring = {0, 0, 0, 0};
  double stored = 0;
  for (int i = 0; i < 300; i++) {
    carom_traction f;
    drag_on(&d, pressed);
    s->model->apply(s->constant, &d.in, &spring, &f);
    const double after = s->model->stored(s->constant, d.in.d, d.in.radius, &spring);
    const double work = -(f.x * d.in.x + f.y * d.in.y + f.z * d.in.z) * d.in.step;
    const double size = sqrt(f.x * f.x + f.y * f.y + f.z * f.z);
    const double limit = 0.4 * (d.in.normal > 0 ? d.in.normal : 0);
    if (!(size <= limit * (1 + 1e-12) + 1e-150)) /* squares below 1e-300 are zero */
      fail_msg("%s: force %.17g, cap %.17g", s->name, size, limit);
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
    for (int k = 0; k < count; k++)
      for (uint64_t seed = 1; seed <= 200; seed++)
        drag_about(&all[k], seed);
  }
}

/* With a cap that never holds the dashpot's force is c_t v_t, and the spring does not know of it.
 */
static void dashpot_is_not_stored(void **state)
{
  (void)state;
  const double d = 4e-6, radius = 2e-3, mass = 3e-5, step = 1e-7, v = 0.02;
  const double z = -log(0.3) / sqrt(pi * pi + log(0.3) * log(0.3));
  static const char *const models[] = {"mindlin", "mindlin-secant"};
  static const double factor[] = {8, 16.0 / 3};
  for (int m = 0; m < COUNT(models); m++) {
    const double k = factor[m] * input.shear * sqrt(radius * d);
    const double want[] = {2 * z * sqrt(2.0 / 7 * mass * k), 3e5 * mass * sqrt(radius * d),
                           sqrt(5) * z * sqrt(mass * k)};
    for (int how = 0; how < (m == 0 ? 2 : 3); how++) {
      carom_tangential_def def = carom_tangential_default();
      def.model = models[m];
      carom_tangential_set(&def, "friction", 1e6);
      carom_tangential_set(&def, how == 1 ? "damping_rate" : "tangential_restitution",
                           how == 1 ? 3e5 : 0.3);
      if (how == 2) carom_tangential_set_text(&def, "calibration", "published");
      const sample s = sample_of(&def, 0);
      carom_shear spring = {0, 0, 0, 0};
      carom_traction f;
      const carom_slide in = {
          .normal = 1, .d = d, .radius = radius, .mass = mass, .step = step, .x = v};
      for (int i = 1; i <= 3; i++) {
        s.model->apply(s.constant, &in, &spring, &f);
        const double xi = i * v * step;
        assert_close(f.x, -k * xi - want[how] * v, 1e-12);
        assert_close(s.model->stored(s.constant, d, radius, &spring), 0.5 * k * xi * xi, 1e-12);
      }
    }
  }
}

enum { CONTACTS = 64, COLUMNS = 16, HISTORY = 5 };

static _Alignas(64) double column[COLUMNS][CONTACTS];
static _Alignas(
    64) double past_rows[CONTACTS / 8][HISTORY][8]; /* springs, and a number of others */

/* Contacts at random in the columns, and what the scalar entry makes of them: four numbers of the
 * spring, three of the force. */
static void fill_columns(const sample *s, double step, double want[CONTACTS][7])
{
  chance luck = {7, 0};
  for (int j = 0; j < CONTACTS; j++) {
    drag d = drag_of((uint64_t)j + 1);
    const double n[] = {0.6, 0, 0.8}, twist = chance_between(&luck, -1e-3, 1e-3);
    carom_shear spring = {chance_between(&luck, -1e-6, 1e-6), chance_between(&luck, -1e-6, 1e-6), 0,
                          1e3};
    carom_traction f;
    drag_on(&d, true);
    d.in.normal = chance_between(&luck, -0.1, 1);
    d.in.step = step;
    if (j % 5 == 0) d.in.d = -1e-6, d.in.normal = 0;
    const double value[] = {d.in.normal, 0,    d.in.d, d.in.radius, d.in.mass, n[0],
                            n[1],        n[2], d.in.x, d.in.y,      d.in.z,    twist};
    const double past[HISTORY] = {spring.x, spring.y, spring.z, spring.extra, 42};
    for (int c = 0; c < COUNT(value); c++)
      column[c][j] = value[c];
    column[15][j] = carom_patch(d.in.radius, d.in.d);
    for (int c = 0; c < HISTORY; c++)
      past_rows[j / 8][c][j % 8] = past[c];
    carom_rotate_history(n[0], n[1], n[2], twist, &spring);
    s->model->apply(s->constant, &d.in, &spring, &f);
    if (!(d.in.d > 0)) spring = (carom_shear){0, 0, 0, 0}; /* an open contact forgets */
    memcpy(want[j], (double[]){spring.x, spring.y, spring.z, spring.extra, f.x, f.y, f.z},
           sizeof want[j]);
  }
}

/* Every instruction set, damped and not: the bits of the scalar entry. */
static void kernels_have_the_same_bits(void **state)
{
  (void)state;
  static const carom_instructions sets[] = {CAROM_INSTRUCTIONS_BASE, CAROM_INSTRUCTIONS_AVX2,
                                            CAROM_INSTRUCTIONS_AVX512};
  double(*const c)[CONTACTS] = column;
  const carom_slides columns = {.elastic = c[0],
                                .dissipative = c[1],
                                .d = c[2],
                                .radius = c[3],
                                .mass = c[4],
                                .nx = c[5],
                                .ny = c[6],
                                .nz = c[7],
                                .vx = c[8],
                                .vy = c[9],
                                .vz = c[10],
                                .twist = c[11],
                                .spring = past_rows[0][0],
                                .stride = 8 * HISTORY,
                                .fx = c[12],
                                .fy = c[13],
                                .fz = c[14],
                                .patch = c[15]};
  sample all[MOST];
  const int count = all_samples(0.5, all);
  for (int i = 0; i < COUNT(sets); i++)
    for (int k = 0; k < count; k++) {
      carom_instructions got;
      double want[CONTACTS][7];
      const double step = 1e-6;
      if (!has_instructions(sets[i])) continue;
      assert_non_null(carom_blocks_choose(sets[i], &got));
      fill_columns(&all[k], step, want);
      carom_slides_of(got)[carom_tangential_index(all[k].model)](CONTACTS / 8, all[k].constant,
                                                                 step, &columns);
      for (int j = 0; j < CONTACTS; j++)
        for (int v = 0; v < 7; v++) {
          if (v == 3 && all[k].model->numbers == 3) continue;
          const double got_it = v < 4 ? past_rows[j / 8][v][j % 8] : column[12 + v - 4][j];
          if (memcmp(&got_it, &want[j][v], sizeof(double)) != 0)
            fail_msg("%s: contact %d: %.17g, scalar %.17g", all[k].name, j, got_it, want[j][v]);
          assert_true(past_rows[j / 8][4][j % 8] == 42);
        }
    }
}

/* A spring is carried along as the contact turns: in its plane by `twist` a step, and with its
 * normal by `tilt`. Nothing is stretched, so the length stays, but for what the rational function
 * that stands for a root leaves: a 32nd of the cube of the square that it restores. */
static void springs_that_turn_keep_their_length(void **state)
{
  (void)state;
  enum { STEPS = 10000 };
  static const double turns[][2] = {{1e-3, 0},    {-1e-2, 0},    {0.1, 0},
                                    {0, 1e-3},    {0, 1e-2},     {1e-3, 1e-3},
                                    {1e-2, 1e-2}, {-0.05, 1e-2}, {1e-2, -0.05}};
  for (int k = 0; k < COUNT(turns); k++) {
    const double twist = turns[k][0], tilt = turns[k][1], square = twist * twist + tilt * tilt;
    carom_shear spring = {0, 3e-6, 4e-6, 0};
    for (int i = 1; i <= STEPS; i++) {
      carom_rotate_history(cos(i * tilt), sin(i * tilt), 0, twist, &spring);
      assert_true(fabs(spring.x * cos(i * tilt) + spring.y * sin(i * tilt)) < 1e-20);
    }
    const double length = sqrt(spring.x * spring.x + spring.y * spring.y + spring.z * spring.z);
    assert_close(length, 5e-6, STEPS * (square * square * square / 32 + 1e-15));
  }
}

/* carom_tangential_prepare and carom_tangential_force: the constants and the bits of the model. */
static void public_entries_have_the_same_bits(void **state)
{
  (void)state;
  const carom_contact_def two = two_spheres("hooke");
  const carom_contact contact = prepared(&two);
  const carom_material a = material(1e9, 0.3, 2500, 1e6), b = material(3e9, 0.2, 2500, 1e6);
  const carom_tangential_input between = {
      .shear = 1 / ((2 - 0.3) / (1e9 / (2 * (1 + 0.3))) + (2 - 0.2) / (3e9 / (2 * (1 + 0.2)))),
      .stiffness = coefficient_of(&contact, "stiffness"),
      .damping = coefficient_of(&contact, "damping") / sqrt(contact.mass),
      .ahead = 0.5};
  for (int m = 0; m < carom_tangential_count(); m++) {
    carom_tangential_def def = carom_tangential_default();
    carom_tangential_pair pair;
    sample s = {.model = NULL};
    def.model = carom_tangential_at(m)->info.name;
    assert_int_equal(carom_tangential_prepare(&def, &contact, &a, &b, 0.5, &pair, NULL), CAROM_OK);
    assert_int_equal(
        carom_stage_constants("tangential", &def, &between, &s.model, s.constant, NULL), CAROM_OK);
    assert_ptr_equal(pair.model, s.model);
    assert_memory_equal(pair.constant, s.constant, sizeof s.constant);
    drag d = drag_of(5);
    carom_shear spring = {0, 0, 0, 0};
    carom_tangential_history kept = {{0}};
    for (int i = 0; i < 200; i++) {
      const double n[3] = {0.6, 0, 0.8}, twist = 1e-3;
      carom_traction f;
      double force[3];
      drag_on(&d, true);
      const carom_slip slip = {d.in.normal,
                               d.in.d,
                               d.in.radius,
                               d.in.mass,
                               d.in.step,
                               {n[0], n[1], n[2]},
                               {d.in.x, d.in.y, d.in.z},
                               twist};
      carom_rotate_history(n[0], n[1], n[2], twist, &spring);
      s.model->apply(s.constant, &d.in, &spring, &f);
      carom_tangential_force(&pair, &slip, &kept, force);
      assert_memory_equal(force, ((double[]){f.x, f.y, f.z}), sizeof force);
      assert_memory_equal(kept.value, ((double[]){spring.x, spring.y, spring.z, spring.extra}),
                          sizeof kept.value);
      assert_true(carom_tangential_stored(&pair, d.in.d, d.in.radius, &kept) ==
                  s.model->stored(s.constant, d.in.d, d.in.radius, &spring));
    }
  }
}

static void one_dashpot_at_most(void **state)
{
  (void)state;
  static const char *const models[] = {"mindlin", "mindlin-secant"};
  for (int m = 0; m < COUNT(models); m++) {
    carom_tangential_def def = carom_tangential_default();
    const carom_tangential *model;
    double constant[CAROM_TANGENTIAL_CONSTANTS];
    carom_error err;
    def.model = models[m];
    carom_tangential_set(&def, "tangential_restitution", 0.5);
    carom_tangential_set(&def, "damping_rate", 1e3);
    assert_int_equal(carom_stage_constants("tangential", &def, &input, &model, constant, &err),
                     CAROM_ERR_CONFLICT);
    assert_non_null(strstr(err.text, "damping_rate"));
    def.settings = 1;
    def.setting[0].value = 0;
    assert_int_equal(carom_stage_constants("tangential", &def, &input, &model, constant, &err),
                     CAROM_ERR_RANGE);
  }
}

SUITE_CLOSE("tangential", no_step_gains_energy, dashpot_is_not_stored, kernels_have_the_same_bits,
            springs_that_turn_keep_their_length, public_entries_have_the_same_bits,
            one_dashpot_at_most)
