/* SPDX-License-Identifier: MIT */
#include "cli/check_print.h"

#include <string.h>

#include "core/fields.h"
#include "core/number.h"

/* A text as YAML takes it: plain if it is a simple word, else in double quotes. */
static void put_text(FILE *file, const char *text)
{
  static const char simple[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
  if (*text && text[strspn(text, simple)] == '\0') {
    fputs(text, file);
    return;
  }
  fputc('"', file);
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(file, "\\%c", c);
    else if (c < 0x20 || c == 0x7f)
      fprintf(file, "\\x%02x", (unsigned)c);
    else
      fputc(c, file);
  }
  fputc('"', file);
}

/* "name: value, " for every field that has a value, given or not. */
static void put_fields(FILE *file, const carom_found *found)
{
  char text[96];
  for (int i = 0; i < carom_group_fields(&found->group); i++) {
    const carom_field *field = carom_group_field(&found->group, i);
    if (found->value[i] == CAROM_UNSET) continue;
    carom_field_print(field, found->value[i], text, sizeof text);
    fprintf(file, ", %s: %s", field->name, text);
  }
}

/* A number that reads back to the same bits, with its unit. */
static void put_number(FILE *file, double value, const char *unit)
{
  char text[CAROM_NUMBER_ROOM];
  carom_number_print(value, text);
  fprintf(file, "%s%s", text, unit);
}

/* The file was read without a fault, so that there are none now. */
static carom_found again(carom_group group, const carom_node *node)
{
  carom_faults none = {.count = 0};
  carom_found found;
  carom_walk(&group, node, &none, &found);
  return found;
}

static void print_materials(const carom_scenario *s, FILE *file)
{
  const carom_node *node = carom_tree_get(carom_tree_root(s->tree), "materials");
  fputs("materials:\n", file);
  for (int i = 0; i < s->materials; i++) {
    const carom_found found = again(carom_group_material(), carom_tree_at(node, i));
    const int count = carom_group_fields(&found.group);
    fputs("  ", file);
    put_text(file, s->material[i].name);
    fputs(": {", file);
    for (int k = 0; k < count; k++) {
      char text[96];
      const carom_field *field = carom_group_field(&found.group, k);
      carom_field_print(field, found.value[k], text, sizeof text);
      fprintf(file, "%s%s: %s", k ? ", " : "", field->name, text);
    }
    fputs("}\n", file);
  }
}

/* Settings of a law may exclude each other, and a default is nobody's wish: where a damping
 * constant is given, the restitution that it replaces is left out. */
static bool left_out(const carom_found *found, int index)
{
  const char *name = carom_group_field(&found->group, index)->name;
  if (found->at[index] || strncmp(name, "restitution", 11) != 0) return false;
  for (int i = 0; i < carom_group_fields(&found->group); i++)
    if (found->at[i] && !strncmp(carom_group_field(&found->group, i)->name, "damping", 7))
      return true;
  return false;
}

static void print_contacts(const carom_scenario *s, FILE *file)
{
  fputs("contacts:\n", file);
  for (int i = 0; i < s->contacts; i++) {
    const carom_scenario_contact *c = &s->contact[i];
    carom_found found = again(carom_group_contact(c->law), c->node);
    for (int k = 0; k < carom_group_fields(&found.group); k++)
      if (left_out(&found, k)) found.value[k] = CAROM_UNSET;
    fputs("  - {between: [", file);
    put_text(file, s->material[c->a].name);
    fputs(", ", file);
    put_text(file, s->material[c->b].name);
    fprintf(file, "], law: %s", c->def.law);
    put_fields(file, &found);
    fputs("}\n", file);
  }
}

static void print_impact(const carom_scenario *s, FILE *file)
{
  const carom_node *node = carom_tree_get(carom_tree_root(s->tree), "impact");
  const carom_found impact = again(carom_group_impact(), node);
  fputs("impact:\n", file);
  for (int k = 0; k < 2; k++) {
    const carom_found body = again(carom_group_body(), carom_tree_get(node, k ? "b" : "a"));
    fprintf(file, "  %s: {material: ", k ? "b" : "a");
    put_text(file, s->material[k ? s->impact.material_b : s->impact.material_a].name);
    put_fields(file, &body);
    fputs("}\n", file);
  }
  for (int i = 0; i < carom_group_fields(&impact.group); i++) {
    char text[96];
    const carom_field *field = carom_group_field(&impact.group, i);
    if (impact.value[i] == CAROM_UNSET) continue;
    carom_field_print(field, impact.value[i], text, sizeof text);
    fprintf(file, "  %s: %s\n", field->name, text);
  }
}

static void print_drive(const carom_bead *bead, FILE *file)
{
  fputs(", driven: [", file);
  for (int k = 0; k < bead->drive_points; k++) {
    fputs(k ? ", [" : "[", file);
    put_number(file, bead->drive_time[k], " s, ");
    put_number(file, bead->drive_velocity[k], " m/s]");
  }
  fputs("]", file);
}

static void print_wall(const carom_scenario *s, const carom_scenario_wall *wall, const char *side,
                       FILE *file)
{
  fprintf(file, "  %s: ", side);
  if (!wall->present) {
    fputs("free\n", file);
    return;
  }
  fputs("{wall: ", file);
  put_text(file, s->material[wall->material].name);
  if (wall == &s->chain.right) {
    fputs(", gap: ", file);
    put_number(file, wall->gap, " m");
  }
  fputs("}\n", file);
}

static void print_chain(const carom_scenario *s, FILE *file)
{
  const carom_node *node = carom_tree_get(carom_tree_root(s->tree), "chain");
  const carom_found chain = again(carom_group_chain(), node);
  fputs("chain:\n  beads:\n", file);
  for (int g = 0; g < s->chain.groups; g++) {
    const carom_scenario_beads *group = &s->chain.group[g];
    carom_found bead = again(carom_group_bead(), group->node);
    if (group->bead.drive_points) { /* what a drive gives cannot be given */
      bead.value[carom_group_find_field(&bead.group, "velocity")] = CAROM_UNSET;
      bead.value[carom_group_find_field(&bead.group, "force")] = CAROM_UNSET;
    }
    fputs("    - {material: ", file);
    put_text(file, s->material[group->material].name);
    put_fields(file, &bead);
    if (group->bead.drive_points) print_drive(&group->bead, file);
    fputs("}\n", file);
  }
  print_wall(s, &s->chain.left, "left", file);
  print_wall(s, &s->chain.right, "right", file);
  for (int i = 0; i < carom_group_fields(&chain.group); i++) {
    char text[96];
    carom_field_print(carom_group_field(&chain.group, i), chain.value[i], text, sizeof text);
    fprintf(file, "  %s: %s\n", carom_group_field(&chain.group, i)->name, text);
  }
}

static void print_numbers(const char *name, const int *list, int count, FILE *file)
{
  fprintf(file, ", %s: [", name);
  for (int i = 0; i < count; i++) {
    fputs(i ? ", " : "", file);
    if (list[i] < 0)
      fputs(list[i] == CAROM_LEFT_WALL ? "left" : "right", file);
    else
      fprintf(file, "%d", list[i]);
  }
  fputs("]", file);
}

static void print_run(const carom_scenario *s, FILE *file)
{
  static const char *const integrator[] = {"dop853", "dopri5", "verlet"};
  fputs("run: {", file);
  if (s->run.until != CAROM_UNSET) {
    fputs("until: ", file);
    put_number(file, s->run.until, " s, ");
  }
  fprintf(file, "integrator: %s, ", integrator[s->run.integrator]);
  if (s->run.step != CAROM_UNSET) {
    fputs("step: ", file);
    put_number(file, s->run.step, " s, ");
  }
  fputs("tolerance: ", file);
  put_number(file, s->run.tolerance, "}\n");
  if (s->record.every == CAROM_UNSET) return;
  fputs("record: {every: ", file);
  put_number(file, s->record.every, " s");
  if (s->problem == CAROM_PROBLEM_CHAIN) {
    print_numbers("beads", s->record.bead, s->record.beads, file);
    print_numbers("contacts", s->record.contact, s->record.contacts, file);
  }
  fputs("}\n", file);
}

static void put_node(FILE *file, const carom_node *node)
{
  const bool list = node->kind == CAROM_NODE_ARRAY;
  if (!list && node->kind != CAROM_NODE_OBJECT) {
    put_text(file, node->text);
    return;
  }
  fputc(list ? '[' : '{', file);
  for (const carom_node *item = node->first; item; item = item->next) {
    if (item->key) {
      put_text(file, item->key);
      fputs(": ", file);
    }
    put_node(file, item);
    if (item->next) fputs(", ", file);
  }
  fputc(list ? ']' : '}', file);
}

static void print_sweep(const carom_scenario *s, FILE *file)
{
  if (s->axes > 0) fputs("sweep:\n", file);
  for (int k = 0; k < s->axes; k++) {
    fputs("  ", file);
    put_text(file, s->axis[k].path);
    fputs(": ", file);
    put_node(file, s->axis[k].node);
    fputc('\n', file);
  }
}

void check_print(const carom_scenario *s, FILE *file)
{
  fputs("carom: 1\n", file);
  if (*s->title) {
    fputs("title: ", file);
    put_text(file, s->title);
    fputc('\n', file);
  }
  print_materials(s, file);
  print_contacts(s, file);
  if (s->problem == CAROM_PROBLEM_IMPACT)
    print_impact(s, file);
  else
    print_chain(s, file);
  print_run(s, file);
  print_sweep(s, file);
}
