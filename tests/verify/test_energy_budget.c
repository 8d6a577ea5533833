/* SPDX-License-Identifier: MIT */
/* Every resolved impact accounts for its energy: what is lost is stored, viscous or plastic. */
#include "random_bodies.h"

/* Of the kinetic energy, whose 1e-14 a step may be wrong by. Steps gather where a curve of adhesion
 * ends vertically: 1.6e-12 was the most in 24,000 impacts. */
static double limit_of(bool adheres)
{
  return adheres ? 2e-12 : 1e-12;
}

static carom_contact_def random_impact(chance *c, const char *law)
{
  carom_contact_def def = random_bodies(c, law);
  def.speed = yield_speed(def) * chance_of_scale(c, 0.1, 300);
  random_words(c, &def);
  set_if_any(&def, "restitution", chance_between(c, 0.05, 1));
  set_if_any(&def, "hardness_ratio", chance_between(c, 2, 3.5));
  set_if_any(&def, "plastic_ratio", chance_between(c, 8, 30));
  if (has_field(carom_law_find(law), "damping_ratio_plastic")) {
    set(&def, "damping_ratio_elastic", chance_of_scale(c, 1e-3, 1));
    set(&def, "damping_ratio_plastic", chance_of_scale(c, 1e-3, 1));
  }
  return def;
}

static void every_impact_accounts_for_its_energy(void **state)
{
  (void)state;
  chance c = {.seed = 301};
  int over = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const char *law = carom_law_about(carom_law_at(k))->name;
    double worst = 0;
    const bool adheres = carom_law_about(carom_law_at(k))->traits & CAROM_LAW_ADHERES;
    const double limit = limit_of(adheres);
    int parted = 0, unparted = 0;
    for (int i = 0; i < 2000; i++) {
      const carom_contact_def def = random_impact(&c, law);
      carom_contact contact;
      carom_error err = {.code = CAROM_OK};
      const carom_status ready = carom_contact_prepare(&def, &contact, &err);
      if (ready == CAROM_ERR_MISSING) continue;                 /* no published formula */
      if (ready == CAROM_ERR_UNATTAINABLE && adheres) continue; /* they stick */
      if (ready != CAROM_OK) fail_msg("%s: %s: %s", law, err.where, err.text);
      carom_impact_def impact = carom_impact_default();
      carom_impact r;
      impact.contact = &contact;
      impact.speed = def.speed;
      const carom_status status = carom_impact_resolve(&impact, &r, &err);
      if (status == CAROM_ERR_DIVERGED && !contact.cut &&
          (strstr(err.text, "do not part") || strstr(err.text, "stick together"))) {
        unparted++; /* beyond critical damping, tension kept, or too slow for adhesion */
        continue;
      }
      if (status != CAROM_OK) fail_msg("%s: %s: %s", law, err.where, err.text);
      parted++;
      const double in = r.energy.kinetic_in;
      const double kept = r.restitution * r.restitution;
      const double told = r.energy.stored + r.energy.viscous + r.energy.plastic;
      if (fabs(r.energy.residual) / in > worst) worst = fabs(r.energy.residual) / in;
      over += !(fabs(r.energy.residual) <= limit * in);
      assert_close(in, 0.5 * contact.mass * def.speed * def.speed, 1e-15);
      assert_small(told / in - (1 - kept), limit); /* what is lost, from the speeds alone */
      assert_small(r.energy.residual / in - (1 - kept - told / in), 4e-15);
      assert_close(r.energy.kinetic_out / in, kept, 1e-14);
      assert_small((r.energy_lost - (in - r.energy.kinetic_out)) / in, 1e-15);
      assert_true(r.energy.viscous >= -limit * in);
    }
    print_message("%-22s %d impacts, %d never part; largest residual %.2e of the kinetic energy\n",
                  law, parted, unparted, worst);
    assert_true(parted > (adheres ? 1000 : 1500)); /* slow ones stick */
  }
  if (over) fail_msg("%d impacts have a residual beyond that of their law", over);
}

/* What earlier impacts took is not taken again: the second one deepens the dent, the third does not
 * reach it. */
static void a_dent_is_paid_for_once(void **state)
{
  (void)state;
  static const double share[] = {1, 1.5, 0.7};
  int found = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law_info *info = carom_law_about(carom_law_at(k));
    if (!(info->traits & CAROM_LAW_REMEMBERS) || info->traits & CAROM_LAW_ADHERES) continue;
    found++;
    carom_contact_def def = two_spheres(info->name);
    const carom_contact contact = prepared(&def);
    carom_state dent = carom_contact_virgin(&contact);
    carom_impact_def impact = carom_impact_default();
    carom_impact r[3];
    impact.contact = &contact;
    impact.state = &dent;
    for (int i = 0; i < 3; i++) {
      impact.speed = 20 * yield_speed(def) * share[i];
      r[i] = resolved(&impact);
      const double in = r[i].energy.kinetic_in;
      assert_small(r[i].energy.residual / in, 1e-9);
      assert_true(r[i].energy.plastic >= -1e-9 * in && r[i].energy.plastic < in);
    }
    assert_true(r[0].energy.plastic > 0.1 * r[0].energy.kinetic_in);
    assert_true(r[1].energy.plastic > 0.1 * r[1].energy.kinetic_in);
    assert_true(r[2].energy.plastic < 0.01 * r[2].energy.kinetic_in);
  }
  assert_true(found >= 4);
}

SUITE_CLOSE("energy budget", every_impact_accounts_for_its_energy, a_dent_is_paid_for_once)
