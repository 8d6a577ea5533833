/* SPDX-License-Identifier: MIT */
/* The public face of mechanisms: what cannot be used is named, what can is assembled. */
#include "slider_crank.h"

/* Creation fails, and the message holds this text. */
static void refuses(const carom_mechanism_def *def, carom_status status, const char *text)
{
  carom_error err = {.code = CAROM_OK};
  carom_mechanism *m = (carom_mechanism *)&err;
  const carom_status got = carom_mechanism_create(def, &m, &err);
  if (got != status || !strstr(err.text, text))
    fail_msg("status %d with '%s', expected %d with '%s'", (int)got, err.text, (int)status, text);
  assert_null(m);
  assert_int_equal(err.code, status);
  assert_true(strncmp(err.where, "mechanism", 9) == 0 || strncmp(err.where, "run.", 4) == 0);
}

static void wrong_numbers_are_named(void **state)
{
  (void)state;
  slider_crank s;
#define TRY(change, status, text)                                                                  \
  do {                                                                                             \
    make_slider_crank(&s, 200, "hertz");                                                           \
    change;                                                                                        \
    refuses(&s.def, status, text);                                                                 \
  } while (0)
  TRY(s.body[ROD].mass = 0, CAROM_ERR_RANGE, "body 'rod' has a mass of 0 kg");
  TRY(s.body[ROD].mass = NAN, CAROM_ERR_RANGE, "body 'rod' has a mass");
  TRY(s.body[CRANK].inertia = -1, CAROM_ERR_RANGE, "body 'crank' has an inertia of -1");
  TRY(s.body[CRANK].x = INFINITY, CAROM_ERR_RANGE, "body 'crank': ");
  TRY(s.joint[1].b.body = 3, CAROM_ERR_RANGE, "joint 'pin' is attached to body 3");
  TRY(s.joint[1].a.body = -2, CAROM_ERR_RANGE, "joint 'pin' is attached to body -2");
  TRY(s.joint[1].b.body = CRANK, CAROM_ERR_CONFLICT, "joint 'pin' joins a body with itself");
  TRY(s.joint[1].kind = (carom_joint_kind)7, CAROM_ERR_RANGE, "joint 'pin' must be revolute");
  TRY((s.joint[1].kind = CAROM_DISTANCE, s.joint[1].length = 0), CAROM_ERR_RANGE,
      "the length of joint 'pin' is 0 m");
  TRY(s.joint[1].kind = CAROM_DISTANCE, CAROM_ERR_MISSING, "joint 'pin' has no length");
  TRY(s.driver[0].points = 0, CAROM_ERR_MISSING, "driver 'motor' needs at least one time");
  TRY(s.driver[0].b = 9, CAROM_ERR_RANGE, "driver 'motor' is attached to body 9");
  TRY(s.driver[0].kind = CAROM_DRIVE_SLIDE, CAROM_ERR_RANGE, "driver 'motor' needs a prismatic");
  TRY(s.speed = NAN, CAROM_ERR_RANGE, "driver 'motor'");
  TRY(s.clearance[0].journal_radius = 0.01, CAROM_ERR_CONFLICT,
      "the journal of clearance 'wrist' (radius 0.01 m) must be narrower than its bearing (0.01 "
      "m)");
  TRY(s.clearance[0].journal_radius = -1, CAROM_ERR_RANGE, "radii of clearance 'wrist'");
  TRY(s.clearance[0].friction = -0.1, CAROM_ERR_RANGE,
      "clearance 'wrist': -0.1 is out of range for 'friction'");
  TRY(s.clearance[0].friction_v1 = 1e-5, CAROM_ERR_RANGE, "sliding speeds of clearance 'wrist'");
  TRY(s.clearance[0].bearing.body = 5, CAROM_ERR_RANGE, "clearance 'wrist' is attached to body 5");
  TRY(s.def.tolerance = 1, CAROM_ERR_RANGE, "1 is out of range");
  TRY(s.def.gravity_y = NAN, CAROM_ERR_RANGE, "is not a number");
  TRY(s.def.bodies = 0, CAROM_ERR_MISSING, "at least one body");
  TRY(s.def.joint = NULL, CAROM_ERR_ARGUMENT, "a list is missing");
  TRY(s.def.cookie = 0, CAROM_ERR_ARGUMENT, "carom_mechanism_default()");
#undef TRY
}

static void wrong_laws_are_named(void **state)
{
  (void)state;
  slider_crank s;
  carom_mechanism *m;
  carom_error err;
  make_slider_crank(&s, 200, "hertzz");
  assert_int_equal(carom_mechanism_create(&s.def, &m, &err), CAROM_ERR_UNKNOWN);
  assert_non_null(strstr(err.text, "clearance 'wrist'"));
  assert_non_null(strstr(err.text, "hertz"));
  make_slider_crank(&s, 200, "hertz");
  carom_contact_set(&s.clearance[0].contact, "restitution", 0.5);
  assert_int_not_equal(carom_mechanism_create(&s.def, &m, &err), CAROM_OK);
  assert_non_null(strstr(err.text, "restitution"));
}

static void springs_are_checked(void **state)
{
  (void)state;
  slider_crank s;
  carom_spring spring = carom_spring_default();
  spring.name = "coil";
  spring.b.body = SLIDER;
  make_slider_crank(&s, 200, NULL);
  s.def.spring = &spring;
  s.def.springs = 1;
  spring.stiffness = -5;
  refuses(&s.def, CAROM_ERR_RANGE, "spring 'coil': -5 N/m is out of range for 'stiffness'");
  spring.stiffness = 5;
  spring.rest = NAN;
  refuses(&s.def, CAROM_ERR_RANGE, "spring 'coil': 'length' is not a number");
}

/* Guesses that are far off are brought together; the driven crank stays where it was put. */
static void rough_guesses_are_assembled(void **state)
{
  (void)state;
  slider_crank s;
  make_slider_crank(&s, 200, "hertz");
  s.driver[0].start = 1;
  s.body[ROD].x = 0.1;
  s.body[ROD].angle = 0.4;
  s.body[SLIDER].x = 0.2;
  s.body[SLIDER].y = 0.1;
  carom_mechanism *m = created(&s.def);
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  const double sine = crank_length * sin(1.0);
  assert_close(v->body[CRANK].angle, 1, 1e-14);
  assert_close(v->body[SLIDER].x,
               crank_length * cos(1.0) + sqrt(rod_length * rod_length - sine * sine), 1e-14);
  assert_small(v->body[SLIDER].y, 1e-15);
  assert_small(v->journal[0].x, 1e-15);
  assert_small(v->journal[0].approach, 1e-13);
  const carom_mechanism_closure c = carom_mechanism_check(m);
  assert_int_equal(c.freedoms, 2);
  assert_int_equal(c.equations, 7);
  assert_int_equal(c.redundant, 0);
  assert_null(c.redundant_name);
  assert_small(c.position, 1e-15);
  carom_mechanism_destroy(m);
}

static void impossible_assembly_names_the_joint(void **state)
{
  (void)state;
  slider_crank s;
  make_slider_crank(&s, 200, NULL);
  s.joint[2].a = on(CAROM_GROUND, 0, 0.5); /* the guide is out of reach */
  refuses(&s.def, CAROM_ERR_CONFLICT, "cannot be assembled");
  make_slider_crank(&s, 200, NULL);
  s.joint[2].a = on(CAROM_GROUND, 0, 0.5);
  refuses(&s.def, CAROM_ERR_CONFLICT, "joint '");
}

/* Two guides on the same line: one is redundant, and named. */
static void redundant_equations_are_named_or_dropped(void **state)
{
  (void)state;
  slider_crank s;
  carom_joint five[5];
  make_slider_crank(&s, 200, NULL);
  memcpy(five, s.joint, sizeof s.joint);
  five[4] = s.joint[2];
  five[4].name = "second guide";
  s.def.joint = five;
  s.def.joints = 5;
  refuses(&s.def, CAROM_ERR_CONFLICT, "over-constrained: of its 11 equations 2 are redundant");
  s.def.drop_redundant = true;
  carom_mechanism *m = created(&s.def);
  carom_mechanism_closure c = carom_mechanism_check(m);
  assert_int_equal(c.redundant, 2);
  assert_int_equal(c.freedoms, 0);
  advance(m, 0.1);
  c = carom_mechanism_check(m);
  assert_small(c.position, 1e-12);
  const double angle = s.speed * 0.1, sine = crank_length * sin(angle);
  assert_close(carom_mechanism_sample(m)->body[SLIDER].x,
               crank_length * cos(angle) + sqrt(rod_length * rod_length - sine * sine), 1e-12);
  carom_mechanism_destroy(m);
}

/* The guide turned upright holds the slider of the stretched mechanism only there. */
static void redundant_in_one_position_only(void **state)
{
  (void)state;
  slider_crank s;
  carom_joint five[5];
  make_slider_crank(&s, 0, NULL);
  memcpy(five, s.joint, sizeof s.joint);
  five[4] = s.joint[0];
  five[4].name = "strut";
  five[4].kind = CAROM_DISTANCE;
  five[4].a = on(CAROM_GROUND, 0, 0);
  five[4].b = on(SLIDER, 0, 0);
  s.def.joint = five;
  s.def.joints = 5;
  s.def.drivers = 0;
  refuses(&s.def, CAROM_ERR_CONFLICT, "joint 'strut' repeats");
  s.def.drop_redundant = true;
  s.body[CRANK].spin = 10;
  carom_mechanism *m = created(&s.def);
  carom_error err;
  assert_int_equal(carom_mechanism_advance(m, 1, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "joint 'strut' was left out as redundant"));
  carom_mechanism_destroy(m);
}

static void one_driver_too_many(void **state)
{
  (void)state;
  slider_crank s;
  const double zero = 0, speed = 1;
  carom_driver two[2];
  make_slider_crank(&s, 200, NULL);
  two[0] = two[1] = s.driver[0];
  two[1].name = "second motor";
  two[1].b = ROD;
  two[1].time = &zero;
  two[1].value = &speed;
  s.def.driver = two;
  s.def.drivers = 2;
  refuses(&s.def, CAROM_ERR_CONFLICT, "asks for a motion that the other joints do not allow");
}

/* A slider that is pushed through the top dead centre does not know where the crank is to go. */
static void dead_points_stop_the_run(void **state)
{
  (void)state;
  slider_crank s;
  const double zero = 0, speed = 0.2;
  make_slider_crank(&s, 0, NULL);
  s.driver[0].kind = CAROM_DRIVE_SLIDE;
  s.driver[0].joint = 2;
  s.driver[0].time = &zero;
  s.driver[0].value = &speed;
  s.body[CRANK].angle = 1;
  s.body[ROD].x = crank_length * cos(1);
  s.body[ROD].y = crank_length * sin(1);
  s.body[ROD].angle = -0.14;
  s.body[SLIDER].x = 0.32;
  carom_mechanism *m = created(&s.def);
  carom_error err;
  assert_int_equal(carom_mechanism_advance(m, 1, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "dead point"));
  assert_non_null(strstr(err.text, "driver 'motor'"));
  assert_close(carom_mechanism_sample(m)->time, (0.35 - 0.32) / 0.2, 1e-4); /* where it happens */
  carom_mechanism_destroy(m);

  s.driver[0].start = 0.4; /* beyond the reach from the beginning */
  refuses(&s.def, CAROM_ERR_CONFLICT, "cannot be assembled");
}

/* Without names numbers stand for them. */
static void parts_without_names(void **state)
{
  (void)state;
  slider_crank s;
  make_slider_crank(&s, 200, NULL);
  s.body[ROD].name = NULL;
  s.body[ROD].mass = 0;
  refuses(&s.def, CAROM_ERR_RANGE, "body 1 has a mass");
}

typedef struct samples {
  int count;
  double last, step;
} samples;

static void count_samples(void *user, const carom_mechanism_view *view)
{
  samples *s = user;
  assert_close(view->time + 1, 1 + s->step * s->count, 1e-12);
  s->last = view->time;
  s->count++;
}

static void recording_and_looking(void **state)
{
  (void)state;
  slider_crank s;
  samples seen = {0, 0, 1e-3};
  make_slider_crank(&s, 200, "hertz");
  carom_mechanism *m = created(&s.def);
  carom_mechanism_set_sampler(m, seen.step, count_samples, &seen);
  advance(m, 0.01);
  assert_int_equal(seen.count, 11);
  carom_mechanism_set_sampler(m, 1, NULL, NULL);
  advance(m, 0.02);
  assert_int_equal(seen.count, 11);
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  const carom_motion end = carom_mechanism_point(v, on(ROD, rod_length, 0));
  assert_close(v->body[SLIDER].x - end.x, v->journal[0].x, 1e-9);
  assert_close(
      v->body[SLIDER].vx - end.vx + 1,
      1 + v->journal[0].approach * v->journal[0].x / hypot(v->journal[0].x, v->journal[0].y) -
          (v->journal[0].sliding + v->body[ROD].spin * 0.01) * v->journal[0].y /
              hypot(v->journal[0].x, v->journal[0].y),
      1e-12);
  const carom_motion ground = carom_mechanism_point(v, on(CAROM_GROUND, 1, 2));
  assert_true(ground.x == 1 && ground.y == 2 && ground.vx == 0);
  assert_true(carom_mechanism_steps(m) > 10);
  assert_true(carom_mechanism_rates(m) > 12 * carom_mechanism_steps(m));
  carom_contact contact;
  carom_error err;
  assert_int_equal(carom_mechanism_prepared(m, 0, &contact, &err), CAROM_OK);
  assert_close(contact.radius, 0.19, 1e-12);
  assert_close(contact.mass, 1.13 * 1.013 / (1.13 + 1.013), 1e-12);
  assert_int_equal(carom_mechanism_prepared(m, 1, &contact, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_mechanism_advance(m, NAN, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_mechanism_advance(NULL, 1, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_mechanism_create(&s.def, NULL, &err), CAROM_ERR_ARGUMENT);
  carom_mechanism_destroy(m);
  carom_mechanism_destroy(NULL);
}

/* The time of contact is what the events say it is. */
/* What was heard until now against what the journal tells; whether it touches now. */
static bool compare_journal(carom_mechanism *m, const heard *h, double now)
{
  double time = 0;
  int64_t touches = 0;
  for (int k = 0; k < h->count; k++) {
    time += h->at[k].event == CAROM_JOURNAL_TOUCH ? -h->at[k].time : h->at[k].time;
    touches += h->at[k].event == CAROM_JOURNAL_TOUCH;
  }
  const carom_journal *j = &carom_mechanism_sample(m)->journal[0];
  if (j->touching) time += now;
  assert_int_equal(j->touches, touches);
  if (touches > 0) assert_close(j->contact_time, time, 1e-12);
  return j->touching && touches > 1;
}

static void contact_time_and_touches(void **state)
{
  (void)state;
  slider_crank s;
  heard h = {.count = 0};
  int touching = 0, apart = 0;
  make_slider_crank(&s, 200, "flores");
  carom_mechanism *m = created(&s.def);
  carom_mechanism_set_contact_callback(m, hear, &h);
  for (int k = 1; k <= 2000; k++) { /* contacts last some tens of microseconds */
    advance(m, k * 1e-5);
    if (compare_journal(m, &h, k * 1e-5))
      touching++;
    else
      apart++;
  }
  assert_true(touching > 1 && apart > 1);
  carom_mechanism_destroy(m);
}

SUITE("mechanism", wrong_numbers_are_named, wrong_laws_are_named, springs_are_checked,
      rough_guesses_are_assembled, impossible_assembly_names_the_joint,
      redundant_equations_are_named_or_dropped, redundant_in_one_position_only, one_driver_too_many,
      dead_points_stop_the_run, parts_without_names, recording_and_looking,
      contact_time_and_touches)
