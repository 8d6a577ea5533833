/* SPDX-License-Identifier: MIT */
/* Runs of the dashpot model that numbers and curves share. */
#ifndef CAROM_CLI_REPRODUCE_RUNS_001_H
#define CAROM_CLI_REPRODUCE_RUNS_001_H

#define SOCKET(law) "{between: [ball, socket], law: " law "}"
#define IN_SOCKET_002(law)                                                                         \
  {                                                                                                \
    "spherical_joint_0.02",                                                                        \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", SOCKET(law)                                                                  \
      }                                                                                            \
    }                                                                                              \
  }
#define IN_SOCKET(speed, law)                                                                      \
  {                                                                                                \
    "spherical_joint_" speed,                                                                      \
    {                                                                                              \
      {                                                                                            \
        "contacts.0", SOCKET(law)                                                                  \
      }                                                                                            \
    }                                                                                              \
  }
#define MA_LIU_3_13 "ma-liu, hardness_ratio: 3, plastic_ratio: 13, form: printed"

#define SOCKET_HERTZ IN_SOCKET_002("hertz")
#define SOCKET_WAVE                                                                                \
  IN_SOCKET_002("wang-dashpot, hardness_ratio: 3, plastic_ratio: 13, restitution_elastic: wave, "  \
                "calibration: published, form: printed")
#define SOCKET_HC IN_SOCKET_002("hunt-crossley, restitution: 0.8, calibration: published")
#define SOCKET_LN IN_SOCKET_002("lankarani-nikravesh, restitution: 0.8, calibration: published")
#define SOCKET_FLORES IN_SOCKET_002("flores, restitution: 0.8, calibration: published")
#define SOCKET_NEW IN_SOCKET_002("wang-dashpot-elastic, restitution: 0.8, calibration: published")
#define SOCKET_ML_002 IN_SOCKET_002(MA_LIU_3_13)
#define SOCKET_ML_4 IN_SOCKET("4", MA_LIU_3_13)
#define SOCKET_ML_6 IN_SOCKET("6", MA_LIU_3_13)
#define SOCKET_ML_120 IN_SOCKET("1.2", MA_LIU_3_13)
#define SOCKET_ML_125                                                                              \
  {                                                                                                \
    "spherical_joint_1.2",                                                                         \
    {                                                                                              \
      {"contacts.0", SOCKET(MA_LIU_3_13)},                                                         \
      {                                                                                            \
        "impact.speed", "1.25 m/s"                                                                 \
      }                                                                                            \
    }                                                                                              \
  }

/* The new model with the restitution that Ma-Liu gives at that speed, as in the paper; below yield
 * that of elastic waves. */
#define SOCKET_DASHPOT(speed, form, stiffness)                                                     \
  IN_SOCKET(speed, "wang-dashpot, hardness_ratio: 3, plastic_ratio: 13, restitution_elastic: "     \
                   "wave, restitution_plastic: ma-liu, calibration: published, form: " form        \
                   ", plastic_stiffness: " stiffness)
#define SOCKET_CHORD SOCKET_DASHPOT("4", "printed", "chord")
#define SOCKET_SECANT SOCKET_DASHPOT("4", "printed", "secant")

/* Journal and bearing of the slider-crank. */
#define JOINT_STEEL                                                                                \
  {                                                                                                \
    "spherical_joint_4",                                                                           \
    {                                                                                              \
      {"contacts.0", SOCKET(MA_LIU_3_13)},                                                         \
          {"materials.ball", "{young: 207 GPa, poisson: 0.3, density: 7800, yield: 1.03 GPa}"},    \
          {"materials.socket", "{young: 207 GPa, poisson: 0.3, density: 7800, yield: 1.03 GPa}"},  \
          {"impact.a.radius", "9.5 mm"}, {"impact.b.radius", "10 mm"},                             \
    }                                                                                              \
  }

/* The slider-crank at 200 rpm with an impact speed of 0.5 m/s in the law, as in Table 3, or with
 * that of every touch; at 300 rpm with materials that yield. */
#define CRANK_200(law)                                                                             \
  {                                                                                                \
    "slider_crank_200",                                                                            \
    {                                                                                              \
      {                                                                                            \
        "contacts.0",                                                                              \
            "{between: [steel, steel], law: " law ", restitution: 0.46, calibration: published}"   \
      }                                                                                            \
    }                                                                                              \
  }
#define TABLE_3_SPEED ", impact_speed: 0.5 m/s"
#define CRANK_IDEAL_200                                                                            \
  {                                                                                                \
    "slider_crank_ideal",                                                                          \
    {                                                                                              \
      {                                                                                            \
        NULL, NULL                                                                                 \
      }                                                                                            \
    }                                                                                              \
  }
#define CRANK_IDEAL_300                                                                            \
  {                                                                                                \
    "slider_crank_ideal",                                                                          \
    {                                                                                              \
      {"mechanism.drivers.motor.speed", "300 rpm"},                                                \
      {                                                                                            \
        "run.until", "0.4 s"                                                                       \
      }                                                                                            \
    }                                                                                              \
  }
#define CRANK_300(law)                                                                             \
  {                                                                                                \
    "slider_crank_300_plastic",                                                                    \
    {                                                                                              \
      {                                                                                            \
        "contacts.0",                                                                              \
            "{between: [steel, soft], hardness_ratio: 3, plastic_ratio: 13, law: " law "}"         \
      }                                                                                            \
    }                                                                                              \
  }
#define CRANK_300_ML CRANK_300("ma-liu, form: sound, memory: episode")
#define CRANK_300_NEW                                                                              \
  CRANK_300("wang-dashpot, restitution_elastic: 0.8103, restitution_plastic: 0.8103, "             \
            "calibration: published, form: printed, impact_speed: 1.25 m/s")

#endif
