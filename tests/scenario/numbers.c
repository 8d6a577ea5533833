/* SPDX-License-Identifier: MIT */
/* Runs every scenario of the tree through the command and compares the numbers of numbers.txt:
 * numbers COMMAND ROOT. In the table '@' begins a run: a file of scenarios/ and what is set; below
 * it stand paths into the JSON, values, and how far they may be off (relative; without one: half a
 * unit of the last digit, or a part in 1e8). What follows '|' is for people. */
#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/tree.h"

enum { LINE = 1024, FILES = 200, SKIPPED = 77 };

static int failed, compared, runs;

/* Everything that a command prints; NULL if it fails. */
static char *output_of(const char *command, size_t *length)
{
  size_t room = 1 << 20;
  char *text = malloc(room);
  FILE *pipe = popen(command, "r");
  *length = 0;
  while (pipe && text) {
    const size_t got = fread(text + *length, 1, room - *length, pipe);
    if (got == 0) break;
    *length += got;
    if (*length == room) text = realloc(text, room *= 2);
  }
  if (pipe && pclose(pipe) == 0) return text;
  free(text);
  return NULL;
}

static carom_tree *run(const char *command, const char *root, const char *what)
{
  char line[2 * LINE];
  carom_tree *tree = NULL;
  carom_error err = {.code = CAROM_OK};
  size_t length = 0;
  snprintf(line, sizeof line, "'%s' run '%s'/scenarios/%s --json", command, root, what);
  char *text = output_of(line, &length);
  runs++;
  if (!text || carom_json_read(text, length, (size_t)1 << 28, &tree, &err) != CAROM_OK) {
    printf("FAILED: %s: %s\n", line, text ? err.text : "ended badly");
    failed++;
  }
  free(text);
  return tree;
}

/* "runs.0.walls.0.peak_force" */
static const carom_node *at_path(const carom_node *node, char *path)
{
  for (char *part = strtok(path, "."); part && node; part = strtok(NULL, ".")) {
    const bool index = strspn(part, "0123456789") == strlen(part);
    node = index ? carom_tree_at(node, atoi(part)) : carom_tree_get(node, part);
  }
  return node;
}

/* Half a unit of the last digit, but no less than a part in 1e8. */
static double allowed(const char *text, double value)
{
  const char *power = strpbrk(text, "eE"), *point = strchr(text, '.');
  const size_t end = power ? (size_t)(power - text) : strlen(text);
  const int decimals = point ? (int)(end - (size_t)(point - text)) - 1 : 0;
  const double unit = pow(10, (power ? atoi(power + 1) : 0) - decimals);
  return fmax(0.5 * unit, 1e-8 * fabs(value));
}

static void compare(const carom_tree *tree, const char *what, char *line)
{
  char path[LINE] = "", copy[LINE], text[64] = "";
  double relative = -1;
  const char *comment = strchr(line, '|');
  if (comment) line[comment - line] = '\0';
  const int words = sscanf(line, "%1023s %63s %lf", path, text, &relative);
  const double value = strtod(text, NULL);
  if (words < 2) {
    printf("FAILED: numbers.txt: a path and a value are expected: %s\n", line);
    failed++;
    return;
  }
  snprintf(copy, sizeof copy, "%s", path);
  const carom_node *node = tree ? at_path(carom_tree_root(tree), copy) : NULL;
  const double limit = words == 3 ? relative * fabs(value) : allowed(text, value);
  compared++;
  if (node && node->kind == CAROM_NODE_NUMBER && fabs(node->number - value) <= limit) return;
  printf("FAILED: %s: %s is %s, not %s within %.2g\n", what, path, node ? node->text : "missing",
         text, limit);
  failed++;
}

/* Every scenario is in the table. */
static void look_for_all(const char *root, char seen[][LINE], int files)
{
  char path[LINE];
  snprintf(path, sizeof path, "%s/scenarios", root);
  DIR *folder = opendir(path);
  for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
    const char *ending = strrchr(entry->d_name, '.');
    bool found = !ending || strcmp(ending, ".yaml") != 0;
    for (int i = 0; i < files && !found; i++)
      found = strcmp(seen[i], entry->d_name) == 0;
    if (found) continue;
    printf("FAILED: scenarios/%s is not in tests/scenario/numbers.txt\n", entry->d_name);
    failed++;
  }
  if (folder) closedir(folder);
}

int main(int count, char **arguments)
{
  static char seen[FILES][LINE];
  char path[LINE], line[LINE], what[LINE] = "";
  int files = 0;
  carom_tree *tree = NULL;
  if (count != 3) return 2;
  if (!carom_yaml_known()) return SKIPPED;
  snprintf(path, sizeof path, "%s/tests/scenario/numbers.txt", arguments[2]);
  FILE *table = fopen(path, "r");
  if (!table) return 2;
  while (fgets(line, sizeof line, table)) {
    line[strcspn(line, "\n")] = '\0';
    char *start = line + strspn(line, " ");
    if (!*start || *start == '#') continue;
    if (*start != '@') {
      compare(tree, what, start);
      continue;
    }
    carom_tree_free(tree);
    snprintf(what, sizeof what, "%s", start + 1 + strspn(start + 1, " "));
    tree = run(arguments[1], arguments[2], what);
    if (files < FILES) sscanf(what, "%1023s", seen[files++]);
  }
  carom_tree_free(tree);
  fclose(table);
  look_for_all(arguments[2], seen, files);
  if (failed == 0) printf("%d runs, %d numbers\n", runs, compared);
  return failed > 0 || compared == 0;
}
