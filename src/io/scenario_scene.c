/* SPDX-License-Identifier: MIT */
/* Reads the scene of a scenario. */
#include <math.h>

#include "io/grains_read.h"
#include "io/plausible.h"
#include "io/scenario_parts.h"

/* Checks the plausibility of each component like the value of a field. */
static void question(const carom_group_values *found, const carom_key *key, const carom_node *node,
                     const double *value, carom_faults *faults)
{
  const carom_field field = {.name = key->name, .unit = key->of};
  char sentence[sizeof((carom_error *)0)->text];
  for (int k = 0; k < 3; k++)
    if (!carom_plausible(found->group.name, &field, carom_tree_at(node, k)->text, value[k],
                         sentence, sizeof sentence))
      carom_warn(faults, carom_tree_at(node, k), false, "%s", sentence);
}

/* Reads an optional vector. */
bool carom_read_vector(const carom_group_values *found, const char *name, double *value,
                       carom_faults *faults)
{
  const int index = carom_group_find_key(&found->group, name);
  const carom_key *key = &found->group.key[index];
  const carom_node *node = found->key[index];
  if (!node || !carom_schema_read_vector(node, key->of, 3, value, faults)) return false;
  question(found, key, node, value, faults);
  return true;
}

static bool chosen(const carom_group_values *found, const char *name)
{
  return carom_group_value(found, name) == CAROM_WORD(1);
}

int carom_read_material(const carom_scenario *scenario, const carom_group_values *found,
                        carom_faults *faults)
{
  const carom_node *name = carom_group_key_node(found, "material");
  const int material = name ? carom_named_material(scenario, name, faults) : CAROM_NOWHERE;
  return material == CAROM_NOWHERE ? 0 : material;
}

void carom_need(const carom_node *node, const char *name, bool given, const char *why,
                carom_faults *faults)
{
  if (!given) carom_fault(faults, node, false, CAROM_ERR_MISSING, "'%s' is missing: %s", name, why);
}

/* Rejects settings that have no meaning here. `carom check` writes defaults, which are accepted. */
static const carom_node *meaningless(const carom_group_values *found, const char *name)
{
  const int key = carom_group_find_key(&found->group, name);
  if (key >= 0) return found->key[key];
  const int field = carom_group_find_field(&found->group, name);
  const double fallback = carom_group_field(&found->group, field)->fallback;
  return found->value[field] == fallback ? NULL : found->at[field];
}

void carom_refuse(const carom_group_values *found, const char *const *name, const char *why,
                  carom_faults *faults)
{
  for (; *name; name++) {
    const carom_node *node = meaningless(found, *name);
    if (node) carom_fault(faults, node, true, CAROM_ERR_CONFLICT, "%s; leave it out", why);
  }
}

void carom_question(const carom_group_values *found, const char *const *name, const char *why,
                    carom_faults *faults)
{
  for (; *name; name++) {
    const carom_node *node = meaningless(found, *name);
    if (node) carom_warn(faults, node, true, "%s, so that this changes nothing; leave it out", why);
  }
}

/* Reads the common properties of a group, and which of them were given. `carom check` writes
 * defaults, so `fixed: false` does not count as given. */
static void read_shared(const carom_scenario *scenario, const carom_group_values *found,
                        carom_scenario_grains *grains, carom_faults *faults)
{
  carom_scene_particle *like = &grains->like;
  like->material = carom_read_material(scenario, found, faults);
  like->mass = carom_group_value(found, "mass");
  like->radius = carom_group_value(found, "radius");
  like->fixed = chosen(found, "fixed");
  grains->given = carom_group_key_node(found, "material") ? CAROM_GIVEN_MATERIAL : 0;
  if (like->mass != CAROM_UNSET) grains->given |= CAROM_GIVEN_MASS;
  if (like->radius != CAROM_UNSET) grains->given |= CAROM_GIVEN_RADIUS;
  if (like->fixed) grains->given |= CAROM_GIVEN_FIXED;
  if (carom_read_vector(found, "velocity", like->velocity, faults))
    grains->given |= CAROM_GIVEN_VELOCITY;
  if (carom_read_vector(found, "spin", like->spin, faults)) grains->given |= CAROM_GIVEN_SPIN;
  grains->agitation = carom_group_value(found, "agitation");
  static const char *const motion[] = {"velocity", "spin", "agitation", NULL};
  if (like->fixed) carom_refuse(found, motion, "these particles are fixed and never move", faults);
}

/* Reads particles from exactly one of: a position, a file, a box. */
static void read_grains(carom_scenario *scenario, const carom_node *node,
                        carom_scenario_grains *grains, carom_faults *faults)
{
  const carom_group group = carom_group_particles();
  carom_group_values found;
  grains->like = carom_scene_particle_default();
  grains->node = node;
  grains->shape = grains->inside = CAROM_NOWHERE;
  const int before = faults->count;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *position = carom_group_key_node(&found, "position");
  const carom_node *file = carom_group_key_node(&found, "file");
  const carom_node *box = carom_group_key_node(&found, "low");
  if (!box) box = carom_group_key_node(&found, "high");
  if (!box) box = carom_group_key_node(&found, "within");
  if ((position != NULL) + (file != NULL) + (box != NULL) > 1)
    carom_fault(faults, box ? box : file, true, CAROM_ERR_CONFLICT,
                "particles are one at a 'position', those of a 'file', or a box from 'low' to "
                "'high'; keep one of these");
  read_shared(scenario, &found, grains, faults);
  carom_read_clump(scenario, &found, grains, faults);
  grains->single = position != NULL;
  grains->file = file ? carom_schema_read_text(file, faults, "the name of a file") : NULL;
  carom_read_vector(&found, "position", grains->like.position, faults);
  for (int i = 0; file && !(grains->given & CAROM_GIVEN_MATERIAL) && i < scenario->materials; i++)
    scenario->material[i].used = true; /* may be named in the file of particles */
  const carom_node *clump = carom_group_key_node(&found, "clump");
  if (!file && !clump && !carom_group_key_node(&found, "table"))
    carom_need(node, "radius", carom_group_value_node(&found, "radius"), "as in radius: 5 mm",
               faults);
  if (!file)
    carom_need(node, "material", carom_group_key_node(&found, "material"),
               "name of one of the materials, as in material: glass", faults);
  const carom_node *material = carom_group_key_node(&found, "material");
  if (!file && material && scenario->materials > 0 && faults->count == 0)
    carom_need_density(scenario, grains->like.material, grains->like.mass != CAROM_UNSET, faults);
  if (!position && !file)
    carom_read_fill(scenario, &found, node, grains, before, faults);
  else
    carom_refuse_fill(&found, faults);
}

static const carom_field gravity_columns[] = {
    {"time", "s", CAROM_UNSET, 0, 1e9, NULL, "time of a row"},
    {"gravity x", "m/s2", CAROM_UNSET, -1e6, 1e6, NULL, "gravity"},
    {"gravity y", "m/s2", CAROM_UNSET, -1e6, 1e6, NULL, "gravity"},
    {"gravity z", "m/s2", CAROM_UNSET, -1e6, 1e6, NULL, "gravity"}};

static void read_domain(const carom_node *node, carom_scene_def *def, carom_faults *faults)
{
  /* in the order of the field's words: bits of x, y, z */
  static const unsigned directions[] = {0, 1, 2, 4, 3, 5, 6, 7};
  const carom_group group = carom_group_domain();
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  carom_read_vector(&found, "low", def->low, faults);
  carom_read_vector(&found, "high", def->high, faults);
  const bool corners = carom_group_key_node(&found, "low") && carom_group_key_node(&found, "high");
  def->leaves = chosen(&found, "leaves") ? CAROM_LEAVES_DELETE : CAROM_LEAVES_STOP;
  const unsigned periodic = directions[carom_group_word(&found, "periodic")];
  for (int k = 0; k < 3; k++)
    def->periodic[k] = periodic >> k & 1;
  if (periodic && !corners)
    carom_fault(faults, carom_group_value_node(&found, "periodic"), true, CAROM_ERR_MISSING,
                "periodic directions need the corners 'low' and 'high'");
}

static void read_deforming(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scene_def *def = &scenario->scene.def;
  def->box = carom_read_box(scenario, node, NULL, faults);
  if (!(def->periodic[0] && def->periodic[1] && def->periodic[2]))
    carom_fault(faults, node, false, CAROM_ERR_CONFLICT,
                "a box that deforms is periodic in x, y and z; add domain: {low: ..., high: ..., "
                "periodic: xyz}");
}

static void read_gravity(carom_scenario *scenario, const carom_group_values *found,
                         carom_scene_def *def, carom_faults *faults)
{
  enum { COLUMNS = 4 };
  static const char *const turning[] = {"gravity_spin", NULL};
  const carom_node *table = carom_group_key_node(found, "gravity_table");
  carom_read_vector(found, "gravity", def->gravity, faults);
  carom_read_vector(found, "gravity_spin", def->gravity_spin, faults);
  const double *g = def->gravity;
  if (!table && g[0] == 0 && g[1] == 0 && g[2] == 0)
    carom_question(found, turning, "there is no gravity here that could turn", faults);
  if (!table) return;
  if (carom_group_key_node(found, "gravity") || carom_group_key_node(found, "gravity_spin")) {
    carom_fault(faults, table, true, CAROM_ERR_CONFLICT,
                "gravity is what 'gravity_table' says; leave 'gravity' and 'gravity_spin' out");
    return;
  }
  int rows = 0;
  const double *row = carom_read_rows(scenario, table, gravity_columns, COLUMNS, &rows, faults);
  if (!row) return;
  def->gravity_time = carom_read_columns(scenario, row, rows, COLUMNS, 0, 1, faults);
  def->gravity_table = carom_read_columns(scenario, row, rows, COLUMNS, 1, 3, faults);
  def->gravity_points = def->gravity_time && def->gravity_table ? rows : 0;
}

static void read_groups(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (!carom_schema_read_list(
          node, faults,
          "write one item a group, as in - {position: [0, 0, 1 m], radius: 5 mm, "
          "material: glass}"))
    return;
  if (node->count == 0) {
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "the list is empty; add - {position: [0, 0, 1 m], radius: 5 mm, material: glass}");
    return;
  }
  scene->group = carom_scenario_room(scenario, (size_t)node->count, sizeof *scene->group, faults);
  for (const carom_node *item = scene->group ? node->first : NULL; item; item = item->next)
    read_grains(scenario, item, &scene->group[scene->groups++], faults);
}

static void read_size(const carom_scenario *scenario, const carom_node *node,
                      carom_scene_size *size, carom_faults *faults)
{
  const carom_group group = carom_group_size();
  carom_group_values found;
  *size = carom_scene_size_default();
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  size->material = carom_read_material(scenario, &found, faults);
  size->radius = carom_group_value(&found, "radius");
  size->radius_max = carom_group_value(&found, "radius_max");
  size->radius_mean = carom_group_value(&found, "radius_mean");
  carom_need(node, "radius", carom_group_value_node(&found, "radius"), "as in radius: 5 mm",
             faults);
  if (carom_group_key_node(&found, "material") && scenario->materials > 0 && faults->count == 0)
    carom_need_density(scenario, size->material, false, faults);
}

static void read_sizes(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (!carom_schema_read_list(node, faults,
                              "write one item a material, as in - {material: glass, radius: 1 mm, "
                              "radius_max: 2 mm}"))
    return;
  scene->size = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *scene->size, faults);
  for (const carom_node *item = scene->size ? node->first : NULL; item; item = item->next)
    read_size(scenario, item, &scene->size[scene->sizes++], faults);
}

void carom_read_scene(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  const carom_group group = carom_group_scene();
  carom_scene_def *def = &scenario->scene.def;
  carom_group_values found;
  *def = carom_scene_default();
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *particles = carom_group_key_node(&found, "particles"),
                   *sizes = carom_group_key_node(&found, "sizes"),
                   *walls = carom_group_key_node(&found, "walls"),
                   *groups = carom_group_key_node(&found, "groups"),
                   *forces = carom_group_key_node(&found, "forces"),
                   *holds = carom_group_key_node(&found, "holds"),
                   *bonds = carom_group_key_node(&found, "bonds"),
                   *shapes = carom_group_key_node(&found, "shapes"),
                   *domain = carom_group_key_node(&found, "domain"),
                   *box = carom_group_key_node(&found, "box");
  scenario->scene.expected_speed = carom_group_value(&found, "expected_speed");
  def->restitution_error = carom_group_value(&found, "restitution_error");
  def->velocity = (carom_scene_velocity)carom_group_word(&found, "velocity");
  def->skin = carom_group_value(&found, "skin");
  if (carom_group_value_node(&found, "overlap_limit"))
    def->overlap_limit = carom_group_value(&found, "overlap_limit");
  const carom_node *sources = carom_group_key_node(&found, "sources"),
                   *sinks = carom_group_key_node(&found, "sinks"),
                   *stages = carom_group_key_node(&found, "stages");
  if (domain) read_domain(domain, def, faults);
  if (box) read_deforming(scenario, box, faults);
  if (groups) carom_read_particle_groups(scenario, groups, faults);
  if (forces) carom_read_forces(scenario, forces, faults);
  if (bonds) carom_read_bonds(scenario, bonds, faults);
  if (shapes) carom_read_shapes(scenario, shapes, faults);
  read_gravity(scenario, &found, def, faults);
  if (sizes) read_sizes(scenario, sizes, faults);
  if (walls) carom_read_walls(scenario, walls, faults);
  if (sinks) carom_read_sinks(scenario, sinks, faults);
  if (sources) carom_read_sources(scenario, sources, faults);
  carom_read_added(scenario, stages, faults);
  if (holds) carom_read_holds(scenario, holds, faults);
  if (particles) read_groups(scenario, particles, faults);
  carom_need(node, "particles", particles || scenario->scene.sources > 0,
             "the spheres, as in particles: [{arrange: cubic, low: [0, 0, 0], high: [1, 1, 1], "
             "radius: 5 mm, material: glass}], or 'sources' that bring them",
             faults);
  carom_expand_any(scenario, faults);
  if (stages) carom_read_stages(scenario, stages, faults);
  carom_check_bond_stages(scenario, faults);
  for (int i = 0; i < scenario->contacts; i++)
    carom_forget_by_default(scenario, i, faults);
  carom_check_scene_materials(scenario, faults);
}

void carom_finish_scene_run(carom_scenario *scenario, const carom_group_values *run,
                            const carom_node *node, carom_faults *faults)
{
  scenario->scene.def.step = scenario->run.step;
  if (!carom_group_value_node(run, "until"))
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "'until' is missing: when the scene ends, as in run: {until: 1 s}");
}

/* Settings of frames require frames; the representation of numbers applies to vtp only. */
static void check_frame_keys(const carom_scenario *scenario, const carom_group_values *record,
                             carom_faults *faults)
{
  static const char *const keys[] = {"format", "frame_contacts", "frame_precision",
                                     "frame_compressed"};
  for (int k = 0; k < 4; k++) {
    const carom_node *node = carom_group_value_node(record, keys[k]);
    if (!node || carom_group_value(record, keys[k]) == CAROM_WORD(0)) continue;
    if (scenario->record.frames == CAROM_UNSET)
      carom_fault(faults, node, true, CAROM_ERR_CONFLICT,
                  "this goes with frames, and there are none; add frames: 20 ms, or leave it out");
    else if (k > 1 && scenario->record.format != 0)
      carom_fault(faults, node, true, CAROM_ERR_CONFLICT,
                  "this goes with format: vtp; numbers of other formats are text, leave it out");
  }
}

void carom_finish_scene_record(carom_scenario *scenario, const carom_group_values *record,
                               carom_faults *faults)
{
  const carom_node *every = carom_group_value_node(record, "every"),
                   *measure = carom_group_key_node(record, "measure");
  if (measure) carom_read_measures(scenario, measure, faults);
  scenario->record.frames = carom_group_value(record, "frames");
  scenario->record.format = carom_group_word(record, "format");
  scenario->record.frame_contacts = carom_group_value(record, "frame_contacts") == CAROM_WORD(0);
  scenario->record.frame_single = carom_group_value(record, "frame_precision") == CAROM_WORD(1);
  scenario->record.frame_compressed = carom_group_value(record, "frame_compressed") ==
                                      CAROM_WORD(1);
  scenario->record.pictures = carom_group_value(record, "pictures");
  check_frame_keys(scenario, record, faults);
  if (!every) scenario->record.every = scenario->run.until / 100;
  carom_check_instants(scenario, every, scenario->record.every, faults);
  carom_check_instants(scenario, carom_group_value_node(record, "frames"), scenario->record.frames,
                       faults);
  carom_check_instants(scenario, carom_group_value_node(record, "pictures"),
                       scenario->record.pictures, faults);
}
