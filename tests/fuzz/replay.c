/* SPDX-License-Identifier: MIT */
/* Feeds files, and all files of folders, to a fuzz target, so that its corpus runs as an ordinary
 * test: replay FILE|FOLDER... Fails if there is nothing to feed. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int feed_file(const char *path)
{
  enum { LARGEST = 1 << 20 };
  uint8_t *room = malloc(LARGEST);
  FILE *file = fopen(path, "rb");
  int fed = 0;
  if (file && room) {
    size_t size = fread(room, 1, LARGEST, file);
    uint8_t *data = malloc(size ? size
                                : 1); /* of the exact size: reads beyond the end are noticed */
    fed = data && !ferror(file);
    for (size_t i = 0; fed && i < size; i++)
      data[i] = room[i];
    if (fed) LLVMFuzzerTestOneInput(data, size);
    free(data);
  }
  if (file) fclose(file);
  free(room);
  if (!fed) fprintf(stderr, "cannot read %s\n", path);
  return fed;
}

/* The number of files fed, or -1 if one could not be read. */
static int feed_folder(DIR *folder, const char *path)
{
  int fed = 0;
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
    char name[4096];
    if (entry->d_name[0] == '.') continue;
    snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
    if (!feed_file(name)) return -1;
    fed++;
  }
  return fed;
}

int main(int count, char **arguments)
{
  int fed = 0;
  for (int i = 1; i < count; i++) {
    DIR *folder = opendir(arguments[i]);
    int more = folder ? feed_folder(folder, arguments[i]) : feed_file(arguments[i]) ? 1 : -1;
    if (folder) closedir(folder);
    if (more < 0) return 1;
    fed += more;
  }
  printf("%d inputs\n", fed);
  return fed > 0 ? 0 : 1;
}
