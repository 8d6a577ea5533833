/* SPDX-License-Identifier: MIT */
/* The share of the cores that a container or a service manager grants (Linux control groups), and
 * the memory of the machine. */
#ifndef CAROM_CORE_QUOTA_H
#define CAROM_CORE_QUOTA_H

/* Whole cores that the control groups of the process may use, at least 1; 0: no limit is known.
 * `groups` names them (as /proc/self/cgroup does), `root` is where they are mounted (as
 * /sys/fs/cgroup). */
int carom_quota_cores(const char *groups, const char *root);

/* In bytes; 1e300 where it is not known. */
double carom_physical_memory(void);

#endif
