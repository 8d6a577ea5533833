/* SPDX-License-Identifier: MIT */
#include "cli/figure/figure.h"

#include <stdlib.h>
#include <string.h>

#include "cli/figure/figure_image.h"
#include "cli/figure/gnuplot.h"
#include "run/quantity.h"
#include "core/text.h"

/* Sizes in pixels of an SVG; other formats follow in proportion. */
enum {
  PANEL_WIDTH = 470,
  PANEL_HEIGHT = 390,
  LEFT = 74,
  RIGHT = 22,
  TOP = 44,
  HEAD = 24, /* for the figure's own title */
  NOTE = 18,
  BOTTOM = 58,
  LEGEND_LINE = 23,
  LEGEND_SAMPLE = 44,
  MARGIN = 24, /* of a legend laid out like text */
  LETTER = 8   /* approximate width of a letter */
};

cli_curve *figure_add(cli_panel *panel, const char *title, cli_look look, double width,
                      int64_t count)
{
  if (panel->curves == panel->room) {
    const int room = panel->room ? 2 * panel->room : 16;
    void *grown = realloc(panel->curve, (size_t)room * sizeof *panel->curve);
    if (!grown) return NULL;
    panel->curve = grown;
    panel->room = room;
  }
  cli_curve *c = &panel->curve[panel->curves];
  *c = (cli_curve){.title = title, .look = look, .width = width, .count = count};
  c->x = calloc((size_t)count + 1, sizeof *c->x);
  c->y = calloc((size_t)count + 1, sizeof *c->y);
  if (c->x && c->y) {
    panel->curves++;
    return c;
  }
  free(c->x);
  free(c->y);
  return NULL;
}

void figure_free(cli_figure *figure)
{
  for (int p = 0; p < figure->panels; p++) {
    for (int i = 0; i < figure->panel[p].curves; i++) {
      free(figure->panel[p].curve[i].x);
      free(figure->panel[p].curve[i].y);
    }
    free(figure->panel[p].curve);
  }
  free(figure->owned);
  figure->owned = NULL;
}

static const char *ending(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot && !strchr(dot, '/') ? dot + 1 : "";
}

int figure_check(const char *option, const char *path)
{
  const char *format = ending(path);
  if (!strcmp(format, "svg") || !strcmp(format, "png") || !strcmp(format, "pdf")) return EXIT_OK;
  return message_usage(option, "'%s' does not say what to draw; end it in .svg, .png or .pdf",
                       path);
}

bool figure_possible(void)
{
  if (gnuplot_found()) return true;
  message_note("no picture: gnuplot was not found; install gnuplot (Debian: gnuplot-nox)");
  return false;
}

static bool finite(double x)
{
  return x - x == 0;
}

static carom_prefix axis_prefix(const cli_panel *panel, const char *unit, bool y)
{
  const cli_image *image = panel->image;
  double largest = !image ? 0 : y ? image->y_high : image->x_high;
  if (!unit || !strcmp(unit, "1") || (panel->log_x && !y)) return (carom_prefix){1, ""};
  for (int i = 0; i < panel->curves; i++) {
    const cli_curve *c = &panel->curve[i];
    for (int64_t k = 0; k < c->count; k++) {
      const double v = y ? c->y[k] : c->x[k], size = v < 0 ? -v : v;
      if (finite(size) && size > largest) largest = size;
    }
  }
  return carom_quantity_prefix_of(largest, unit);
}

/* Writes one block of points per curve; gnuplot calls it an index. */
static void write_points(const cli_figure *figure, FILE *points)
{
  for (int p = 0; p < figure->panels; p++) {
    const cli_panel *panel = &figure->panel[p];
    const double x = axis_prefix(panel, panel->x_unit, false).factor;
    const double y = axis_prefix(panel, panel->y_unit, true).factor;
    if (panel->image) image_points(panel->image, x, y, points);
    for (int i = 0; i < panel->curves; i++) {
      const cli_curve *c = &panel->curve[i];
      fputs("# curve\n", points);
      for (int64_t k = 0; k < c->count; k++) {
        if (finite(c->x[k]) && finite(c->y[k]))
          fprintf(points, "%.9g %.9g\n", c->x[k] / x, c->y[k] / y);
        else
          fputs("NaN NaN\n", points);
      }
      if (c->count == 0) fputs("NaN NaN\n", points);
      fputs("\n\n", points);
    }
  }
}

struct layout {
  int width, height, panel_width, panel_height, head;
  int legend_columns, legend_rows, legend_entry;
  bool flows; /* one entry of the legend is too long for columns, so entries follow one another */
};

static int entry_width(const char *title)
{
  return LEGEND_SAMPLE + 10 + LETTER * (int)strlen(title) + 18;
}

/* Length of the part of a title that fits on a line of the legend, up to a blank. */
static size_t line_length(const char *title, int width)
{
  const size_t all = strlen(title), room = (size_t)(width - LEGEND_SAMPLE - 28) / LETTER;
  size_t length = all;
  if (all > room)
    for (length = room; length > 1 && title[length - 1] != ' ';)
      length--;
  return length > 1 ? length : all;
}

/* Row and position of an entry if entries follow one another like words of a text. A title longer
 * than a line takes several rows. */
static int flow(const cli_panel *panel, int width, int entry, int *x)
{
  int row = 0, first = 0;
  *x = 0;
  for (int i = 0, k = 0, next = 0; i < panel->curves && k <= entry; i++) {
    const char *title = panel->curve[i].title;
    if (!title) continue;
    const int own = entry_width(title);
    if (next > 0 && next + own > width) next = 0, row++;
    *x = next;
    first = row;
    for (size_t part = line_length(title, width); part < strlen(title);
         part = line_length(title, width)) {
      title += part;
      row++;
    }
    next += own;
    k++;
  }
  return first;
}

/* Total number of rows. */
static int flow_rows(const cli_panel *panel, int width, int entries)
{
  int x = 0, row = flow(panel, width, entries - 1, &x) + 1;
  const char *last = NULL;
  for (int i = 0; i < panel->curves; i++)
    if (panel->curve[i].title) last = panel->curve[i].title;
  for (size_t part = last ? line_length(last, width) : 0; last && part < strlen(last);
       part = line_length(last, width)) {
    last += part;
    row++;
  }
  return row;
}

static struct layout lay_out(const cli_figure *figure)
{
  const cli_panel *first = &figure->panel[0];
  int entries = 0, longest = 0;
  for (int i = 0; i < first->curves; i++) {
    if (!first->curve[i].title) continue;
    const int letters = (int)strlen(first->curve[i].title);
    entries++;
    longest = letters > longest ? letters : longest;
  }
  struct layout l = {.panel_width = figure->panel_width ? figure->panel_width : PANEL_WIDTH,
                     .panel_height = figure->panel_height ? figure->panel_height : PANEL_HEIGHT,
                     .head = figure->title && *figure->title ? HEAD : 0};
  l.width = figure->panels * l.panel_width;
  l.legend_entry = LEGEND_SAMPLE + 10 + LETTER * longest + 18; /* the same as in entry_width */
  l.legend_columns = l.width / l.legend_entry;
  if (l.legend_columns < 1) l.legend_columns = 1;
  l.flows = l.legend_columns == 1 && entries > 2;
  l.legend_rows = l.flows ? flow_rows(first, l.width - 2 * MARGIN, entries)
                          : (entries + l.legend_columns - 1) / l.legend_columns;
  if (l.legend_rows > 0) l.legend_columns = (entries + l.legend_rows - 1) / l.legend_rows;
  l.height = l.panel_height + l.legend_rows * LEGEND_LINE + (l.legend_rows ? 12 : 0) + l.head;
  return l;
}

static void write_terminal(FILE *script, const struct layout *l, const char *format)
{
  if (!strcmp(format, "svg"))
    fprintf(script,
            "set terminal svg size %d,%d dynamic enhanced font 'sans-serif,14' butt "
            "background '" FIGURE_PAPER "'\n",
            l->width, l->height);
  else if (!strcmp(format, "png"))
    fprintf(script,
            "set terminal pngcairo size %d,%d enhanced font 'DejaVu Sans,19' fontscale 1 "
            "linewidth 1.8 dashlength 2 background '" FIGURE_PAPER "'\n",
            2 * l->width, 2 * l->height);
  else
    fprintf(script,
            "set terminal pdfcairo size %gin,%gin enhanced font 'DejaVu Sans,12' "
            "linewidth 1.3 dashlength 1.5\n",
            l->width / 100.0, l->height / 100.0);
}

static void write_style(FILE *script)
{
  fputs("set encoding utf8\nset output 'picture'\nunset key\n"
        "set border 3 lc rgb '" FIGURE_INK "' lw 1\n"
        "set tics nomirror out scale 0.6 textcolor rgb '" FIGURE_INK "'\n"
        "set grid lc rgb '" FIGURE_GRID "' lt 1 lw 0.8 dt 1\n"
        "set xtics autofreq\nset ytics autofreq\n",
        script);
}

/* gnuplot runs text between backquotes as a command, even in strings, so backquotes are written by
 * their code. */
static void put_letter(FILE *script, char letter)
{
  if (letter == '`')
    fputs("\\140", script);
  else
    fputc((unsigned char)letter < 0x20 ? ' ' : letter, script);
}

/* Writes text in double quotes. It may come from a file; its markup (v_{max}) is that of
 * gnuplot. */
static void put_text(FILE *script, const char *text)
{
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', script);
    put_letter(script, *text);
  }
}

static void write_line(FILE *script, const char *colour, const cli_curve *c)
{
  fprintf(script, "lc rgb '%s' lw %g ", colour, c->width);
  if (*c->look.dash)
    fprintf(script, "dt (%s)", c->look.dash);
  else
    fputs("dt 1", script);
}

/* Writes the point style; 7 is gnuplot's full circle. */
static void write_marks(FILE *script, const char *colour, const cli_curve *c)
{
  fprintf(script, "pt %d ps %g lc rgb '%s'", c->marks > 1 ? c->marks : 7, 0.55 * c->width, colour);
}

/* Every second sample of the legend gets a colour that differs invisibly: gnuplot's SVG keeps the
 * dashes of the previous line as long as the colour stays the same. */
static void sample_colour(const char *colour, int entry, char text[8])
{
  static const char digits[] = "0123456789abcdef";
  snprintf(text, 8, "%s", colour);
  const char *last = strchr(digits, text[6] >= 'A' && text[6] <= 'F' ? text[6] + 32 : text[6]);
  if (entry % 2 && last) text[6] = digits[(last - digits) ^ 1];
}

static void write_legend(FILE *script, const cli_figure *figure, const struct layout *l)
{
  const cli_panel *first = &figure->panel[0];
  const double left = 0.5 * (l->width - l->legend_columns * l->legend_entry) + 9;
  char colour[8];
  int entry = 0;
  for (int i = 0; i < first->curves; i++) {
    const cli_curve *c = &first->curve[i];
    if (!c->title) continue;
    int place = 0, row = entry / l->legend_columns;
    if (l->flows) row = flow(first, l->width - 2 * MARGIN, entry, &place);
    const double x = l->flows ? MARGIN + place : left + entry % l->legend_columns * l->legend_entry;
    const double y = (l->legend_rows - 1 - row + 0.6) * LEGEND_LINE + 4;
    sample_colour(c->look.colour, entry, colour);
    if (c->marks) {
      fprintf(script, "set label \"\" at screen %g,%g point ", (x + 0.5 * LEGEND_SAMPLE) / l->width,
              y / l->height);
      write_marks(script, colour, c);
    } else {
      fprintf(script, "set arrow from screen %g,%g to screen %g,%g nohead ", x / l->width,
              y / l->height, (x + LEGEND_SAMPLE) / l->width, y / l->height);
      write_line(script, colour, c);
    }
    fputc('\n', script);
    const char *rest = c->title;
    for (int line = 0; *rest; line++) {
      char part[256];
      const size_t length = l->flows ? line_length(rest, l->width - 2 * MARGIN) : strlen(rest);
      snprintf(part, sizeof part, "%.*s", (int)length, rest);
      fputs("set label \"", script);
      put_text(script, part);
      fprintf(script, "\" at screen %g,%g left noenhanced textcolor rgb '%s'\n",
              (x + LEGEND_SAMPLE + 10) / l->width, (y - line * LEGEND_LINE) / l->height,
              FIGURE_INK);
      rest += length;
    }
    entry++;
  }
}

static bool any_point(const cli_panel *panel)
{
  for (int i = 0; i < panel->curves; i++)
    for (int64_t k = 0; k < panel->curve[i].count; k++)
      if (finite(panel->curve[i].x[k]) && finite(panel->curve[i].y[k])) return true;
  return false;
}

static double lowest(const cli_panel *panel, bool y, double *highest)
{
  double low = 0;
  for (int i = 0; i < panel->curves; i++) {
    const cli_curve *c = &panel->curve[i];
    for (int64_t k = 0; k < c->count; k++) {
      const double v = y ? c->y[k] : c->x[k];
      if (!finite(v)) continue;
      low = v < low ? v : low;
      *highest = v > *highest ? v : *highest;
    }
  }
  return low;
}

/* Writes the range of an axis: the one given, or one that begins at 0 unless there are lower
 * values. */
static void write_range(FILE *script, const cli_panel *panel, bool y)
{
  const double *wanted = y ? panel->y_range : panel->x_range;
  double high = 0;
  if (wanted[1] > wanted[0]) {
    const double unit = axis_prefix(panel, y ? panel->y_unit : panel->x_unit, y).factor;
    fprintf(script, "set %crange [%g:%g]\n", y ? 'y' : 'x', wanted[0] / unit, wanted[1] / unit);
    return;
  }
  if (!any_point(panel)) { /* as of bounces before the first one: gnuplot wants ends all the same */
    fprintf(script, "set %crange [0:1]\n", y ? 'y' : 'x');
    return;
  }
  const double low = lowest(panel, y, &high);
  fprintf(script, "set %crange [%s:*]\n", y ? 'y' : 'x', low < -0.002 * high ? "*" : "0");
}

/* Places labels explicitly, because terminals differ in their distance from the axis. */
static void write_label(FILE *script, const char *label, const char *unit, bool plain,
                        carom_prefix p)
{
  const char *letter = !strcmp(p.letter, "u") ? "µ" : p.letter;
  const bool pure = !unit || !strcmp(unit, "1");
  fputs("set label \"", script);
  put_text(script, label);
  if (!pure) {
    fprintf(script, "%s(%s", *label ? " " : "", letter);
    put_text(script, unit);
    fputs(")", script);
  }
  fprintf(script, "\" center %stextcolor rgb '%s' ", plain ? "noenhanced " : "", FIGURE_INK);
}

static void write_axes(FILE *script, const cli_panel *panel)
{
  if (panel->log_x)
    fputs("set logscale x 10\nset format x '10^{%L}'\nset xrange [*:*] noextend\n", script);
  else
    fputs("unset logscale x\nset format x '%g'\n", script);
  if (!panel->log_x) write_range(script, panel, false);
  write_range(script, panel, true);
  if (panel->image)
    image_range(panel->image, axis_prefix(panel, panel->x_unit, false).factor,
                axis_prefix(panel, panel->y_unit, true).factor, script);
  if (panel->unit_y) fputs("set yrange [0:1.02]\nset ytics 0.2\n", script);
  if (panel->unit_x) fputs("set xrange [0:1]\nset xtics 0.2\n", script);
}

/* Writes the label of a curve at its highest point or at its end. */
static void write_curve_labels(FILE *script, const cli_panel *panel)
{
  const double x = axis_prefix(panel, panel->x_unit, false).factor;
  const double y = axis_prefix(panel, panel->y_unit, true).factor;
  for (int i = 0; i < panel->curves; i++) {
    const cli_curve *c = &panel->curve[i];
    int64_t at = -1;
    for (int64_t k = 0; c->label && k < c->count; k++)
      if (finite(c->x[k]) && finite(c->y[k]) && (at < 0 || c->label_at_end || c->y[k] > c->y[at]))
        at = k;
    if (at < 0) continue;
    fputs("set label \"", script);
    put_text(script, c->label);
    fprintf(script, "\" at first %.9g,%.9g front noenhanced textcolor rgb '%s' %s\n", c->x[at] / x,
            c->y[at] / y, FIGURE_INK,
            c->label_at_end ? "left offset 0.7,0.6 point pt 7 ps 0.6" : "center offset 0,0.7");
  }
}

static void write_panel(FILE *script, const cli_figure *figure, const struct layout *l, int p,
                        int first_index)
{
  const cli_panel *panel = &figure->panel[p];
  const double w = l->width, h = l->height, top = h - l->head;
  const double x = p * l->panel_width, legend = top - l->panel_height;
  const int right = panel->image ? IMAGE_RIGHT : RIGHT;
  fprintf(script, "set lmargin at screen %g\nset rmargin at screen %g\n", (x + LEFT) / w,
          (x + l->panel_width - right) / w);
  fprintf(script, "set bmargin at screen %g\nset tmargin at screen %g\n", (legend + BOTTOM) / h,
          (top - TOP - (panel->note ? NOTE : 0)) / h);
  if (panel->note) {
    fputs("set label 1002 \"{/=11 ", script);
    put_text(script, panel->note);
    fprintf(script, "}\" at screen %g,%g left textcolor rgb '%s'\n", (x + 10) / w, (top - 42) / h,
            FIGURE_INK);
  }
  if (panel->title) {
    fprintf(script, "set label 1000 \"{/:%s ", l->head ? "Normal" : "Bold");
    put_text(script, panel->title);
    fprintf(script, "}\" at screen %g,%g left textcolor rgb '%s'\n", (x + 10) / w, (top - 20) / h,
            FIGURE_INK);
  }
  write_axes(script, panel);
  write_label(script, panel->x_label, panel->x_unit, panel->plain,
              axis_prefix(panel, panel->x_unit, false));
  fprintf(script, "at screen %g,%g\n", (x + 0.5 * (LEFT + l->panel_width - right)) / w,
          (legend + 12) / h);
  write_label(script, panel->y_label, panel->y_unit, panel->plain,
              axis_prefix(panel, panel->y_unit, true));
  fprintf(script, "at screen %g,%g rotate by 90\n", (x + 16) / w,
          (legend + 0.5 * (BOTTOM + l->panel_height - TOP)) / h);
  write_curve_labels(script, panel);
  if (panel->image)
    image_style(panel->image, (x + l->panel_width - right + 14) / w, (legend + BOTTOM) / h, 14 / w,
                (l->panel_height - BOTTOM - TOP) / h, script);
  fputs("plot ", script);
  if (panel->image)
    fprintf(script, "'points.dat' index %d using 1:2:3 with image notitle", first_index++);
  for (int i = 0; i < panel->curves; i++) {
    const cli_curve *c = &panel->curve[i];
    fprintf(script, "%s'points.dat' index %d using 1:2 with %s ",
            i || panel->image ? ", \\\n  " : "", first_index + i, c->marks ? "points" : "lines");
    (c->marks ? write_marks : write_line)(script, c->look.colour, c);
    fputs(" notitle", script);
  }
  fputs("\nunset label\nunset arrow\n", script);
}

/* Writes a title literally: escapes what gnuplot would interpret and cuts what would leave the
 * figure. */
static void write_title(FILE *script, const cli_figure *figure, const struct layout *l)
{
  char text[256] = "";
  const size_t room = (size_t)(l->width - 20) / (LETTER + 1) + 1;
  if (!l->head) return;
  carom_append(text, room < sizeof text ? room : sizeof text, "%s", figure->title);
  fputs("set label 1001 \"{/:Bold ", script);
  for (const char *c = text; *c; c++) {
    if (strchr("^_{}@&~\\", *c)) fputs(*c == '\\' ? "\\\\\\" : "\\\\", script);
    if (*c == '"') fputc('\\', script);
    put_letter(script, *c);
  }
  fprintf(script, "}\" at screen %g,%g left textcolor rgb '%s'\n", 10.0 / l->width,
          (l->height - 20.0) / l->height, FIGURE_INK);
}

carom_status figure_write(const cli_figure *figure, const char *path, bool force, carom_error *err)
{
  const struct layout l = lay_out(figure);
  cli_gnuplot gnuplot;
  CAROM_TRY(gnuplot_open(&gnuplot, err));
  write_points(figure, gnuplot.points);
  write_terminal(gnuplot.script, &l, ending(path));
  write_style(gnuplot.script);
  fputs("set multiplot\n", gnuplot.script);
  write_legend(gnuplot.script, figure, &l);
  write_title(gnuplot.script, figure, &l);
  for (int p = 0, index = 0; p < figure->panels; p++) {
    write_panel(gnuplot.script, figure, &l, p, index);
    index += figure->panel[p].curves + (figure->panel[p].image != NULL);
  }
  fputs("unset multiplot\nset output\n", gnuplot.script);
  return gnuplot_run(&gnuplot, path, force, err);
}
