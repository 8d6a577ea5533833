/* SPDX-License-Identifier: MIT */
/* Runs of the comparison of four dashpots that numbers and curves share: LH lee-herrmann, TS tsuji,
 * KK kuwabara-kono, HU hu. Tension is kept, as in the paper. */
#ifndef CAROM_CLI_REPRODUCE_RUNS_003_H
#define CAROM_CLI_REPRODUCE_RUNS_003_H

#define KEPT_LAW(law) "{between: [steel, steel], law: " law ", separation: overlap}"

/* In scaled variables bodies and speed do not matter. */
#define SCALED(law)                                                                                \
  {                                                                                                \
    "two_spheres_0.05",                                                                            \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", KEPT_LAW(law)                                                                \
      }                                                                                            \
    }                                                                                              \
  }
#define SCALED_HERTZ                                                                               \
  {                                                                                                \
    "two_spheres_0.05",                                                                            \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", "{between: [steel, steel], law: hertz}"                                      \
      }                                                                                            \
    }                                                                                              \
  }
#define SCALED_E(law, e) SCALED(law ", restitution: " e)
#define SCALED_C(law, c) SCALED(law ", damping_ratio: " c)
/* The same where the force vanishes. */
#define SCALED_E_CUT(law, e)                                                                       \
  {                                                                                                \
    "two_spheres_0.05",                                                                            \
    {                                                                                              \
      {                                                                                            \
        "contacts.0",                                                                              \
            "{between: [steel, steel], law: " law ", restitution: " e ", separation: force}"       \
      }                                                                                            \
    }                                                                                              \
  }

/* A pendulum of aluminium against rubber: stiffness, mass and speed as printed. */
#define PENDULUM(law, c)                                                                           \
  {                                                                                                \
    "pendulum",                                                                                    \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", "{between: [aluminium, rubber], law: " law                                   \
                      ", stiffness: 3.95e5 N/m^1.5, damping_ratio: " c                             \
                      ", reference_speed: 0.2 m/s, separation: overlap}"                           \
      }                                                                                            \
    }                                                                                              \
  }

/* The chain of equal beads in its cases a, b, c; all velocities and the last contact are kept. */
#define MONO_LAW(which, law)                                                                       \
  {                                                                                                \
    "chain_monosized_" which,                                                                      \
    {                                                                                              \
      {"contacts.0", KEPT_LAW(law)}, {"record.beads", "all"}, {"record.contacts", "[49]"},         \
      {                                                                                            \
        "record.every", "1 us"                                                                     \
      }                                                                                            \
    }                                                                                              \
  }
#define MONO(which, law, e, v)                                                                     \
  MONO_LAW(which, law ", restitution: " e ", reference_speed: " v " m/s")
#define MONO_TS(which, e) MONO_LAW(which, "tsuji, restitution: " e)
#define MONO_C(which, law, c, v)                                                                   \
  MONO_LAW(which, law ", damping_ratio: " c ", reference_speed: " v " m/s")

/* Two beads of that chain with effective mass and stiffness as printed. */
#define MONO_MASS "0.0345"
#define MONO_STIFFNESS "1.17e10"
#define MONO_PRINTED(law)                                                                          \
  {                                                                                                \
    "two_spheres_0.05",                                                                            \
    {                                                                                              \
      {"contacts.0", KEPT_LAW(law ", stiffness: " MONO_STIFFNESS " N/m^1.5")},                     \
      {                                                                                            \
        "impact.reduced_mass", MONO_MASS " kg"                                                     \
      }                                                                                            \
    }                                                                                              \
  }

/* The stepped chain with its end free, as section 5.1 has it. */
#define STEPPED_FREE(law)                                                                          \
  {                                                                                                \
    "chain_stepped_f2",                                                                            \
    {                                                                                              \
      {"contacts.0", KEPT_LAW(law)}, {"chain.right", "free"},                                      \
      {                                                                                            \
        "record.contacts", "[6, 7, 56]"                                                            \
      }                                                                                            \
    }                                                                                              \
  }
/* The stepped chain and its large beads alone, each closed by a wall. */
#define STEPPED_RUN(which, law, every)                                                             \
  {                                                                                                \
    "chain_stepped_" which,                                                                        \
    {                                                                                              \
      {"contacts.0", KEPT_LAW(law)},                                                               \
      {                                                                                            \
        "record.every", every                                                                      \
      }                                                                                            \
    }                                                                                              \
  }
/* The same with the stiffnesses as printed, one per pair of sizes; those at the wall are not. */
#define BEAD_STEEL "{young: 203 GPa, poisson: 0.3, density: 7780 kg/m3}"
#define PAIR_LAW(a, b, law) "{between: [" a ", " b "], separation: overlap, law: " law "}"
#define LARGE_LARGE(law) PAIR_LAW("large", "large", law ", stiffness: 1.23e10")
#define LARGE_SMALL(law) PAIR_LAW("large", "small", law ", stiffness: 9.98e9")
#define SMALL_SMALL(law) PAIR_LAW("small", "small", law ", stiffness: 8.67e9")
#define AT_THE_WALL(law) PAIR_LAW("large", "steel", law) ", " PAIR_LAW("small", "steel", law)
#define ALL_PAIRS(law)                                                                             \
  LARGE_LARGE(law) ", " LARGE_SMALL(law) ", " SMALL_SMALL(law) ", " AT_THE_WALL(law)
#define STEPPED_PRINTED_K(which, more, law)                                                        \
  {                                                                                                \
    "chain_stepped_" which,                                                                        \
    {                                                                                              \
      {"materials", "{large: " BEAD_STEEL ", small: " BEAD_STEEL ", steel: " BEAD_STEEL "}"},      \
          {"contacts", "[" ALL_PAIRS(law) "]"},                                                    \
      {                                                                                            \
        "chain.beads", "[{radius: 6.5 mm, material: small, velocity: 0.34 m/s}, "                  \
                       "{count: 7, radius: 13 mm, material: large}" more "]"                       \
      }                                                                                            \
    }                                                                                              \
  }
#define F1_PRINTED_K(law) STEPPED_PRINTED_K("f1", "", law)
#define F2_PRINTED_K(law)                                                                          \
  STEPPED_PRINTED_K("f2", ", {count: 50, radius: 6.5 mm, material: small}", law)
#define AT_034 ", reference_speed: 0.34 m/s"
#define STEPPED_F1(law) STEPPED_RUN("f1", law, "1 us")
#define STEPPED_F2(law) STEPPED_RUN("f2", law, "2 us")
#define LH_STEPPED "lee-herrmann, damping_ratio: 0.018" AT_034
#define TS_STEPPED "tsuji, damping_ratio: 0.025"
#define KK_STEPPED "kuwabara-kono, damping_ratio: 0.026" AT_034
#define HU_STEPPED "hu, damping_ratio: 0.062" AT_034
#define HU_STEPPED_FIT "hu, damping_ratio: 0.06219" AT_034

#endif
