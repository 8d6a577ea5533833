/* SPDX-License-Identifier: MIT */
/* Writes a scenario with every default. */
#include <stdio.h>
#include <string.h>

#include "core/fields.h"
#include "core/number.h"
#include "core/text.h"
#include "io/kinds.h"

/* A line of the file with a comment on where its values come from, unless the file itself gives
 * them. */
typedef struct page {
  FILE *file;
  bool slides; /* bodies of this problem slide */
  bool alone;  /* the line contains a single value */
  bool varies; /* a sweep varies the law of this contact, and each law has its own defaults */
  char from_default[400], from_command[400], derived[200], not_given[100];
} page;

/* Adds a name to a list once, since a line may contain several values of one origin. */
static void note(char *list, size_t size, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = strstr(list, name); at; at = strstr(at + 1, name))
    if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ',')) return;
  carom_append(list, size, "%s%s", *list ? ", " : "", name);
}

#define NOTE(list, name) note(list, sizeof(list), name)

static void put_remark(page *to, const char **mark, const char *origin, char *list)
{
  if (*list)
    fprintf(to->file, "%s%s%s%s", *mark, origin, to->alone ? "" : ": ", to->alone ? "" : list);
  if (*list) *mark = "; ";
  *list = '\0';
}

static void end_line(page *to)
{
  const char *mark = "   # ";
  put_remark(to, &mark, "default", to->from_default);
  put_remark(to, &mark, "command line", to->from_command);
  put_remark(to, &mark, "derived", to->derived);
  put_remark(to, &mark, "not given", to->not_given);
  to->alone = false;
  fputc('\n', to->file);
}

/* Notes the origin of a node; nodes that are not in the file have no line. */
static void note_origin(page *to, const char *name, const carom_node *node)
{
  if (node->line == 0 && node->assumed)
    NOTE(to->from_default, name);
  else if (node->line == 0)
    NOTE(to->from_command, name);
}

/* Notes what applies if a key is omitted, from the table's "...; the origin if not given". */
static void note_left_out(page *to, const carom_key *key)
{
  static const char words[] = " if not given";
  char text[160];
  const char *end = strstr(key->text, words), *start = end;
  if (!end || end[strlen(words)] || (key->kind == CAROM_KEY_STAGE && !to->slides)) return;
  while (start > key->text && start[-1] != ';')
    start--;
  start += strspn(start, " ");
  snprintf(text, sizeof text, "%s (%.*s)", key->name, (int)(end - start), start);
  NOTE(to->from_default, text);
}

/* Writes a text in YAML: plain if it is a simple word, otherwise in double quotes. */
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

/* Writes a number that reads back to the same bits, with its unit. */
static void put_number(FILE *file, double value, const char *unit)
{
  char text[CAROM_NUMBER_ROOM];
  carom_number_print(value, text);
  fprintf(file, "%s%s", text, unit);
}

/* Reads a group again, which cannot fail, since the file has been read without a fault. */
static carom_group_values again(carom_group group, const carom_node *node)
{
  carom_faults none = {.count = 0};
  carom_group_values found;
  carom_schema_read(&group, node, &none, &found);
  return found;
}

static bool given(const carom_group_values *found, const char *prefix)
{
  for (int i = 0; i < carom_group_fields(&found->group); i++) {
    const char *name = carom_group_field(&found->group, i)->name;
    if (found->at[i] && !strncmp(name, prefix, strlen(prefix))) return true;
  }
  const int key = carom_group_find_key(&found->group, prefix);
  return key >= 0 && found->key[key];
}

/* True if another of these mutually exclusive settings is given. */
static bool excluded(const carom_group_values *found, const char *exclusive, const char *name)
{
  if (!exclusive || !carom_name_listed(exclusive, name)) return false;
  for (int i = 0; i < carom_group_fields(&found->group); i++)
    if (found->at[i] && carom_name_listed(exclusive, carom_group_field(&found->group, i)->name))
      return true;
  return false;
}

/* True for fields that apply to spheres only: a flat has no radius, and a flat or socket without a
 * mass does not move. */
static bool of_spheres(const carom_group_values *found, const char *name)
{
  const int shape = carom_group_find_field(&found->group, "shape");
  char text[32] = "sphere";
  if (strcmp(found->group.name, "body") != 0 || shape < 0) return false;
  carom_field_print(carom_group_field(&found->group, shape), found->value[shape], text, 32);
  if (!strcmp(name, "fixed")) return strcmp(text, "sphere") != 0 && !given(found, "mass");
  return !strcmp(name, "radius") && !strcmp(text, "flat");
}

/* True if a default is to be left out, because a default was not requested and may conflict with
 * what was: a restitution where a damping constant is given, what moves other bodies for a driven
 * one, settings of the bodies for a cell, and those of spheres for a flat. */
static bool left_out(const carom_group_values *found, const char *exclusive, int index)
{
  const char *name = carom_group_field(&found->group, index)->name;
  if (found->at[index]) return false;
  if (!strcmp(name, "fixed") && found->node && found->node->key &&
      !strcmp(found->node->key, "ground"))
    return true; /* it never moves */
  if (excluded(found, exclusive, name) || of_spheres(found, name)) return true;
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

/* Groups of lists and maps are written on one line each, other groups on separate lines. */
static void put_group(page *to, const carom_group_values *found, const char *exclusive);

static void put_under(page *to, const carom_key *key, const carom_node *node)
{
  const carom_group group = carom_group_under(key);
  if (node->kind == CAROM_NODE_OBJECT) {
    const carom_group_values found = again(group, node);
    put_group(to, &found, NULL);
  } else {
    put_node(to->file, node); /* a word such as free */
  }
}

static void put_stage(page *to, const char *stage, const carom_node *node)
{
  const carom_node *name = carom_tree_get(node, "model");
  const carom_stage *model = NULL;
  if (!name || carom_stage_named(stage, name->text, &model, NULL) != CAROM_OK) { /* none */
    note_origin(to, stage, node);
    put_node(to->file, node);
    return;
  }
  const carom_group_values found = again(carom_group_stage(stage, model), node);
  const bool varies = to->varies;
  to->varies = false;
  put_group(to, &found, carom_stage_about(model)->exclusive);
  to->varies = varies;
}

/* Each item on its own line or, if `indent` is FLOW, all in brackets. */
enum { FLOW = -1 };

static void put_items(page *to, const carom_key *key, const carom_node *node, int indent)
{
  const bool map = key->kind == CAROM_KEY_MAP;
  if (indent == FLOW) fputc(map ? '{' : '[', to->file);
  for (const carom_node *item = node->first; item; item = item->next) {
    if (indent != FLOW) {
      end_line(to);
      fprintf(to->file, "%*s%s", indent + 2, "", map ? "" : "- ");
    } else if (item != node->first) {
      fputs(", ", to->file);
    }
    if (map) {
      put_text(to->file, item->key);
      fputs(": ", to->file);
    }
    put_under(to, key, item);
  }
  if (indent == FLOW) fputc(map ? '}' : ']', to->file);
}

static void put_key(page *to, const carom_key *key, const carom_node *node, int indent)
{
  switch (key->kind) {
  case CAROM_KEY_LIST:
  case CAROM_KEY_MAP:
    put_items(to, key, node, indent);
    break;
  case CAROM_KEY_GROUP:
  case CAROM_KEY_WALL:
    put_under(to, key, node);
    break;
  case CAROM_KEY_STAGE:
    put_stage(to, key->name, node);
    break;
  default:
    note_origin(to, key->name, node);
    put_node(to->file, node);
  }
}

/* Lists and maps of the problem begin on the next line. */
static bool is_block(const carom_key *key)
{
  return key->kind == CAROM_KEY_LIST || key->kind == CAROM_KEY_MAP;
}

/* True if there is a value to write; otherwise notes what is known about it. */
static bool has_value(page *to, const carom_group_values *found, const char *exclusive, int index)
{
  const carom_field *field = carom_group_field(&found->group, index);
  const bool given = found->at[index] != NULL;
  if (left_out(found, exclusive, index)) return false;
  if (given) {
    note_origin(to, field->name, found->at[index]);
  } else if (found->value[index] != CAROM_UNSET) {
    NOTE(to->from_default, field->name);
  } else if (!strcmp(found->group.name, "material")) {
    NOTE(to->not_given, field->name);
  } else if (strstr(field->text, "if not given")) {
    NOTE(to->derived, field->name);
  }
  return found->value[index] != CAROM_UNSET;
}

/* Writes a group on one line: its keys as given, then every field that has a value. */
static void put_group(page *to, const carom_group_values *found, const char *exclusive)
{
  const char *comma = "";
  char text[96];
  fputc('{', to->file);
  for (int i = 0; i < found->group.keys; i++) {
    if (!found->key[i]) note_left_out(to, &found->group.key[i]);
    if (!found->key[i]) continue;
    fprintf(to->file, "%s%s: ", comma, found->group.key[i].name);
    put_key(to, &found->group.key[i], found->key[i], FLOW);
    comma = ", ";
  }
  for (int i = 0; i < carom_group_fields(&found->group); i++) {
    const carom_field *field = carom_group_field(&found->group, i);
    if (to->varies && !found->at[i]) continue;
    if (!has_value(to, found, exclusive, i)) continue;
    carom_field_print(field, found->value[i], text, sizeof text);
    fprintf(to->file, "%s%s: %s", comma, field->name, text);
    comma = ", ";
  }
  fputc('}', to->file);
}

/* Writes a key of the problem that was not given: an end of a chain is free, and gravity is
 * zero. */
static void put_left_out(page *to, const carom_group_values *found, const carom_key *key)
{
  const bool weightless = !strcmp(key->name, "gravity") &&
                          !carom_group_key_node(found, "gravity_table");
  note_left_out(to, key);
  if (key->kind == CAROM_KEY_WALL || weightless) {
    fprintf(to->file, "  %s: %s", key->name, weightless ? "[0 m/s2, 0 m/s2, 0 m/s2]" : "free");
    NOTE(to->from_default, key->name);
    to->alone = true;
  } else if (*to->from_default) {
    fputs(" ", to->file);
  } else {
    return;
  }
  end_line(to);
}

/* Writes the problem, with keys and fields on separate lines. */
static void print_problem(const carom_scenario *s, page *to)
{
  const char *name = carom_kind_about(s->problem)->name;
  const carom_group_values found = again(carom_group_named(name),
                                         carom_tree_get(carom_tree_root(s->tree), name));
  char text[96];
  fprintf(to->file, "%s:\n", name);
  for (int i = 0; i < found.group.keys; i++) {
    const carom_key *key = &found.group.key[i];
    if (!found.key[i]) put_left_out(to, &found, key);
    if (!found.key[i]) continue;
    fprintf(to->file, "  %s:%s", key->name, is_block(key) ? "" : " ");
    put_key(to, key, found.key[i], 2);
    end_line(to);
  }
  for (int i = 0; i < carom_group_fields(&found.group); i++) {
    const carom_field *field = carom_group_field(&found.group, i);
    const bool valued = has_value(to, &found, NULL, i);
    if (valued) {
      carom_field_print(field, found.value[i], text, sizeof text);
      fprintf(to->file, "  %s: %s", field->name, text);
      to->alone = true;
    } else if (*to->derived) {
      fputs(" ", to->file);
    } else {
      continue;
    }
    end_line(to);
  }
}

static void print_materials(const carom_scenario *s, page *to)
{
  const carom_node *node = carom_tree_get(carom_tree_root(s->tree), "materials");
  const carom_key key = {.name = "material", .kind = CAROM_KEY_MAP};
  if (!node) return;
  fputs("materials:", to->file);
  put_items(to, &key, node, 0);
  end_line(to);
}

/* True if a sweep varies the law of this contact. */
static bool law_varies(const carom_scenario *s, int contact)
{
  char path[64];
  snprintf(path, sizeof path, "contacts.%d.law", contact);
  for (int k = 0; k < s->axes; k++)
    if (!strcmp(s->axis[k].path, path)) return true;
  return false;
}

/* The first contact that an item of the list expands to, or NULL. */
static const carom_scenario_contact *contact_of_item(const carom_scenario *s, int item)
{
  for (int i = 0; i < s->contacts; i++)
    if (s->contact[i].item == item) return &s->contact[i];
  return NULL;
}

static void print_contacts(const carom_scenario *s, page *to)
{
  if (s->contacts) fputs("contacts:\n", to->file);
  const carom_node *list = carom_tree_get(carom_tree_root(s->tree), "contacts");
  for (int i = 0; list && i < list->count; i++) {
    const carom_scenario_contact *c = contact_of_item(s, i);
    if (!c) continue; /* contact of `any` that no pair uses */
    const carom_group_values found = again(carom_group_contact(c->law), c->node);
    fputs("  - ", to->file);
    to->varies = law_varies(s, c->item);
    put_group(to, &found, carom_law_about(c->law)->exclusive);
    if (to->varies) NOTE(to->from_default, "those of each law");
    to->varies = false;
    end_line(to);
  }
}

/* Writes numbers as given. The few that were chosen automatically are written as a comment, because
 * with other bodies, as in a sweep, they differ. */
static void put_numbers(page *to, const carom_node *given, const char *name, const int *list,
                        int count)
{
  char text[200];
  if (given) {
    fprintf(to->file, ", %s: ", name);
    put_node(to->file, given);
    return;
  }
  snprintf(text, sizeof text, "%s ([", name);
  for (int i = 0; i < count; i++) {
    carom_append(text, sizeof text, i ? ", " : "");
    if (list[i] < 0)
      carom_append(text, sizeof text, list[i] == CAROM_LEFT_WALL ? "left" : "right");
    else
      carom_append(text, sizeof text, "%d", list[i]);
  }
  carom_append(text, sizeof text, "])");
  NOTE(to->from_default, text);
}

/* Writes one setting, if it has a value. */
static void put_setting(FILE *file, const char **comma, const char *name, double value,
                        const char *unit)
{
  if (value == CAROM_UNSET) return;
  fprintf(file, "%s%s: ", *comma, name);
  put_number(file, value, unit);
  *comma = ", ";
}

/* Notes which values of a group were given, and where. */
static void note_all(page *to, carom_group group, const carom_node *node, const char *taken)
{
  const carom_group_values found = again(group, node);
  for (int i = 0; i < carom_group_fields(&group); i++) {
    const carom_field *field = carom_group_field(&group, i);
    if (!carom_name_listed(taken, field->name)) continue;
    if (found.at[i])
      note_origin(to, field->name, found.at[i]);
    else if (found.value[i] != CAROM_UNSET || carom_name_listed("tolerance|every", field->name))
      NOTE(to->from_default, field->name);
    else if (to->slides && !strcmp(field->name, "step"))
      NOTE(to->derived, field->name);
  }
  for (int i = 0; i < group.keys; i++) {
    if (!carom_name_listed(taken, group.key[i].name)) continue;
    if (found.key[i])
      note_origin(to, group.key[i].name, found.key[i]);
    else if (group.key[i].kind != CAROM_KEY_NUMBERS)
      NOTE(to->from_default, group.key[i].name);
  }
}

static void print_run(const carom_scenario *s, page *to)
{
  const carom_kind_info *kind = carom_kind_about(s->problem);
  const char *comma = "";
  FILE *file = to->file;
  fputs("run: {", file);
  if (carom_name_listed(kind->run, "integrator")) {
    fprintf(file, "integrator: %s",
            carom_chain_integrator_name((carom_chain_integrator)s->run.integrator));
    comma = ", ";
  }
  put_setting(file, &comma, "until", s->run.until, " s");
  put_setting(file, &comma, "step", s->run.step, " s");
  if (s->run.integrator == CAROM_CHAIN_EULER_TRAPEZOID)
    put_setting(file, &comma, "corrector_tolerance", s->run.corrector_tolerance, "");
  put_setting(file, &comma, "tolerance", s->run.tolerance, "");
  put_setting(file, &comma, "checkpoint", s->run.checkpoint, " s");
  fputc('}', file);
  note_all(to, carom_group_run(), carom_tree_get(carom_tree_root(s->tree), "run"), kind->run);
  end_line(to);
}

static void print_record(const carom_scenario *s, page *to)
{
  static const char *const picture[] = {"force", "velocity", "none"};
  static const char *const format[] = {"vtp", "xyz", "dump"};
  const carom_node *record = carom_tree_get(carom_tree_root(s->tree), "record");
  const char *comma = ", ";
  FILE *file = to->file;
  if (s->record.every == CAROM_UNSET) return;
  fputs("record: {every: ", file);
  put_number(file, s->record.every, " s");
  if (s->problem == CAROM_KIND_CHAIN) {
    put_numbers(to, carom_tree_get(record, "beads"), "beads", s->record.bead, s->record.beads);
    put_numbers(to, carom_tree_get(record, "contacts"), "contacts", s->record.contact,
                s->record.contacts);
    fputs(", arrival: ", file);
    put_number(file, s->record.arrival, "");
    fprintf(file, ", peaks: %s, picture: %s, energies: %s",
            s->record.all_peaks ? "all" : "recorded", picture[s->record.picture],
            s->record.energies ? "true" : "false");
  }
  if (s->problem == CAROM_KIND_SCENE) {
    put_setting(file, &comma, "frames", s->record.frames, " s");
    fprintf(file, ", format: %s", format[s->record.format]);
    fprintf(file, ", frame_contacts: %s, frame_precision: %s, frame_compressed: %s",
            s->record.frame_contacts ? "true" : "false",
            s->record.frame_single ? "single" : "double",
            s->record.frame_compressed ? "true" : "false");
    if (s->record.pictures != CAROM_UNSET) {
      fputs(", pictures: ", file);
      put_number(file, s->record.pictures, " s");
    }
    const carom_group group = carom_group_record();
    const carom_node *measures = carom_tree_get(record, "measure");
    if (measures) fputs(", measure: ", file);
    if (measures) put_key(to, &group.key[carom_group_find_key(&group, "measure")], measures, FLOW);
  }
  if (s->problem == CAROM_KIND_MECHANISM) {
    fputs(", filter: ", file);
    put_number(file, s->record.filter, " s, body: ");
    put_text(file, s->mechanism.def.body[s->mechanism.shown].name);
  }
  fputc('}', file);
  note_all(to, carom_group_record(), record, carom_kind_about(s->problem)->record);
  end_line(to);
}

/* Written as given, because paths are relative to the file. */
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

void carom_scenario_print(const carom_scenario *s, FILE *file)
{
  page to = {.file = file, .slides = carom_kind_about(s->problem)->slides};
  fputs("# remarks tell where values come from; what has none stands in the file\n", file);
  fputs("carom: 1\n", file);
  if (*s->title) {
    fputs("title: ", file);
    put_text(file, s->title);
    fputc('\n', file);
  }
  print_materials(s, &to);
  print_contacts(s, &to);
  print_problem(s, &to);
  print_run(s, &to);
  print_record(s, &to);
  print_measured(s, file);
  print_sweep(s, file);
}
