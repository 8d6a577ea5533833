/* SPDX-License-Identifier: MIT */
/* Sinks: particles whose centre is in their region leave, and are counted by material. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/region.h"
#include "scene/state.h"

carom_scene_sink carom_scene_sink_default(void)
{
  return (carom_scene_sink){.region = carom_region_default(), .every = CAROM_UNSET};
}

carom_status carom_sinks_check(const carom_scene_def *def, carom_error *err)
{
  if (def->sinks < 0 || (def->sinks > 0 && !def->sink))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "sink", "a table is missing");
  for (int k = 0; k < def->sinks; k++) {
    const carom_region *region = &def->sink[k].region;
    carom_error inner = {.code = CAROM_OK};
    char where[96];
    const carom_status status = carom_region_check_plain(region, &inner);
    snprintf(where, sizeof where, "sink[%d].%.64s", k, inner.where);
    if (status != CAROM_OK) return carom_fail_for(err, &inner, where, "%s", inner.text);
    snprintf(where, sizeof where, "sink[%d].shape", k);
    if (region->shape == CAROM_REGION_DISC || region->shape == CAROM_REGION_RING)
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "a disc or ring has no inside that a particle could be in; use a cylinder");
    snprintf(where, sizeof where, "sink[%d].every", k);
    if (def->sink[k].every != CAROM_UNSET && !(def->sink[k].every > 0))
      return carom_fail(err, CAROM_ERR_RANGE, where, "%g s is no interval", def->sink[k].every);
  }
  return CAROM_OK;
}

carom_status carom_sinks_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  carom_flow *f = &s->flow;
  const bool border = def->leaves == CAROM_LEAVES_DELETE;
  f->sink = calloc((size_t)def->sinks + 1, sizeof *f->sink);
  bool room = f->sink != NULL;
  for (int k = 0; room && k < def->sinks + border; k++) {
    const bool outside = k == def->sinks;
    const char *name = outside ? "domain" : def->sink[k].name;
    carom_sink *to = &f->sink[f->sinks++];
    *to = (carom_sink){.outside = outside,
                       .enabled = outside || !def->sink[k].off,
                       .every = carom_flow_interval(s, outside ? CAROM_UNSET : def->sink[k].every),
                       .taken = calloc((size_t)s->model.materials, sizeof *to->taken),
                       .name = carom_flow_name(name)};
    if (!outside) to->region = def->sink[k].region;
    room = to->taken && (to->name || !name);
  }
  return room ? CAROM_OK : carom_fail(err, CAROM_ERR_MEMORY, "sink", "no memory for the sinks");
}

void carom_sinks_free(carom_flow *f)
{
  for (int k = 0; k < f->sinks; k++) {
    free(f->sink[k].name);
    free(f->sink[k].taken);
  }
  free(f->sink);
}

static bool outside(const carom_model *m, const double *x)
{
  for (int k = 0; k < 3; k++)
    if (!m->periodic[k] && !(x[k] >= m->low[k] && x[k] <= m->high[k])) return true;
  return false;
}

/* Does a sink take a particle? A clump counts as where its centre of mass is, and as outside the
 * domain as soon as a member is. */
static bool takes(const carom_scene *s, const carom_sink *sink, int64_t tag)
{
  const carom_particles *p = &s->particles;
  const double *x = carom_position_row(p, p->index_of[tag]);
  const int64_t clump = sink->outside ? -1 : carom_clump_of(s, tag);
  double folded[3];
  if (sink->outside) return outside(&s->model, x);
  carom_fold(&s->model, clump < 0 ? x : s->clumps.clump[clump].rigid.position, folded);
  return carom_region_holds(&sink->region, folded);
}

/* Takes particles in the order of tags, so that sums of masses do not depend on how particles are
 * sorted. */
static void take(carom_scene *s, carom_sink *sink)
{
  const carom_particles *p = &s->particles;
  for (int64_t tag = 0; tag < p->count; tag++) {
    const int64_t i = p->index_of[tag];
    if (!takes(s, sink, tag)) continue;
    if (!(carom_inv_mass(s, i) > 0) || s->exchange.new_tag[tag] == CAROM_GONE) continue;
    carom_amount *taken = &sink->taken[p->material[i]];
    taken->count++;
    taken->mass += carom_moving_mass(s, i);
    carom_exchange_remove(s, tag);
  }
}

void carom_sinks_take(carom_scene *s)
{
  for (int k = 0; k < s->flow.sinks; k++)
    if (s->flow.sink[k].enabled && s->steps % s->flow.sink[k].every == 0) take(s, &s->flow.sink[k]);
}

static const carom_column amount_column[] = {
    CAROM_COLUMN(carom_amount, count, CAROM_INT64S),
    CAROM_COLUMN(carom_amount, mass, CAROM_DOUBLES),
};

carom_status carom_sinks_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  for (int k = 0; k < s->flow.sinks; k++) {
    carom_sink *sink = &s->flow.sink[k];
    char group[24];
    snprintf(group, sizeof group, "sink_%d", k);
    CAROM_TRY(carom_archive_array(archive, group, "enabled", CAROM_INT64S, &sink->enabled, 1, err));
    CAROM_VISIT(group, amount_column, sink->taken, s->model.materials);
    bool sane = carom_sane(sink->enabled, 1);
    for (int m = 0; m < s->model.materials; m++)
      sane = sane && carom_sane(sink->taken[m].count, UINT32_MAX) && sink->taken[m].mass >= 0;
    if (!sane) return carom_state_damaged(err, group);
  }
  return CAROM_OK;
}

int carom_scene_sinks(const carom_scene *s)
{
  return s ? s->flow.sinks : 0;
}

carom_status carom_scene_sample_sink(const carom_scene *s, int sink, int material,
                                     carom_scene_sink_state *out, carom_error *err)
{
  CAROM_TRY(carom_scene_can_tell(s, out, err));
  CAROM_TRY(carom_scene_has("sink", sink, s->flow.sinks, err));
  if (material < -1 || material >= s->model.materials)
    return carom_fail(err, CAROM_ERR_RANGE, "material", "there is no material %d", material);
  const carom_sink *from = &s->flow.sink[sink];
  *out = (carom_scene_sink_state){.name = from->name, .enabled = from->enabled != 0};
  for (int m = 0; m < s->model.materials; m++) {
    if (material >= 0 && m != material) continue;
    out->count += from->taken[m].count;
    out->mass += from->taken[m].mass;
  }
  return CAROM_OK;
}

carom_status carom_scene_set_sink(carom_scene *s, int sink, bool enabled, carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  CAROM_TRY(carom_scene_has("sink", sink, s->flow.sinks, err));
  s->flow.sink[sink].enabled = enabled;
  return CAROM_OK;
}
