/* SPDX-License-Identifier: MIT */
/* Runs of the three balls that numbers and curves share; contact 1 joins balls 2 and 3. */
#ifndef CAROM_CLI_REPRODUCE_RUNS_004_H
#define CAROM_CLI_REPRODUCE_RUNS_004_H

#define BALLS(which, rule_text)                                                                    \
  {                                                                                                \
    "three_balls_" which,                                                                          \
    {                                                                                              \
      {"contacts.0.rule", rule_text}, {"record.contacts", "[1]"},                                  \
      {                                                                                            \
        "record.every", "0.1 us"                                                                   \
      }                                                                                            \
    }                                                                                              \
  }

#endif
