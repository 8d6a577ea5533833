/* SPDX-License-Identifier: MIT */
/* The parts of a scenario, each read by its own source file. */
#ifndef CAROM_IO_SCENARIO_PARTS_H
#define CAROM_IO_SCENARIO_PARTS_H

#include "io/scenario.h"

void carom_read_materials(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_contacts(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_impact(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_bounce(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_chain(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_mechanism(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_finish_mechanism_run(carom_scenario *scenario, const carom_group_values *run,
                                const carom_node *node, carom_faults *faults);
void carom_finish_mechanism_record(carom_scenario *scenario, const carom_group_values *record,
                                   carom_faults *faults);
void carom_read_scene(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_finish_scene_run(carom_scenario *scenario, const carom_group_values *run,
                            const carom_node *node, carom_faults *faults);
void carom_finish_scene_record(carom_scenario *scenario, const carom_group_values *record,
                               carom_faults *faults);
void carom_finish_impact_run(carom_scenario *scenario, const carom_group_values *run,
                             const carom_node *node, carom_faults *faults);
void carom_finish_bounce_run(carom_scenario *scenario, const carom_group_values *run,
                             const carom_node *node, carom_faults *faults);
void carom_check_instants(const carom_scenario *scenario, const carom_node *every, double interval,
                          carom_faults *faults);
void carom_finish_bounce_record(carom_scenario *scenario, const carom_group_values *record,
                                carom_faults *faults);
void carom_finish_chain_run(carom_scenario *scenario, const carom_group_values *run,
                            const carom_node *node, carom_faults *faults);
void carom_finish_chain_record(carom_scenario *scenario, const carom_group_values *record,
                               carom_faults *faults);
void carom_read_run(carom_scenario *scenario, const carom_node *node, const carom_node *root,
                    carom_faults *faults);
void carom_read_record(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_measured(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_sweep(carom_scenario *scenario, const carom_node *node, carom_faults *faults);

/* Warns of unused materials and points. */
bool carom_stage_ends_early(const carom_scenario_stage *stage); /* a condition may end it */
void carom_tell_unused(const carom_scenario *scenario, carom_faults *faults);

/* The material that a node names, which is marked as used; CAROM_NOWHERE after a fault. */
int carom_named_material(const carom_scenario *scenario, const carom_node *node,
                         carom_faults *faults);

/* Adds a fault unless the material has a density, or the quantity that needs it (the mass of a
 * sphere) is `given`. */
void carom_need_density(const carom_scenario *scenario, int material, bool given,
                        carom_faults *faults);

/* Checks what the laws of all joints need of their materials. */
void carom_check_joint_materials(const carom_scenario *scenario, carom_faults *faults);

/* Contacts of a scene are prepared when its particles are known; what their laws and tangential
 * models need of the materials is checked at once. */
void carom_check_scene_materials(const carom_scenario *scenario, carom_faults *faults);

/* Reports a missing property, named as by the library ("a.young"), once as a fault of the material;
 * `material` are those of bodies a and b. Returns false if the error is about something else. */
bool carom_fault_material(const carom_scenario *scenario, const int material[2],
                          const carom_error *err, carom_faults *faults);

/* The contact between two materials, in either order; CAROM_NOWHERE after a fault, which is
 * reported at the node that needs it. */
int carom_contact_between(const carom_scenario *scenario, int a, int b, const carom_node *node,
                          carom_faults *faults);

/* Expands contacts of `any` materials to the pairs that can meet in the scene; elsewhere they are
 * faults. */
void carom_expand_any(carom_scenario *scenario, carom_faults *faults);
void carom_refuse_any(const carom_scenario *scenario, carom_faults *faults);

/* For problems where bodies meet again at another spot: plastic memory lasts for one episode by
 * default. The default is inserted into the file, so that 'carom check' shows it. */
void carom_forget_by_default(carom_scenario *scenario, int contact, carom_faults *faults);

/* Allocates memory in the scenario's tree; NULL after a fault. */
void *carom_scenario_room(carom_scenario *scenario, size_t count, size_t size,
                          carom_faults *faults);
/* Grows an array to `count` elements, of which `used` exist already. */
void *carom_scenario_more(carom_scenario *scenario, const void *held, size_t used, size_t count,
                          size_t size, carom_faults *faults);

/* Reads rows of a time and further quantities, such as [[0 s, 13 m/s], [1 ms, 0 m/s]], with
 * increasing times; if there are two columns, a single quantity is accepted as a row at time 0.
 * Returns *rows consecutive rows, whose first column is the time; NULL after a fault. */
double *carom_read_rows(carom_scenario *scenario, const carom_node *node, const carom_field *column,
                        int columns, int *rows, carom_faults *faults);

/* Columns `first` to `first` + `count` - 1 of such rows, row by row. */
double *carom_read_columns(carom_scenario *scenario, const double *row, int rows, int columns,
                           int first, int count, carom_faults *faults);

/* For groups of a scene: an optional vector; a fault if something is missing; faults for settings
 * that have no meaning here (names end with NULL). */
bool carom_read_vector(const carom_group_values *found, const char *name, double *value,
                       carom_faults *faults);
void carom_need(const carom_node *node, const char *name, bool given, const char *why,
                carom_faults *faults);
void carom_refuse(const carom_group_values *found, const char *const *name, const char *why,
                  carom_faults *faults);
/* The same as warnings, where the word beside it may well change soon: fixed, a friction of 0. */
void carom_question(const carom_group_values *found, const char *const *name, const char *why,
                    carom_faults *faults);

/* The material that a group names; the first one after a fault. */
int carom_read_material(const carom_scenario *scenario, const carom_group_values *found,
                        carom_faults *faults);

/* scenario_walls.c: the walls of a scene. */
void carom_read_walls(carom_scenario *scenario, const carom_node *node, carom_faults *faults);

/* The motion of a wall; its `point` must have been read. */
void carom_read_motion(carom_scenario *scenario, const carom_group_values *found,
                       carom_scene_wall *wall, carom_faults *faults);

/* Sources and sinks by name; sizes of a group that has the fields of a distribution, if
 * there have been no more than `before` faults so far. */
/* The region of a group whose keys and fields have been read. `before`: number of faults before the
 * group was read; if there are more now, the shape may be wrong. */
void carom_read_region(const carom_group_values *found, const carom_node *node,
                       carom_region_shape shape, carom_region *region, int before,
                       carom_faults *faults);
/* scenario_measure.c */
void carom_read_particle_groups(carom_scenario *scenario, const carom_node *node,
                                carom_faults *faults);
/* `before`: for a stage, the box of the scene, which supplies plane and affinity. */
const carom_scene_box *carom_read_box(carom_scenario *scenario, const carom_node *node,
                                      const carom_scene_box *before, carom_faults *faults);
void carom_read_stage_groups(carom_scenario *scenario, const carom_node *node,
                             carom_scenario_stage *stage, carom_faults *faults);
/* scenario_bonds.c: call the first after groups and materials, the second after stages. */
void carom_read_bonds(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_check_bond_stages(const carom_scenario *scenario, carom_faults *faults);
void carom_read_forces(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
/* scenario_hold.c */
void carom_read_holds(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_stage_holds(carom_scenario *scenario, const carom_node *node,
                            carom_scenario_stage *stage, carom_faults *faults);
/* scenario_clumps.c: named shapes; whether a group of particles consists of clumps. */
void carom_read_shapes(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_clump(const carom_scenario *scenario, const carom_group_values *found,
                      carom_scenario_grains *grains, carom_faults *faults);
/* The index of the shape that a node names; CAROM_NOWHERE without one, or after a fault. */
int carom_named_shape(const carom_scenario *scenario, const carom_node *node, carom_faults *faults);
/* The index of the group that a node names; -1 without a node, or after a fault. */
int carom_named_particles(const carom_scenario *scenario, const carom_node *node,
                          carom_faults *faults);
void carom_read_measures(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_sinks(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_sources(carom_scenario *scenario, const carom_node *node, carom_faults *faults);
void carom_read_distribution(carom_scenario *scenario, const carom_group_values *found,
                             const carom_node *node, carom_distribution *to, int before,
                             carom_faults *faults);

/* Reads a filled region, if there have been no more than `before` faults so far; rejects settings
 * that only apply to one. */
void carom_read_fill(carom_scenario *scenario, const carom_group_values *found,
                     const carom_node *node, carom_scenario_grains *grains, int before,
                     carom_faults *faults);
void carom_refuse_fill(const carom_group_values *found, carom_faults *faults);

/* Reads the region to be filled; *inside: the wall whose mesh it is, or CAROM_NOWHERE. */
void carom_read_filled(const carom_scenario *scenario, const carom_node *node, carom_region *region,
                       int *inside, carom_faults *faults);
/* The index of a named wall, or CAROM_NOWHERE. */
int carom_find_wall(const carom_scenario *scenario, const char *name);

/* Reads the keys of a motion other than its centre. */
void carom_read_motion_keys(carom_scenario *scenario, const carom_group_values *found,
                            carom_scene_motion *motion, carom_faults *faults);

/* Walls, sources and sinks added by stages, after the others; `stages` may be NULL. */
void carom_read_added(carom_scenario *scenario, const carom_node *stages, carom_faults *faults);
/* Reads the stages; walls, sources, sinks and contacts must have been read. */
void carom_read_stages(carom_scenario *scenario, const carom_node *node, carom_faults *faults);

/* Returns true if the value is a whole number; otherwise adds a fault. */
bool carom_whole(const carom_group_values *found, const char *name, carom_faults *faults);

#endif
