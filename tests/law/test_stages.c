/* SPDX-License-Identifier: MIT */
/* Stages after the normal law: what each model declares against what its kernels do, for every
 * model of stages.def, whatever stage it belongs to. */
#include "setup.h"

#include "law/blocks.h"
#include "law/stage.h"

enum { GROUPS = 4, N = 8 * GROUPS, STRIDE = 8 * CAROM_STAGE_HISTORY };

typedef struct columns {
  _Alignas(64) double elastic[N], dissipative[N], d[N], radius[N], mass[N], n[3][N], v[3][N];
  _Alignas(64) double patch[N];
  _Alignas(64) double twist[N], w[3][N], history[GROUPS * STRIDE], f[3][N], t[3][N], pull[N];
} columns;

static double chance(unsigned i)
{
  return (double)((i * 2654435761u) >> 8) / (1 << 24);
}

/* `same`: all of one R* and m*. */
static void fill(columns *c, const carom_stage *model, bool same)
{
  memset(c, 0, sizeof *c);
  for (unsigned i = 0; i < N; i++) {
    const double angle = 6 * chance(i);
    c->elastic[i] = 1 + chance(i + 100);
    c->dissipative[i] = 0.1 * chance(i + 200);
    c->d[i] = 1e-6 * (chance(i + 300) - 0.3);
    c->radius[i] = 0.01 * (1 + chance(same ? 400 : i + 400));
    c->mass[i] = 0.1 * (1 + chance(same ? 500 : i + 500));
    c->patch[i] = carom_patch(c->radius[i], c->d[i]);
    c->n[0][i] = cos(angle);
    c->n[1][i] = sin(angle);
    c->v[0][i] = -0.01 * sin(angle) * chance(i + 600);
    c->v[1][i] = 0.01 * cos(angle) * chance(i + 600);
    c->v[2][i] = 0.01 * chance(i + 700);
    c->twist[i] = 1e-4 * chance(i + 800);
    for (int k = 0; k < 3; k++)
      c->w[k][i] = chance(i + 900 + 10 * (unsigned)k);
    for (int k = 0; k < model->numbers; k++)
      c->history[i / 8 * STRIDE + 8 * (unsigned)k + i % 8] = 1e-9 * chance(i + 1000 + (unsigned)k);
  }
}

static carom_stage_columns view(columns *c, bool same)
{
  return (carom_stage_columns){.elastic = c->elastic,
                               .dissipative = c->dissipative,
                               .d = c->d,
                               .radius = c->radius,
                               .mass = c->mass,
                               .patch = c->patch,
                               .uniform = same,
                               .nx = c->n[0],
                               .ny = c->n[1],
                               .nz = c->n[2],
                               .vx = c->v[0],
                               .vy = c->v[1],
                               .vz = c->v[2],
                               .twist = c->twist,
                               .spring = c->history,
                               .stride = STRIDE,
                               .fx = c->f[0],
                               .fy = c->f[1],
                               .fz = c->f[2],
                               .wx = c->w[0],
                               .wy = c->w[1],
                               .wz = c->w[2],
                               .tx = c->t[0],
                               .ty = c->t[1],
                               .tz = c->t[2],
                               .pull = c->pull};
}

static void prepare(const carom_stage *model, double constant[CAROM_STAGE_CONSTANTS])
{
  const carom_stage_material steel = {
      .shear = 4e10, .modulus = 1e11, .stiffness = 1e6, .damping = 10, .ahead = 0.5};
  double set[CAROM_STAGE_SETTINGS] = {0};
  memset(constant, 0, CAROM_STAGE_CONSTANTS * sizeof *constant);
  for (int k = 0; k < model->fields; k++)
    set[k] = model->field[k].fallback;
  assert_true(model->prepare(set, &steel, constant));
}

static void declarations_are_sound(void **state)
{
  (void)state;
  assert_true(carom_stage_count() >= 3);
  assert_null(carom_stage_at(-1));
  assert_null(carom_stage_at(carom_stage_count()));
  for (int i = 0; i < carom_stage_count(); i++) {
    const carom_stage *model = carom_stage_at(i);
    int rotating = 0;
    assert_int_equal(carom_stage_index(model), i);
    assert_ptr_equal(carom_stage_find(model->stage, model->info.name), model);
    assert_null(carom_stage_find("no stage", model->info.name));
    assert_true(*model->stage && *model->loss && *model->info.summary);
    assert_true(carom_stage_place(model->stage) >= 0);
    assert_true((model->gives > 0 && model->gives <= (CAROM_GIVES_FORCE | CAROM_GIVES_COUPLE)) ||
                model->gives == CAROM_GIVES_PULL);
    assert_true(model->numbers <= CAROM_STAGE_HISTORY && model->fields < CAROM_STAGE_SETTINGS);
    for (int k = 0; k < model->numbers; k++) {
      const bool rotates = (model->slot[k].transport & CAROM_TRANSPORT_ROTATE) != 0;
      assert_true(*model->slot[k].name && model->slot[k].transport <= CAROM_TRANSPORT_VECTOR);
      assert_int_equal(rotates, k < 3 * model->vectors); /* vectors come first */
      rotating += rotates;
    }
    assert_int_equal(rotating, 3 * model->vectors);
  }
}

/* Scalar entries and the kernels of every instruction set, for contacts of one size and of many:
 * the same bits, forces, torques and what is kept; nothing is kept beyond the reach. */
static void kernels_are_the_model(void **state)
{
  (void)state;
  static const carom_instructions sets[] = {CAROM_INSTRUCTIONS_BASE, CAROM_INSTRUCTIONS_AVX2,
                                            CAROM_INSTRUCTIONS_AVX512};
  static columns c, before;
  const double step = 1e-6;
  for (int m = 0; m < carom_stage_count(); m++) {
    const carom_stage *model = carom_stage_at(m);
    const bool forces = model->gives & CAROM_GIVES_FORCE,
               couples = model->gives & CAROM_GIVES_COUPLE;
    double constant[CAROM_STAGE_CONSTANTS];
    prepare(model, constant);
    for (int s = 0; s < 6; s++) {
      carom_instructions got;
      const bool same = s >= 3;
      if (!carom_blocks_choose(sets[s % 3], &got) || got != sets[s % 3]) continue;
      fill(&c, model, same);
      before = c;
      const carom_stage_columns all = view(&c, same);
      carom_stages_of(got)[m](GROUPS, constant, step, &all);
      for (int i = 0; i < N; i++) {
        double kept[CAROM_STAGE_HISTORY + 1] = {0};
        carom_stage_output out = {0};
        for (int k = 0; k < model->numbers; k++)
          kept[k] = before.history[i / 8 * STRIDE + 8 * k + i % 8];
        for (int v = 0; v < model->vectors; v++) {
          carom_shear spring = {kept[3 * v], kept[3 * v + 1], kept[3 * v + 2], 0};
          carom_rotate_history(c.n[0][i], c.n[1][i], c.n[2][i], c.twist[i], &spring);
          kept[3 * v] = spring.x, kept[3 * v + 1] = spring.y, kept[3 * v + 2] = spring.z;
        }
        const carom_stage_input in = {.normal = c.elastic[i] + c.dissipative[i],
                                      .d = c.d[i],
                                      .radius = c.radius[i],
                                      .mass = c.mass[i],
                                      .step = step,
                                      .x = c.v[0][i],
                                      .y = c.v[1][i],
                                      .z = c.v[2][i],
                                      .nx = c.n[0][i],
                                      .ny = c.n[1][i],
                                      .nz = c.n[2][i],
                                      .wx = couples ? c.w[0][i] : 0,
                                      .wy = couples ? c.w[1][i] : 0,
                                      .wz = couples ? c.w[2][i] : 0};
        model->apply(constant, &in, kept, &out);
        const double force[3] = {out.x, out.y, out.z};
        const double torque[3] = {out.tx, out.ty, out.tz};
        for (int k = 0; k < 3; k++) {
          assert_true(c.f[k][i] == (forces ? force[k] : 0));
          assert_true(c.t[k][i] == (couples && c.d[i] > 0 ? torque[k] : 0));
        }
        const bool pulls = model->gives & CAROM_GIVES_PULL;
        assert_true(c.pull[i] == (pulls && c.d[i] > 0 ? out.pull : 0));
        for (int k = 0; k < model->numbers; k++)
          assert_true(c.history[i / 8 * STRIDE + 8 * k + i % 8] == (c.d[i] > 0 ? kept[k] : 0));
        const double stored = model->stored(constant, c.d[i], c.radius[i], kept);
        assert_true(pulls ? stored <= 0 : stored >= 0);
      }
    }
  }
}

static void tangential_models_are_the_first(void **state)
{
  (void)state;
  assert_true(carom_tangential_count() >= 3);
  for (int i = 0; i < carom_tangential_count(); i++) {
    assert_ptr_equal(carom_tangential_at(i), carom_stage_at(i));
    assert_string_equal(carom_stage_at(i)->stage, "tangential");
    assert_string_equal(carom_stage_at(i)->loss, "friction");
    assert_int_equal(carom_stage_at(i)->vectors, 1);
  }
  for (int i = carom_tangential_count(); i < carom_stage_count(); i++) {
    assert_string_not_equal(carom_stage_at(i)->stage, "tangential");
    assert_null(carom_tangential_find(carom_stage_at(i)->info.name));
  }
  assert_null(carom_tangential_at(carom_tangential_count()));
  assert_null(carom_tangential_at(-1));
}

SUITE("stages", declarations_are_sound, kernels_are_the_model, tangential_models_are_the_first)
