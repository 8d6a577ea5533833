/* SPDX-License-Identifier: MIT */
#include "cli/figure/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/output.h"

/* Runs "gnuplot ARGUMENT" in a folder; its output goes to "gnuplot.log" there. Returns its exit
 * code, 127 if there is no gnuplot. */
static int run(const char *folder, const char *argument)
{
  const pid_t child = fork();
  if (child < 0) return 126;
  if (child == 0) {
    const int log = folder && chdir(folder) == 0
                        ? open("gnuplot.log", O_WRONLY | O_CREAT | O_TRUNC, 0600)
                        : open("/dev/null", O_WRONLY);
    const int nothing = open("/dev/null", O_RDONLY);
    if (log < 0 || nothing < 0 || dup2(nothing, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
      _exit(126);
    execlp("gnuplot", "gnuplot", argument, (char *)NULL);
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

bool gnuplot_found(void)
{
  return run(NULL, "--version") == 0;
}

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
  char path[OUTPUT_PATH];
  return output_join(path, folder, name) ? fopen(path, mode) : NULL;
}

static void clean(const cli_gnuplot *gnuplot)
{
  static const char *const names[] = {"script.gp", "points.dat", "picture", "gnuplot.log"};
  char path[OUTPUT_PATH];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (output_join(path, gnuplot->folder, names[i])) unlink(path);
  rmdir(gnuplot->folder);
}

carom_status gnuplot_open(cli_gnuplot *gnuplot, carom_error *err)
{
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent || strlen(parent) > 200) parent = "/tmp";
  snprintf(gnuplot->folder, sizeof gnuplot->folder, "%s/carom-XXXXXX", parent);
  if (!mkdtemp(gnuplot->folder))
    return carom_fail(err, CAROM_ERR_IO, parent, "cannot make a temporary folder: %s",
                      strerror(errno));
  gnuplot->script = open_in(gnuplot->folder, "script.gp", "w");
  gnuplot->points = open_in(gnuplot->folder, "points.dat", "w");
  if (gnuplot->script && gnuplot->points) return CAROM_OK;
  const carom_status status = carom_fail(err, CAROM_ERR_IO, gnuplot->folder, "cannot write: %s",
                                         strerror(errno));
  if (gnuplot->script) fclose(gnuplot->script);
  if (gnuplot->points) fclose(gnuplot->points);
  clean(gnuplot);
  return status;
}

/* Reports the first lines of gnuplot's complaint. */
static carom_status complaint(const cli_gnuplot *gnuplot, const char *path, carom_error *err)
{
  char said[200] = "";
  FILE *log = open_in(gnuplot->folder, "gnuplot.log", "r");
  if (log) {
    said[fread(said, 1, sizeof said - 1, log)] = '\0';
    fclose(log);
  }
  for (char *p = said; *p; p++)
    if (*p == '\n') *p = ' ';
  return carom_fail(err, CAROM_ERR_IO, path, "gnuplot could not draw the picture: %s", said);
}

/* gnuplot does not notice a full disk: the end of the picture is then missing. */
static bool complete(FILE *picture)
{
  static const char *const ends[] = {"</svg>", "IEND", "%%EOF"};
  enum { TAIL = 64 };
  char tail[TAIL];
  if (fseek(picture, 0, SEEK_END) != 0) return false;
  const long size = ftell(picture);
  if (fseek(picture, size > TAIL ? size - TAIL : 0, SEEK_SET) != 0) return false;
  const size_t length = fread(tail, 1, TAIL, picture);
  rewind(picture);
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
    for (size_t i = 0, n = strlen(ends[k]); i + n <= length; i++)
      if (memcmp(tail + i, ends[k], n) == 0) return true;
  return false;
}

static carom_status copy(const cli_gnuplot *gnuplot, const char *path, bool force, carom_error *err)
{
  char buffer[8192];
  cli_output output;
  FILE *picture = open_in(gnuplot->folder, "picture", "r");
  if (!picture) return complaint(gnuplot, path, err);
  carom_status status = CAROM_OK;
  if (!complete(picture))
    status = carom_fail(err, CAROM_ERR_IO, path,
                        "cannot write the file: gnuplot's picture has no end; is there no room "
                        "left in '%s'?",
                        gnuplot->folder);
  else
    status = output_open(&output, path, force, err);
  if (status == CAROM_OK) {
    for (size_t n = 0; (n = fread(buffer, 1, sizeof buffer, picture)) > 0;)
      fwrite(buffer, 1, n, output.file);
    status = output_close(&output, err);
  }
  fclose(picture);
  return status;
}

carom_status gnuplot_run(cli_gnuplot *gnuplot, const char *path, bool force, carom_error *err)
{
  const bool script = fclose(gnuplot->script) == 0, points = fclose(gnuplot->points) == 0;
  carom_status status = CAROM_OK;
  if (!script || !points)
    status = carom_fail(err, CAROM_ERR_IO, gnuplot->folder, "cannot write: no room left");
  else if (run(gnuplot->folder, "script.gp") != 0)
    status = complaint(gnuplot, path, err);
  else
    status = copy(gnuplot, path, force, err);
  clean(gnuplot);
  return status;
}
