/* t_letters.c - letters beyond ASCII inside a link: skipping them in runs gives the same link as
 * testing each one
 *
 * A run stops at a letter followed by "h" or "f", since a URL could begin there (M15). So the test
 * compares the two ways by the ASCII letter after the character: "y" continues the run, "f" ends
 * it. Both letters belong to the link.
 */
#include <trawl.h>

#include "base/utf8.h"
#include "configured.h"
#include "tap.h"

/* The code points tested: most of the first plane, without surrogates, and part of the second. */
#define FIRST 0x80
#define LAST 0x10FFF
#define LINE 100

typedef struct seen {
    uint64_t line;
    size_t n;
    unsigned flags;
} seen;

typedef struct found_links {
    seen link[3 * (LAST + 1)];
    size_t count;
} found_links;

static found_links runs, singly;
static char text[(LAST + 1) * LINE];

static int keep(void *user, const trawl_event *e)
{
    found_links *l = user;

    if (e->type == TRAWL_EVENT_LINK && l->count < sizeof l->link / sizeof l->link[0])
        l->link[l->count++] = (seen){e->link->line, e->link->url.n, e->link->flags};
    return 0;
}

/* Scans a text with each code point on a line, formatted by `form` and followed by the letter
 * `after`. */
static void find(found_links *l, int profile, const char *form, char after)
{
    const trawl_config config = {.size = sizeof config, .profile = profile};
    size_t n = 0;

    for (uint32_t code = FIRST; code <= LAST; code++) {
        char c[8];
        size_t bytes = code >= 0xD800 && code < 0xE000 ? 0 : utf8_encode(c, code);
        c[bytes] = '\0';
        n += (size_t)snprintf(text + n, LINE, form, c, after);
    }
    l->count = 0;
    is_int(configured_scan(text, n, &config, keep, l), TRAWL_OK, "a scan of %zu bytes", n);
    ok(l->count >= LAST - FIRST + 1, "at least one link a line: %zu", l->count);
}

static void check(int profile, const char *form)
{
    size_t i = 0;

    find(&runs, profile, form, 'y');
    find(&singly, profile, form, 'f');
    while (i < runs.count && i < singly.count && runs.link[i].line == singly.link[i].line &&
           runs.link[i].n == singly.link[i].n && runs.link[i].flags == singly.link[i].flags)
        i++;
    is_int(i, runs.count, "the same links, up to U+%04X",
           (unsigned)(FIRST + runs.link[i].line - 1));
    is_int(runs.count, singly.count, "the same number of links");
}

int main(void)
{
    static const char *const forms[] = {"http://example.com/x%s%c \n",
                                        "http://example.com/x\xC3\xA9%s%c.\n",
                                        "\xE2\x80\x9Ehttp://example.com/?x=%s%c\xE2\x80\x9C\n",
                                        "\xC2\xABhttp://example.com/[%s%c]\xC2\xBB\n"};

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        check(TRAWL_PROFILE_MAIL, forms[i]);
        check(TRAWL_PROFILE_UTS58, forms[i]);
    }
    return done();
}
