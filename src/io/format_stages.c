/* SPDX-License-Identifier: MIT */
/* The tables of the stages of a scene. */
#include "io/format_group.h"

static const carom_key stage_keys[] = {
    {"name", CAROM_KEY_TEXT, false, "what it is called in results, as in name: settle", NULL},
    {"wall", CAROM_KEY_TEXT, false, "the wall whose force or position may end it", NULL},
    {"direction", CAROM_KEY_VECTOR, false,
     "along which force and position of that wall are measured; z if not given", "1"},
    {"gravity", CAROM_KEY_VECTOR, false, "gravity from its beginning on; as before if not given",
     "m/s2"},
    {"walls", CAROM_KEY_MAP, false,
     "what walls do from its beginning on, as in walls: {gate: {present: false}}", "stage_wall"},
    {"sources", CAROM_KEY_MAP, false, "switches sources, as in sources: {spout: {on: false}}",
     "stage_switch"},
    {"sinks", CAROM_KEY_MAP, false, "switches sinks, as in sinks: {below: {on: true}}",
     "stage_switch"},
    {"add", CAROM_KEY_GROUP, false,
     "walls, sources and sinks that come with it, as in add: {walls: {lid: {shape: plane, "
     "material: "
     "steel}}}; times count from its beginning",
     "stage_add"},
    {"box", CAROM_KEY_GROUP, false,
     "how the box deforms from its beginning on; what is not given stands still", NULL},
    {"groups", CAROM_KEY_MAP, false,
     "groups that are found again when it begins, as in groups: {top: {shape: box, low: [0, 0, 0.1 "
     "m], high: [1 m, 1 m, 0.2 m]}}",
     "particle_group"},
    {"holds", CAROM_KEY_MAP, false,
     "what holds do from its beginning on, as in holds: {lid: {on: false}}", "stage_hold"},
    {"bonds", CAROM_KEY_MAP, false,
     "makes bonds between those who are near each other then, as in bonds: {cement: {on: true}}",
     "stage_switch"},
    {"friction", CAROM_KEY_LIST, false,
     "other coefficients, as in friction: [{between: [glass, steel], value: 0.2}]",
     "stage_friction"},
};

static const carom_field stage_fields[] = {
    {"time", "s", CAROM_UNSET, 0, 1e9, NULL, "it ends after this time at the latest"},
    {"after", "s", 0, 0, 1e9, NULL, "conditions are not looked at before this time of its own"},
    {"every", "s", CAROM_UNSET, 0, 1e9, NULL,
     "conditions are looked at this often; every 1000 steps if not given"},
    {"particles_above", "1", CAROM_UNSET, 0, 1e12, NULL, "ends it: at least so many particles"},
    {"particles_below", "1", CAROM_UNSET, 0, 1e12, NULL, "ends it: at most so many particles"},
    {"kinetic_below", "J", CAROM_UNSET, 0, 1e30, NULL,
     "ends it: kinetic energy for each particle, rotation included, is at most this"},
    {"broken_above", "1", CAROM_UNSET, 0, 1e12, NULL,
     "ends it: at least so many bonds have broken since the start"},
    {"force_above", "N", CAROM_UNSET, -1e30, 1e30, NULL,
     "ends it: the force of the particles on 'wall' along 'direction' is at least this"},
    {"force_below", "N", CAROM_UNSET, -1e30, 1e30, NULL, "ends it: it is at most this"},
    {"position_above", "m", CAROM_UNSET, -1e9, 1e9, NULL,
     "ends it: the centre of 'wall' along 'direction' is at least here"},
    {"position_below", "m", CAROM_UNSET, -1e9, 1e9, NULL, "ends it: it is at most here"},
    {"pressure_above", "Pa", CAROM_UNSET, -1e15, 1e15, NULL,
     "ends it: the pressure in the box that deforms is at least this"},
    {"pressure_below", "Pa", CAROM_UNSET, -1e15, 1e15, NULL, "ends it: it is at most this"},
    {"solid_fraction_above", "1", CAROM_UNSET, 0, 10, NULL,
     "ends it: at least this share of the box that deforms is solid"},
};

static const carom_key stage_add_keys[] = {
    {"walls", CAROM_KEY_MAP, false, "as under scene.walls", "scene_wall"},
    {"sources", CAROM_KEY_MAP, false, "as under scene.sources", "source"},
    {"sinks", CAROM_KEY_MAP, false, "as under scene.sinks", "sink"},
};

static const carom_key stage_wall_keys[] = {
    {"velocity", CAROM_KEY_VECTOR, false, "it moves at this velocity", "m/s"},
    {"spin", CAROM_KEY_VECTOR, false, "it turns about its centre at this rate", "rad/s"},
    {"motion", CAROM_KEY_DRIVE, false,
     "velocity and spin over time, from the beginning of the stage on", NULL},
    {"drives", CAROM_KEY_LIST, false, "motions by formula; times are those of the stage", "drive"},
    {"servo", CAROM_KEY_GROUP, false, "driven by force", NULL},
    {"body", CAROM_KEY_GROUP, false, "a free body", "wall_body"},
};

static const carom_field stage_wall_fields[] = {
    {"present", NULL, CAROM_WORD(1), 1, 0, "false|true",
     "whether it is there; as before if not given"},
    {"force", "N", CAROM_UNSET, -1e12, 1e12, NULL, "another target for its servo"},
};

static const carom_field stage_switch_fields[] = {
    {"on", NULL, CAROM_WORD(1), 1, 0, "false|true", "whether it works"},
};

static const carom_key stage_friction_keys[] = {
    {"between", CAROM_KEY_PAIR, true, "the two materials, as in between: [steel, steel]", NULL},
};

static const carom_field stage_friction_fields[] = {
    {"value", "1", CAROM_UNSET, 0, 1e6, NULL, "coefficient of Coulomb friction"},
};

carom_group carom_group_scene_stage(void)
{
  return CAROM_GROUP("scene_stage", "a stage",
                     "A stage of a scene: what changes, and when it ends.",
                     CAROM_TABLE(stage_fields), CAROM_NO_FIELDS, stage_keys);
}

carom_group carom_group_stage_add(void)
{
  return CAROM_GROUP("stage_add", "what comes with a stage", "What comes with a stage.",
                     CAROM_NO_FIELDS, CAROM_NO_FIELDS, stage_add_keys);
}

carom_group carom_group_stage_wall(void)
{
  return CAROM_GROUP("stage_wall", "a wall in a stage", "What a wall does from a stage on.",
                     CAROM_TABLE(stage_wall_fields), CAROM_NO_FIELDS, stage_wall_keys);
}

carom_group carom_group_stage_switch(void)
{
  return (carom_group){.name = "stage_switch",
                       .owner = "a switch",
                       .text = "Whether a source or a sink works, or bonds are made.",
                       .table = {CAROM_TABLE(stage_switch_fields), CAROM_NO_FIELDS}};
}

carom_group carom_group_stage_friction(void)
{
  return CAROM_GROUP("stage_friction", "a coefficient of friction", "Another friction.",
                     CAROM_TABLE(stage_friction_fields), CAROM_NO_FIELDS, stage_friction_keys);
}
