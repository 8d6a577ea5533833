/* SPDX-License-Identifier: MIT */
/* Frames for ParaView: VTK PolyData, values appended as raw binary of this machine's byte order. */
#include "core/number.h"
#include "io/frames.h"

#include <inttypes.h>

/* One array of the file: `width` values of each item, which are found by `get`. */
typedef struct column {
  const char *name, *type; /* VTK's name of the type */
  size_t size;             /* of a value, bytes */
  int width;
  const void *(*get)(const carom_frame *frame, int64_t item, int64_t room[2]);
  bool flat; /* told as a list of single values */
} column;

#define GETTER(name, list, member)                                                                 \
  static const void *get_##name(const carom_frame *frame, int64_t item, int64_t room[2])           \
  {                                                                                                \
    (void)room;                                                                                    \
    return &frame->list[item].member;                                                              \
  }

GETTER(position, body, position)
GETTER(velocity, body, velocity)
GETTER(spin, body, spin)
GETTER(radius, body, radius)
GETTER(mass, body, mass)
GETTER(id, body, id)
GETTER(material, body, material)
GETTER(force, contact, force)
GETTER(normal, contact, normal)
GETTER(tangential, contact, tangential)
GETTER(overlap, contact, overlap)
GETTER(partners, contact, a)

/* The ends of the lines are points, two for each contact. */
static const void *get_end(const carom_frame *frame, int64_t item, int64_t room[2])
{
  const carom_frame_contact *c = &frame->contact[item / 2];
  (void)room;
  return item % 2 ? c->to : c->from;
}

/* Which points a line joins, and where the points of a line end. */
static const void *get_pair(const carom_frame *frame, int64_t item, int64_t room[2])
{
  (void)frame;
  room[0] = 2 * item;
  room[1] = 2 * item + 1;
  return room;
}

static const void *get_offset(const carom_frame *frame, int64_t item, int64_t room[2])
{
  (void)frame;
  room[0] = 2 * item + 2;
  return room;
}

/* Every body is also a vertex, so that viewers show it without a filter. */
static const void *get_vertex(const carom_frame *frame, int64_t item, int64_t room[2])
{
  (void)frame;
  room[0] = item;
  return room;
}

static const void *get_vertex_end(const carom_frame *frame, int64_t item, int64_t room[2])
{
  (void)frame;
  room[0] = item + 1;
  return room;
}

static const column body_points[] = {{"position", "Float64", 8, 3, get_position, false}};
static const column body_values[] = {
    {"radius", "Float64", 8, 1, get_radius, false},
    {"mass", "Float64", 8, 1, get_mass, false},
    {"velocity", "Float64", 8, 3, get_velocity, false},
    {"spin", "Float64", 8, 3, get_spin, false},
    {"id", "UInt32", 4, 1, get_id, false},
    {"material", "Int32", 4, 1, get_material, false},
};
static const column body_cells[] = {{"connectivity", "Int64", 8, 1, get_vertex, false},
                                    {"offsets", "Int64", 8, 1, get_vertex_end, false}};
static const column line_points[] = {{"ends", "Float64", 8, 3, get_end, false}};
static const column line_values[] = {
    {"force", "Float64", 8, 3, get_force, false},
    {"normal_force", "Float64", 8, 1, get_normal, false},
    {"tangential_force", "Float64", 8, 1, get_tangential, false},
    {"overlap", "Float64", 8, 1, get_overlap, false},
    {"partners", "Int64", 8, 2, get_partners, false},
};
static const column line_cells[] = {{"connectivity", "Int64", 8, 2, get_pair, true},
                                    {"offsets", "Int64", 8, 1, get_offset, false}};

/* A group of arrays of the same length, and the element that it stands in. */
typedef struct section {
  const char *element;
  const column *column;
  int columns;
  int64_t items;
} section;

#define SECTION(element, table, items)                                                             \
  {                                                                                                \
    element, table, (int)(sizeof(table) / sizeof *(table)), items                                  \
  }

enum { SECTIONS = 3 };

static uint64_t bytes_of(const section *s, int k)
{
  const column *c = &s->column[k];
  return (uint64_t)s->items * (uint64_t)c->width * c->size;
}

/* Tells the arrays, and where each begins behind the mark: eight bytes of length come first. */
static void tell(const section *s, uint64_t *offset, FILE *file)
{
  fprintf(file, "<%s>\n", s->element);
  for (int k = 0; k < s->columns; k++) {
    const column *c = &s->column[k];
    fprintf(file,
            "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
            "offset=\"%llu\"/>\n",
            c->type, c->name, c->flat ? 1 : c->width, (unsigned long long)*offset);
    *offset += sizeof *offset + bytes_of(s, k);
  }
  fprintf(file, "</%s>\n", s->element);
}

static void append(const carom_frame *frame, const section *s, FILE *file)
{
  int64_t room[2];
  for (int k = 0; k < s->columns; k++) {
    const column *c = &s->column[k];
    const uint64_t bytes = bytes_of(s, k);
    fwrite(&bytes, sizeof bytes, 1, file);
    for (int64_t i = 0; i < s->items; i++)
      fwrite(c->get(frame, i, room), c->size, (size_t)c->width, file);
  }
}

static void write_all(const carom_frame *frame, const section part[SECTIONS], int64_t vertices,
                      int64_t lines, FILE *file)
{
  const uint16_t one = 1;
  const bool little = *(const unsigned char *)&one == 1;
  char time[CAROM_NUMBER_ROOM];
  uint64_t offset = 0;
  carom_number_print(frame->time, time);
  fprintf(file,
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
          "byte_order=\"%sEndian\" header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n"
          "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
          "format=\"ascii\">%s</DataArray>\n</FieldData>\n"
          "<Piece NumberOfPoints=\"%" PRId64 "\" NumberOfVerts=\"%" PRId64
          "\" NumberOfLines=\"%" PRId64 "\" "
          "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n",
          little ? "Little" : "Big", time, part[0].items, vertices, lines);
  for (int k = 0; k < SECTIONS; k++)
    tell(&part[k], &offset, file);
  fputs("</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_", file);
  for (int k = 0; k < SECTIONS; k++)
    append(frame, &part[k], file);
  fputs("\n</AppendedData>\n</VTKFile>\n", file);
}

void carom_frame_vtp_bodies(const carom_frame *frame, FILE *file)
{
  const section part[SECTIONS] = {SECTION("Points", body_points, frame->bodies),
                                  SECTION("PointData", body_values, frame->bodies),
                                  SECTION("Verts", body_cells, frame->bodies)};
  write_all(frame, part, frame->bodies, 0, file);
}

void carom_frame_vtp_contacts(const carom_frame *frame, FILE *file)
{
  const section part[SECTIONS] = {SECTION("Points", line_points, 2 * frame->contacts),
                                  SECTION("CellData", line_values, frame->contacts),
                                  SECTION("Lines", line_cells, frame->contacts)};
  write_all(frame, part, 0, frame->contacts, file);
}

void carom_frames_pvd(const char *prefix, const double *time, int64_t frames, FILE *file)
{
  char text[CAROM_NUMBER_ROOM];
  fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n",
        file);
  for (int64_t i = 0; i < frames; i++) {
    carom_number_print(time[i], text);
    fprintf(file, "<DataSet timestep=\"%s\" part=\"0\" file=\"%s_%06" PRId64 ".vtp\"/>\n", text,
            prefix, i);
  }
  fputs("</Collection>\n</VTKFile>\n", file);
}
