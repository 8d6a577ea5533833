/* SPDX-License-Identifier: MIT */
/* Frames for ParaView: VTK PolyData, values appended as raw binary in the byte order of this
 * machine. */
#include "core/number.h"
#include "io/frames.h"
#include "io/zlib_stream.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Types of values in memory. REAL may be written in single precision. */
typedef enum type { REAL, INT32, UINT32, INT64, FLAG, COUNTED } type;

/* One array of the file: `values` numbers of each item, at `offset` bytes into it, declared as
 * tuples of `width`. COUNTED is not a member but 0, 1, 2 ... or k, 2k, 3k ...: the points of a
 * cell, and the cell offsets. */
typedef struct column {
  const char *name;
  type type;
  int values, width;
  size_t offset;
} column;

/* A group of arrays of the same length, and the XML element that contains it. */
typedef struct section {
  const char *element;
  const column *column;
  int columns;
  const void *item;
  size_t stride;
  int64_t items;
} section;

#define BODY(member) offsetof(carom_frame_body, member)
#define CONTACT(member) offsetof(carom_frame_contact, member)
#define BOND(member) offsetof(carom_frame_bond, member)
#define FACET(member) offsetof(carom_frame_facet, member)

static const column body_points[] = {{"position", REAL, 3, 3, BODY(position)}};
static const column body_values[] = {
    {"radius", REAL, 1, 1, BODY(radius)},     {"mass", REAL, 1, 1, BODY(mass)},
    {"velocity", REAL, 3, 3, BODY(velocity)}, {"spin", REAL, 3, 3, BODY(spin)},
    {"force", REAL, 3, 3, BODY(force)},       {"torque", REAL, 3, 3, BODY(torque)},
    {"id", UINT32, 1, 1, BODY(id)},           {"material", INT32, 1, 1, BODY(material)},
    {"fixed", FLAG, 1, 1, BODY(fixed)},       {"damage", REAL, 1, 1, BODY(damage)},
    {"clump", INT64, 1, 1, BODY(clump)},      {"orientation", REAL, 4, 4, BODY(orientation)},
};
enum { BODY_COLUMNS = sizeof body_values / sizeof *body_values };
static const column line_points[] = {{"ends", REAL, 6, 3, CONTACT(from)}};
static const column line_values[] = {
    {"force", REAL, 3, 3, CONTACT(force)},
    {"normal_force", REAL, 1, 1, CONTACT(normal)},
    {"tangential_force", REAL, 1, 1, CONTACT(tangential)},
    {"overlap", REAL, 1, 1, CONTACT(overlap)},
    {"partners", INT64, 2, 2, CONTACT(a)},
    {"wall", INT32, 1, 1, CONTACT(wall)},
};
static const column bond_points[] = {{"ends", REAL, 6, 3, BOND(from)}};
static const column bond_values[] = {
    {"tension", REAL, 1, 1, BOND(tension)},
    {"shear_force", REAL, 1, 1, BOND(shear)},
    {"bending_moment", REAL, 1, 1, BOND(bending)},
    {"twisting_moment", REAL, 1, 1, BOND(torsion)},
    {"tensile_stress", REAL, 1, 1, BOND(tensile_stress)},
    {"shear_stress", REAL, 1, 1, BOND(shear_stress)},
    {"energy", REAL, 1, 1, BOND(energy)},
    {"broken_at", REAL, 1, 1, BOND(broken_at)},
    {"partners", INT64, 2, 2, BOND(a)},
    {"kind", INT32, 1, 1, BOND(kind)},
    {"state", INT32, 1, 1, BOND(state)},
};
static const column facet_points[] = {{"corners", REAL, 9, 3, FACET(corner)}};
static const column facet_values[] = {
    {"wall", INT32, 1, 1, FACET(wall)},        {"shell", FLAG, 1, 1, FACET(shell)},
    {"pressure", REAL, 1, 1, FACET(pressure)}, {"shear", REAL, 1, 1, FACET(shear)},
    {"wear", REAL, 1, 1, FACET(wear)},
};
enum {
  FACET_PLAIN = 2,
  FACET_LOADED = 4
}; /* numbers of columns of walls without loads, and
      without wear */

/* Points of a cell are consecutive; vertices, lines and triangles differ in their number. */
#define CELLS(points)                                                                              \
  {                                                                                                \
    {"connectivity", COUNTED, points, 1, 0},                                                       \
    {                                                                                              \
      "offsets", COUNTED, 1, 1, points                                                             \
    }                                                                                              \
  }
static const column vertex_cells[] = CELLS(1);
static const column line_cells[] = CELLS(2);
static const column facet_cells[] = CELLS(3);

static size_t size_of(type kind, const carom_frame_coding *coding)
{
  switch (kind) {
  case REAL:
    return coding->single ? sizeof(float) : sizeof(double);
  case INT64:
  case COUNTED:
    return sizeof(int64_t);
  case FLAG:
    return 1;
  default:
    return sizeof(int32_t);
  }
}

static const char *name_of(type kind, const carom_frame_coding *coding)
{
  static const char *const names[] = {[INT32] = "Int32",
                                      [UINT32] = "UInt32",
                                      [INT64] = "Int64",
                                      [FLAG] = "UInt8",
                                      [COUNTED] = "Int64"};
  return kind == REAL ? coding->single ? "Float32" : "Float64" : names[kind];
}

static uint64_t bytes_of(const section *s, int k, const carom_frame_coding *coding)
{
  const column *c = &s->column[k];
  return (uint64_t)s->items * (uint64_t)c->values * size_of(c->type, coding);
}

static void pack_counted(const column *c, int64_t first, int64_t items, char *to)
{
  const int64_t step = c->offset ? (int64_t)c->offset : 1;
  const int64_t from = c->offset ? step * (first + 1) : first * c->values;
  for (int64_t i = 0; i < items * c->values; i++) {
    const int64_t value = from + step * i;
    memcpy(to + (size_t)i * sizeof value, &value, sizeof value);
  }
}

static void pack(const section *s, const column *c, const carom_frame_coding *coding, int64_t first,
                 int64_t items, char *to)
{
  const char *from = (const char *)s->item + (size_t)first * s->stride + c->offset;
  const size_t size = size_of(c->type, coding), row = size * (size_t)c->values;
  if (c->type == COUNTED) {
    pack_counted(c, first, items, to);
    return;
  }
  for (int64_t i = 0; i < items; i++, from += s->stride, to += row) {
    if (c->type != REAL || !coding->single) {
      memcpy(to, from, row);
      continue;
    }
    for (int k = 0; k < c->values; k++) {
      double value;
      memcpy(&value, from + (size_t)k * sizeof value, sizeof value);
      const float rounded = (float)value;
      memcpy(to + (size_t)k * sizeof rounded, &rounded, sizeof rounded);
    }
  }
}

enum { BLOCK = 1 << 17, SECTIONS = 3, MOST = 24 }; /* bytes compressed at a time */

/* The appended data of the columns, whose sizes must be declared before they are written. */
struct payload {
  const section *part;
  const carom_frame_coding *coding;
  uint64_t bytes[SECTIONS][MOST]; /* size of each column including its header */
  uint8_t *packed;                /* all columns, if compressed */
  size_t used, room;
  bool failed;
};

static int64_t items_at_once(const section *s, int k, const carom_frame_coding *coding)
{
  const column *c = &s->column[k];
  const size_t row = size_of(c->type, coding) * (size_t)c->values;
  return (int64_t)(BLOCK / row);
}

static void keep(struct payload *p, const void *bytes, size_t length)
{
  if (length > p->room - p->used) {
    const size_t room = 2 * p->room + length;
    uint8_t *more = realloc(p->packed, room);
    p->failed |= !more;
    if (!more) return;
    p->packed = more;
    p->room = room;
  }
  memcpy(p->packed + p->used, bytes, length);
  p->used += length;
}

/* Writes the number of blocks, their size, the size of the last one (0: as the others) and the
 * compressed sizes, followed by the blocks. */
static void compress_column(struct payload *p, const section *s, int k, char *room)
{
  const column *c = &s->column[k];
  const size_t row = size_of(c->type, p->coding) * (size_t)c->values;
  const int64_t once = items_at_once(s, k, p->coding), blocks = (s->items + once - 1) / once;
  const uint64_t head[] = {(uint64_t)blocks, (uint64_t)once * row,
                           (uint64_t)(s->items % once) * row};
  const size_t start = p->used;
  keep(p, head, sizeof head);
  const size_t lengths = p->used;
  for (int64_t b = 0; b < blocks; b++)
    keep(p, &(uint64_t){0}, sizeof(uint64_t));
  for (int64_t b = 0; b < blocks && !p->failed; b++) {
    const int64_t first = b * once, items = s->items - first < once ? s->items - first : once;
    size_t length = 0;
    pack(s, c, p->coding, first, items, room);
    uint8_t *stream = carom_zlib_pack(room, (size_t)items * row, &length);
    p->failed |= !stream;
    const uint64_t told = length;
    if (stream) keep(p, stream, length);
    if (!p->failed) memcpy(p->packed + lengths + (size_t)b * sizeof told, &told, sizeof told);
    free(stream);
  }
  const section *first_part = p->part;
  p->bytes[s - first_part][k] = p->used - start;
}

static void measure(struct payload *p, char *room)
{
  for (int i = 0; i < SECTIONS; i++)
    for (int k = 0; k < p->part[i].columns; k++) {
      if (p->coding->compressed)
        compress_column(p, &p->part[i], k, room);
      else
        p->bytes[i][k] = sizeof(uint64_t) + bytes_of(&p->part[i], k, p->coding);
    }
}

static void tell(const struct payload *p, FILE *file)
{
  uint64_t offset = 0;
  for (int i = 0; i < SECTIONS; i++) {
    const section *s = &p->part[i];
    fprintf(file, "<%s>\n", s->element);
    for (int k = 0; k < s->columns; k++) {
      const column *c = &s->column[k];
      fprintf(file,
              "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
              "offset=\"%llu\"/>\n",
              name_of(c->type, p->coding), c->name, c->width, (unsigned long long)offset);
      offset += p->bytes[i][k];
    }
    fprintf(file, "</%s>\n", s->element);
  }
}

static void append(const section *s, const carom_frame_coding *coding, char *room, FILE *file)
{
  for (int k = 0; k < s->columns; k++) {
    const column *c = &s->column[k];
    const uint64_t bytes = bytes_of(s, k, coding);
    const int64_t once = items_at_once(s, k, coding);
    fwrite(&bytes, sizeof bytes, 1, file);
    for (int64_t i = 0; i < s->items; i += once) {
      const int64_t items = s->items - i < once ? s->items - i : once;
      pack(s, c, coding, i, items, room);
      fwrite(room, size_of(c->type, coding) * (size_t)c->values, (size_t)items, file);
    }
  }
}

/* Writes texts as VTK does: their bytes as numbers, each text terminated by a 0. No name needs
 * escaping. */
static void tell_names(const char *what, const char *const *name, int names, FILE *file)
{
  if (names == 0) return;
  fprintf(file,
          "<DataArray type=\"String\" Name=\"%s\" NumberOfComponents=\"1\" NumberOfTuples=\"%d\" "
          "format=\"ascii\">",
          what, names);
  for (int i = 0; i < names; i++) {
    for (const char *c = name[i] ? name[i] : ""; *c; c++)
      fprintf(file, "%d ", (unsigned char)*c);
    fputs("0 ", file);
  }
  fputs("</DataArray>\n", file);
}

static void tell_fields(const carom_frame *frame, FILE *file)
{
  char number[CAROM_NUMBER_ROOM];
  carom_number_print(frame->time, number);
  fprintf(file,
          "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
          "format=\"ascii\">%s</DataArray>\n<DataArray type=\"Int64\" Name=\"step\" "
          "NumberOfTuples=\"1\" format=\"ascii\">%" PRId64 "</DataArray>\n",
          number, frame->step);
  fputs("<DataArray type=\"Float64\" Name=\"box\" NumberOfComponents=\"3\" NumberOfTuples=\"2\" "
        "format=\"ascii\">",
        file);
  for (int k = 0; k < 6; k++) {
    carom_number_print(k < 3 ? frame->low[k] : frame->high[k - 3], number);
    fprintf(file, "%s%s", k ? " " : "", number);
  }
  fprintf(file,
          "</DataArray>\n<DataArray type=\"Int32\" Name=\"periodic\" NumberOfComponents=\"3\" "
          "NumberOfTuples=\"1\" format=\"ascii\">%d %d %d</DataArray>\n",
          frame->periodic[0], frame->periodic[1], frame->periodic[2]);
  if (frame->offset != 0) {
    fputs("<DataArray type=\"Float64\" Name=\"offset\" NumberOfComponents=\"3\" "
          "NumberOfTuples=\"1\" format=\"ascii\">",
          file);
    for (int k = 0; k < 3; k++) {
      carom_number_print(k == frame->flow ? frame->offset : 0, number);
      fprintf(file, "%s%s", k ? " " : "", number);
    }
    fprintf(file,
            "</DataArray>\n<DataArray type=\"Int32\" Name=\"offset_across\" NumberOfTuples=\"1\" "
            "format=\"ascii\">%d</DataArray>\n",
            frame->gradient);
  }
  tell_names("material_names", frame->material, frame->materials, file);
  tell_names("wall_names", frame->wall, frame->walls, file);
  fputs("</FieldData>\n", file);
}

/* Sections are points, values and cells. */
static bool write_all(const carom_frame *frame, const carom_frame_coding *coding,
                      const section part[SECTIONS], FILE *file)
{
  const uint16_t one = 1;
  const bool little = *(const unsigned char *)&one == 1;
  const int64_t cells = part[2].items, points = cells * part[2].column->values;
  struct payload p = {.part = part, .coding = coding};
  char *room = malloc(BLOCK);
  if (room) measure(&p, room);
  if (!room || p.failed) {
    free(room), free(p.packed);
    return false;
  }
  fprintf(file,
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
          "byte_order=\"%sEndian\" header_type=\"UInt64\"%s>\n<PolyData>\n",
          little ? "Little" : "Big",
          coding->compressed ? " compressor=\"vtkZLibDataCompressor\"" : "");
  tell_fields(frame, file);
  fprintf(file, "<Piece NumberOfPoints=\"%" PRId64 "\"", points);
  static const char *const kinds[] = {"Verts", "Lines", "Strips", "Polys"};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    fprintf(file, " NumberOf%s=\"%" PRId64 "\"", kinds[k],
            strcmp(kinds[k], part[2].element) ? 0 : cells);
  fputs(">\n", file);
  tell(&p, file);
  fputs("</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_", file);
  if (coding->compressed) fwrite(p.packed, 1, p.used, file);
  for (int k = 0; !coding->compressed && k < SECTIONS; k++)
    append(&part[k], coding, room, file);
  fputs("\n</AppendedData>\n</VTKFile>\n", file);
  free(room), free(p.packed);
  return true;
}

#define SECTION(element, table, list, count)                                                       \
  {                                                                                                \
    element, table, (int)(sizeof(table) / sizeof *(table)), list, sizeof *(list), count            \
  }

/* Columns of bonds and clumps are written only if there are any. */
static int body_columns(const carom_frame *frame, column out[BODY_COLUMNS])
{
  int count = 0;
  for (const column *c = body_values; c < body_values + BODY_COLUMNS; c++) {
    if (!frame->bonded && c->offset == BODY(damage)) continue;
    if (!frame->clumps && (c->offset == BODY(clump) || c->offset == BODY(orientation))) continue;
    out[count++] = *c;
  }
  return count;
}

/* Every body is also a vertex, so that viewers show it without a filter. */
bool carom_frame_vtp_bodies(const carom_frame *frame, const carom_frame_coding *coding, FILE *file)
{
  section part[SECTIONS] = {
      SECTION("Points", body_points, frame->body, frame->bodies),
      SECTION("PointData", body_values, frame->body, frame->bodies),
      SECTION("Verts", vertex_cells, frame->body, frame->bodies),
  };
  column values[BODY_COLUMNS];
  part[1].column = values;
  part[1].columns = body_columns(frame, values);
  return write_all(frame, coding, part, file);
}

bool carom_frame_vtp_bonds(const carom_frame *frame, const carom_frame_coding *coding, FILE *file)
{
  const section part[SECTIONS] = {
      SECTION("Points", bond_points, frame->bond, frame->bonds),
      SECTION("CellData", bond_values, frame->bond, frame->bonds),
      SECTION("Lines", line_cells, frame->bond, frame->bonds),
  };
  return write_all(frame, coding, part, file);
}

bool carom_frame_vtp_contacts(const carom_frame *frame, const carom_frame_coding *coding,
                              FILE *file)
{
  const section part[SECTIONS] = {
      SECTION("Points", line_points, frame->contact, frame->contacts),
      SECTION("CellData", line_values, frame->contact, frame->contacts),
      SECTION("Lines", line_cells, frame->contact, frame->contacts),
  };
  return write_all(frame, coding, part, file);
}

/* Quantities that no wall has get no column. */
static int facet_columns(const carom_frame *frame)
{
  int columns = FACET_PLAIN;
  for (int64_t i = 0; i < frame->facets; i++) {
    if (!isnan(frame->facet[i].wear)) return FACET_LOADED + 1;
    if (!isnan(frame->facet[i].pressure)) columns = FACET_LOADED;
  }
  return columns;
}

bool carom_frame_vtp_walls(const carom_frame *frame, const carom_frame_coding *coding, FILE *file)
{
  section part[SECTIONS] = {
      SECTION("Points", facet_points, frame->facet, frame->facets),
      SECTION("CellData", facet_values, frame->facet, frame->facets),
      SECTION("Polys", facet_cells, frame->facet, frame->facets),
  };
  part[1].columns = facet_columns(frame);
  return write_all(frame, coding, part, file);
}

void carom_frames_pvd(const char *prefix, const char *ending, const double *time, int64_t frames,
                      FILE *file)
{
  char text[CAROM_NUMBER_ROOM];
  fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n",
        file);
  for (int64_t i = 0; i < frames; i++) {
    carom_number_print(time[i], text);
    fprintf(file, "<DataSet timestep=\"%s\" part=\"0\" file=\"%s_%06" PRId64 ".%s\"/>\n", text,
            prefix, i, ending);
  }
  fputs("</Collection>\n</VTKFile>\n", file);
}
