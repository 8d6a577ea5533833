/* SPDX-License-Identifier: MIT */
/* Numbers of the comparison of four dashpots: scaled impacts, damping ratios, a pendulum, other
 * speeds, chains. */
#include "cli/reproduce/measure.h"
#include "cli/reproduce/runs_003.h"
#include "cli/reproduce/verdict.h"

/* A constant is what its argument gives: c(e) is solved until the overlap is zero ("until full
 * rebound", section 3.3 and Fig. 2), C_mod(e, v) has this c, K by Eq. 5 and half the mass of a
 * bead. A force is that of a run with the damping ratios printed for it (sections 4.2, 5.3.1). */
#define EXACT "solved for separation at zero overlap"
#define EXACT_CUT "solved for separation where the force vanishes"
#define EQ_14 "by the fit of Eq. 14"
#define EQ_14_WHY "Eq. 14 is a fit and up to 16 % off"
#define PENDULUM_WHY "0.135/0.2 is 0.675, for which the printed ratio is right"
#define GRAPH_WHY "read off the graph of Fig. 2"

/* The mass that Eq. 27 gives for a coefficient: C grows as m^(2/5). */
static double mass_by_eq_27(const repro_result *result, const repro_number *number)
{
  const double ratio = number->x / contact_coefficient(&result->contact, "damping");
  return result->contact.mass * ratio * ratio * __builtin_sqrt(ratio);
}

#define AMAX_WHY "off by less than one unit of the last digit; no reading of it is known"
#define A_MAX(key, law, e, text, digits_why)                                                       \
  {                                                                                                \
    .id = "amax_" key "_" e, .where = "section 4.1", .quantity = "a_max " key ", e = " e,          \
    .unit = "1", .printed = text, .run = SCALED_E(law, e), .value = measure_l_a_max, .as = EXACT,  \
    .reason = digits_why                                                                           \
  }

/* With the constant of Eq. 14: c = 6.66264 ln(1/e)/(3.85238 + ln e). */
static double a_max_by_eq_14(const repro_result *result, const repro_number *number)
{
  cli_trial trial = result->trial;
  repro_result again = *result;
  const carom_law *law = carom_law_find(trial.contact.law);
  carom_contact_set(&trial.contact, "restitution", CAROM_UNSET);
  carom_contact_set(&trial.contact, "damping_ratio", carom_law_published(law, 0, number->x));
  if (trial_run(&trial, &again.outcome) != CAROM_OK) return __builtin_nan("");
  return measure_l_a_max(&again, number);
}

#define C_OF(key, law, e, text, section, why)                                                      \
  {                                                                                                \
    .id = "c_" key "_" e, .where = section, .quantity = "c_" key "(" e ")", .unit = "1",           \
    .printed = text, .run = SCALED_E(law, e), .value = measure_damping_ratio, .as = EXACT,         \
    .reason = why                                                                                  \
  }
#define C_OF_CUT(key, law, e)                                                                      \
  {                                                                                                \
    .id = "c_" key "_" e, .run = SCALED_E_CUT(law, e), .value = measure_damping_ratio,             \
    .as = EXACT_CUT                                                                                \
  }
#define C_HU_FIT(e)                                                                                \
  {                                                                                                \
    .id = "c_HU_" #e, .value = measure_published_constant, .x = e, .law = "hu", .as = EQ_14        \
  }

#define AGAIN "lambda = v_sim/v_ref = 0.5, the inverse of Eq. 31"
#define OTHER_SPEED(key, law, c, text)                                                             \
  {.id = "corr_" key,                                                                              \
   .where = "section 4.3",                                                                         \
   .quantity = "corrected c_" key " at 0.5 m/s",                                                   \
   .unit = "1",                                                                                    \
   .printed = text,                                                                                \
   .run = SCALED_C(law, c),                                                                        \
   .value = measure_ratio_felt,                                                                    \
   .x = 0.5,                                                                                       \
   .y = 1,                                                                                         \
   .as = "lambda = v_ref/v_sim = 2, Eq. 31 as printed",                                            \
   .reason = "the printed numbers belong to the inverse of Eq. 31"},                               \
  {                                                                                                \
    .id = "corr_" key, .run = SCALED_C(law, c), .value = measure_ratio_again, .x = 0.5, .y = 1,    \
    .as = AGAIN                                                                                    \
  }

#define C_MOD(which, key, law, e, v, u, text, why)                                                 \
  {                                                                                                \
    .id = "C_" key "_" e, .where = "section 5.2.1", .quantity = "C_mod," key "(" e ", " v " m/s)", \
    .unit = u, .printed = text, .run = MONO(which, law, e, v), .value = measure_coefficient,       \
    .as = "exact damping ratio", .reason = why                                                     \
  }
#define C_MOD_TS(which, e, text, why)                                                              \
  {                                                                                                \
    .id = "C_TS_" e, .where = "section 5.2.1", .quantity = "C_mod,TS(" e ")",                      \
    .unit = "N s/m^1.25", .printed = text, .run = MONO_TS(which, e), .value = measure_coefficient, \
    .as = "exact damping ratio", .reason = why                                                     \
  }
#define C_MOD_FIT(which, e, v)                                                                     \
  {                                                                                                \
    .id = "C_HU_" #e, .run = MONO_C(which, "hu", "1", #v), .value = coefficient_by_eq_14, .x = e,  \
    .as = EQ_14                                                                                    \
  }
#define C_MOD_PRINTED(which, key, law, c, v, id_e)                                                 \
  {                                                                                                \
    .id = "C_" key "_" id_e, .run = MONO_C(which, law, c, v), .value = measure_coefficient,        \
    .as = "damping ratio as printed, " c                                                           \
  }
#define C_MOD_PRINTED_M_K(key, law, e, reading)                                                    \
  {                                                                                                \
    .id = "C_" key "_" e, .run = MONO_PRINTED(law), .value = measure_coefficient, .as = reading    \
  }
#define C_MOD_FIT_PRINTED_M_K(e, v)                                                                \
  {                                                                                                \
    .id = "C_HU_" #e, .run = MONO_PRINTED("hu, damping_ratio: 1, reference_speed: " #v " m/s"),    \
    .value = coefficient_by_eq_14, .x = e, .y = 3,                                                 \
    .as = "by Eq. 14 to three decimals, m and K as printed"                                        \
  }

/* The result has the coefficient for ratio 1. Where y is given, the ratio is rounded to as many
 * decimals. */
static double coefficient_by_eq_14(const repro_result *result, const repro_number *number)
{
  double ratio = carom_law_published(carom_law_find("hu"), 0, number->x);
  if (number->y > 0) {
    char text[32];
    snprintf(text, sizeof text, "%.*f", (int)number->y, ratio);
    ratio = verdict_number(text);
  }
  return contact_coefficient(&result->contact, "damping") * ratio;
}

/* "The inter-particle force transmitted by the seventh larger particle", "the force transmitted by
 * the fiftieth particle evaluated at the end of the stepped chain" (section 5.3.2). Bead 0 is the
 * striker, 1 to 7 are large, 8 to 57 small; the last contact joins the small beads 49 and 50. */
#define F1_STATED "between the seventh large bead and the first small one"
#define F1_BEFORE "between the sixth and the seventh large bead"
#define F2_STATED "between the small beads 49 and 50"
#define WALL_WHY                                                                                   \
  "forces between beads are about half as large or less; only a wall that closes the "             \
  "chain, of which the text says nothing, gives the printed ones"
#define F1_AS "on a wall of the same steel behind the 7 large beads"
#define F2_AS "on a wall of the same steel behind the whole chain"
#define K_WHY "Eq. 5 with E = 203 GPa and nu = 0.3 does not give the printed stiffness"

static const repro_number numbers[] = {
    {.id = "T_hertz",
     .where = "section 3.1",
     .quantity = "contact time of a Hertzian impact, T_Hertz/T",
     .unit = "1",
     .printed = "2.94",
     .run = SCALED_HERTZ,
     .value = measure_l_t_c,
     .as = "no damping"},
    {.id = "amax_hertz",
     .where = "section 4.1",
     .quantity = "a_max, Hertz",
     .unit = "1",
     .printed = "1.25",
     .run = SCALED_HERTZ,
     .value = measure_l_a_max,
     .as = "no damping"},
    A_MAX("HU", "hu", "0.8", "1.14", "with the constant of Eq. 14 it agrees"),
    {.id = "amax_HU_0.8",
     .run = SCALED_E("hu", "0.8"),
     .value = a_max_by_eq_14,
     .x = 0.8,
     .as = EQ_14},
    A_MAX("LH", "lee-herrmann", "0.8", "0.98", "0.98 belongs to e = 0.607"),
    A_MAX("HU", "hu", "0.4", "1.22", AMAX_WHY),
    {.id = "amax_HU_0.4",
     .run = SCALED_E("hu", "0.4"),
     .value = a_max_by_eq_14,
     .x = 0.4,
     .as = EQ_14},
    A_MAX("KK", "kuwabara-kono", "0.4", "0.97", AMAX_WHY),
    A_MAX("TS", "tsuji", "0.4", "0.91", NULL),
    A_MAX("LH", "lee-herrmann", "0.4", "0.87", NULL),
    {.id = "e_pendulum",
     .where = "section 4.2",
     .quantity = "restitution of the pendulum",
     .unit = "1",
     .printed = "0.674",
     .value = measure_quotient,
     .x = 0.135,
     .y = 0.2,
     .as = "v_r/v_0 of the same paragraph",
     .reason = "0.135/0.2 is 0.675"},
    C_OF("KK", "kuwabara-kono", "0.674", "0.351", "section 4.2", PENDULUM_WHY),
    {.id = "c_KK_0.674",
     .run = SCALED_E("kuwabara-kono", "0.675"),
     .value = measure_damping_ratio,
     .as = "at e = 0.135/0.2 = 0.675"},
    C_OF_CUT("KK", "kuwabara-kono", "0.674"),
    C_OF("HU", "hu", "0.674", "0.760", "section 4.2", EQ_14_WHY),
    C_HU_FIT(0.674),
    {.id = "C_KK_pendulum",
     .where = "section 4.2",
     .quantity = "C_mod,KK of the pendulum",
     .unit = "N s/m^1.5",
     .printed = "6.88e2",
     .run = PENDULUM("kuwabara-kono", "0.351"),
     .value = measure_coefficient,
     .as = "K, m, v and c as printed"},
    {.id = "m_pendulum",
     .where = "section 4.2",
     .quantity = "effective mass of the pendulum",
     .unit = "kg",
     .printed = "0.306",
     .run = PENDULUM("kuwabara-kono", "0.351"),
     .value = mass_by_eq_27,
     .x = 6.88e2,
     .as = "Eq. 27 solved for the mass"},
    {.id = "C_HU_pendulum",
     .where = "section 4.2",
     .quantity = "C_mod,HU of the pendulum",
     .unit = "N s/m^2.5",
     .printed = "1.50e6",
     .run = PENDULUM("hu", "0.760"),
     .value = measure_coefficient,
     .as = "K, v and c as printed"},
    {.id = "F_KK_pendulum",
     .where = "section 4.2",
     .quantity = "F_max,KK of the pendulum",
     .unit = "N",
     .printed = "11.8",
     .measured = "12.1",
     .run = PENDULUM("kuwabara-kono", "0.351"),
     .value = measure_peak_force,
     .as = "K, m, v and c as printed"},
    {.id = "F_HU_pendulum",
     .where = "section 4.2",
     .quantity = "F_max,HU of the pendulum",
     .unit = "N",
     .printed = "12.7",
     .measured = "12.1",
     .run = PENDULUM("hu", "0.760"),
     .value = measure_peak_force,
     .as = "K, m, v and c as printed"},
    C_OF("LH", "lee-herrmann", "0.865", "0.078", "section 4.3", GRAPH_WHY),
    C_OF_CUT("LH", "lee-herrmann", "0.865"),
    C_OF("TS", "tsuji", "0.865", "0.103", "section 4.3", NULL),
    C_OF("KK", "kuwabara-kono", "0.865", "0.129", "section 4.3",
         GRAPH_WHY "; where the force vanishes it is right"),
    C_OF_CUT("KK", "kuwabara-kono", "0.865"),
    C_OF("HU", "hu", "0.865", "0.261", "section 4.3", EQ_14_WHY),
    C_HU_FIT(0.865),
    OTHER_SPEED("KK", "kuwabara-kono", "0.129", "0.148"),
    OTHER_SPEED("HU", "hu", "0.261", "0.522"),
    OTHER_SPEED("LH", "lee-herrmann", "0.078", "0.068"),
    {.id = "m_mono",
     .where = "section 5.2.1",
     .quantity = "mass of a bead",
     .unit = "kg",
     .printed = "0.0689",
     .run = MONO_TS("a", "0.865"),
     .value = measure_body_mass,
     .as = "radius 12.7 mm, 8030 kg/m3"},
    {.id = "meff_mono",
     .where = "section 5.2.1",
     .quantity = "effective mass of two beads",
     .unit = "kg",
     .printed = MONO_MASS,
     .run = MONO_TS("a", "0.865"),
     .value = measure_mass,
     .as = "m/2",
     .reason = "0.03445 was rounded up"},
    {.id = "K_mono",
     .where = "section 5.2.1",
     .quantity = "Hertz stiffness",
     .unit = "N/m^1.5",
     .printed = MONO_STIFFNESS,
     .run = MONO_TS("a", "0.865"),
     .value = measure_stiffness,
     .as = "Eq. 5; the unit printed lacks a factor"},
    C_MOD("a", "LH", "lee-herrmann", "0.865", "1.0", "N s/m", "1.10e2",
          "the damping ratio was read off a graph; once printed as 1.10e9"),
    C_MOD_PRINTED("a", "LH", "lee-herrmann", "0.078", "1.0", "0.865"),
    C_MOD_TS("a", "0.865", "2.07e3", NULL),
    C_MOD("a", "KK", "kuwabara-kono", "0.865", "1.0", "N s/m^1.5", "3.69e4",
          GRAPH_WHY "; it follows from the printed c, m and K"),
    C_MOD_PRINTED("a", "KK", "kuwabara-kono", "0.129", "1.0", "0.865"),
    C_MOD_PRINTED_M_K("KK", "kuwabara-kono, damping_ratio: 0.129, reference_speed: 1.0 m/s",
                      "0.865", "c, m and K as printed: 0.129, " MONO_MASS " kg, " MONO_STIFFNESS),
    C_MOD("a", "HU", "hu", "0.865", "1.0", "N s/m^2.5", "3.05e9", EQ_14_WHY),
    C_MOD_FIT("a", 0.865, 1.0),
    C_MOD("b", "LH", "lee-herrmann", "0.890", "0.7", "N s/m", "8.29e1", GRAPH_WHY),
    C_MOD_TS("b", "0.890", "1.67e3", "it follows from the printed m and K, which are rounded"),
    C_MOD_PRINTED_M_K("TS", "tsuji, restitution: 0.890", "0.890",
                      "exact damping ratio, m and K as printed"),
    C_MOD("b", "KK", "kuwabara-kono", "0.890", "0.7", "N s/m^1.5", "3.13e4", NULL),
    C_MOD("b", "HU", "hu", "0.890", "0.7", "N s/m^2.5", "3.48e9", EQ_14_WHY),
    C_MOD_FIT("b", 0.890, 0.7),
    C_MOD_FIT_PRINTED_M_K(0.890, 0.7),
    C_MOD("c", "LH", "lee-herrmann", "0.910", "0.5", "N s/m", "6.27e1", GRAPH_WHY),
    C_MOD_TS("c", "0.910", "1.35e3", NULL),
    C_MOD("c", "KK", "kuwabara-kono", "0.910", "0.5", "N s/m^1.5", "2.69e4", GRAPH_WHY),
    C_MOD("c", "HU", "hu", "0.910", "0.5", "N s/m^2.5", "3.91e9", EQ_14_WHY),
    C_MOD_FIT("c", 0.910, 0.5),
    {.id = "K_stepped_small",
     .where = "section 5.3.1",
     .quantity = "stiffness of two beads of 6.5 mm",
     .unit = "N/m^1.5",
     .printed = "8.67e9",
     .run = STEPPED_F2(KK_STEPPED),
     .value = measure_contact_stiffness,
     .x = 20,
     .as = "Eq. 5",
     .reason = K_WHY},
    {.id = "K_stepped_mixed",
     .where = "section 5.3.1",
     .quantity = "stiffness of beads of 13 and 6.5 mm",
     .unit = "N/m^1.5",
     .printed = "9.98e9",
     .run = STEPPED_F2(KK_STEPPED),
     .value = measure_contact_stiffness,
     .x = 0,
     .as = "Eq. 5",
     .reason = K_WHY},
    {.id = "K_stepped_large",
     .where = "section 5.3.1",
     .quantity = "stiffness of two beads of 13 mm",
     .unit = "N/m^1.5",
     .printed = "1.23e10",
     .run = STEPPED_F2(KK_STEPPED),
     .value = measure_contact_stiffness,
     .x = 1,
     .as = "Eq. 5",
     .reason = K_WHY},
    {.id = "m_stepped_large",
     .where = "section 5.3.1",
     .quantity = "mass of a bead of 13 mm",
     .unit = "kg",
     .printed = "0.0716",
     .run = STEPPED_F2(KK_STEPPED),
     .value = measure_body_mass,
     .x = 1,
     .as = "7780 kg/m3"},
    {.id = "m_stepped_small",
     .where = "section 5.3.1",
     .quantity = "mass of a bead of 6.5 mm",
     .unit = "kg",
     .printed = "0.00895",
     .run = STEPPED_F2(KK_STEPPED),
     .value = measure_body_mass,
     .x = 0,
     .as = "7780 kg/m3"},
    C_OF("LH", "lee-herrmann", "0.965", "0.018", "section 5.3.1", GRAPH_WHY),
    C_OF_CUT("LH", "lee-herrmann", "0.965"),
    C_OF("TS", "tsuji", "0.965", "0.025", "section 5.3.1", NULL),
    C_OF("KK", "kuwabara-kono", "0.965", "0.026", "section 5.3.1", GRAPH_WHY),
    C_OF_CUT("KK", "kuwabara-kono", "0.965"),
    C_OF("HU", "hu", "0.965", "0.062", "section 5.3.1", EQ_14_WHY),
    C_HU_FIT(0.965),
    {.id = "F1_KK",
     .where = "section 5.3.2",
     .quantity = "F_1,KK of the stepped chain",
     .unit = "N",
     .printed = "114.5",
     .measured = "110.0",
     .run = STEPPED_FREE(KK_STEPPED),
     .value = measure_contact_force,
     .x = 7,
     .as = F1_STATED,
     .reason = WALL_WHY},
    {.id = "F1_KK",
     .run = STEPPED_FREE(KK_STEPPED),
     .value = measure_contact_force,
     .x = 6,
     .as = F1_BEFORE},
    {.id = "F1_KK", .run = STEPPED_F1(KK_STEPPED), .value = measure_wall_force, .as = F1_AS},
    {.id = "F1_KK",
     .run = F1_PRINTED_K(KK_STEPPED),
     .value = measure_wall_force,
     .as = "the same with the stiffnesses as printed"},
    {.id = "F1_LH",
     .where = "section 5.3.2",
     .quantity = "F_1,LH of the stepped chain",
     .unit = "N",
     .printed = "119.2",
     .measured = "110.0",
     .run = STEPPED_FREE(LH_STEPPED),
     .value = measure_contact_force,
     .x = 7,
     .as = F1_STATED,
     .reason = WALL_WHY
     "; 109.2 is most likely meant: only then do LH and KK envelope the measured "
     "110.0 N"},
    {.id = "F1_LH",
     .run = STEPPED_FREE(LH_STEPPED),
     .value = measure_contact_force,
     .x = 6,
     .as = F1_BEFORE},
    {.id = "F1_LH", .run = STEPPED_F1(LH_STEPPED), .value = measure_wall_force, .as = F1_AS},
    {.id = "F1_LH",
     .printed = "109.2",
     .run = STEPPED_F1(LH_STEPPED),
     .value = measure_wall_force,
     .as = "the same against 109.2 N"},
    {.id = "F1_LH",
     .run = F1_PRINTED_K(LH_STEPPED),
     .value = measure_wall_force,
     .as = "on this wall with the stiffnesses as printed"},
    {.id = "F2_HU",
     .where = "section 5.3.2",
     .quantity = "F_2,HU of the stepped chain (printed as F_1)",
     .unit = "N",
     .printed = "57.0",
     .measured = "57.0",
     .run = STEPPED_FREE(HU_STEPPED),
     .value = measure_contact_force,
     .x = 56,
     .as = F2_STATED,
     .reason = WALL_WHY},
    {.id = "F2_HU", .run = STEPPED_F2(HU_STEPPED), .value = measure_wall_force, .as = F2_AS},
    {.id = "F2_HU",
     .run = STEPPED_F2(HU_STEPPED_FIT),
     .value = measure_wall_force,
     .as = "the same with c_HU of Eq. 14 before rounding"},
    {.id = "F2_HU",
     .run = F2_PRINTED_K(HU_STEPPED),
     .value = measure_wall_force,
     .as = "on this wall with the stiffnesses as printed"},
    {.id = "F2_KK",
     .where = "section 5.3.2",
     .quantity = "F_2,KK of the stepped chain (printed as F_1)",
     .unit = "N",
     .printed = "51.6",
     .measured = "57.0",
     .run = STEPPED_FREE(KK_STEPPED),
     .value = measure_contact_force,
     .x = 56,
     .as = F2_STATED,
     .reason = WALL_WHY},
    {.id = "F2_KK", .run = STEPPED_F2(KK_STEPPED), .value = measure_wall_force, .as = F2_AS},
    {.id = "F2_KK",
     .run = F2_PRINTED_K(KK_STEPPED),
     .value = measure_wall_force,
     .as = "the same with the stiffnesses as printed"},
};

const repro_numbers repro_numbers_003 = {numbers, COUNT(numbers)};
