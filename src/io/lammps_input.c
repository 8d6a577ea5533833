/* SPDX-License-Identifier: MIT */
/* Writes the LAMMPS input for a prepared scene. */
#include "io/lammps_scene.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/number.h"

static void put(const char *before, double value, FILE *file)
{
  char text[CAROM_NUMBER_ROOM];
  carom_number_print(value, text);
  fprintf(file, "%s%s", before, text);
}

/* Writes a text from the scenario as a comment: LAMMPS would continue lines that end in '&' and
 * substitute '$'. */
static void put_remark(const char *text, FILE *file)
{
  fputs("# ", file);
  for (; *text; text++)
    fputc(isprint((unsigned char)*text) && *text != '&' && *text != '$' ? *text : ' ', file);
  fputc('\n', file);
}

static void put_head(const carom_lammps_scene *l, const char *data, FILE *file)
{
  fputs("# Written by carom export. Run it with: lmp -in FILE, or a part: lmp -in FILE -var steps "
        "100\n",
        file);
  put_remark(l->scenario->title, file);
  fputs("units si\natom_style sphere\nboundary", file);
  for (int k = 0; k < 3; k++) {
    const bool ends = isfinite(l->def->low[k]) && isfinite(l->def->high[k]);
    fputs(l->def->periodic[k] ? " p" : ends ? " f" : " m", file);
  }
  fprintf(file, "\nnewton off\ncomm_modify mode single vel yes\nread_data %s\n\n", data);
}

/* Guards the number of "damping tsuji", which is meant for versions before a certain one. */
static void put_guard(const carom_lammps_scene *l, FILE *file)
{
  bool tsuji = false;
  for (int i = 0; i < l->pairings; i++)
    tsuji |= l->pairing[i].law.tsuji;
  if (!tsuji) return;
  fprintf(file,
          "# the number before 'damping tsuji' is no restitution: LAMMPS makes of it the constant "
          "that delivers the one asked for\n"
          "variable release equal version\n"
          "if \"${release} >= %d\" then \"print 'this LAMMPS has another damping tsuji than the "
          "one that this file was written for'\" \"quit 1\"\n",
          CAROM_LAMMPS_TSUJI);
}

static void put_remark_of(const carom_lammps_scene *l, const carom_lammps_pairing *p, FILE *file)
{
  char text[200];
  int used = snprintf(text, sizeof text, "%.60s - %.60s%s", l->def->material[p->between[0]].name,
                      l->def->material[p->between[1]].name, p->wall ? " (wall)" : "");
  if (p->asked != CAROM_UNSET && used > 0 && used < (int)sizeof text)
    snprintf(text + used, sizeof text - (size_t)used,
             ": restitution asked %.9g, delivered %.6f in these steps", p->asked, p->delivered);
  put_remark(text, file);
}

static const carom_lammps_pairing *pairing_of(const carom_lammps_scene *l, int a, int b, bool wall)
{
  for (int i = 0; i < l->pairings; i++) {
    const carom_lammps_pairing *p = &l->pairing[i];
    const bool straight = p->between[0] == a && p->between[1] == b;
    if (p->wall == wall && (straight || (!wall && p->between[0] == b && p->between[1] == a)))
      return p;
  }
  return NULL;
}

static void put_pairs(const carom_lammps_scene *l, FILE *file)
{
  put_guard(l, file);
  fputs("pair_style granular\n", file);
  for (int a = 0; a < l->def->materials; a++)
    for (int b = a; b < l->def->materials; b++) {
      const carom_lammps_pairing *p = pairing_of(l, a, b, false);
      if (p) put_remark_of(l, p, file);
      fprintf(file, "pair_coeff %d %d %s\n", a + 1, b + 1,
              p ? p->law.text
                : "hooke 0 0 damping velocity tangential linear_nohistory 0 0 # never meet");
    }
  put("neighbor ", l->skin, file);
  fputs(" bin\nneigh_modify delay 0 every 1 check yes\n\n", file);
}

/* Writes the fixed particles as ranges of ids; returns false if there are none. */
static bool put_fixed(const carom_lammps_scene *l, FILE *file)
{
  const carom_frame *f = &l->start.frame;
  const unsigned long first = carom_frame_first_id(f);
  bool any = false;
  for (int64_t i = 0; i < f->bodies; i++) {
    int64_t end = i;
    if (!f->body[i].fixed) continue;
    while (end + 1 < f->bodies && f->body[end + 1].fixed &&
           f->body[end + 1].id == f->body[end].id + 1)
      end++;
    fprintf(file, "group fixed id %lu:%lu\n", f->body[i].id + first, f->body[end].id + first);
    any = true;
    i = end;
  }
  if (any) fputs("group moving subtract all fixed\n", file);
  return any;
}

/* Writes one face of a wall: through `point`, particles on the side of `normal`. */
static void put_face(const carom_lammps_scene *l, const char *name, int material,
                     const carom_lammps_law *law, const double point[3], const double normal[3],
                     FILE *file)
{
  static const char axis[] = "xyz";
  int along = -1;
  for (int k = 0; k < 3; k++)
    if (normal[(k + 1) % 3] == 0 && normal[(k + 2) % 3] == 0) along = k;
  (void)l;
  if (along < 0) {
    fprintf(file, "region %s plane", name);
    for (int k = 0; k < 6; k++)
      put(" ", k < 3 ? point[k] : normal[k - 3], file);
    fprintf(file, "\nfix %s of_type_%d wall/gran/region granular %s region %s\n", name,
            material + 1, law->text, name);
    return;
  }
  fprintf(file, "fix %s of_type_%d wall/gran granular %s %cplane", name, material + 1, law->text,
          axis[along]);
  if (normal[along] > 0) {
    put(" ", point[along], file);
    fputs(" NULL\n", file);
  } else {
    put(" NULL ", point[along], file);
    fputc('\n', file);
  }
}

static void put_wall(const carom_lammps_scene *l, int w, int material, FILE *file)
{
  const carom_scene_wall *wall = &l->def->wall[w];
  const carom_lammps_pairing *p = pairing_of(l, material, wall->material, true);
  char name[48];
  if (!p) return;
  put_remark_of(l, p, file);
  if (wall->shape == CAROM_WALL_PLANE) {
    snprintf(name, sizeof name, "wall_%d_%d", w, material + 1);
    put_face(l, name, material, &p->law, wall->point, wall->direction, file);
    return;
  }
  for (int face = 0; face < 6; face++) {
    const int k = face / 2;
    const double *corner = face % 2 ? wall->high : wall->low;
    double normal[3] = {0, 0, 0};
    if (!isfinite(corner[k])) continue;
    normal[k] = face % 2 ? -1 : 1;
    snprintf(name, sizeof name, "wall_%d_%d_%d", w, face, material + 1);
    put_face(l, name, material, &p->law, corner, normal, file);
  }
}

static void put_walls(const carom_lammps_scene *l, FILE *file)
{
  for (int m = 0; m < l->def->materials && l->def->walls > 0; m++)
    if (l->used[m]) fprintf(file, "group of_type_%d type %d\n", m + 1, m + 1);
  for (int w = 0; w < l->def->walls; w++) {
    if (l->def->wall[w].name) put_remark(l->def->wall[w].name, file);
    for (int m = 0; m < l->def->materials; m++)
      if (l->used[m]) put_wall(l, w, m, file);
  }
}

void carom_lammps_input(const carom_lammps_scene *l, const char *data, FILE *file)
{
  const double *g = l->def->gravity, size = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  put_head(l, data, file);
  put_pairs(l, file);
  put_walls(l, file);
  if (size > 0) {
    put("fix gravity all gravity ", size, file);
    fputs(" vector", file);
    for (int k = 0; k < 3; k++)
      put(" ", g[k], file);
    fputc('\n', file);
  }
  const bool fixed = put_fixed(l, file);
  if (fixed) fputs("fix hold fixed freeze\n", file);
  fprintf(file, "fix move %s nve/sphere\n", fixed ? "moving" : "all");
  put("timestep ", l->step, file);
  fputs("\ncompute rotation all erotate/sphere\nthermo_style custom step time ke c_rotation\n"
        "thermo_modify norm no lost error format float %.17g\n",
        file);
  if (l->frames > 0)
    fprintf(file,
            "dump frames all custom %" PRId64 " frame_*.dump id type x y z radius vx vy vz omegax "
            "omegay omegaz mass fx fy fz tqx tqy tqz\n"
            "dump_modify frames sort id pad 9 format float %%.17g\n",
            l->frames);
  fprintf(file, "variable steps index %" PRId64 "\nthermo %" PRId64 "\nrun ${steps}\n", l->steps,
          l->steps > 100 ? l->steps / 100 : 1);
}
