/* SPDX-License-Identifier: MIT */
/* Wang's dashpot law. Any static force times (1 + chi v/v0) has the restitution of the hysteresis
 * relation, so equal constants in both phases must give it in every form and at every speed. */
#include "setup.h"

/* Asked for, and delivered by chi_p (Eq. 35) in a phase of its own, four digits. */
static const double plastic[][2] = {{0.05, 0.5242}, {0.11, 0.5414}, {0.23, 0.5789}, {0.30, 0.6029},
                                    {0.50, 0.6823}, {0.65, 0.7554}, {0.70, 0.7831}, {0.80, 0.8445},
                                    {0.85, 0.8788}, {0.90, 0.9159}, {0.95, 0.9561}, {0.99, 0.9909}};

static const char *const forms[] = {"sound", "printed", "continuous"};

static void published_constants(void **state)
{
  (void)state;
  const carom_law *law = carom_law_find("wang-dashpot");
  assert_close(carom_law_published(law, 0, 0.5), 0.9, 1e-15);
  assert_small(carom_law_published(law, 1, 0.5) - 0.5 * 1.376725, 0.5e-6);
  for (int i = 0; i < COUNT(plastic); i++)
    for (int k = 0; k < COUNT(forms); k++) {
      carom_contact_def def = two_spheres("wang-dashpot");
      const double chi = carom_law_published(law, 1, plastic[i][0]);
      choose(&def, "form", forms[k]);
      set(&def, "damping_ratio_elastic", chi);
      set(&def, "damping_ratio_plastic", chi);
      const carom_contact contact = prepared(&def);
      assert_small(struck(&contact, 0.05).restitution - plastic[i][1], 0.501e-4);
      assert_small(struck(&contact, 8).restitution - plastic[i][1], 0.501e-4);
    }
}

/* The static part changes the path, not the restitution. */
static void printed_and_continuous_have_one_restitution(void **state)
{
  (void)state;
  for (double speed = 0.1; speed < 50; speed *= 3) {
    double e[2], d[2];
    for (int k = 0; k < 2; k++) {
      carom_contact_def def = sphere_in_socket("wang-dashpot");
      choose(&def, "calibration", "published");
      choose(&def, "form", forms[1 + k]);
      set(&def, "restitution_elastic", 0.9);
      set(&def, "restitution_plastic", 0.6);
      const carom_contact contact = prepared(&def);
      e[k] = struck(&contact, speed).restitution;
      d[k] = struck(&contact, speed).peak_overlap;
    }
    assert_close(e[0], e[1], 1e-9);
    assert_true(d[1] > d[0]);
  }
}

static void below_yield_it_is_its_elastic_phase(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(forms); k++) {
    carom_contact_def def = sphere_in_socket("wang-dashpot");
    def.speed = 0.02;
    choose(&def, "form", forms[k]);
    set(&def, "restitution_elastic", 0.8);
    const carom_contact two = prepared(&def);
    def.law = "wang-dashpot-elastic";
    def.settings = 0;
    set(&def, "restitution", 0.8);
    const carom_contact one = prepared(&def);
    const carom_impact r = struck(&two, 0.02), s = struck(&one, 0.02);
    assert_close(r.restitution, 0.8, 1e-9);
    assert_close(r.peak_overlap, s.peak_overlap, 1e-9);
    assert_close(r.duration, s.duration, 1e-9);
  }
}

static void exact_delivers_the_whole_impact(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(forms); k++)
    for (double e = 0.05; e < 0.99; e += 0.05)
      for (int rule = 0; rule < 2; rule++) {
        carom_contact_def def = two_spheres("wang-dashpot");
        def.speed = 1;
        choose(&def, "form", forms[k]);
        choose(&def, "tension", rule ? "keep" : "cut");
        set(&def, "reference_speed", 8);
        set(&def, "restitution_elastic", 1);
        set(&def, "restitution_plastic", e);
        const carom_contact contact = prepared(&def);
        assert_close(struck(&contact, 8).restitution, e, 1e-8);
      }
}

/* Over d_y .. 2 d_y the sound form goes from one constant to the other; nothing jumps. */
static void the_sound_form_does_not_jump(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("wang-dashpot");
  set(&def, "damping_ratio_elastic", 0.2);
  set(&def, "damping_ratio_plastic", 0.8);
  const carom_contact sound = prepared(&def);
  const double d_y = coefficient_of(&sound, "d_y");
  carom_state pair = carom_contact_virgin(&sound);
  carom_contact_touch(&sound, &pair, 2);
  static const double x[] = {0.5, 1, 1.5, 2, 3}, chi[] = {0.2, 0.2, 0.5, 0.8, 0.8};
  for (int i = 0; i < COUNT(x); i++) {
    const carom_force f = carom_contact_force(&sound, &pair, x[i] * d_y, 1);
    assert_close(f.dissipative / f.elastic, chi[i] / 2, 1e-12);
  }
  assert_true(carom_contact_admissible(&sound, 10 * d_y).jump < 1e-9);
  choose(&def, "form", "continuous");
  const carom_contact continuous = prepared(&def);
  assert_true(carom_contact_admissible(&continuous, 10 * d_y).jump > 1e-3);
}

static void the_speed_is_latched_as_told(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("wang-dashpot");
  set(&def, "damping_ratio_elastic", 0.3);
  set(&def, "damping_ratio_plastic", 0.6);
  set(&def, "impact_speed_floor", 0.5);
  const carom_contact latched = prepared(&def);
  set(&def, "impact_speed", 2);
  const carom_contact fixed = prepared(&def);
  carom_state pair = carom_contact_virgin(&latched);
  static const double touch[] = {0.1, 0.5, 3}, counts[] = {0.5, 0.5, 3};
  for (int i = 0; i < COUNT(touch); i++) {
    carom_contact_touch(&latched, &pair, touch[i]);
    const carom_force f = carom_contact_force(&latched, &pair, 1e-6, 1);
    assert_close(f.dissipative / f.elastic, 0.3 / counts[i], 1e-14);
    carom_contact_touch(&fixed, &pair, touch[i]);
    const carom_force g = carom_contact_force(&fixed, &pair, 1e-6, 1);
    assert_close(g.dissipative / g.elastic, 0.3 / 2, 1e-14);
  }
}

SUITE_CLOSE("wang-dashpot", published_constants, printed_and_continuous_have_one_restitution,
            below_yield_it_is_its_elastic_phase, exact_delivers_the_whole_impact,
            the_sound_form_does_not_jump, the_speed_is_latched_as_told)
