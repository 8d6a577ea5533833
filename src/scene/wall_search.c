/* SPDX-License-Identifier: MIT */
/* The search for wall contacts: endless faces by their distance, faces of shells by the tree of the
 * shell. A particle gets a pair for every endless face within the skin. For every shell it gets as
 * many slots as it may have contacts with it (shell.h), and a list of the faces that it may touch
 * before the next rebuild. */
#include <stdlib.h>
#include <string.h>

#include "scene/grid.h"

enum { FEW = 16, AHEAD = 6 /* faces whose rows are prefetched */ };

/* The particle whose faces are sought. */
typedef struct wall_search {
  const carom_scene *s;
  carom_search_buffer *f;
  uint32_t particle;
  const double *x;
  double clearance; /* to unlisted faces */
} wall_search;

static bool reserve_more(void *array, int64_t *capacity, int64_t count, int64_t more, size_t size)
{
  if (count + more <= *capacity) return true;
  void **held = array;
  const int64_t room = 2 * *capacity + more;
  void *to = carom_lines((size_t)room * size);
  if (!to) return false;
  if (count) memcpy(to, *held, (size_t)count * size);
  free(*held);
  *held = to;
  *capacity = room;
  return true;
}

static bool reserve_contacts(carom_search_buffer *f, int64_t more)
{
  return reserve_more(&f->wall_contact, &f->wall_contact_capacity, f->wall_contacts, more,
                      sizeof *f->wall_contact);
}

/* Tests an endless face. */
static void meet(wall_search *o, uint32_t face)
{
  carom_search_buffer *f = o->f;
  double normal[3];
  const double gap = carom_face_distance(&o->s->walls, face, o->x, normal) - o->x[3];
  if (gap < carom_list_range(o->s))
    f->wall_contact[f->wall_contacts++] = (carom_wall_contact){o->particle, face, 0};
  else
    o->clearance = gap - o->s->model.reach < o->clearance ? gap - o->s->model.reach : o->clearance;
}

/* Gap up to which faces of a shell are listed. It is wider for a moving shell, since one that turns
 * about its axis moves as fast as its particles, and a candidate that is not active costs
 * nothing. */
static double shell_range(const carom_scene *s, const carom_shell *shell)
{
  return carom_list_range(s) + (shell->moved ? s->model.skin : 0);
}

/* Collects the faces in leaves near a particle behind the head of its candidates, with room for
 * their bounds; returns their number, or -1 without memory. */
static int64_t gather(wall_search *o, const carom_wall *wall, const double x[3])
{
  const double most = o->x[3] + shell_range(o->s, wall->shell);
  carom_search_buffer *f = o->f;
  double beyond = 0;
  int64_t count = FEW, room;
  do {
    room = count;
    if (!reserve_more(&f->choice, &f->choice_capacity, f->choices,
                      2 * room + CAROM_CHOICE_HEAD + CAROM_CHOICE_LINE, sizeof *f->choice))
      return -1;
    beyond = 1e150;
    count = carom_box_tree_near(&wall->shell->tree, x, most,
                                f->choice + f->choices + CAROM_CHOICE_HEAD, room, &beyond);
  } while (count > room);
  const double clear = beyond - o->x[3] - o->s->model.reach;
  o->clearance = clear < o->clearance ? clear : o->clearance;
  return count;
}

/* Keeps the faces that may be within range and stores their bounds behind them; returns their
 * number. */
static uint32_t sift(wall_search *o, const carom_wall *wall, const double x[3], uint32_t *face,
                     int64_t count)
{
  const carom_scene *s = o->s;
  const carom_face_shape *shape = carom_face_shape_of(&s->walls.face[wall->face]);
  const double most = o->x[3] + shell_range(s, wall->shell), less = o->x[3] + s->model.reach;
  uint32_t kept = 0;
  for (int64_t k = 0; k < count && k < AHEAD; k++)
    carom_fetch_face(&s->walls, (uint32_t)wall->face + face[k]);
  for (int64_t k = 0; k < count; k++) {
    if (k + AHEAD < count) carom_fetch_face(&s->walls, (uint32_t)wall->face + face[k + AHEAD]);
    const uint32_t own = (uint32_t)wall->face + face[k];
    const double *row = s->walls.face_row + CAROM_FACE_DOUBLES * (size_t)own;
    double to[4], bound = shape->least(row, x);
    if (count <= FEW && bound < most) { /* large faces, whose cheap bounds are poor */
      shape->facing(row, x, to);
      bound = to[0];
    }
    const float stored = (float)(bound * (1 - 2e-7));
    if (bound < most) {
      memcpy(face + count + kept, &stored, sizeof stored);
      face[kept++] = own;
    } else {
      o->clearance = bound - less < o->clearance ? bound - less : o->clearance;
    }
  }
  memmove(face + kept, face + count, kept * sizeof *face);
  return kept;
}

/* How many contacts there can be with these faces. It is one if none of them is at a rim of the
 * shell and the normals of all are within half the smooth angle of the first: any two contacts
 * would be merged. A face that joined them at another angle would be listed as well. */
static uint32_t slots_for(const carom_scene *s, const carom_shell *shell, const uint32_t *face,
                          uint32_t count)
{
  const double half = CAROM_SQRT(0.5 + 0.5 * shell->smooth);
  const double *first = s->walls.face_row + CAROM_FACE_DOUBLES * (size_t)face[0];
  bool smooth = s->walls.face[face[0]].shape == CAROM_FACE_TRIANGLE;
  for (uint32_t k = 0; smooth && k < count; k++) {
    const double *row = s->walls.face_row + CAROM_FACE_DOUBLES * (size_t)face[k];
    smooth = s->walls.face[face[k]].inner &&
             CAROM_FABS(carom_dot(first + CAROM_FACE_DIRECTION, row + CAROM_FACE_DIRECTION)) > half;
  }
  return smooth ? 1 : count < CAROM_SHELL_SLOTS ? count : CAROM_SHELL_SLOTS;
}

/* Lists all faces of a shell that the particle may touch; false without memory. */
static bool meet_shell(wall_search *o, const carom_wall *wall)
{
  carom_search_buffer *f = o->f;
  double x[3];
  carom_shell_inside(wall->shell, o->x, x);
  const int64_t near = gather(o, wall, x);
  if (near < 0 || !reserve_contacts(f, CAROM_SHELL_SLOTS)) return false;
  uint32_t *head = f->choice + f->choices, *face = head + CAROM_CHOICE_HEAD;
  const uint32_t count = sift(o, wall, x, face, near);
  if (count < 2) { /* nothing to choose from */
    if (count == 1)
      f->wall_contact[f->wall_contacts++] = (carom_wall_contact){o->particle, face[0], 0};
    return true;
  }
  memset(head, 0, CAROM_CHOICE_HEAD * sizeof *head);
  memcpy(head + CAROM_CHOICE_AT, x, sizeof x);
  head[CAROM_CHOICE_COUNT] = count;
  head[CAROM_CHOICE_SLOTS] = slots_for(o->s, wall->shell, face, count);
  for (uint32_t k = 0; k < head[CAROM_CHOICE_SLOTS]; k++)
    f->wall_contact[f->wall_contacts++] = (carom_wall_contact){
        o->particle, wall->shell->absent, k == 0 ? (uint32_t)f->choices + 1 : 0};
  f->choices += CAROM_CHOICE_HEAD + 2 * count;
  while (f->choices % CAROM_CHOICE_LINE)
    f->choice[f->choices++] = 0;
  return true;
}

static bool meet_all(wall_search *o)
{
  const carom_walls *w = &o->s->walls;
  if (!reserve_contacts(o->f, w->open_faces)) return false;
  for (int64_t k = 0; k < w->open_faces; k++)
    if (!w->wall[w->face[k].wall].absent) meet(o, (uint32_t)k);
  if (w->open_faces == w->faces) return true;
  for (int i = 0; i < w->count; i++)
    if (w->wall[i].shell && !w->wall[i].absent && !meet_shell(o, &w->wall[i])) return false;
  return true;
}

/* Sorts contacts by surface, keeping the order of the particles: a radix sort by bytes. */
static bool sort_by_surface(const carom_scene *s, carom_search_buffer *f)
{
  if (!carom_reserve(&f->wall_contact_b, &f->wall_contact_b_capacity, f->wall_contacts,
                     sizeof *f->wall_contact_b))
    return false;
  for (int shift = 0; (s->walls.surfaces - 1) >> shift > 0; shift += 8) {
    int64_t start[257] = {0};
    for (int64_t k = 0; k < f->wall_contacts; k++)
      start[(s->walls.face[f->wall_contact[k].face].surface >> shift & 255) + 1]++;
    for (int c = 0; c < 256; c++)
      start[c + 1] += start[c];
    for (int64_t k = 0; k < f->wall_contacts; k++) {
      const carom_wall_contact *from = &f->wall_contact[k];
      f->wall_contact_b[start[s->walls.face[from->face].surface >> shift & 255]++] = *from;
    }
    carom_wall_contact *contact = f->wall_contact;
    const int64_t capacity = f->wall_contact_capacity;
    f->wall_contact = f->wall_contact_b, f->wall_contact_capacity = f->wall_contact_b_capacity;
    f->wall_contact_b = contact, f->wall_contact_b_capacity = capacity;
  }
  return true;
}

bool carom_block_search_walls(const carom_scene *s, carom_search_buffer *f, int64_t from,
                              int64_t to)
{
  f->wall_contacts = f->choices = 0;
  if (!s->walls.faces) return true;
  for (int64_t i = from; i < to; i++) {
    wall_search o = {s, f, (uint32_t)i, carom_position_of(s, i), 1e300};
    const bool meets = carom_inv_mass(s, i) > 0 &&
                       !(s->ghosts > 0 && carom_is_ghost(s, (uint32_t)i));
    if (meets && !meet_all(&o)) return false;
    s->particles.wall_clearance[i] = o.clearance;
  }
  for (int64_t k = 0; k < f->wall_contacts; k++)
    f->bin_count[carom_wall_bin(s, &f->wall_contact[k])]++;
  return sort_by_surface(s, f);
}

int carom_wall_bin(const carom_scene *s, const carom_wall_contact *c)
{
  const uint32_t partner = carom_wall_partner(c->face);
  return CAROM_PAIR_WALL * s->model.material_pairs +
         carom_material_pair_between(s, c->particle, partner);
}
