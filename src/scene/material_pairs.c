/* SPDX-License-Identifier: MIT */
/* Laws and tangential models of every pair of materials that can meet. */
#define CAROM_OLD_NAMES /* for material_name, which is still read */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <carom/user_law.h>

#include "contact/stage.h"
#include "contact/adhesion.h"
#include "core/error.h"
#include "core/text.h"
#include "scene/populations.h"
#include "scene/scene.h"

static carom_body body_of(const carom_scene_def *def, const carom_population *all, int material)
{
  carom_body body = carom_body_default();
  body.material = def->material[material];
  body.radius = all[material].radius;
  body.mass = all[material].mass;
  body.fixed = all[material].moving == 0;
  return body;
}

static carom_body wall_body(const carom_scene_def *def, int material)
{
  carom_body body = carom_body_default();
  body.shape = CAROM_FLAT;
  body.material = def->material[material];
  body.fixed = true;
  return body;
}

static const char *name_of(const carom_scene_def *def, int material)
{
  if (def->material[material].name) return def->material[material].name;
  return def->material_name ? def->material_name[material] : NULL;
}

/* "'glass' and 'steel'", or "materials 0 and 1". */
static const char *name_pair(const carom_scene_def *def, int a, int b, char text[96])
{
  if (name_of(def, a) && name_of(def, b))
    snprintf(text, 96, "'%.40s' and '%.40s'", name_of(def, a), name_of(def, b));
  else
    snprintf(text, 96, "materials %d and %d", a, b);
  return text;
}

static carom_status find_definition(const carom_scene_def *def, int a, int b,
                                    const carom_scene_contact **found, carom_error *err)
{
  for (int i = 0; i < def->contacts; i++) {
    const carom_scene_contact *c = &def->contact[i];
    *found = c;
    if ((c->between[0] == a && c->between[1] == b) || (c->between[0] == b && c->between[1] == a))
      return CAROM_OK;
  }
  char pair[96];
  return carom_fail(err, CAROM_ERR_MISSING, "contact",
                    "%s can meet, but no contact is defined between them",
                    name_pair(def, a, b, pair));
}

/* By default a dent is forgotten when the episode ends, because spheres rotate and meet again at
 * another point. */
static void forget_by_default(carom_contact_def *def)
{
  const carom_law *law = NULL;
  if (carom_context_named(def->context, def->law, &law, NULL) != CAROM_OK)
    return; /* reported later */
  if (carom_law_field(law, "memory") < 0) return;
  for (int i = 0; i < def->settings && i < (int)(sizeof def->setting / sizeof *def->setting); i++)
    if (carom_same_name(def->setting[i].name, "memory")) return;
  carom_contact_set(def, "memory", CAROM_WORD(1));
}

/* The widest reach between any two bodies of a pair: among the largest and the smallest, the
 * lightest and the heaviest. */
static double reach_of(const carom_material_pair *c, const carom_population *a,
                       const carom_population *b)
{
  double most = carom_contact_reach(&c->contact);
  if (!(c->contact.law->info.traits & CAROM_LAW_REACHES)) return 0;
  for (int k = 0; !c->uniform && k < 4; k++) {
    const double first = k & 1 ? a->large : a->small, second = !b      ? CAROM_NEVER
                                                               : k & 1 ? b->large
                                                                       : b->small;
    const double inv_mass = k & 2 ? a->most + (b ? b->most : 0) : a->least + (b ? b->least : 0);
    const double radius = b ? first * second / (first + second) : first;
    if (!(inv_mass > 0)) continue;
    const carom_contact own = carom_material_pair_contact(c, radius, 1 / inv_mass);
    const double reach = carom_contact_reach(&own);
    most = reach > most ? reach : most;
  }
  return most;
}

/* Mass of the lightest free wall of a material, which yields most; infinite without one. */
static double lightest_wall(const carom_scene_def *def, int material)
{
  double least = -CAROM_UNSET;
  for (const carom_scene_wall *w = def->wall; w < def->wall + def->walls; w++)
    if (w->material == material && w->motion.body && w->motion.body->mass < least)
      least = w->motion.body->mass;
  return least;
}

/* Adds a stage; stages run in the order in which they are added. */
static void add_stage(carom_material_pair *c, int place, const carom_stage *model,
                      const double *constant, carom_instructions set)
{
  carom_pair_stage *to = &c->stage[c->stages++];
  *to = (carom_pair_stage){.model = model, .place = place};
  to->kernel = carom_stages_of(set)[carom_stage_index(model)];
  memcpy(to->constant, constant, sizeof to->constant);
  c->gives |= model->gives;
  if (model->gives & CAROM_GIVES_COUPLE)
    c->couples |= place == CAROM_STAGE_TWISTING ? CAROM_TWISTS : CAROM_ROLLS;
}

/* Finds the least effective masses of clumps, which rotate when pushed off their centre. A sphere
 * that is dragged has 7/2 of its 1/m. */
static void find_least(carom_material_pair *c, const carom_population *a, const carom_population *b,
                       double inv_mass)
{
  if (!(a->push > 0 || (b && b->push > 0))) return;
  const carom_population *const of[] = {a, b};
  double push = inv_mass, drag = inv_mass;
  for (int k = 0; k < 2 && of[k]; k++) {
    push += of[k]->push > of[k]->most ? of[k]->push : of[k]->most;
    drag += of[k]->drag > 3.5 * of[k]->most ? of[k]->drag : 3.5 * of[k]->most;
  }
  c->least_push = 1 / push;
  c->least_drag = 1 / drag;
}

/* What a single contact of the lightest bodies drags and turns; a free wall is only dragged. */
static void find_moved(carom_material_pair *c, const carom_population *a, const carom_population *b,
                       double inv_mass)
{
  const double drag = 3.5 * (a->most + (b ? b->most : 0)) + inv_mass;
  const double turn = a->turn + (b ? b->turn : 0);
  c->dragged = c->least_drag > 0 ? c->least_drag : 1 / drag;
  c->turned = turn > 0 ? 1 / turn : -CAROM_UNSET;
}

static carom_status prepare(carom_scene *s, const carom_scene_def *def, const carom_population *all,
                            bool wall, int a, int b, carom_material_pair *c, carom_error *err)
{
  const carom_scene_contact *found = NULL;
  carom_error inner = {.code = CAROM_OK};
  CAROM_TRY(find_definition(def, a, b, &found, err));
  carom_contact_def normal = found->normal;
  normal.a = body_of(def, all, a);
  normal.b = wall ? wall_body(def, b) : body_of(def, all, b);
  normal.instructions = s->cpu.instructions;
  forget_by_default(&normal);
  c->crowd = all[a].crowd > 1 ? all[a].crowd : 1;
  if (!wall && all[b].crowd > c->crowd) c->crowd = all[b].crowd;
  carom_status status = carom_contact_prepare(&normal, &c->contact, &inner);
  if (status == CAROM_OK && c->contact.resolved_only)
    status = carom_fail(&inner, CAROM_ERR_CONFLICT, "rule",
                        "this rule depends on reversals of the approach, which fixed steps do not "
                        "resolve; use rule=memory");
  const carom_stage_def *const asked[] = {[CAROM_STAGE_TANGENTIAL] = &found->tangential,
                                          [CAROM_STAGE_ROLLING] = &found->rolling,
                                          [CAROM_STAGE_TWISTING] = &found->twisting,
                                          [CAROM_STAGE_ADHESION] = &found->adhesion};
  enum { ASKED = sizeof asked / sizeof *asked };
  carom_stage_pair ready[ASKED] = {{.model = NULL}};
  const char *of = ""; /* the stage to which an error belongs, unless it is the first */
  for (int k = 0; status == CAROM_OK && k < ASKED; k++) {
    of = k > 0 ? carom_stage_name(k) : "";
    status = carom_stage_prepare_in(
        c->crowd, carom_stage_name(k), asked[k], &c->contact, &def->material[a], &def->material[b],
        def->velocity == CAROM_VELOCITY_PREDICTED ? 0.5 : 0, &ready[k], &inner);
  }
  if (status != CAROM_OK) {
    char where[128], pair[96];
    const bool body = !strncmp(inner.where, "a.", 2) || !strncmp(inner.where, "b.", 2);
    snprintf(where, sizeof where, "contact[%d].%s%s%s", (int)(found - def->contact), body ? "" : of,
             body || !*of ? "" : ".", inner.where);
    return carom_fail_for(err, &inner, where, "contact between %s%s: %s",
                          name_pair(def, a, b, pair), wall ? " (wall)" : "", inner.text);
  }
  c->model = ready[CAROM_STAGE_TANGENTIAL].model;
  memcpy(c->grip, ready[CAROM_STAGE_TANGENTIAL].constant, sizeof c->grip);
  carom_instructions got;
  const carom_kernels *law_kernels = carom_blocks_choose(s->cpu.instructions, &got);
  c->between[0] = a;
  c->between[1] = b;
  c->wall = wall;
  c->share = 1;
  c->episode = c->contact.law->states > 0;
  c->floor = carom_contact_speed_floor(&c->contact);
  c->bed = c->contact.law->info.bed - 1;
  c->grip_per_radius = carom_contact_grip(&c->contact);
  c->keeps_memory = c->contact.law->info.traits & CAROM_LAW_REMEMBERS && !c->contact.episode;
  s->model.keeps_memory |= c->keeps_memory;
  const double free_wall = wall ? lightest_wall(def, b) : -CAROM_UNSET;
  c->uniform = all[a].small == all[a].large && all[a].least == all[a].most &&
               !(free_wall < -CAROM_UNSET) &&
               (wall || (all[b].small == all[b].large && all[b].least == all[b].most));
  c->same_radius = c->uniform && !wall && all[a].small == all[b].small;
  c->kernel = c->contact.law->user ? NULL : law_kernels + carom_law_index(c->contact.law);
  for (int k = 0; k < ASKED; k++)
    if (ready[k].model) add_stage(c, k, ready[k].model, ready[k].constant, got);
  c->reach = reach_of(c, &all[a], wall ? NULL : &all[b]);
  for (const carom_pair_stage *p = c->stage; p < c->stage + c->stages; p++) {
    const double reach = p->model->reach(p->constant);
    c->reach = reach > c->reach ? reach : c->reach;
  }
  s->model.reach = c->reach > s->model.reach ? c->reach : s->model.reach;
  c->small = (carom_size){
      .radius = wall ? all[a].small : all[a].small * all[b].small / (all[a].small + all[b].small),
      .mass = 1 / (all[a].most + (wall ? 1 / free_wall : all[b].most))};
  c->large = wall ? all[a].large : all[a].large * all[b].large / (all[a].large + all[b].large);
  find_least(c, &all[a], wall ? NULL : &all[b], wall ? 1 / free_wall : 0);
  find_moved(c, &all[a], wall ? NULL : &all[b], wall ? 1 / free_wall : 0);
  return CAROM_OK;
}

static carom_status add(carom_scene *s, const carom_scene_def *def, const carom_population *all,
                        bool wall, int a, int b, carom_error *err)
{
  int *material_pair_of = s->model.material_pair_of +
                          (wall ? s->model.materials * s->model.materials : 0);
  if (material_pair_of[a * s->model.materials + b] >= 0) return CAROM_OK;
  if (all[a].count == 0 || (!wall && all[b].count == 0)) return CAROM_OK;
  if (all[a].moving == 0 && (wall || all[b].moving == 0)) return CAROM_OK;
  if (!wall && a == b && all[a].count < 2) return CAROM_OK;
  CAROM_TRY(
      prepare(s, def, all, wall, a, b, &s->model.material_pair[s->model.material_pairs], err));
  material_pair_of[a * s->model.materials + b] = s->model.material_pairs;
  if (!wall) material_pair_of[b * s->model.materials + a] = s->model.material_pairs;
  s->model.material_pairs++;
  return CAROM_OK;
}

static carom_status add_all(carom_scene *s, const carom_scene_def *def, const carom_population *all,
                            carom_error *err)
{
  for (int a = 0; a < def->materials; a++)
    for (int b = a; b < def->materials; b++)
      CAROM_TRY(add(s, def, all, false, a, b, err));
  for (int w = 0; w < def->walls; w++)
    for (int a = 0; a < def->materials; a++)
      CAROM_TRY(add(s, def, all, true, a, def->wall[w].material, err));
  return CAROM_OK;
}

/* Finds the history numbers that tell a first touch: the bed of an adhering law, and the first
 * number of a pull with a history. Both are above 0 from the touch on. */
static void find_latches(carom_material_pair *c, int normal)
{
  bool always = carom_contact_reach(&c->contact) > 0 && c->bed < 0;
  c->latches = 0;
  if (c->bed >= 0) c->latch[c->latches++] = normal + c->bed;
  for (const carom_pair_stage *p = c->stage; p < c->stage + c->stages; p++) {
    if (!(p->model->reach(p->constant) > 0)) continue;
    if (p->model->numbers > 0 && c->latches < 2)
      c->latch[c->latches++] = p->first;
    else
      always = true;
  }
  if (always) c->latches = 0;
}

carom_status carom_material_pairs_create(carom_scene *s, const carom_scene_def *def,
                                         carom_error *err)
{
  const size_t pairs = 2 * (size_t)def->materials * (size_t)def->materials;
  if (!s->model.population) s->model.population = carom_populations_of(def);
  const carom_population *all = s->model.population;
  s->model.material = malloc(((size_t)def->materials + 1) * sizeof *s->model.material);
  s->model.material_pair = calloc(pairs + 1, sizeof *s->model.material_pair);
  s->model.material_pair_of = malloc((pairs + 1) * sizeof *s->model.material_pair_of);
  if (!all || !s->model.material_pair || !s->model.material_pair_of || !s->model.material)
    return carom_fail(err, CAROM_ERR_MEMORY, "contact", "no memory for the contacts");
  for (int k = 0; k < def->materials; k++)
    s->model.material[k] = def->material[k];
  for (size_t k = 0; k < pairs; k++)
    s->model.material_pair_of[k] = -1;
  if (s->model.clumps) {
    carom_clumps_widen(&s->clumps, def, s->model.population);
    carom_clumps_foresee(&s->clumps, def, s->model.population);
  }
  CAROM_TRY(add_all(s, def, all, err));
  const carom_stage *widest[CAROM_PAIR_STAGES] = {NULL};
  int states = 0;
  for (int k = 0; k < s->model.material_pairs; k++) {
    const carom_material_pair *c = &s->model.material_pair[k];
    states = c->contact.law->states > states ? c->contact.law->states : states;
    for (const carom_pair_stage *p = c->stage; p < c->stage + c->stages; p++)
      if (!widest[p->place] || p->model->numbers > widest[p->place]->numbers)
        widest[p->place] = p->model;
    /* Damped tangential models evaluate the spring at mid-step, so the force of a slipping contact
     * cannot be recomputed afterwards and is recorded. */
    s->model.records_traction |= s->model.predicted && c->model && c->model->damped(c->grip);
  }
  s->model.history = carom_history_layout_of(widest, CAROM_PAIR_STAGES, states);
  for (int k = 0; k < s->model.material_pairs; k++) {
    carom_material_pair *c = &s->model.material_pair[k];
    for (int i = 0; i < c->stages; i++)
      c->stage[i].first = s->model.history.stage[c->stage[i].place];
    find_latches(c, s->model.history.normal);
  }
  return CAROM_OK;
}

carom_contact carom_material_pair_contact(const carom_material_pair *c, double radius, double mass)
{
  carom_contact own = c->contact;
  if (c->uniform) return own;
  own.radius = radius;
  own.mass = mass;
  carom_contact_coefficients(&c->contact, radius, mass, own.coefficient);
  return own;
}

void carom_material_pairs_vary(carom_scene *s, int material)
{
  for (carom_material_pair *c = s->model.material_pair;
       c < s->model.material_pair + s->model.material_pairs; c++)
    if (c->wall && c->between[1] == material) c->uniform = false;
}
