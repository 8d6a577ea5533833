/* SPDX-License-Identifier: MIT */
/* Relations that hold exactly, over random settings; the right-hand sides are written here, with
 * the C library's functions, and share nothing with the library under test. */
#include "random_bodies.h"

static const double pi = 3.14159265358979323846;

/* Hertz with a dashpot of d^(1/4): restitution for z = c/sqrt(5), tension kept or cut. */
static double quarter_power_kept(double z)
{
  return exp(-pi * z / sqrt(1 - z * z));
}

static double quarter_power_cut(double z)
{
  if (z < 1) {
    const double w = sqrt(1 - z * z);
    return exp(-z / w * atan2(2 * z * w, 2 * z * z - 1));
  }
  const double s = sqrt(z * z - 1);
  return exp(-z / s * log((z + s) / (z - s)));
}

static void quarter_power_has_its_closed_form(void **state)
{
  (void)state;
  chance c = {.seed = 101};
  static const char *const laws[] = {"tsuji", "wang-viscous-elastic"};
  for (int i = 0; i < 1000; i++) {
    carom_contact_def def = random_bodies(&c, laws[i % 2]);
    const bool kept = i % 4 < 2;
    const double z = kept ? chance_between(&c, 0, 0.7) : chance_of_scale(&c, 1e-3, 10);
    choose(&def, "tension", kept ? "keep" : "cut");
    set(&def, "damping_ratio", z * sqrt(5));
    const carom_contact contact = prepared(&def);
    const carom_impact r = struck(&contact, chance_of_scale(&c, 1e-4, 1e2));
    assert_close(r.restitution, kept ? quarter_power_kept(z) : quarter_power_cut(z), 1e-9);
  }
}

/* e of (1 + chi) = (1 - chi e) exp(chi (1 + e)): what is left of the logarithms grows with e from
 * a negative value at 0 to infinity at 1/chi. */
static double hysteresis_restitution(double chi)
{
  double low = 0, high = chi > 1 ? 1 / chi : 1;
  for (int i = 0; i < 200; i++) {
    const double e = 0.5 * (low + high);
    if (log1p(chi) - log1p(-chi * e) - chi * (1 + e) < 0)
      low = e;
    else
      high = e;
  }
  return 0.5 * (low + high);
}

static void hysteresis_has_its_relation(void **state)
{
  (void)state;
  chance c = {.seed = 102};
  int laws = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law_info *info = carom_law_about(carom_law_at(k));
    if (strcmp(info->family, "hysteresis") != 0 || info->dampings != 1) continue;
    laws++;
    for (int i = 0; i < 500; i++) {
      carom_contact_def def = random_bodies(&c, info->name);
      const double chi = chance_of_scale(&c, 1e-2, 15), speed = chance_of_scale(&c, 1e-2, 1e2);
      set(&def, "damping_ratio", chi);
      if (i % 2) set(&def, "stiffness", chance_of_scale(&c, 1e2, 1e12));
      if (i % 3) choose(&def, "tension", "keep");
      const carom_contact contact = prepared(&def);
      const carom_impact r = struck(&contact, speed);
      const double e = r.restitution;
      assert_close(e, hysteresis_restitution(chi), 1e-9);
      assert_small(log1p(chi) - log1p(-chi * e) - chi * (1 + e), 1e-8 * (1 + chi * chi));
      assert_close(
          r.peak_overlap,
          pow(1.25 * contact.mass * speed * speed / coefficient_of(&contact, "stiffness"), 0.4) *
              pow(2 * (chi - log1p(chi)) / (chi * chi), 0.4),
          1e-9);
    }
  }
  assert_true(laws > 0);
}

/* Restitution asked for, and what published constants really deliver, to four digits. Columns:
 * tsuji with tension kept and cut, wang-viscous-elastic with tension kept and cut, hysteresis by
 * Hunt and Crossley, Lankarani and Nikravesh, Flores et al. 0 means: the bodies do not part. */
static const double delivered[][8] = {
    {0.05, 0.0500, 0.2137, 0.0000, 0.0021, 0.5014, 0.6635, 0.0329},
    {0.11, 0.1100, 0.2601, 0.0000, 0.0106, 0.5188, 0.6658, 0.0772},
    {0.23, 0.2300, 0.3464, 0.0000, 0.0490, 0.5568, 0.6753, 0.1846},
    {0.30, 0.3000, 0.3971, 0.0000, 0.0851, 0.5813, 0.6842, 0.2562},
    {0.50, 0.5000, 0.5503, 0.0892, 0.2446, 0.6630, 0.7252, 0.4704},
    {0.65, 0.6500, 0.6748, 0.3291, 0.4186, 0.7390, 0.7748, 0.6303},
    {0.70, 0.7000, 0.7182, 0.4193, 0.4869, 0.7680, 0.7960, 0.6832},
    {0.80, 0.8000, 0.8081, 0.6072, 0.6383, 0.8329, 0.8471, 0.7885},
    {0.85, 0.8500, 0.8546, 0.7037, 0.7215, 0.8693, 0.8780, 0.8412},
    {0.90, 0.9000, 0.9020, 0.8015, 0.8095, 0.9090, 0.9132, 0.8939},
    {0.95, 0.9500, 0.9505, 0.9004, 0.9024, 0.9524, 0.9535, 0.9468},
    {0.99, 0.9900, 0.9900, 0.9800, 0.9801, 0.9901, 0.9901, 0.9893}};

static const struct {
  const char *law, *tension;
} delivered_column[] = {{"tsuji", "keep"},
                        {"tsuji", "cut"},
                        {"wang-viscous-elastic", "keep"},
                        {"wang-viscous-elastic", "cut"},
                        {"hunt-crossley", "cut"},
                        {"lankarani-nikravesh", "cut"},
                        {"flores", "cut"}};

static void published_constants_deliver_the_table(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(delivered_column); k++) {
    for (int i = 0; i < COUNT(delivered); i++) {
      carom_contact_def def = two_spheres(delivered_column[k].law);
      set(&def, "restitution", delivered[i][0]);
      choose(&def, "calibration", "published");
      choose(&def, "tension", delivered_column[k].tension);
      const carom_contact contact = prepared(&def);
      carom_impact_def impact = carom_impact_default();
      carom_impact r;
      carom_error err;
      impact.contact = &contact;
      const carom_status status = carom_impact_resolve(&impact, &r, &err);
      if (delivered[i][k + 1] == 0) {
        assert_int_equal(status, CAROM_ERR_DIVERGED);
        assert_non_null(strstr(err.text, "do not part"));
      } else {
        assert_int_equal(status, CAROM_OK);
        if (!(fabs(r.restitution - delivered[i][k + 1]) <= 0.5e-4))
          fail_msg("%s, tension %s: asked %g, delivered %.6f, table %.4f", def.law,
                   delivered_column[k].tension, delivered[i][0], r.restitution,
                   delivered[i][k + 1]);
      }
    }
  }
}

/* The work of the Ma-Liu virgin curve in units of F_y d_y, and the elastic part of it. */
typedef struct curve {
  double c_1, c_2, c_3, x_p, f_p, k_1;
} curve;

static curve curve_of(double psi, double eps)
{
  curve c;
  c.x_p = eps * eps / 2;
  c.c_2 = 1.5 * (2 * psi / 1.61 - 1) / log(c.x_p);
  c.c_1 = 1.5 - c.c_2;
  c.c_3 = 1 - c.c_1;
  c.f_p = c.x_p * (c.c_1 + c.c_2 * log(c.x_p)) + c.c_3;
  c.k_1 = 3 * psi / 1.61;
  return c;
}

static double curve_force(const curve *c, double x)
{
  if (x < 1) return x * sqrt(x);
  if (x < c->x_p) return x * (c->c_1 + c->c_2 * log(x)) + c->c_3;
  return c->f_p + c->k_1 * (x - c->x_p);
}

static double curve_work(const curve *c, double x)
{
  if (x < 1) return 0.4 * pow(x, 2.5);
  const double q = x < c->x_p ? x : c->x_p;
  double work = 0.4 + 0.5 * c->c_1 * (q * q - 1) + c->c_3 * (q - 1) +
                c->c_2 * (0.5 * q * q * log(q) - 0.25 * (q * q - 1));
  if (x > c->x_p) work += (x - c->x_p) * (c->f_p + 0.5 * c->k_1 * (x - c->x_p));
  return work;
}

static double curve_restitution(const curve *c, double energy)
{
  double low = 0, high = 1;
  while (curve_work(c, high) < energy)
    high *= 2;
  for (int i = 0; i < 200; i++) {
    const double x = 0.5 * (low + high);
    *(curve_work(c, x) < energy ? &low : &high) = x;
  }
  const double x_m = 0.5 * (low + high), q = x_m < c->x_p ? x_m : c->x_p;
  if (x_m <= 1) return 1;
  const double k_u = sqrt(q * sqrt(q) / curve_force(c, q)), f_m = curve_force(c, x_m);
  return sqrt(0.4 * f_m * pow(f_m / k_u, 2.0 / 3.0) / energy);
}

static void ma_liu_follows_its_energies(void **state)
{
  (void)state;
  chance c = {.seed = 103};
  for (int i = 0; i < 500; i++) {
    carom_contact_def def = random_bodies(&c, "ma-liu");
    const double speed = yield_speed(def) * chance_of_scale(&c, 0.1, 1e3);
    const double psi = chance_between(&c, 2, 3), eps = chance_between(&c, 10, 40);
    choose(&def, "form", "printed");
    set(&def, "hardness_ratio", psi);
    set(&def, "plastic_ratio", eps);
    const carom_contact contact = prepared(&def);
    const curve own = curve_of(psi, eps);
    const double unit = coefficient_of(&contact, "F_y") * coefficient_of(&contact, "d_y");
    const double e = curve_restitution(&own, 0.5 * contact.mass * speed * speed / unit);
    assert_close(carom_impact_restitution_by_energy(&contact, speed), e, 1e-9);
    /* just above yield the printed form creates energy, part of it below zero overlap */
    if (e <= 1) assert_close(struck(&contact, speed).restitution, e, 1e-9);
  }
}

static void memory_laws_follow_their_energies(void **state)
{
  (void)state;
  chance c = {.seed = 104};
  int laws = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law_info *info = carom_law_about(carom_law_at(k));
    if (!(info->traits & CAROM_LAW_REMEMBERS) || (info->traits & CAROM_LAW_VISCOUS)) continue;
    laws++;
    for (int i = 0; i < 300; i++) {
      const carom_contact_def def = random_bodies(&c, info->name);
      const double speed = yield_speed(def) * chance_of_scale(&c, 0.1, 1e3);
      const carom_contact contact = prepared(&def);
      const double e = carom_impact_restitution_by_energy(&contact, speed);
      assert_true(e > 0 && e <= 1 + 1e-12);
      assert_close(struck(&contact, speed).restitution, e, 1e-9);
    }
  }
  assert_true(laws > 0);
}

static void laws_without_memory_have_no_energy_restitution(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law_info *info = carom_law_about(carom_law_at(k));
    if (info->traits & CAROM_LAW_REMEMBERS) continue;
    const carom_contact_def def = two_spheres(info->name);
    const carom_contact contact = prepared(&def);
    assert_true(isnan(carom_impact_restitution_by_energy(&contact, 1)));
  }
}

static void hertz_lasts_as_long_as_it_should(void **state)
{
  (void)state;
  chance c = {.seed = 105};
  for (int i = 0; i < 1000; i++) {
    carom_contact_def def = random_bodies(&c, "hertz");
    const double speed = chance_of_scale(&c, 1e-4, 1e2);
    if (i % 2) set(&def, "stiffness", chance_of_scale(&c, 1e2, 1e12));
    const carom_contact contact = prepared(&def);
    const double K = coefficient_of(&contact, "stiffness");
    const double L = pow(1.25 * contact.mass * speed * speed / K, 0.4);
    const carom_impact r = struck(&contact, speed);
    assert_close(r.duration, 2.9432751843247043 * L / speed, 1e-9);
    assert_close(r.time_of_peak_overlap, 0.5 * r.duration, 1e-9);
    assert_close(r.time_of_peak_force, 0.5 * r.duration, 1e-9);
    assert_close(r.peak_overlap, L, 1e-9);
    assert_close(r.peak_force, K * L * sqrt(L), 1e-9);
    assert_close(r.restitution, 1.0, 1e-9);
  }
}

static void waves_take_their_share(void **state)
{
  (void)state;
  carom_contact_def def = sphere_in_socket("wang-viscous");
  def.speed = 0.02;
  choose(&def, "calibration", "published");
  choose(&def, "restitution_elastic", "wave");
  const double e = prepared(&def).asked[0];
  assert_true(fabs(e - 0.9994482) <= 0.5e-7);
  chance c = {.seed = 106};
  for (int i = 0; i < 200; i++) {
    carom_contact_def any = random_bodies(&c, "wang-viscous");
    any.speed = chance_of_scale(&c, 1e-3, 1e2);
    choose(&any, "calibration", "published");
    choose(&any, "restitution_elastic", "wave");
    const carom_material *m = &any.a.material;
    const double c_0 = sqrt(m->young / m->density);
    const double loss = 0.6 * sqrt(2 * (1 + m->poisson)) * pow(any.speed / c_0, 0.6);
    assert_close(prepared(&any).asked[0], exp(-loss), 1e-12);
  }
}

static void the_word_ma_liu_asks_for_what_that_law_gives(void **state)
{
  (void)state;
  static const double known[][2] = {{4, 0.6909142}, {6, 0.6558200}};
  for (int i = 0; i < COUNT(known); i++) {
    carom_contact_def def = sphere_in_socket("wang-viscous");
    def.speed = known[i][0];
    choose(&def, "form", "printed");
    choose(&def, "calibration", "published");
    choose(&def, "restitution_plastic", "ma-liu");
    assert_true(fabs(prepared(&def).asked[1] - known[i][1]) <= 0.5e-7);
    def.speed = 1; /* a reference speed counts instead */
    set(&def, "reference_speed", known[i][0]);
    assert_true(fabs(prepared(&def).asked[1] - known[i][1]) <= 0.5e-7);
  }
  chance c = {.seed = 107};
  for (int i = 0; i < 200; i++) {
    carom_contact_def def = random_bodies(&c, "wang-viscous");
    def.speed = yield_speed(def) * chance_of_scale(&c, 4, 300);
    choose(&def, "calibration", "published");
    choose(&def, "restitution_plastic", "ma-liu");
    choose(&def, "form", i % 2 ? "sound" : "continuous");
    carom_contact_def other = def;
    other.law = "ma-liu";
    other.settings = 0;
    choose(&other, "form", i % 2 ? "sound" : "printed");
    const carom_contact contact = prepared(&other);
    assert_close(prepared(&def).asked[1], struck(&contact, def.speed).restitution, 1e-9);
  }
}

/* Eqs 24 and 25 of the viscous paper, and the form without jumps: a static part that is joined, and
 * damping by the secant stiffness whose constant goes from g_e to g_p over d_y < d < 2 d_y. */
static double wang_viscous_by_hand(const carom_contact *c, int form, double K_p, double d, double v)
{
  const double K = 4.0 / 3.0 * c->modulus * sqrt(c->radius), m = c->mass;
  const double d_y = carom_contact_yield_overlap(c), F_y = K * pow(d_y, 1.5);
  const double g_e = c->damping[0], g_p = c->damping[1];
  if (d <= d_y) return K * pow(d, 1.5) + g_e * sqrt(K * m) * pow(d, 0.25) * v;
  const double joined = F_y + K_p * (d - d_y), x = d / d_y;
  const double g = x < 2 ? g_e + (g_p - g_e) * (x - 1) : g_p;
  if (form == 0) return joined + g * sqrt(m * joined / d) * v;
  return (form == 1 ? K_p * d : joined) + g_p * sqrt(K_p * m) * v;
}

static void wang_viscous_has_its_formulas(void **state)
{
  (void)state;
  chance c = {.seed = 108};
  for (int i = 0; i < 3000; i++) {
    carom_contact_def def = random_bodies(&c, "wang-viscous");
    const double psi = chance_between(&c, 2, 3.5), eps = chance_between(&c, 8, 30);
    const int form = i % 3;
    const bool chord = chance_index(&c, 2) == 0;
    set(&def, "hardness_ratio", psi);
    set(&def, "plastic_ratio", eps);
    set(&def, "form", CAROM_WORD(form));
    choose(&def, "plastic_stiffness", chord ? "chord" : "secant");
    choose(&def, "tension", "keep");
    set(&def, "damping_ratio_elastic", chance_between(&c, 0, 1));
    set(&def, "damping_ratio_plastic", chance_between(&c, 0, 1));
    const carom_contact contact = prepared(&def);
    const curve own = curve_of(psi, eps);
    const double d_y = carom_contact_yield_overlap(&contact);
    const double unit = 4.0 / 3.0 * contact.modulus * sqrt(contact.radius * d_y);
    const double K_p = unit * (chord ? (own.f_p - 1) / (own.x_p - 1) : own.f_p / own.x_p);
    const double d = d_y * chance_of_scale(&c, 0.01, 100), v = chance_between(&c, 0, 2);
    const carom_state fresh = carom_contact_virgin(&contact);
    assert_close(total(carom_contact_force(&contact, &fresh, d, v)),
                 wang_viscous_by_hand(&contact, form, K_p, d, v), 1e-12);
  }
}

/* The form without jumps, elastic constant by tsuji for c_e, plastic one by Eq. 11 for c_p: what an
 * independent integration delivers at zero overlap, to four digits. */
static void sound_wang_viscous_has_known_restitutions(void **state)
{
  (void)state;
  static const double known[][4] = {{8, 0.86, 0.70, 0.7143}, {25, 0.84, 0.65, 0.6568}};
  for (int i = 0; i < COUNT(known); i++) {
    carom_contact_def def = two_spheres("wang-viscous");
    const double loss_e = -log(known[i][1]), loss_p = -log(known[i][2]);
    choose(&def, "tension", "keep");
    set(&def, "damping_ratio_elastic", sqrt(5) * loss_e / hypot(pi, loss_e));
    set(&def, "damping_ratio_plastic", 2 * loss_p / hypot(pi, loss_p));
    const carom_contact contact = prepared(&def);
    const double e = struck(&contact, known[i][0]).restitution;
    if (!(fabs(e - known[i][3]) <= 0.5e-4))
      fail_msg("%g m/s: %.6f, known %.4f", known[i][0], e, known[i][3]);
  }
}

SUITE_CLOSE("exact relations", quarter_power_has_its_closed_form, hysteresis_has_its_relation,
            published_constants_deliver_the_table, ma_liu_follows_its_energies,
            memory_laws_follow_their_energies, laws_without_memory_have_no_energy_restitution,
            hertz_lasts_as_long_as_it_should, waves_take_their_share,
            the_word_ma_liu_asks_for_what_that_law_gives, wang_viscous_has_its_formulas,
            sound_wang_viscous_has_known_restitutions)
