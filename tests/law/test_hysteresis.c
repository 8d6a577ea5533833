/* SPDX-License-Identifier: MIT */
/* The hysteresis laws: what their published factors deliver, and that `exact` makes them one. */
#include "setup.h"

/* Delivered when asked for 0.1, 0.3, 0.5, 0.7, 0.9 with the published factor, solved elsewhere from
 * (1 + chi) = (1 - chi e) exp(chi (1 + e)). */
static const struct {
  const char *law;
  double delivered[5];
} published[] = {{"hunt-crossley", {0.516, 0.581, 0.663, 0.768, 0.909}},
                 {"herbert-mcwhannell", {0.491, 0.520, 0.594, 0.723, 0.901}},
                 {"lee-wang", {0.687, 0.739, 0.799, 0.869, 0.952}},
                 {"lankarani-nikravesh", {0.665, 0.684, 0.725, 0.796, 0.913}},
                 {"gonthier", {0.101, 0.304, 0.488, 0.670, 0.876}},
                 {"flores", {0.069, 0.256, 0.470, 0.683, 0.894}},
                 {"hu-guo", {0.074, 0.271, 0.488, 0.697, 0.900}}};

/* Asked, and delivered by the factors of Flores et al. and of Wang et al. (four digits). */
static const double finer[][3] = {
    {0.05, 0.0329, 0.6463}, {0.11, 0.0772, 0.6284}, {0.23, 0.1846, 0.6019}, {0.30, 0.2562, 0.5945},
    {0.50, 0.4704, 0.6197}, {0.65, 0.6303, 0.6924}, {0.70, 0.6832, 0.7267}, {0.80, 0.7885, 0.8078},
    {0.85, 0.8412, 0.8532}, {0.90, 0.8939, 0.9009}, {0.95, 0.9468, 0.9501}, {0.99, 0.9893, 0.9900}};

static double delivered(const char *law, double e, const char *calibration)
{
  carom_contact_def def = two_spheres(law);
  set(&def, "restitution", e);
  choose(&def, "calibration", calibration);
  const carom_contact contact = prepared(&def);
  return struck(&contact, 1).restitution;
}

static void published_factors_deliver_the_table(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(published); k++)
    for (int i = 0; i < 5; i++)
      assert_small(delivered(published[k].law, 0.1 + 0.2 * i, "published") -
                       published[k].delivered[i],
                   0.501e-3);
  for (int i = 0; i < COUNT(finer); i++) {
    assert_small(delivered("flores", finer[i][0], "published") - finer[i][1], 0.501e-4);
    assert_small(delivered("wang-dashpot-elastic", finer[i][0], "published") - finer[i][2],
                 0.501e-4);
  }
}

/* Values worked out by hand: exact fractions. */
static void factors_are_the_printed_ones(void **state)
{
  (void)state;
  static const struct {
    const char *law;
    double e, chi;
  } cases[] = {{"flores", 0.5, 8.0 / 5},          {"herbert-mcwhannell", 0.5, 1.0},
               {"lee-wang", 0.2, 3.0 / 5},        {"gonthier", 0.5, 3.0 / 2},
               {"hu-guo", 0.25, 9.0 / 2},         {"wang-dashpot-elastic", 0.5, 9.0 / 10},
               {"herbert-mcwhannell", 0, 3.0 / 2}};
  for (int i = 0; i < COUNT(cases); i++)
    assert_close(carom_law_published(carom_law_find(cases[i].law), 0, cases[i].e), cases[i].chi,
                 1e-15);
}

/* exact: one constant for all of them (known to six digits), and what is asked is delivered. */
static void exact_makes_them_one(void **state)
{
  (void)state;
  static const double known[][2] = {
      {0.1, 9.99816}, {0.3, 3.08708}, {0.5, 1.43275}, {0.7, 0.63483}, {0.9, 0.16648}};
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_law *law = carom_law_at(i);
    const carom_law_info *info = carom_law_about(law);
    if (strcmp(info->family, "hysteresis") != 0) continue;
    for (int k = 0; k < COUNT(known); k++)
      assert_small(carom_law_exact(law, 0, known[k][0], CAROM_CUT) - known[k][1], 0.501e-5);
    if (info->dampings != 1) continue;
    assert_non_null(strstr(info->validity, "coincide"));
    for (double e = 0.05; e <= 1; e += 0.05)
      assert_close(delivered(info->name, e, "exact"), e, 1e-9);
  }
  /* hu has the same relation at its reference speed, and is another law all the same */
  assert_small(carom_law_exact(carom_law_find("hu"), 0, 0.5, CAROM_CUT) - 1.43275, 0.501e-5);
  assert_non_null(strstr(carom_law_about(carom_law_find("hu"))->validity, "Not hu-guo"));
  assert_non_null(strstr(carom_law_about(carom_law_find("hu-guo"))->validity, "Not hu,"));
}

SUITE_CLOSE("hysteresis", published_factors_deliver_the_table, factors_are_the_printed_ones,
            exact_makes_them_one)
