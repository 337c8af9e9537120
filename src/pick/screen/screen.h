/* screen.h - the full screen of trawl pick */
#ifndef TRAWL_PICK_SCREEN_SCREEN_H
#define TRAWL_PICK_SCREEN_SCREEN_H

#include "pick/pick.h"

struct screen;

/* Prepares the screen, which begins to show when there is something to show. Returns NULL, after a
 * message, when it cannot: without ncurses, or without memory. */
struct screen *screen_open(struct pick *p);

/* A reader_idle: handles keys and shows the links so far. */
int screen_idle(void *user, int fd);

/* Lets the user choose until the user leaves. */
void screen_run(struct screen *s);

/* Restores the terminal. Returns true if there was none to show on, so the user should choose by
 * numbers. */
int screen_close(struct screen *s);

#endif
