/* SPDX-License-Identifier: MIT */
/* Tangential models through the public header: one contact against closed forms, blocks against one
 * contact, arguments that are refused. */
#include "chance.h"
#include "setup.h"

enum { MOST = 200 };

static carom_tangential_pair pair_of(const carom_tangential_def *def, const carom_contact *contact,
                                     double ahead)
{
  const carom_material steel = material(2.07e11, 0.3, 7800, 1.03e9);
  carom_tangential_pair pair;
  carom_error err = {.code = CAROM_OK};
  if (carom_tangential_prepare(def, contact, &steel, &steel, ahead, &pair, &err) != CAROM_OK)
    fail_msg("%s: %s: %s", def->model, err.where, err.text);
  return pair;
}

/* Steel on steel: k_t = 8 G* sqrt(R* d), and 2/3 of that for the secant. Sliding at a steady speed,
 * the force grows with the path until it is the cap; on release the energy is the spring's. */
static void forces_are_those_of_the_models(void **state)
{
  (void)state;
  static const char *const models[] = {"mindlin", "mindlin-secant"};
  const double shear = 2.07e11 / (2 * 1.3) / (2 * 1.7), d = 1e-6, radius = 4e-3, step = 1e-7,
               v = 0.1, normal = 50, friction = 0.3;
  const carom_contact_def two = two_spheres("hertz");
  const carom_contact contact = prepared(&two);
  for (int m = 0; m < COUNT(models); m++) {
    const double k = (m == 0 ? 8.0 : 16.0 / 3) * shear * sqrt(radius * d);
    carom_tangential_def def = carom_tangential_default();
    def.model = models[m];
    carom_tangential_set(&def, "friction", friction);
    const carom_tangential_pair pair = pair_of(&def, &contact, 0);
    assert_false(pair.damped);
    assert_int_equal(carom_tangential_history_size(pair.model), m == 0 ? 4 : 3);
    carom_tangential_history kept = {{0}};
    const carom_slip slip = {normal, d, radius, 0.02, step, {0, 0, 1}, {0.6 * v, 0.8 * v, 0}, 0};
    int stuck = 0, slipped = 0;
    for (int i = 1; i <= 400; i++) {
      double f[3];
      const double path = i * step * v, most = friction * normal;
      carom_tangential_force(&pair, &slip, &kept, f);
      const double size = k * path < most ? k * path : most;
      assert_close(f[0], -0.6 * size, 1e-12);
      assert_close(f[1], -0.8 * size, 1e-12);
      assert_true(f[2] == 0);
      assert_close(carom_tangential_stored(&pair, d, radius, &kept), 0.5 * size * size / k, 1e-12);
      stuck += k * path < most;
      slipped += k * path > most;
    }
    assert_true(stuck > 20 && slipped > 20);
    /* it rotates with the contact, and is forgotten when that opens */
    const double quarter[3] = {1, 0, 0};
    double f[3];
    carom_slip turned = {normal, d, radius, 0.02, 0, {0, 0, 1}, {0, 0, 0}, 1e-3};
    carom_tangential_history copy = kept;
    carom_tangential_force(&pair, &turned, &copy, f);
    const double size = friction * normal;
    assert_close(f[0], -size * (0.6 - 0.8e-3), 2e-6);
    assert_close(f[1], -size * (0.8 + 0.6e-3), 2e-6);
    memcpy(turned.normal, quarter, sizeof quarter);
    copy = kept;
    turned.twist = 0;
    carom_tangential_force(&pair, &turned, &copy, f);
    assert_true(f[0] == 0);
    turned.overlap = 0;
    carom_tangential_force(&pair, &turned, &copy, f);
    for (int c = 0; c < 4; c++)
      assert_true(copy.value[c] == 0);
  }
}

/* With a dashpot c_t v_t is added, whatever the velocities are ahead of; what the spring stores is
 * the path of the middle of the step, which velocities at its end overestimate. */
static void ahead_matters_to_dashpots(void **state)
{
  (void)state;
  const carom_contact_def two = two_spheres("hertz");
  const carom_contact contact = prepared(&two);
  const double d = 1e-6, radius = 4e-3, mass = 0.02, step = 1e-7, v = 0.01;
  const double k = 8 * 2.07e11 / (2 * 1.3) / (2 * 1.7) * sqrt(radius * d);
  const double rate = 1e6, c = rate * mass * sqrt(radius * d);
  carom_tangential_def def = carom_tangential_default();
  def.model = "mindlin";
  carom_tangential_set(&def, "friction", 1e6);
  carom_tangential_set(&def, "damping_rate", rate);
  for (int i = 0; i <= 2; i++) {
    const double ahead = 0.5 * i;
    const carom_tangential_pair pair = pair_of(&def, &contact, ahead);
    const carom_slip slip = {1, d, radius, mass, step, {0, 0, 1}, {v, 0, 0}, 0};
    carom_tangential_history kept = {{0}};
    double f[3];
    assert_true(pair.damped);
    carom_tangential_force(&pair, &slip, &kept, f);
    assert_close(f[0], -k * (1 - ahead) * step * v - c * v, 1e-12);
    assert_close(carom_tangential_stored(&pair, d, radius, &kept), 0.5 * k * step * v * step * v,
                 1e-12);
  }
}

/* Arrays of a block, one value more than is used. */
typedef struct arrays {
  double elastic[MOST + 1], dissipative[MOST + 1], overlap[MOST + 1], radius[MOST + 1];
  double mass[MOST + 1], twist[MOST + 1];
  double normal[3][MOST + 1], velocity[3][MOST + 1], history[4][MOST + 1], force[3][MOST + 1];
} arrays;

static void fill(arrays *a, chance *r)
{
  for (int i = 0; i <= MOST; i++) {
    double n[3], length = 0;
    for (int k = 0; k < 3; k++) {
      n[k] = chance_between(r, -1, 1);
      length += n[k] * n[k];
      a->velocity[k][i] = chance_between(r, -1, 1);
      a->force[k][i] = -12345.678;
    }
    for (int k = 0; k < 3; k++)
      a->normal[k][i] = n[k] / sqrt(length);
    for (int k = 0; k < 4; k++)
      a->history[k][i] = chance_between(r, -1e-6, 1e-6);
    a->history[3][i] = chance_of_scale(r, 1e3, 1e8);
    a->overlap[i] = chance_of_scale(r, 1e-8, 1e-4) * (chance_index(r, 5) ? 1 : -1);
    a->elastic[i] = chance_between(r, -10, 100);
    a->dissipative[i] = chance_between(r, -10, 10);
    a->radius[i] = chance_of_scale(r, 1e-3, 1);
    a->mass[i] = chance_of_scale(r, 1e-4, 1);
    a->twist[i] = chance_between(r, -1e-3, 1e-3);
  }
}

static carom_slip slip_at(const arrays *a, const carom_tangential_pair *pair, int i, double step,
                          bool sized)
{
  return (carom_slip){.normal_force = a->elastic[i] + a->dissipative[i],
                      .overlap = a->overlap[i],
                      .radius = sized ? a->radius[i] : pair->radius,
                      .mass = sized ? a->mass[i] : pair->mass,
                      .step = step,
                      .normal = {a->normal[0][i], a->normal[1][i], a->normal[2][i]},
                      .velocity = {a->velocity[0][i], a->velocity[1][i], a->velocity[2][i]},
                      .twist = a->twist[i]};
}

static bool same(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0;
}

static void compare(const carom_tangential_pair *pair, int count, bool sized, chance *r)
{
  static arrays before, a;
  const double step = 1e-6;
  double *numbers_at[4];
  fill(&before, r);
  a = before;
  for (int k = 0; k < 4; k++)
    numbers_at[k] = a.history[k];
  const carom_tangential_block block = {.count = count,
                                        .step = step,
                                        .elastic = a.elastic,
                                        .dissipative = a.dissipative,
                                        .overlap = a.overlap,
                                        .radius = sized ? a.radius : NULL,
                                        .mass = sized ? a.mass : NULL,
                                        .normal = {a.normal[0], a.normal[1], a.normal[2]},
                                        .velocity = {a.velocity[0], a.velocity[1], a.velocity[2]},
                                        .twist = a.twist,
                                        .history = numbers_at,
                                        .force = {a.force[0], a.force[1], a.force[2]}};
  const int numbers = carom_tangential_history_size(pair->model);
  carom_tangential_forces(pair, &block);
  for (int i = 0; i <= MOST; i++) {
    const carom_slip slip = slip_at(&before, pair, i, step, sized);
    carom_tangential_history h = {{0}};
    double force[3];
    for (int k = 0; k < numbers; k++)
      h.value[k] = before.history[k][i];
    if (i < count) carom_tangential_force(pair, &slip, &h, force);
    for (int k = 0; k < 4; k++)
      if (!same(a.history[k][i], k < numbers ? h.value[k] : before.history[k][i]))
        fail_msg("number %d of contact %d of %d: %.17g, alone %.17g", k, i, count, a.history[k][i],
                 h.value[k]);
    for (int k = 0; k < 3; k++)
      if (!same(a.force[k][i], i < count ? force[k] : before.force[k][i]))
        fail_msg("force %d of contact %d of %d: %.17g, alone %.17g", k, i, count, a.force[k][i],
                 force[k]);
  }
}

/* Every model, with a dashpot and without, every instruction set, any count. */
static void blocks_have_the_bits_of_one_contact(void **state)
{
  (void)state;
  static const int counts[] = {0, 1, 7, 8, 9, 63, 64, 65, 200};
  chance r = {.seed = 701};
  int compared = 0;
  for (int set = CAROM_INSTRUCTIONS_BEST; set <= CAROM_INSTRUCTIONS_AVX512; set++) {
    carom_contact_def two = two_spheres("hooke");
    carom_contact contact;
    two.instructions = (carom_instructions)set;
    if (carom_contact_prepare(&two, &contact, NULL) != CAROM_OK) continue;
    for (int m = -1; m < carom_tangential_count(); m++)
      for (int damped = 0; damped < 2; damped++) {
        carom_tangential_def def = carom_tangential_default();
        if (m >= 0) def.model = carom_tangential_about(carom_tangential_at(m))->name;
        if (m >= 0 && damped)
          carom_tangential_set(&def, strcmp(def.model, "linear") ? "damping_rate" : "damping_ratio",
                               strcmp(def.model, "linear") ? 1e5 : 0.7);
        else if (m >= 0 && !strcmp(def.model, "linear"))
          carom_tangential_set(&def, "damping_ratio", 0);
        const carom_tangential_pair pair = pair_of(&def, &contact, 0.5 * damped);
        assert_true(pair.damped == (m >= 0 && damped));
        for (int n = 0; n < COUNT(counts); n++)
          for (int sized = 0; sized < 2; sized++, compared++)
            compare(&pair, counts[n], sized == 1, &r);
      }
  }
  assert_true(compared >= 2 * 2 * 2 * COUNT(counts) * (carom_tangential_count() + 1));
}

#define REFUSED(status, place, call)                                                               \
  do {                                                                                             \
    carom_error err = {.code = CAROM_OK};                                                          \
    assert_int_equal(call, status);                                                                \
    assert_string_equal(err.where, place);                                                         \
    assert_true(strlen(err.text) > 20);                                                            \
    assert_memory_equal(&pair, &untouched, sizeof pair);                                           \
  } while (0)

static void bad_arguments_are_refused(void **state)
{
  (void)state;
  const carom_contact_def two = two_spheres("hertz");
  const carom_contact contact = prepared(&two);
  carom_contact none;
  carom_tangential_pair pair, untouched;
  carom_material steel = material(2.07e11, 0.3, 7800, 1.03e9), other = steel;
  carom_tangential_def def = carom_tangential_default();
  memset(&none, 0, sizeof none);
  memset(&pair, 7, sizeof pair);
  untouched = pair;
  def.model = "mindlin";
#define PREPARE(d, c, a, b, ahead) carom_tangential_prepare(d, c, a, b, ahead, &pair, &err)
  REFUSED(CAROM_ERR_ARGUMENT, "tangential", PREPARE(NULL, &contact, &steel, &steel, 0));
  REFUSED(CAROM_ERR_ARGUMENT, "tangential", PREPARE(&def, NULL, &steel, &steel, 0));
  REFUSED(CAROM_ERR_ARGUMENT, "tangential", PREPARE(&def, &none, &steel, &steel, 0));
  REFUSED(CAROM_ERR_ARGUMENT, "tangential", PREPARE(&def, &contact, NULL, &steel, 0));
  REFUSED(CAROM_ERR_ARGUMENT, "tangential", PREPARE(&def, &contact, &steel, NULL, 0));
  REFUSED(CAROM_ERR_ARGUMENT, "tangential",
          carom_tangential_prepare(&def, &contact, &steel, &steel, 0, NULL, &err));
  REFUSED(CAROM_ERR_RANGE, "ahead", PREPARE(&def, &contact, &steel, &steel, -0.1));
  REFUSED(CAROM_ERR_RANGE, "ahead", PREPARE(&def, &contact, &steel, &steel, 1.1));
  REFUSED(CAROM_ERR_RANGE, "ahead", PREPARE(&def, &contact, &steel, &steel, NAN));
  other.young = -1;
  REFUSED(CAROM_ERR_RANGE, "b.young", PREPARE(&def, &contact, &steel, &other, 0));
  other.young = CAROM_UNSET;
  REFUSED(CAROM_ERR_MISSING, "a.young", PREPARE(&def, &contact, &other, &steel, 0));
  def.model = "mindlinn";
  REFUSED(CAROM_ERR_UNKNOWN, "tangential", PREPARE(&def, &contact, &steel, &steel, 0));
  def.model = "linear"; /* and the normal law is none to take a stiffness from */
  REFUSED(CAROM_ERR_MISSING, "stiffness", PREPARE(&def, &contact, &steel, &steel, 0));
  carom_tangential_set(&def, "friction", -1);
  REFUSED(CAROM_ERR_RANGE, "friction", PREPARE(&def, &contact, &steel, &steel, 0));
  assert_int_equal(carom_tangential_prepare(NULL, NULL, NULL, NULL, 0, NULL, NULL),
                   CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_tangential_history_size(NULL), 0);
}

SUITE_CLOSE("tangential", forces_are_those_of_the_models, ahead_matters_to_dashpots,
            blocks_have_the_bits_of_one_contact, bad_arguments_are_refused)
