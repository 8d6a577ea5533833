# SPDX-License-Identifier: MIT
# Instructions outside of MPI in a dump of callgrind: awk -f ranks.awk DUMP...
# Waiting for others is no work: libraries of MPI and what spins for them are left out.
# With by=1 a line a function: instructions, object, name; else their sum alone.
function name_of(text, table,    id) { # "(3) name" defines, "(3)" refers
  if (text !~ /^\(/) return text
  id = text
  sub(/\).*/, "", id)
  sub(/^\([0-9]+\) ?/, "", text)
  if (text != "") table[id] = text
  return table[id]
}
FNR == 1 { delete object; delete called }
/^ob=/ { ob = name_of(substr($0, 4), object); next }
/^fn=/ {
  fn = name_of(substr($0, 4), called)
  spins = ob ~ /\/(libmpi|libopen-|mca_|libhwloc|libevent|libpmix|libuc[xpts]|libfabric|libpsm)/ ||
    fn ~ /^(shared_wait|carom_relax|poll|epoll_wait|sched_yield|usleep|nanosleep|clock_nanosleep|clock_gettime|gettimeofday|__vdso.*)(@|$)/
  next
}
/^cob=/ { name_of(substr($0, 5), object); next }
/^cfn=/ { name_of(substr($0, 5), called); next }
/^calls=/ { getline; next }
/^[-+*0-9]/ {
  if (spins) next
  sum += $2
  if (by) of[ob " " fn] += $2
}
END {
  if (!by) printf "%.0f\n", sum
  for (k in of) printf "%.0f %s\n", of[k], k
}
