/* SPDX-License-Identifier: MIT */
/* What is measured of a scene: stress, fabric, coordination, solid fraction, temperature and so on,
 * over all particles, a region or a group; distributions; fields on a grid. All are functions of
 * the present state alone (crossings compare it with the one they saw before), change nothing and
 * give the same bits for any number of threads.
 *
 * Tensors are nine numbers, row by row. Stress is positive where it presses. A contact is two
 * pieces, from each centre to the point of contact; a piece belongs to its particle, and the part
 * of it that lies in the region counts. So stresses of regions that tile the domain, and of groups
 * that share out the particles, add up to that of the whole. */
#ifndef CAROM_MEASURE_H
#define CAROM_MEASURE_H

#include <carom/scene.h>
#include <carom/selection.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The volume that a sphere shares with a region: exact for a box, a sphere and below a plane; of a
 * cylinder all or nothing, by the centre. */
CAROM_API double carom_region_overlap(const carom_region *region, const double centre[3],
                                      double radius);

/* The share of the straight line between two points that lies inside. */
CAROM_API double carom_region_share(const carom_region *region, const double from[3],
                                    const double to[3]);

/* What is wanted, for measures that are not wanted cost time. */
enum {
  CAROM_BULK_MOTION = 1,   /* mass, centre, velocity, temperature, gradient */
  CAROM_BULK_SOLID = 2,    /* solid volume and fraction */
  CAROM_BULK_CONTACTS = 4, /* stress, fabric, coordination; with MOTION also the kinetic stress */
  CAROM_BULK_RATTLERS = 8, /* coordination without rattlers */
  CAROM_BULK_VIRIAL = 16,  /* with CONTACTS: the stress in other ways */
  CAROM_BULK_ALL = 31
};

/* Numbers that mean nothing (of no particles, without a finite volume) are NaN. */
typedef struct carom_bulk {
  int64_t particles; /* selected */
  double volume;     /* of the region, or of a finite domain, m3 */

  /* By centres. The temperature is a third of the mean square of the velocity about the mean
   * velocity, by mass; that about the linear flow that fits the velocities best is
   * temperature_flow, and `gradient` is that of this flow, dv_i/dx_j. */
  double mass, diameter;         /* kg; mean, m */
  double centre[3], velocity[3]; /* of mass */
  double temperature, temperature_flow;
  double gradient[9], shear_rate; /* 1/s; sqrt(2 D:D) of the deviator of its symmetric part D */

  /* Spheres that the border of a box or a sphere cuts count by the part inside. Overlaps of spheres
   * count twice. */
  double solid, solid_fraction;

  /* Ends of contacts at selected particles; those at walls among them. */
  int64_t ends, wall_ends;
  double coordination;       /* ends per body: a clump is one, where its centre of mass is */
  double fabric[9];          /* mean of n n over the ends */
  double contact_stress[9];  /* of contacts and bonds */
  double kinetic_stress[9];  /* about the mean velocity; in a box that deforms, about its flow */
  double pressure, deviator; /* of both stresses together: a third of the trace, sqrt(3 J2) */
  double principal[3];       /* of the symmetric part, the largest first */
  double friction;           /* sqrt(J2) over the pressure */
  double inertial_number;    /* shear rate x diameter x sqrt(density of the grains / pressure) */

  /* Bodies with fewer contacts than can hold them are rattlers: fewer than four where contacts are
   * smooth, three under gravity, two where they have friction. Without these, others may have
   * fewer, and so on until none is left. Contacts of the rest, per body of the rest. Particles that
   * are fixed or held carry others, and are neither rattlers nor of the rest. A bond between two
   * that have no contact counts as one here. */
  int64_t rattlers;
  double coordination_rest;

  /* The contact stress of all particles in other ways, over the same volume: by the forces on walls
   * at the points of contact, by mass times acceleration less gravity at the centres (the virial),
   * and by forces across periodic borders times the period. Their sum is the contact stress, to
   * round-off. Not of a region or a group. */
  double by_walls[9], by_inertia[9], by_borders[9];
} carom_bulk;

CAROM_API carom_status carom_measure_bulk(carom_scene *scene, const carom_selection *of,
                                          unsigned wanted, carom_bulk *out, carom_error *err);

/* g(r), the radial distribution: `bins` values at the middles of equal bins up to `reach`. Counted
 * are pairs of selected particles, the first of them at least `reach` away from where the region,
 * or without one the box around all particles, ends; not in periodic directions that it fills.
 * *seen: how many such first ones there are. */
CAROM_API carom_status carom_measure_radial(carom_scene *scene, const carom_selection *of,
                                            double reach, int bins, double *g, int64_t *seen,
                                            carom_error *err);

/* The distribution of normal forces at the contacts of selected particles (the first or the second
 * of the two), over their mean: `bins` densities over equal bins of F / <F> from 0 to `most`. What
 * is larger is in none of them; forces that pull count as 0. */
CAROM_API carom_status carom_measure_forces(carom_scene *scene, const carom_selection *of,
                                            double most, int bins, double *density, double *mean,
                                            carom_error *err);

/* Lacey's index of the mixture of `marked` particles among the selected ones: 0 apart, 1 as mixed
 * as by chance. (s0^2 - s^2)/(s0^2 - sr^2), with s^2 the variance of the share of marked particles,
 * by number, over the cells of a box that hold at least two of them, cells weighted by their
 * particles; s0^2 = p (1 - p), sr^2 = s0^2 over the mean number of particles in such a cell. */
CAROM_API carom_status carom_measure_mixing(carom_scene *scene, const carom_selection *of,
                                            const carom_selection *marked, const double low[3],
                                            const double high[3], const int cells[3], double *index,
                                            carom_error *err);

/* Selected particles in the quadrants about a point: axes u and v (made perpendicular to u); first
 * u, v >= 0, then counter-clockwise. */
CAROM_API carom_status carom_measure_quadrants(carom_scene *scene, const carom_selection *of,
                                               const double point[3], const double u[3],
                                               const double v[3], int64_t count[4],
                                               carom_error *err);

/* The angle of the free surface, rad: of the line that fits the highest points of the selected
 * particles in `bins` equal intervals across their extent along `along`, or, with radial, of the
 * distance from the upright axis through `point`. Of bins only those count whose middle is within
 * the inner `share` of the extent (all: 1) and that hold a particle. Up is `up`. Positive where it
 * rises; of a heap, radial, where it falls outwards. */
typedef struct carom_free_surface {
  double up[3], along[3], point[3];
  bool radial;
  int bins;
  double share;
} carom_free_surface;

CAROM_API carom_free_surface carom_free_surface_default(void);
CAROM_API carom_status carom_measure_surface(carom_scene *scene, const carom_selection *of,
                                             const carom_free_surface *surface, double *angle,
                                             carom_error *err);

/* Mass that crosses a plane in the direction of its normal, less what comes back. A look compares
 * the sides on which the selected particles are with those of the look before; in periodic
 * directions the plane repeats with the period if its normal is along one. The first look counts
 * nothing. */
typedef struct carom_crossings carom_crossings;

CAROM_API carom_status carom_crossings_create(const carom_scene *scene, const double point[3],
                                              const double normal[3], carom_crossings **crossings,
                                              carom_error *err);
CAROM_API void carom_crossings_destroy(carom_crossings *crossings);
/* Since the first look: mass, and particles. */
CAROM_API carom_status carom_crossings_look(carom_crossings *crossings, carom_scene *scene,
                                            const carom_selection *of, double *mass,
                                            int64_t *particles, carom_error *err);
/* State, for checkpoints: arrays of a group of this name. */
CAROM_API carom_status carom_crossings_archive(carom_crossings *crossings, const char *name,
                                               carom_archive *archive, carom_error *err);

/* Fields by coarse graining on a grid of cells, averaged over the looks. A particle is spread over
 * the nodes (the middles of the cells) by a quintic spline of standard deviation `width`, close to
 * a Gaussian, whose weights on the nodes add up to one; a contact by points along its pieces. So
 * sums over nodes times the volume of a cell are the sums over the particles and pieces in the
 * grid. A direction with one cell is averaged over. Where a grid fills a period, it is periodic. */
typedef struct carom_coarse_def {
  double low[3], high[3];
  int cells[3];
  double width; /* m; CAROM_UNSET: the mean radius */
} carom_coarse_def;

/* Of one node. */
typedef struct carom_coarse_fields {
  double density, solid_fraction, momentum[3];
  double velocity[3]; /* momentum over density; NaN where there is nothing */
  double contact_stress[9], kinetic_stress[9], temperature;
} carom_coarse_fields;

typedef struct carom_coarse carom_coarse;

CAROM_API carom_coarse_def carom_coarse_default(void);
CAROM_API carom_status carom_coarse_create(const carom_scene *scene, const carom_coarse_def *def,
                                           carom_coarse **coarse, carom_error *err);
CAROM_API void carom_coarse_destroy(carom_coarse *coarse);
CAROM_API carom_status carom_coarse_look(carom_coarse *coarse, carom_scene *scene,
                                         const carom_selection *of, carom_error *err);
CAROM_API int64_t carom_coarse_looks(const carom_coarse *coarse);
/* Node i, j, k; where it is. */
CAROM_API carom_coarse_fields carom_coarse_at(const carom_coarse *coarse, int i, int j, int k);
CAROM_API void carom_coarse_node(const carom_coarse *coarse, int i, int j, int k,
                                 double position[3]);
CAROM_API carom_status carom_coarse_archive(carom_coarse *coarse, const char *name,
                                            carom_archive *archive, carom_error *err);

#ifdef __cplusplus
}
#endif

#endif
