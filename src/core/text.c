/* SPDX-License-Identifier: MIT */
#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/synonyms.h"

/* Longer names are not compared, since nobody types them. */
#define NAME_MAX_LENGTH 63

static char folded(char c)
{
  if (c == '_') return '-';
  if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
  return c;
}

static bool same_character(char a, char b)
{
  return a == b || ((a == '-' || a == '_') && (b == '-' || b == '_'));
}

bool carom_same_name(const char *a, const char *b)
{
  for (; *a && *b; a++, b++)
    if (!same_character(*a, *b)) return false;
  return *a == *b;
}

bool carom_name_listed(const char *list, const char *name)
{
  for (;;) {
    const char *rest = name;
    for (; *list && *list != '|' && *rest && same_character(*list, *rest); list++)
      rest++;
    if (!*rest && rest != name && (!*list || *list == '|')) return true;
    while (*list && *list != '|')
      list++;
    if (!*list++) return false;
  }
}

static int least(int a, int b)
{
  return a < b ? a : b;
}

/* The optimal string alignment distance: insertions, deletions, changes and swaps of neighbours. */
static int distance(const char *a, int length_a, const char *b, int length_b)
{
  int rows[3][NAME_MAX_LENGTH + 1];
  int *before = rows[0], *above = rows[1], *row = rows[2];
  for (int j = 0; j <= length_b; j++) {
    before[j] = 0;
    above[j] = j;
  }
  for (int i = 1; i <= length_a; i++) {
    char ca = folded(a[i - 1]);
    row[0] = i;
    for (int j = 1; j <= length_b; j++) {
      char cb = folded(b[j - 1]);
      row[j] = least(above[j - 1] + (ca != cb), 1 + least(above[j], row[j - 1]));
      if (i > 1 && j > 1 && ca == folded(b[j - 2]) && folded(a[i - 2]) == cb)
        row[j] = least(row[j], before[j - 2] + 1);
    }
    int *reused = before;
    before = above;
    above = row;
    row = reused;
  }
  return above[length_b];
}

/* One typo per three letters is plausible; more means another word. */
static int tolerance(int length_a, int length_b)
{
  int shorter = least(length_a, length_b);
  if (shorter < 2) return 0;
  return shorter < 6 ? 1 : shorter / 3;
}

static bool begins_with(const char *name, const char *begin, int length)
{
  for (int i = 0; i < length; i++) {
    if (folded(name[i]) != folded(begin[i])) return false;
  }
  return true;
}

const char *carom_nearest_name(const char *name, int count, carom_name_at *name_at,
                               const void *user)
{
  const char *nearest = NULL;
  int best = NAME_MAX_LENGTH + 1;
  size_t length = name ? strlen(name) : 0;
  if (length == 0 || length > NAME_MAX_LENGTH) return NULL;
  const char *meant = carom_synonym(name, count, name_at, user);
  if (meant) return meant;

  for (int i = 0; i < count; i++) {
    const char *candidate = name_at(user, i);
    size_t room = candidate ? strlen(candidate) : 0;
    if (room == 0 || room > NAME_MAX_LENGTH) continue;
    int limit = tolerance((int)length, (int)room);
    int apart = distance(name, (int)length, candidate, (int)room);
    /* An abbreviation is a candidate only if no name is nearer. */
    if (apart > limit && length >= 3 && length < room && begins_with(candidate, name, (int)length))
      apart = NAME_MAX_LENGTH;
    else if (apart > limit)
      continue;
    if (apart < best) {
      best = apart;
      nearest = candidate;
    }
  }
  return nearest;
}

static const char *name_of_array(const void *user, int index)
{
  return ((const char *const *)user)[index];
}

const char *carom_nearest_of(const char *name, int count, const char *const *names)
{
  return carom_nearest_name(name, count, name_of_array, names);
}

size_t carom_utf8_length(const char *text, size_t length)
{
  const unsigned char *byte = (const unsigned char *)text;
  if (length == 0) return 0;
  if (byte[0] < 0x80) return 1;
  size_t need = byte[0] >= 0xF0 ? 4 : byte[0] >= 0xE0 ? 3 : 2;
  if (byte[0] < 0xC2 || byte[0] > 0xF4 || length < need) return 0;
  for (size_t i = 1; i < need; i++) {
    if ((byte[i] & 0xC0) != 0x80) return 0;
  }
  if (byte[0] == 0xE0 && byte[1] < 0xA0) return 0; /* overlong */
  if (byte[0] == 0xED && byte[1] > 0x9F) return 0; /* a surrogate */
  if (byte[0] == 0xF0 && byte[1] < 0x90) return 0; /* overlong */
  if (byte[0] == 0xF4 && byte[1] > 0x8F) return 0; /* beyond U+10FFFF */
  return need;
}

bool carom_control_at(const char *text)
{
  const unsigned char first = (unsigned char)text[0];
  if (first == 0xC2) return (unsigned char)text[1] < 0xA0; /* U+0080 to U+009F */
  return (first > 0 && first < ' ') || first == 127;
}

void carom_cut(char *text, size_t size)
{
  if (size < 4) return;
  size_t end = size - 4;
  while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80)
    end--;
  memcpy(text + end, "...", 4);
}

bool carom_append(char *buffer, size_t size, const char *format, ...)
{
  size_t used = strlen(buffer);
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(buffer + used, size - used, format, arguments);
  va_end(arguments);
  if (length >= 0 && (size_t)length < size - used) return true;
  if (length >= 0) carom_cut(buffer, size);
  return false;
}
