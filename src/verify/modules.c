/* SPDX-License-Identifier: MIT */
/* Scenes against the other modules, which resolve the same contacts in another way. */
#include <math.h>
#include <stdio.h>

#include "verify/stage.h"

static const carom_material steel = {207e9, 0.3, 7800, 1.03e9, "steel"};

/* A law and what it needs, and its order in the step. */
typedef struct sample {
  const char *law, *setting;
  double value;
  bool jumps;    /* at touch, or at a kink: first order */
  bool any_size; /* its constants do not depend on the bodies */
} sample;

static const sample samples[] = {
    {"hertz", NULL, 0, false, true},
    {"hooke", "contact_time", 5e-5, true, false},
    {"tsuji", "restitution", 0.8, false, true},
    {"lee-herrmann", "restitution", 0.8, true, false},
    {"kuwabara-kono", "restitution", 0.8, false, false},
    {"hunt-crossley", "restitution", 0.8, true, false},
    {"lankarani-nikravesh", "restitution", 0.8, true, false},
    {"ma-liu", NULL, 0, true, true},
    {"thornton", NULL, 0, true, true},
    {"walton-braun", NULL, 0, true, false},
    {"kogut-etsion", NULL, 0, true, true},
    {"jackson-green", NULL, 0, true, true},
};

enum { SAMPLES = sizeof samples / sizeof *samples };

static bool resolved_alone(const stage *s, double partner, double speed, carom_impact *impact,
                           carom_verify *v)
{
  carom_contact_def def = s->contact[0].normal;
  carom_impact_def how = carom_impact_default();
  carom_contact contact;
  carom_error err;
  def.a.material = def.b.material = steel;
  def.a.radius = 0.01;
  def.b.radius = partner;
  carom_status status = carom_contact_prepare(&def, &contact, &err);
  how.contact = &contact;
  how.speed = speed;
  if (status == CAROM_OK) status = carom_impact_resolve(&how, impact, &err);
  if (status != CAROM_OK) carom_verify_stop(v, &err);
  return status == CAROM_OK;
}

/* Two spheres, the second of another radius. A third, far away and of a third radius, makes the
 * scene compute reduced radius and mass for every contact. */
static void compare_impact(carom_verify *v, const sample *law, double partner)
{
  static const char *const smooth = "20 / N^2, N = 1000 steps a contact";
  static const char *const kinks = "1 / N: forces with kinks or jumps within a step, N = 1000";
  const double speed = 2, share = law->jumps ? 1e-3 : 20e-6;
  const bool uneven = partner != 0.01;
  carom_impact impact;
  stage s;
  stage_set(&s, &steel, &steel, uneven ? 3 : 2, 0.01, law->law);
  if (law->setting) stage_normal(&s, law->setting, law->value);
  for (int k = 0; k < 3; k++)
    s.contact[k].normal.speed = speed;
  if (!resolved_alone(&s, partner, speed, &impact, v)) return;
  s.def.step = impact.duration / 1000;
  s.particle[1].radius = partner;
  s.particle[1].position[0] = 0.01 + partner + 0.41 * speed * s.def.step;
  s.particle[0].velocity[0] = 0.5 * speed;
  s.particle[1].velocity[0] = -0.5 * speed;
  s.particle[2].radius = 0.003;
  s.particle[2].position[1] = 1;
  carom_scene *scene = stage_made(&s, v);
  if (!scene) return;
  const encounter e = stage_meet(scene, 20000, v);
  carom_scene_pairing pairing = {.resolved = NAN, .delivered = NAN};
  carom_scene_pairing_at(scene, 0, &pairing, NULL);
  carom_scene_destroy(scene);
  const char *why = law->jumps ? kinks : smooth, *sizes = uneven ? ", unequal" : "";
  carom_verify_add(v, "1", impact.restitution, (e.b.velocity[0] - e.a.velocity[0]) / speed, share,
                   why, "%s%s: restitution", law->law, sizes);
  carom_verify_add(v, "N", impact.peak_force, e.peak_force, share * impact.peak_force, why,
                   "%s%s: largest force", law->law, sizes);
  carom_verify_add(v, "m", impact.peak_overlap, e.peak_overlap, share * impact.peak_overlap, why,
                   "%s%s: largest overlap", law->law, sizes);
  if (uneven) return; /* what is foreseen is of the mean size */
  carom_verify_add(v, "1", impact.restitution, pairing.resolved, 1e-12, "the same integration",
                   "%s: restitution foreseen", law->law);
  carom_verify_add(v, "1", impact.restitution, pairing.delivered, 1e-3, kinks,
                   "%s: restitution foreseen in these steps", law->law);
}

void carom_verify_impact(carom_verify *v)
{
  for (int i = 0; i < SAMPLES; i++) {
    compare_impact(v, &samples[i], 0.01);
    if (samples[i].any_size) compare_impact(v, &samples[i], 0.004);
  }
}

enum { BEADS = 12 };

static carom_chain *row_as_chain(const char *law, carom_chain_integrator integrator, double step,
                                 carom_verify *v)
{
  carom_bead bead[BEADS];
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain = NULL;
  carom_error err;
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 5e-3;
    bead[i].body.material = steel;
  }
  bead[0].velocity = 0.5;
  contact.law = law;
  contact.speed = 0.5;
  if (law[0] == 't') carom_contact_set(&contact, "restitution", 0.9);
  def.bead = bead;
  def.beads = BEADS;
  def.contact = &contact;
  def.contacts = 1;
  def.integrator = integrator;
  def.step = step;
  if (carom_chain_create(&def, &chain, &err) == CAROM_OK &&
      carom_chain_advance(chain, 120e-6, &err) == CAROM_OK)
    return chain;
  carom_verify_stop(v, &err);
  carom_chain_destroy(chain);
  return NULL;
}

static carom_scene *row_as_scene(const char *law, double step, carom_verify *v)
{
  stage s;
  stage_set(&s, &steel, &steel, BEADS, 5e-3, law);
  for (int k = 0; k < 3; k++)
    s.contact[k].normal.speed = 0.5;
  if (law[0] == 't') stage_normal(&s, "restitution", 0.9);
  stage_tangential(&s, "mindlin", 0.5);
  for (int i = 0; i < BEADS; i++)
    s.particle[i].position[0] = 0.01 * i;
  s.particle[0].velocity[0] = 0.5;
  s.def.step = step;
  return stage_made(&s, v);
}

void carom_verify_row_of_beads(carom_verify *v)
{
  static const char *const law[] = {"hertz", "tsuji", "ma-liu"};
  const double step = 20e-9;
  static const struct {
    carom_chain_integrator integrator;
    const char *name, *why;
    double tolerance;
  } chains[] = {
      {CAROM_CHAIN_DOP853, "resolved", "1e-5 of the first speed: steps of t_c / 1500", 0.5e-5},
      {CAROM_CHAIN_VERLET, "in steps", "positions of a scene are absolute: gaps known to 1e-17 m",
       1e-10}};
  for (int m = 0; m < 3; m++) {
    carom_scene *scene = row_as_scene(law[m], step, v);
    if (!scene || !stage_run(scene, 6000, v)) return;
    for (int c = 0; c < 2; c++) {
      carom_chain *chain = row_as_chain(law[m], chains[c].integrator, c ? step : 0, v);
      for (int i = 0; chain && i < BEADS; i++)
        carom_verify_add(v, "m/s", carom_chain_velocity(chain)[i], stage_body(scene, i).velocity[0],
                         chains[c].tolerance, chains[c].why, "%s, %s: velocity of bead %d", law[m],
                         chains[c].name, i);
      carom_chain_destroy(chain);
    }
    carom_scene_destroy(scene);
  }
}

enum { PRESSES = 6 };

/* A plate is pressed against a sphere too heavy to move: in, half out, in again as deep, twice, and
 * then deeper. Its velocity goes up and down in a triangle for every stroke. */
static void press(stage *s, const double depth[PRESSES], double stroke, double *time,
                  double *velocity)
{
  double before = 0;
  for (int i = 0; i <= PRESSES; i++) {
    time[2 * i] = i * stroke;
    for (int k = 0; k < 3; k++)
      velocity[6 * i + k] = velocity[6 * i + 3 + k] = 0;
    if (i == PRESSES) break;
    time[2 * i + 1] = (i + 0.5) * stroke;
    velocity[6 * i + 5] = 2 * (depth[i] - before) / stroke;
    before = depth[i];
  }
  stage_floor(s);
  s->wall[0].motion.points = 2 * PRESSES + 1;
  s->wall[0].motion.time = time;
  s->wall[0].motion.velocity = velocity;
  s->particle[0].mass = 1e15;
  s->particle[0].position[2] = s->particle[0].radius;
}

static bool alone(const stage *s, const double depth[PRESSES], double plastic[PRESSES],
                  carom_verify *v)
{
  carom_contact_def def = s->contact[1].normal;
  carom_contact contact;
  carom_error err;
  def.a.material = def.b.material = steel;
  def.a.radius = s->particle[0].radius;
  def.a.mass = 1e15;
  def.b.shape = CAROM_FLAT;
  def.b.fixed = true;
  if (carom_contact_prepare(&def, &contact, &err) != CAROM_OK) {
    carom_verify_stop(v, &err);
    return false;
  }
  carom_state state = carom_contact_virgin(&contact);
  for (int i = 0; i < PRESSES; i++) {
    carom_contact_commit(&contact, &state, depth[i]);
    plastic[i] = carom_contact_energy(&contact, &state, depth[i]).plastic;
  }
  return true;
}

/* Weight that grows to 401 times and falls again, every 2 ms. */
static void pulse(void *user, double time, double gravity[3])
{
  (void)user;
  gravity[0] = gravity[1] = 0;
  gravity[2] = -9.81 * (1 + 200 * (1 - cos(2 * CAROM_PI * time / 2e-3)));
}

/* A sphere lies on a plane and dents it under the first pulses of its weight; then it swings
 * elastically within the same episode. */
static void shaken_by_gravity(carom_verify *v)
{
  const carom_material aluminium = {7e10, 0.3, 2700, 1e7, "aluminium"};
  double plastic[4] = {NAN, NAN, NAN, NAN};
  stage s;
  stage_set(&s, &aluminium, &aluminium, 1, 10e-3, "thornton");
  stage_floor(&s);
  s.particle[0].position[2] = 10e-3 - 1e-9;
  s.def.gravity_at = pulse;
  s.def.step = 2e-7;
  carom_scene *scene = stage_made(&s, v);
  for (int k = 0; scene && k < 4 && stage_run(scene, 10000, v); k++)
    plastic[k] = carom_scene_budget(scene).plastic;
  if (!scene) return;
  const carom_scene_energy e = carom_scene_budget(scene);
  carom_scene_destroy(scene);
  carom_verify_within(v, "1", 0.5, 1, plastic[0] / e.gravity, "the first pulse dents",
                      "thornton, shaken: lost over the work of the weight");
  carom_verify_add(v, "J", plastic[2], plastic[3], 1e-2 * plastic[0], "it has settled in",
                   "thornton, shaken: nothing lost by the last pulse");
  carom_verify_add(v, "J", 0, e.residual, 2e-3 * e.gravity, "first order where a dent begins",
                   "thornton, shaken: residual of the budget");
}

void carom_verify_shakedown(carom_verify *v)
{
  static const char *const law[] = {"ma-liu", "thornton", "walton-braun", "kogut-etsion",
                                    "jackson-green"};
  static const char *const why = "1e-5: how exactly the plate gets to its depth";
  const double d = 20e-6, depth[PRESSES] = {d, 0.5 * d, d, 0.5 * d, d, 1.5 * d};
  for (int m = 0; m < 5; m++) {
    double time[2 * PRESSES + 1], velocity[6 * PRESSES + 6], plastic[PRESSES], first = 0;
    stage s;
    stage_set(&s, &steel, &steel, 1, 0.01, law[m]);
    stage_say(&s, "memory", "episode");
    press(&s, depth, 1e-3, time, velocity);
    s.def.step = 1e-6;
    carom_scene *scene = alone(&s, depth, plastic, v) ? stage_made(&s, v) : NULL;
    for (int i = 0; scene && i < PRESSES && stage_run(scene, 1000, v); i++) {
      const carom_scene_energy e = carom_scene_budget(scene);
      first = i == 0 ? e.plastic : first;
      carom_verify_add(v, "J", plastic[i], e.plastic, 1e-5 * plastic[PRESSES - 1], why,
                       "%s: lost after stroke %d", law[m], i);
      if (i > 0 && i < PRESSES - 1)
        carom_verify_add(v, "J", first, e.plastic, 1e-6 * first, "no dent deeper than the first",
                         "%s: nothing lost by stroke %d", law[m], i);
    }
    if (scene) {
      const carom_scene_energy e = carom_scene_budget(scene);
      carom_verify_add(v, "1", 0, e.residual / e.walls, 1e-3,
                       "trapezoids over strokes of 1000 steps",
                       "%s: residual over the work of the plate", law[m]);
    }
    carom_scene_destroy(scene);
  }
  shaken_by_gravity(v);
}
