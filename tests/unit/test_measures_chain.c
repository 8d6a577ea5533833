/* SPDX-License-Identifier: MIT */
/* Sensors of a chain: pulses that are written down, in a chain whose ends are loose or not. */
#include "setup.h"

enum { BEADS = 12, ROWS = 2000, CELLS = 1 + 2 * BEADS };

static double row[ROWS][CELLS];

static carom_chain *row_of_beads(bool left_wall)
{
  static carom_bead bead[BEADS];
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain = NULL;
  carom_error err;
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 5e-3;
  }
  def.bead = bead;
  def.beads = BEADS;
  def.contact = &contact;
  def.contacts = 1;
  if (left_wall) def.left = (carom_chain_wall){.present = true, .material = bead[0].body.material};
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return chain;
}

/* A bell of Gauss that runs along the chain and decays from bead to bead; the ends, where it is
 * halved if they are loose, and one bead that sees nothing. */
static void a_pulse_on_its_way(void **state)
{
  (void)state;
  const double speed = 400, decay = 0.07, s = 2e-5, every = 1e-6, diameter = 0.01;
  enum { BLIND = 6 };
  for (int wall = 0; wall < 2; wall++) {
    carom_chain *chain = row_of_beads(wall);
    carom_sensor sensor[BEADS];
    for (int k = 0; k < ROWS; k++) {
      row[k][0] = k * every;
      for (int i = 0; i < BEADS; i++) {
        const double a = (row[k][0] - 2e-4 - i * diameter / speed) / s;
        const bool halved = i == BEADS - 1 || (i == 0 && !wall);
        row[k][1 + i] = i == BLIND ? 0 : (halved ? 0.5 : 1) * 80 * exp(-decay * i - a * a / 2);
        row[k][1 + BEADS + i] = 1000 * i + k;
      }
    }
    for (int i = 0; i < BEADS; i++) {
      const carom_sensor_record record = {.time = row[0],
                                          .force = row[0] + 1 + i,
                                          .width = row[0] + 1 + BEADS + i,
                                          .rows = ROWS,
                                          .stride = CELLS};
      sensor[i] = carom_sensor_in(chain, i, diameter * i, diameter);
      assert_int_equal(sensor[i].loose, i == BEADS - 1 || (i == 0 && !wall));
      carom_sensor_measure(&sensor[i], &record, 0.1);
    }
    carom_sensors_widths(sensor, BEADS);
    assert_close(carom_sensors_decay(sensor, BEADS), decay, 1e-6);
    for (int i = 0; i < BEADS; i++) {
      const double when = 2e-4 + i * diameter / speed;
      if (i == BLIND) {
        assert_true(sensor[i].pulse.first_peak == CAROM_UNSET);
        assert_true(sensor[i].grains_in_space == CAROM_UNSET);
      } else {
        assert_close(sensor[i].pulse.time_of_first_peak, when, 1e-6);
        assert_true(sensor[i].grains_in_space == 1000 * i + floor(when / every + 0.5));
      }
      if (i == BLIND || i == BLIND + 1) /* no speed from the one before */
        assert_true(sensor[i].grains_in_time == CAROM_UNSET);
      else
        assert_close(sensor[i].grains_in_time, 2 * sqrt(2 * log(2)) * s * speed / diameter, 2e-3);
      if (i == 0 || i == BLIND || i == BLIND + 1) continue;
      const carom_wave w = carom_sensors_wave(&sensor[i - 1], &sensor[i]);
      if (sensor[i].loose || sensor[i - 1].loose) { /* one contact presses both, one sees half */
        assert_true(w.speed == CAROM_UNSET && w.arrival_speed == CAROM_UNSET);
        assert_true(w.transmission == CAROM_UNSET);
        continue;
      }
      assert_close(w.speed, speed, 1e-3);
      assert_close(w.transmission, exp(-decay), 1e-4);
    }
    carom_sensors_widths(sensor, 1); /* alone: no speed */
    assert_true(sensor[0].grains_in_time == CAROM_UNSET);
    assert_true(carom_sensors_decay(sensor + 1, 1) == CAROM_UNSET);
    carom_chain_destroy(chain);
  }
}

/* Two neighbours pressed together see half of their force each, those beside them nothing: half of
 * that is passed half a bead away on either side. It counts while the force does not fall. */
static void width_while_the_force_grows(void **state)
{
  (void)state;
  carom_chain *chain = row_of_beads(true);
  carom_sensor sensor = carom_sensor_in(chain, 3, 0.035, 0.01);
  static const struct {
    double pressed;
    bool wide;
  } instant[] = {{0, false}, {1e-6, true}, {3e-6, true}, {2e-6, false}, {3e-6, true}, {4e-6, true}};
  const double still[BEADS] = {0};
  double place[BEADS] = {0};
  for (int k = 0; k < COUNT(instant); k++) {
    place[3] = instant[k].pressed;
    const double force = carom_chain_sensor(chain, 3, place, still);
    const double width = carom_sensor_width(&sensor, chain, force, 0, place, still);
    if (instant[k].wide)
      assert_close(width, 2, 1e-12);
    else
      assert_true(width == CAROM_UNSET);
  }
  assert_true(sensor.highest == carom_chain_sensor(chain, 3, place, still));
  carom_chain_destroy(chain);
}

SUITE_CLOSE("measures of chains", a_pulse_on_its_way, width_while_the_force_grows)
