/* SPDX-License-Identifier: MIT */
/* Laws that act across a gap: contact is where the overlap is above -reach, for the clamp, for
 * impacts, bounces and chains alike. The law is a spring F = k d down to d = -g (attraction below
 * touch), whose motion is a part of a sine: closed forms below. */
#include "setup.h"

#include "contact/episode.h"
#include "evaluate.h"
#include "law/tangential.h"

/* As a header law. */
#define CAROM_INFO_sticky .name = "sticky", .traits = CAROM_LAW_PULLS | CAROM_LAW_REACHES
#define CAROM_FIELDS_sticky(F) F(gap, "m", 1e-5, 0, 1, NULL, "the widest gap")
#define CAROM_CONSTANTS_sticky(M) M(stiffness, "N/m") M(gap, "m")
#define CAROM_COEFFICIENTS_sticky(M) M(stiffness, "N/m") M(widest, "m")
#define CAROM_BREAKPOINTS_sticky 0
#define CAROM_REACH_sticky CAROM_REACHES(widest)

CAROM_DECLARE_STATELESS(sticky)
CAROM_ONE_BRANCH(sticky)

CAROM_FN carom_force carom_sticky_force(const carom_sticky_coefficients *coef,
                                        const carom_sticky_state *state, carom_real d, carom_real v,
                                        carom_real branch)
{
  (void)state, (void)v, (void)branch;
  carom_force f = {coef->stiffness * d, 0};
  return f;
}

CAROM_EVALUATE(sticky)

/* A law that says nothing of a reach. */
#define CAROM_FIELDS_plain(F) CAROM_FIELDS_TENSION(F)
#define CAROM_CONSTANTS_plain(M) M(stiffness, "N/m")
#define CAROM_COEFFICIENTS_plain(M) M(stiffness, "N/m")
#define CAROM_BREAKPOINTS_plain 0
CAROM_DECLARE_STATELESS(plain)

static void a_header_law_names_its_reach(void **state)
{
  (void)state;
  const carom_sticky_coefficients coef = {.min_force = CAROM_UNSET, .stiffness = 10, .widest = 2};
  const carom_plain_coefficients none = {.stiffness = 10};
  const carom_sticky_state empty = {0};
  assert_true(carom_sticky_reach(&coef) == 2);
  assert_true(carom_plain_reach(&none) == 0);
  assert_true(carom_sticky_evaluate(&coef, &empty, 1, 0).elastic == 10);
  assert_true(carom_sticky_evaluate(&coef, &empty, -1.5, 0).elastic == -15);
  assert_true(carom_sticky_evaluate(&coef, &empty, -2, 0).elastic == 0);
  assert_true(carom_sticky_evaluate(&coef, &empty, -3, 0).elastic == 0);
  const double lost = carom_sticky_evaluate(&coef, &empty, 0.0 / 0.0, 0).elastic;
  assert_true(lost != lost);
}

static void no_law_of_the_registry_reaches_unless_it_says_so(void **state)
{
  (void)state;
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_law_info *info = carom_law_about(carom_law_at(i));
    carom_contact_def def = two_spheres(info->name);
    const carom_contact c = prepared(&def);
    assert_true(carom_contact_reach(&c) >= 0);
    assert_int_equal(carom_contact_reach(&c) > 0, (info->traits & CAROM_LAW_REACHES) != 0);
  }
}

/* As a user's law: k and g are settings. */
static carom_force spring(void *user, const double *coef, const double *state, double d, double v,
                          double branch)
{
  (void)user, (void)state, (void)v, (void)branch;
  return (carom_force){coef[0] * d, 0};
}

static double widest(void *user, const double *coef)
{
  (void)user;
  return coef[1];
}

static const double k = 1e6, g = 2e-5;

static const carom_field fields[] = {
    {"k", "N/m", 1e6, 1e-6, 1e30, NULL, "stiffness"},
    {"g", "m", 2e-5, 0, 1, NULL, "widest gap"},
    CAROM_FIELD_TENSION,
};

static carom_user_law sticky(void)
{
  carom_user_law law = carom_user_law_default();
  law.info.name = "my-sticky";
  law.info.traits = CAROM_LAW_PULLS | CAROM_LAW_JUMPS_AT_TOUCH | CAROM_LAW_REACHES;
  law.field = fields;
  law.fields = 3;
  law.force = spring;
  law.reach = widest;
  return law;
}

static carom_context *context;

static int make_context(void **state)
{
  (void)state;
  const carom_user_law law = sticky();
  carom_error err = {.text = "no context"};
  if (carom_context_create(&context, NULL) == CAROM_OK &&
      carom_context_register(context, &law, NULL, &err) == CAROM_OK)
    return 0;
  print_error("%s: %s\n", err.where, err.text);
  return -1;
}

static int end_context(void **state)
{
  carom_context_destroy(context);
  return close_report(state);
}

static carom_contact_def sticking(void)
{
  carom_contact_def def = two_spheres("my-sticky");
  def.context = context;
  carom_contact_set_text(&def, "tension", "keep");
  return def;
}

/* d'' = -w^2 d from d = -g with speed v until it is there again. */
typedef struct sine {
  double amplitude, duration;
} sine;

static sine sine_of(double mass, double v)
{
  const double w = sqrt(k / mass), amplitude = sqrt(g * g + v * v / (w * w));
  return (sine){amplitude, (3.14159265358979323846 + 2 * asin(g / amplitude)) / w};
}

static void an_impact_begins_and_ends_at_its_reach(void **state)
{
  (void)state;
  carom_contact_def def = sticking();
  const carom_contact c = prepared(&def);
  const carom_impact r = struck(&c, 0.1);
  const sine s = sine_of(c.mass, 0.1);
  assert_true(carom_contact_reach(&c) == g);
  assert_close(r.peak_overlap, s.amplitude, 1e-9);
  assert_close(r.duration, s.duration, 1e-9);
  assert_close(r.restitution, 1, 1e-10);
  assert_close(r.overlap_at_separation, -g, 1e-9);
  assert_close(r.peak_force, k * s.amplitude, 1e-9);
  assert_small(r.energy.residual, 1e-10 * r.energy.kinetic_in);
  const carom_state virgin = carom_contact_virgin(&c);
  assert_close(carom_contact_energy(&c, &virgin, 0).stored, -0.5 * k * g * g, 1e-12);
}

/* The same law without its reach gives half a period: so the gap is what is felt above. */
static void without_a_gap_it_is_half_a_period(void **state)
{
  (void)state;
  carom_contact_def def = sticking();
  carom_contact_set(&def, "g", 0);
  const carom_contact c = prepared(&def);
  const carom_impact r = struck(&c, 0.1);
  assert_close(r.duration, 3.14159265358979323846 * sqrt(c.mass / k), 1e-9);
  assert_small(r.overlap_at_separation, 1e-15);
}

/* Two equal beads, gap 5 g: they pull each other before they touch, and exchange their speeds. */
static void chains_feel_it_in_every_integrator(void **state)
{
  (void)state;
  static const struct {
    carom_chain_integrator integrator;
    double step, tolerance;
  } scheme[] = {{CAROM_CHAIN_DOP853, 0, 1e-8},
                {CAROM_CHAIN_VERLET, 1e-7, 1e-4},
                {CAROM_CHAIN_EULER_TRAPEZOID, 1e-7, 2e-3},
                {CAROM_CHAIN_RK45, 1e-7, 2e-3},
                {CAROM_CHAIN_GEAR5, 1e-7, 2e-3}};
  for (int i = 0; i < (int)(sizeof scheme / sizeof *scheme); i++) {
    carom_bead bead[2] = {carom_bead_default(), carom_bead_default()};
    carom_contact_def contact = sticking();
    carom_chain_def def = carom_chain_default();
    carom_chain *chain = NULL;
    carom_chain_contact at;
    carom_error err = {.code = CAROM_OK};
    bead[0].velocity = 0.1;
    bead[1].gap = 5 * g;
    def.bead = bead;
    def.beads = 2;
    def.contact = &contact;
    def.contacts = 1;
    def.integrator = scheme[i].integrator;
    def.step = scheme[i].step;
    def.follow_all = true;
    if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
    carom_contact c;
    assert_int_equal(carom_chain_prepared(chain, 0, &c, NULL), CAROM_OK);
    const sine s = sine_of(c.mass, 0.1);
    const double meet = 4 * g / 0.1, w = sqrt(k / c.mass);
    /* halfway between reach and touch: pulled together with k g / 2 */
    const double pulled = meet + (asin(g / s.amplitude) - asin(0.5 * g / s.amplitude)) / w;
    assert_int_equal(carom_chain_advance(chain, pulled, NULL), CAROM_OK);
    assert_int_equal(carom_chain_sample_contact(chain, 0, &at, NULL), CAROM_OK);
    assert_close(at.overlap, -0.5 * g, 0.02 + scheme[i].tolerance);
    assert_close(at.force.elastic, k * at.overlap, 1e-9);
    assert_int_equal(carom_chain_advance(chain, meet + s.duration + 4 * g / 0.1, NULL), CAROM_OK);
    assert_int_equal(carom_chain_sample_contact(chain, 0, &at, NULL), CAROM_OK);
    assert_close(at.first_peak_overlap, s.amplitude, scheme[i].tolerance);
    assert_close(carom_chain_velocity(chain)[1], 0.1, scheme[i].tolerance);
    assert_true(at.force.elastic == 0 && at.overlap < -g);
    const carom_chain_energy e = carom_chain_budget(chain);
    /* a fixed step that passes over the jump of the force, in or out, misplaces it by less than the
     * step: k g v h */
    assert_small(e.residual, 2 * k * g * 0.1 * scheme[i].step + 1e-8 * 0.5 * c.mass * 0.01);
    carom_chain_destroy(chain);
  }
}

static void a_fall_meets_it_at_its_height(void **state)
{
  (void)state;
  carom_contact_def def = sticking();
  def.b.shape = CAROM_FLAT;
  def.b.fixed = true;
  const carom_contact c = prepared(&def);
  carom_bounce_def fall = carom_bounce_default();
  carom_bounce r;
  fall.contact = &c;
  fall.height = 0.01;
  fall.until = 1.02 * sqrt(2 * (0.01 - g) / 9.81);
  assert_int_equal(carom_bounce_resolve(&fall, &r, NULL), CAROM_OK);
  assert_int_equal(r.contacts, 1);
  assert_true(r.velocity > 0); /* on its way up: 2 % of the fall are more than the contact */
  assert_small(r.energy.residual, 1e-9 * c.mass * 9.81 * 0.01);
}

/* Springs of contacts within reach stay, beyond it they are zeroed. */
static void tangential_springs_last_as_long(void **state)
{
  (void)state;
  enum { N = 8 };
  const carom_tangential *model = NULL;
  const carom_tangential_input input = {.shear = 1e9, .stiffness = CAROM_UNSET};
  double constant[CAROM_TANGENTIAL_CONSTANTS] = {0};
  carom_tangential_def def = carom_tangential_default();
  def.model = "mindlin-secant";
  assert_int_equal(carom_stage_constants("tangential", &def, &input, &model, constant, NULL),
                   CAROM_OK);
  for (int reaching = 0; reaching < 2; reaching++) {
    _Alignas(64) double one[N], zero[N] = {0}, d[N], spring_of[4 * N], fx[N], fy[N], fz[N];
    for (int i = 0; i < N; i++) {
      one[i] = 1;
      d[i] = 1e-6 * (i - 4); /* -4 .. 3 micrometres */
      for (int j = 0; j < 4; j++)
        spring_of[j * N + i] = j == 0 ? 1e-9 : 0;
    }
    const carom_slides columns = {.elastic = one,
                                  .dissipative = zero,
                                  .d = d,
                                  .radius = one,
                                  .mass = one,
                                  .patch = one,
                                  .nx = zero,
                                  .ny = zero,
                                  .nz = one,
                                  .vx = zero,
                                  .vy = zero,
                                  .vz = zero,
                                  .twist = zero,
                                  .spring = spring_of,
                                  .stride = 4 * N,
                                  .fx = fx,
                                  .fy = fy,
                                  .fz = fz,
                                  .reach = reaching ? 2.5e-6 : 0};
    carom_stages_base()[carom_tangential_index(model)](1, constant, 1e-6, &columns);
    for (int i = 0; i < N; i++)
      assert_int_equal(spring_of[i] != 0, i - 4 > (reaching ? -2.5 : 0));
  }
}

static void the_trait_and_the_function_go_together(void **state)
{
  (void)state;
  carom_error err;
  carom_user_law law = sticky();
  law.info.name = "half-sticky";
  law.reach = NULL;
  assert_int_equal(carom_context_register(context, &law, NULL, &err), CAROM_ERR_MISSING);
  assert_string_equal(err.where, "reach");
  law.reach = widest;
  law.info.traits &= ~(unsigned)CAROM_LAW_REACHES;
  assert_int_equal(carom_context_register(context, &law, NULL, &err), CAROM_ERR_MISSING);
  assert_string_equal(err.where, "info.traits");
}

SUITE_WITH("reach", make_context, end_context, a_header_law_names_its_reach,
           no_law_of_the_registry_reaches_unless_it_says_so, an_impact_begins_and_ends_at_its_reach,
           without_a_gap_it_is_half_a_period, chains_feel_it_in_every_integrator,
           a_fall_meets_it_at_its_height, tangential_springs_last_as_long,
           the_trait_and_the_function_go_together)
