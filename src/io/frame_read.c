/* SPDX-License-Identifier: MIT */
#include "io/frame_read.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "io/frame_table.h"

/* The member that a column of a table fills. Reals are doubles; others are integers within
 * limits. */
struct place {
  const char *name;
  size_t offset;
  enum { REAL, ID, NUMBER32, NUMBER64, FLAG } type;
  unsigned has; /* for bodies: bit of this quantity; 0 where it is required */
};

#define BODY(member) offsetof(carom_frame_body, member)
static const struct place of_bodies[] = {
    {"x", BODY(position[0]), REAL, 0},
    {"y", BODY(position[1]), REAL, 0},
    {"z", BODY(position[2]), REAL, 0},
    {"radius", BODY(radius), REAL, 0},
    {"vx", BODY(velocity[0]), REAL, CAROM_HELD_VELOCITY},
    {"vy", BODY(velocity[1]), REAL, CAROM_HELD_VELOCITY},
    {"vz", BODY(velocity[2]), REAL, CAROM_HELD_VELOCITY},
    {"wx", BODY(spin[0]), REAL, CAROM_HELD_SPIN},
    {"wy", BODY(spin[1]), REAL, CAROM_HELD_SPIN},
    {"wz", BODY(spin[2]), REAL, CAROM_HELD_SPIN},
    {"fx", BODY(force[0]), REAL, CAROM_HELD_FORCE},
    {"fy", BODY(force[1]), REAL, CAROM_HELD_FORCE},
    {"fz", BODY(force[2]), REAL, CAROM_HELD_FORCE},
    {"tqx", BODY(torque[0]), REAL, CAROM_HELD_TORQUE},
    {"tqy", BODY(torque[1]), REAL, CAROM_HELD_TORQUE},
    {"tqz", BODY(torque[2]), REAL, CAROM_HELD_TORQUE},
    {"mass", BODY(mass), REAL, CAROM_HELD_MASS},
    {"id", BODY(id), ID, CAROM_HELD_ID},
    {"material", BODY(material), NUMBER32, CAROM_HELD_MATERIAL},
    {"fixed", BODY(fixed), FLAG, CAROM_HELD_FIXED},
    {"damage", BODY(damage), REAL, CAROM_HELD_DAMAGE},
    {"clump", BODY(clump), NUMBER64, CAROM_HELD_CLUMP},
    {"orientation", BODY(orientation[0]), REAL, CAROM_HELD_ORIENTATION},
    {"orientation_x", BODY(orientation[1]), REAL, CAROM_HELD_ORIENTATION},
    {"orientation_y", BODY(orientation[2]), REAL, CAROM_HELD_ORIENTATION},
    {"orientation_z", BODY(orientation[3]), REAL, CAROM_HELD_ORIENTATION},
};

#define CONTACT(member) offsetof(carom_frame_contact, member)
static const struct place of_contacts[] = {
    {"x", CONTACT(from[0]), REAL, 0},
    {"y", CONTACT(from[1]), REAL, 0},
    {"z", CONTACT(from[2]), REAL, 0},
    {"tox", CONTACT(to[0]), REAL, 0},
    {"toy", CONTACT(to[1]), REAL, 0},
    {"toz", CONTACT(to[2]), REAL, 0},
    {"fx", CONTACT(force[0]), REAL, 0},
    {"fy", CONTACT(force[1]), REAL, 0},
    {"fz", CONTACT(force[2]), REAL, 0},
    {"normal_force", CONTACT(normal), REAL, 0},
    {"tangential_force", CONTACT(tangential), REAL, 0},
    {"overlap", CONTACT(overlap), REAL, 0},
    {"a", CONTACT(a), NUMBER64, 0},
    {"b", CONTACT(b), NUMBER64, 0},
    {"wall", CONTACT(wall), NUMBER32, ~0u}, /* absent in frames of earlier versions */
};

#define FACET(member) offsetof(carom_frame_facet, member)
static const struct place of_facets[] = {
    {"x0", FACET(corner[0][0]), REAL, 0}, {"y0", FACET(corner[0][1]), REAL, 0},
    {"z0", FACET(corner[0][2]), REAL, 0}, {"x1", FACET(corner[1][0]), REAL, 0},
    {"y1", FACET(corner[1][1]), REAL, 0}, {"z1", FACET(corner[1][2]), REAL, 0},
    {"x2", FACET(corner[2][0]), REAL, 0}, {"y2", FACET(corner[2][1]), REAL, 0},
    {"z2", FACET(corner[2][2]), REAL, 0}, {"wall", FACET(wall), NUMBER32, ~0u},
    {"shell", FACET(shell), FLAG, ~0u},   {"pressure", FACET(pressure), REAL, ~0u},
    {"shear", FACET(shear), REAL, ~0u},   {"wear", FACET(wear), REAL, ~0u},
};

#define BOND(member) offsetof(carom_frame_bond, member)
static const struct place of_bonds[] = {
    {"x", BOND(from[0]), REAL, 0},
    {"y", BOND(from[1]), REAL, 0},
    {"z", BOND(from[2]), REAL, 0},
    {"tox", BOND(to[0]), REAL, 0},
    {"toy", BOND(to[1]), REAL, 0},
    {"toz", BOND(to[2]), REAL, 0},
    {"a", BOND(a), NUMBER64, 0},
    {"b", BOND(b), NUMBER64, 0},
    {"state", BOND(state), NUMBER32, 0},
    {"kind", BOND(kind), NUMBER32, ~0u},
    {"tension", BOND(tension), REAL, ~0u},
    {"shear_force", BOND(shear), REAL, ~0u},
    {"bending_moment", BOND(bending), REAL, ~0u},
    {"twisting_moment", BOND(torsion), REAL, ~0u},
    {"tensile_stress", BOND(tensile_stress), REAL, ~0u},
    {"shear_stress", BOND(shear_stress), REAL, ~0u},
    {"energy", BOND(energy), REAL, ~0u},
    {"broken_at", BOND(broken_at), REAL, ~0u},
};

static bool store(char *to, const struct place *p, double value)
{
  if (p->type == REAL) {
    if (!isfinite(value) && p->has == 0)
      return false; /* values that are not finite are accepted,
                       so that a failed state can be viewed */
    memcpy(to, &value, sizeof value);
    return true;
  }
  static const double low[] = {[ID] = 0, [NUMBER32] = -1, [NUMBER64] = -1, [FLAG] = 0};
  static const double high[] = {
      [ID] = 4294967295.0, [NUMBER32] = 1e9, [NUMBER64] = 9e15, [FLAG] = 1};
  if (!(value >= low[p->type]) || value > high[p->type] || value != floor(value)) return false;
  const uint32_t id = p->type == ID ? (uint32_t)value : 0;
  const int32_t number = p->type == NUMBER32 ? (int32_t)value : 0;
  const int64_t large = (int64_t)value;
  const bool flag = value > 0;
  switch (p->type) {
  case ID:
    memcpy(to, &id, sizeof id);
    break;
  case NUMBER32:
    memcpy(to, &number, sizeof number);
    break;
  case NUMBER64:
    memcpy(to, &large, sizeof large);
    break;
  default:
    memcpy(to, &flag, sizeof flag);
  }
  return true;
}

static int column_of(const carom_csv *t, const char *name)
{
  for (int k = 0; k < t->columns; k++)
    if (!strcmp(t->name[k], name)) return k;
  return -1;
}

/* Fills structures of `size` bytes, column by column; *has: quantities found. */
static carom_status fill(const carom_csv *t, const struct place *place, int places, void *list,
                         size_t size, unsigned *has, carom_error *err)
{
  *has = 0;
  for (int p = 0; p < places; p++) {
    const int k = column_of(t, place[p].name);
    if (k < 0 && place[p].has == 0)
      return carom_fail(err, CAROM_ERR_MISSING, NULL,
                        "the file does not tell '%s'; frames hold bodies, contacts, walls or bonds",
                        place[p].name);
    if (k < 0) continue;
    *has |= place[p].has;
    for (int64_t i = 0; i < t->rows; i++)
      if (!store((char *)list + (size_t)i * size + place[p].offset, &place[p],
                 t->value[i * t->columns + k]))
        return carom_fail(err, CAROM_ERR_RANGE, NULL,
                          "row %" PRId64 " has %g for '%s', which it cannot be", i + 1,
                          t->value[i * t->columns + k], place[p].name);
  }
  return CAROM_OK;
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
}

#define FILL(table, places, list, has)                                                             \
  fill(table, places, (int)(sizeof(places) / sizeof *(places)), list, sizeof *(list), has, err)

static carom_status add_bodies(const carom_frame_table *t, carom_frame_held *held, carom_error *err)
{
  carom_frame_body *body = calloc((size_t)t->table.rows + 1, sizeof *body);
  if (!body) return no_memory(err);
  free(held->body);
  held->frame.body = held->body = body;
  held->frame.bodies = 0;
  for (int64_t i = 0; i < t->table.rows; i++)
    body[i].clump = -1, body[i].orientation[0] = 1;
  CAROM_TRY(FILL(&t->table, of_bodies, body, &held->has));
  for (int64_t i = 0; i < t->table.rows; i++) {
    if (!(body[i].radius > 0))
      return carom_fail(err, CAROM_ERR_RANGE, NULL, "row %" PRId64 " has a radius of %g m", i + 1,
                        body[i].radius);
    if (body[i].material < 0) body[i].material = 0;
    if (!(held->has & CAROM_HELD_ID)) body[i].id = (uint32_t)(i + 1);
  }
  held->frame.bodies = t->table.rows;
  held->frame.clumps = held->has & CAROM_HELD_CLUMP;
  held->frame.bonded = held->has & CAROM_HELD_DAMAGE;
  return CAROM_OK;
}

static carom_status add_contacts(const carom_frame_table *t, carom_frame_held *held,
                                 carom_error *err)
{
  unsigned has;
  carom_frame_contact *contact = calloc((size_t)t->table.rows + 1, sizeof *contact);
  if (!contact) return no_memory(err);
  free(held->contact);
  held->frame.contact = held->contact = contact;
  held->frame.contacts = 0;
  for (int64_t i = 0; i < t->table.rows; i++)
    contact[i].wall = -1;
  CAROM_TRY(FILL(&t->table, of_contacts, contact, &has));
  held->frame.contacts = t->table.rows;
  held->contacts = true;
  return CAROM_OK;
}

static carom_status add_facets(const carom_frame_table *t, carom_frame_held *held, carom_error *err)
{
  unsigned has;
  carom_frame_facet *facet = calloc((size_t)t->table.rows + 1, sizeof *facet);
  if (!facet) return no_memory(err);
  free(held->facet);
  held->frame.facet = held->facet = facet;
  held->frame.facets = 0;
  for (int64_t i = 0; i < t->table.rows; i++)
    facet[i].pressure = facet[i].shear = facet[i].wear = (double)NAN;
  CAROM_TRY(FILL(&t->table, of_facets, facet, &has));
  held->frame.facets = t->table.rows;
  return CAROM_OK;
}

static carom_status add_bonds(const carom_frame_table *t, carom_frame_held *held, carom_error *err)
{
  unsigned has;
  carom_frame_bond *bond = calloc((size_t)t->table.rows + 1, sizeof *bond);
  if (!bond) return no_memory(err);
  free(held->bond);
  held->frame.bond = held->bond = bond;
  held->frame.bonds = 0;
  CAROM_TRY(FILL(&t->table, of_bonds, bond, &has));
  held->frame.bonds = t->table.rows;
  held->bonds = true;
  return CAROM_OK;
}

static void free_names(char **name, int count)
{
  for (int i = 0; i < count; i++)
    free(name[i]);
  free(name);
}

/* Keeps the names of the last file that has any. */
static bool take_names(carom_names *from, char ***to, int *count)
{
  for (int i = 0; i < from->count; i++)
    if (!from->name[i] && !carom_names_set(from, i, "", 0)) return false;
  if (from->count == 0) return true;
  free_names(*to, *count);
  *to = from->name;
  *count = from->count;
  *from = (carom_names){NULL, 0};
  return true;
}

static void put_box(const carom_frame_table *t, carom_frame_held *held)
{
  carom_frame *f = &held->frame;
  if (t->boxed) {
    held->boxed = true;
    memcpy(f->low, t->low, sizeof f->low);
    memcpy(f->high, t->high, sizeof f->high);
    memcpy(f->periodic, t->periodic, sizeof f->periodic);
    f->flow = t->flow, f->gradient = t->gradient, f->offset = t->offset;
  }
  for (int64_t i = 0; !held->boxed && i < f->bodies; i++)
    for (int k = 0; k < 3; k++) {
      const double low = f->body[i].position[k] - f->body[i].radius;
      const double high = f->body[i].position[k] + f->body[i].radius;
      if (i == 0 || low < f->low[k]) f->low[k] = low;
      if (i == 0 || high > f->high[k]) f->high[k] = high;
    }
}

static carom_status add(carom_frame_table *t, carom_frame_held *held, carom_error *err)
{
  static carom_status (*const adds[])(const carom_frame_table *, carom_frame_held *,
                                      carom_error *) = {[CAROM_ROWS_BODIES] = add_bodies,
                                                        [CAROM_ROWS_CONTACTS] = add_contacts,
                                                        [CAROM_ROWS_FACETS] = add_facets,
                                                        [CAROM_ROWS_BONDS] = add_bonds};
  CAROM_TRY(adds[t->rows](t, held, err));
  carom_frame *f = &held->frame;
  if (!take_names(&t->material, &held->material, &f->materials) ||
      !take_names(&t->wall, &held->wall, &f->walls))
    return no_memory(err);
  f->material = (const char *const *)held->material;
  f->wall = (const char *const *)held->wall;
  if (t->rows != CAROM_ROWS_FACETS) { /* walls at rest come from an earlier frame, so their time
                                         does not count */
    f->time = t->time;
    f->step = t->step;
    put_box(t, held);
  }
  return CAROM_OK;
}

carom_status carom_frame_read_bytes(const char *bytes, size_t length, const char *path,
                                    carom_frame_held *held, carom_error *err)
{
  carom_frame_reader *reader = carom_frame_reader_of(path);
  carom_frame_table table;
  if (!reader)
    return carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                      "frames end in .vtp, .xyz, .dump, .data or .csv; '%.100s' is none", path);
  CAROM_TRY(reader(bytes, length, &table, err));
  const carom_status status = add(&table, held, err);
  carom_frame_table_free(&table);
  return status;
}

carom_status carom_frame_read(const char *path, carom_frame_held *held, carom_error *err)
{
  char *bytes;
  size_t length;
  CAROM_TRY(carom_file_read(path, SIZE_MAX, &bytes, &length, err));
  const carom_status status = carom_frame_read_bytes(bytes, length, path, held, err);
  free(bytes);
  if (status == CAROM_OK || !err) return status;
  return carom_fail_for(err, err, NULL, "%.200s: %.300s", path, err->text);
}

void carom_frame_held_free(carom_frame_held *held)
{
  free(held->body);
  free(held->contact);
  free(held->facet);
  free(held->bond);
  free_names(held->material, held->frame.materials);
  free_names(held->wall, held->frame.walls);
  *held = (carom_frame_held){.has = 0};
}

/* The files of bodies, contacts and walls, format by format. */
static const struct {
  const char *prefix, *ending;
} formats[] = {{"bodies", "vtp"}, {"frame", "xyz"}, {"frame", "dump"}};
enum { FORMATS = sizeof formats / sizeof *formats, ROOM = 1100 };

static bool is_there(const char *folder, const char *prefix, int64_t number, const char *ending,
                     char path[ROOM])
{
  if (snprintf(path, ROOM, "%s/%s_%06" PRId64 ".%s", folder, prefix, number, ending) >= ROOM)
    return false;
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  fclose(file);
  return true;
}

carom_status carom_frame_folder_open(const char *folder, carom_frame_folder *found,
                                     carom_error *err)
{
  static const char *const inside[] = {"", "/frames"};
  char path[ROOM];
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < FORMATS; k++) {
      *found = (carom_frame_folder){.prefix = formats[k].prefix, .ending = formats[k].ending};
      if (snprintf(found->path, sizeof found->path, "%s%s", folder, inside[i]) >=
          (int)sizeof found->path)
        return carom_fail(err, CAROM_ERR_IO, NULL, "the path '%.100s...' is too long", folder);
      while (is_there(found->path, found->prefix, found->count, found->ending, path))
        found->count++;
      if (found->count > 0) return CAROM_OK;
    }
  return carom_fail(err, CAROM_ERR_IO, NULL,
                    "there are no frames in '%.200s'; run the scene with record: {frames: 20 ms} "
                    "and --output",
                    folder);
}

carom_status carom_frame_folder_read(const carom_frame_folder *folder, int64_t number,
                                     carom_frame_held *held, carom_error *err)
{
  char path[ROOM];
  if (number < 0 || number >= folder->count)
    return carom_fail(err, CAROM_ERR_RANGE, NULL,
                      "there is no frame %" PRId64 " in %.200s; there are 0 to %" PRId64, number,
                      folder->path, folder->count - 1);
  is_there(folder->path, folder->prefix, number, folder->ending, path);
  CAROM_TRY(carom_frame_read(path, held, err));
  if (is_there(folder->path, "contacts", number, folder->ending, path))
    CAROM_TRY(carom_frame_read(path, held, err));
  const char *local = strcmp(folder->ending, "vtp") ? "dump" : "vtp";
  if (is_there(folder->path, "bonds", number, local, path))
    CAROM_TRY(carom_frame_read(path, held, err));
  /* walls at rest are written only once, so the last file up to this frame applies */
  for (int64_t i = number; i >= 0; i--)
    if (is_there(folder->path, "walls", i, "vtp", path)) return carom_frame_read(path, held, err);
  return CAROM_OK;
}
