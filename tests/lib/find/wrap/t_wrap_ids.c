/* t_wrap_ids.c - R17: which of several "<a@b.example>" in a row are message-ids depends only on the
 * text, not on its pieces
 *
 * src/lib/find/wrap/address.c keeps the place of the last id between calls.
 */
#include <stdio.h>
#include <string.h>

#include <trawl.h>

#include "configured.h"
#include "tap.h"

enum { KINDS = 256, IDS = 100 };

static char kinds[KINDS + 1]; /* "i" for each id found, "a" for each address */
static size_t n_kinds;

static int note(void *user, const trawl_event *e)
{
    (void)user;
    if (e->type == TRAWL_EVENT_LINK && n_kinds < KINDS)
        kinds[n_kinds++] = e->link->kind == TRAWL_KIND_MSGID ? 'i' : 'a';
    return 0;
}

static const char *kinds_of(trawl_scanner *t, const char *p, size_t n, size_t step)
{
    n_kinds = 0;
    for (size_t i = 0; i < n; i += step)
        trawl_feed(t, p + i, n - i < step ? n - i : step);
    trawl_finish(t);
    trawl_reset(t);
    kinds[n_kinds] = '\0';
    return kinds;
}

static void in_pieces(trawl_scanner *t, const char *what, const char *p, const char *expected)
{
    static const size_t steps[] = {1, 2, 7, 16, 17, 64, 1000, 65536};

    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++)
        is_str(kinds_of(t, p, strlen(p), steps[k]), expected, "%s, %zu bytes at a time", what,
               steps[k]);
}

/* Scans "References: <100@a.example> <101@a.example> ...", 16 bytes each. Those that begin at most
 * 900 bytes after the first are ids: the first and 56 more (56 * 16 = 896). */
static void many(trawl_scanner *t)
{
    char text[16 * IDS + 16], expected[IDS + 1];
    size_t n = (size_t)sprintf(text, "References:");

    for (int k = 0; k < IDS; k++)
        n += (size_t)sprintf(text + n, " <%d@a.example>", 100 + k);
    memset(expected, 'a', IDS);
    memset(expected, 'i', 57);
    expected[IDS] = '\0';
    in_pieces(t, "ids in a row", text, expected);
    memcpy(text, "Recipients:", 11);
    memset(expected, 'a', IDS);
    in_pieces(t, "addresses in a row", text, expected);
}

/* Scans an id after many blanks. It is an id after at most 100 blanks, also in pieces, where
 * earlier text has been discarded. */
static void behind_blanks(trawl_scanner *t)
{
    static char text[4000];

    memset(text, 'x', sizeof text);
    memcpy(text + 1000, "\nReferences:", 12);
    for (size_t blanks = 50; blanks <= 2500; blanks += 50) {
        char what[40];
        memset(text + 1012, ' ', blanks);
        strcpy(text + 1012 + blanks, "<1@a.example>\n");
        snprintf(what, sizeof what, "%zu blanks before an id", blanks);
        in_pieces(t, what, text, blanks <= 100 ? "i" : "a");
    }
}

int main(void)
{
    trawl_scanner *t;
    trawl_config cfg = {.size = sizeof cfg, .find = TRAWL_FIND_ADDR | TRAWL_FIND_MSGID};

    if (configured_open(&t, &cfg, note, NULL))
        return 1;
    in_pieces(t, "two ids in a line", "References: <1@a.example> <2@b.example>\n", "ii");
    /* The "<" is at the same offset as the second id of the previous text. */
    in_pieces(t, "no id is left from the last text", "Write to our dear friend: <2@b.example>\n",
              "a");
    in_pieces(t, "ids, and an address",
              "References: <1@a.example> <2@b.example>\n<joe@c.example>\n", "iia");
    in_pieces(t, "a comma ends the row", "References: <1@a.example>, <2@b.example> <3@b.example>\n",
              "iaa");
    many(t);
    behind_blanks(t);
    configured_close(&t);
    return done();
}
