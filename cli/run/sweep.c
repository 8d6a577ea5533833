/* SPDX-License-Identifier: MIT */
#include "cli/run/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/root.h"
#include "core/fields.h"

static int count_of(const char *text, char separator)
{
  int count = 1;
  for (; *text; text++)
    count += *text == separator;
  return count;
}

/* Part number k between separators. */
static void part(const char *text, char separator, int k, char room[SWEEP_TEXT])
{
  while (k-- > 0)
    text = strchr(text, separator) + 1;
  const char *end = strchr(text, separator);
  while (*text == ' ')
    text++;
  const int length = end ? (int)(end - text) : (int)strlen(text);
  snprintf(room, SWEEP_TEXT, "%.*s", length, text);
}

static int make_room(cli_sweep *sweep, int count)
{
  sweep->count = count;
  sweep->value = calloc((size_t)count, sizeof *sweep->value);
  if (sweep->value) return EXIT_OK;
  message_usage("--sweep", "out of memory");
  return EXIT_FAILED;
}

static int read_list(cli_sweep *sweep, const char *list)
{
  const int code = make_room(sweep, count_of(list, ','));
  for (int k = 0; code == EXIT_OK && k < sweep->count; k++)
    part(list, ',', k, sweep->value[k]);
  return code;
}

/* Twelve digits, so that steps of a range look as people write them. */
static void fill_range(cli_sweep *sweep, double low, double high, bool log)
{
  const int last = sweep->count - 1;
  const double ratio = log ? carom_nth_root(high / low, last) : 1;
  double value = low;
  for (int k = 0; k <= last; k++) {
    if (!log) value = low + (high - low) * k / last;
    snprintf(sweep->value[k], SWEEP_TEXT, "%.12g", k == last ? high : value);
    value *= ratio;
  }
}

static int read_range(cli_sweep *sweep, const char *list)
{
  char text[4][SWEEP_TEXT];
  double low = 0, high = 0;
  carom_error err = {0};
  const int parts = count_of(list, ':');
  if (parts > 4)
    return message_usage("--sweep",
                         "'%s' has too many parts; write "
                         "low:high:count or low:high:count:log",
                         list);
  for (int k = 0; k < parts; k++)
    part(list, ':', k, text[k]);
  char *end = text[2];
  const int64_t count = parts < 3 ? 0 : strtoll(text[2], &end, 10);
  if (parts < 3 || *end || count < 2 || count > SWEEP_MAX || (parts == 4 && strcmp(text[3], "log")))
    return message_usage("--sweep",
                         "'%s' is no range; write low:high:count or "
                         "low:high:count:log with a count from 2 to %d",
                         list, SWEEP_MAX);
  if (!sweep->field->unit)
    return message_usage(sweep->name, "takes words, which have no range; list them: %s=a,b",
                         sweep->name);
  if (carom_field_read(sweep->field, text[0], NULL, &low, &err) != CAROM_OK ||
      carom_field_read(sweep->field, text[1], NULL, &high, &err) != CAROM_OK)
    return message_error(&err);
  if (!(low < high) || (parts == 4 && !(low > 0)))
    return message_usage(sweep->name, "a range goes from a smaller to a larger value%s",
                         parts == 4 ? ", both positive for a logarithmic one" : "");
  const int code = make_room(sweep, (int)count);
  if (code == EXIT_OK) fill_range(sweep, low, high, parts == 4);
  return code;
}

/* Warns about the values, at most a few times. */
static void question(const carom_impact_request *trial, const cli_sweep *sweep)
{
  enum { TOLD = 3 };
  carom_faults all = {.count = 0};
  for (int k = 0; k < sweep->count; k++) {
    const carom_assignment one = {sweep->name, sweep->value[k]};
    carom_impact_request varied;
    carom_faults faults;
    carom_request_with(trial, &one, &varied, &faults);
    carom_request_free(&varied);
    for (int i = 0; i < faults.warnings; i++) {
      if (strcmp(faults.warning[i].where, sweep->name) != 0) continue;
      if (all.warnings < TOLD)
        carom_warn_error(&all, &faults.warning[i]);
      else
        all.more_warnings++;
    }
  }
  request_tell(&all);
}

int sweep_read(const carom_impact_request *trial, const cli_arguments *given, const char *text,
               cli_sweep *sweep)
{
  *sweep = (struct cli_sweep){.count = 0};
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1] || (size_t)(equals - text) >= sizeof sweep->name)
    return message_usage("--sweep",
                         "'%s' is no sweep; write name=a,b,c or name=low:high:count "
                         "or name=low:high:count:log",
                         text);
  snprintf(sweep->name, sizeof sweep->name, "%.*s", (int)(equals - text), text);
  sweep->field = carom_request_field(trial->law, sweep->name);
  if (!sweep->field) return request_unknown(trial->law, given, sweep->name);
  const int code = strchr(equals, ':') ? read_range(sweep, equals + 1)
                                       : read_list(sweep, equals + 1);
  if (code == EXIT_OK) question(trial, sweep);
  return code;
}

void sweep_free(cli_sweep *sweep)
{
  free(sweep->value);
}

double sweep_number(const cli_sweep *sweep, int k)
{
  double value = 0;
  if (!sweep->field->unit ||
      carom_field_read(sweep->field, sweep->value[k], NULL, &value, NULL) != CAROM_OK ||
      (sweep->field->words && value < 0))
    return __builtin_nan("");
  return value;
}

static bool logarithmic(const cli_sweep *sweep)
{
  const double low = sweep_number(sweep, 0), high = sweep_number(sweep, sweep->count - 1);
  return low > 0 && high / low > 50;
}

/* 'a' or 'b' if only one of the bodies is meant, as in b.radius; 0 if not. */
static char body_of(const char *name)
{
  const char *dot = strrchr(name, '.');
  if (!dot || dot == name || (dot - 1 > name && dot[-2] != '.')) return 0;
  return dot[-1] == 'a' || dot[-1] == 'b' ? dot[-1] : 0;
}

cli_panel sweep_panel(const cli_sweep *sweep, char label[SWEEP_LABEL])
{
  const bool asked = !strcmp(sweep->field->name, "restitution");
  const char of_body[] = {' ', 'o', 'f', ' ', body_of(sweep->name), '\0'};
  snprintf(label, SWEEP_LABEL, "%s%s", sweep->field->name,
           asked        ? " asked"
           : of_body[4] ? of_body
                        : "");
  for (char *p = label; *p; p++)
    if (*p == '_') *p = ' ';
  return (cli_panel){.title = asked ? "Restitution" : "Restitution delivered",
                     .x_label = label,
                     .x_unit = sweep->field->unit,
                     .y_label = "restitution delivered",
                     .unit_x = asked,
                     .unit_y = true,
                     .log_x = !asked && logarithmic(sweep)};
}
