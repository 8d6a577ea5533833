/* SPDX-License-Identifier: MIT */
/* Walls take their contacts eight at a time: what comes of it against every contact alone. */
#include "flows.h"
#include "instructions.h"
#include "suite.h"

#include <inttypes.h>

static const double start[] = {0};

/* Grains thrown about between an inner and an outer cylinder that turn and wander, a floor that
 * tips, and a lid that comes down: in the corners they touch two or three faces at once. */
static stage *mill(const char *law, const char *model, double small)
{
  static const double turn[] = {3, 40, -2}, back[] = {0, -90, 4}, tip[] = {2, 0, 5};
  static const double drift[] = {0.1, 0, 0.05}, sway[] = {-0.05, 0.1, 0}, down[] = {0, -0.3, 0.02};
  const int sides[3] = {8, 5, 8};
  const double spacing = 1.97 * radius, middle[3] = {4 * spacing, 0, 4 * spacing};
  stage *s = springs(0.3 * radius);
  add_cubes(s, sides, spacing, small);
  int64_t kept = 0;
  for (int64_t i = 0; i < s->def.particles; i++) {
    const double *x = s->particle[i].position, r = s->particle[i].radius;
    const double far = hypot(x[0] - middle[0], x[2] - middle[2]);
    if (far > 2.2 * radius + 0.9 * r && far < 7.9 * radius - 0.9 * r)
      s->particle[kept++] = s->particle[i];
  }
  s->def.particles = kept;
  set_in_motion(s, gas, 0.5);
  for (int64_t i = 0; i < kept; i++)
    for (int k = 0; k < 3; k++)
      s->particle[i].spin[k] = 400 * s->particle[i].velocity[(k + 1) % 3];
  for (int i = 0; i < 4; i++) {
    carom_scene_wall *w = &s->wall[i];
    w->shape = i < 2 ? CAROM_WALL_CYLINDER : CAROM_WALL_PLANE;
    w->outside = i == 0;
    w->radius = i == 0 ? 2.2 * radius : 7.9 * radius;
    w->direction[2] = 0, w->direction[1] = i == 3 ? -1 : 1;
    w->point[0] = middle[0], w->point[2] = middle[2];
    w->point[1] = i == 3 ? 4.95 * spacing : 0.03 * spacing;
    w->motion = (carom_scene_motion){.points = 1, .time = start};
    memcpy(w->motion.centre, middle, sizeof middle);
    w->motion.centre[1] = 3 * radius * i;
  }
  s->wall[0].motion.spin = back, s->wall[0].motion.velocity = sway;
  s->wall[1].motion.spin = turn, s->wall[1].motion.velocity = drift;
  s->wall[2].motion.spin = tip;
  s->wall[3].motion.velocity = down;
  s->def.walls = 4;
  for (int k = 0; k < 3; k++)
    s->def.low[k] = CAROM_UNSET, s->def.high[k] = -CAROM_UNSET;
  s->contact[0].normal = carom_contact_default();
  s->contact[0].normal.law = law;
  if (strcmp(law, "hooke") == 0) set(&s->contact[0].normal, "stiffness", stiffness);
  if (strcmp(law, "thornton") != 0) set(&s->contact[0].normal, "restitution", 0.7);
  s->material[0].yield = 2e4;
  if (!model) return s;
  s->contact[0].tangential.model = model;
  carom_tangential_set(&s->contact[0].tangential, "friction", 0.4);
  if (strcmp(model, "linear") == 0) { /* without a dashpot: forces follow from springs alone */
    carom_tangential_set(&s->contact[0].tangential, "stiffness", 0.3 * stiffness);
    carom_tangential_set(&s->contact[0].tangential, "damping_ratio", 0);
  }
  return s;
}

/* What the contacts of a scene sum up to. */
typedef struct sums {
  const carom_scene_grain *grain;
  carom_scene_wall_state *state;
  double (*body)[6], wall[4][6], viscous, walls;
  int *faces; /* of each particle, that it touches */
  int64_t touches, sticking;
} sums;

static void cross(const double a[3], const double b[3], double out[3])
{
  for (int k = 0; k < 3; k++)
    out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* A force in a point on a body whose centre is there. */
static void add_force(double sum[6], const double force[3], const double point[3],
                      const double centre[3])
{
  double arm[3], torque[3];
  for (int k = 0; k < 3; k++)
    arm[k] = point[k] - centre[k];
  cross(arm, force, torque);
  for (int k = 0; k < 3; k++) {
    sum[k] += force[k];
    sum[3 + k] += torque[k];
  }
}

static void add_touch(void *user, const carom_scene_touch *t)
{
  sums *to = user;
  double force[3], back[3], square = 0;
  for (int k = 0; k < 3; k++) {
    force[k] = t->tangential[k] - (t->force.elastic + t->force.dissipative) * t->normal[k];
    back[k] = -force[k];
    square += t->tangential[k] * t->tangential[k];
  }
  add_force(to->body[t->a], force, t->point, to->grain[t->a].position);
  to->viscous += t->force.dissipative * t->approach;
  to->touches++;
  to->sticking += square > 0;
  if (t->wall < 0) {
    add_force(to->body[t->b], back, t->point, to->grain[t->b].position);
    return;
  }
  const carom_scene_wall_state *w = &to->state[t->wall];
  double arm[3], turning[3];
  for (int k = 0; k < 3; k++)
    arm[k] = t->point[k] - w->centre[k];
  cross(w->spin, arm, turning);
  add_force(to->wall[t->wall], back, t->point, w->centre);
  for (int k = 0; k < 3; k++)
    to->walls += force[k] * (w->velocity[k] + turning[k]);
  to->faces[t->a]++;
}

static double compare(const double got[3], const double wanted[3])
{
  double most = 0;
  for (int k = 0; k < 3; k++)
    most = fmax(most, fabs(got[k] - wanted[k]));
  return most;
}

/* Forces and torques on particles and walls are those of the contacts; adds powers to `to`. */
static void check_sums(carom_scene *scene, sums *to)
{
  const carom_scene_view view = carom_scene_sample(scene);
  carom_scene_wall_state state[4];
  carom_error err;
  double most = 0;
  to->grain = view.grain;
  to->state = state;
  memset(to->body, 0, (size_t)view.count * sizeof *to->body);
  memset(to->faces, 0, (size_t)view.count * sizeof *to->faces);
  memset(to->wall, 0, sizeof to->wall);
  to->viscous = to->walls = 0;
  for (int i = 0; i < 4; i++)
    assert_int_equal(carom_scene_sample_wall(scene, i, &state[i], &err), CAROM_OK);
  carom_scene_contacts(scene, add_touch, to);
  for (int64_t i = 0; i < view.count; i++)
    for (int k = 0; k < 3; k++)
      most = fmax(most, fabs(to->body[i][k]));
  for (int64_t i = 0; i < view.count; i++) {
    const double off = compare(view.grain[i].force, to->body[i]) / most;
    const double turned = compare(view.grain[i].torque, to->body[i] + 3) / (most * radius);
    if (!(off <= 1e-11 && turned <= 1e-11))
      fail_msg("step %" PRId64 ": force on %" PRId64 " is %g off, torque %g",
               carom_scene_steps(scene), i, off, turned);
  }
  for (int i = 0; i < 4; i++) {
    assert_true(compare(state[i].force, to->wall[i]) <= 1e-10 * most);
    assert_true(compare(state[i].torque, to->wall[i] + 3) <= 1e-9 * most * radius);
  }
}

static const struct {
  const char *law, *model;
  double small;
  carom_scene_velocity velocity;
  carom_instructions set;
} mills[] = {
    {"hooke", NULL, 1, CAROM_VELOCITY_PREDICTED, CAROM_INSTRUCTIONS_BEST},
    {"hooke", "linear", 0.6, CAROM_VELOCITY_HALF, CAROM_INSTRUCTIONS_BASE},
    {"tsuji", "mindlin", 0.7, CAROM_VELOCITY_PREDICTED, CAROM_INSTRUCTIONS_BEST},
    {"thornton", NULL, 0.8, CAROM_VELOCITY_HALF, CAROM_INSTRUCTIONS_BEST},
    {"thornton", "linear", 1, CAROM_VELOCITY_PREDICTED, CAROM_INSTRUCTIONS_BASE},
    {"flores", "mindlin", 0.6, CAROM_VELOCITY_PREDICTED, CAROM_INSTRUCTIONS_BEST},
};

/* Also the work of walls and dashpots, by trapezoids. */
static void walls_act_as_their_contacts_do(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT(mills); i++) {
    stage *s = mill(mills[i].law, mills[i].model, mills[i].small);
    s->def.velocity = mills[i].velocity;
    s->def.instructions = mills[i].set;
    carom_scene *scene = staged(s);
    const size_t n = (size_t)s->def.particles;
    sums to = {.body = calloc(n, sizeof *to.body), .faces = calloc(n, sizeof *to.faces)};
    brute_force found = {0};
    int64_t corners = 0;
    assert_true(to.body && to.faces && n > 100);
    play(scene, 1); /* at the start contacts may have seen other velocities */
    double viscous = carom_scene_budget(scene).viscous, walls = carom_scene_budget(scene).walls;
    check_sums(scene, &to);
    for (int k = 0; k < 600; k++) {
      const double before[2] = {to.viscous, to.walls};
      play(scene, 1);
      check_sums(scene, &to);
      viscous += 0.5 * step * (before[0] + to.viscous);
      walls += 0.5 * step * (before[1] + to.walls);
      for (size_t g = 0; g < n; g++)
        corners += to.faces[g] > 1;
      if (k % 8 == 0) check_lists(scene, 0, &found);
    }
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(corners > 100 && found.walls > 300);
    assert_true(to.touches > 10000);
    assert_true((to.sticking > 10000) == (mills[i].model != NULL));
    assert_close(e.walls, walls, 1e-9);
    assert_true(fabs(e.viscous - viscous) <= 1e-9 * (viscous + 1e-9));
    carom_scene_destroy(scene);
    free(to.body);
    free(to.faces);
    free(s);
  }
}

/* With any instructions that this processor has walls get the same forces, to the bit. */
static void sets_agree(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT(mills); i++) {
    carom_scene_wall_state first[4], now;
    uint64_t hash = 0;
    stage *s = mill(mills[i].law, mills[i].model, mills[i].small);
    s->def.velocity = mills[i].velocity;
    for (int set = CAROM_INSTRUCTIONS_BASE; set <= CAROM_INSTRUCTIONS_AVX512; set++) {
      carom_error err;
      s->def.instructions = (carom_instructions)set;
      if (!has_instructions(s->def.instructions)) continue;
      carom_scene *scene = staged(s);
      play(scene, 300);
      if (set == CAROM_INSTRUCTIONS_BASE) hash = carom_scene_hash(scene);
      assert_true(carom_scene_hash(scene) == hash);
      for (int w = 0; w < 4; w++) {
        assert_int_equal(carom_scene_sample_wall(scene, w, &now, &err), CAROM_OK);
        if (set == CAROM_INSTRUCTIONS_BASE) first[w] = now;
        assert_memory_equal(now.force, first[w].force, sizeof now.force);
        assert_memory_equal(now.torque, first[w].torque, sizeof now.torque);
      }
      carom_scene_destroy(scene);
    }
    free(s);
  }
}

/* A wall that moves beneath a heavy sphere, then turns about the point where they touch: the spring
 * turns with the mean of both spins, half as fast as the wall. */
static void springs_turn_with_walls(void **state)
{
  (void)state;
  static const double time[] = {0, 1e-3, 1.01e-3, 1.02e-3};
  const double k = 1e4, r = 5e-3, speed = 0.01, rate = 50, until = 22e-3;
  for (int axis = 0; axis < 3; axis++) {
    const int t = (axis + 1) % 3, side = (axis + 2) % 3;
    double velocity[12] = {0}, spin[12] = {0};
    stage *s = stage_new();
    s->contact[0].tangential.model = "linear";
    carom_tangential_set(&s->contact[0].tangential, "stiffness", k);
    carom_tangential_set(&s->contact[0].tangential, "friction", 1e3);
    s->def.step = step;
    carom_scene_particle *p = add_grain(s, r, 0, 0, 0);
    p->mass = 1e9; /* forces change nothing */
    p->position[axis] = r - 2e-5;
    velocity[t] = velocity[3 + t] = speed;
    spin[9 + axis] = rate;
    s->wall[0].direction[2] = 0, s->wall[0].direction[axis] = 1;
    s->wall[0].motion = (carom_scene_motion){
        .points = 4, .time = time, .velocity = velocity, .spin = spin};
    s->wall[0].motion.centre[t] = -speed * 1.005e-3;
    s->def.walls = 1;
    carom_scene *scene = staged(s);
    play(scene, (int64_t)(until / step + 0.5));
    const double *force = carom_scene_sample(scene).grain[0].force;
    const double angle = 0.5 * rate * (until - 1.015e-3), most = k * speed * 1e-3;
    assert_close(force[t], most * cos(angle), 2e-3);
    assert_close(force[side], most * sin(angle), 2e-3);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Who is too deep in a wall stops the scene. */
static void walls_have_limits(void **state)
{
  (void)state;
  for (int round = 0; round < 2; round++)
    for (int deep = 0; deep < 2; deep++) {
      static const double place[3] = {0, 0, 0};
      stage *s = springs(0.2 * radius);
      carom_scene *scene = NULL;
      carom_error err = {.code = CAROM_OK};
      add_ball(s, radius, place);
      s->def.overlap_limit = 0.1;
      s->wall[0].name = "floor";
      s->wall[0].shape = round ? CAROM_WALL_CYLINDER : CAROM_WALL_PLANE;
      s->wall[0].direction[1] = 1, s->wall[0].direction[2] = 0;
      s->wall[0].radius = 5 * radius;
      s->wall[0].point[round ? 0 : 1] = (deep ? -0.89 : -0.91) * radius + (round ? 5 * radius : 0);
      s->def.walls = 1;
      const carom_status status = carom_scene_create(&s->def, &scene, &err);
      assert_int_equal(status, deep ? CAROM_ERR_DIVERGED : CAROM_OK);
      if (deep) assert_non_null(strstr(err.text, "wall 'floor'"));
      carom_scene_destroy(scene);
      free(s);
    }
}

SUITE("scene faces", walls_act_as_their_contacts_do, sets_agree, springs_turn_with_walls,
      walls_have_limits)
