/* SPDX-License-Identifier: MIT */
#include "cli/check_print.h"

#include <string.h>

#include "core/fields.h"
#include "core/number.h"
#include "core/text.h"
#include "io/problems.h"

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

static bool given(const carom_found *found, const char *prefix)
{
  for (int i = 0; i < carom_group_fields(&found->group); i++) {
    const char *name = carom_group_field(&found->group, i)->name;
    if (found->at[i] && !strncmp(name, prefix, strlen(prefix))) return true;
  }
  const int key = carom_group_find_key(&found->group, prefix);
  return key >= 0 && found->key[key];
}

/* Settings may exclude each other, and a default is nobody's wish: where a damping constant is
 * given, the restitution that it replaces is left out, of a driven body what moves others, and of a
 * cell what its bodies have. */
static bool left_out(const carom_found *found, int index)
{
  const char *name = carom_group_field(&found->group, index)->name;
  if (found->at[index]) return false;
  if (!strncmp(name, "restitution", 11)) return given(found, "damping");
  if (given(found, "cell")) return strcmp(name, "count") != 0;
  return (!strcmp(name, "velocity") || !strcmp(name, "force")) && given(found, "driven");
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

/* Groups of lists and maps stand on one line each, other groups on lines of their own. */
static void put_group(FILE *file, const carom_found *found);

static void put_under(FILE *file, const carom_key *key, const carom_node *node)
{
  const carom_group group = carom_group_under(key);
  if (node->kind == CAROM_NODE_OBJECT) {
    const carom_found found = again(group, node);
    put_group(file, &found);
  } else {
    put_node(file, node); /* a word such as free */
  }
}

/* Each item on a line of its own; or, where `indent` is FLOW, all in brackets. */
enum { FLOW = -1 };

static void put_items(FILE *file, const carom_key *key, const carom_node *node, int indent)
{
  const bool map = key->kind == CAROM_KEY_MAP;
  if (indent == FLOW) fputc(map ? '{' : '[', file);
  for (const carom_node *item = node->first; item; item = item->next) {
    if (indent != FLOW)
      fprintf(file, "\n%*s%s", indent + 2, "", map ? "" : "- ");
    else if (item != node->first)
      fputs(", ", file);
    if (map) {
      put_text(file, item->key);
      fputs(": ", file);
    }
    put_under(file, key, item);
  }
  if (indent == FLOW) fputc(map ? '}' : ']', file);
}

static void put_key(FILE *file, const carom_key *key, const carom_node *node, int indent)
{
  switch (key->kind) {
  case CAROM_KEY_LIST:
  case CAROM_KEY_MAP:
    put_items(file, key, node, indent);
    break;
  case CAROM_KEY_GROUP:
  case CAROM_KEY_WALL:
    put_under(file, key, node);
    break;
  default:
    put_node(file, node);
  }
}

/* Lists and maps of the problem begin on the next line. */
static bool is_block(const carom_key *key)
{
  return key->kind == CAROM_KEY_LIST || key->kind == CAROM_KEY_MAP;
}

/* A group on one line: its keys as they were given, then every field that has a value. */
static void put_group(FILE *file, const carom_found *found)
{
  const char *comma = "";
  char text[96];
  fputc('{', file);
  for (int i = 0; i < found->group.keys; i++) {
    if (!found->key[i]) continue;
    fprintf(file, "%s%s: ", comma, found->group.key[i].name);
    put_key(file, &found->group.key[i], found->key[i], FLOW);
    comma = ", ";
  }
  for (int i = 0; i < carom_group_fields(&found->group); i++) {
    const carom_field *field = carom_group_field(&found->group, i);
    if (found->value[i] == CAROM_UNSET || left_out(found, i)) continue;
    carom_field_print(field, found->value[i], text, sizeof text);
    fprintf(file, "%s%s: %s", comma, field->name, text);
    comma = ", ";
  }
  fputc('}', file);
}

/* The problem: keys and fields on lines of their own. */
static void print_problem(const carom_scenario *s, FILE *file)
{
  const char *name = carom_problem_about(s->problem)->name;
  const carom_found found = again(carom_group_named(name),
                                  carom_tree_get(carom_tree_root(s->tree), name));
  char text[96];
  fprintf(file, "%s:\n", name);
  for (int i = 0; i < found.group.keys; i++) {
    if (!found.key[i]) continue;
    fprintf(file, "  %s:%s", found.group.key[i].name, is_block(&found.group.key[i]) ? "" : " ");
    put_key(file, &found.group.key[i], found.key[i], 2);
    fputc('\n', file);
  }
  for (int i = 0; i < carom_group_fields(&found.group); i++) {
    const carom_field *field = carom_group_field(&found.group, i);
    if (found.value[i] == CAROM_UNSET) continue;
    carom_field_print(field, found.value[i], text, sizeof text);
    fprintf(file, "  %s: %s\n", field->name, text);
  }
}

static void print_materials(const carom_scenario *s, FILE *file)
{
  const carom_node *node = carom_tree_get(carom_tree_root(s->tree), "materials");
  const carom_key key = {.name = "material", .kind = CAROM_KEY_MAP};
  if (!node) return;
  fputs("materials:", file);
  put_items(file, &key, node, 0);
  fputc('\n', file);
}

static void print_contacts(const carom_scenario *s, FILE *file)
{
  if (s->contacts) fputs("contacts:\n", file);
  for (int i = 0; i < s->contacts; i++) {
    const carom_found found = again(carom_group_contact(s->contact[i].law), s->contact[i].node);
    fputs("  - ", file);
    put_group(file, &found);
    fputc('\n', file);
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

/* One setting, if it has a value. */
static void put_setting(FILE *file, const char **comma, const char *name, double value,
                        const char *unit)
{
  if (value == CAROM_UNSET) return;
  fprintf(file, "%s%s: ", *comma, name);
  put_number(file, value, unit);
  *comma = ", ";
}

static void print_run(const carom_scenario *s, FILE *file)
{
  static const char *const integrator[] = {"dop853",          "dopri5", "verlet",
                                           "euler-trapezoid", "rk45",   "gear5"};
  static const char *const picture[] = {"force", "velocity", "none"};
  static const char *const format[] = {"vtp", "xyz", "dump"};
  const char *comma = "";
  fputs("run: {", file);
  if (carom_name_listed(carom_problem_about(s->problem)->run, "integrator")) {
    fprintf(file, "integrator: %s", integrator[s->run.integrator]);
    comma = ", ";
  }
  put_setting(file, &comma, "until", s->run.until, " s");
  put_setting(file, &comma, "step", s->run.step, " s");
  if (s->run.integrator == CAROM_CHAIN_EULER_TRAPEZOID)
    put_setting(file, &comma, "corrector_tolerance", s->run.corrector_tolerance, "");
  put_setting(file, &comma, "tolerance", s->run.tolerance, "");
  put_setting(file, &comma, "checkpoint", s->run.checkpoint, " s");
  fputs("}\n", file);
  if (s->record.every == CAROM_UNSET) return;
  fputs("record: {every: ", file);
  put_number(file, s->record.every, " s");
  if (s->problem == CAROM_PROBLEM_CHAIN) {
    print_numbers("beads", s->record.bead, s->record.beads, file);
    print_numbers("contacts", s->record.contact, s->record.contacts, file);
    fputs(", arrival: ", file);
    put_number(file, s->record.arrival, "");
    fprintf(file, ", peaks: %s, picture: %s", s->record.all_peaks ? "all" : "recorded",
            picture[s->record.picture]);
  }
  if (s->problem == CAROM_PROBLEM_SCENE) {
    comma = ", ";
    put_setting(file, &comma, "frames", s->record.frames, " s");
    fprintf(file, ", format: %s", format[s->record.format]);
  }
  if (s->problem == CAROM_PROBLEM_MECHANISM) {
    fputs(", filter: ", file);
    put_number(file, s->record.filter, " s, body: ");
    put_text(file, s->mechanism.def.body[s->mechanism.shown].name);
  }
  fputs("}\n", file);
}

/* As it was given: paths are relative to the file. */
static void print_measured(const carom_scenario *s, FILE *file)
{
  const carom_node *node = carom_tree_get(carom_tree_root(s->tree), "measured");
  if (!node) return;
  fputs("measured: ", file);
  put_node(file, node);
  fputc('\n', file);
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
  print_problem(s, file);
  print_run(s, file);
  print_measured(s, file);
  print_sweep(s, file);
}
