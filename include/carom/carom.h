/* SPDX-License-Identifier: MIT */
/* Includes every header of libcarom. */
#ifndef CAROM_H
#define CAROM_H

#include <carom/base.h>
#include <carom/archive.h>
#include <carom/bond.h>
#include <carom/law.h>
#include <carom/user_law.h>
#include <carom/material.h>
#include <carom/contact.h>
#include <carom/encounters.h>
#include <carom/impact.h>
#include <carom/verdict.h>
#include <carom/bounce.h>
#include <carom/chain.h>
#include <carom/mechanism.h>
#include <carom/region.h>
#include <carom/distribution.h>
#include <carom/fill.h>
#include <carom/stage.h>
#include <carom/tangential.h>
#include <carom/motion.h>
#include <carom/selection.h>
#include <carom/scene.h>
#include <carom/measure.h>

#endif
