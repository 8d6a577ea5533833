/* SPDX-License-Identifier: MIT */
/* Mass through a plane: compares the side of the plane on which each particle is, counted in
 * periods, with that at the last look. */
#include <stdlib.h>
#include <string.h>

#include "core/archive.h"
#include "measure/measure.h"

struct carom_crossings {
  double point[3], normal[3];
  double period;  /* of the plane along its normal; 0: there is only one plane */
  int64_t *side;  /* sides at the last look, in the order in which particles entered the scene */
  int64_t *entry; /* their numbers of entry */
  int64_t count, room, looks;
  double mass;
  int64_t particles;
};

carom_status carom_crossings_create(const carom_scene *s, const double point[3],
                                    const double normal[3], carom_crossings **crossings,
                                    carom_error *err)
{
  double square = 0;
  if (!s || !point || !normal || !crossings)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "a scene, a point and a normal are needed");
  for (int k = 0; k < 3; k++)
    square += normal[k] * normal[k];
  if (!(square > 0 && square < 1e300))
    return carom_fail(err, CAROM_ERR_RANGE, "normal", "the plane needs a normal that is not 0");
  if (s->box.deforms)
    return carom_fail(err, CAROM_ERR_CONFLICT, "normal",
                      "in a box that deforms no plane stays where it is: mass through one is not "
                      "counted; leave it out");
  carom_crossings *c = calloc(1, sizeof *c);
  if (!c) return carom_look_no_room(err);
  for (int k = 0; k < 3; k++) {
    const bool only = normal[(k + 1) % 3] == 0 && normal[(k + 2) % 3] == 0;
    c->point[k] = point[k];
    c->normal[k] = normal[k] / CAROM_SQRT(square);
    if (only) c->period = s->model.length[k];
  }
  *crossings = c;
  return CAROM_OK;
}

void carom_crossings_destroy(carom_crossings *c)
{
  if (!c) return;
  free(c->side);
  free(c->entry);
  free(c);
}

static bool grow(carom_crossings *c, int64_t count)
{
  if (count <= c->room) return true;
  int64_t *side = realloc(c->side, (size_t)count * sizeof *side);
  if (side) c->side = side;
  int64_t *entry = realloc(c->entry, (size_t)count * sizeof *entry);
  if (entry) c->entry = entry;
  if (!side || !entry) return false;
  c->room = count;
  return true;
}

static int64_t side_of(const carom_crossings *c, const double x[3])
{
  double distance = 0;
  for (int k = 0; k < 3; k++)
    distance += (x[k] - c->point[k]) * c->normal[k];
  return c->period > 0 ? (int64_t)__builtin_floor(distance / c->period) : distance >= 0;
}

/* Both lists are in the order of entry, and particles that have left are skipped. New sides
 * overwrite old ones that have already been read, because no particle enters before another. */
carom_status carom_crossings_look(carom_crossings *c, carom_scene *s, const carom_selection *of,
                                  double *mass, int64_t *particles, carom_error *err)
{
  carom_look look;
  int64_t last = 0;
  if (!c) return carom_fail(err, CAROM_ERR_ARGUMENT, "crossings", "there is no plane");
  CAROM_TRY(carom_look_begin(&look, s, of, err));
  if (!grow(c, s->particles.count)) return carom_look_no_room(err);
  for (int64_t tag = 0; tag < s->particles.count; tag++) {
    const carom_scene_grain *g = &look.grain[tag];
    const int64_t entry = s->particles.entry[tag], side = side_of(c, g->position);
    double folded[3];
    while (last < c->count && c->entry[last] < entry)
      last++;
    const bool known = last < c->count && c->entry[last] == entry;
    const int64_t across = known ? side - c->side[last] : 0;
    last += known;
    if (across != 0 && carom_look_at(&look, s->particles.index_of[tag], folded)) {
      c->mass += g->mass * (double)across;
      c->particles += across;
    }
    c->side[tag] = side;
    c->entry[tag] = entry;
  }
  c->count = s->particles.count;
  c->looks++;
  if (mass) *mass = c->mass;
  if (particles) *particles = c->particles;
  return CAROM_OK;
}

carom_status carom_crossings_archive(carom_crossings *c, const char *name, carom_archive *archive,
                                     carom_error *err)
{
  CAROM_TRY(carom_look_archive(c, name, archive, err));
  int64_t whole[3] = {c->count, c->looks, c->particles};
  CAROM_TRY(carom_archive_array(archive, name, "counts", CAROM_INT64S, whole, 3, err));
  if (archive->loading) {
    if (whole[0] < 0 || whole[0] > CAROM_SCENE_PARTICLES_MAX || whole[1] < 0)
      return carom_fail(err, CAROM_ERR_RANGE, "crossings", "the saved state is damaged");
    if (!grow(c, whole[0])) return carom_look_no_room(err);
    c->count = whole[0], c->looks = whole[1], c->particles = whole[2];
  }
  CAROM_TRY(carom_archive_array(archive, name, "mass", CAROM_DOUBLES, &c->mass, 1, err));
  CAROM_TRY(
      carom_archive_array(archive, name, "side", CAROM_INT64S, c->side, (size_t)c->count, err));
  return carom_archive_array(archive, name, "entry", CAROM_INT64S, c->entry, (size_t)c->count, err);
}
