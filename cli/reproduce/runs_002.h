/* SPDX-License-Identifier: MIT */
/* Runs of the linear and nonlinear dashpot that numbers and curves share. */
#ifndef CAROM_CLI_REPRODUCE_RUNS_002_H
#define CAROM_CLI_REPRODUCE_RUNS_002_H

/* In scaled variables bodies and speed do not matter. */
#define ANY_IMPACT(law)                                                                            \
  {                                                                                                \
    "two_spheres_0.05",                                                                            \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", "{between: [steel, steel], law: " law ", separation: overlap}"               \
      }                                                                                            \
    }                                                                                              \
  }
#define TABLE_1(e) ANY_IMPACT("hooke, stiffness: 7.94e4, restitution: " e)
#define TABLE_2(c) ANY_IMPACT("tsuji, damping_ratio: " c)

/* Falls of a ball on a wall. */
#define FALL(which)                                                                                \
  {                                                                                                \
    "bouncing_ball_" which,                                                                        \
    {                                                                                              \
      {                                                                                            \
        NULL, NULL                                                                                 \
      }                                                                                            \
    }                                                                                              \
  }
#define FALL_CUT(which)                                                                            \
  {                                                                                                \
    "bouncing_ball_" which,                                                                        \
    {                                                                                              \
      {"contacts.0.separation", "force"},                                                          \
      {                                                                                            \
        "contacts.0.calibration", "published"                                                      \
      }                                                                                            \
    }                                                                                              \
  }

#endif
