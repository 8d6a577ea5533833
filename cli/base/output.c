/* SPDX-License-Identifier: MIT */
#include "cli/base/output.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Suffix of unfinished files; mkstemp fills in the last six characters. */
static const char making[] = ".carom-", places[] = "XXXXXX";

static void parent_of(const char *path, char parent[OUTPUT_PATH])
{
  snprintf(parent, OUTPUT_PATH, "%s", path);
  size_t length = strlen(parent);
  while (length > 1 && parent[length - 1] == '/')
    parent[--length] = '\0';
  char *slash = strrchr(parent, '/');
  if (!slash)
    strcpy(parent, ".");
  else
    slash[slash == parent] = '\0';
}

static bool is_folder(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* A finished file is renamed to its place: a device or a named pipe would be gone, and so would a
 * link to one, such as /dev/stdout. */
static bool is_special(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

static bool exists(const char *path)
{
  struct stat about;
  return lstat(path, &about) == 0;
}

int output_check(const char *option, const char *path, bool force)
{
  char parent[OUTPUT_PATH];
  if (!strcmp(path, "-")) return EXIT_OK;
  if (!*path || strlen(path) >= OUTPUT_PATH)
    return message_usage(option, "the path is %s", *path ? "too long" : "empty; name a file");
  parent_of(path, parent);
  if (!is_folder(parent))
    return message_usage(option, "the folder '%s' does not exist; make it first, or choose another",
                         parent);
  if (is_folder(path)) return message_usage(option, "'%s' is a folder; name a file in it", path);
  if (is_special(path))
    return message_usage(
        option, "'%s' is a device or a pipe, which the file would replace; name a file", path);
  if (exists(path) && !force)
    return message_usage(option, "'%s' exists and is kept; choose another name, or add --force",
                         path);
  if (access(parent, W_OK) != 0)
    return message_usage(option, "the folder '%s' cannot be written to; choose another", parent);
  return EXIT_OK;
}

static carom_status cannot(carom_error *err, const char *path, const char *what)
{
  return carom_fail(err, CAROM_ERR_IO, path, "cannot %s: %s", what, strerror(errno));
}

/* Creates the file and locks it while it is open, which tells other processes that it is in use. A
 * file removed by another process before it is locked is created again. */
static int make_temporary(cli_output *output)
{
  struct stat about;
  for (;;) {
    snprintf(output->temporary, sizeof output->temporary, "%s%s%s", output->path, making, places);
    const int handle = mkstemp(output->temporary);
    if (handle < 0) return handle;
    flock(handle, LOCK_EX | LOCK_NB);
    if (fstat(handle, &about) != 0 || about.st_nlink > 0) return handle;
    close(handle);
  }
}

carom_status output_open(cli_output *output, const char *path, bool force, carom_error *err)
{
  *output = (struct cli_output){.force = force};
  snprintf(output->path, sizeof output->path, "%s", path);
  const int handle = make_temporary(output);
  if (handle < 0) return cannot(err, path, "write the file");
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(handle, 0666 & ~mask);
  output->file = fdopen(handle, "w");
  if (output->file) return CAROM_OK;
  close(handle);
  unlink(output->temporary);
  return cannot(err, path, "write the file");
}

/* Is `name` an unfinished version of `wanted`? */
static bool is_making(const char *name, const char *wanted)
{
  const size_t length = strlen(wanted), mark = sizeof making - 1, rest = sizeof places - 1;
  if (strncmp(name, wanted, length) != 0 || strncmp(name + length, making, mark) != 0) return false;
  const char *end = name + length + mark;
  for (size_t i = 0; i < rest; i++)
    if (!isalnum((unsigned char)end[i])) return false;
  return end[rest] == '\0';
}

/* Removes an unfinished file unless somebody is still writing it. */
static void sweep(const char *path)
{
  struct stat about;
  const int handle = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  if (handle < 0) return;
  if (fstat(handle, &about) == 0 && S_ISREG(about.st_mode) && flock(handle, LOCK_EX | LOCK_NB) == 0)
    unlink(path);
  close(handle);
}

void output_sweep(const char *folder, const char *const *names, int count)
{
  char path[OUTPUT_PATH];
  DIR *listing = opendir(folder);
  if (!listing) return;
  for (struct dirent *entry = NULL; (entry = readdir(listing));)
    for (int i = 0; i < count; i++)
      if (is_making(entry->d_name, names[i]) && output_join(path, folder, entry->d_name))
        sweep(path);
  closedir(listing);
}

void output_discard(cli_output *output)
{
  if (output->file) fclose(output->file);
  output->file = NULL;
  unlink(output->temporary);
}

/* Unlike a rename, a link fails if the name is taken; but some file systems have no links. */
static bool put_in_place(const cli_output *output)
{
  if (!output->force) {
    if (link(output->temporary, output->path) == 0) return unlink(output->temporary) == 0;
    if (errno == EEXIST || exists(output->path)) return errno = EEXIST, false;
  }
  return rename(output->temporary, output->path) == 0;
}

carom_status output_close(cli_output *output, carom_error *err)
{
  const bool written = !ferror(output->file) && fflush(output->file) == 0;
  const int lock = dup(fileno(output->file)); /* until the file has its name */
  const bool closed = fclose(output->file) == 0;
  output->file = NULL;
  const bool placed = written && closed && put_in_place(output);
  const int reason = errno;
  if (lock >= 0) close(lock);
  if (placed) return CAROM_OK;
  errno = reason;
  const carom_status status = cannot(err, output->path, "write the file");
  unlink(output->temporary);
  return status;
}

carom_status output_write(const char *path, bool force, void (*write)(const void *user, FILE *file),
                          const void *user, carom_error *err)
{
  cli_output output;
  CAROM_TRY(output_open(&output, path, force, err));
  write(user, output.file);
  return output_close(&output, err);
}

bool output_join(char path[OUTPUT_PATH], const char *folder, const char *name)
{
  const size_t length = strlen(folder);
  const char *slash = length && folder[length - 1] == '/' ? "" : "/";
  return snprintf(path, OUTPUT_PATH, "%s%s%s", folder, slash, name) < OUTPUT_PATH;
}

int output_folder(const char *option, const char *path)
{
  char parent[OUTPUT_PATH];
  if (!*path || strlen(path) + 64 >= OUTPUT_PATH)
    return message_usage(option, "the path is %s", *path ? "too long" : "empty; name a folder");
  parent_of(path, parent);
  if (is_folder(path)) {
    if (access(path, W_OK) == 0) return EXIT_OK;
    return message_usage(option, "the folder '%s' cannot be written to; choose another", path);
  }
  if (exists(path)) return message_usage(option, "'%s' is a file; name a folder", path);
  if (!is_folder(parent))
    return message_usage(option, "the folder '%s' does not exist; make it first, or choose another",
                         parent);
  if (mkdir(path, 0777) != 0)
    return message_usage(option, "cannot make '%s': %s; choose another", path, strerror(errno));
  return EXIT_OK;
}
