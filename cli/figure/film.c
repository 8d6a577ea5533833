/* SPDX-License-Identifier: MIT */
#include "cli/figure/film.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/output.h"

/* Runs ffmpeg without a shell, so that a name can only mean a file. Returns its exit code, 127 if
 * there is none. */
static int run(char *const argument[])
{
  const pid_t child = fork();
  if (child < 0) return 126;
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0)
      _exit(126);
    execvp("ffmpeg", argument);
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

static bool ends_in(const char *text, const char *end)
{
  const size_t length = strlen(text), last = strlen(end);
  return length > last && !strcmp(text + length - last, end);
}

int film_check(const char *path, bool force)
{
  char *const version[] = {"ffmpeg", "-version", NULL};
  if (!ends_in(path, ".mp4") && !ends_in(path, ".webp"))
    return message_usage("--film", "'%.100s' is not accepted; a film ends in .mp4 or .webp", path);
  if (run(version) != 0)
    return message_usage("--film", "films need ffmpeg, which is not there; install it (Debian: "
                                   "ffmpeg), or take the pictures: --frame all");
  return output_check("--film", path, force);
}

carom_status film_make(const char *folder, const char *path, carom_error *err)
{
  char pattern[2 * OUTPUT_PATH + 32], from[OUTPUT_PATH + 16], to[OUTPUT_PATH + 16];
  size_t used = 0;
  /* names that begin with a dash or look like a URL must be taken for files */
  snprintf(from, sizeof from, "%s%s", folder[0] == '/' ? "" : "./", folder);
  for (const char *c = from; *c && used < 2 * OUTPUT_PATH; c++) {
    if (*c == '%') pattern[used++] = '%'; /* which would stand for a number */
    pattern[used++] = *c;
  }
  snprintf(pattern + used, sizeof pattern - used, "/picture_%%06d.png");
  snprintf(to, sizeof to, "%s%s", path[0] == '/' ? "" : "./", path);
  char *const film[] = {"ffmpeg",   "-y",      "-framerate", "25",
                        "-i",       pattern,   "-vf",        "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                        "-pix_fmt", "yuv420p", to,           NULL};
  if (run(film) == 0) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_IO, path,
                    "ffmpeg could not make the film; the pictures are in '%.200s'", folder);
}
