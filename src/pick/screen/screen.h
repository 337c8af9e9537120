/* screen.h - the full screen of trawl pick
 *
 * screen.c opens the terminal, waits for keys and input, and restores the terminal. list.c shows
 * the links, keys.c handles keys, pages.c shows questions, help and context, line.c edits a line,
 * and draw.c draws any text in its columns.
 */
#ifndef TRAWL_PICK_SCREEN_SCREEN_H
#define TRAWL_PICK_SCREEN_SCREEN_H

#include <stdbool.h>

#include "pick/pick.h"

struct screen;

/* Prepares the screen, which begins to show when there is something to show. Returns NULL when out
 * of memory. */
struct screen *screen_open(struct pick *p);

/* A reader_idle: handles keys and shows the links so far. */
int screen_idle(void *user, int fd);

/* Lets the user choose until the user leaves. */
void screen_run(struct screen *s);

/* Restores the terminal, and prints the messages that came meanwhile. Returns true if there was no
 * terminal to show on, so the user has to choose by numbers. */
bool screen_close(struct screen *s);

#endif
