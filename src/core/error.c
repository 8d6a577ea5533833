/* SPDX-License-Identifier: MIT */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"

const char *carom_status_text(carom_status status)
{
#define CAROM_STATUS_CASE(code, text)                                                              \
  case CAROM_##code:                                                                               \
    return text;
  switch (status) {
    CAROM_STATUS_LIST(CAROM_STATUS_CASE)
  case CAROM_STATUS_COUNT:
    break;
  }
#undef CAROM_STATUS_CASE
  return "an unknown status code";
}

const char *carom_version(void)
{
  return CAROM_VERSION;
}

CAROM_PRINTF(6, 0)
static carom_status fail(carom_error *err, carom_status code, int line, int column,
                         const char *where, const char *format, va_list arguments)
{
  if (!err) return code;
  carom_error made = {
      .code = code, .line = line, .column = column, .attainable = {CAROM_UNSET, CAROM_UNSET}};
  int length = snprintf(made.where, sizeof made.where, "%s", where ? where : "");
  if (length >= (int)sizeof made.where) carom_cut(made.where, sizeof made.where);
  length = vsnprintf(made.text, sizeof made.text, format, arguments);
  if (length >= (int)sizeof made.text) carom_cut(made.text, sizeof made.text);
  if (length < 0) made.text[0] = '\0';
  *err = made;
  return code;
}

carom_status carom_fail(carom_error *err, carom_status code, const char *where, const char *format,
                        ...)
{
  va_list arguments;
  va_start(arguments, format);
  fail(err, code, 0, 0, where, format, arguments);
  va_end(arguments);
  return code;
}

carom_status carom_fail_for(carom_error *err, const carom_error *reason, const char *where,
                            const char *format, ...)
{
  const carom_error inner = *reason; /* a copy, because `reason` may be `err` */
  va_list arguments;
  va_start(arguments, format);
  fail(err, inner.code, inner.line, inner.column, where, format, arguments);
  va_end(arguments);
  if (err) memcpy(err->attainable, inner.attainable, sizeof err->attainable);
  return inner.code;
}

carom_status carom_fail_at(carom_error *err, carom_status code, int line, int column,
                           const char *where, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fail(err, code, line, column, where, format, arguments);
  va_end(arguments);
  return code;
}
