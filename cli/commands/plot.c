/* SPDX-License-Identifier: MIT */
/* carom plot: any columns of one or several runs against any other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/base/output.h"
#include "cli/commands/commands.h"
#include "cli/figure/figure.h"
#include "cli/report/series_file.h"

enum { MOST_RUNS = 16, MOST_COLUMNS = 32, MOST_VALUES = 12, NAME = 160 };

struct plot {
  const char *folder[MOST_RUNS];
  carom_csv series[MOST_RUNS];
  int runs;
  const char *wanted[MOST_COLUMNS]; /* as typed: names, or prefixes such as "force_*" */
  int wants;
  int column[MOST_COLUMNS]; /* indices in the first run */
  int columns;
  int against;
  int by; /* a curve for each value of this column of the first run; -1: one for all rows */
  double value[MOST_VALUES];
  int values;
  bool log;
};

static bool is_folder(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int find(const carom_csv *csv, const char *name)
{
  for (int c = 0; c < csv->columns; c++)
    if (!strcmp(csv->name[c], name)) return c;
  return -1;
}

static const char *name_at(const void *user, int index)
{
  return ((const carom_csv *)user)->name[index];
}

static int unknown(const char *folder, const carom_csv *csv, const char *name)
{
  const char *near = carom_nearest_name(name, csv->columns, name_at, csv);
  if (near)
    return message_usage(name, "no folder, and no column of %s; did you mean '%s'?", folder, near);
  return message_usage(name, "no folder, and no column of %s; 'carom plot %s' lists them", folder,
                       folder);
}

static bool matches(const char *name, const char *wanted)
{
  const size_t length = strlen(wanted);
  if (length > 0 && wanted[length - 1] == '*') return !strncmp(name, wanted, length - 1);
  return !strcmp(name, wanted);
}

/* Sorts words into folders of runs and columns. */
static int sort_words(const cli_arguments *given, struct plot *p)
{
  carom_error err = {.code = CAROM_OK};
  for (int i = 0; i < given->words; i++) {
    const char *word = given->word[i];
    if (!is_folder(word)) {
      if (p->wants == MOST_COLUMNS) return message_usage(word, "at most %d columns", MOST_COLUMNS);
      p->wanted[p->wants++] = word;
      continue;
    }
    if (p->runs == MOST_RUNS)
      return message_usage(word, "at most %d runs in one figure", MOST_RUNS);
    if (series_read(word, &p->series[p->runs], &err) != CAROM_OK)
      return message_usage(err.where, "%s", err.text);
    p->folder[p->runs++] = word;
  }
  if (p->runs == 0)
    return message_usage(p->wants > 0 ? p->wanted[0] : NULL,
                         "%sname the folder of a run, and columns of its series.csv, as in "
                         "'carom plot struck velocity_5'",
                         p->wants > 0 ? "there is no such folder; " : "");
  return EXIT_OK;
}

static int choose_columns(const cli_arguments *given, struct plot *p)
{
  const carom_csv *first = &p->series[0];
  const char *against = arguments_value(given, "against");
  p->against = against ? find(first, against) : 0;
  if (p->against < 0) return unknown(p->folder[0], first, against);
  for (int i = 0; i < p->wants; i++) {
    const int before = p->columns;
    for (int c = 0; c < first->columns && p->columns < MOST_COLUMNS; c++)
      if (c != p->against && matches(first->name[c], p->wanted[i])) p->column[p->columns++] = c;
    if (p->columns == before) return unknown(p->folder[0], first, p->wanted[i]);
  }
  for (int r = 1; r < p->runs; r++) {
    if (find(&p->series[r], first->name[p->against]) < 0)
      return unknown(p->folder[r], &p->series[r], first->name[p->against]);
    for (int i = 0; i < p->columns; i++)
      if (find(&p->series[r], first->name[p->column[i]]) < 0)
        return unknown(p->folder[r], &p->series[r], first->name[p->column[i]]);
  }
  return EXIT_OK;
}

static bool is_known(const struct plot *p, double value)
{
  for (int k = 0; k < p->values; k++)
    if (p->value[k] == value) return true;
  return false;
}

/* The values of the column whose curves are told apart, in the order in which they come. */
static int choose_values(const cli_arguments *given, struct plot *p)
{
  const char *by = arguments_value(given, "by");
  p->by = by ? find(&p->series[0], by) : -1;
  if (!by) return EXIT_OK;
  if (p->by < 0) return unknown(p->folder[0], &p->series[0], by);
  for (int r = 0; r < p->runs; r++) {
    const carom_csv *csv = &p->series[r];
    const int column = find(csv, by);
    if (column < 0) return unknown(p->folder[r], csv, by);
    for (int64_t k = 0; k < csv->rows; k++) {
      const double value = csv->value[k * csv->columns + column];
      if (isnan(value) || is_known(p, value)) continue;
      if (p->values == MOST_VALUES)
        return message_usage("--by", "'%s' has more than %d values, too many curves for a figure",
                             by, MOST_VALUES);
      p->value[p->values++] = value;
    }
  }
  if (p->values == 0) return message_usage("--by", "'%s' has no numbers to tell curves apart", by);
  return EXIT_OK;
}

static int choose_axis(const cli_arguments *given, struct plot *p)
{
  p->log = arguments_has(given, "log");
  for (int r = 0; r < p->runs && p->log; r++) {
    const carom_csv *csv = &p->series[r];
    const int x = find(csv, p->series[0].name[p->against]);
    for (int64_t k = 0; k < csv->rows; k++)
      if (csv->value[k * csv->columns + x] <= 0)
        return message_usage("--log", "'%s' has values that are not above 0", csv->name[x]);
  }
  return EXIT_OK;
}

static int list_columns(const struct plot *p)
{
  const carom_csv *csv = &p->series[0];
  for (int c = 0; c < csv->columns; c++)
    printf("%s%s%s%s\n", csv->name[c], *csv->unit[c] ? " [" : "", csv->unit[c],
           *csv->unit[c] ? "]" : "");
  return EXIT_OK;
}

/* The panel for a unit: an axis has one unit, and there are at most two panels. */
static cli_panel *panel_for(cli_figure *figure, const struct plot *p, int column)
{
  const carom_csv *csv = &p->series[0];
  const char *unit = *csv->unit[column] ? csv->unit[column] : "1";
  for (int k = 0; k < figure->panels; k++)
    if (!strcmp(figure->panel[k].y_unit, unit)) return &figure->panel[k];
  if (figure->panels == 2) return NULL;
  cli_panel *panel = &figure->panel[figure->panels++];
  const char *x = csv->unit[p->against];
  *panel = (cli_panel){.plain = true,
                       .log_x = p->log,
                       .x_label = csv->name[p->against],
                       .x_unit = *x ? x : "1",
                       .y_label = csv->name[column],
                       .y_unit = unit};
  return panel;
}

/* Is a row one of the curve for value number `which`? */
static bool belongs(const struct plot *p, const carom_csv *csv, int64_t row, int which)
{
  if (p->by < 0) return true;
  return csv->value[row * csv->columns + find(csv, p->series[0].name[p->by])] == p->value[which];
}

/* Combinations of a sweep are points, not moments of one motion. Further runs are dashed, so that
 * curves underneath remain visible. */
static carom_status add_curve(cli_panel *panel, const struct plot *p, int run, int column,
                              int which, const char *title, int number)
{
  const carom_csv *csv = &p->series[run], *first = &p->series[0];
  const int x = find(csv, first->name[p->against]), y = find(csv, first->name[column]);
  int64_t rows = 0;
  for (int64_t k = 0; k < csv->rows; k++)
    rows += belongs(p, csv, k, which);
  cli_look look = look_number(number);
  if (run > 0) look.dash = "6,3";
  cli_curve *curve = figure_add(panel, title, look, 1.8, rows);
  if (!curve) return CAROM_ERR_MEMORY;
  for (int64_t k = 0, i = 0; k < csv->rows; k++) {
    if (!belongs(p, csv, k, which)) continue;
    curve->x[i] = csv->value[k * csv->columns + x];
    curve->y[i++] = csv->value[k * csv->columns + y];
  }
  if (csv->rows < 2 || strcmp(csv->name[0], "time") != 0) curve->marks = 1;
  return CAROM_OK;
}

/* Of a path such as contacts.0.restitution the last name says enough. */
static void name_value(const struct plot *p, int which, char text[NAME])
{
  const char *path = p->series[0].name[p->by], *dot = strrchr(path, '.');
  const char *unit = p->series[0].unit[p->by];
  const size_t length = strlen(text);
  snprintf(text + length, NAME - length, "%s%s %.6g%s%s", length ? ", " : "", dot ? dot + 1 : path,
           p->value[which], *unit ? " " : "", unit);
}

static void name_curve(const struct plot *p, int run, int column, char text[NAME])
{
  const char *name = p->series[0].name[p->column[column]], *folder = p->folder[run];
  if (p->runs == 1 && p->columns == 1 && p->by >= 0)
    *text = '\0';
  else if (p->runs == 1)
    snprintf(text, NAME, "%s", name);
  else if (p->columns == 1)
    snprintf(text, NAME, "%s", folder);
  else
    snprintf(text, NAME, "%s, %s", folder, name);
}

/* The common label of several columns: the words with which all names begin, or else what the unit
 * measures. The legend shows their names. */
static const char *common_label(const struct plot *p, const cli_panel *panel, char text[NAME])
{
  static const struct {
    const char *unit, *what;
  } measured[] = {{"J", "energy"},  {"N", "force"}, {"N m", "torque"}, {"m", "length"},
                  {"m/s", "speed"}, {"kg", "mass"}, {"Pa", "stress"},  {"s", "time"}};
  const carom_csv *csv = &p->series[0];
  const char *first = NULL;
  size_t words = 0;
  for (int i = 0; i < p->columns; i++) {
    const char *name = csv->name[p->column[i]], *unit = csv->unit[p->column[i]];
    if (strcmp(*unit ? unit : "1", panel->y_unit) != 0) continue;
    if (!first) first = name, words = strlen(name);
    while (words > 0 && (strncmp(name, first, words) != 0 || !strchr("_", first[words]) ||
                         !strchr("_", name[words]))) /* also finds the end of a name */
      words--;
  }
  snprintf(text, NAME, "%.*s", (int)words, first);
  for (size_t i = 0; !*text && i < sizeof measured / sizeof *measured; i++)
    if (!strcmp(panel->y_unit, measured[i].unit)) snprintf(text, NAME, "%s", measured[i].what);
  if (!*text) snprintf(text, NAME, "%s", strcmp(panel->y_unit, "1") != 0 ? "" : "value");
  return text;
}

/* Values clustered far from 0 get the width of the figure, with some margin. */
static void leave_out_zero(cli_panel *panel)
{
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < panel->curves; i++)
    for (int64_t k = 0; k < panel->curve[i].count; k++) {
      const double x = panel->curve[i].x[k];
      if (!isfinite(x)) continue;
      low = fmin(low, x);
      high = fmax(high, x);
    }
  if (!(low > 0.25 * high && low < high)) return;
  panel->x_range[0] = low - 0.04 * (high - low);
  panel->x_range[1] = high + 0.04 * (high - low);
}

static int groups(const struct plot *p)
{
  return p->by >= 0 ? p->values : 1;
}

/* The legend is that of the first panel, so it also numbers the curves of the second. */
static int fill(const struct plot *p, cli_figure *figure, char (*titles)[NAME],
                char (*labels)[NAME])
{
  const carom_csv *first = &p->series[0];
  int number = 0;
  for (int i = 0; i < p->columns; i++) {
    cli_panel *panel = panel_for(figure, p, p->column[i]);
    if (!panel)
      return message_usage(first->name[p->column[i]],
                           "columns of more than two units do not fit into one figure; name fewer");
    for (int n = 0; n < p->runs * groups(p); n++, number++) {
      name_curve(p, n / groups(p), i, titles[number]);
      if (p->by >= 0) name_value(p, n % groups(p), titles[number]);
      if (add_curve(panel, p, n / groups(p), p->column[i], n % groups(p), titles[number], number) !=
          CAROM_OK)
        return message_usage(NULL, "out of memory");
    }
  }
  for (int k = 0; k < figure->panels; k++) {
    cli_panel *panel = &figure->panel[k];
    if (strcmp(first->name[p->against], "time") != 0 && !p->log) leave_out_zero(panel);
    if (panel->curves > p->runs * groups(p)) panel->y_label = common_label(p, panel, labels[k]);
  }
  return EXIT_OK;
}

static int draw(const cli_arguments *given, const struct plot *p)
{
  char usual[NAME + 8], labels[FIGURE_PANELS][NAME];
  const char *path = arguments_value(given, "output");
  carom_error err = {.code = CAROM_ERR_MEMORY};
  snprintf(usual, sizeof usual, "%s.svg", p->series[0].name[p->column[0]]);
  if (!path) path = usual;
  if (figure_check("--output", path) != EXIT_OK ||
      output_check("--output", path, arguments_has(given, "force")) != EXIT_OK)
    return EXIT_INPUT;
  if (!figure_possible()) return EXIT_FAILED;
  cli_figure figure = {.title = arguments_value(given, "title")};
  char(*titles)[NAME] = calloc((size_t)(p->runs * p->columns * groups(p)), sizeof *titles);
  int code = titles ? fill(p, &figure, titles, labels) : message_error(&err);
  if (code == EXIT_OK &&
      (figure_share_legend(&figure) != CAROM_OK ||
       figure_write(&figure, path, arguments_has(given, "force"), &err) != CAROM_OK))
    code = message_error(&err);
  if (code == EXIT_OK) puts(path);
  figure_free(&figure);
  free(titles);
  return code;
}

static int run(const cli_arguments *given)
{
  struct plot p = {.runs = 0};
  int code = arguments_no_settings(given);
  if (code == EXIT_OK) code = sort_words(given, &p);
  if (code == EXIT_OK && p.wants == 0)
    code = list_columns(&p);
  else if (code == EXIT_OK) {
    code = choose_columns(given, &p);
    if (code == EXIT_OK) code = choose_values(given, &p);
    if (code == EXIT_OK) code = choose_axis(given, &p);
    if (code == EXIT_OK) code = draw(given, &p);
  }
  for (int r = 0; r < p.runs; r++)
    carom_csv_free(&p.series[r]);
  return code;
}

static const cli_option options[] = {
    {"against", "COLUMN", "column of the horizontal axis (default: time, the first column)"},
    {"by", "COLUMN", "a curve for each value of this column, such as another setting of a sweep"},
    {"log", NULL, "logarithmic horizontal axis"},
    {"output", "FILE", "the figure: .svg, .png or .pdf (default: the first column, .svg)"},
    {"title", "TEXT", "title of the figure"},
    {"force", NULL, "replace a file that exists"},
};

const cli_command command_plot = {
    .name = "plot",
    .summary = "plot columns of one or several runs",
    .usage = "RUN... [COLUMN...] [OPTION...]",
    .text = "Draws columns of series.csv of one or several runs against time, or against any\n"
            "other column; columns of two units get a panel each. 'force_*' selects all columns\n"
            "that begin so. Without a column it lists them. A run that is still going can be\n"
            "drawn, too.",
    .examples = "  carom plot struck\n"
                "  carom plot struck velocity_5 velocity_10 --output wave.svg --force\n"
                "  carom plot struck contact_force_5 --against contact_overlap_5 --output loop.png "
                "--force\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
