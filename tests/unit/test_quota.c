/* SPDX-License-Identifier: MIT */
/* Quotas of control groups: both versions, nested, absent and damaged. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "suite.h"

#include "core/quota.h"

static char folder[64];

static void put(const char *path, const char *text)
{
  char whole[256], part[256];
  snprintf(whole, sizeof whole, "%s/%s", folder, path);
  for (char *slash = strchr(whole + strlen(folder) + 1, '/'); slash;
       slash = strchr(slash + 1, '/')) {
    snprintf(part, sizeof part, "%.*s", (int)(slash - whole), whole);
    mkdir(part, 0700);
  }
  FILE *file = fopen(whole, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static int cores(const char *groups)
{
  char names[128], root[128];
  put("groups", groups);
  snprintf(names, sizeof names, "%s/groups", folder);
  snprintf(root, sizeof root, "%s/sys", folder);
  return carom_quota_cores(names, root);
}

static int make_folder(void **state)
{
  (void)state;
  snprintf(folder, sizeof folder, "/tmp/carom_quota_XXXXXX");
  return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state)
{
  char command[128];
  (void)state;
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command);
}

static void second_version(void **state)
{
  (void)state;
  put("sys/cpu.max", "max 100000\n");
  put("sys/a/cpu.max", "400000 100000\n");
  put("sys/a/b/cpu.max", "max 100000\n");
  put("sys/a/c/cpu.max", "150000 50000\n");
  put("sys/a/d/cpu.max", "50000 100000\n");
  assert_int_equal(cores("0::/\n"), 0);
  assert_int_equal(cores("0::/a\n"), 4);
  assert_int_equal(cores("0::/a/b\n"), 4); /* of the group above */
  assert_int_equal(cores("0::/a/c\n"), 3);
  assert_int_equal(cores("0::/a/d\n"), 1); /* half a core: one thread */
  assert_int_equal(cores("0::/a/elsewhere\n"), 4);
}

static void first_version(void **state)
{
  (void)state;
  put("sys/cpu/x/cpu.cfs_quota_us", "250000\n");
  put("sys/cpu/x/cpu.cfs_period_us", "100000\n");
  put("sys/cpu/y/cpu.cfs_quota_us", "-1\n");
  put("sys/cpu/y/cpu.cfs_period_us", "100000\n");
  assert_int_equal(cores("7:memory:/x\n4:cpu,cpuacct:/x\n"), 2);
  assert_int_equal(cores("4:cpuacct,cpu:/x\n"), 2);
  assert_int_equal(cores("4:cpuacct:/x\n3:cpuset:/x\n"), 0);
  assert_int_equal(cores("4:cpu,cpuacct:/y\n"), 0);
}

static void nothing_and_nonsense(void **state)
{
  (void)state;
  static const char *const bad[] = {"0", "0:", "0::", ":::::", "\n\n", "x:cpu", "0::\n0::/\n"};
  put("sys/cpu.max", "max 100000\n");
  put("sys/n/cpu.max", "nan -3");
  put("sys/m/cpu.max", "12");
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(cores(bad[i]), 0);
  assert_int_equal(cores("0::/n\n"), 0);
  assert_int_equal(cores("0::/m\n"), 0);
  assert_int_equal(carom_quota_cores("/nowhere/cgroup", "/nowhere"), 0);
}

SUITE_WITH("quota", make_folder, remove_folder, second_version, first_version, nothing_and_nonsense)
