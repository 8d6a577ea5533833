/* SPDX-License-Identifier: MIT */
/* Reads a mechanism: turns named bodies, joints and so on into a definition. */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/scenario_parts.h"
#include "law_math.h"

typedef struct reading {
  carom_scenario *scenario;
  carom_faults *faults;
  carom_group_values found; /* of the mechanism */
} reading;

/* The parts under a key, or NULL if there are none; a fault if they are not named. */
static const carom_node *parts(reading *r, const char *key)
{
  const carom_node *node = carom_group_key_node(&r->found, key);
  if (!node) return NULL;
  if (node->kind == CAROM_NODE_OBJECT) return node->count > 0 ? node : NULL;
  carom_fault(r->faults, node, false, CAROM_ERR_SYNTAX,
              "%s by name are expected, as in {name: {...}}, not %s", key,
              carom_tree_kind_text(node));
  return NULL;
}

static void *room(reading *r, const carom_node *list, size_t size)
{
  return carom_scenario_room(r->scenario, list ? (size_t)list->count : 1, size, r->faults);
}

static const char *key_at(const void *user, int index)
{
  return carom_tree_at(user, index)->key;
}

static int index_of(const carom_node *list, const char *name, size_t length)
{
  for (const carom_node *item = list ? list->first : NULL; item; item = item->next)
    if (strlen(item->key) == length && !strncmp(item->key, name, length)) return item->index;
  return CAROM_NOWHERE;
}

/* "; did you mean 'x'?" */
static void suggest(const carom_node *list, const char *name, char *text, size_t size)
{
  const char *near = list ? carom_nearest_name(name, list->count, key_at, list) : NULL;
  text[0] = '\0';
  if (near) carom_append(text, size, "; did you mean '%.40s'?", near);
}

static void read_point(const carom_node *node, double *x, double *y, carom_faults *faults)
{
  const carom_group group = carom_group_point();
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  *x = carom_group_value(&found, "x");
  *y = carom_group_value(&found, "y");
}

/* "rod", "rod.end", "ground", "ground.pivot". */
static bool read_place(reading *r, const carom_node *node, carom_place *place)
{
  const char *text = node ? carom_schema_read_text(node, r->faults, "ground, a body or a point")
                          : NULL;
  if (!text) return false;
  const carom_node *bodies = parts(r, "bodies");
  const char *dot = strchr(text, '.');
  const size_t length = dot ? (size_t)(dot - text) : strlen(text);
  const bool ground = length == 6 && !strncmp(text, "ground", 6);
  char hint[96];
  *place = (carom_place){CAROM_GROUND, 0, 0};
  if (!ground && !bodies) return false; /* told already */
  if (!ground) place->body = index_of(bodies, text, length);
  if (!ground && place->body == CAROM_NOWHERE) {
    suggest(bodies, text, hint, sizeof hint);
    carom_fault(r->faults, node, false, CAROM_ERR_UNKNOWN,
                "there is no body '%.*s'%s (bodies stand under mechanism.bodies; what never moves "
                "is ground)",
                (int)(length < 40 ? length : 40), text, hint);
    return false;
  }
  if (!dot) return true;
  const carom_node *points = ground ? carom_group_key_node(&r->found, "ground")
                                    : carom_tree_get(carom_tree_at(bodies, place->body), "points");
  const int index = index_of(points, dot + 1, strlen(dot + 1));
  if (index == CAROM_NOWHERE) {
    suggest(points, dot + 1, hint, sizeof hint);
    carom_fault(r->faults, node, false, CAROM_ERR_UNKNOWN, "'%.*s' has no point '%.40s'%s",
                (int)(length < 40 ? length : 40), text, dot + 1, hint);
    return false;
  }
  carom_faults told = {.count = 0}; /* reported when the points themselves were read */
  read_point(carom_tree_at(points, index), &place->x, &place->y, &told);
  return true;
}

static void need(reading *r, const carom_group_values *found, const char *name, const char *example)
{
  if (!carom_group_value_node(found, name))
    carom_fault(r->faults, found->node, false, CAROM_ERR_MISSING, "'%s' is missing, as in %s: %s",
                name, name, example);
}

static void read_body(reading *r, const carom_node *node, carom_mechanism_body *body)
{
  const carom_group group = carom_group_mechanism_body();
  carom_group_values found;
  carom_schema_read(&group, node, r->faults, &found);
  if (!strcmp(node->key, "ground") || strchr(node->key, '.'))
    carom_fault(r->faults, node, true, CAROM_ERR_CONFLICT,
                "a body needs a name without dots, and ground is what never moves");
  need(r, &found, "mass", "1 kg");
  need(r, &found, "inertia", "0.01 kg m2");
  *body = carom_mechanism_body_default();
  body->name = node->key;
  body->mass = carom_group_value(&found, "mass");
  body->inertia = carom_group_value(&found, "inertia");
  body->x = carom_group_value(&found, "x");
  body->y = carom_group_value(&found, "y");
  body->angle = carom_group_value(&found, "angle");
  body->vx = carom_group_value(&found, "velocity_x");
  body->vy = carom_group_value(&found, "velocity_y");
  body->spin = carom_group_value(&found, "spin");
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *centre = carom_group_key_node(&found, "centre");
  const carom_node *points = carom_group_key_node(&found, "points");
  if (centre) read_point(centre, &body->centre_x, &body->centre_y, r->faults);
  if (points && points->kind != CAROM_NODE_OBJECT)
    carom_fault(r->faults, points, false, CAROM_ERR_SYNTAX,
                "points by name are expected, as in {end: {x: 300 mm}}");
  for (const carom_node *p = points ? points->first : NULL; p; p = p->next) {
    double x, y;
    if (points->kind == CAROM_NODE_OBJECT) read_point(p, &x, &y, r->faults);
  }
}

/* What joints of other kinds have. */
static void refuse_of_others(reading *r, const carom_group_values *found, carom_joint_kind kind)
{
  static const char *const line[] = {"direction", NULL}, *const turn[] = {"angle", NULL},
                           *const rod[] = {"length", NULL};
  const bool slides = kind == CAROM_PRISMATIC;
  if (!slides) carom_refuse(found, line, "this is of a prismatic joint", r->faults);
  if (!slides && kind != CAROM_FIXED)
    carom_refuse(found, turn, "this is of a prismatic or fixed joint", r->faults);
  if (kind != CAROM_DISTANCE) carom_refuse(found, rod, "this is of a distance joint", r->faults);
}

static void read_joint(reading *r, const carom_node *node, carom_joint *joint)
{
  const carom_group group = carom_group_joint();
  carom_group_values found;
  const int before = r->faults->count;
  carom_schema_read(&group, node, r->faults, &found);
  *joint = carom_joint_default();
  joint->name = node->key;
  joint->kind = (carom_joint_kind)carom_group_word(&found, "type");
  joint->direction = carom_group_value(&found, "direction");
  joint->angle = carom_group_value(&found, "angle");
  joint->length = carom_group_value(&found, "length");
  if (r->faults->count == before) refuse_of_others(r, &found, joint->kind);
  read_place(r, carom_group_key_node(&found, "a"), &joint->a);
  read_place(r, carom_group_key_node(&found, "b"), &joint->b);
}

static void read_spring(reading *r, const carom_node *node, bool twists, carom_spring *spring)
{
  const carom_group group = twists ? carom_group_torsion_spring() : carom_group_spring();
  carom_group_values found;
  carom_schema_read(&group, node, r->faults, &found);
  *spring = carom_spring_default();
  spring->name = node->key;
  spring->twists = twists;
  spring->stiffness = carom_group_value(&found, "stiffness");
  spring->damping = carom_group_value(&found, "damping");
  spring->rest = carom_group_value(&found, twists ? "angle" : "length");
  read_place(r, carom_group_key_node(&found, "a"), &spring->a);
  read_place(r, carom_group_key_node(&found, "b"), &spring->b);
}

static const struct motor {
  const char *key;
  carom_driver_kind kind;
  bool slides;
  carom_field column[2];
} motors[] = {
#define TIME                                                                                       \
  {                                                                                                \
    "time", "s", CAROM_UNSET, 0, 1e9, NULL, "time of a point of the table"                         \
  }
    {"speed",
     CAROM_DRIVE_SPIN,
     false,
     {TIME, {"speed", "rad/s", CAROM_UNSET, -1e8, 1e8, NULL, "angular velocity"}}},
    {"velocity",
     CAROM_DRIVE_SLIDE,
     true,
     {TIME, {"velocity", "m/s", CAROM_UNSET, -1e5, 1e5, NULL, "velocity"}}},
    {"torque",
     CAROM_DRIVE_TORQUE,
     false,
     {TIME, {"torque", "N m", CAROM_UNSET, -1e15, 1e15, NULL, "torque"}}},
    {"force",
     CAROM_DRIVE_FORCE,
     true,
     {TIME, {"force", "N", CAROM_UNSET, -1e15, 1e15, NULL, "force"}}},
#undef TIME
};
enum { MOTORS = sizeof motors / sizeof *motors };

static void read_table(reading *r, const carom_node *node, const struct motor *motor,
                       carom_driver *driver)
{
  int points = 0;
  const double *row = carom_read_rows(r->scenario, node, motor->column, 2, &points, r->faults);
  double *split = row ? carom_scenario_room(r->scenario, 2 * (size_t)points, sizeof *split,
                                            r->faults)
                      : NULL;
  if (!split) return;
  for (int i = 0; i < points; i++) {
    split[i] = row[2 * i];
    split[points + i] = row[2 * i + 1];
  }
  driver->points = points;
  driver->time = split;
  driver->value = split + points;
}

/* Reads what a driver acts on: two bodies, or a prismatic joint. */
static bool read_driven(reading *r, const carom_node *node, carom_driver *driver, bool *slides)
{
  const carom_mechanism_def *def = &r->scenario->mechanism.def;
  const carom_node *joints = parts(r, "joints"), *clearances = parts(r, "clearances");
  const char *name = node ? carom_schema_read_text(node, r->faults, "the name of a joint") : NULL;
  char hint[96];
  if (!name) return false;
  const int joint = index_of(joints, name, strlen(name));
  const int clearance = index_of(clearances, name, strlen(name));
  if (joint == CAROM_NOWHERE && clearance == CAROM_NOWHERE) {
    suggest(joints, name, hint, sizeof hint);
    carom_fault(r->faults, node, false, CAROM_ERR_UNKNOWN, "there is no joint '%.40s'%s", name,
                hint);
    return false;
  }
  *slides = joint != CAROM_NOWHERE && def->joint[joint].kind == CAROM_PRISMATIC;
  driver->joint = joint;
  driver->a = joint != CAROM_NOWHERE ? def->joint[joint].a.body
                                     : def->clearance[clearance].bearing.body;
  driver->b = joint != CAROM_NOWHERE ? def->joint[joint].b.body
                                     : def->clearance[clearance].journal.body;
  return true;
}

static void read_driver(reading *r, const carom_node *node, carom_driver *driver)
{
  const carom_group group = carom_group_driver();
  carom_group_values found;
  const carom_node *given = NULL;
  bool slides = false;
  const int before = r->faults->count;
  carom_schema_read(&group, node, r->faults, &found);
  *driver = carom_driver_default();
  driver->name = node->key;
  if (node->kind != CAROM_NODE_OBJECT) return;
  const bool known = read_driven(r, carom_group_key_node(&found, "joint"), driver, &slides);
  for (int k = 0; k < MOTORS; k++) {
    const carom_node *at = carom_group_key_node(&found, motors[k].key);
    if (!at) continue;
    if (given)
      carom_fault(r->faults, at, true, CAROM_ERR_CONFLICT,
                  "a driver gives one thing, but there are '%s' and '%s'; remove one", given->key,
                  at->key);
    given = at;
    if (known && motors[k].slides != slides)
      carom_fault(r->faults, at, true, CAROM_ERR_CONFLICT,
                  slides
                      ? "a prismatic joint is driven by 'velocity' or 'force', not '%s'"
                      : "'%s' needs a prismatic joint; this one is driven by 'speed' or 'torque'",
                  at->key);
    driver->kind = motors[k].kind;
    read_table(r, at, &motors[k], driver);
  }
  if (!given)
    carom_fault(r->faults, node, false, CAROM_ERR_MISSING,
                "a driver gives 'speed', 'velocity', 'torque' or 'force', as in speed: 200 rpm");
  static const char *const turned[] = {"start_angle", NULL}, *const moved[] = {"start_position",
                                                                               NULL};
  if (r->faults->count == before && driver->kind != CAROM_DRIVE_SPIN)
    carom_refuse(&found, turned, "this goes with a 'speed'", r->faults);
  if (r->faults->count == before && driver->kind != CAROM_DRIVE_SLIDE)
    carom_refuse(&found, moved, "this goes with a 'velocity'", r->faults);
  driver->start = carom_group_value(&found, slides ? "start_position" : "start_angle");
}

static carom_body body_of(const reading *r, carom_place place, carom_shape shape, double radius,
                          int material)
{
  carom_body body = carom_body_default();
  body.shape = shape;
  body.radius = radius;
  body.fixed = place.body == CAROM_GROUND;
  body.mass = body.fixed ? CAROM_UNSET : r->scenario->mechanism.def.body[place.body].mass;
  body.material = r->scenario->material[material].material;
  return body;
}

static void read_clearance(reading *r, const carom_node *node, carom_clearance *c)
{
  const carom_group group = carom_group_clearance();
  carom_scenario *s = r->scenario;
  carom_group_values found;
  carom_schema_read(&group, node, r->faults, &found);
  *c = carom_clearance_default();
  c->name = node->key;
  if (node->kind != CAROM_NODE_OBJECT) return;
  need(r, &found, "bearing_radius", "10 mm");
  need(r, &found, "journal_radius", "9.5 mm");
  c->bearing_radius = carom_group_value(&found, "bearing_radius");
  c->journal_radius = carom_group_value(&found, "journal_radius");
  c->friction = carom_group_value(&found, "friction");
  c->friction_v0 = carom_group_value(&found, "friction_v0");
  c->friction_v1 = carom_group_value(&found, "friction_v1");
  static const char *const limits[] = {"friction_v0", "friction_v1", NULL};
  if (c->friction == 0) carom_question(&found, limits, "there is no friction here", r->faults);
  c->centred = carom_group_value(&found, "start") == CAROM_WORD(0);
  const bool placed = read_place(r, carom_group_key_node(&found, "bearing"), &c->bearing);
  if (!read_place(r, carom_group_key_node(&found, "journal"), &c->journal) || !placed) return;
  const carom_node *outer = carom_group_key_node(&found, "bearing_material");
  const carom_node *inner = carom_group_key_node(&found, "journal_material");
  if (!outer || !inner) return;
  const int a = carom_named_material(s, inner, r->faults);
  const int b = carom_named_material(s, outer, r->faults);
  if (a == CAROM_NOWHERE || b == CAROM_NOWHERE) return;
  const int contact = carom_contact_between(s, a, b, node, r->faults);
  if (contact == CAROM_NOWHERE) return;
  carom_forget_by_default(s, contact, r->faults);
  c->contact = s->contact[contact].def;
  c->contact.speed = carom_group_value(&found, "expected_speed");
  if (!(c->bearing_radius > c->journal_radius)) return; /* told by the mechanism */
  c->contact.a = body_of(r, c->journal, CAROM_SPHERE, c->journal_radius, a);
  c->contact.b = body_of(r, c->bearing, CAROM_SOCKET, c->bearing_radius, b);
  if (c->contact.a.fixed && c->contact.b.fixed) return; /* told by the mechanism */
  s->joint[s->joints++] = (carom_scenario_joint){.first = node->index,
                                                 .count = 1,
                                                 .contact = contact,
                                                 .a = c->contact.a,
                                                 .b = c->contact.b,
                                                 .speed = c->contact.speed,
                                                 .reduced_mass = CAROM_UNSET,
                                                 .node = node,
                                                 .body = {node, node},
                                                 .material = {a, b}};
}

static void read_gravity(reading *r, const carom_group_values *found, carom_mechanism_def *def)
{
  const double g = carom_group_value(found, "gravity");
  const double angle = carom_group_value(found, "gravity_direction");
  double sine = -1, cosine = 0;
  static const char *const direction[] = {"gravity_direction", NULL};
  if (g == 0) carom_question(found, direction, "there is no gravity here", r->faults);
  if (angle != CAROM_UNSET) carom_sincos(angle, &sine, &cosine);
  def->gravity_x = g * cosine;
  def->gravity_y = g * sine;
}

/* The node that an error of the library is about: "mechanism.joints.2". */
static const carom_node *blamed(reading *r, const char *where)
{
  static const char *const list[] = {"bodies", "joints", "drivers", "springs", "clearances"};
  for (int i = 0; i < 5; i++) {
    const size_t length = strlen(list[i]);
    if (strncmp(where, "mechanism.", 10) != 0 || strncmp(where + 10, list[i], length) != 0)
      continue;
    if (where[10 + length] != '.') continue;
    const carom_node *part = carom_tree_at(parts(r, list[i]), atoi(where + 11 + length));
    if (part) return part;
  }
  return r->found.node;
}

/* Assembles the mechanism once; parts that do not fit together are faults of the file. */
static void assemble(reading *r)
{
  carom_mechanism *mechanism = NULL;
  carom_error err = {.code = CAROM_OK};
  carom_check_joint_materials(r->scenario, r->faults);
  if (r->faults->count > 0) return;
  if (carom_mechanism_create(&r->scenario->mechanism.def, &mechanism, &err) != CAROM_OK)
    carom_fault_error(r->faults, blamed(r, err.where), &err);
  carom_mechanism_destroy(mechanism);
}

void carom_read_mechanism(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  const carom_group group = carom_group_mechanism();
  reading r = {.scenario = scenario, .faults = faults};
  carom_mechanism_def *def = &scenario->mechanism.def;
  carom_schema_read(&group, node, faults, &r.found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  *def = carom_mechanism_default();
  read_gravity(&r, &r.found, def);
  def->drop_redundant = carom_group_value(&r.found, "redundant") == CAROM_WORD(1);
  const carom_node *bodies = parts(&r, "bodies"), *joints = parts(&r, "joints");
  const carom_node *clearances = parts(&r, "clearances"), *drivers = parts(&r, "drivers");
  const carom_node *springs = parts(&r, "springs"), *torsion = parts(&r, "torsion_springs");
  carom_mechanism_body *body = room(&r, bodies, sizeof *body);
  carom_joint *joint = room(&r, joints, sizeof *joint);
  carom_clearance *clearance = room(&r, clearances, sizeof *clearance);
  carom_driver *driver = room(&r, drivers, sizeof *driver);
  const size_t coils = (size_t)(springs ? springs->count : 0) +
                       (size_t)(torsion ? torsion->count : 0);
  carom_spring *spring = carom_scenario_room(scenario, coils + 1, sizeof *spring, faults);
  scenario->joint = room(&r, clearances, sizeof *scenario->joint);
  if (!body || !joint || !clearance || !driver || !spring || !scenario->joint) return;
  def->body = body, def->joint = joint, def->clearance = clearance;
  def->driver = driver, def->spring = spring;
  const carom_node *ground = parts(&r, "ground");
  for (const carom_node *p = ground ? ground->first : NULL; p; p = p->next) {
    double x, y;
    read_point(p, &x, &y, faults);
  }
  for (const carom_node *p = bodies ? bodies->first : NULL; p; p = p->next)
    read_body(&r, p, &body[def->bodies++]);
  for (const carom_node *p = joints ? joints->first : NULL; p; p = p->next)
    read_joint(&r, p, &joint[def->joints++]);
  for (const carom_node *p = clearances ? clearances->first : NULL; p; p = p->next)
    read_clearance(&r, p, &clearance[def->clearances++]);
  for (const carom_node *p = drivers ? drivers->first : NULL; p; p = p->next)
    read_driver(&r, p, &driver[def->drivers++]);
  for (const carom_node *p = springs ? springs->first : NULL; p; p = p->next)
    read_spring(&r, p, false, &spring[def->springs++]);
  for (const carom_node *p = torsion ? torsion->first : NULL; p; p = p->next)
    read_spring(&r, p, true, &spring[def->springs++]);
  if (clearances && (scenario->materials == 0 || scenario->contacts == 0))
    carom_fault(faults, clearances, true, CAROM_ERR_MISSING,
                "clearances need a law: give 'materials' and 'contacts'");
  assemble(&r);
}

void carom_finish_mechanism_run(carom_scenario *scenario, const carom_group_values *run,
                                const carom_node *node, carom_faults *faults)
{
  if (scenario->run.tolerance == CAROM_UNSET)
    scenario->run.tolerance = carom_mechanism_default().tolerance;
  scenario->mechanism.def.tolerance = scenario->run.tolerance;
  if (!carom_group_value_node(run, "until"))
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "'until' is missing: when the mechanism ends, as in run: {until: 0.6 s}");
}

/* The body whose motion is drawn: named, or the last one. */
void carom_finish_mechanism_record(carom_scenario *scenario, const carom_group_values *record,
                                   carom_faults *faults)
{
  enum { INSTANTS = 10000000 };
  const carom_mechanism_def *def = &scenario->mechanism.def;
  const carom_node *every = carom_group_value_node(record, "every");
  const carom_node *body = carom_group_key_node(record, "body");
  scenario->mechanism.shown = def->bodies - 1;
  if (body) {
    const char *name = carom_schema_read_text(body, faults, "the name of a body");
    int found = CAROM_NOWHERE;
    for (int i = 0; name && i < def->bodies; i++)
      if (!strcmp(def->body[i].name, name)) found = i;
    if (name && found == CAROM_NOWHERE && def->bodies > 0)
      carom_fault(faults, body, false, CAROM_ERR_UNKNOWN, "there is no body '%.40s'", name);
    scenario->mechanism.shown = found;
  }
  scenario->record.filter = carom_group_value(record, "filter");
  if (!every) scenario->record.every = scenario->run.until / 1000;
  if (every && scenario->run.until / scenario->record.every > INSTANTS)
    carom_fault(faults, every, false, CAROM_ERR_RANGE,
                "that makes more than %d instants until the end; choose a longer time", INSTANTS);
}
