/* SPDX-License-Identifier: MIT */
/* The CPU quota granted by a container or a service manager (Linux control groups), and the memory
 * of the machine. */
#ifndef CAROM_CORE_QUOTA_H
#define CAROM_CORE_QUOTA_H

/* The number of whole cores that the control groups of the process may use, at least 1; 0 if no
 * limit is known. `groups` is the file that names the groups (such as /proc/self/cgroup), `root`
 * the folder where they are mounted (such as /sys/fs/cgroup). */
int carom_quota_cores(const char *groups, const char *root);

/* In bytes; 1e300 where it is not known. */
double carom_physical_memory(void);

#endif
