/* SPDX-License-Identifier: MIT */
#include "io/frames_scene.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash64.h"
#include "io/frame_walls.h"
#include "io/frame_writer.h"

enum { MOST_FRAMES = 1 << 24 };
enum { ANY_BONDS = CAROM_FRAME_BONDS | CAROM_FRAME_DUMP_BONDS };
enum { ANY_CONTACTS = CAROM_FRAME_CONTACTS | CAROM_FRAME_XYZ_CONTACTS | CAROM_FRAME_DUMP_CONTACTS };

/* Collects contacts from a visit. */
typedef struct collector {
  carom_frame_contact *contact;
  const carom_scene_grain *grain;
  int64_t count, room;
} collector;

static void collect(void *user, const carom_scene_touch *t)
{
  collector *c = user;
  if (c->count >= c->room) return;
  carom_frame_contact *to = &c->contact[c->count++];
  *to = (carom_frame_contact){.normal = t->force.elastic + t->force.dissipative,
                              .overlap = t->overlap,
                              .a = t->a,
                              .b = t->b,
                              .wall = t->b < 0 ? t->wall : -1};
  const double apart = t->b < 0 ? 0 : c->grain[t->a].radius + c->grain[t->b].radius - t->overlap;
  double square = 0;
  for (int k = 0; k < 3; k++) {
    to->from[k] = c->grain[t->a].position[k];
    /* a partner across a periodic border is drawn at its nearest image */
    to->to[k] = t->b >= 0 ? to->from[k] + apart * t->normal[k] : t->point[k];
    to->force[k] = t->tangential[k] - to->normal * t->normal[k];
    square += t->tangential[k] * t->tangential[k];
  }
  to->tangential = sqrt(square);
}

/* The domain, extended to the bounding box of all bodies in directions where it is infinite. */
static void box_around(carom_scene *scene, const carom_scene_view *view, const carom_frames *f,
                       carom_frame *frame)
{
  carom_scene_box_state box;
  for (int k = 0; k < 3; k++) {
    const bool bounded = f->high[k] > f->low[k];
    double low = f->low[k], high = f->high[k];
    for (int64_t i = 0; !bounded && i < view->count; i++) {
      const carom_scene_grain *g = &view->grain[i];
      const double below = g->position[k] - g->radius, above = g->position[k] + g->radius;
      if (i == 0 || below < low) low = below;
      if (i == 0 || above > high) high = above;
    }
    frame->low[k] = low;
    frame->high[k] = high;
    frame->periodic[k] = f->periodic[k];
  }
  if (carom_scene_sample_box(scene, &box, NULL) != CAROM_OK || !box.deforms) return;
  memcpy(frame->low, box.low, sizeof frame->low);
  memcpy(frame->high, box.high, sizeof frame->high);
  frame->flow = box.flow;
  frame->gradient = box.gradient;
  frame->offset = box.offset;
}

static carom_status no_memory(const carom_frames *f, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, f->folder, "not enough memory for a frame");
}

static carom_status take_bodies(const carom_frames *f, const carom_scene_view *view,
                                carom_frame_held *held, carom_error *err)
{
  carom_frame_body *body = f->writer ? carom_frame_writer_room(f->writer, view->count)
                                     : malloc(((size_t)view->count + 1) * sizeof *body);
  held->frame.body = held->body = body;
  if (!view->grain || !body) return no_memory(f, err);
  for (int64_t i = 0; i < view->count; i++) {
    const carom_scene_grain *g = &view->grain[i];
    memcpy(body[i].position, g->position, sizeof g->position);
    memcpy(body[i].velocity, g->velocity, sizeof g->velocity);
    memcpy(body[i].spin, g->spin, sizeof g->spin);
    memcpy(body[i].force, g->force, sizeof g->force);
    memcpy(body[i].torque, g->torque, sizeof g->torque);
    body[i].radius = g->radius;
    body[i].mass = g->mass;
    body[i].fixed = g->fixed;
    body[i].id = g->id;
    body[i].material = g->material;
    body[i].clump = g->clump;
    for (int k = 0; k < 4; k++)
      body[i].orientation[k] = k == 0;
  }
  held->frame.bodies = view->count;
  held->has = CAROM_HELD_ALL;
  return CAROM_OK;
}

/* Members have the orientation of their clump. */
static carom_status take_clumps(carom_scene *scene, carom_frame_held *held, carom_error *err)
{
  const int64_t clumps = carom_scene_clumps(scene);
  held->frame.clumps = carom_scene_clump_shapes(scene) > 0;
  if (held->frame.clumps) held->has |= CAROM_HELD_CLUMP | CAROM_HELD_ORIENTATION;
  for (int64_t i = 0; i < clumps; i++) {
    carom_scene_clump_state c;
    CAROM_TRY(carom_scene_sample_clump(scene, i, &c, err));
    for (int k = 0; k < c.members; k++)
      memcpy(held->body[c.first + k].orientation, c.orientation, sizeof c.orientation);
  }
  return CAROM_OK;
}

static carom_status take_contacts(const carom_frames *f, carom_scene *scene,
                                  const carom_scene_view *view, carom_frame_held *held,
                                  carom_error *err)
{
  collector c = {.grain = view->grain, .room = carom_scene_contacts(scene, NULL, NULL)};
  held->frame.contact = held->contact = c.contact = malloc(((size_t)c.room + 1) *
                                                           sizeof *c.contact);
  if (!c.contact) return no_memory(f, err);
  if (c.room > 0) carom_scene_contacts(scene, collect, &c);
  held->frame.contacts = c.count;
  held->contacts = true;
  return CAROM_OK;
}

/* Collects bonds from a visit, and for every body the numbers of its bonds and of the broken
 * ones. */
typedef struct bond_collector {
  carom_frame_bond *bond;
  const carom_scene_grain *grain;
  int64_t count;
  int32_t *had, *broken;
} bond_collector;

static void collect_bond(void *user, const carom_bond_view *b)
{
  bond_collector *c = user;
  const int64_t end[] = {b->a, b->b};
  const bool whole = b->state == CAROM_BOND_WHOLE, gone = b->state == CAROM_BOND_REMOVED;
  for (int k = 0; k < 2; k++) {
    if (end[k] < 0 || gone) continue;
    c->had[end[k]]++;
    c->broken[end[k]] += !whole;
  }
  if (b->a < 0 || b->b < 0) return;
  carom_frame_bond *to = &c->bond[c->count++];
  *to = (carom_frame_bond){.tension = b->tension,
                           .shear = b->shear,
                           .bending = b->bending,
                           .torsion = b->torsion,
                           .tensile_stress = b->tensile_stress,
                           .shear_stress = b->shear_stress,
                           .energy = b->energy,
                           .broken_at = whole ? -1 : b->time,
                           .a = b->a,
                           .b = b->b,
                           .kind = b->kind,
                           .state = (int32_t)b->state};
  for (int k = 0; k < 3;
       k++) { /* a partner across a periodic border is drawn at its nearest image */
    to->from[k] = c->grain[b->a].position[k];
    to->to[k] = to->from[k] + b->apart[k];
  }
}

static carom_status take_bonds(const carom_frames *f, carom_scene *scene,
                               const carom_scene_view *view, carom_frame_held *held,
                               carom_error *err)
{
  const size_t bonds = (size_t)carom_scene_bonds(scene, NULL, NULL), bodies = (size_t)view->count;
  bond_collector c = {.grain = view->grain,
                      .bond = malloc((bonds + 1) * sizeof *c.bond),
                      .had = calloc(2 * bodies + 1, sizeof *c.had)};
  held->frame.bond = held->bond = c.bond;
  if (!c.bond || !c.had) {
    free(c.had);
    return no_memory(f, err);
  }
  c.broken = c.had + bodies;
  carom_scene_bonds(scene, collect_bond, &c);
  held->frame.bonds = c.count;
  held->bonds = true;
  held->frame.bonded = true;
  held->has |= CAROM_HELD_DAMAGE;
  for (size_t i = 0; i < bodies; i++)
    held->body[i].damage = c.had[i] > 0 ? (double)c.broken[i] / c.had[i] : NAN;
  free(c.had);
  return CAROM_OK;
}

/* Infinite walls extend as far as the bodies, in large increments, so that they seldom change; in
 * periodic directions they end with the box. */
static void widen(const carom_frame *frame, double low[3], double high[3])
{
  enum { STEPS = 40 };
  double longest = 0;
  for (int k = 0; k < 3; k++)
    longest = high[k] - low[k] > longest ? high[k] - low[k] : longest;
  for (int64_t i = 0; i < frame->bodies; i++)
    for (int k = 0; k < 3; k++) {
      const double at = frame->body[i].position[k], r = frame->body[i].radius;
      if (frame->periodic[k]) continue;
      for (int step = 0; step < STEPS && at - 2 * r < low[k]; step++)
        low[k] -= longest * (1 << (step < 20 ? step : 20)) / 4;
      for (int step = 0; step < STEPS && at + 2 * r > high[k]; step++)
        high[k] += longest * (1 << (step < 20 ? step : 20)) / 4;
    }
}

static carom_status take_walls(const carom_frames *f, carom_scene *scene, carom_frame_held *held,
                               carom_error *err)
{
  carom_frame_facet *facet;
  int64_t facets;
  double low[3], high[3];
  memcpy(low, f->seen_low, sizeof low);
  memcpy(high, f->seen_high, sizeof high);
  widen(&held->frame, low, high);
  CAROM_TRY(carom_frame_walls(scene, f->wall_def, low, high, &facet, &facets, err));
  held->frame.facet = held->facet = facet;
  held->frame.facets = facets;
  return CAROM_OK;
}

/* Copies names, which a frame being written needs even after the scene is destroyed. */
static bool copy_names(const char *const *from, int count, char ***to)
{
  *to = calloc((size_t)count + 1, sizeof **to);
  for (int i = 0; *to && i < count; i++) {
    const char *text = from[i] ? from[i] : "";
    const size_t size = strlen(text) + 1;
    if (!((*to)[i] = malloc(size))) return false;
    memcpy((*to)[i], text, size);
  }
  return *to != NULL;
}

static carom_status take_names(const carom_frames *f, carom_frame_held *held, carom_error *err)
{
  carom_frame *frame = &held->frame;
  const bool materials = copy_names(f->material, f->materials, &held->material);
  if (held->material) frame->materials = f->materials;
  const bool walls = copy_names(f->wall, f->walls, &held->wall);
  if (held->wall) frame->walls = f->walls;
  frame->material = (const char *const *)held->material;
  frame->wall = (const char *const *)held->wall;
  return materials && walls ? CAROM_OK : no_memory(f, err);
}

static carom_status take(const carom_frames *f, carom_scene *scene, carom_frame_held *held,
                         carom_error *err)
{
  const carom_scene_view view = carom_scene_sample(scene);
  held->frame = (carom_frame){.time = carom_scene_time(scene), .step = carom_scene_steps(scene)};
  CAROM_TRY(take_names(f, held, err));
  CAROM_TRY(take_bodies(f, &view, held, err));
  CAROM_TRY(take_clumps(scene, held, err));
  box_around(scene, &view, f, &held->frame);
  held->boxed = true;
  if (f->formats & ANY_CONTACTS) CAROM_TRY(take_contacts(f, scene, &view, held, err));
  if (f->formats & ANY_BONDS) CAROM_TRY(take_bonds(f, scene, &view, held, err));
  return f->formats & CAROM_FRAME_WALLS ? take_walls(f, scene, held, err) : CAROM_OK;
}

carom_status carom_frames_take(const carom_frames *frames, carom_scene *scene,
                               carom_frame_held *held, carom_error *err)
{
  *held = (carom_frame_held){.has = 0};
  const carom_status status = take(frames, scene, held, err);
  if (status != CAROM_OK) carom_frame_held_free(held);
  return status;
}

bool carom_frames_there(const carom_frames *f)
{
  char path[CAROM_FRAME_PATH];
  for (int k = 0; k < CAROM_FRAME_FILES; k++) {
    FILE *file = carom_frame_path(f, k, f->count, path) ? fopen(path, "rb") : NULL;
    if (!file) continue;
    fclose(file);
    return true;
  }
  return false;
}

/* Not every frame has a file of walls, so these are removed as far as the others go. */
void carom_frames_trim(const carom_frames *f)
{
  char path[CAROM_FRAME_PATH];
  for (int64_t i = f->count;; i++) {
    bool removed = false;
    for (int k = 0; k < CAROM_FRAME_FILES; k++)
      removed |= carom_frame_path(f, k, i, path) && remove(path) == 0;
    if (!removed) break;
  }
}

static bool grow(carom_frames *f, int64_t count)
{
  if (count <= f->room) return true;
  const int64_t room = 2 * count + 16;
  double *more = realloc(f->time, (size_t)room * sizeof *more);
  if (!more) return false;
  f->time = more;
  f->room = room;
  return true;
}

/* Walls that have not moved need no file of their own. */
static int64_t walls_of(carom_frames *f, const carom_frame *frame)
{
  if (frame->facets == 0) return -1;
  const uint64_t bits = carom_hash64_of(frame->facet, (size_t)frame->facets * sizeof *frame->facet);
  const int64_t hash = (int64_t)(bits >> 1);
  if (f->count == 0 || hash != f->walls_hash) f->walls_hash = hash, f->walls_frame = f->count;
  return f->walls_frame;
}

carom_status carom_frames_add(carom_frames *f, carom_scene *scene, carom_error *err)
{
  carom_frame_packet packet = {.number = f->count};
  if (!f->writer) f->writer = carom_frame_writer_create(f);
  if (!f->writer || !grow(f, f->count + 1)) return no_memory(f, err);
  CAROM_TRY(carom_frames_take(f, scene, &packet.held, err));
  packet.walls = walls_of(f, &packet.held.frame);
  const double time = packet.held.frame.time; /* copied, because ownership of the packet is passed
                                                 on */
  const carom_status status = carom_frame_writer_put(f->writer, &packet, err);
  if (status == CAROM_OK)
    f->time[f->count++] = time;
  else
    carom_frames_finish(f, NULL);
  return status;
}

carom_status carom_frames_finish(carom_frames *f, carom_error *err)
{
  if (!f->writer) return CAROM_OK;
  const carom_status status = carom_frame_writer_flush(f->writer, err);
  f->count = carom_frame_writer_count(f->writer);
  return status;
}

carom_status carom_frames_archive(carom_frames *f, carom_archive *archive, carom_error *err)
{
  /* A checkpoint must not count frames that are not yet on disk. */
  if (!archive->loading) CAROM_TRY(carom_frames_finish(f, err));
  int64_t count[] = {f->count, f->walls_frame, f->walls_hash};
  CAROM_TRY(archive->array(archive, "frames/count", CAROM_INT64S, count, 3, err));
  if (count[0] < 0 || count[0] > MOST_FRAMES)
    return carom_fail(err, CAROM_ERR_RANGE, "frames", "%" PRId64 " is no number of frames",
                      count[0]);
  if (!grow(f, count[0])) return carom_fail(err, CAROM_ERR_MEMORY, "frames", "out of memory");
  f->count = count[0], f->walls_frame = count[1], f->walls_hash = count[2];
  return archive->array(archive, "frames/time", CAROM_DOUBLES, f->time, (size_t)f->count, err);
}

void carom_frames_free(carom_frames *f)
{
  carom_frame_writer_destroy(f->writer);
  free(f->time);
  f->writer = NULL;
  f->time = NULL;
  f->count = f->room = 0;
}
