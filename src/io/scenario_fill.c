/* SPDX-License-Identifier: MIT */
/* Reads boxes and other regions that are filled with spheres. */
#include "io/scenario_parts.h"

/* Reads the corners or, for dense filling, a region of another shape. */
static void read_place(const carom_scenario *scenario, const carom_group_values *found,
                       const carom_node *node, carom_scenario_grains *grains, int before,
                       carom_faults *faults)
{
  static const char *const corners[] = {"low", "high", NULL};
  const carom_node *within = carom_group_key_node(found, "within");
  carom_fill_def *fill = &grains->fill;
  if (within) {
    carom_refuse(found, corners, "the region is what 'within' says", faults);
    if (faults->count == before && fill->arrangement != CAROM_ARRANGE_DENSE)
      carom_fault(faults, within, true, CAROM_ERR_CONFLICT,
                  "lattices and random places fill a box from 'low' to 'high'; use arrange: dense");
    carom_read_filled(scenario, within, &grains->region, &grains->inside, faults);
    fill->region = &grains->region;
    return;
  }
  carom_need(node, "low", carom_group_key_node(found, "low"),
             "one corner of the box, as in low: [0, 0, 0] (or give 'position' or 'file')", faults);
  carom_need(node, "high", carom_group_key_node(found, "high"), "the opposite corner of the box",
             faults);
  carom_read_vector(found, "low", fill->low, faults);
  carom_read_vector(found, "high", fill->high, faults);
}

/* Dense filling moves the spheres until they fit, at some 0.2 ms each: a corner that was mistyped
 * is told before the minutes that this takes. */
static void warn_of_long_filling(const carom_node *node, const carom_scenario_grains *grains,
                                 double wanted, carom_faults *faults)
{
  const int64_t enough = 100000;
  carom_fill_def fill = grains->fill;
  int64_t count = 0;
  if (wanted > 0 && wanted < 1e15) fill.count = (int64_t)wanted;
  if (fill.arrangement != CAROM_ARRANGE_DENSE || grains->inside >= 0 ||
      carom_fill_count(&fill, &count, NULL) != CAROM_OK || count < enough)
    return;
  carom_warn(faults, node, false,
             "these are %.0f spheres, which takes minutes to fill in densely; if they are more "
             "than was meant, look at the region and at the radius",
             (double)count);
}

/* Radii that are not uniform by number need a distribution. */
static void read_radii(carom_scenario *scenario, const carom_group_values *found,
                       const carom_node *node, carom_scenario_grains *grains, int before,
                       carom_faults *faults)
{
  carom_fill_def *fill = &grains->fill;
  if (carom_group_key_node(found, "clump") && !carom_group_value_node(found, "radius")) {
    fill->radius_min = fill->radius_max = CAROM_UNSET; /* taken from the shape when it is known */
    return;
  }
  carom_read_distribution(scenario, found, node, &grains->sizes, before, faults);
  fill->radius_min = grains->sizes.radius_min;
  fill->radius_max = grains->sizes.radius_max;
  if (grains->sizes.law != CAROM_SIZES_UNIFORM || grains->sizes.by_mass)
    fill->sizes = &grains->sizes;
}

/* Lattices of one radius leave nothing to chance. */
static void tell_idle(const carom_group_values *found, const carom_fill_def *fill,
                      carom_faults *faults)
{
  static const char *const seed[] = {"seed", NULL};
  const bool lattice = fill->arrangement != CAROM_ARRANGE_RANDOM &&
                       fill->arrangement != CAROM_ARRANGE_DENSE;
  if (fill->sizes && fill->sizes->law != CAROM_SIZES_UNIFORM) return;
  if (carom_group_key_node(found, "clump") || fill->radius_max > fill->radius_min) return;
  if (lattice && !(fill->jitter > 0) && !(carom_group_value(found, "agitation") > 0))
    carom_question(found, seed, "nothing is left to chance here", faults);
}

/* A filled region needs its position, sizes, and a number or a fraction. */
void carom_read_fill(carom_scenario *scenario, const carom_group_values *found,
                     const carom_node *node, carom_scenario_grains *grains, int before,
                     carom_faults *faults)
{
  static const char *const lattice[] = {"jitter", NULL}, *const share[] = {"fraction", NULL};
  const double count = carom_group_value(found, "count");
  carom_fill_def *fill = &grains->fill;
  *fill = carom_fill_default();
  fill->arrangement = (carom_arrangement)carom_group_word(found, "arrange");
  read_place(scenario, found, node, grains, before, faults);
  read_radii(scenario, found, node, grains, before, faults);
  fill->gap = carom_group_value(found, "gap");
  fill->jitter = carom_group_value(found, "jitter");
  fill->fraction = carom_group_value(found, "fraction");
  if (faults->count == before) warn_of_long_filling(node, grains, count, faults);
  if (fill->arrangement == CAROM_ARRANGE_RANDOM || fill->arrangement == CAROM_ARRANGE_DENSE)
    carom_refuse(found, lattice, "this goes with lattices; random places are missed by nothing",
                 faults);
  else if (faults->count == before)
    carom_refuse(found, share, "this goes with random and dense filling", faults);
  if (count != CAROM_UNSET && carom_whole(found, "count", faults)) fill->count = (int64_t)count;
  if (carom_whole(found, "seed", faults)) fill->seed = (uint64_t)carom_group_value(found, "seed");
  if (faults->count == before) tell_idle(found, fill, faults);
}

/* Rejects settings of filling for a single sphere or spheres of a file, whose number, sizes and
 * positions are given. */
void carom_refuse_fill(const carom_group_values *found, carom_faults *faults)
{
  static const char *const box[] = {
      "agitation",     "count",    "radius_max", "arrange",      "gap",         "jitter",
      "seed",          "fraction", "within",     "distribution", "radius_mean", "deviation",
      "log_deviation", "exponent", "weighted",   "table",        NULL};
  carom_refuse(found, box, "this goes with a box that is filled, from 'low' to 'high'", faults);
}
