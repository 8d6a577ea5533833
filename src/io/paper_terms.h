/* SPDX-License-Identifier: MIT */
/* The terms of paper files: measures, which take a number from a result, and points, which take a
 * curve from it, each with its parameters. A new one needs a row in these tables and a function in
 * the command (cli/reproduce). */
#ifndef CAROM_IO_PAPER_TERMS_H
#define CAROM_IO_PAPER_TERMS_H

#include "io/schema_read.h"

enum { CAROM_TERM_PARAMETERS = 3 };

typedef struct carom_term {
  const char *name;
  unsigned problems; /* kinds of problems it applies to, bits 1 << carom_scenario_kind; 0: needs no
                        run */
  carom_fields parameter; /* parameters without a default are required */
  bool law;               /* needs a law */
  const char *text;
} carom_term;

typedef enum carom_measure {
  CAROM_MEASURE_SPEED_OUT,
  CAROM_MEASURE_VELOCITY_OUT,
  CAROM_MEASURE_ENERGY_LOST,
  CAROM_MEASURE_RESTITUTION,
  CAROM_MEASURE_PEAK_FORCE,
  CAROM_MEASURE_PEAK_OVERLAP,
  CAROM_MEASURE_TIME_OF_PEAK_OVERLAP,
  CAROM_MEASURE_DURATION,
  CAROM_MEASURE_PEAK_ACCELERATION,
  CAROM_MEASURE_PEAK_ACCELERATION_PUBLISHED,
  CAROM_MEASURE_ACCELERATION_AT_TOUCH,
  CAROM_MEASURE_ACCELERATION_AT_END,
  CAROM_MEASURE_REDUCED_MASS,
  CAROM_MEASURE_BODY_MASS,
  CAROM_MEASURE_STIFFNESS,
  CAROM_MEASURE_YIELD_OVERLAP,
  CAROM_MEASURE_PLASTIC_OVERLAP,
  CAROM_MEASURE_PLASTIC_STIFFNESS,
  CAROM_MEASURE_RESTITUTION_ASKED,
  CAROM_MEASURE_DAMPING_RATIO,
  CAROM_MEASURE_COEFFICIENT,
  CAROM_MEASURE_COEFFICIENT_PUBLISHED,
  CAROM_MEASURE_RATIO_AT_SPEED,
  CAROM_MEASURE_MASS_FOR_COEFFICIENT,
  CAROM_MEASURE_FIRST_OVERLAP,
  CAROM_MEASURE_FIRST_FORCE,
  CAROM_MEASURE_BEAD_VELOCITY,
  CAROM_MEASURE_BEAD_VELOCITY_ERROR,
  CAROM_MEASURE_BEAD_VELOCITY_GAIN,
  CAROM_MEASURE_FIRST_VELOCITY,
  CAROM_MEASURE_BOUNCES,
  CAROM_MEASURE_CAPTURE_TIME,
  CAROM_MEASURE_PRODUCT,
  CAROM_MEASURE_QUOTIENT,
  CAROM_MEASURE_PER_CENT,
  CAROM_MEASURE_PUBLISHED_CONSTANT,
  CAROM_MEASURE_COUNT
} carom_measure;

typedef enum carom_points {
  CAROM_POINTS_IMPACT,
  CAROM_POINTS_PUBLISHED_CONSTANT,
  CAROM_POINTS_EXACT_CONSTANT,
  CAROM_POINTS_LARGEST_ACCELERATION,
  CAROM_POINTS_CORRECTION,
  CAROM_POINTS_RESTITUTION_SPEED,
  CAROM_POINTS_BEAD_FORCE,
  CAROM_POINTS_BEAD_VELOCITY,
  CAROM_POINTS_CONTACT_FORCE,
  CAROM_POINTS_LOOP,
  CAROM_POINTS_PROFILE,
  CAROM_POINTS_SENSOR_PEAKS,
  CAROM_POINTS_WAVE_PEAKS,
  CAROM_POINTS_HEIGHT,
  CAROM_POINTS_FALL_VELOCITY,
  CAROM_POINTS_SLIDER,
  CAROM_POINTS_SLIDER_MEAN,
  CAROM_POINTS_SLIDER_DEVIATION,
  CAROM_POINTS_POINT,
  CAROM_POINTS_LEVEL,
  CAROM_POINTS_COUNT
} carom_points;

/* Word `scale`: the unit of length; the units of time and acceleration follow from the speed. */
typedef enum carom_scale {
  CAROM_SCALE_NONE,
  CAROM_SCALE_LINEAR,    /* v sqrt(m/k) */
  CAROM_SCALE_HERTZ,     /* (m v^2/K)^(2/5) */
  CAROM_SCALE_HERTZ_PEAK /* (5 m v^2/(4 K))^(2/5), the largest overlap without damping */
} carom_scale;

/* Words `x` and `y` of the points of an impact. */
typedef enum carom_sample {
  CAROM_SAMPLE_TIME,
  CAROM_SAMPLE_OVERLAP,
  CAROM_SAMPLE_FORCE,
  CAROM_SAMPLE_DAMPING,
  CAROM_SAMPLE_VELOCITY,
  CAROM_SAMPLE_ACCELERATION
} carom_sample;

const carom_term *carom_measure_at(int index);
const carom_term *carom_points_at(int index);

/* A term with its parameters, as given in a file. */
typedef struct carom_call {
  bool points; /* true: points, false: a measure */
  int which;   /* a carom_points or carom_measure; -1: none */
  double value[CAROM_TERM_PARAMETERS];
  const carom_law *law;
  const carom_node *node;
} carom_call;

const carom_term *carom_call_term(const carom_call *call);

/* The value of a parameter of the term (for a contact also CAROM_LEFT_WALL or CAROM_RIGHT_WALL),
 * and the index of its word. */
double carom_call_value(const carom_call *call, const char *name);
int carom_call_word(const carom_call *call, const char *name);

/* Reads "energy_lost" or {name: first_force, contact: 7}; `which` is -1 after a fault. */
carom_call carom_call_read(const carom_node *node, bool points, carom_faults *faults);

#endif
