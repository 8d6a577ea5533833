/* SPDX-License-Identifier: MIT */
/* Runs that numbers and curves of the two papers by Wang et al. share. */
#ifndef CAROM_CLI_REPRODUCE_RUNS_000_H
#define CAROM_CLI_REPRODUCE_RUNS_000_H

#define STEEL(law) "{between: [steel, steel], law: " law "}"

/* Laws between two spheres: the new model in both forms, EDEM (tsuji), Hunt-Crossley, Ma-Liu. */
#define NEW(e_e, e_p, form, rule)                                                                  \
  STEEL("wang-viscous, restitution_elastic: " e_e ", restitution_plastic: " e_p                    \
        ", calibration: published, form: " form ", separation: " rule)
#define EDEM(e, rule) STEEL("tsuji, restitution: " e ", calibration: published, separation: " rule)
#define HC(e) STEEL("hunt-crossley, restitution: " e ", calibration: published")
#define ML(psi, eps) STEEL("ma-liu, hardness_ratio: " psi ", plastic_ratio: " eps ", form: printed")

#define SPHERES(speed, law)                                                                        \
  {                                                                                                \
    "two_spheres_" speed,                                                                          \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", law                                                                          \
      }                                                                                            \
    }                                                                                              \
  }

/* g_2 of Eq. 23 as printed, 9 sqrt(5) (1-c^2)/(c [9 pi (1-c^2) + 16]), for the c at its end;
 * `calibration: published` is the corrected one. */
#define PRINTED_G_95 "0.11011614239548186"
#define PRINTED_G_90 "0.1987883501443518"
#define PRINTED_G_89 "0.214871952880911"
#define PRINTED_G_86 "0.2608243823589041"
#define PRINTED_G_84 "0.28996907362879465"

/* Eqs 23 and 25 as printed. */
#define STATED(g_e, e_p, rule)                                                                     \
  STEEL("wang-viscous, damping_ratio_elastic: " g_e ", restitution_plastic: " e_p                  \
        ", calibration: published, form: printed, separation: " rule)
#define STATED_005(rule)                                                                           \
  SPHERES("0.05", STEEL("wang-viscous-elastic, damping_ratio: " PRINTED_G_95 ", "                  \
                        "separation: " rule))
#define STATED_8 SPHERES("8", STATED(PRINTED_G_86, "0.7", "overlap"))
#define STATED_25 SPHERES("25", STATED(PRINTED_G_84, "0.65", "overlap"))

#define NEW_005(rule)                                                                              \
  STEEL("wang-viscous-elastic, restitution: 0.95, calibration: published, separation: " rule)
#define NEW_005_CUT SPHERES("0.05", NEW_005("force"))
#define NEW_005_KEPT SPHERES("0.05", NEW_005("overlap"))
#define NEW_005_SINGLE_MASS                                                                        \
  {                                                                                                \
    "two_spheres_0.05",                                                                            \
    {                                                                                              \
      {"contacts.0", NEW_005("force")},                                                            \
      {                                                                                            \
        "impact.b.fixed", "true"                                                                   \
      }                                                                                            \
    }                                                                                              \
  }
#define EDEM_005_KEPT SPHERES("0.05", EDEM("0.9", "overlap"))
#define HC_005 SPHERES("0.05", HC("0.9"))
#define ML_005 SPHERES("0.05", ML("3", "13"))

#define NEW_8_CUT SPHERES("8", NEW("0.86", "0.7", "printed", "force"))
#define NEW_8_KEPT SPHERES("8", NEW("0.86", "0.7", "printed", "overlap"))
#define NEW_8_SINGLE_MASS                                                                          \
  {                                                                                                \
    "two_spheres_8",                                                                               \
    {                                                                                              \
      {"contacts.0", NEW("0.86", "0.7", "printed", "force")},                                      \
      {                                                                                            \
        "impact.b.fixed", "true"                                                                   \
      }                                                                                            \
    }                                                                                              \
  }
#define CONT_8_CUT SPHERES("8", NEW("0.86", "0.7", "continuous", "force"))
#define CONT_8_KEPT SPHERES("8", NEW("0.86", "0.7", "continuous", "overlap"))
#define EDEM_8_CUT SPHERES("8", EDEM("0.7", "force"))
#define EDEM_8_KEPT SPHERES("8", EDEM("0.7", "overlap"))
#define HC_8 SPHERES("8", HC("0.7"))
#define ML_8 SPHERES("8", ML("3", "13"))

#define NEW_25_CUT SPHERES("25", NEW("0.84", "0.65", "printed", "force"))
#define NEW_25_KEPT SPHERES("25", NEW("0.84", "0.65", "printed", "overlap"))
#define CONT_25_CUT SPHERES("25", NEW("0.84", "0.65", "continuous", "force"))
#define CONT_25_KEPT SPHERES("25", NEW("0.84", "0.65", "continuous", "overlap"))
#define EDEM_25_CUT SPHERES("25", EDEM("0.65", "force"))
#define EDEM_25_KEPT SPHERES("25", EDEM("0.65", "overlap"))
#define HC_25 SPHERES("25", HC("0.65"))
#define ML_25 SPHERES("25", ML("3", "13"))

/* The horizontal chain. Its scenario says which beads have sensors. */
#define NEW_IN_CHAIN(e_e, e_p, psi, eps, form, rule)                                               \
  STEEL("wang-viscous, hardness_ratio: " psi ", plastic_ratio: " eps ", restitution_elastic: " e_e \
        ", restitution_plastic: " e_p ", calibration: published, form: " form                      \
        ", separation: " rule)
#define HORIZONTAL(law)                                                                            \
  {                                                                                                \
    "chain_horizontal_70",                                                                         \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", law                                                                          \
      }                                                                                            \
    }                                                                                              \
  }
#define HORIZONTAL_HERTZ HORIZONTAL(STEEL("hertz"))
#define HORIZONTAL_ML HORIZONTAL(ML("2.84", "13"))
#define HORIZONTAL_ML_900                                                                          \
  {                                                                                                \
    "chain_horizontal_70",                                                                         \
    {                                                                                              \
      {"contacts.0", ML("2.84", "13")},                                                            \
      {                                                                                            \
        "materials.steel.yield", "900 MPa"                                                         \
      }                                                                                            \
    }                                                                                              \
  }
#define HORIZONTAL_EDEM HORIZONTAL(EDEM("0.7", "force"))
#define HORIZONTAL_EDEM_89 HORIZONTAL(EDEM("0.89", "force"))
#define HORIZONTAL_STATED                                                                          \
  HORIZONTAL(STEEL("wang-viscous, hardness_ratio: 2.84, plastic_ratio: 13, "                       \
                   "damping_ratio_elastic: " PRINTED_G_89                                          \
                   ", restitution_plastic: 0.7, calibration: published, form: printed, "           \
                   "separation: overlap"))
#define HORIZONTAL_NEW HORIZONTAL(NEW_IN_CHAIN("0.89", "0.7", "2.84", "13", "printed", "force"))
#define HORIZONTAL_CONT HORIZONTAL(NEW_IN_CHAIN("0.89", "0.7", "2.84", "13", "continuous", "force"))

/* The Hopkinson chain. */
#define HOPKINSON(law)                                                                             \
  {                                                                                                \
    "chain_hopkinson",                                                                             \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", law                                                                          \
      }                                                                                            \
    }                                                                                              \
  }
#define HOPKINSON_ML HOPKINSON(ML("3", "19"))
#define HOPKINSON_ML_300                                                                           \
  {                                                                                                \
    "chain_hopkinson",                                                                             \
    {                                                                                              \
      {"contacts.0", ML("3", "19")},                                                               \
      {                                                                                            \
        "materials.steel.poisson", "0.300"                                                         \
      }                                                                                            \
    }                                                                                              \
  }
#define HOPKINSON_NEW HOPKINSON(NEW_IN_CHAIN("0.81", "0.23", "3", "19", "printed", "force"))
#define HOPKINSON_CONT HOPKINSON(NEW_IN_CHAIN("0.81", "0.23", "3", "19", "continuous", "force"))
#define HOPKINSON_EDEM HOPKINSON(EDEM("0.23", "force"))
#define HOPKINSON_DASHPOT(form)                                                                    \
  HOPKINSON(STEEL("wang-dashpot, hardness_ratio: 3, plastic_ratio: 19, restitution_elastic: "      \
                  "0.11, restitution_plastic: 0.11, calibration: published, impact_speed: 13 "     \
                  "m/s, form: " form ", separation: force"))

/* The vertical chains: one law at the rod, between beads and at the base. */
#define THREE(law)                                                                                 \
  "[{between: [alumina, steel], law: " law "}, {between: [steel, steel], law: " law                \
  "}, {between: [steel, brass], law: " law "}]"
#define VERTICAL(which, law)                                                                       \
  {                                                                                                \
    "chain_vertical_" which,                                                                       \
    {                                                                                              \
      {"contacts", THREE(law)}, {"run.until", "450 us"}, {"record.beads", "[13, 17]"},             \
      {                                                                                            \
        "record.contacts", "[12, 16, right]"                                                       \
      }                                                                                            \
    }                                                                                              \
  }
#define V_ML(which, psi, eps)                                                                      \
  VERTICAL(which, "ma-liu, hardness_ratio: " psi ", plastic_ratio: " eps ", form: printed")
#define V_EDEM(which, e, rule)                                                                     \
  VERTICAL(which, "tsuji, restitution: " e ", calibration: published, separation: " rule)
#define V_NEW(which, e_e, e_p, psi, eps, form, rule)                                               \
  VERTICAL(which, "wang-viscous, hardness_ratio: " psi ", plastic_ratio: " eps                     \
                  ", restitution_elastic: " e_e ", restitution_plastic: " e_p                      \
                  ", calibration: published, form: " form ", separation: " rule)
#define V1_ML V_ML("1", "2.84", "13")
#define V1_EDEM(rule) V_EDEM("1", "0.93", rule)
#define V1_NEW(form, rule) V_NEW("1", "0.99", "0.93", "2.84", "13", form, rule)
#define V2_ML V_ML("2", "2.6", "21")
#define V2_EDEM V_EDEM("2", "0.87", "force")
#define V2_CONT V_NEW("2", "0.98", "0.87", "2.6", "21", "continuous", "force")

/* The bouncing ball. */
#define BALL(law) "{between: [aluminium, aluminium], law: " law "}"
#define BOUNCE_FLORES                                                                              \
  {                                                                                                \
    "bouncing_ball_elastic",                                                                       \
    {                                                                                              \
      {                                                                                            \
        NULL, NULL                                                                                 \
      }                                                                                            \
    }                                                                                              \
  }
#define BOUNCE_EQ_24                                                                               \
  {                                                                                                \
    "bouncing_ball_elastic",                                                                       \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", BALL("wang-viscous-elastic, restitution: 0.9, calibration: published, "      \
                           "separation: overlap")                                                  \
      }                                                                                            \
    }                                                                                              \
  }
#define BOUNCE_EQ_24_STATED                                                                        \
  {                                                                                                \
    "bouncing_ball_elastic",                                                                       \
    {                                                                                              \
      {                                                                                            \
        "contacts.0",                                                                              \
            BALL("wang-viscous-elastic, damping_ratio: " PRINTED_G_90 ", separation: overlap")     \
      }                                                                                            \
    }                                                                                              \
  }
#define BOUNCE_EQ_25_STATED                                                                        \
  {                                                                                                \
    "bouncing_ball_plastic",                                                                       \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", BALL("wang-viscous, hardness_ratio: 3, plastic_ratio: 13, "                  \
                           "damping_ratio_elastic: " PRINTED_G_90                                  \
                           ", restitution_plastic: 0.85, calibration: published, form: printed, "  \
                           "separation: overlap")                                                  \
      }                                                                                            \
    }                                                                                              \
  }
#define BOUNCE_EQ_25(rule)                                                                         \
  {                                                                                                \
    "bouncing_ball_plastic",                                                                       \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", BALL("wang-viscous, hardness_ratio: 3, plastic_ratio: 13, "                  \
                           "restitution_elastic: 0.9, restitution_plastic: 0.85, calibration: "    \
                           "published, form: printed, separation: " rule)                          \
      }                                                                                            \
    }                                                                                              \
  }
#define BOUNCE_ML                                                                                  \
  {                                                                                                \
    "bouncing_ball_plastic",                                                                       \
    {                                                                                              \
      {                                                                                            \
        "contacts.0",                                                                              \
            BALL("ma-liu, hardness_ratio: 3, plastic_ratio: 13, form: sound, memory: episode")     \
      }                                                                                            \
    }                                                                                              \
  }

#endif
