/* SPDX-License-Identifier: MIT */
#include "core/quota.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 4096 };

static bool read_text(const char *path, char text[ROOM])
{
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t length = read(file, text, ROOM - 1);
  close(file);
  text[length > 0 ? length : 0] = '\0';
  return length > 0;
}

static bool read_file(const char *root, const char *group, const char *name, char text[ROOM])
{
  char path[2 * ROOM];
  const int length = snprintf(path, sizeof path, "%s%s/%s", root, group, name);
  return length < (int)sizeof path && read_text(path, text);
}

/* Cores as quota over period; 0: no limit, as for "max 100000" and "-1". */
static double share_of(const char *quota, const char *period)
{
  const double time = strtod(quota, NULL), every = strtod(period, NULL);
  return time > 0 && every > 0 ? time / every : 0;
}

static double limit_v2(const char *root, const char *group)
{
  char text[ROOM];
  if (!read_file(root, group, "cpu.max", text)) return 0;
  const char *period = strchr(text, ' ');
  return period ? share_of(text, period) : 0;
}

static double limit_v1(const char *root, const char *group)
{
  char quota[ROOM], period[ROOM], below[ROOM];
  if (snprintf(below, sizeof below, "/cpu%s", group) >= (int)sizeof below) return 0;
  if (!read_file(root, below, "cpu.cfs_quota_us", quota) ||
      !read_file(root, below, "cpu.cfs_period_us", period))
    return 0;
  return share_of(quota, period);
}

/* The limit of a group applies to all groups below it, so the smallest on the way up is in
 * effect. */
static double least_limit(const char *root, char *group,
                          double (*limit)(const char *root, const char *group))
{
  double least = 0;
  for (;;) {
    const double here = limit(root, group);
    if (here > 0 && (least == 0 || here < least)) least = here;
    char *slash = strrchr(group, '/');
    if (!slash) return least;
    *slash = '\0';
  }
}

/* Is `cpu` one of these names, separated by commas? */
static bool has_cpu(const char *names, size_t length)
{
  for (const char *end = names + length; names < end;) {
    const size_t word = strcspn(names, ",:");
    if (word == 3 && strncmp(names, "cpu", 3) == 0) return true;
    names += word + 1;
  }
  return false;
}

/* A line is NUMBER:CONTROLLERS:/GROUP; version 2 has no controllers. */
static double limit_of_line(const char *root, const char *line, size_t length)
{
  char group[ROOM];
  const char *names = memchr(line, ':', length);
  const char *path = names ? memchr(names + 1, ':', length - (size_t)(names + 1 - line)) : NULL;
  if (!path) return 0;
  names++;
  const size_t of_path = length - (size_t)(path + 1 - line);
  if (of_path == 0 || of_path >= sizeof group) return 0;
  memcpy(group, path + 1, of_path);
  group[of_path] = '\0';
  if (of_path == 1) group[0] = '\0'; /* the root */
  if (names == path) return least_limit(root, group, limit_v2);
  return has_cpu(names, (size_t)(path - names)) ? least_limit(root, group, limit_v1) : 0;
}

int carom_quota_cores(const char *groups, const char *root)
{
  char text[ROOM];
  double least = 0;
  if (!read_text(groups, text)) return 0;
  for (const char *line = text; *line;) {
    const size_t length = strcspn(line, "\n");
    const double limit = limit_of_line(root, line, length);
    if (limit > 0 && (least == 0 || limit < least)) least = limit;
    line += line[length] ? length + 1 : length;
  }
  if (least == 0 || least >= 1e6) return 0;
  /* rounded down: a fraction of a core would be withdrawn in the middle of a step */
  return least < 1 ? 1 : (int)least;
}

double carom_physical_memory(void)
{
  const double pages = (double)sysconf(_SC_PHYS_PAGES), bytes = (double)sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? pages * bytes : 1e300;
}
