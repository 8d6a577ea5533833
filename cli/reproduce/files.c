/* SPDX-License-Identifier: MIT */
#include "cli/reproduce/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/output.h"
#include "io/file.h"
#include "io/tree.h"

carom_status files_text(const repro_file *list, int count, const char *folder, const char *name,
                        char **text, size_t *length, carom_error *err)
{
  char path[OUTPUT_PATH];
  if (folder) {
    if (!output_join(path, folder, name))
      return carom_fail(err, CAROM_ERR_IO, folder, "the path is too long");
    return carom_file_read(path, CAROM_TREE_BYTES, text, length, err);
  }
  for (int i = 0; i < count; i++) {
    if (strcmp(list[i].name, name) != 0) continue;
    *length = list[i].length;
    *text = calloc(*length + 1, 1);
    if (!*text) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
    memcpy(*text, list[i].text, *length);
    return CAROM_OK;
  }
  return carom_fail(
      err, CAROM_ERR_UNKNOWN, NULL,
      "there is no such file in the command; name one of scenarios/, or another folder "
      "by --scenarios");
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static int fail(char **list, int count, carom_status code, const char *folder, const char *text,
                carom_error *err)
{
  for (int i = 0; i < count; i++)
    free(list[i]);
  free(list);
  carom_fail(err, code, folder, "%s", text);
  return -1;
}

int files_names(const char *folder, char ***names, carom_error *err)
{
  DIR *listing = opendir(folder);
  char **list = NULL;
  int count = 0;
  bool full = false;
  if (!listing) return fail(NULL, 0, CAROM_ERR_IO, folder, strerror(errno), err);
  for (struct dirent *entry = NULL; !full && (entry = readdir(listing));) {
    const size_t length = strlen(entry->d_name);
    if (length < 6 || strcmp(entry->d_name + length - 5, ".yaml") != 0) continue;
    char **grown = realloc(list, ((size_t)count + 1) * sizeof *list);
    if (grown) list = grown;
    char *copy = grown ? calloc(length + 1, 1) : NULL;
    full = !copy;
    if (copy) list[count++] = memcpy(copy, entry->d_name, length);
  }
  closedir(listing);
  if (full) return fail(list, count, CAROM_ERR_MEMORY, folder, "out of memory", err);
  if (count == 0) return fail(list, 0, CAROM_ERR_IO, folder, "there is no *.yaml in it", err);
  qsort(list, (size_t)count, sizeof *list, by_name);
  *names = list;
  return count;
}
