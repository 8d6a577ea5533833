/* SPDX-License-Identifier: MIT */
/* What measures of a scene cost: bench_measures --list prints their names; bench_measures NAME
 * STEPS LOOKS makes a packing and then LOOKS times as many steps, with a look at the measure after
 * each; the measure "none" looks at nothing. For bench/measures.sh, which counts instructions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <carom/carom.h>
#include <carom/fill.h>
#include <carom/measure.h>
#include <carom/scene.h>

enum { GRAINS = 8000, BINS = 100 };

static const double radius = 1e-3, side = 0.043; /* of a crystal with faults */

typedef struct looking {
  carom_scene *scene;
  carom_selection all, part;
  carom_crossings *crossings;
  carom_coarse *profile, *field;
} looking;

static void check(carom_status status, const carom_error *err)
{
  if (status == CAROM_OK) return;
  fprintf(stderr, "bench_measures: %s: %s\n", err->where, err->text);
  exit(1);
}

static void bulk(looking *l, const carom_selection *of, unsigned wanted)
{
  carom_error err;
  carom_bulk out;
  check(carom_measure_bulk(l->scene, of, wanted, &out, &err), &err);
}

static void none(looking *l)
{
  (void)l;
}

static void motion(looking *l)
{
  bulk(l, &l->all, CAROM_BULK_MOTION);
}

static void stress(looking *l)
{
  bulk(l, &l->all, CAROM_BULK_MOTION | CAROM_BULK_CONTACTS);
}

static void stress_in_a_box(looking *l)
{
  bulk(l, &l->part, CAROM_BULK_MOTION | CAROM_BULK_CONTACTS);
}

static void inertia_in_a_box(looking *l)
{
  bulk(l, &l->part, CAROM_BULK_MOTION | CAROM_BULK_CONTACTS | CAROM_BULK_SOLID);
}

/* Stress, fabric, coordination, inertial number and solid fraction of the same particles, as a run
 * finds them for a row of its series. */
static void a_row_of_all(looking *l)
{
  bulk(l, &l->all, CAROM_BULK_ALL & ~CAROM_BULK_VIRIAL);
}

static void solid_fraction(looking *l)
{
  bulk(l, &l->part, CAROM_BULK_SOLID);
}

static void coordination(looking *l)
{
  bulk(l, &l->all, CAROM_BULK_CONTACTS | CAROM_BULK_RATTLERS);
}

static void mixing(looking *l)
{
  const int cells[3] = {6, 6, 6};
  carom_selection low = l->all;
  carom_error err;
  double index;
  low.id[1] = GRAINS / 2;
  check(carom_measure_mixing(l->scene, &l->all, &low, (double[]){0, 0, 0},
                             (double[]){side, side, side}, cells, &index, &err),
        &err);
}

static void mass_flow(looking *l)
{
  carom_error err;
  double mass;
  int64_t particles;
  check(carom_crossings_look(l->crossings, l->scene, &l->all, &mass, &particles, &err), &err);
}

static void surface(looking *l)
{
  const carom_free_surface how = carom_free_surface_default();
  carom_error err;
  double angle;
  check(carom_measure_surface(l->scene, &l->all, &how, &angle, &err), &err);
}

static void forces(looking *l)
{
  carom_error err;
  double density[BINS], mean;
  check(carom_measure_forces(l->scene, &l->all, 6, BINS, density, &mean, &err), &err);
}

static void radial(looking *l)
{
  carom_error err;
  double g[BINS];
  int64_t seen;
  check(carom_measure_radial(l->scene, &l->all, 6 * radius, BINS, g, &seen, &err), &err);
}

static void profile(looking *l)
{
  carom_error err;
  check(carom_coarse_look(l->profile, l->scene, &l->all, &err), &err);
}

static void field(looking *l)
{
  carom_error err;
  check(carom_coarse_look(l->field, l->scene, &l->all, &err), &err);
}

/* Scalars and tensors first, then what goes to files. */
static const struct {
  const char *name, *kind;
  void (*look)(looking *l);
} measures[] = {{"none", "none", none},
                {"motion", "scalar", motion},
                {"stress", "tensor", stress},
                {"stress-box", "tensor", stress_in_a_box},
                {"solid", "scalar", solid_fraction},
                {"inertia-box", "scalar", inertia_in_a_box},
                {"row-of-all", "tensor", a_row_of_all},
                {"coordination", "scalar", coordination},
                {"mixing", "scalar", mixing},
                {"mass-flow", "scalar", mass_flow},
                {"surface", "scalar", surface},
                {"forces", "file", forces},
                {"radial", "file", radial},
                {"profile", "file", profile},
                {"field", "file", field}};

enum { COUNT = sizeof measures / sizeof *measures };

static carom_scene *packing(bool measured)
{
  const carom_material grain = {1e7, 0.3, 2500, CAROM_UNSET, "grain"};
  carom_scene_contact contact = carom_scene_contact_default();
  carom_scene_def def = carom_scene_default();
  carom_fill_def fill = carom_fill_default();
  carom_filled *at = malloc(GRAINS * sizeof *at);
  carom_scene_particle *p = malloc(GRAINS * sizeof *p);
  carom_scene *scene = NULL;
  carom_error err;
  if (!at || !p) exit(1);
  fill.arrangement = CAROM_ARRANGE_HEXAGONAL;
  fill.jitter = 0.02 * radius;
  fill.radius_min = fill.radius_max = radius;
  fill.count = GRAINS;
  for (int k = 0; k < 3; k++)
    fill.high[k] = side;
  check(carom_fill(&fill, at, &err), &err);
  for (int i = 0; i < GRAINS; i++) {
    p[i] = carom_scene_particle_default();
    memcpy(p[i].position, at[i].position, sizeof p[i].position);
    p[i].radius = 1.04 * radius;
    p[i].id = (unsigned)i;
  }
  contact.normal.law = "tsuji";
  carom_contact_set(&contact.normal, "restitution", 0.5);
  contact.tangential.model = "mindlin";
  carom_tangential_set(&contact.tangential, "friction", 0.5);
  def.material = &grain;
  def.materials = 1;
  def.contact = &contact;
  def.contacts = 1;
  def.particle = p;
  def.particles = GRAINS;
  def.threads = 1;
  def.measured = measured;
  def.step = 1e-9; /* so short that it stays as it is, pressed */
  def.instructions = CAROM_INSTRUCTIONS_AVX2;
  check(carom_scene_create(&def, &scene, &err), &err);
  free(at);
  free(p);
  return scene;
}

static void prepare(looking *l)
{
  carom_coarse_def grid = carom_coarse_default();
  carom_error err;
  l->all = l->part = carom_selection_default();
  l->part.within = true;
  for (int k = 0; k < 3; k++) {
    l->part.region.low[k] = 0.2 * side, l->part.region.high[k] = 0.8 * side;
    grid.high[k] = side;
    grid.cells[k] = 1;
  }
  grid.cells[2] = 50;
  check(carom_coarse_create(l->scene, &grid, &l->profile, &err), &err);
  grid.cells[0] = grid.cells[1] = grid.cells[2] = 20;
  check(carom_coarse_create(l->scene, &grid, &l->field, &err), &err);
  check(carom_crossings_create(l->scene, (double[]){0, 0, 0.5 * side}, (double[]){0, 0, 1},
                               &l->crossings, &err),
        &err);
}

int main(int argc, char **argv)
{
  if (argc == 2 && !strcmp(argv[1], "--list")) {
    for (int k = 0; k < COUNT; k++)
      printf("%s %s\n", measures[k].name, measures[k].kind);
    return 0;
  }
  int which = 0;
  while (argc == 4 && which < COUNT && strcmp(measures[which].name, argv[1]) != 0)
    which++;
  if (argc != 4 || which == COUNT) {
    fputs("usage: bench_measures --list | NAME STEPS LOOKS\n", stderr);
    return 2;
  }
  carom_error err;
  looking l = {.scene = packing(which > 0)};
  prepare(&l);
  for (int k = 0; k < atoi(argv[3]); k++) {
    check(carom_scene_advance_steps(l.scene, atoi(argv[2]), &err), &err);
    measures[which].look(&l);
  }
  carom_coarse_destroy(l.profile);
  carom_coarse_destroy(l.field);
  carom_crossings_destroy(l.crossings);
  carom_scene_destroy(l.scene);
  return 0;
}
