/* SPDX-License-Identifier: MIT */
/* Frames of a scene for the view in space, small enough for a page: numbers of grains and contacts
 * are rounded to 16 bits of their range, walls are single precision. Where that is still too much,
 * frames are left out first, then grains (the same in every frame, chosen by their ids) and the
 * weakest contacts; the page says so.
 *
 * One block of bytes holds everything, little-endian, in three parts that go to the graphics
 * processor as they are:
 *   a grain    x y z radius | speed spin force material, 8 x 16 bits | id, 32 bits    20 bytes
 *   a contact  from, to, normal force, overlap                         8 x 16 bits    16 bytes
 *   a corner   x y z, number of the wall                               4 x 32 bits    16 bytes */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/run_page.h"
#include "io/frame_read.h"
#include "io/json_write.h"
#include "picture/picture.h"

enum { GRAIN = 20, CONTACT = 16, CORNER = 16, MOST_FRAMES = 300, WANTED_FRAMES = 24 };

typedef struct grain {
  float position[3], radius, speed, spin, force;
  uint32_t id, material;
} grain;

typedef struct contact {
  float from[3], to[3], normal, overlap;
} contact;

/* A list that grows. */
typedef struct list {
  void *item;
  size_t count, room;
} list;

typedef struct shot { /* a frame that is kept */
  double time;
  size_t grains, first_grain, contacts, first_contact, corners, first_corner;
  double all_grains, all_contacts;
  bool follows; /* the same grains in the same order as in the previous one */
} shot;

typedef struct album {
  list grain, contact, corner, shot;
  double low[3], high[3];
  float radius, speed, spin, force, normal, overlap; /* the largest */
  double keep;                                       /* fraction of the grains that is kept */
  size_t most_contacts;                              /* in any frame */
  size_t corners_left;                               /* bytes */
  bool walls_cut, failed;
  char **material, **wall;
  int materials, walls;
  unsigned has;
  bool contacts;
} album;

static void *extend(album *a, list *l, size_t size, size_t more)
{
  if (l->count + more > l->room) {
    const size_t room = 2 * (l->count + more) + 64;
    void *grown = realloc(l->item, room * size);
    if (!grown) return a->failed = true, NULL;
    l->item = grown;
    l->room = room;
  }
  void *at = (char *)l->item + l->count * size;
  l->count += more;
  return at;
}

static double length(const double v[3])
{
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void raise_to(float *most, double value)
{
  if (value > *most && value < 3e38) *most = (float)value;
}

/* Keeps the same grains in every frame, chosen by a hash of their ids. */
static bool keeps(const album *a, uint32_t id)
{
  return a->keep >= 1 || (double)(id * 2654435761u) < a->keep * 4294967296.0;
}

/* Load on each grain: the sum of the normal forces of its contacts. */
static double *pressed(const carom_frame *f)
{
  double *sum = calloc((size_t)f->bodies + 1, sizeof *sum);
  for (int64_t i = 0; sum && i < f->contacts; i++) {
    const carom_frame_contact *c = &f->contact[i];
    if (c->a >= 0 && c->a < f->bodies) sum[c->a] += fabs(c->normal);
    if (c->b >= 0 && c->b < f->bodies) sum[c->b] += fabs(c->normal);
  }
  return sum;
}

static void add_grains(album *a, const carom_frame *f, shot *s)
{
  double *force = pressed(f);
  a->failed |= !force;
  s->first_grain = a->grain.count;
  s->all_grains = (double)f->bodies;
  for (int64_t i = 0; force && i < f->bodies; i++) {
    const carom_frame_body *b = &f->body[i];
    if (!keeps(a, b->id)) continue;
    grain *g = extend(a, &a->grain, sizeof *g, 1);
    if (!g) break;
    *g = (grain){.radius = (float)b->radius,
                 .speed = (float)length(b->velocity),
                 .spin = (float)length(b->spin),
                 .force = (float)force[i],
                 .id = b->id,
                 .material = (uint32_t)(b->material < 0 ? 0 : b->material)};
    for (int k = 0; k < 3; k++) {
      g->position[k] = (float)b->position[k];
      if (b->position[k] - b->radius < a->low[k]) a->low[k] = b->position[k] - b->radius;
      if (b->position[k] + b->radius > a->high[k]) a->high[k] = b->position[k] + b->radius;
    }
    raise_to(&a->radius, b->radius);
    raise_to(&a->speed, g->speed);
    raise_to(&a->spin, g->spin);
    raise_to(&a->force, g->force);
  }
  s->grains = a->grain.count - s->first_grain;
  free(force);
}

static int stronger(const void *x, const void *y)
{
  const double a = fabs((*(const carom_frame_contact *const *)x)->normal),
               b = fabs((*(const carom_frame_contact *const *)y)->normal);
  return (a < b) - (a > b);
}

static void add_contacts(album *a, const carom_frame *f, shot *s)
{
  const carom_frame_contact **order = malloc(((size_t)f->contacts + 1) * sizeof *order);
  s->first_contact = a->contact.count;
  s->all_contacts = (double)f->contacts;
  s->contacts = (size_t)f->contacts < a->most_contacts ? (size_t)f->contacts : a->most_contacts;
  for (int64_t i = 0; order && i < f->contacts; i++)
    order[i] = &f->contact[i];
  if (order && s->contacts < (size_t)f->contacts)
    qsort(order, (size_t)f->contacts, sizeof *order, stronger);
  contact *c = order ? extend(a, &a->contact, sizeof *c, s->contacts) : NULL;
  a->failed |= !order;
  for (size_t i = 0; c && i < s->contacts; i++, c++) {
    for (int k = 0; k < 3; k++) {
      c->from[k] = (float)order[i]->from[k];
      c->to[k] = (float)order[i]->to[k];
    }
    c->normal = (float)fabs(order[i]->normal);
    c->overlap = (float)order[i]->overlap;
    raise_to(&a->normal, c->normal);
    raise_to(&a->overlap, c->overlap);
  }
  free(order);
}

typedef struct corner {
  float position[3];
  uint32_t wall;
} corner;

/* Walls that have not moved since the previous frame are kept once. */
static void add_walls(album *a, const carom_frame *f, const shot *before, shot *s)
{
  const size_t count = 3 * (size_t)f->facets;
  s->first_corner = a->corner.count;
  if (count == 0) return; /* no walls, or none present */
  if (count * CORNER > a->corners_left) {
    a->walls_cut = true;
    if (before) s->first_corner = before->first_corner, s->corners = before->corners;
    return;
  }
  corner *c = extend(a, &a->corner, sizeof *c, count);
  for (int64_t i = 0; c && i < f->facets; i++)
    for (int v = 0; v < 3; v++, c++) {
      c->wall = (uint32_t)(f->facet[i].wall < 0 ? 0 : f->facet[i].wall);
      for (int k = 0; k < 3; k++)
        c->position[k] = (float)f->facet[i].corner[v][k];
    }
  if (a->failed) return;
  s->corners = count;
  const corner *all = a->corner.item;
  if (before && before->corners == count &&
      !memcmp(all + before->first_corner, all + s->first_corner, count * sizeof *all)) {
    a->corner.count -= count;
    s->first_corner = before->first_corner;
  } else {
    a->corners_left -= count * CORNER;
  }
}

static bool same_grains(const album *a, const shot *x, const shot *y)
{
  const grain *all = a->grain.item;
  if (x->grains != y->grains) return false;
  for (size_t i = 0; i < x->grains; i++)
    if (all[x->first_grain + i].id != all[y->first_grain + i].id) return false;
  return true;
}

static char **names(char **from, int count)
{
  char **to = calloc((size_t)count + 1, sizeof *to);
  for (int i = 0; to && i < count; i++)
    to[i] = strdup(from[i] ? from[i] : "");
  return to;
}

static void add_frame(album *a, const carom_frame_held *held)
{
  const carom_frame *f = &held->frame;
  shot *s = extend(a, &a->shot, sizeof *s, 1);
  if (!s) return;
  *s = (shot){.time = f->time};
  const shot *before = a->shot.count > 1 ? s - 1 : NULL;
  a->has |= held->has;
  a->contacts |= held->contacts;
  if (!a->material) a->material = names(held->material, a->materials = f->materials);
  if (!a->wall) a->wall = names(held->wall, a->walls = f->walls);
  add_grains(a, f, s);
  add_contacts(a, f, s);
  add_walls(a, f, before, s);
  s->follows = !a->failed && before && same_grains(a, before, s);
}

static void free_album(album *a)
{
  for (int i = 0; a->material && i < a->materials; i++)
    free(a->material[i]);
  for (int i = 0; a->wall && i < a->walls; i++)
    free(a->wall[i]);
  free(a->material);
  free(a->wall);
  free(a->grain.item);
  free(a->contact.item);
  free(a->corner.item);
  free(a->shot.item);
}

/* Encodes a stream of bytes as base64. */
typedef struct sink {
  FILE *file;
  unsigned char held[3];
  int count;
} sink;

static void put_bytes(sink *s, const void *bytes, size_t count)
{
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *b = bytes;
  for (size_t i = 0; i < count; i++) {
    s->held[s->count++] = b[i];
    if (s->count < 3) continue;
    const unsigned v = (unsigned)s->held[0] << 16 | (unsigned)s->held[1] << 8 | s->held[2];
    for (int k = 18; k >= 0; k -= 6)
      fputc(digit[v >> k & 63], s->file);
    s->count = 0;
  }
}

static void put_end(sink *s)
{
  static const unsigned char zero[2] = {0, 0};
  const int missing = s->count ? 3 - s->count : 0; /* trailing zeros do no harm */
  put_bytes(s, zero, (size_t)missing);
}

static void put_16(sink *s, double value, double low, double high)
{
  const double share = high > low ? (value - low) / (high - low) : 0;
  const unsigned v = share <= 0 ? 0 : share >= 1 ? 65535 : (unsigned)(65535 * share + 0.5);
  const unsigned char bytes[] = {(unsigned char)(v & 255), (unsigned char)(v >> 8)};
  put_bytes(s, bytes, 2);
}

static void put_32(sink *s, uint32_t v)
{
  const unsigned char bytes[] = {(unsigned char)(v & 255), (unsigned char)(v >> 8 & 255),
                                 (unsigned char)(v >> 16 & 255), (unsigned char)(v >> 24)};
  put_bytes(s, bytes, 4);
}

static void put_float(sink *s, float value)
{
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  put_32(s, bits);
}

static void put_album(const album *a, FILE *file)
{
  sink s = {.file = file};
  const grain *g = a->grain.item;
  const contact *c = a->contact.item;
  const corner *w = a->corner.item;
  for (size_t i = 0; i < a->grain.count; i++, g++) {
    for (int k = 0; k < 3; k++)
      put_16(&s, g->position[k], a->low[k], a->high[k]);
    put_16(&s, g->radius, 0, a->radius);
    put_16(&s, g->speed, 0, a->speed);
    put_16(&s, g->spin, 0, a->spin);
    put_16(&s, g->force, 0, a->force);
    put_16(&s, g->material, 0, 65535);
    put_32(&s, g->id);
  }
  for (size_t i = 0; i < a->contact.count; i++, c++) {
    for (int k = 0; k < 3; k++)
      put_16(&s, c->from[k], a->low[k], a->high[k]);
    for (int k = 0; k < 3; k++)
      put_16(&s, c->to[k], a->low[k], a->high[k]);
    put_16(&s, c->normal, 0, a->normal);
    put_16(&s, c->overlap, 0, a->overlap);
  }
  for (size_t i = 0; i < a->corner.count; i++, w++) {
    for (int k = 0; k < 3; k++)
      put_float(&s, w->position[k]);
    put_32(&s, w->wall);
  }
  put_end(&s);
}

static void put_vector(carom_json *json, const char *key, const double v[3])
{
  carom_json_row(json, key);
  for (int k = 0; k < 3; k++)
    carom_json_number(json, NULL, v[k]);
  carom_json_end(json);
}

static void put_names(carom_json *json, const char *key, char *const *name, int count)
{
  carom_json_row(json, key);
  for (int i = 0; name && i < count; i++)
    carom_json_string(json, NULL, name[i]);
  carom_json_end(json);
}

static void put_about(const album *a, int64_t frames, FILE *file)
{
  carom_json json = carom_json_to_memory();
  carom_json_object(&json, NULL);
  put_vector(&json, "low", a->low);
  put_vector(&json, "high", a->high);
  carom_json_number(&json, "radius", a->radius);
  carom_json_number(&json, "speed", a->has & CAROM_HELD_VELOCITY ? a->speed : 0);
  carom_json_number(&json, "spin", a->has & CAROM_HELD_SPIN ? a->spin : 0);
  carom_json_number(&json, "force", a->contacts ? a->force : 0);
  carom_json_number(&json, "normal", a->normal);
  carom_json_number(&json, "overlap", a->overlap);
  carom_json_number(&json, "kept_grains", a->keep < 1 ? a->keep : 1);
  carom_json_integer(&json, "frames_there", frames);
  carom_json_bool(&json, "walls_cut", a->walls_cut);
  carom_json_bool(&json, "contacts_read", a->contacts);
  put_names(&json, "materials", a->material, a->materials);
  put_names(&json, "walls", a->wall, a->walls);
  carom_json_number(&json, "contacts_at", (double)(a->grain.count * GRAIN));
  carom_json_number(&json, "corners_at",
                    (double)(a->grain.count * GRAIN + a->contact.count * CONTACT));
  carom_json_number(
      &json, "bytes",
      (double)(a->grain.count * GRAIN + a->contact.count * CONTACT + a->corner.count * CORNER));
  carom_json_array(&json, "frames");
  const shot *s = a->shot.item;
  for (size_t i = 0; i < a->shot.count; i++, s++) {
    carom_json_object(&json, NULL);
    carom_json_number(&json, "time", s->time);
    carom_json_number(&json, "first", (double)s->first_grain);
    carom_json_number(&json, "grains", (double)s->grains);
    carom_json_number(&json, "of", s->all_grains);
    carom_json_number(&json, "first_contact", (double)s->first_contact);
    carom_json_number(&json, "contacts", (double)s->contacts);
    carom_json_number(&json, "of_contacts", s->all_contacts);
    carom_json_number(&json, "first_corner", (double)s->first_corner);
    carom_json_number(&json, "corners", (double)s->corners);
    carom_json_bool(&json, "follows", s->follows);
    carom_json_end(&json);
  }
  carom_json_end(&json);
  carom_json_end(&json);
  if (carom_json_finish(&json, NULL) != CAROM_OK) return;
  run_page_put_json(file, "frames", json.text);
  free(json.text);
}

static size_t bytes_of(const album *a)
{
  return a->grain.count * GRAIN + a->contact.count * CONTACT + a->corner.count * CORNER;
}

/* Decides how much is kept, from the fullest of three frames, since particles may come and go. */
static int64_t plan(album *a, const carom_frame_folder *from, size_t most)
{
  int64_t frames = from->count < MOST_FRAMES ? from->count : MOST_FRAMES;
  double bodies = 0, contacts = 0;
  for (int k = 0; k < 3; k++) {
    carom_frame_held held = {.has = 0};
    if (carom_frame_folder_read(from, k * (from->count - 1) / 2, &held, NULL) == CAROM_OK) {
      bodies = fmax(bodies, (double)held.frame.bodies);
      contacts = fmax(contacts, (double)held.frame.contacts);
    }
    carom_frame_held_free(&held);
  }
  const double room = 0.75 * (double)most; /* base64 */
  const double grains = (contacts > 0 ? 0.6 : 0.9) * room / GRAIN;
  if (bodies * (double)frames > grains) {
    frames = (int64_t)(grains / (bodies + 1));
    const int64_t wanted = from->count < WANTED_FRAMES ? from->count : WANTED_FRAMES;
    if (frames < wanted) frames = wanted;
  }
  a->keep = bodies > 0 ? grains / (bodies * (double)frames) : 1;
  a->most_contacts = (size_t)(0.3 * room / CONTACT / (double)frames);
  a->corners_left = (size_t)(0.08 * room);
  return frames;
}

bool run_page_frames(const run_page *page, size_t most, FILE *file)
{
  carom_frame_folder from;
  album a = {.low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, .high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  if (carom_frame_folder_open(page->folder, &from, NULL) != CAROM_OK || from.count < 1)
    return false;
  const int64_t frames = plan(&a, &from, most);
  const size_t room = most / 4 * 3; /* as bytes, before base64 */
  for (int64_t k = 0; k < frames && !a.failed && bytes_of(&a) < room; k++) {
    carom_frame_held held = {.has = 0};
    const int64_t number = frames > 1 ? k * (from.count - 1) / (frames - 1) : from.count - 1;
    if (carom_frame_folder_read(&from, number, &held, NULL) == CAROM_OK) {
      carom_fold_held(&held);
      add_frame(&a, &held);
    }
    carom_frame_held_free(&held);
  }
  const bool there = !a.failed && a.grain.count > 0;
  if (there) {
    put_about(&a, from.count, file);
    fputs("<script type=\"text/plain\" id=\"bytes\">", file);
    put_album(&a, file);
    fputs("</script>\n", file);
  }
  free_album(&a);
  return there;
}
