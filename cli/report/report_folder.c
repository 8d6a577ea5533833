/* SPDX-License-Identifier: MIT */
#include "cli/report/report_folder.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

/* A folder with this file is an earlier report; it lists the files that the report wrote. */
static const char marker[] = ".carom-report";

static bool is_empty(const char *folder)
{
  DIR *listing = opendir(folder);
  bool empty = true;
  if (!listing) return true; /* not there yet */
  for (struct dirent *entry = NULL; empty && (entry = readdir(listing));)
    empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
  closedir(listing);
  return empty;
}

static FILE *open_marker(const char *folder)
{
  char path[OUTPUT_PATH];
  return output_join(path, folder, marker) ? fopen(path, "r") : NULL;
}

int report_folder_check(const char *folder, bool force)
{
  FILE *earlier = open_marker(folder);
  if (earlier) fclose(earlier);
  if (!earlier && !force && !is_empty(folder))
    return message_usage("--output",
                         "'%s' holds files that are no earlier report; choose another "
                         "folder, or add --force to write among them",
                         folder);
  return output_folder("--output", folder);
}

void report_folder_clear(const char *folder)
{
  char name[256], path[OUTPUT_PATH];
  FILE *earlier = open_marker(folder);
  if (!earlier) return;
  while (fgets(name, sizeof name, earlier)) {
    name[strcspn(name, "\n")] = '\0';
    if (*name && !strchr(name, '/') && output_join(path, folder, name)) unlink(path);
  }
  fclose(earlier);
}

carom_status report_folder_path(cli_report_folder *place, const char *name, char path[OUTPUT_PATH],
                                carom_error *err)
{
  if (place->files == PLACE_FILES || strlen(name) >= PLACE_NAME ||
      !output_join(path, place->folder, name))
    return carom_fail(err, CAROM_ERR_IO, name, "the path is too long; choose another folder");
  snprintf(place->name[place->files++], sizeof place->name[0], "%s", name);
  return CAROM_OK;
}

carom_status report_folder_write(cli_report_folder *place, const char *name,
                                 void (*write)(const void *user, FILE *file), const void *user,
                                 carom_error *err)
{
  char path[OUTPUT_PATH];
  CAROM_TRY(report_folder_path(place, name, path, err));
  return output_write(path, true, write, user, err);
}

carom_status report_folder_table(cli_report_folder *place, const char *name, cli_table table,
                                 carom_error *err)
{
  const carom_status status = table_ok(&table)
                                  ? report_folder_write(place, name, table_write_csv, &table, err)
                                  : CAROM_ERR_MEMORY;
  table_free(&table);
  return status;
}

carom_status report_folder_picture(cli_report_folder *place, const char *name,
                                   const cli_figure *figure, carom_error *err)
{
  char path[OUTPUT_PATH];
  CAROM_TRY(report_folder_path(place, name, path, err));
  return figure_write(figure, path, true, err);
}

static void write_marker(const void *user, FILE *file)
{
  const cli_report_folder *place = user;
  for (int i = 0; i < place->files; i++)
    fprintf(file, "%s\n", place->name[i]);
}

carom_status report_folder_mark(const cli_report_folder *place, carom_error *err)
{
  char path[OUTPUT_PATH];
  if (!output_join(path, place->folder, marker)) return CAROM_ERR_IO;
  return output_write(path, true, write_marker, place, err);
}
