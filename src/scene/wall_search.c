/* SPDX-License-Identifier: MIT */
/* The search for contacts with walls.
 *
 * Broad phase: faces that have a bounding box are entered into the cells of the grid that a
 * particle within reach of them may be in; a particle meets those of its cell, and all faces
 * without a box. Narrow phase: the distance function of the shape.
 *
 * A particle has one contact with a surface, at the nearest of its faces. Of a surface of several
 * faces the contact holds all that may become the nearest before the next rebuild, its choices;
 * which one it is, is found in every step (carom_contact_choose). So edges and vertices within a
 * surface count once. Those where several surfaces of one wall meet at an angle are to be reduced
 * in the same place: a contact whose nearest point is on the rim of its surface is dropped where
 * another surface of the wall has a contact at that point or beside it. */
#include <stdlib.h>
#include <string.h>

#include "scene/grid.h"

/* The width by which boxes are larger than they need to be, so that particles without faces in
 * their cell are known to be that far from any: lists stay valid the longer. */
static double spare_width(const carom_scene *s, const carom_grid *g)
{
  return g->largest + s->model.skin;
}

/* The cells of a level that may hold particles within reach of a face. */
typedef struct cell_box {
  int from[3], to[3];
} cell_box;

static cell_box cells_around(const carom_scene *s, const carom_grid *g, const double low[3],
                             const double high[3])
{
  const double margin = g->largest + carom_list_range(s) + spare_width(s, g);
  const double slack = 1e-9 * margin; /* rounding, next to the border of a cell */
  double corner[2][3];
  cell_box out;
  for (int k = 0; k < 3; k++) {
    corner[0][k] = low[k] - margin - slack;
    corner[1][k] = high[k] + margin + slack;
  }
  carom_cell_at(g, corner[0], out.from);
  carom_cell_at(g, corner[1], out.to);
  for (int k = 0; k < 3; k++) { /* wholly outside */
    const double end = g->origin[k] + g->cell[k] * g->cells[k];
    if (corner[1][k] < g->origin[k] || corner[0][k] > end) out.to[k] = out.from[k] - 1;
  }
  return out;
}

static bool box_of(const carom_scene *s, int64_t face, double low[3], double high[3])
{
  const double *row = s->walls.face_row + CAROM_FACE_DOUBLES * face;
  return carom_face_shape_of(&s->walls.face[face])->aabb(row, low, high);
}

/* Enters a face into the cells around it: counts it there (one behind), or writes it. */
static void enter(carom_scene *s, int64_t face, bool write)
{
  double low[3], high[3];
  if (!box_of(s, face, low, high)) return;
  for (const carom_grid *g = s->cpu.grid; g < s->cpu.grid + s->cpu.levels; g++) {
    const cell_box box = cells_around(s, g, low, high);
    int at[3];
    for (at[2] = box.from[2]; at[2] <= box.to[2]; at[2]++)
      for (at[1] = box.from[1]; at[1] <= box.to[1]; at[1]++)
        for (at[0] = box.from[0]; at[0] <= box.to[0]; at[0]++) {
          uint32_t *end = s->cpu.cell_face_end + g->first + g->rank[carom_cell_number(g, at)];
          if (write)
            s->cpu.cell_face[end[0]++] = (uint32_t)face;
          else
            end[1]++;
        }
  }
}

bool carom_faces_enter(carom_scene *s)
{
  double low[3], high[3];
  s->cpu.open_faces = 0;
  if (!s->walls.faces) return true;
  if (!carom_reserve(&s->cpu.open_face, &s->cpu.open_face_capacity, s->walls.faces,
                     sizeof *s->cpu.open_face))
    return false;
  for (int64_t k = 0; k < s->walls.faces; k++)
    if (!box_of(s, k, low, high)) s->cpu.open_face[s->cpu.open_faces++] = (uint32_t)k;
  if (s->cpu.open_faces == s->walls.faces) return true;
  if (!carom_reserve(&s->cpu.cell_face_end, &s->cpu.cell_face_end_capacity, s->cpu.cells + 1,
                     sizeof *s->cpu.cell_face_end))
    return false;
  memset(s->cpu.cell_face_end, 0, ((size_t)s->cpu.cells + 1) * sizeof *s->cpu.cell_face_end);
  for (int64_t k = 0; k < s->walls.faces; k++)
    enter(s, k, false);
  int64_t total = 0;
  for (int64_t c = 0; c <= s->cpu.cells; c++) { /* from counts to starts */
    total += s->cpu.cell_face_end[c];
    s->cpu.cell_face_end[c] = (uint32_t)total;
  }
  if (total > UINT32_MAX || !carom_reserve(&s->cpu.cell_face, &s->cpu.cell_face_capacity, total,
                                           sizeof *s->cpu.cell_face))
    return false;
  for (int64_t k = 0; k < s->walls.faces; k++) /* which makes ends of the starts */
    enter(s, k, true);
  return true;
}

/* A particle in search of faces. */
typedef struct wall_search {
  const carom_scene *s;
  carom_search_buffer *f;
  uint32_t particle;
  const double *x;
  double clearance, nearest; /* of unlisted faces; of the faces of the present contact */
  int32_t surface;           /* of the present contact, or -1 */
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
                      sizeof *f->wall_contact) &&
         reserve_more(&f->choice, &f->choice_capacity, f->choices, 2 * more, sizeof *f->choice);
}

/* One more face, in ascending order. */
static void meet(wall_search *o, uint32_t face)
{
  carom_search_buffer *f = o->f;
  const carom_face *is = &o->s->walls.face[face];
  double normal[3];
  const double gap = carom_face_distance(&o->s->walls, face, o->x, normal) - o->x[3];
  if (!(gap < carom_list_range(o->s))) {
    o->clearance = gap - o->s->model.reach < o->clearance ? gap - o->s->model.reach : o->clearance;
    return;
  }
  if (is->surface != o->surface) {
    o->surface = is->surface;
    o->nearest = gap;
    f->wall_contact[f->wall_contacts++] = (carom_wall_contact){
        o->particle, face, is->alone ? 0 : (uint32_t)f->choices + 1};
    if (!is->alone) f->choice[f->choices++] = 0; /* how many */
  }
  carom_wall_contact *contact = &f->wall_contact[f->wall_contacts - 1];
  if (gap < o->nearest) {
    o->nearest = gap;
    contact->face = face;
  }
  if (is->alone) return;
  f->choice[contact->choice - 1]++;
  f->choice[f->choices++] = face;
}

/* Meets the faces without a box and those of the cell, both ascending. */
static bool meet_all(wall_search *o)
{
  const carom_scene *s = o->s;
  const bool boxes = s->cpu.open_faces < s->walls.faces;
  const uint32_t *open = s->cpu.open_face, *end = open + s->cpu.open_faces, *cell = NULL,
                 *last = NULL;
  if (boxes) {
    const uint32_t rank = s->cpu.cell_of[o->particle];
    cell = s->cpu.cell_face + (rank ? s->cpu.cell_face_end[rank - 1] : 0);
    last = s->cpu.cell_face + s->cpu.cell_face_end[rank];
    o->clearance = s->model.skin + spare_width(s, &s->cpu.grid[carom_level_of(s, o->x[3])]);
  }
  if (!reserve_contacts(o->f, (end - open) + (last - cell))) return false;
  while (open < end || cell < last)
    meet(o, cell == last || (open < end && *open < *cell) ? *open++ : *cell++);
  return true;
}

/* Sorts contacts by surface, those of each in the order of the particles: byte by byte. */
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
    wall_search o = {s, f, (uint32_t)i, carom_position_of(s, i), 1e300, 0, -1};
    if (carom_inv_mass(s, i) > 0 && !meet_all(&o)) return false;
    s->particles.wall_clearance[i] = o.clearance;
  }
  for (int64_t k = 0; k < f->wall_contacts; k++)
    f->bin_count[carom_wall_bin(s, &f->wall_contact[k])]++;
  return sort_by_surface(s, f);
}

int carom_wall_bin(const carom_scene *s, const carom_wall_contact *c)
{
  const uint32_t partner = carom_wall_partner(&s->walls, c->face);
  return CAROM_PAIR_WALL * s->model.material_pairs +
         carom_material_pair_between(s, c->particle, partner);
}

uint32_t carom_contact_choose(const carom_scene *s, const uint32_t *choice, const double x[3])
{
  uint32_t best = choice[1];
  double nearest = 1e300, normal[3];
  for (uint32_t k = 1; k <= choice[0]; k++) {
    const double distance = carom_face_distance(&s->walls, choice[k], x, normal);
    if (!(distance < nearest)) continue;
    nearest = distance;
    best = choice[k];
  }
  return best;
}
