/* SPDX-License-Identifier: MIT */
#ifndef CAROM_SRC_SCENE_SHELL_CONTACTS_H
#define CAROM_SRC_SCENE_SHELL_CONTACTS_H

#include "scene/scene.h"

/* Finds the contacts of a list with shells: which face is in which slot. A contact is ended if
 * another one takes its slot. A centre that has passed through a face is noted in the block. */
void carom_shell_contacts(carom_scene *s, carom_domain_block *p, const carom_active_list *list);

#endif
