/* SPDX-License-Identifier: MIT */
/* carom new: a scenario file to begin with. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char impact_file[] =
    "carom: 1\n"
    "title: Two steel spheres\n"
    "\n"
    "materials:\n"
    "  steel: {young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: 1.03 GPa}\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law tsuji' the settings\n"
    "  - between: [steel, steel]\n"
    "    law: tsuji\n"
    "    restitution: 0.7           # what is asked for is delivered:\n"
    "    calibration: exact         #   exact | published (the formula of the law's source)\n"
    "    separation: force          # force: tension is cut | overlap: tension is kept\n"
    "\n"
    "impact:\n"
    "  a: {radius: 20 mm, material: steel}\n"
    "  b: {radius: 20 mm, material: steel}    # or {shape: flat, material: steel}: a wall\n"
    "  speed: 1 m/s\n"
    "\n"
    "# run: {integrator: dop853, tolerance: 1e-14}\n"
    "# record: {every: 1 us}\n"
    "# sweep: {impact.speed: [0.1 m/s, 1 m/s, 10 m/s], contacts.0.law: [tsuji]}\n";

static const char chain_file[] =
    "carom: 1\n"
    "title: A chain of steel beads, struck at one end\n"
    "\n"
    "materials:\n"
    "  steel: {young: 193 GPa, poisson: 0.3, density: 8000 kg/m3, yield: 940 MPa}\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law hertz' the settings\n"
    "  - {between: [steel, steel], law: hertz}\n"
    "\n"
    "chain:\n"
    "  beads:                       # from left to right; the striker is bead 0\n"
    "    - {radius: 5 mm, material: steel, velocity: 1 m/s}\n"
    "    - {count: 20, radius: 5 mm, material: steel}\n"
    "    # also: mass, density, gap (to the body before), force, fixed: true, shape: flat,\n"
    "    # driven: 1 m/s, or a table driven: [[0 s, 0 m/s], [1 ms, 2 m/s]]\n"
    "  left: free                   # free | {wall: steel}\n"
    "  right: {wall: steel}\n"
    "  gravity: 0 m/s2              # along the chain, towards the right end\n"
    "\n"
    "run: {until: 500 us, integrator: dop853, tolerance: 1e-12}\n"
    "record: {every: 1 us, beads: [0, 5, 10, 15], contacts: [0, 5, 10, 15, right]}\n"
    "# sweep: {chain.beads.0.velocity: [0.5 m/s, 1 m/s, 2 m/s]}\n";

static const struct {
  const char *name, *text;
} files[] = {{"impact", impact_file}, {"chain", chain_file}};
enum { FILES = sizeof files / sizeof *files };

static const char *name_at(const void *user, int index)
{
  (void)user;
  return files[index].name;
}

static int run(const cli_arguments *given)
{
  if (given->assignments)
    return message_usage(given->assigned[0].name, "'carom new' takes no settings; change the file");
  if (given->words != 1) return message_usage(NULL, "name one kind: carom new impact|chain");
  const char *name = given->word[0];
  for (int i = 0; i < FILES; i++) {
    if (strcmp(name, files[i].name) != 0) continue;
    fputs(files[i].text, stdout);
    return ENDED_WELL;
  }
  const char *near = carom_nearest_name(name, FILES, name_at, NULL);
  return message_usage(name, "unknown kind of scenario; %s%s%sthere are impact and chain",
                       near ? "did you mean '" : "", near ? near : "", near ? "'? " : "");
}

const cli_command command_new = {.name = "new",
                                 .summary = "a scenario file to begin with",
                                 .usage = "impact|chain",
                                 .text = "Prints a commented scenario file that runs as it is.",
                                 .examples = "  carom new impact | tee impact.yaml\n"
                                             "  carom new chain | tee chain.yaml\n",
                                 .run = run};
