/* SPDX-License-Identifier: MIT */
#include "contact/speed_table.h"

#include <string.h>

#include "core/fields.h"
#include "core/text.h"
#include "core/units.h"
#include "law_math.h"

bool carom_speed_table_stands(const carom_field *field, const char *text)
{
  return strncmp(field->name, "restitution", 11) == 0 && strchr(text, ':') != NULL;
}

typedef struct point {
  double speed, value;
} point;

/* Copies text up to `stop` or the end; returns the position after it, or NULL if the text does not
 * fit. */
static const char *take(const char *text, char stop, char part[48])
{
  size_t n = 0;
  while (text[n] && text[n] != stop)
    n++;
  if (n >= 48) return NULL;
  memcpy(part, text, n);
  part[n] = '\0';
  while (n > 0 && part[n - 1] == ' ')
    part[--n] = '\0';
  const char *end = strchr(text, stop);
  return end ? end + 1 : text + strlen(text);
}

static carom_status read_point(const carom_field *field, const char **text, point *p,
                               carom_error *err)
{
  char pair[48], speed[48], value[48];
  const char *next = take(*text, ',', pair);
  const char *after = next ? take(pair, ':', speed) : NULL;
  if (!after || !strchr(pair, ':') || !take(after, ',', value))
    return carom_fail(err, CAROM_ERR_SYNTAX, field->name,
                      "'%s' is no pair of a speed and a restitution; write a table as "
                      "%s=0.01:0.95,1:0.8,10:0.6",
                      *text, field->name);
  CAROM_TRY(carom_quantity_read(speed, "m/s", &p->speed, err, field->name));
  if (!(p->speed > 0))
    return carom_fail(err, CAROM_ERR_RANGE, field->name, "the speeds of a table are positive");
  CAROM_TRY(carom_field_read(field, value, field->name, &p->value, err));
  if (p->value < 0)
    return carom_fail(err, CAROM_ERR_SYNTAX, field->name, "a table holds numbers, no words");
  *text = next;
  return CAROM_OK;
}

carom_status carom_speed_table_read(const carom_field *field, const char *text, double speed,
                                    double *value, carom_error *err)
{
  point before = {0, 0}, p;
  bool found = false;
  for (int points = 0; *text; points++) {
    CAROM_TRY(read_point(field, &text, &p, err));
    if (points > 0 && !(p.speed > before.speed))
      return carom_fail(err, CAROM_ERR_RANGE, field->name,
                        "the speeds of a table must grow: %g m/s after %g m/s", p.speed,
                        before.speed);
    if (!found && speed <= p.speed) {
      const double share = points == 0 ? 1
                                       : carom_log(speed / before.speed) /
                                             carom_log(p.speed / before.speed);
      *value = points == 0 ? p.value : before.value + share * (p.value - before.value);
      found = true;
    }
    before = p;
  }
  if (!found) *value = before.value;
  return CAROM_OK;
}
