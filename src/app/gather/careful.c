/* careful.c - feeds a source in which a message has ended a process
 *
 * Input: the bytes of the source, and the deaths that the guard knows. The source is fed line by
 * line, and guard_at() notes the message of each line. The text of a message that has ended a
 * process is replaced by blanks, except its line ends. So all places in the source stay the same,
 * and the message gets an entry with its header and without links. If the process ends there again,
 * the header is blanked, too, and then also the text of the message before it. At last the source
 * is left out.
 *
 * A message begins with a line that separates messages.
 */
#include "app/gather/gather.h"

#include <stdio.h>

#include "app/command.h"

/* How often a process may have ended at a message while only its text is blanked, and while all of
 * it is blanked. */
enum { TEXT_ONLY = 1, MESSAGE_ONLY = GUARD_BEFORE };

/* Reports a message that has ended a process. */
static void careful_complain(struct gather *s, const struct guard_death *death, trawl_str id)
{
    const unsigned long long at = death->at;
    char why[GUARD_WHY], name[5000], rest[200];

    (void)guard_why(death, why);
    (void)snprintf(name, sizeof name, "%.4000s: byte %llu%s%.*s%s", s->careful.path, at,
                   id.n > 0 ? ": message <" : "", (int)(id.n < 500 ? id.n : 500), id.p ? id.p : "",
                   id.n > 0 ? ">" : "");
    (void)snprintf(rest, sizeof rest, ": reading it %s; %s", why,
                   death->count <= TEXT_ONLY      ? "the index has none of its links"
                   : death->count <= MESSAGE_ONLY ? "the index has neither its header nor its links"
                                                  : "the file is left out");
    say("index", "", name, rest);
    if (gather_is_note(s->trouble))
        (void)snprintf(s->trouble, sizeof s->trouble, GATHER_UNREAD "byte %llu: reading it %s", at,
                       why);
    s->careful.unnamed = false;
    guard_trouble();
}

/* ---- Messages ---- */

void careful_end(struct gather *s)
{
    if (s->careful.unnamed)
        careful_complain(s, s->careful.death, (trawl_str){"", 0});
}

/* Notes that the message at byte `at` is fed from here on. */
static void begin_message(struct gather *s, uint64_t at)
{
    struct careful *c = &s->careful;

    careful_end(s);
    guard_at(s->config.thread, at, c->at);
    c->at = at;
    c->death = guard_find(c->source, at);
    c->header = true;
    c->blank = c->unnamed = c->death && c->death->count > TEXT_ONLY;
    careful_end(s);
}

bool careful_begin(struct gather *s, const char *path, uint64_t from)
{
    const uint64_t source = guard_source(path);
    const struct guard_death *death = guard_worst(source);

    s->careful = (struct careful){.on = death != NULL,
                                  .path = path ? path : "standard input",
                                  .source = source,
                                  .at = from,
                                  .line = true};
    guard_enter(s->config.thread, source, s->careful.on);
    if (death && death->count > MESSAGE_ONLY) {
        careful_complain(s, death, (trawl_str){"", 0});
        return false;
    }
    if (death)
        begin_message(s, from);
    return true;
}

void careful_event(struct gather *s, const trawl_event *e)
{
    struct careful *c = &s->careful;

    c->unread = c->blank;
    if (c->unnamed)
        careful_complain(s, c->death, e->message->id);
}

/* ---- Lines ---- */

/* Returns true for a line that separates messages in some kind of input. Text that looks like such
 * a line does no harm: then only what is below it is blanked. */
static bool separates(trawl_str line)
{
    static const char *const starts[] = {"From ", "\1\1\1\1", "#! rnews", ".\n", ".\r\n"};

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (line.n >= strlen(starts[i]) && memcmp(line.p, starts[i], strlen(starts[i])) == 0)
            return i > 0 || memchr(line.p, ':', line.n);
    return false;
}

static bool is_empty(trawl_str line)
{
    return line.p[0] == '\n' || (line.n > 1 && line.p[0] == '\r' && line.p[1] == '\n');
}

static void careful_blank(char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != '\n' && p[i] != '\r')
            p[i] = ' ';
}

/* Feeds a line, or a part of one, which is at byte `at`. */
static int feed_line(struct gather *s, char *p, size_t n, uint64_t at)
{
    struct careful *c = &s->careful;
    const trawl_str line = {p, n};
    const bool separator = c->line && separates(line);
    int stop;

    if (separator) {
        c->blank = false;
    } else if (c->line && c->header && is_empty(line)) {
        c->header = false;
        if (c->death && !c->blank)
            c->blank = c->unnamed = true;
    }
    if (c->blank)
        careful_blank(p, n);
    stop = trawl_mail_feed(s->mail, p, n);
    guard_step(s->config.thread);
    if (separator && !stop)
        begin_message(s, at + n);
    c->line = p[n - 1] == '\n';
    return stop;
}

int careful_feed(struct gather *s, uint64_t at, char *p, size_t n)
{
    int stop = 0;

    for (size_t i = 0, k; i < n && !stop; i += k) {
        const char *end = memchr(p + i, '\n', n - i);

        k = end ? (size_t)(end - p) + 1 - i : n - i;
        stop = feed_line(s, p + i, k, at + i);
    }
    return stop;
}
