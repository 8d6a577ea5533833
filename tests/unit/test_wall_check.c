/* SPDX-License-Identifier: MIT */
/* Free walls that pass through shells are told; those that slide along them are not. */
#include "grids.h"
#include "scene/scene.h"
#include "scenes.h"

/* A free wall that starts at a height and goes down at a speed. The grain is far away. */
static stage *falling(const carom_scene_body *body, double height)
{
  stage *s = stage_new();
  (void)add_grain(s, 1e-3, 0.5, 0.5, -0.5);
  s->def.step = 1e-5;
  s->def.gravity[2] = 0;
  s->wall[0].motion.body = body;
  s->wall[0].name = "ram";
  s->wall[0].point[2] = height;
  s->wall[1].name = "other";
  s->def.walls = 2;
  return s;
}

static carom_scene_body sinking(void)
{
  carom_scene_body body = carom_scene_body_default();
  body.mass = 1e-3;
  body.moves[2] = true;
  body.velocity[2] = -1;
  return body;
}

/* Where it is when the run ends, after a way of 4 cm; the text of the error, if there is one. */
static double end_of(stage *s, carom_error *err)
{
  carom_scene *scene = staged(s);
  carom_scene_wall_state is;
  const double start = s->wall[0].point[2];
  *err = (carom_error){.code = CAROM_OK};
  (void)carom_scene_advance_steps(scene, (int64_t)(0.04 / s->def.step), err);
  assert_int_equal(carom_scene_sample_wall(scene, 0, &is, NULL), CAROM_OK);
  carom_scene_destroy(scene);
  free(s);
  return start + is.centre[2]; /* which begins in the origin */
}

static void told(stage *s, double where, double within)
{
  carom_error err;
  const double at = end_of(s, &err);
  assert_int_equal(err.code, CAROM_ERR_DIVERGED);
  if (!strstr(err.text, "wall 'ram' passes through wall 'other'")) fail_msg("%s", err.text);
  if (!(fabs(at - where) < within)) fail_msg("told at %g m, not at %g m", at, where);
}

static void let_be(stage *s)
{
  carom_error err;
  (void)end_of(s, &err);
  if (err.code != CAROM_OK) fail_msg("%s", err.text);
}

static void a_disc_falls_through_others(void **state)
{
  (void)state;
  const carom_scene_body body = sinking();
  for (int other = 0; other < 5; other++) {
    stage *s = falling(&body, 0.02);
    const double late = 2 * 64 * s->def.step;
    grid_mesh *ground = grid_new(4, 0.04, flat);
    s->wall[0].shape = CAROM_WALL_DISC;
    s->wall[0].radius = 0.01;
    s->wall[1].radius = 0.012;
    if (other == 0) {
      set_mesh(&s->wall[1], ground);
    } else if (other == 1) {
      s->wall[1].shape = CAROM_WALL_DISC;
    } else if (other == 2) { /* from a radius of 20 mm below to 4 mm above */
      s->wall[1].shape = CAROM_WALL_CONE;
      s->wall[1].point[2] = -0.016;
      s->wall[1].length = 0.016;
      s->wall[1].radius = 0.02;
      s->wall[1].radius_end = 0.004;
    } else if (other == 3) {
      s->wall[1].shape = CAROM_WALL_SPHERE;
      s->wall[1].point[2] = -0.012;
    } else { /* its corners are within the disc */
      s->wall[1].shape = CAROM_WALL_RECTANGLE;
      s->wall[1].point[0] = s->wall[1].point[1] = -0.002;
      s->wall[1].side[0][0] = s->wall[1].side[1][1] = 0.004;
    }
    told(s, 0, late); /* all of them reach up to there */
    grid_free(ground);
  }
}

/* A piston in its tube, the rod of a mesh beside a plate, a lid that comes down into a tube. */
static void sliding_is_let_be(void **state)
{
  (void)state;
  const carom_scene_body body = sinking();
  for (int other = 0; other < 3; other++) {
    stage *s = falling(&body, 0.02);
    s->wall[0].radius = 0.01;
    s->wall[0].shape = other == 2 ? CAROM_WALL_PLANE : CAROM_WALL_DISC;
    if (other == 2) s->wall[0].direction[2] = -1;
    s->wall[1].shape = CAROM_WALL_CYLINDER;
    s->wall[1].radius = other == 1 ? 0.011 : 0.01;
    s->wall[1].point[2] = -0.1;
    s->wall[1].length = other == 2 ? 0.11 : 0.2;
    let_be(s);
  }
}

SUITE("wall check", a_disc_falls_through_others, sliding_is_let_be)
