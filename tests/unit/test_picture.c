/* SPDX-License-Identifier: MIT */
/* Rays, light and scales of pictures against closed forms. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "close.h"
#include "picture/picture_parts.h"
#include "picture/render_parts.h"
#include "picture_cases.h"

enum { WIDTH = 200, HEIGHT = 120 };
static const double up[3] = {0, 0, 1};

static carom_image drawn(const carom_show *show, const carom_camera *camera)
{
  carom_image image;
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_image_make(WIDTH, HEIGHT, &image, &err), CAROM_OK);
  if (carom_render(show, camera, 1, &image, &err) != CAROM_OK) fail_msg("%s", err.text);
  return image;
}

/* The ray through a place of the picture, in the space of the scene. */
static void ray_at(const carom_camera *c, double x, double y, double ray[3])
{
  const double scale = 2 * c->tangent / HEIGHT;
  const double right = scale * (x - 0.5 * WIDTH - c->shift[0] * HEIGHT);
  const double down = scale * (y - 0.5 * HEIGHT - c->shift[1] * HEIGHT);
  for (int k = 0; k < 3; k++)
    ray[k] = c->ahead[k] + right * c->right[k] - down * c->up[k];
}

/* How far a ray passes a point, in the space of the scene. */
static double passes_at(const carom_camera *c, const double ray[3], const double point[3])
{
  double along = 0, square = 0, far = 0;
  for (int k = 0; k < 3; k++) {
    along += ray[k] * (point[k] - c->eye[k]);
    square += ray[k] * ray[k];
    far += (point[k] - c->eye[k]) * (point[k] - c->eye[k]);
  }
  return sqrt(far - along * along / square);
}

/* A sphere covers what is nearer to its centre than its radius, far off the axis, too, where it is
 * no circle in the picture. */
static void a_sphere_has_its_outline(void **state)
{
  (void)state;
  const double eye[3] = {3, -4, 2}, target[3] = {0, 0, 0};
  carom_camera camera = carom_camera_look(eye, target, up, 0.6);
  camera.shift[0] = 0.1, camera.shift[1] = -0.05;
  const carom_ball ball[] = {{{0.1, 0.2, 0.3}, 0.5, {{0.01f, 0.01f, 0.01f}}},
                             {{1.6, 1.2, 1.1}, 0.7, {{0.01f, 0.01f, 0.01f}}}};
  const carom_show show = {.ball = ball, .balls = 2}, nothing = {.balls = 0};
  carom_image image = drawn(&show, &camera), empty = drawn(&nothing, &camera);
  int inside = 0, outside = 0;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      double nearest = 1e9,
             farthest = 0; /* over the corners of the pixel, of the sphere it is in */
      for (int i = 0; i < 4; i++) {
        double ray[3], over = 1e9;
        ray_at(&camera, x + i % 2, y + i / 2, ray);
        for (int b = 0; b < 2; b++) {
          const double share = passes_at(&camera, ray, ball[b].centre) / ball[b].radius;
          over = share < over ? share : over;
        }
        nearest = over < nearest ? over : nearest;
        farthest = over > farthest ? over : farthest;
      }
      const uint8_t *pixel = image.rgb + 3 * (y * WIDTH + x);
      const uint8_t *ground = empty.rgb + 3 * (y * WIDTH + x);
      if (farthest < 1) { /* all of it covered by something dark */
        inside++;
        assert_true(pixel[1] < 110);
      } else if (nearest > 1) {
        outside++;
        assert_memory_equal(pixel, ground, 3);
      }
    }
  if (inside < 600 || outside < 10000) fail_msg("%d inside, %d outside", inside, outside);
  carom_image_free(&image), carom_image_free(&empty);
}

/* The nearer one hides the other, whatever their order; a plate hides what is behind it. */
static void what_is_nearer_hides(void **state)
{
  (void)state;
  const double eye[3] = {0, -5, 0}, target[3] = {0, 0, 0};
  const carom_camera camera = carom_camera_look(eye, target, up, 0.5);
  const carom_rgb red = {{0.8f, 0, 0}}, green = {{0, 0.8f, 0}}, blue = {{0, 0, 0.8f}};
  for (int turn = 0; turn < 2; turn++) {
    carom_ball ball[2] = {{{0, 0, 0}, 0.6, red}, {{0, 2, 0}, 0.9, green}};
    if (turn) {
      const carom_ball kept = ball[0];
      ball[0] = ball[1], ball[1] = kept;
    }
    const carom_plate plate[] = {{{{-9, 1, -9}, {9, 1, -9}, {0, 1, 20}}, blue, false}};
    carom_show show = {.ball = ball, .balls = 2};
    carom_image image = drawn(&show, &camera);
    const uint8_t *middle = image.rgb + 3 * (HEIGHT / 2 * WIDTH + WIDTH / 2);
    assert_true(middle[0] > 100 && middle[1] < 100);
    carom_image_free(&image);
    show.plate = plate, show.plates = 1;
    image = drawn(&show, &camera);
    int greens = 0, blues = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
      greens += image.rgb[3 * i + 1] > 100 && image.rgb[3 * i] < 60 && image.rgb[3 * i + 2] < 60;
      blues += image.rgb[3 * i + 2] > 80 && image.rgb[3 * i] < 60;
    }
    assert_true(greens == 0 && blues > 5000);
    carom_image_free(&image);
  }
}

/* Cut open by a plane, a sphere shows a disc: an ellipse of a known area. */
static void a_cut_shows_a_disc(void **state)
{
  (void)state;
  const double eye[3] = {0, -50, 0}, target[3] = {0, 0, 0};
  const carom_camera camera = carom_camera_look(eye, target, up, 0.03); /* nearly parallel rays */
  const carom_ball ball = {{0, 0, 0}, 1, {{0.5f, 0.5f, 0.5f}}};
  const carom_show show = {
      .ball = &ball, .balls = 1, .cut = true, .cut_normal = {0, -1, 0}, .cut_at = 0.5};
  const carom_image image = drawn(&show, &camera);
  /* at y = -0.5 the disc has a radius of sqrt(3)/2 and one colour */
  const uint8_t *middle = image.rgb + 3 * (HEIGHT / 2 * WIDTH + WIDTH / 2);
  int same = 0;
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    same += abs(image.rgb[3 * i] - middle[0]) < 3;
  const double pixel = 2 * 0.03 * 49.5 / HEIGHT;
  assert_close(same * pixel * pixel, 3.14159265 * 0.75, 0.03);
  carom_image_free((carom_image *)&image);
}

/* Without anything that casts shadows the sums over directions are integrals over the sky,
 * computed here by fine steps. */
static void light_is_the_integral_over_the_sky(void **state)
{
  (void)state;
  const double eye[3] = {0, -5, 0}, target[3] = {0, 0, 0};
  const carom_camera camera = carom_camera_look(eye, target, up, 0.5);
  const carom_show show = {.balls = 0};
  carom_scene_seen *s = calloc(1, sizeof *s);
  s->show = &show;
  assert_int_equal(carom_lights_make(s, &camera, 1, NULL), CAROM_OK);
  /* the pole: up and towards the camera, which looks along +y: (0, -1.25, -0.75) there */
  const double length = sqrt(1.25 * 1.25 + 0.75 * 0.75);
  const double pole[3] = {0, -1.25 / length, -0.75 / length};
  for (int tilt = 0; tilt < 4; tilt++) {
    /* a normal that leans by this angle from the pole, towards x */
    const double angle = 0.35 * tilt, c = cos(angle), a = sin(angle);
    const float normal[3] = {(float)a, (float)(c * pole[1]), (float)(c * pole[2])};
    const float point[3] = {0, 0, 5};
    float sky, key;
    double sum = 0, all = 0;
    for (int i = 0; i < 400; i++)
      for (int k = 0; k < 400; k++) {
        const double z = (i + 0.5) / 400, r = sqrt(1 - z * z), turn = 2 * 3.14159265 * k / 400;
        const double cosine = c * z + a * r * cos(turn), weight = 0.55 + 0.45 * z;
        sum += cosine > 0 ? weight * cosine : 0;
        all += weight;
      }
    carom_light_at(s, point, normal, &sky, &key);
    assert_close(sky, 2 * sum / all, 0.01);
  }
  /* towards the key light: the mean cosine over its cap */
  const double l = sqrt(0.5 * 0.5 + 0.76 * 0.76 + 0.62 * 0.62);
  const float normal[3] = {(float)(-0.5 / l), (float)(-0.76 / l), (float)(-0.62 / l)};
  const float point[3] = {0, 0, 5};
  float sky, key;
  carom_light_at(s, point, normal, &sky, &key);
  assert_close(key, (1 + 0.9925) / 2, 1e-4);
  free(s);
}

/* A floor far below a small sphere is lit as if there were none, and right under it is not. */
static void grains_cast_shadows(void **state)
{
  (void)state;
  const double eye[3] = {0, -8, 6}, target[3] = {0, 0, 0};
  const carom_camera camera = carom_camera_look(eye, target, up, 0.4);
  const carom_ball ball = {{0, 0, 0.5}, 0.5, {{0.5f, 0.5f, 0.5f}}};
  const carom_plate floor[] = {{{{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}}, {{0.7f, 0.7f, 0.7f}}, false},
                               {{{-9, -9, 0}, {9, 9, 0}, {-9, 9, 0}}, {{0.7f, 0.7f, 0.7f}}, false}};
  carom_show show = {.ball = &ball, .balls = 1, .plate = floor, .plates = 2};
  carom_image image = drawn(&show, &camera);
  double at[2];
  const double open[3] = {-2.5, -1, 0}, shaded[3] = {0.62, 0.02, 0}; /* down from the key light */
  uint8_t value[2];
  const double *place[2] = {open, shaded};
  for (int i = 0; i < 2; i++) {
    assert_true(carom_camera_place(&camera, place[i], WIDTH, HEIGHT, at));
    value[i] = image.rgb[3 * ((int)at[1] * WIDTH + (int)at[0])];
  }
  assert_true(value[1] + 20 < value[0]);
  show.balls = 0;
  carom_image_free(&image);
  image = drawn(&show, &camera);
  assert_true(carom_camera_place(&camera, open, WIDTH, HEIGHT, at));
  assert_true(abs(image.rgb[3 * ((int)at[1] * WIDTH + (int)at[0])] - value[0]) <= 3);
  carom_image_free(&image);
}

/* The whole box is in the picture beside what is written, and fills one direction of the room. */
static void cameras_have_all_in_view(void **state)
{
  (void)state;
  static const double boxes[][6] = {
      {0, 0, 0, 1, 1, 1}, {-5, 2, 3, -4, 9, 3.5}, {0, 0, 0, 1e-4, 1e-4, 3e-3}};
  for (int b = 0; b < 3; b++)
    for (int view = 0; view < 12; view++) {
      carom_picture_def def = carom_picture_default();
      double distance, low = 1e9, high = -1e9, right = -1e9, left = 1e9;
      def.azimuth = 30 * view;
      def.elevation = view % 3 * 40 - 20;
      const carom_camera camera = carom_view_of(&def, boxes[b], boxes[b] + 3, &distance);
      for (int i = 0; i < 8; i++) {
        const double corner[3] = {boxes[b][i & 1 ? 3 : 0], boxes[b][i & 2 ? 4 : 1],
                                  boxes[b][i & 4 ? 5 : 2]};
        double at[2];
        assert_true(carom_camera_place(&camera, corner, def.width, def.height, at));
        left = at[0] < left ? at[0] : left, right = at[0] > right ? at[0] : right;
        low = at[1] < low ? at[1] : low, high = at[1] > high ? at[1] : high;
      }
      assert_true(left > 0.01 * def.width && right < 0.88 * def.width);
      assert_true(low > 0.08 * def.height && high < 0.92 * def.height);
      const double wide = (right - left) / (0.80 * def.width - 0.10 * def.height);
      const double tall = (high - low) / (0.77 * def.height);
      assert_true(wide > 0.9 || tall > 0.9);
    }
}

static void scales_end_at_round_numbers(void **state)
{
  (void)state;
  assert_close(carom_round_number(0.0301), 0.05, 1e-12);
  assert_close(carom_round_number(2), 2, 1e-12);
  assert_close(carom_round_end(0.0301), 0.04, 1e-12);
  assert_close(carom_round_end(7e6), 8e6, 1e-12);
  assert_close(carom_round_end(9.1), 10, 1e-12);
  double value[1000];
  carom_colour_scale scale;
  for (int i = 0; i < 1000; i++)
    value[i] = i < 998 ? i / 1000.0 : 1e6; /* two of a splash */
  carom_scale_fit(&scale, value, 1000, true);
  assert_true(scale.low == 0);
  assert_close(scale.high, 1, 1e-12);
  value[0] = (double)NAN;
  carom_scale_fit(&scale, value, 1, true);
  assert_true(scale.high > scale.low);
}

/* Lightness grows by equal steps, as the eye has it: computed back from the linear light. */
static void colours_have_even_steps(void **state)
{
  (void)state;
  carom_colours colours;
  carom_colours_make(&colours);
  double before = 0;
  for (int i = 0; i <= 16; i++) {
    const carom_rgb c = carom_colour_of(&colours, CAROM_MAP_EVEN, i / 16.0);
    const double l = cbrt(0.4122214708 * c.c[0] + 0.5363325363 * c.c[1] + 0.0514459929 * c.c[2]);
    const double m = cbrt(0.2119034982 * c.c[0] + 0.6806995451 * c.c[1] + 0.1073969566 * c.c[2]);
    const double s = cbrt(0.0883024619 * c.c[0] + 0.2817188376 * c.c[1] + 0.6299787005 * c.c[2]);
    const double lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    assert_close(lightness, 0.29 + 0.61 * i / 16, 0.004); /* nothing was cut off */
    assert_true(lightness > before);
    before = lightness;
  }
  assert_int_equal(colours.screen[0], 0);
  assert_int_equal(colours.screen[CAROM_LEVELS], 255);
  assert_int_equal(colours.screen[CAROM_LEVELS / 2], 188); /* sRGB of one half */
}

static int64_t differing(const carom_image *a, const carom_image *b)
{
  int64_t other = 0;
  for (int64_t i = 0; i < (int64_t)3 * a->width * a->height; i++)
    other += a->rgb[i] != b->rgb[i];
  return other;
}

/* Two grains with a gap between them, where a bond is seen if it is whole, in the middle of the
 * picture; small grains show more of it, and stress gives it its colour. */
static void bonds_are_rods(void **state)
{
  (void)state;
  enum { NONE, BROKEN, WHOLE, ONLY, PULLED, PRESSED, LOST, ALL };
  static const carom_picture_bonds how[ALL] = {
      CAROM_BONDS_NONE,   CAROM_BONDS_AMID,   CAROM_BONDS_AMID, CAROM_BONDS_ONLY,
      CAROM_BONDS_STRESS, CAROM_BONDS_STRESS, CAROM_BONDS_AMID};
  carom_frame_body body[2] = {{.position = {-1, 0, 0}, .radius = 0.8},
                              {.position = {1, 0, 0}, .radius = 0.8}};
  carom_image image[ALL];
  uint8_t middle[ALL][3];
  for (int k = 0; k < ALL; k++) {
    carom_frame_bond bond = {.from = {-1, 0, 0},
                             .to = {1, 0, 0},
                             .b = k == LOST ? 7 : 1, /* no such grain */
                             .state = k == NONE || k == BROKEN,
                             .tensile_stress = k == PULLED ? 1e6 : -1e6};
    carom_frame_held held = {.has = CAROM_HELD_ALL, .bonds = true};
    held.frame = (carom_frame){.body = body, .bodies = 2, .bond = &bond, .bonds = 1};
    carom_picture_def def = carom_picture_default();
    def.width = 90, def.height = 60, def.azimuth = -90, def.elevation = 0, def.bare = true;
    def.bonds = how[k];
    def.range[0] = 0, def.range[1] = 1e6;
    carom_error err = {.code = CAROM_OK};
    if (carom_picture_make(&held, &def, &image[k], &err) != CAROM_OK) fail_msg("%s", err.text);
    memcpy(middle[k], image[k].rgb + 3 * (30 * 90 + 45), 3);
  }
  assert_int_equal(differing(&image[BROKEN], &image[NONE]), 0);
  assert_int_equal(differing(&image[LOST], &image[NONE]), 0);
  assert_true(middle[NONE][0] > 200 && middle[WHOLE][0] < 200 && middle[ONLY][0] < 200);
  assert_true(middle[WHOLE][0] > middle[WHOLE][2] + 20); /* brown */
  assert_true(differing(&image[ONLY], &image[WHOLE]) > 1000);
  assert_true(middle[PULLED][0] > middle[PULLED][2] + 60);   /* dark red */
  assert_true(middle[PRESSED][0] < middle[PRESSED][2] + 60); /* a pale grey */
  for (int k = 0; k < ALL; k++)
    carom_image_free(&image[k]);
}

/* What frames do not hold cannot be shown; ranges and sizes that are none are refused. */
static void what_is_missing_is_told(void **state)
{
  (void)state;
  static picture_stage stage;
  carom_image image;
  carom_error err = {.code = CAROM_OK};
  carom_picture_def def = carom_picture_default();
  def.width = 40, def.height = 30;
  picture_stage_fill(&stage);
  stage.held.has = 0;
  stage.held.contacts = false;
  assert_int_equal(carom_picture_make(&stage.held, &def, &image, &err), CAROM_ERR_MISSING);
  assert_non_null(strstr(err.text, "'speed'"));
  carom_image_free(&image);
  def.chains = true;
  assert_int_equal(carom_picture_make(&stage.held, &def, &image, &err), CAROM_ERR_MISSING);
  carom_image_free(&image);
  def.chains = false;
  def.bonds = CAROM_BONDS_STRESS;
  assert_int_equal(carom_picture_make(&stage.held, &def, &image, &err), CAROM_ERR_MISSING);
  assert_non_null(strstr(err.text, "no bonds"));
  carom_image_free(&image);
  def.chains = stage.held.contacts = true;
  assert_int_equal(carom_picture_make(&stage.held, &def, &image, &err), CAROM_ERR_CONFLICT);
  carom_image_free(&image);
  def.chains = stage.held.contacts = false;
  def.bonds = CAROM_BONDS_AMID;
  def.colour = CAROM_BY_RADIUS;
  assert_int_equal(carom_picture_make(&stage.held, &def, &image, &err), CAROM_OK);
  carom_image_free(&image);
  def.range[0] = 2, def.range[1] = 1;
  assert_int_equal(carom_picture_make(&stage.held, &def, &image, &err), CAROM_ERR_RANGE);
  carom_image_free(&image);
  def.width = 0;
  assert_int_equal(carom_picture_make(&stage.held, &def, &image, &err), CAROM_ERR_RANGE);
  carom_image_free(&image);
  /* walls that tell nothing */
  def = carom_picture_default();
  def.width = 40, def.height = 30, def.colour = CAROM_BY_WEAR;
  for (int i = 0; i < CASE_FACETS; i++)
    stage.facet[i].wear = (double)NAN;
  assert_int_equal(carom_picture_make(&stage.held, &def, &image, &err), CAROM_ERR_MISSING);
  assert_non_null(strstr(err.text, "'wear'"));
  carom_image_free(&image);
  /* nothing at all is a picture, too */
  stage.held.frame.bodies = stage.held.frame.facets = stage.held.frame.contacts = 0;
  def = carom_picture_default();
  def.width = 40, def.height = 30, def.colour = CAROM_BY_RADIUS;
  assert_int_equal(carom_picture_make(&stage.held, &def, &image, &err), CAROM_OK);
  carom_image_free(&image);
}

/* Triangles of meshes have the colour of their value, whatever stands behind them; the scale ends
 * at a round number above the largest. */
static void meshes_are_coloured_by_their_load(void **state)
{
  (void)state;
  static picture_stage stage;
  carom_image plain, image[2];
  carom_picture_def def = carom_picture_default();
  def.width = 160, def.height = 90, def.bare = true;
  picture_stage_fill(&stage);
  for (int i = 0; i < CASE_FACETS; i++)
    stage.facet[i].pressure = 180, stage.facet[i].shear = i < 2 ? 0 : (double)NAN;
  def.colour = CAROM_BY_PRESSURE;
  carom_colour_scale scale;
  double *value;
  assert_int_equal(carom_values_of(&stage.held, CAROM_BY_PRESSURE, &value, &scale, NULL), CAROM_OK);
  assert_true(scale.low == 0 && scale.high == 200 && value[0] == 180);
  free(value);
  for (int k = 0; k < 2; k++) {
    def.range[0] = 0, def.range[1] = k ? 180 : 1e9;
    assert_int_equal(carom_picture_make(&stage.held, &def, &image[k], NULL), CAROM_OK);
  }
  def.range[0] = def.range[1] = CAROM_UNSET;
  def.colour = CAROM_BY_SPEED;
  assert_int_equal(carom_picture_make(&stage.held, &def, &plain, NULL), CAROM_OK);
  int64_t yellow = 0, violet = 0, same = 0;
  for (int64_t i = 0; i < (int64_t)160 * 90; i++) {
    const uint8_t *low = image[0].rgb + 3 * i, *high = image[1].rgb + 3 * i;
    same += !memcmp(low, high, 3);
    yellow += high[1] > high[2] + 60 && high[0] > high[2] + 40;
    violet += low[2] > low[1] + 15 && low[0] < 90;
  }
  assert_true(yellow > 2000 && violet > 2000);
  assert_true(same < 160 * 90 - 2000); /* the ground only */
  for (int k = 0; k < 2; k++)
    carom_image_free(&image[k]);
  carom_image_free(&plain);
}

/* Grains that have travelled through a periodic border are drawn where they come in again, with
 * their contacts; in other directions they stay. */
static void grains_are_drawn_in_their_box(void **state)
{
  (void)state;
  static picture_stage here, far;
  carom_image image[2];
  carom_picture_def def = carom_picture_default();
  def.width = 120, def.height = 80;
  picture_stage_fill(&here);
  picture_stage_fill(&far);
  for (int k = 0; k < 2; k++)
    here.held.frame.periodic[k] = far.held.frame.periodic[k] = true;
  for (int i = 0; i < CASE_BODIES; i++) /* by powers of two: nothing is rounded */
    far.body[i].position[0] += 4 * (i % 3 - 1), far.body[i].position[1] -= 8;
  carom_folded folded;
  assert_int_equal(carom_fold(&far.held.frame, &folded, NULL), CAROM_OK);
  for (int i = 0; i < CASE_BODIES; i++)
    for (int k = 0; k < 3; k++) {
      assert_close(folded.frame.body[i].position[k], here.body[i].position[k], 1e-14);
      far.body[i].position[k] = here.body[i].position[k] + (k == 0 ? 4 * (i % 3 - 1) : 0);
    }
  carom_folded_free(&folded);
  /* a sheared box: two periods up in y are two offsets along x */
  here.held.frame.gradient = 1, here.held.frame.flow = 0, here.held.frame.offset = 0.25;
  here.body[0].position[0] = 0.5 + 2 * 0.25, here.body[0].position[1] = 0.75 + 2;
  assert_int_equal(carom_fold(&here.held.frame, &folded, NULL), CAROM_OK);
  assert_true(folded.frame.body[0].position[0] == 0.5 && folded.frame.body[0].position[1] == 0.75);
  carom_folded_free(&folded);
  picture_stage_fill(&here);
  here.held.frame.periodic[0] = here.held.frame.periodic[1] = true;
  for (int i = 0; i < CASE_CONTACTS; i++)
    far.contact[i].from[0] += 4, far.contact[i].to[0] += 4;
  def.chains = true;
  assert_int_equal(carom_picture_make(&here.held, &def, &image[0], NULL), CAROM_OK);
  assert_int_equal(carom_picture_make(&far.held, &def, &image[1], NULL), CAROM_OK);
  int64_t other = 0;
  for (int64_t i = 0; i < (int64_t)3 * 120 * 80; i++)
    other += abs(image[0].rgb[i] - image[1].rgb[i]) > 8;
  assert_true(other < 100); /* rounding moves an edge by far less than a pixel */
  for (int k = 0; k < 2; k++)
    carom_image_free(&image[k]);
}

/* Text does not depend on what is not there: a control character is a box like any other. */
static void odd_characters_are_boxes(void **state)
{
  (void)state;
  static const char *const odd[] = {"\x01", "\x1b", "\x7f", "\xff", "\xe4\xb8\xad"};
  const carom_ink ink = {{0, 0, 0}, 1};
  uint8_t first[3 * 40 * 40];
  for (int i = 0; i < 5; i++) {
    carom_image image;
    assert_int_equal(carom_image_make(40, 40, &image, NULL), CAROM_OK);
    memset(image.rgb, 255, sizeof first);
    carom_image_text(&image, 10, 30, 20, 0, odd[i], ink);
    if (i == 0) memcpy(first, image.rgb, sizeof first);
    assert_memory_equal(image.rgb, first, sizeof first);
    carom_image_free(&image);
  }
  assert_true(carom_text_width(14, "mm") > carom_text_width(14, "ii"));
  assert_true(carom_text_width(14, "") == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sphere_has_its_outline),
      cmocka_unit_test(what_is_nearer_hides),
      cmocka_unit_test(a_cut_shows_a_disc),
      cmocka_unit_test(light_is_the_integral_over_the_sky),
      cmocka_unit_test(grains_cast_shadows),
      cmocka_unit_test(cameras_have_all_in_view),
      cmocka_unit_test(scales_end_at_round_numbers),
      cmocka_unit_test(colours_have_even_steps),
      cmocka_unit_test(meshes_are_coloured_by_their_load),
      cmocka_unit_test(grains_are_drawn_in_their_box),
      cmocka_unit_test(bonds_are_rods),
      cmocka_unit_test(what_is_missing_is_told),
      cmocka_unit_test(odd_characters_are_boxes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
