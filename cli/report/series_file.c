/* SPDX-License-Identifier: MIT */
#include "cli/report/series_file.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/output.h"
#include "core/number.h"
#include "io/file.h"

/* End of the cell that begins here: a comma outside quotes, or the end of the line. */
static char *cell_end(char *at, const char *end)
{
  for (bool quoted = false; at < end; at++) {
    quoted ^= *at == '"';
    if (!quoted && (*at == ',' || *at == '\n')) break;
  }
  return at;
}

/* Removes words from all lines but the first, in place; returns the new length. */
static size_t without_words(char *text, size_t length)
{
  char *end = text + length, *from = text, *to = text;
  for (bool names = true; from < end;) {
    char *stop = cell_end(from, end);
    const size_t size = (size_t)(stop - from);
    const bool number = carom_number_scan(from, size) == size;
    if (names || number) {
      memmove(to, from, size);
      to += size;
    }
    names &= stop < end && *stop != '\n';
    if (stop < end) *to++ = *stop;
    from = stop + 1;
  }
  return (size_t)(to - text);
}

carom_status series_read(const char *folder, carom_csv *csv, carom_error *err)
{
  char path[OUTPUT_PATH], *text = NULL;
  size_t length = 0;
  if (!output_join(path, folder, "series.csv"))
    return carom_fail(err, CAROM_ERR_IO, folder, "the path is too long");
  if (carom_file_read(path, (size_t)-1, &text, &length, NULL) != CAROM_OK)
    return carom_fail(err, CAROM_ERR_IO, folder,
                      "there is no series.csv in it; name a folder that 'carom run --output' has "
                      "written");
  while (length > 0 && text[length - 1] != '\n')
    length--;
  const carom_status status = carom_csv_read(text, without_words(text, length), csv, err);
  free(text);
  if (status == CAROM_OK) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_SYNTAX, path, "this is no table that carom wrote");
}
