/* SPDX-License-Identifier: MIT */
/* Measures of a scene: stress, fabric, coordination, solid fraction, granular temperature and so
 * on, over all particles, a region or a group; distributions; fields on a grid. All are functions
 * of the present state (crossings also compare it with the state of the previous look); they leave
 * the scene unchanged and give the same bits for any number of threads.
 *
 * Tensors are nine numbers, row by row. Stress is positive in compression. The branch of a contact
 * is divided at the point of contact into two pieces, one per particle; the part of a piece that
 * lies inside a region counts. Stresses of regions that tile the domain, and of groups that
 * partition the particles, therefore add up to that of the whole. */
#ifndef CAROM_MEASURE_H
#define CAROM_MEASURE_H

#include <carom/scene.h>
#include <carom/selection.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The volume of the intersection of a sphere and a region: exact for a box, a sphere and a half
 * space; for a cylinder all or nothing, decided by the centre. */
CAROM_API double carom_region_overlap(const carom_region *region, const double centre[3],
                                      double radius);

/* The fraction of a straight line segment that lies inside the region. */
CAROM_API double carom_region_share(const carom_region *region, const double from[3],
                                    const double to[3]);

/* Which measures to compute; those that are not requested cost no time. */
enum {
  CAROM_BULK_MOTION = 1,   /* mass, centre, velocity, temperature, velocity gradient */
  CAROM_BULK_SOLID = 2,    /* solid volume and fraction */
  CAROM_BULK_CONTACTS = 4, /* stress, fabric, coordination; with MOTION also the kinetic stress */
  CAROM_BULK_RATTLERS = 8, /* coordination without rattlers */
  CAROM_BULK_VIRIAL = 16,  /* with CONTACTS: the stress computed in three other ways */
  CAROM_BULK_ALL = 31
};

/* Results. Quantities that are undefined (without particles, or without a finite volume) are
 * NaN. */
typedef struct carom_bulk {
  int64_t particles; /* number of selected particles */
  double volume;     /* of the region, or of a finite domain, m3 */

  /* From particle centres. `temperature` is a third of the mass-weighted mean square of the
   * velocity relative to the mean velocity. `temperature_flow` is the same relative to the linear
   * flow that fits the velocities best, and `gradient` is the velocity gradient dv_i/dx_j of that
   * flow. */
  double mass, diameter;         /* total mass, kg; mean diameter, m */
  double centre[3], velocity[3]; /* centre of mass and its velocity */
  double temperature, temperature_flow;
  double gradient[9], shear_rate; /* 1/s; sqrt(2 D:D), D the deviator of the symmetric part of the
                                     gradient */

  /* Spheres cut by the border of a box or a sphere count with the part inside. Overlap volumes
   * count twice. */
  double solid, solid_fraction;

  /* Contact ends at selected particles, and how many of them belong to contacts with walls. */
  int64_t ends, wall_ends;
  double coordination;       /* ends per body; a clump is one body, located at its centre of mass */
  double fabric[9];          /* mean of n n over the ends */
  double contact_stress[9];  /* from contacts and bonds */
  double kinetic_stress[9];  /* relative to the mean velocity, in a deforming box to its flow */
  double pressure, deviator; /* of the total stress: a third of the trace, sqrt(3 J2) */
  double principal[3];       /* principal values of the symmetric part, largest first */
  double friction;           /* sqrt(J2) over the pressure */
  double inertial_number;    /* shear rate x diameter x sqrt(grain density / pressure) */

  /* Rattlers are bodies with too few contacts to be held in place: fewer than four without
   * friction, three under gravity, two with friction. Removing them leaves others with fewer
   * contacts, so this is repeated until none is found. `coordination_rest` is the number of
   * contacts per body of the remaining network. Fixed and held particles support others but belong
   * neither to the rattlers nor to the network. A bond between two particles without a contact
   * counts as a contact here. */
  int64_t rattlers;
  double coordination_rest;

  /* The contact stress of all particles computed in other ways, over the same volume: from the
   * forces on walls at the points of contact, from mass times acceleration minus gravity at the
   * centres (the virial), and from forces across periodic borders times the period. Their sum
   * equals the contact stress to round-off. Not available for a region or a group. */
  double by_walls[9], by_inertia[9], by_borders[9];
} carom_bulk;

CAROM_API carom_status carom_measure_bulk(carom_scene *scene, const carom_selection *of,
                                          unsigned wanted, carom_bulk *out, carom_error *err);

/* The radial distribution function g(r): `bins` values at the midpoints of equal bins up to
 * `reach`. It counts pairs of selected particles whose first member is at least `reach` away from
 * the border of the region (without a region: of the bounding box of all particles), except across
 * periodic directions that the region fills. *seen receives the number of such first members. */
CAROM_API carom_status carom_measure_radial(carom_scene *scene, const carom_selection *of,
                                            double reach, int bins, double *g, int64_t *seen,
                                            carom_error *err);

/* The probability density of normal forces, over their mean, at contacts with at least one selected
 * particle: `bins` densities over equal bins of F / <F> from 0 to `most`. Larger forces fall into
 * no bin; tensile forces count as 0. */
CAROM_API carom_status carom_measure_forces(carom_scene *scene, const carom_selection *of,
                                            double most, int bins, double *density, double *mean,
                                            carom_error *err);

/* Lacey's mixing index of `marked` particles among the selected ones: 0 segregated, 1 randomly
 * mixed. It is (s0^2 - s^2)/(s0^2 - sr^2). s^2 is the variance of the number fraction of marked
 * particles over those cells of a box that hold at least two selected particles, weighted by their
 * number; s0^2 = p (1 - p), and sr^2 = s0^2 over the mean number of particles in such a cell. */
CAROM_API carom_status carom_measure_mixing(carom_scene *scene, const carom_selection *of,
                                            const carom_selection *marked, const double low[3],
                                            const double high[3], const int cells[3], double *index,
                                            carom_error *err);

/* Counts the selected particles in the quadrants about a point, spanned by the axes u and v (v is
 * made perpendicular to u): first u, v >= 0, then counter-clockwise. */
CAROM_API carom_status carom_measure_quadrants(carom_scene *scene, const carom_selection *of,
                                               const double point[3], const double u[3],
                                               const double v[3], int64_t count[4],
                                               carom_error *err);

/* The angle of the free surface, rad, from a straight line fitted to the highest selected particle
 * in each of `bins` equal intervals of their extent along `along` or, if `radial`, of the distance
 * from the vertical axis through `point`. Only bins count that hold a particle and whose midpoint
 * lies within the inner `share` of the extent (1: all). `up` is the upward direction. The angle is
 * positive where the surface rises along `along`; for a radial fit, where it falls outwards, as in
 * a heap. */
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

/* Net mass that crosses a plane in the direction of its normal. Each look compares the sides on
 * which the selected particles are with those of the previous look; the first look therefore counts
 * nothing. If the normal is along a periodic direction, the plane repeats with the period. */
typedef struct carom_crossings carom_crossings;

CAROM_API carom_status carom_crossings_create(const carom_scene *scene, const double point[3],
                                              const double normal[3], carom_crossings **crossings,
                                              carom_error *err);
CAROM_API void carom_crossings_destroy(carom_crossings *crossings);
/* Net mass and number of particles since the first look. */
CAROM_API carom_status carom_crossings_look(carom_crossings *crossings, carom_scene *scene,
                                            const carom_selection *of, double *mass,
                                            int64_t *particles, carom_error *err);
/* Stores or loads the state, as arrays in a group of this name: at most 64 of a-z, 0-9, _ and /. */
CAROM_API carom_status carom_crossings_archive(carom_crossings *crossings, const char *name,
                                               carom_archive *archive, carom_error *err);

/* Coarse-grained fields on a grid of cells, averaged over the looks. The nodes are the midpoints of
 * the cells. A particle is spread over them by a quintic spline of standard deviation `width`,
 * which is close to a Gaussian and whose weights on the nodes sum to one; a contact is spread from
 * points along its two pieces. Sums over nodes times the cell volume therefore equal the sums over
 * the particles and pieces in the grid. A direction with a single cell is averaged over. A
 * direction that the grid fills across a full period is periodic. */
typedef struct carom_coarse_def {
  double low[3], high[3];
  int cells[3];
  double width; /* m; CAROM_UNSET: the mean radius */
} carom_coarse_def;

/* The fields at one node. */
typedef struct carom_coarse_fields {
  double density, solid_fraction, momentum[3];
  double velocity[3]; /* momentum over density; NaN where the density is 0 */
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
/* The fields at node i, j, k, NaN for one outside the grid; and its position. */
CAROM_API carom_coarse_fields carom_coarse_at(const carom_coarse *coarse, int i, int j, int k);
CAROM_API void carom_coarse_node(const carom_coarse *coarse, int i, int j, int k,
                                 double position[3]);
CAROM_API carom_status carom_coarse_archive(carom_coarse *coarse, const char *name,
                                            carom_archive *archive, carom_error *err);

#ifdef __cplusplus
}
#endif

#endif
