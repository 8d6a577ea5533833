/* SPDX-License-Identifier: MIT */
/* The complete state of a scene: particles, walls, sums, dents, and the state of its engine. The
 * particles of an archive replace those of the definition. Damaged data are refused: every index is
 * checked before it is used. */
#include "scene/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/applied.h"
#include "scene/holds.h"

/* What must be known before the arrays can be read. */
typedef struct sizes {
  int64_t material_pairs, springs, history, walls, faces, surfaces; /* same as in the definition */
  int64_t sinks, sources;                                           /* likewise */
  double step;                                                      /* likewise */
  double skin, skin_start; /* likewise, if it gives a skin */
  int64_t particles, steps, rebuilds, dents;
  int64_t motions; /* hash of the motion of walls */
  int64_t entered, next_id, half_step_back;
} sizes;

static const carom_column sizes_column[] = {
    CAROM_COLUMN(sizes, material_pairs, CAROM_INT64S), CAROM_COLUMN(sizes, springs, CAROM_INT64S),
    CAROM_COLUMN(sizes, history, CAROM_INT64S),        CAROM_COLUMN(sizes, walls, CAROM_INT64S),
    CAROM_COLUMN(sizes, faces, CAROM_INT64S),          CAROM_COLUMN(sizes, surfaces, CAROM_INT64S),
    CAROM_COLUMN(sizes, sinks, CAROM_INT64S),          CAROM_COLUMN(sizes, sources, CAROM_INT64S),
    CAROM_COLUMN(sizes, step, CAROM_DOUBLES),          CAROM_COLUMN(sizes, skin, CAROM_DOUBLES),
    CAROM_COLUMN(sizes, skin_start, CAROM_DOUBLES),    CAROM_COLUMN(sizes, particles, CAROM_INT64S),
    CAROM_COLUMN(sizes, steps, CAROM_INT64S),          CAROM_COLUMN(sizes, rebuilds, CAROM_INT64S),
    CAROM_COLUMN(sizes, dents, CAROM_INT64S),          CAROM_COLUMN(sizes, motions, CAROM_INT64S),
    CAROM_COLUMN(sizes, entered, CAROM_INT64S),        CAROM_COLUMN(sizes, next_id, CAROM_INT64S),
    CAROM_COLUMN(sizes, half_step_back, CAROM_INT64S),
};

/* What calibration and step depend on; must be the same in the scene that loads. */
typedef struct calibrated {
  double radius, mass, smallest_radius, smallest_mass, damping[2];
  int64_t uniform;
} calibrated;

static const carom_column calibrated_column[] = {
    CAROM_COLUMN(calibrated, radius, CAROM_DOUBLES),
    CAROM_COLUMN(calibrated, mass, CAROM_DOUBLES),
    CAROM_COLUMN(calibrated, smallest_radius, CAROM_DOUBLES),
    CAROM_COLUMN(calibrated, smallest_mass, CAROM_DOUBLES),
    CAROM_COLUMNS(calibrated, damping, CAROM_DOUBLES, 2),
    CAROM_COLUMN(calibrated, uniform, CAROM_INT64S),
};

static const carom_column scene_column[] = {
    CAROM_COLUMNS(carom_scene, gravity, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_scene, accounting.energy_start, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.tangential_start, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.rolling_start, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.twisting_start, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.latched_start, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.gravity_work, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.entered, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.left, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.plastic_left, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_scene, accounting.moment_start, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_scene, accounting.momentum_last, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_scene, model.gravity_start, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_scene, model.gravity_set, CAROM_INT64S),
    CAROM_COLUMNS(carom_scene, accounting.applied_work, CAROM_DOUBLES, CAROM_SCENE_FORCES_MAX),
    CAROM_COLUMN(carom_scene, accounting.body.gravity, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.body.given, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.body.stops, CAROM_DOUBLES),
};

static const carom_column extremes_column[] = {
    CAROM_COLUMN(carom_extremes, fastest, CAROM_DOUBLES),
    CAROM_COLUMN(carom_extremes, deepest, CAROM_DOUBLES),
    CAROM_COLUMN(carom_extremes, touches, CAROM_INT64S),
    CAROM_COLUMN(carom_extremes, at_floor, CAROM_INT64S),
};

static const carom_column wall_column[] = {
    CAROM_COLUMNS(carom_wall, centre, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, velocity, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, spin, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, surface, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_wall, absent, CAROM_INT64S),
    CAROM_COLUMN(carom_wall, servo.way, CAROM_DOUBLES),
    CAROM_COLUMN(carom_wall, servo.speed, CAROM_DOUBLES),
    CAROM_COLUMN(carom_wall, body.free, CAROM_INT64S),
    CAROM_COLUMNS(carom_wall, body.rigid.position, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, body.rigid.orientation, CAROM_DOUBLES, 4),
    CAROM_COLUMNS(carom_wall, body.rigid.velocity, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, body.rigid.angular_momentum, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, body.way, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, body.inv_mass, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, body.inv_inertia, CAROM_DOUBLES, 6),
    CAROM_COLUMNS(carom_wall, body.driven_velocity, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, body.driven_spin, CAROM_DOUBLES, 3),
};

static bool extremes_sane(const carom_extremes *m)
{
  return m->fastest >= 0 && m->fastest - m->fastest == 0 && m->deepest >= 0 &&
         m->deepest - m->deepest == 0 && carom_sane(m->touches, INT64_C(1) << 53) &&
         carom_sane(m->at_floor, m->touches);
}

static sizes sizes_of(const carom_scene *s)
{
  return (sizes){.material_pairs = s->model.material_pairs,
                 .springs = s->model.history.normal,
                 .history = s->model.history.size,
                 .walls = s->walls.count,
                 .faces = s->walls.faces,
                 .surfaces = s->walls.surfaces,
                 .sinks = s->flow.sinks,
                 .sources = s->flow.sources,
                 .step = s->model.step,
                 .skin = s->model.skin,
                 .skin_start = s->model.skin_start,
                 .particles = s->particles.count,
                 .steps = s->steps,
                 .rebuilds = s->rebuilds,
                 .dents = s->contacts.dents.count,
                 .motions = carom_walls_motion_hash(s),
                 .entered = s->particles.entered,
                 .next_id = (int64_t)s->next_id,
                 .half_step_back = s->half_step_back};
}

/* Reserves space for the arrays about to be read. */
static carom_status resize(carom_scene *s, const sizes *to, carom_error *err)
{
  const sizes own = sizes_of(s);
  const bool skin_fits = s->model.skin_given
                             ? to->skin == own.skin && to->skin_start == own.skin_start
                             : carom_skin_sane(to->skin, to->skin_start, s->model.largest);
  if (memcmp(to, &own, offsetof(sizes, skin)) != 0 || !skin_fits ||
      !carom_sane(to->particles, CAROM_SCENE_PARTICLES_MAX) ||
      !carom_sane(to->steps, INT64_MAX / 2) || !carom_sane(to->rebuilds, INT64_MAX / 2) ||
      !carom_sane(to->dents, s->model.keeps_memory ? (int64_t)1 << 33 : 0) ||
      !carom_sane(to->entered, UINT32_MAX) || !carom_sane(to->next_id, (int64_t)1 << 32) ||
      !carom_sane(to->half_step_back, 1) || to->entered < to->particles)
    return carom_state_damaged(err, "sizes");
  if (to->motions != own.motions)
    return carom_fail(err, CAROM_ERR_CONFLICT, "wall",
                      "the saved state belongs to a scene whose walls move or whose contacts "
                      "behave otherwise; make "
                      "the same changes before loading");
  s->model.skin = to->skin;
  s->model.skin_start = to->skin_start;
  s->steps = (int64_t)to->steps;
  s->rebuilds = (int64_t)to->rebuilds;
  s->contacts.dents.count = to->dents;
  if (!carom_scene_reserve(s, to->particles) ||
      (s->model.keeps_memory && !carom_memory_reserve(s, &s->contacts.dents, to->dents)))
    return carom_state_no_memory(err);
  s->particles.count = to->particles;
  s->particles.entered = to->entered;
  s->next_id = (uint64_t)to->next_id;
  s->half_step_back = to->half_step_back != 0;
  return CAROM_OK;
}

static calibrated calibrated_of(const carom_material_pair *c)
{
  return (calibrated){.radius = c->contact.radius,
                      .mass = c->contact.mass,
                      .smallest_radius = c->small.radius,
                      .smallest_mass = c->small.mass,
                      .damping = {c->contact.damping[0], c->contact.damping[1]},
                      .uniform = c->uniform};
}

static carom_status compare_calibration(const carom_scene *s, calibrated *all,
                                        carom_archive *archive, carom_error *err)
{
  const int count = s->model.material_pairs;
  for (int k = 0; k < count; k++)
    all[k] = calibrated_of(&s->model.material_pair[k]);
  CAROM_VISIT("calibrated", calibrated_column, all, count);
  for (int k = 0; k < count; k++) {
    const calibrated own = calibrated_of(&s->model.material_pair[k]);
    if (memcmp(&all[k], &own, sizeof own) != 0)
      return carom_fail(err, CAROM_ERR_RANGE, "calibrated",
                        "the saved state belongs to a scene whose contacts were calibrated for "
                        "other sizes; use the definition it was saved with");
  }
  return CAROM_OK;
}

static carom_status visit_calibration(const carom_scene *s, carom_archive *archive,
                                      carom_error *err)
{
  calibrated *all = calloc((size_t)s->model.material_pairs + 1, sizeof *all);
  if (!all) return carom_state_no_memory(err);
  const carom_status status = compare_calibration(s, all, archive, err);
  free(all);
  return status;
}

/* Does every tag occur once, do entries grow with the tag, and were materials, radii and masses
 * foreseen by the model? */
static bool particles_fit(carom_particles *p, const carom_model *m)
{
  memset(p->index_of, 0xff, (size_t)p->count * sizeof *p->index_of);
  for (int64_t i = 0; i < p->count; i++) {
    const double radius = carom_position_row(p, i)[3];
    if (p->tag[i] >= p->count || p->index_of[p->tag[i]] != UINT32_MAX ||
        !carom_sane(p->material[i], m->materials - 1))
      return false;
    if (!(radius > 0 && radius <= m->largest) || !(p->mass[p->tag[i]] > 0)) return false;
    p->index_of[p->tag[i]] = (uint32_t)i;
  }
  for (int64_t k = 0; k < p->count; k++)
    if (p->entry[k] >= p->entered || (k > 0 && p->entry[k] <= p->entry[k - 1])) return false;
  return true;
}

static carom_status visit_particles(carom_scene *s, carom_archive *archive, carom_error *err)
{
  CAROM_TRY(carom_particles_archive(&s->particles, archive, err));
  if (!archive->loading) return CAROM_OK;
  if (!particles_fit(&s->particles, &s->model)) return carom_state_damaged(err, "particles");
  return s->engine->resize(s) ? CAROM_OK : carom_state_no_memory(err);
}

/* Given forces are part of the state, because callers can change them. */
static carom_status visit_forces(carom_scene *s, carom_archive *archive, carom_error *err)
{
  double given[6 * CAROM_SCENE_FORCES_MAX];
  const int forces = s->model.forces;
  for (int k = 0; k < forces; k++) {
    memcpy(given + 6 * k, s->model.force[k].def.force, 3 * sizeof *given);
    memcpy(given + 6 * k + 3, s->model.force[k].def.torque, 3 * sizeof *given);
  }
  CAROM_TRY(carom_archive_array(archive, "applied", "given", CAROM_DOUBLES, given,
                                6 * (size_t)forces, err));
  for (int k = 0; k < forces; k++) {
    memcpy(s->model.force[k].def.force, given + 6 * k, 3 * sizeof *given);
    memcpy(s->model.force[k].def.torque, given + 6 * k + 3, 3 * sizeof *given);
  }
  return CAROM_OK;
}

static carom_status visit_dents(carom_scene *s, carom_archive *archive, carom_error *err)
{
  const size_t count = (size_t)s->contacts.dents.count;
  const size_t width = (size_t)(s->model.history.size - s->model.history.normal);
  CAROM_TRY(carom_archive_array(archive, "dents", "key", CAROM_INT64S, s->contacts.dents.key, count,
                                err));
  return carom_archive_array(archive, "dents", "state", CAROM_DOUBLES, s->contacts.dents.state,
                             count * width, err);
}

/* The frame of a shell now and when its faces were listed. */
static carom_status visit_shell(carom_scene *s, int wall, carom_archive *archive, carom_error *err)
{
  enum { AT = 3, TURN = 9 };
  carom_shell *shell = s->walls.wall[wall].shell;
  double frame[1 + 2 * (AT + TURN)] = {shell->moved};
  double *const part[] = {shell->at, shell->turn, shell->listed_at, shell->listed_turn};
  static const int size[] = {AT, TURN, AT, TURN};
  char name[32];
  for (int i = 0, from = 1; i < 4; from += size[i++])
    memcpy(frame + from, part[i], (size_t)size[i] * sizeof *frame);
  snprintf(name, sizeof name, "frame_%d", wall);
  CAROM_TRY(carom_archive_array(archive, "shell", name, CAROM_DOUBLES, frame,
                                sizeof frame / sizeof *frame, err));
  snprintf(name, sizeof name, "worn_%d", wall);
  if (shell->worn)
    CAROM_TRY(carom_archive_array(archive, "shell", name, CAROM_INT64S, shell->worn,
                                  2 * (size_t)s->walls.wall[wall].faces, err));
  if (!archive->loading) return CAROM_OK;
  for (size_t k = 0; k < sizeof frame / sizeof *frame; k++)
    if (!(CAROM_FABS(frame[k]) < 1e75)) return carom_state_damaged(err, "shell");
  shell->moved = frame[0] != 0;
  for (int i = 0, from = 1; i < 4; from += size[i++])
    memcpy(part[i], frame + from, (size_t)size[i] * sizeof *frame);
  s->walls.shells_moved |= shell->moved;
  return CAROM_OK;
}

/* Walls: where they are and what moves them. */
static carom_status visit_walls(carom_scene *s, carom_archive *archive, carom_error *err)
{
  CAROM_VISIT("wall", wall_column, s->walls.wall, s->walls.count);
  for (int k = 0; archive->loading && k < s->walls.count; k++)
    if (!carom_sane(s->walls.wall[k].absent, 1) ||
        !carom_sane(s->walls.wall[k].body.free, s->walls.wall[k].body.active))
      return carom_state_damaged(err, "wall");
  CAROM_TRY(carom_archive_array(archive, "face", "row", CAROM_DOUBLES, s->walls.face_row,
                                (size_t)(CAROM_FACE_DOUBLES * s->walls.open_faces), err));
  for (int i = 0; i < s->walls.count; i++) /* faces of shells stay those of the definition */
    if (s->walls.wall[i].shell) CAROM_TRY(visit_shell(s, i, archive, err));
  return CAROM_OK;
}

static const carom_column surroundings_column[] = {
    CAROM_COLUMN(carom_scene, steps, CAROM_INT64S),
    CAROM_COLUMNS(carom_scene, gravity, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_scene, model.gravity_start, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_scene, model.gravity_set, CAROM_INT64S),
    CAROM_COLUMN(carom_scene, accounting.body.gravity, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.body.given, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, accounting.body.stops, CAROM_DOUBLES),
};

carom_status carom_surroundings_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  CAROM_VISIT("scene", surroundings_column, s, 1);
  if (s->model.gravity_set) s->model.gravity_varies = false;
  return visit_walls(s, archive, err);
}

static carom_status visit(carom_scene *s, carom_archive *archive, carom_error *err)
{
  sizes to = sizes_of(s);
  CAROM_VISIT("sizes", sizes_column, &to, 1);
  if (archive->loading) CAROM_TRY(resize(s, &to, err));
  CAROM_TRY(visit_calibration(s, archive, err));
  CAROM_VISIT("scene", scene_column, s, 1);
  if (!carom_sane(s->model.gravity_set, 1)) return carom_state_damaged(err, "scene");
  if (s->model.gravity_set) s->model.gravity_varies = false;
  if (s->model.forces > 0) CAROM_TRY(visit_forces(s, archive, err));
  CAROM_TRY(carom_box_archive(s, archive, err));
  CAROM_TRY(carom_flow_archive(s, archive, err));
  CAROM_TRY(visit_particles(s, archive, err));
  if (s->model.clumps) CAROM_TRY(carom_clumps_archive(s, archive, err));
  CAROM_TRY(carom_holds_archive(s, archive, err));
  carom_extremes_gather(s);
  CAROM_VISIT("extremes", extremes_column, s->accounting.extremes[0], s->model.material_pairs);
  for (int k = 0; k < s->model.material_pairs; k++)
    if (archive->loading && !extremes_sane(&s->accounting.extremes[0][k]))
      return carom_state_damaged(err, "extremes");
  CAROM_TRY(visit_walls(s, archive, err));
  CAROM_TRY(carom_bonds_archive(s, archive, err));
  CAROM_TRY(s->engine->archive(s, archive, err));
  CAROM_TRY(visit_dents(s, archive, err));
  return archive->loading && !carom_memory_fits(s) ? carom_state_damaged(err, "dents") : CAROM_OK;
}

carom_status carom_scene_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  if (!s || !archive || !archive->array)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "a scene and an archive are needed");
  if (!archive->loading && s->engine->advance) carom_scene_sample(s); /* brings particles back */
  const carom_status status = visit(s, archive, err);
  if (!archive->loading) return status;
  if (status != CAROM_OK) { /* no index may lead outside the arrays */
    s->engine->clear_lists(s);
    s->contacts.dents.count = 0;
    s->bonds.count = s->bonds.whole = 0;
    for (int64_t i = 0; i < s->particles.count; i++)
      s->particles.tag[i] = s->particles.index_of[i] = (uint32_t)i;
    s->clumps.count = 0;
    if (s->particles.clump)
      memset(s->particles.clump, 0, (size_t)s->particles.count * sizeof *s->particles.clump);
  }
  s->stopped = status;
  s->view_valid = false;
  return status;
}
