/* SPDX-License-Identifier: MIT */
/* The bodies, contacts, walls or bonds of a file of VTK's PolyData, as a table. */
#include "io/frame_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "io/vtp_read.h"

#define WRONG(...) carom_fail(err, CAROM_ERR_SYNTAX, NULL, __VA_ARGS__)

/* Arrays by name, and the names of their components in a table. */
struct known {
  const char *name;
  int width;
  const char *column[4];
};
static const struct known of_bodies[] = {
    {"radius", 1, {"radius"}},
    {"mass", 1, {"mass"}},
    {"velocity", 3, {"vx", "vy", "vz"}},
    {"spin", 3, {"wx", "wy", "wz"}},
    {"force", 3, {"fx", "fy", "fz"}},
    {"torque", 3, {"tqx", "tqy", "tqz"}},
    {"id", 1, {"id"}},
    {"material", 1, {"material"}},
    {"fixed", 1, {"fixed"}},
    {"damage", 1, {"damage"}},
    {"clump", 1, {"clump"}},
    {"orientation", 4, {"orientation", "orientation_x", "orientation_y", "orientation_z"}},
};
static const struct known of_contacts[] = {
    {"force", 3, {"fx", "fy", "fz"}},
    {"normal_force", 1, {"normal_force"}},
    {"tangential_force", 1, {"tangential_force"}},
    {"overlap", 1, {"overlap"}},
    {"partners", 2, {"a", "b"}},
    {"wall", 1, {"wall"}},
};
static const struct known of_facets[] = {
    {"wall", 1, {"wall"}},   {"shell", 1, {"shell"}}, {"pressure", 1, {"pressure"}},
    {"shear", 1, {"shear"}}, {"wear", 1, {"wear"}},
};

static const struct known of_bonds[] = {
    {"partners", 2, {"a", "b"}},
    {"state", 1, {"state"}},
    {"kind", 1, {"kind"}},
    {"tension", 1, {"tension"}},
    {"shear_force", 1, {"shear_force"}},
    {"bending_moment", 1, {"bending_moment"}},
    {"twisting_moment", 1, {"twisting_moment"}},
    {"tensile_stress", 1, {"tensile_stress"}},
    {"shear_stress", 1, {"shear_stress"}},
    {"energy", 1, {"energy"}},
    {"broken_at", 1, {"broken_at"}},
};

/* The contents of rows of a kind: corners (points of a cell), and the arrays that belong to it. */
struct kind {
  carom_frame_rows rows;
  carom_vtp_section data;
  const struct known *known;
  int arrays, corners;
};
#define KIND(rows, data, table, corners)                                                           \
  {                                                                                                \
    rows, data, table, (int)(sizeof(table) / sizeof *(table)), corners                             \
  }
static const struct kind kinds[] = {
    KIND(CAROM_ROWS_BODIES, CAROM_VTP_POINT_DATA, of_bodies, 1),
    KIND(CAROM_ROWS_CONTACTS, CAROM_VTP_CELL_DATA, of_contacts, 2),
    KIND(CAROM_ROWS_FACETS, CAROM_VTP_CELL_DATA, of_facets, 3),
    KIND(CAROM_ROWS_BONDS, CAROM_VTP_CELL_DATA, of_bonds, 2),
};
static const char *const corner_names[][9] = {
    {"x", "y", "z"},
    {"x", "y", "z", "tox", "toy", "toz"},
    {"x0", "y0", "z0", "x1", "y1", "z1", "x2", "y2", "z2"},
};

enum { COLUMNS = 9 + 4 * sizeof of_bodies / sizeof *of_bodies };

/* Determines the columns of the file. */
static int columns_of(const carom_vtp *v, const struct kind *kind, const char *name[COLUMNS])
{
  int columns = 3 * kind->corners;
  for (int k = 0; k < columns; k++)
    name[k] = corner_names[kind->corners - 1][k];
  for (int i = 0; i < kind->arrays; i++) {
    const carom_vtp_array *a = carom_vtp_find(v, kind->data, kind->known[i].name);
    for (int k = 0; a && a->width == kind->known[i].width && k < a->width; k++)
      name[columns++] = kind->known[i].column[k];
  }
  return columns;
}

/* Fills in values of cells; triangles of a divided polygon share its values. */
static carom_status fill_values(const carom_vtp *v, const struct kind *kind, int64_t cells,
                                const int64_t *cell_of, carom_csv *t, carom_error *err)
{
  int column = 3 * kind->corners;
  for (int i = 0; i < kind->arrays; i++) {
    const carom_vtp_array *a = carom_vtp_find(v, kind->data, kind->known[i].name);
    double *value;
    if (!a || a->width != kind->known[i].width) continue;
    CAROM_TRY(carom_vtp_values(v, a, cells * a->width, &value, err));
    for (int64_t row = 0; row < t->rows; row++)
      for (int k = 0; k < a->width; k++)
        t->value[row * t->columns + column + k] =
            value[(cell_of ? cell_of[row] : row) * a->width + k];
    free(value);
    column += a->width;
  }
  return CAROM_OK;
}

static carom_status fill_points(const double *point, int64_t points, const struct kind *kind,
                                const int64_t *corner, carom_csv *t, carom_error *err)
{
  for (int64_t row = 0; row < t->rows; row++)
    for (int c = 0; c < kind->corners; c++) {
      const int64_t which = corner ? corner[row * kind->corners + c] : row;
      if (which < 0 || which >= points) return WRONG("a cell has a point that is not there");
      memcpy(t->value + row * t->columns + 3 * c, point + 3 * which, 3 * sizeof *point);
    }
  return CAROM_OK;
}

/* Cells, divided into lines or triangles: their corners, and the cell that each belongs to. */
struct cells {
  int64_t *corner, *of;
  int64_t count;
};

static int64_t parts_of(int64_t length, int corners)
{
  return length >= corners ? length - corners + 1 : 0; /* a polygon is a fan of triangles */
}

static carom_status cut_cells(const double *offset, int64_t cells, const double *point_of,
                              int64_t uses, int corners, struct cells *out, carom_error *err)
{
  int64_t count = 0;
  for (int64_t i = 0; i < cells; i++) {
    const double before = i ? offset[i - 1] : 0;
    if (!(offset[i] >= before) || offset[i] > (double)uses || offset[i] != floor(offset[i]))
      return WRONG("the offsets of the cells are damaged");
    count += parts_of((int64_t)(offset[i] - before), corners);
  }
  out->corner = malloc(((size_t)count * (size_t)corners + 1) * sizeof *out->corner);
  out->of = malloc(((size_t)count + 1) * sizeof *out->of);
  if (!out->corner || !out->of)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
  for (int64_t i = 0; i < cells; i++) {
    const int64_t first = i ? (int64_t)offset[i - 1] : 0;
    for (int64_t k = 0; k < parts_of((int64_t)offset[i] - first, corners); k++) {
      for (int c = 0; c < corners; c++) {
        const double point = point_of[corners == 2 || c > 0 ? first + k + c : first];
        out->corner[out->count * corners + c] = point >= 0 && point < 9e15 ? (int64_t)point : -1;
      }
      out->of[out->count++] = i;
    }
  }
  return CAROM_OK;
}

static carom_status read_cells(const carom_vtp *v, carom_vtp_section section, int64_t cells,
                               int corners, struct cells *out, carom_error *err)
{
  const carom_vtp_array *which = carom_vtp_find(v, section, "connectivity");
  const carom_vtp_array *ends = carom_vtp_find(v, section, "offsets");
  double *offset = NULL, *point_of = NULL;
  if (!which || !ends) return WRONG("the cells are not told");
  CAROM_TRY(carom_vtp_values(v, ends, cells, &offset, err));
  const double last = cells ? offset[cells - 1] : 0;
  carom_status status = last >= 0 && last < 9e15
                            ? carom_vtp_values(v, which, (int64_t)last, &point_of, err)
                            : WRONG("the offsets of the cells are damaged");
  if (status == CAROM_OK)
    status = cut_cells(offset, cells, point_of, (int64_t)last, corners, out, err);
  free(offset);
  free(point_of);
  return status;
}

static carom_status fill(const carom_vtp *v, const struct kind *kind, int64_t cells,
                         const struct cells *cut, carom_frame_table *frame, carom_error *err)
{
  const char *name[COLUMNS];
  const carom_vtp_array *points = carom_vtp_find(v, CAROM_VTP_POINTS, NULL);
  const int columns = columns_of(v, kind, name);
  double *point = NULL;
  if (!points || points->width != 3) return WRONG("there are no points in space");
  CAROM_TRY(carom_vtp_values(v, points, 3 * v->points, &point, err));
  carom_status status = CAROM_OK;
  if (!carom_frame_table_shape(frame, name, columns, cut ? cut->count : cells))
    status = carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
  if (status == CAROM_OK)
    status = fill_points(point, v->points, kind, cut ? cut->corner : NULL, &frame->table, err);
  free(point);
  return status == CAROM_OK ? fill_values(v, kind, cells, cut ? cut->of : NULL, &frame->table, err)
                            : status;
}

/* Reads names stored as numbers of their bytes, each terminated by a 0. */
static carom_status read_names(const carom_vtp *v, const char *what, carom_names *names,
                               carom_error *err)
{
  const carom_vtp_array *a = carom_vtp_find(v, CAROM_VTP_FIELDS, what);
  char text[1024];
  size_t used = 0;
  if (!a || a->appended) return CAROM_OK;
  carom_chars left = a->text;
  for (double value; carom_chars_number(carom_next_word(&left), &value);) {
    if (value > 0 && value < 256 && used < sizeof text)
      text[used++] = (char)(unsigned char)value;
    else if (value != 0)
      return WRONG("the array '%s' is damaged", what);
    if (value != 0) continue;
    if (!carom_names_set(names, names->count, text, used))
      return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
    used = 0;
  }
  return CAROM_OK;
}

/* Reads a field; returns true if the file contains it. */
static bool read_field(const carom_vtp *v, const char *name, int count, double *to)
{
  const carom_vtp_array *a = carom_vtp_find(v, CAROM_VTP_FIELDS, name);
  double *value;
  if (!a || carom_vtp_values(v, a, count, &value, NULL) != CAROM_OK) return false;
  memcpy(to, value, (size_t)count * sizeof *to);
  free(value);
  return true;
}

static carom_status read_fields(const carom_vtp *v, carom_frame_table *frame, carom_error *err)
{
  double step, box[6], periodic[3], offset[3], across;
  read_field(v, "TimeValue", 1, &frame->time);
  if (read_field(v, "step", 1, &step) && fabs(step) < 9e15) frame->step = (int64_t)step;
  if (read_field(v, "box", 6, box)) {
    frame->boxed = true;
    memcpy(frame->low, box, sizeof frame->low);
    memcpy(frame->high, box + 3, sizeof frame->high);
  }
  if (read_field(v, "offset", 3, offset) && read_field(v, "offset_across", 1, &across) &&
      (across == 0 || across == 1 || across == 2)) {
    double edge[9] = {0};
    memcpy(edge + 3 * (int)across, offset, sizeof offset);
    frame->boxed &= carom_frame_table_shear(frame, edge);
  }
  if (read_field(v, "periodic", 3, periodic))
    for (int k = 0; k < 3; k++)
      frame->periodic[k] = periodic[k] > 0;
  CAROM_TRY(read_names(v, "material_names", &frame->material, err));
  return read_names(v, "wall_names", &frame->wall, err);
}

static carom_status read_rows(const carom_vtp *v, carom_frame_table *frame, carom_error *err)
{
  struct cells cut = {.count = 0};
  /* polygons are walls; a file without cells contains bodies if it can */
  const bool lines = v->lines > 0 ||
                     (v->points == 0 && carom_vtp_find(v, CAROM_VTP_CELL_DATA, "partners"));
  const bool bonds = lines && carom_vtp_find(v, CAROM_VTP_CELL_DATA, "broken_at");
  const struct kind *kind = &kinds[v->polygons > 0 ? CAROM_ROWS_FACETS
                                   : bonds         ? CAROM_ROWS_BONDS
                                   : lines         ? CAROM_ROWS_CONTACTS
                                                   : CAROM_ROWS_BODIES];
  const int64_t cells = v->polygons > 0 ? v->polygons : lines ? v->lines : v->points;
  frame->rows = kind->rows;
  if (kind->rows == CAROM_ROWS_BODIES) return fill(v, kind, cells, NULL, frame, err);
  carom_status status = read_cells(v, lines && !v->polygons ? CAROM_VTP_LINES : CAROM_VTP_POLYGONS,
                                   cells, kind->corners, &cut, err);
  if (status == CAROM_OK) status = fill(v, kind, cells, &cut, frame, err);
  free(cut.corner);
  free(cut.of);
  return status;
}

carom_status carom_frame_from_vtp(const char *text, size_t length, carom_frame_table *frame,
                                  carom_error *err)
{
  *frame = (carom_frame_table){.time = (double)NAN};
  carom_vtp *v = malloc(sizeof *v);
  if (!v) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
  carom_status status = carom_vtp_scan(text, length, v, err);
  if (status == CAROM_OK) status = read_fields(v, frame, err);
  if (status == CAROM_OK) status = read_rows(v, frame, err);
  free(v);
  if (status != CAROM_OK) carom_frame_table_free(frame);
  return status;
}
