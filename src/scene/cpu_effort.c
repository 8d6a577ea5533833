/* SPDX-License-Identifier: MIT */
/* Memory that the CPU engine holds and the traffic of a step. */
#include "scene/cpu.h"
#include "scene/scene.h"

/* Counts particles and half-step velocities, pairs of active lists with their bits, histories of
 * closed contacts and of open ones on dense lists, and halo rows. Data read more than once, such as
 * partners' positions, count once. Forces of the current block stay in the cache and do not
 * count. */
static double moved_in_step(const carom_scene *s)
{
  const double both = 2 * sizeof(double), row = sizeof *s->contacts.row;
  const double record = CAROM_POSITION_DOUBLES + CAROM_ROW_DOUBLES + 0.5 +
                        (s->particles.half_velocity ? CAROM_ROW_DOUBLES : 0); /* 1/I is only read */
  double sum = (double)s->particles.count * record * both +
               (double)s->cpu.halo_sends * (CAROM_ROW_DOUBLES * both + sizeof *s->cpu.halo_recv);
  for (int64_t k = 0; k < 2 * s->contacts.pair_bins; k++) {
    const carom_active_list *list = &s->contacts.active_list[k];
    const int64_t groups = (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
    sum += (double)groups + (double)list->contacts * (2 * sizeof *s->contacts.pair +
                                                      (list->kind == CAROM_PAIR_HALO ? row : 0));
    for (int64_t g = list->group; g < list->group + groups; g++)
      sum += both * s->model.history.size *
             (list->dense ? CAROM_LANES : __builtin_popcount(s->contacts.touching[g]));
  }
  return sum;
}

int64_t carom_cpu_count_closed(const carom_scene *s)
{
  int64_t count = 0;
  for (int64_t b = 0; b < 2 * s->contacts.pair_bins; b++) {
    const carom_active_list *list = &s->contacts.active_list[b];
    for (int64_t g = list->group; CAROM_LANES * (g - list->group) < list->contacts; g++)
      count += __builtin_popcount(carom_begun_contacts(s, list, g, s->contacts.touching[g]));
  }
  return count;
}

void carom_cpu_effort(const carom_scene *s, carom_scene_counters *work)
{
  const carom_cpu *e = &s->cpu;
  for (int64_t b = 0; b < s->contacts.pair_bins; b++)
    work->listed += s->contacts.pair_bin[b].contacts;
  work->bytes += (size_t)s->particles.capacity * 4 * sizeof(uint32_t) +
                 (size_t)(e->kept_history_capacity + e->halo_send_capacity) * sizeof(double) +
                 (size_t)e->halo_recv_capacity * sizeof *e->halo_recv +
                 (size_t)e->upstream_capacity * sizeof *e->upstream +
                 (size_t)e->kept_capacity * sizeof *e->kept + (size_t)e->cell_capacity * 4 +
                 (size_t)(e->dents_b.key_capacity + e->dents_b.state_capacity) * 8 +
                 (size_t)e->leaving_capacity * 16 +
                 (size_t)e->supercell_capacity * sizeof *e->supercell;
  for (int level = 0; level < e->levels; level++)
    work->bytes += (size_t)(e->grid[level].capacity * 4 + e->grid[level].rank_capacity * 4 +
                            e->grid[level].code_capacity * 8 +
                            (e->grid[level].code_table_capacity + e->grid[level].beside_capacity) *
                                4);
  for (int64_t b = 0; b < e->blocks; b++) {
    const carom_search_buffer *f = &e->search_buffer[b];
    work->bytes += (size_t)f->capacity * 8 +
                   (size_t)(f->halo_particles_capacity + f->halo_table_capacity) * sizeof(uint32_t);
  }
  work->bytes_per_step = moved_in_step(s);
}
