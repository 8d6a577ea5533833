/* SPDX-License-Identifier: MIT */
/* Prints the report of a scene. */
#include "cli/text/scene_text.h"

#include <inttypes.h>
#include <math.h>

#include "cli/base/table.h"
#include "cli/figure/energy_figure.h"
#include "cli/text/measured_text.h"
#include "cli/text/verdict_text.h"
#include "run/contact_json.h"
#include "run/quantity.h"

/* The channels of the energy budget, in the order of the rows. */
static const char *const channels[CAROM_SCENE_CHANNELS] = {"kinetic",
                                                           "of rotation",
                                                           "elastic",
                                                           "in tangential springs",
                                                           "in rolling springs",
                                                           "in twisting springs",
                                                           "of adhesion",
                                                           "lost by damping",
                                                           "lost by plastic deformation",
                                                           "lost by friction",
                                                           "lost by rolling",
                                                           "lost by twisting",
                                                           "lost by adhesion",
                                                           "done by gravity",
                                                           "done by walls",
                                                           "in free walls",
                                                           "lost at stops",
                                                           "missing in the budget"};

/* "1 contact", "2 contacts". */
static const char *counted(int64_t count, const char *what, char text[48])
{
  snprintf(text, 48, "%" PRId64 " %s%s", count, what, count == 1 ? "" : "s");
  return text;
}

/* Number of particles that are members of clumps, and of clumps. */
static void print_clumps(const carom_scene_job *run, FILE *file)
{
  const carom_scene_view v = carom_scene_sample(run->scene);
  const int64_t clumps = carom_scene_clumps(run->scene);
  int64_t members = 0;
  char count[48];
  for (int64_t i = 0; clumps > 0 && i < v.count; i++)
    members += v.grain[i].clump >= 0;
  if (clumps > 0 && members == v.count)
    fprintf(file, " in %s", counted(clumps, "clump", count));
  else if (clumps > 0)
    fprintf(file, ", %lld of them in %s", (long long)members, counted(clumps, "clump", count));
}

/* What holds touching bodies together, and whether the theory applies to them. */
static void print_adhesion(const carom_scene_job *run, FILE *file)
{
  char q[CAROM_QUANTITY_ROOM], name[96];
  for (int i = 0; i < carom_scene_pairings(run->scene); i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(run->scene, i, &p, NULL) != CAROM_OK || !(p.pull > 0 || p.adhesion))
      continue;
    fprintf(file, "%s: %s holds with %s at touch", carom_pairing_name(run, &p, name),
            p.adhesion ? carom_stage_about(p.adhesion)->name : carom_law_about(p.contact.law)->name,
            carom_quantity_print(p.pull, "N", q));
    if (p.tabor != CAROM_UNSET)
      fprintf(file, "; Tabor parameter %.3g (%s)", p.tabor,
              (p.adhesion ? p.tabor > carom_stage_about(p.adhesion)->softest
                          : carom_contact_outside_theory(&p.smallest))
                  ? "beyond theory"
                  : "within the theory");
    fputc('\n', file);
  }
}

void scene_print_pairings(const carom_scene_job *run, FILE *file)
{
  static const cli_column columns[] = {
      {"contact", "contact", NULL, 0},       {"law", "law", NULL, 0},
      {"asked", "asked", NULL, 0},           {"resolved", "resolved", "1", 4},
      {"at this step", "delivered", "1", 4}, {"within", "spread", "1", 4},
      {"speed", "speed", "m/s", 0},          {"contact time", "duration", "s", 0},
      {"steps in it", "steps", "1", 1}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  const double step = carom_scene_step(run->scene);
  char q[2][CAROM_QUANTITY_ROOM], count[2][48], name[96], wish[48];
  for (int i = 0; i < carom_scene_pairings(run->scene); i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(run->scene, i, &p, NULL) != CAROM_OK) continue;
    table_text(&table, carom_pairing_name(run, &p, name));
    table_text(&table, carom_law_about(p.contact.law)->name);
    const char *asked = carom_contact_asked(&p.contact, wish);
    table_text(&table, asked ? asked : "-");
    table_number(&table, p.resolved);
    table_number(&table, p.delivered);
    table_number(&table, p.spread);
    table_number(&table, p.speed);
    table_number(&table, p.duration);
    table_number(&table, p.duration / step);
  }
  if (table_ok(&table) && carom_scene_pairings(run->scene) > 0) table_write_text(&table, file);
  table_free(&table);
  print_adhesion(run, file);
  fputs(counted(carom_scene_particles(run->scene), "particle", count[0]), file);
  print_clumps(run, file);
  const double latest = carom_scene_latest(run);
  fprintf(file, ", step %s, until %s%s: %s\n\n", carom_quantity_print(step, "s", q[0]),
          carom_quantity_print(latest, "s", q[1]),
          run->base.scenario->scene.stages > 0 ? " at the latest" : "",
          counted(carom_scene_steps_to(run, latest), "step", count[1]));
}

void scene_print_amounts(const carom_scene_job *run, const char *before, FILE *file)
{
  const carom_scenario *s = run->base.scenario;
  const carom_scene_view v = carom_scene_sample(run->scene);
  char q[4][CAROM_QUANTITY_ROOM], count[48];
  for (int m = 0; m < s->materials; m++) {
    double mass = 0, volume = 0, least = HUGE_VAL, most = 0;
    int64_t number = 0;
    for (int64_t i = 0; i < v.count; i++) {
      const carom_scene_grain *g = &v.grain[i];
      if (g->material != m) continue;
      number++;
      mass += g->mass;
      volume += g->volume;
      least = fmin(least, g->radius);
      most = fmax(most, g->radius);
    }
    if (number == 0) continue;
    fprintf(file, "%s%s of %s: %s, solid volume %.4g cm3, R %s", before,
            counted(number, "particle", count), s->material[m].name,
            carom_quantity_print(mass, "kg", q[0]), 1e6 * volume,
            carom_quantity_print(least, "m", q[2]));
    if (most > least) fprintf(file, " to %s", carom_quantity_print(most, "m", q[3]));
    fputc('\n', file);
  }
  if (s->record.frames == CAROM_UNSET) return;
  const int64_t frames = 1 + (int64_t)floor(carom_scene_latest(run) / s->record.frames + 1e-9);
  const double bytes = (double)carom_scene_frames_bytes(run);
  fprintf(file, "%s%s of %s as at the start, %s in all\n", before, counted(frames, "frame", count),
          carom_quantity_print(bytes, "B", q[0]),
          carom_quantity_print(bytes * (double)frames, "B", q[1]));
}

void scene_print_pressed(const carom_scene_job *run, const char *before, FILE *file)
{
  carom_scene_pressed p;
  char q[3][CAROM_QUANTITY_ROOM], share[24];
  if (carom_scene_foresee(run->scene, &p, NULL) != CAROM_OK || p.between[0] < 0) return;
  fprintf(file, "%sa body of R %s that cannot give way overlaps", before,
          carom_quantity_print(p.radius, "m", q[0]));
  if (p.load > 0)
    fprintf(file, " by about %s of its radius under the weight above, %s, and",
            carom_percent(p.resting, share), carom_quantity_print(p.load, "N", q[1]));
  fprintf(file, " by %.3g %% if %s arrive on it at %s\n", 100 * p.struck,
          carom_quantity_print(p.heaviest, "kg", q[0]), carom_quantity_print(p.speed, "m/s", q[1]));
}

void scene_tell_verdicts(const carom_run *run)
{
  char text[CAROM_VERDICT_ROOM];
  carom_verdicts list;
  if (!carom_scene_verdicts(run, &list)) return;
  for (int i = 0; i < list.count; i++)
    for (int k = 0; carom_verdict_sentence(&list.item[i], k, text); k++)
      message_note("%s", text);
  carom_verdicts_free(&list);
}

/* Verdicts on the contacts. */
static void print_verdicts(const carom_run *run)
{
  carom_verdicts list;
  if (!carom_scene_verdicts(run, &list)) return;
  verdict_table(list.item, list.count, "contact", stdout, false);
  if (list.count > 0) putchar('\n');
  carom_verdicts_free(&list);
}

static void print_walls(const carom_scene_job *run)
{
  static const cli_column columns[] = {{"wall", "wall", NULL, 0},    {"force x", "fx", "N", 0},
                                       {"force y", "fy", "N", 0},    {"force z", "fz", "N", 0},
                                       {"torque x", "tx", "N m", 0}, {"torque y", "ty", "N m", 0},
                                       {"torque z", "tz", "N m", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int w = 0; w < carom_scene_walls(run->scene); w++) {
    carom_scene_wall_state wall;
    if (carom_scene_sample_wall(run->scene, w, &wall, NULL) != CAROM_OK) continue;
    table_text(&table, wall.name ? wall.name : "wall");
    for (int k = 0; k < 3; k++)
      table_number(&table, wall.force[k]);
    for (int k = 0; k < 3; k++)
      table_number(&table, wall.torque[k]);
  }
  if (table_ok(&table) && carom_scene_walls(run->scene)) {
    table_write_text(&table, stdout);
    putchar('\n');
  }
  table_free(&table);
}

/* Particles that came and went. */
static void print_flow(const carom_scene_job *run)
{
  static const cli_column columns[] = {{"", "name", NULL, 0},
                                       {"particles", "count", "1", 0},
                                       {"mass", "mass", "kg", 0},
                                       {"no room for", "owed", NULL, 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  const int sources = carom_scene_sources(run->scene), sinks = carom_scene_sinks(run->scene);
  char name[96], q[CAROM_QUANTITY_ROOM], count[48];
  for (int k = 0; k < sources; k++) {
    carom_scene_source_state in;
    if (carom_scene_sample_source(run->scene, k, &in, NULL) != CAROM_OK) continue;
    snprintf(name, sizeof name, "source %.64s", in.name);
    table_text(&table, name);
    table_number(&table, (double)in.count);
    table_number(&table, in.mass);
    table_text(&table, in.owed_mass > 0 ? carom_quantity_print(in.owed_mass, "kg", q)
                       : in.owed > 0    ? counted((int64_t)in.owed, "particle", count)
                                        : "-");
  }
  for (int k = 0; k < sinks; k++) {
    carom_scene_sink_state out;
    if (carom_scene_sample_sink(run->scene, k, -1, &out, NULL) != CAROM_OK) continue;
    snprintf(name, sizeof name, "sink %.64s", out.name);
    table_text(&table, name);
    table_number(&table, (double)out.count);
    table_number(&table, out.mass);
    table_text(&table, "-");
  }
  if (table_ok(&table) && sources + sinks > 0) {
    table_write_text(&table, stdout);
    putchar('\n');
  }
  table_free(&table);
}

/* Where forces have moved walls. */
static void print_moved(const carom_scene_job *run)
{
  static const cli_column columns[] = {{"wall", "wall", NULL, 0},
                                       {"x", "x", "m", 0},
                                       {"y", "y", "m", 0},
                                       {"z", "z", "m", 0},
                                       {"velocity x", "vx", "m/s", 0},
                                       {"velocity y", "vy", "m/s", 0},
                                       {"velocity z", "vz", "m/s", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  bool some = false;
  for (int w = 0; w < carom_scene_walls(run->scene); w++) {
    carom_scene_wall_state wall;
    if (!carom_scene_wall_is_moved(run->base.scenario, w) ||
        carom_scene_sample_wall(run->scene, w, &wall, NULL) != CAROM_OK)
      continue;
    some = true;
    table_text(&table, wall.name ? wall.name : "wall");
    for (int k = 0; k < 3; k++)
      table_number(&table, wall.centre[k]);
    for (int k = 0; k < 3; k++)
      table_number(&table, wall.velocity[k]);
  }
  if (table_ok(&table) && some) {
    table_write_text(&table, stdout);
    putchar('\n');
  }
  table_free(&table);
}

/* When stages ended, and why. */
static void print_stages(const carom_scene_job *run)
{
  static const cli_column columns[] = {{"stage", "stage", NULL, 0},
                                       {"from", "begin", "s", 0},
                                       {"to", "end", "s", 0},
                                       {"ended by", "ended_by", NULL, 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  const carom_phases *p = &run->phases;
  const double step = carom_scene_step(run->scene);
  const int stages = run->base.scenario->scene.stages;
  for (int k = 0; k < stages && p->begin[k] >= 0; k++) {
    char name[64];
    const char *why = carom_phase_reason(p, k);
    table_text(&table, carom_phase_name(p, k, name));
    table_number(&table, step * (double)p->begin[k]);
    table_number(&table, why ? step * (double)p->end[k] : carom_scene_time(run->scene));
    table_text(&table, why ? why : "-");
  }
  if (table_ok(&table) && stages > 0) {
    table_write_text(&table, stdout);
    putchar('\n');
  }
  table_free(&table);
}

/* Fate of the bonds. */
static void print_bonds(const carom_scene_job *run)
{
  static const cli_column columns[] = {
      {"bonds", "name", NULL, 0},           {"made", "made", "1", 0},
      {"whole", "whole", "1", 0},           {"broken in tension", "broken_tension", "1", 0},
      {"in shear", "broken_shear", "1", 0}, {"gone", "removed", "1", 0},
      {"set free", "released", "J", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  const carom_scenario_scene *scene = &run->base.scenario->scene;
  for (int k = 0; k < scene->bonds; k++) {
    const carom_bond_counts n = carom_scene_count_bonds(run->scene, k);
    const int64_t count[] = {n.made, n.whole, n.tension, n.shear, n.removed};
    table_text(&table, scene->bond[k].def.name);
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
      table_number(&table, (double)count[i]);
    table_number(&table, n.released);
  }
  if (table_ok(&table) && scene->bonds > 0) {
    table_write_text(&table, stdout);
    putchar('\n');
  }
  table_free(&table);
}

/* Prints a channel that only some scenes have; returns the separator for the next. */
static const char *print_channel(double energy, const char *what, const char *comma)
{
  char q[CAROM_QUANTITY_ROOM];
  if (energy == 0) return comma;
  printf("%s%s %s", comma, carom_quantity_print(energy, "J", q), what);
  return ", ";
}

void scene_summary(const carom_run *base)
{
  const carom_scene_job *run = carom_scene_job_of(base);
  const int64_t steps = carom_scene_steps(run->scene);
  const carom_scene_touching touch = carom_scene_count(run);
  const bool half = run->base.scenario->scene.def.velocity == CAROM_VELOCITY_HALF;
  double e[CAROM_SCENE_CHANNELS];
  const char *comma = "";
  char q[CAROM_QUANTITY_ROOM], count[2][48];
  carom_scene_energies(run, e);
  if (base->error.code != CAROM_OK) printf("Stopped: %s\n", base->error.text);
  printf("After %s (%s): %s, %.2f a particle",
         carom_quantity_print(carom_scene_time(run->scene), "s", q),
         counted(steps, "step", count[0]), counted(touch.contacts, "contact", count[1]),
         touch.coordination);
  if (carom_scene_sources(run->scene) + carom_scene_sinks(run->scene) > 0)
    printf(", %s", counted(carom_scene_particles(run->scene), "particle", count[0]));
  fputs("\n\n", stdout);
  print_stages(run);
  print_walls(run);
  print_moved(run);
  print_flow(run);
  print_bonds(run);
  print_verdicts(base);
  fputs("energy    ", stdout);
  for (int i = 0; i < CAROM_SCENE_CHANNELS - 1; i++) {
    if (e[i] == 0) continue;
    printf("%s%s %s", comma, carom_quantity_print(e[i], "J", q), channels[i]);
    comma = ", ";
  }
  const carom_scene_energy b = carom_scene_budget(run->scene);
  comma = print_channel(b.prescribed, "done by holds", comma);
  comma = print_channel(b.box, "done by the box", comma);
  comma = print_channel(b.bonds, "in bonds", comma);
  comma = print_channel(b.bond_damping, "lost by damping of bonds", comma);
  comma = print_channel(b.bond_breaking, "lost by breaking bonds", comma);
  comma = print_channel(b.entered, "brought by particles", comma);
  comma = print_channel(b.left, "taken by particles", comma);
  if (!*comma) fputs("none", stdout);
  printf("\n          budget closes within %.1e%s\n", carom_run_budget(base).off,
         half ? " (scene.velocity: half: of first order in the step)" : "");
  if (steps > run->before && run->seconds > 0)
    printf("time      %s, %.3g million particle-steps a second%s\n",
           carom_quantity_print(run->seconds, "s", q), run->particle_steps / run->seconds / 1e6,
           run->before ? " since the restart" : "");
  if (run->frame_seconds > 0 && run->seconds > 0) {
    fputs("frames    ", stdout);
    if (run->frames.folder) fputs(counted(run->frames.count, "frame", count[0]), stdout);
    if (run->pictured)
      printf("%s%s", run->frames.folder ? ", " : "", counted(run->pictures, "picture", count[0]));
    printf(", for which it stood still %.2g %% of the time\n",
           100 * run->frame_seconds / run->seconds);
  }
  measured_print(&run->base.misfits);
}

static double channel_of(const carom_run *run, int64_t row, int channel)
{
  return carom_record_row(&run->record, row)[CAROM_SCENE_KINETIC + channel];
}

carom_status scene_energies(const carom_run *run, cli_figure *figure, carom_error *err)
{
  static const cli_energies energies = {.name = channels,
                                        .channels = CAROM_SCENE_COLUMNS - CAROM_SCENE_KINETIC,
                                        .held = CAROM_SCENE_VISCOUS - CAROM_SCENE_KINETIC,
                                        .lost = CAROM_SCENE_GRAVITY - CAROM_SCENE_VISCOUS,
                                        .value = channel_of};
  (void)err;
  return energy_figure(run, &energies, figure);
}
