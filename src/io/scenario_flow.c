/* SPDX-License-Identifier: MIT */
/* Reads sources and sinks of a scene. */
#include "io/scenario_parts.h"

static bool is_chosen(const carom_group_values *found, const char *name)
{
  return carom_group_value(found, name) == CAROM_WORD(1);
}

/* The value of a field, or 0 if it is not given. */
static double or_none(const carom_group_values *found, const char *name)
{
  const double value = carom_group_value(found, name);
  return value == CAROM_UNSET ? 0 : value;
}

/* Rejects dimensions that belong to other shapes. */
static void refuse_others(const carom_group_values *found, carom_region_shape shape,
                          carom_faults *faults)
{
  static const char *const box[] = {"low", "high", NULL}, *const round[] = {"radius", NULL},
                           *const hollow[] = {"inner_radius", NULL},
                           *const length[] = {"length", NULL}, *const axis[] = {"direction", NULL},
                           *const point[] = {"point", NULL};
  const bool ring = shape == CAROM_REGION_RING, cylinder = shape == CAROM_REGION_CYLINDER;
  if (shape != CAROM_REGION_BOX) carom_refuse(found, box, "this is of a box", faults);
  if (shape == CAROM_REGION_BOX || shape == CAROM_REGION_BELOW)
    carom_refuse(found, round, "this is of a round shape", faults);
  if (!ring && !cylinder) carom_refuse(found, hollow, "this is of a ring or a cylinder", faults);
  if (!cylinder) carom_refuse(found, length, "this is of a cylinder", faults);
  if (shape == CAROM_REGION_BOX || shape == CAROM_REGION_SPHERE)
    carom_refuse(found, axis, "this shape has no direction", faults);
  if (shape == CAROM_REGION_BOX)
    carom_refuse(found, point, "a box stands from 'low' to 'high'", faults);
}

static void need_measures(const carom_group_values *found, const carom_node *node,
                          carom_region_shape shape, carom_faults *faults)
{
  if (shape == CAROM_REGION_BOX) {
    carom_need(node, "low", carom_group_key_node(found, "low") != NULL, "one corner of the box",
               faults);
    carom_need(node, "high", carom_group_key_node(found, "high") != NULL, "the opposite corner",
               faults);
  } else if (shape != CAROM_REGION_BELOW) {
    carom_need(node, "radius", carom_group_value_node(found, "radius") != NULL, "of the region",
               faults);
  }
  if (shape == CAROM_REGION_CYLINDER)
    carom_need(node, "length", carom_group_value_node(found, "length") != NULL, "of the cylinder",
               faults);
  if (shape == CAROM_REGION_RING)
    carom_need(node, "inner_radius", carom_group_value_node(found, "inner_radius") != NULL,
               "of the ring", faults);
}

/* `before`: number of faults before the group was read; if there are more now, the shape may be
 * wrong. */
void carom_read_region(const carom_group_values *found, const carom_node *node,
                       carom_region_shape shape, carom_region *region, int before,
                       carom_faults *faults)
{
  *region = carom_region_default();
  region->shape = shape;
  carom_read_vector(found, "low", region->low, faults);
  carom_read_vector(found, "high", region->high, faults);
  carom_read_vector(found, "point", region->point, faults);
  carom_read_vector(found, "direction", region->direction, faults);
  region->radius = or_none(found, "radius");
  region->inner_radius = or_none(found, "inner_radius");
  region->length = or_none(found, "length");
  if (faults->count > before) return;
  need_measures(found, node, shape, faults);
  if (faults->count > before) return;
  refuse_others(found, shape, faults);
  carom_error err = {.code = CAROM_OK};
  if (faults->count > before || carom_region_check(region, &err) == CAROM_OK) return;
  const carom_node *at = carom_tree_get(node, err.where);
  carom_fault(faults, at ? at : node, at != NULL, err.code, "%s", err.text);
}

/* The wall whose inside is filled, and the part of it. */
static int read_inside(const carom_scenario *scenario, const carom_group_values *found,
                       const carom_node *node, carom_region *region, carom_faults *faults)
{
  static const char *const others[] = {"point",        "direction", "radius",
                                       "inner_radius", "length",    NULL};
  const carom_node *wall = carom_group_key_node(found, "wall");
  const bool low = carom_group_key_node(found, "low"), high = carom_group_key_node(found, "high");
  region->shape = CAROM_REGION_MESH;
  carom_need(node, "wall", wall, "the mesh that is filled, as in wall: drum", faults);
  carom_refuse(found, others, "the inside of a mesh is where its wall is", faults);
  if (low != high)
    carom_need(node, low ? "high" : "low", false, "both corners, or none of them", faults);
  carom_read_vector(found, "low", region->low, faults);
  carom_read_vector(found, "high", region->high, faults);
  carom_read_vector(found, "inside", region->inside, faults);
  for (int k = 0; low && high && k < 3; k++)
    if (!(region->high[k] > region->low[k])) {
      carom_fault(faults, carom_group_key_node(found, "high"), true, CAROM_ERR_RANGE,
                  "%g m is not above %g m; high is the corner with the larger values",
                  region->high[k], region->low[k]);
      break;
    }
  const char *name = wall ? carom_schema_read_text(wall, faults, "the name of a wall") : NULL;
  const int number = name ? carom_find_wall(scenario, name) : CAROM_NOWHERE;
  if (name && number == CAROM_NOWHERE)
    carom_fault(faults, wall, false, CAROM_ERR_UNKNOWN, "there is no wall '%.40s'", name);
  if (number == CAROM_NOWHERE || scenario->scene.wall[number].shape == CAROM_WALL_MESH)
    return number;
  carom_fault(faults, wall, false, CAROM_ERR_CONFLICT,
              "wall '%.40s' is no mesh; fill a box, a cylinder or a sphere", name);
  return CAROM_NOWHERE;
}

void carom_read_filled(const carom_scenario *scenario, const carom_node *node, carom_region *region,
                       int *inside, carom_faults *faults)
{
  static const char *const of_mesh[] = {"wall", "inside", NULL};
  static const carom_region_shape shapes[] = {CAROM_REGION_BOX, CAROM_REGION_CYLINDER,
                                              CAROM_REGION_MESH, CAROM_REGION_SPHERE};
  const carom_group group = carom_group_region();
  const int before = faults->count;
  carom_group_values found;
  *region = carom_region_default();
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const int shape = carom_group_word(&found, "shape");
  if (shapes[shape] == CAROM_REGION_MESH) {
    *inside = read_inside(scenario, &found, node, region, faults);
    return;
  }
  if (faults->count == before) carom_refuse(&found, of_mesh, "this goes with shape: mesh", faults);
  carom_read_region(&found, node, shapes[shape], region, before, faults);
}

static void read_sink(const carom_node *node, carom_scene_sink *sink, carom_faults *faults)
{
  static const carom_region_shape shapes[] = {CAROM_REGION_BOX, CAROM_REGION_CYLINDER,
                                              CAROM_REGION_SPHERE, CAROM_REGION_BELOW};
  const carom_group group = carom_group_sink();
  carom_group_values found;
  *sink = carom_scene_sink_default();
  sink->name = node->key;
  const int before = faults->count;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  carom_read_region(&found, node, shapes[carom_group_word(&found, "shape")], &sink->region, before,
                    faults);
  sink->every = carom_group_value(&found, "every");
  sink->off = !is_chosen(&found, "enabled");
}

static void read_table(carom_scenario *scenario, const carom_node *node, carom_distribution *to,
                       carom_faults *faults)
{
  static const carom_field columns[] = {
      {"size", "m", CAROM_UNSET, 1e-9, 1e6, NULL, "radius"},
      {"share", "1", CAROM_UNSET, 0, 1, NULL, "share that is smaller"}};
  if (node->kind != CAROM_NODE_ARRAY) {
    carom_schema_read_list(node, faults, "write rows of a radius and the share that is smaller");
    return;
  }
  const double *row = carom_read_rows(scenario, node, columns, 2, &to->points, faults);
  if (!row) return;
  to->radius = carom_read_columns(scenario, row, to->points, 2, 0, 1, faults);
  to->passing = carom_read_columns(scenario, row, to->points, 2, 1, 1, faults);
  to->radius_min = row[0];
  to->radius_max = row[2 * (to->points - 1)];
}

/* Rejects parameters that belong to other distributions. */
static void refuse_numbers(const carom_group_values *found, carom_size_law law,
                           carom_faults *faults)
{
  static const char *const middle[] = {"radius_mean", NULL},
                           *const deviation[] = {"deviation", NULL},
                           *const logarithm[] = {"log_deviation", NULL},
                           *const exponent[] = {"exponent", NULL}, *const table[] = {"table", NULL},
                           *const ends[] = {"radius", "radius_max", NULL};
  if (law == CAROM_SIZES_UNIFORM || law == CAROM_SIZES_TABLE)
    carom_refuse(found, middle, "this distribution has no middle of its own", faults);
  if (law != CAROM_SIZES_NORMAL) carom_refuse(found, deviation, "this is of 'normal'", faults);
  if (law != CAROM_SIZES_LOG_NORMAL)
    carom_refuse(found, logarithm, "this is of 'log-normal'", faults);
  if (law != CAROM_SIZES_ROSIN_RAMMLER)
    carom_refuse(found, exponent, "this is of 'rosin-rammler'", faults);
  if (law != CAROM_SIZES_TABLE)
    carom_refuse(found, table, "this goes with distribution: table", faults);
  else
    carom_refuse(found, ends, "the radii are those of the table", faults);
}

void carom_read_distribution(carom_scenario *scenario, const carom_group_values *found,
                             const carom_node *node, carom_distribution *to, int before,
                             carom_faults *faults)
{
  const double most = carom_group_value(found, "radius_max");
  const carom_node *table = carom_group_key_node(found, "table");
  *to = carom_distribution_default();
  to->law = (carom_size_law)carom_group_word(found, "distribution");
  to->by_mass = is_chosen(found, "weighted");
  to->radius_min = carom_group_value(found, "radius");
  to->radius_max = most == CAROM_UNSET ? to->radius_min : most;
  to->middle = carom_group_value(found, "radius_mean");
  to->exponent = carom_group_value(found, "exponent");
  to->deviation = carom_group_value(found,
                                    to->law == CAROM_SIZES_NORMAL ? "deviation" : "log_deviation");
  if (faults->count > before) return;
  if (to->law != CAROM_SIZES_TABLE) {
    carom_need(node, "radius", carom_group_value_node(found, "radius") != NULL,
               "as in radius: 5 mm", faults);
    if (to->law != CAROM_SIZES_UNIFORM)
      carom_need(node, "radius_max", most != CAROM_UNSET,
                 "radii of this distribution are cut there", faults);
  } else {
    carom_need(node, "table", table != NULL, "the sieve curve", faults);
    if (table) read_table(scenario, table, to, faults);
  }
  if (faults->count > before) return;
  refuse_numbers(found, to->law, faults);
  static const char *const weight[] = {"weighted", NULL};
  if (to->law == CAROM_SIZES_UNIFORM && !(to->radius_max > to->radius_min))
    carom_question(found, weight, "all radii are the same", faults);
  carom_error err = {.code = CAROM_OK};
  if (faults->count > before || carom_distribution_check(to, &err) == CAROM_OK) return;
  const bool logarithm = to->law == CAROM_SIZES_LOG_NORMAL && !carom_tree_get(node, err.where);
  const carom_node *at = carom_tree_get(node, logarithm ? "log_deviation" : err.where);
  carom_fault(faults, at ? at : node, at != NULL, err.code, "%s", err.text);
}

static void read_part(carom_scenario *scenario, const carom_node *node, carom_source_part *part,
                      carom_faults *faults)
{
  const carom_group group = carom_group_source_part();
  carom_group_values found;
  *part = (carom_source_part){.share = 1, .sizes = carom_distribution_default()};
  const int before = faults->count;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *name = carom_group_key_node(&found, "material");
  const int material = name ? carom_named_material(scenario, name, faults) : CAROM_NOWHERE;
  part->material = material == CAROM_NOWHERE ? 0 : material;
  part->share = carom_group_value(&found, "share");
  part->clump = 1 + carom_named_shape(scenario, carom_group_key_node(&found, "clump"), faults);
  if (part->clump > 0 && !carom_group_value_node(&found, "radius") &&
      !carom_group_key_node(&found, "table")) {
    static const char *const sizes[] = {"radius_max", "distribution", NULL};
    carom_refuse(
        &found, sizes,
        "clumps of several sizes need 'radius', that of the smallest sphere that holds one",
        faults);
    part->sizes.radius_min = part->sizes.radius_max = CAROM_UNSET;
  } else {
    carom_read_distribution(scenario, &found, node, &part->sizes, before, faults);
  }
  if (material != CAROM_NOWHERE && faults->count == 0)
    carom_need_density(scenario, material, false, faults);
}

static void read_parts(carom_scenario *scenario, const carom_node *node, carom_scene_source *source,
                       carom_faults *faults)
{
  if (!carom_schema_read_list(node, faults,
                              "write one item a kind, as in - {material: glass, radius: 1 mm}"))
    return;
  if (node->count == 0) {
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "the list is empty; add - {material: glass, radius: 1 mm}");
    return;
  }
  carom_source_part *part = carom_scenario_room(scenario, (size_t)node->count, sizeof *part,
                                                faults);
  for (const carom_node *item = part ? node->first : NULL; item; item = item->next)
    read_part(scenario, item, &part[source->parts++], faults);
  source->part = part;
}

/* A rate or a target is required. */
static void need_amount(const carom_group_values *found, const carom_node *node,
                        carom_faults *faults)
{
  static const char *const any[] = {"rate", "mass_rate", "count", "mass", "filling"};
  bool given = false;
  for (size_t k = 0; k < sizeof any / sizeof *any; k++)
    given |= carom_group_value_node(found, any[k]) != NULL;
  carom_need(node, "rate", given,
             "how fast or how much: rate, mass_rate, count, mass or filling, as in rate: 100 1/s",
             faults);
  if (carom_group_value_node(found, "rate") && carom_group_value_node(found, "mass_rate"))
    carom_fault(faults, carom_group_value_node(found, "mass_rate"), true, CAROM_ERR_CONFLICT,
                "the rate is one of number or one of mass; keep one of these");
}

/* One kind of particles is all there is. */
static void tell_single(const carom_group_values *found, const carom_node *part,
                        carom_faults *faults)
{
  static const char *const shares[] = {"shares", NULL};
  const carom_node *share = carom_tree_get(part, "share");
  carom_question(found, shares, "there is one kind of particles only", faults);
  if (share)
    carom_warn(faults, share, true,
               "there is one kind of particles only, so that this changes nothing; leave it out");
}

static void read_source(carom_scenario *scenario, const carom_node *node,
                        carom_scene_source *source, carom_faults *faults)
{
  static const carom_region_shape shapes[] = {CAROM_REGION_BOX, CAROM_REGION_CYLINDER,
                                              CAROM_REGION_SPHERE, CAROM_REGION_DISC,
                                              CAROM_REGION_RING};
  const carom_group group = carom_group_source();
  carom_group_values found;
  *source = carom_scene_source_default();
  source->name = node->key;
  const int before = faults->count;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *parts = carom_group_key_node(&found, "particles");
  carom_read_region(&found, node, shapes[carom_group_word(&found, "shape")], &source->region,
                    before, faults);
  if (parts) read_parts(scenario, parts, source, faults);
  source->shares_by_mass = is_chosen(&found, "shares");
  if (parts && parts->count == 1) tell_single(&found, parts->first, faults);
  source->rate = carom_group_value(&found, "rate");
  source->mass_rate = carom_group_value(&found, "mass_rate");
  source->count = carom_group_value(&found, "count");
  source->mass = carom_group_value(&found, "mass");
  source->filling = carom_group_value(&found, "filling");
  source->start = carom_group_value(&found, "start");
  source->every = carom_group_value(&found, "every");
  source->gap = carom_group_value(&found, "gap");
  source->off = !is_chosen(&found, "enabled");
  if (source->count != CAROM_UNSET) carom_whole(&found, "count", faults);
  if (carom_whole(&found, "seed", faults))
    source->seed = (uint64_t)carom_group_value(&found, "seed");
  carom_read_vector(&found, "velocity", source->velocity, faults);
  carom_read_vector(&found, "spread", source->spread, faults);
  carom_read_vector(&found, "spin", source->spin, faults);
  if (faults->count == before) need_amount(&found, node, faults);
}

static bool named(const carom_node *node, const char *example, carom_faults *faults)
{
  if (node->kind == CAROM_NODE_OBJECT) return true;
  carom_fault(faults, node, false, CAROM_ERR_SYNTAX, "%s are expected, not %s", example,
              carom_tree_kind_text(node));
  return false;
}

void carom_read_sinks(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (!named(node, "sinks by name, as in {out: {shape: below, point: [0, 0, -1 m]}},", faults))
    return;
  scene->sink = carom_scenario_more(scenario, scene->sink, (size_t)scene->sinks,
                                    (size_t)scene->sinks + (size_t)node->count + 1,
                                    sizeof *scene->sink, faults);
  if (!scene->sink) scene->sinks = 0;
  for (const carom_node *item = scene->sink ? node->first : NULL; item; item = item->next)
    read_sink(item, &scene->sink[scene->sinks++], faults);
}

void carom_read_sources(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (!named(node, "sources by name, as in {feeder: {shape: disc, radius: 10 mm, rate: 100 1/s}},",
             faults))
    return;
  scene->source = carom_scenario_more(scenario, scene->source, (size_t)scene->sources,
                                      (size_t)scene->sources + (size_t)node->count + 1,
                                      sizeof *scene->source, faults);
  if (!scene->source) scene->sources = 0;
  for (const carom_node *item = scene->source ? node->first : NULL; item; item = item->next)
    read_source(scenario, item, &scene->source[scene->sources++], faults);
}
