/* SPDX-License-Identifier: MIT */
/* What a long chain costs: ns per bead and step, and the kinetic energy at the end.
 *
 *   bench_chain [--beads N] [--steps N] [--window] [--pressed] [--set base|avx2|avx512]
 *   bench_chain [--beads N] [--steps N] --lammps FOLDER
 *
 * The first bead strikes a row of touching ones with speed 5; lengths, masses and times are of a
 * system where a bead has diameter 1 and mass 1. The contact is that of LAMMPS's pair style
 * gran/hertz/history: F = sqrt(R* d) (kn d + gamma m* v), tension kept, which is `kuwabara-kono`
 * with K = kn sqrt(R*) and C = gamma m* sqrt(R*). --pressed starts with every contact pressed, so
 * that all carry a force all the time. --lammps writes the same problem for LAMMPS, in.chain and
 * data.chain, and runs nothing. Prints one line, with processor time:
 * beads steps seconds ns-per-bead-step kinetic-energy instructions-per-bead-step (0: not counted).
 */
#include "bench.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double KN = 1e6, GAMMA = 200, SPEED = 5, STEP = 1e-4, SQUEEZE = 1e-3;
static const double PI = 3.14159265358979323846;

typedef struct options {
  int64_t beads, steps;
  bool window, pressed;
  carom_instructions set;
  const char *lammps;
} options;

static _Noreturn void stop(int code, const char *what, const char *why)
{
  fprintf(stderr, "bench_chain: %s: %s\n", what, why);
  exit(code);
}

static carom_contact_def contact_of(const options *o)
{
  const double radius = 0.25, mass = 0.5; /* reduced */
  carom_contact_def def = carom_contact_default();
  def.law = "kuwabara-kono";
  def.speed = SPEED;
  def.instructions = o->set;
  carom_contact_set(&def, "stiffness", KN * sqrt(radius));
  carom_contact_set(&def, "damping_coefficient", GAMMA * mass * sqrt(radius));
  carom_contact_set_text(&def, "tension", "keep");
  return def;
}

static carom_chain *chain_of(const options *o)
{
  const carom_contact_def contact = contact_of(o);
  carom_chain_def def = carom_chain_default();
  carom_bead *bead = calloc((size_t)o->beads, sizeof *bead);
  carom_chain *chain = NULL;
  carom_error err;
  if (!bead) stop(1, "chain", "out of memory");
  for (int64_t i = 0; i < o->beads; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 0.5;
    bead[i].body.mass = 1;
    bead[i].gap = o->pressed && i > 0 ? -SQUEEZE : 0;
  }
  if (o->pressed && o->beads > 2) {
    bead[0].body.fixed = bead[o->beads - 1].body.fixed = true;
    bead[1].velocity = SPEED / 100;
  } else {
    bead[0].velocity = SPEED;
  }
  def.bead = bead;
  def.beads = (int)o->beads;
  def.contact = &contact;
  def.contacts = 1;
  def.integrator = CAROM_CHAIN_VERLET;
  def.step = STEP;
  def.all_active = !o->window;
  def.half_velocity = true; /* as LAMMPS does */
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) stop(1, err.where, err.text);
  free(bead);
  return chain;
}

static FILE *file_in(const char *folder, const char *name)
{
  char path[4096];
  FILE *file = NULL;
  if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path)
    file = fopen(path, "w");
  if (!file) stop(1, folder, "cannot be written to");
  return file;
}

static void write_data(const options *o, FILE *file)
{
  fprintf(file,
          "A row of touching beads, the first of them moving\n\n%" PRId64
          " atoms\n1 atom types\n\n",
          o->beads);
  fprintf(file, "-20 %" PRId64 " xlo xhi\n0 4 ylo yhi\n0 4 zlo zhi\n\nAtoms\n\n", o->beads + 22);
  for (int64_t i = 1; i <= o->beads; i++)
    fprintf(file, "%" PRId64 " 1 1 %.17g %" PRId64 " 2 2\n", i, 6 / PI, i);
  fprintf(file, "\nVelocities\n\n");
  for (int64_t i = 1; i <= o->beads; i++)
    fprintf(file, "%" PRId64 " %g 0 0 0 0 0\n", i, i == 1 ? SPEED : 0);
}

/* The tangential part (stiffness, friction) never acts: the beads move along their line. */
static void write_lammps(const options *o)
{
  FILE *data = file_in(o->lammps, "data.chain"), *in = file_in(o->lammps, "in.chain");
  write_data(o, data);
  fprintf(in,
          "# Written by bench_chain: run with -var data data.chain -var steps %" PRId64 "\n"
          "units lj\natom_style sphere\nboundary f f f\nnewton off\ncomm_modify vel yes\n"
          "read_data ${data}\n"
          "pair_style gran/hertz/history %.17g NULL %.17g NULL 0.5 0\npair_coeff * *\n"
          "neighbor 0.3 bin\nneigh_modify every 1 delay 0\ntimestep %.17g\n"
          "fix move all nve/sphere\nthermo_style custom step ke\nthermo_modify norm no "
          "format float %%.15g\n"
          "thermo ${steps}\nrun ${steps}\n",
          o->steps, KN, GAMMA, STEP);
  if (fclose(data) || fclose(in)) stop(1, o->lammps, "cannot be written to");
}

static void measure(const options *o)
{
  carom_chain *chain = chain_of(o);
  carom_error err;
  const uint64_t before = bench_instructions();
  const double start = bench_processor_seconds();
  if (carom_chain_advance(chain, STEP * (double)o->steps, &err) != CAROM_OK)
    stop(1, err.where, err.text);
  const double seconds = bench_processor_seconds() - start,
               work = (double)o->beads * (double)o->steps;
  const uint64_t count = bench_instructions() - before;
  if (carom_chain_steps(chain) != o->steps) stop(1, "steps", "not the number asked for");
  printf("%" PRId64 " %" PRId64 " %.6f %.4f %.15g %.2f\n", o->beads, o->steps, seconds,
         1e9 * seconds / work, carom_chain_budget(chain).kinetic, (double)count / work);
  carom_chain_destroy(chain);
}

static int64_t number(const char *text)
{
  char *end = NULL;
  const int64_t n = text ? strtoll(text, &end, 10) : 0;
  if (n > 0 && n <= 100000000 && !*end) return n;
  stop(2, text ? text : "", "a positive number is needed");
}

static carom_instructions set_of(const char *name)
{
  if (name && !strcmp(name, "base")) return CAROM_INSTRUCTIONS_BASE;
  if (name && !strcmp(name, "avx2")) return CAROM_INSTRUCTIONS_AVX2;
  if (name && !strcmp(name, "avx512")) return CAROM_INSTRUCTIONS_AVX512;
  stop(2, name ? name : "", "--set takes base, avx2 or avx512");
}

int main(int argc, char **argv)
{
  options o = {.beads = 1000, .steps = 20000, .set = CAROM_INSTRUCTIONS_BEST};
  for (int i = 1; i < argc; i++) {
    const char *value = argv[i + 1]; /* argv ends with NULL */
    if (!strcmp(argv[i], "--window"))
      o.window = true;
    else if (!strcmp(argv[i], "--pressed"))
      o.pressed = true;
    else if (!strcmp(argv[i], "--beads") && ++i)
      o.beads = number(value);
    else if (!strcmp(argv[i], "--steps") && ++i)
      o.steps = number(value);
    else if (!strcmp(argv[i], "--set") && ++i)
      o.set = set_of(value);
    else if (!strcmp(argv[i], "--lammps") && value && ++i)
      o.lammps = value;
    else
      stop(2, argv[i], "cannot be used");
  }
  if (o.lammps)
    write_lammps(&o);
  else
    measure(&o);
  return 0;
}
