/* careful.c - feeds a source in which a message has ended a process
 *
 * Input: the bytes of the source, and the deaths that the guard knows. The source is fed line by
 * line, and guard_at() notes the message of each line. The text of a message that has ended a
 * process is replaced by blanks, except its line ends. So all places in the source stay the same,
 * and the message gets an entry with its header and without links.
 *
 * A message begins below a line that separates messages in this kind of input. Its header has been
 * read when the reader sends a MESSAGE event. If the process ended before that, or if it ended
 * again, the header is blanked, too. If that does not help, the rest of the source is blanked, and
 * then the source is left out.
 */
#include "app/gather/gather.h"

#include <stdio.h>

#include "app/command.h"

/* How often a message may have ended a process while only its text is blanked, while all of it is
 * blanked, and while the rest of the source is blanked. */
enum { TEXT_ONLY = 1, MESSAGE_ONLY, REST_ONLY };

/* ---- Messages to the user ---- */

static void careful_complain(struct gather *s, const struct guard_death *death, uint64_t at,
                             trawl_str id, const char *result)
{
    char why[GUARD_WHY], name[5000], rest[200];

    (void)guard_why(death, why);
    (void)snprintf(name, sizeof name, "%.4000s: byte %llu%s%.*s%s", s->careful.path,
                   (unsigned long long)at, id.n > 0 ? ": message <" : "",
                   (int)(id.n < 500 ? id.n : 500), id.p ? id.p : "", id.n > 0 ? ">" : "");
    (void)snprintf(rest, sizeof rest, ": reading it %s; %s", why, result);
    say("index", "", name, rest);
    if (gather_is_note(s->trouble))
        (void)snprintf(s->trouble, sizeof s->trouble, GATHER_UNREAD "byte %llu: reading it %s",
                       (unsigned long long)at, why);
    guard_trouble();
}

static void complain_of_message(struct gather *s, const struct guard_death *death, trawl_str id)
{
    const bool header = death->header || death->count > TEXT_ONLY;

    careful_complain(s, death, death->at, id,
                     death->count > MESSAGE_ONLY ? "nothing from there on is in the index"
                     : header                    ? "the index has neither its header nor its links"
                                                 : "the index has none of its links");
}

/* ---- The source ---- */

bool careful_begin(struct gather *s, const char *path, uint64_t from)
{
    const uint64_t source = guard_source(path);
    const struct guard_death *death = guard_worst(source);

    s->careful = (struct careful){.on = guard_suspects(source),
                                  .path = path ? path : "standard input",
                                  .source = source,
                                  .from = from,
                                  .separator = from,
                                  .begin = from,
                                  .last = from,
                                  .header = true,
                                  .line = true};
    guard_enter(s->config.thread, source, s->careful.on);
    if (s->careful.on)
        guard_at(s->config.thread, from, true, from);
    if (!death || death->count <= REST_ONLY)
        return true;
    careful_complain(s, death, death->at, (trawl_str){"", 0}, "the file is left out");
    return false;
}

/* Returns the death at the message that began last, after its header was read; or NULL. */
static const struct guard_death *death_in_text(const struct careful *c)
{
    const struct guard_death *death = guard_find(c->source, c->begin, false);

    return death ? death : guard_find(c->source, c->separator, false);
}

/* Notes that what is fed from here on is the header of a message. */
static void begin_header(struct gather *s)
{
    struct careful *c = &s->careful;
    const struct guard_death *death = guard_find(c->source, c->separator, true),
                             *text = death_in_text(c);

    guard_at(s->config.thread, c->separator, true, c->last);
    if (death && death != c->named)
        complain_of_message(s, death, (trawl_str){"", 0});
    c->named = death;
    c->blank = death || (text && text->count > TEXT_ONLY);
    c->rest = c->rest || (text && text->count > MESSAGE_ONLY);
}

void careful_start(struct gather *s)
{
    if (s->careful.on)
        begin_header(s);
}

void careful_event(struct gather *s, const trawl_event *e)
{
    struct careful *c = &s->careful;
    const struct guard_death *death = guard_find(c->source, e->message->offset, false);

    c->last = e->message->offset;
    guard_at(s->config.thread, c->last, false, c->last);
    if (death) {
        c->blank = true;
        c->rest = death->count > MESSAGE_ONLY;
        complain_of_message(s, death, e->message->id);
    }
    c->unread = c->blank;
}

/* ---- Lines ---- */

/* The starts of lines that separate messages, and the kinds of input that have them. */
#define BIT(kind) (1u << TRAWL_INPUT_##kind)
static const struct {
    const char *start, *within; /* within: what the line has after it; "" if nothing */
    unsigned inputs;
} separators[] = {
    {"From ", ":", BIT(AUTO) | BIT(MBOX) | BIT(MBOXO) | BIT(MBOXCL) | BIT(MBOXCL2) | BIT(PATCHES)},
    {"\1\1\1\1", "", BIT(AUTO) | BIT(MMDF)},
    {"#! rnews", "", BIT(AUTO) | BIT(RNEWS)},
    {"WARC/", "", BIT(AUTO) | BIT(WARC)},
    {".\n", "", BIT(NNTP)},
    {".\r\n", "", BIT(NNTP)},
};

/* Returns true for a line that may separate messages. Text that looks like such a line does no
 * harm: then only what is below it is blanked. */
static bool separates(const struct gather *s, trawl_str line)
{
    const unsigned input = 1u << trawl_mail_input(s->mail);

    for (size_t i = 0; i < sizeof separators / sizeof separators[0]; i++) {
        const size_t n = strlen(separators[i].start);
        const char *within = separators[i].within;

        if (separators[i].inputs & input && line.n >= n &&
            memcmp(line.p, separators[i].start, n) == 0)
            return !*within || memchr(line.p, *within, line.n) != NULL;
    }
    return false;
}

/* Decides whether the line at byte `at` is blanked. Returns true for a separator. */
static bool careful_line(struct gather *s, trawl_str line, uint64_t at)
{
    struct careful *c = &s->careful;
    const struct guard_death *death;

    if (!c->rest && separates(s, line)) {
        c->blank = false;
        c->separator = at;
        c->begin = at + line.n;
        c->header = true;
        return true;
    }
    if (c->header && line.n <= 2 && line.p[line.n - 1] == '\n') {
        c->header = false;
        if ((death = death_in_text(c)) != NULL) {
            c->blank = true;
            c->rest = death->count > MESSAGE_ONLY;
        }
    }
    return false;
}

static void careful_blank(char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != '\n' && p[i] != '\r')
            p[i] = ' ';
}

int careful_feed(struct gather *s, uint64_t at, char *p, size_t n)
{
    struct careful *c = &s->careful;
    int stop = 0;

    for (size_t i = 0, k; i < n && !stop; i += k) {
        const char *end = memchr(p + i, '\n', n - i);
        bool separator;

        k = end ? (size_t)(end - p) + 1 - i : n - i;
        separator = c->line && careful_line(s, (trawl_str){p + i, k}, at + i);
        if (c->blank)
            careful_blank(p + i, k);
        stop = trawl_mail_feed(s->mail, p + i, k);
        guard_step(s->config.thread);
        if (separator && !stop)
            begin_header(s);
        c->line = end != NULL;
    }
    return stop;
}
