/* SPDX-License-Identifier: MIT */
/* Reads the motion of a wall from its group. */
#include "io/scenario_parts.h"

static const carom_field motion_columns[] = {
    {"time", "s", CAROM_UNSET, 0, 1e9, NULL, "time of a row"},
    {"velocity x", "m/s", CAROM_UNSET, -1e5, 1e5, NULL, "velocity"},
    {"velocity y", "m/s", CAROM_UNSET, -1e5, 1e5, NULL, "velocity"},
    {"velocity z", "m/s", CAROM_UNSET, -1e5, 1e5, NULL, "velocity"},
    {"spin x", "rad/s", CAROM_UNSET, -1e9, 1e9, NULL, "angular velocity"},
    {"spin y", "rad/s", CAROM_UNSET, -1e9, 1e9, NULL, "angular velocity"},
    {"spin z", "rad/s", CAROM_UNSET, -1e9, 1e9, NULL, "angular velocity"}};

/* Columns `first` to `first` + 2 of the rows, point by point. */
double *carom_read_columns(carom_scenario *scenario, const double *row, int rows, int columns,
                           int first, int count, carom_faults *faults)
{
  double *out = carom_scenario_room(scenario, (size_t)(rows * count), sizeof *out, faults);
  for (int i = 0; out && i < rows; i++)
    for (int k = 0; k < count; k++)
      out[i * count + k] = row[i * columns + first + k];
  return out;
}

/* A single velocity and spin are a table of one point. */
static void read_table(carom_scenario *scenario, const carom_group_values *found,
                       carom_scene_motion *motion, carom_faults *faults)
{
  enum { COLUMNS = 7 };
  const carom_node *table = carom_group_key_node(found, "motion");
  const carom_node *velocity = carom_group_key_node(found, "velocity"),
                   *spin = carom_group_key_node(found, "spin");
  double steady[COLUMNS] = {0};
  const double *row = steady;
  int rows = 1;
  if (table && (velocity || spin)) {
    carom_fault(faults, table, true, CAROM_ERR_CONFLICT,
                "the wall moves as 'motion' says; leave 'velocity' and 'spin' out");
    return;
  }
  if (!table && !velocity && !spin) return;
  carom_read_vector(found, "velocity", steady + 1, faults);
  carom_read_vector(found, "spin", steady + 4, faults);
  if (table) row = carom_read_rows(scenario, table, motion_columns, COLUMNS, &rows, faults);
  if (!row) return;
  motion->time = carom_read_columns(scenario, row, rows, COLUMNS, 0, 1, faults);
  motion->velocity = carom_read_columns(scenario, row, rows, COLUMNS, 1, 3, faults);
  motion->spin = carom_read_columns(scenario, row, rows, COLUMNS, 4, 3, faults);
  motion->points = motion->time && motion->velocity && motion->spin ? rows : 0;
}

/* One of: steady, an oscillation, a surface. */
static carom_scene_drive_kind kind_of(const carom_group_values *found, carom_faults *faults)
{
  static const char *const of_oscillation[] = {"frequency", "phase", NULL},
                           *const others[] = {"velocity", "spin", "surface", NULL},
                           *const steady[] = {"velocity", "spin", NULL};
  const bool oscillates = carom_group_key_node(found, "amplitude") ||
                          carom_group_key_node(found, "swing");
  const bool conveys = carom_group_key_node(found, "surface");
  if (oscillates) {
    carom_refuse(found, others, "the drive oscillates; another motion is a drive of its own",
                 faults);
    carom_need(found->node, "frequency", carom_group_value_node(found, "frequency"),
               "of the oscillation, as in frequency: 50 Hz", faults);
    return CAROM_DRIVE_OSCILLATION;
  }
  carom_refuse(found, of_oscillation, "this is of an oscillation, which needs an 'amplitude'",
               faults);
  if (conveys)
    carom_refuse(found, steady, "the wall stands still; its own motion is a drive of its own",
                 faults);
  else
    carom_need(found->node, "velocity",
               carom_group_key_node(found, "velocity") || carom_group_key_node(found, "spin"),
               "or one of 'spin', 'amplitude', 'swing', 'surface': what moves", faults);
  return conveys ? CAROM_DRIVE_SURFACE : CAROM_DRIVE_STEADY;
}

static void read_drive(const carom_node *node, carom_scene_drive *drive, carom_faults *faults)
{
  const carom_group group = carom_group_drive();
  carom_group_values found;
  *drive = carom_scene_drive_default();
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  drive->kind = kind_of(&found, faults);
  const bool oscillates = drive->kind == CAROM_DRIVE_OSCILLATION;
  carom_read_vector(&found,
                    oscillates                          ? "amplitude"
                    : drive->kind == CAROM_DRIVE_STEADY ? "velocity"
                                                        : "surface",
                    drive->linear, faults);
  if (drive->kind != CAROM_DRIVE_SURFACE)
    carom_read_vector(&found, oscillates ? "swing" : "spin", drive->angular, faults);
  drive->frequency = oscillates ? carom_group_value(&found, "frequency") : 0;
  drive->phase = carom_group_value(&found, "phase");
  drive->start = carom_group_value(&found, "start");
  drive->stop = carom_group_value(&found, "stop");
  drive->ramp = carom_group_value(&found, "ramp");
  const carom_node *stop = carom_group_value_node(&found, "stop");
  if (stop && !(drive->stop - drive->start > 0 && drive->stop - drive->start >= 2 * drive->ramp))
    carom_fault(faults, stop, true, CAROM_ERR_RANGE,
                "it must stop after it starts, and no sooner than two ramps later; give a later "
                "time");
}

static void read_drives(carom_scenario *scenario, const carom_node *node,
                        carom_scene_motion *motion, carom_faults *faults)
{
  if (!carom_schema_read_list(node, faults,
                              "write one item a motion, as in - {spin: [0, 10 rpm, 0]}"))
    return;
  carom_scene_drive *drive = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *drive,
                                                 faults);
  for (const carom_node *item = drive ? node->first : NULL; item; item = item->next)
    read_drive(item, &drive[motion->drives++], faults);
  motion->drive = drive;
}

static const carom_scene_servo *read_servo(carom_scenario *scenario, const carom_node *node,
                                           carom_faults *faults)
{
  const carom_group group = carom_group_servo();
  carom_group_values found;
  carom_scene_servo *servo = carom_scenario_room(scenario, 1, sizeof *servo, faults);
  carom_schema_read(&group, node, faults, &found);
  if (!servo || node->kind != CAROM_NODE_OBJECT) return NULL;
  *servo = carom_scene_servo_default();
  carom_read_vector(&found, "direction", servo->direction, faults);
  const carom_node *force = carom_group_value_node(&found, "force"),
                   *pressure = carom_group_value_node(&found, "pressure"),
                   *low = carom_group_value_node(&found, "low"),
                   *high = carom_group_value_node(&found, "high");
  static const char *const area[] = {"area", NULL};
  carom_need(node, "force", force || pressure,
             "with which it presses, as in force: 10 N (or 'pressure' and 'area')", faults);
  carom_need(node, "speed", carom_group_value_node(&found, "speed"),
             "it moves no faster, as in speed: 0.1 m/s", faults);
  if (force && pressure)
    carom_fault(faults, pressure, true, CAROM_ERR_CONFLICT,
                "a servo presses with a force or a pressure; keep one of these");
  if (pressure)
    carom_need(node, "area", carom_group_value_node(&found, "area"), "that the pressure acts on",
               faults);
  else
    carom_refuse(&found, area, "this goes with a pressure", faults);
  servo->force = force ? carom_group_value(&found, "force") : 0;
  servo->pressure = carom_group_value(&found, "pressure");
  servo->area = carom_group_value(&found, "area");
  servo->speed = carom_group_value(&found, "speed");
  servo->gain = carom_group_value(&found, "gain");
  servo->start = carom_group_value(&found, "start");
  if (low) servo->low = carom_group_value(&found, "low");
  if (high) servo->high = carom_group_value(&found, "high");
  return servo;
}

static const carom_scene_body *read_body(carom_scenario *scenario, const carom_node *node,
                                         carom_faults *faults)
{
  /* in the order of the fields' words: bits of x, y, z */
  static const unsigned moves[] = {0, 1, 2, 4, 3, 5, 6, 7}, turns[] = {0, 1, 2, 4, 7};
  const carom_group group = carom_group_wall_body();
  carom_group_values found;
  carom_scene_body *body = carom_scenario_room(scenario, 1, sizeof *body, faults);
  carom_schema_read(&group, node, faults, &found);
  if (!body || node->kind != CAROM_NODE_OBJECT) return NULL;
  *body = carom_scene_body_default();
  body->mass = carom_group_value(&found, "mass");
  body->start = carom_group_value(&found, "start");
  const unsigned free = moves[carom_group_word(&found, "moves")],
                 turning = turns[carom_group_word(&found, "turns")];
  for (int k = 0; k < 3; k++) {
    body->moves[k] = free >> k & 1;
    body->turns[k] = turning >> k & 1;
  }
  carom_need(node, "mass", carom_group_value_node(&found, "mass"), "as in mass: 0.2 kg", faults);
  if (turning)
    carom_need(node, "inertia", carom_group_key_node(&found, "inertia"),
               "of a body that turns, as in inertia: [1e-4 kg m2, 1e-4 kg m2, 2e-4 kg m2]", faults);
  carom_read_vector(&found, "inertia", body->inertia, faults);
  carom_read_vector(&found, "velocity", body->velocity, faults);
  carom_read_vector(&found, "spin", body->spin, faults);
  carom_read_vector(&found, "force", body->force, faults);
  carom_read_vector(&found, "torque", body->torque, faults);
  carom_read_vector(&found, "low", body->low, faults);
  carom_read_vector(&found, "high", body->high, faults);
  return body;
}

void carom_read_motion_keys(carom_scenario *scenario, const carom_group_values *found,
                            carom_scene_motion *motion, carom_faults *faults)
{
  const carom_node *drives = carom_group_key_node(found, "drives"),
                   *servo = carom_group_key_node(found, "servo"),
                   *body = carom_group_key_node(found, "body");
  read_table(scenario, found, motion, faults);
  if (drives) read_drives(scenario, drives, motion, faults);
  if (servo) motion->servo = read_servo(scenario, servo, faults);
  if (body) motion->body = read_body(scenario, body, faults);
}

void carom_read_motion(carom_scenario *scenario, const carom_group_values *found,
                       carom_scene_wall *wall, carom_faults *faults)
{
  static const char *const turning[] = {"spin", "motion", "drives", "body", NULL};
  static const char *const centre[] = {"centre", NULL};
  const bool stages = carom_tree_get(carom_tree_get(carom_tree_root(scenario->tree), "scene"),
                                     "stages");
  carom_scene_motion *motion = &wall->motion;
  bool turns = stages; /* one of them may turn it */
  if (!carom_read_vector(found, "centre", motion->centre, faults))
    for (int k = 0; k < 3; k++)
      motion->centre[k] = wall->point[k];
  carom_read_motion_keys(scenario, found, motion, faults);
  for (const char *const *key = turning; *key; key++)
    turns |= carom_group_key_node(found, *key) != NULL;
  if (!turns) carom_question(found, centre, "this wall does not turn", faults);
}
