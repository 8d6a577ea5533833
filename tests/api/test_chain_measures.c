/* SPDX-License-Identifier: MIT */
/* Pulses, waves and sensors, on series with known answers and on the solitary wave of Hertz's
 * chain. */
#include "setup.h"

enum { COUNT_OF = 4001 };

static double times[COUNT_OF], values[COUNT_OF];

/* Two bells of Gauss over a base, the second one higher: the full width at half height is
 * 2 sqrt(2 ln 2) standard deviations. */
static void a_series_with_two_pulses(void **state)
{
  (void)state;
  const double base = 3, first = 10, second = 14, s = 0.02;
  for (int k = 0; k < 2; k++) { /* also interleaved with other columns */
    double row[COUNT_OF][3];
    for (int i = 0; i < COUNT_OF; i++) {
      const double t = i / 4000.0, a = (t - 0.3001) / s, b = (t - 0.70013) / s;
      const double ripple = 0.02 * first * exp(-(t - 0.1) * (t - 0.1) / (2 * s * s));
      times[i] = row[i][0] = t;
      values[i] = row[i][2] = base + ripple + first * exp(-a * a / 2) + second * exp(-b * b / 2);
    }
    const carom_pulse p = k ? carom_pulse_find(row[0], row[0] + 2, COUNT_OF, 3, 0.1)
                            : carom_pulse_find(times, values, COUNT_OF, 1, 0.1);
    assert_close(p.first_peak, base + first, 1e-7);
    assert_close(p.time_of_first_peak, 0.3001, 1e-6);
    assert_close(p.peak, base + second, 1e-7);
    assert_close(p.time_of_peak, 0.70013, 1e-6);
    assert_close(p.duration, 2 * sqrt(2 * log(2)) * s, 1e-4);
    assert_close(p.arrival, 0.3001 - s * sqrt(2 * log(10)), 1e-4);
  }
}

static void series_without_a_pulse(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT_OF; i++) {
    times[i] = i;
    values[i] = 5;
  }
  carom_pulse p = carom_pulse_find(times, values, COUNT_OF, 1, 0.1);
  assert_true(p.peak == CAROM_UNSET && p.first_peak == CAROM_UNSET && p.arrival == CAROM_UNSET);
  for (int i = 0; i < COUNT_OF; i++) /* it rises until the end: largest, but no maximum */
    values[i] = i;
  p = carom_pulse_find(times, values, COUNT_OF, 1, 0.1);
  assert_true(p.peak == COUNT_OF - 1 && p.first_peak == CAROM_UNSET && p.duration == CAROM_UNSET);
  p = carom_pulse_find(times, values, 0, 1, 0.1);
  assert_true(p.peak == CAROM_UNSET);
  /* cut off before it has fallen to half of its height */
  for (int i = 0; i < COUNT_OF; i++)
    values[i] = exp(-(i - 3500.0) * (i - 3500.0) / 1e6);
  p = carom_pulse_find(times, values, COUNT_OF, 1, 0.1);
  assert_close(p.time_of_first_peak, 3500, 1e-9);
  assert_true(p.duration == CAROM_UNSET && p.arrival > 1900 && p.arrival < 2000);
}

static void waves_between_places(void **state)
{
  (void)state;
  const carom_pulse a = {.first_peak = 8, .time_of_first_peak = 1e-3, .arrival = 0.9e-3},
                    b = {.first_peak = 6, .time_of_first_peak = 1.5e-3, .arrival = 1.3e-3},
                    none = carom_pulse_find(times, values, 0, 1, 0.1);
  const carom_wave w = carom_wave_between(&a, &b, 0.25), back = carom_wave_between(&b, &a, -0.25);
  assert_close(w.speed, 500, 1e-12);
  assert_close(w.arrival_speed, 625, 1e-12);
  assert_close(w.transmission, 0.75, 1e-12);
  assert_close(back.speed, 500, 1e-12);
  const carom_wave unknown = carom_wave_between(&a, &none, 0.25);
  assert_true(unknown.speed == CAROM_UNSET && unknown.arrival_speed == CAROM_UNSET &&
              unknown.transmission == CAROM_UNSET);
  assert_true(carom_wave_between(&a, &a, 0).speed == CAROM_UNSET);
}

static void decay_along_places(void **state)
{
  (void)state;
  double place[20], value[20];
  for (int i = 0; i < 20; i++) {
    place[i] = 3 * i + i % 2;
    value[i] = 70 * exp(-0.0217 * place[i]);
  }
  assert_close(carom_wave_decay(place, value, 20), 0.0217, 1e-13);
  assert_true(carom_wave_decay(place, value, 1) == CAROM_UNSET);
  value[7] = 0;
  assert_true(carom_wave_decay(place, value, 20) == CAROM_UNSET);
}

enum { BEADS = 80, SENSOR = 50, NEXT = 60, ROWS = 8000 };

static double row[ROWS][4];

typedef struct watched {
  const carom_chain *chain;
  int64_t rows;
  double largest, beads; /* width across beads when the sensor saw most */
} watched;

static void watch(void *user, double time, const double *u, const double *v)
{
  watched *w = user;
  double *r = row[w->rows++];
  r[0] = time;
  r[1] = carom_chain_sensor(w->chain, SENSOR, u, v);
  r[2] = carom_chain_sensor(w->chain, NEXT, u, v);
  const carom_force left = carom_chain_force(w->chain, SENSOR - 1, u, v),
                    right = carom_chain_force(w->chain, SENSOR, u, v);
  assert_true(r[1] == 0.5 * (left.elastic + right.elastic));
  if (r[1] > w->largest) {
    w->largest = r[1];
    w->beads = carom_chain_pulse_beads(w->chain, SENSOR, 0, u, v);
  }
}

/* A chain of equal steel beads, struck at 1.77 m/s. */
static carom_chain *struck_chain(carom_chain_integrator integrator, double step)
{
  static carom_bead bead[BEADS];
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain;
  carom_error err;
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 2.38e-3;
    bead[i].body.mass = 0.45e-3;
    bead[i].body.material = material(193e9, 0.3, 8000, CAROM_UNSET);
  }
  bead[0].velocity = 1.77;
  contact.law = "hertz";
  def.bead = bead;
  def.beads = BEADS;
  def.contact = &contact;
  def.contacts = 1;
  def.integrator = integrator;
  def.step = step;
  def.tolerance = 1e-11;
  def.follow_all = true;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return chain;
}

/* The force of a sensor between two contacts half a diameter away, in Nesterenko's continuum: the
 * strain goes as cos^4(sqrt(10) x / (5 a)), the force as its power 3/2. */
static double sensor_of_continuum(double x)
{
  double sum = 0;
  for (int side = -1; side <= 1; side += 2) {
    const double phase = sqrt(10) / 5 * (x + 0.5 * side);
    if (fabs(phase) < acos(-1) / 2) sum += 0.5 * pow(cos(phase), 6);
  }
  return sum;
}

static double width_of_continuum(void)
{
  double x = 0;
  while (sensor_of_continuum(x) > 0.5 * sensor_of_continuum(0))
    x += 1e-5;
  return 2 * x;
}

/* Widths in time and across beads agree with each other, and with the continuum to a few percent,
 * as the pulse of a single contact does. Both speeds are those of the solitary wave. */
static void the_solitary_wave(void **state)
{
  (void)state;
  const double diameter = 2 * 2.38e-3;
  for (int k = 0; k < 2; k++) {
    carom_chain *chain = k ? struck_chain(CAROM_CHAIN_VERLET, 1e-8)
                           : struck_chain(CAROM_CHAIN_DOP853, 0);
    watched w = {.chain = chain};
    carom_chain_set_sampler(chain, 0.1e-6, watch, &w);
    assert_int_equal(carom_chain_advance(chain, 500e-6, NULL), CAROM_OK);
    const carom_pulse a = carom_pulse_find(row[0], row[0] + 1, w.rows, 4, 0.1),
                      b = carom_pulse_find(row[0], row[0] + 2, w.rows, 4, 0.1);
    const carom_wave wave = carom_wave_between(&a, &b, (NEXT - SENSOR) * diameter);
    const double grains = a.duration * wave.speed / diameter;
    assert_close(wave.speed, 734.1, 1e-3); /* of a chain of 70 beads, another code */
    assert_close(wave.arrival_speed, wave.speed, 1e-4);
    assert_close(wave.transmission, 1, 1e-4);
    /* straight lines from bead to bead pass above the flanks of the pulse: a little wider */
    assert_true(w.beads > grains && w.beads < 1.03 * grains);
    assert_true(grains > 0.94 * width_of_continuum() && grains < width_of_continuum());
    carom_chain_destroy(chain);
  }
}

static void sensors_at_the_ends(void **state)
{
  (void)state;
  carom_chain *chain = struck_chain(CAROM_CHAIN_DOP853, 0);
  carom_chain_contact first;
  assert_int_equal(carom_chain_advance(chain, 5e-6, NULL), CAROM_OK);
  const double *u = carom_chain_displacement(chain), *v = carom_chain_velocity(chain);
  assert_int_equal(carom_chain_sample_contact(chain, 0, &first, NULL), CAROM_OK);
  assert_true(carom_chain_sensor(chain, 0, u, v) == 0.5 * total(first.force));
  assert_true(carom_chain_overlap(chain, 0, u) == first.overlap && first.overlap > 0);
  assert_true(carom_chain_overlap(chain, CAROM_LEFT_WALL, u) == CAROM_UNSET);
  assert_true(carom_chain_pulse_beads(chain, 0, 0, u, v) == CAROM_UNSET);
  assert_true(carom_chain_pulse_beads(chain, 30, 0, u, v) == CAROM_UNSET);
  assert_true(carom_chain_sensor(chain, BEADS, u, v) == 0);
  carom_chain_destroy(chain);
}

/* With verlet, peaks of all contacts are those of the resolved chain. */
static void peaks_of_all_contacts(void **state)
{
  (void)state;
  carom_chain *exact = struck_chain(CAROM_CHAIN_DOP853, 0),
              *fixed = struck_chain(CAROM_CHAIN_VERLET, 1e-8);
  assert_int_equal(carom_chain_advance(exact, 600e-6, NULL), CAROM_OK);
  assert_int_equal(carom_chain_advance(fixed, 600e-6, NULL), CAROM_OK);
  for (int i = 0; i < BEADS - 1; i++) {
    carom_chain_contact a, b;
    assert_int_equal(carom_chain_sample_contact(exact, i, &a, NULL), CAROM_OK);
    assert_int_equal(carom_chain_sample_contact(fixed, i, &b, NULL), CAROM_OK);
    assert_close(b.first_peak_force, a.first_peak_force, 1e-4);
    assert_close(b.time_of_first_peak_force, a.time_of_first_peak_force, 1e-4);
    assert_close(b.first_peak_overlap, a.first_peak_overlap, 1e-4);
    assert_close(b.force_at_first_peak_overlap, a.force_at_first_peak_overlap, 1e-4);
    assert_close(b.peak_force, a.peak_force, 1e-4);
    assert_true(carom_chain_overlap(fixed, i, carom_chain_displacement(fixed)) == b.overlap);
  }
  carom_chain_destroy(exact);
  carom_chain_destroy(fixed);
}

SUITE("chain measures", a_series_with_two_pulses, series_without_a_pulse, waves_between_places,
      decay_along_places, the_solitary_wave, sensors_at_the_ends, peaks_of_all_contacts)
