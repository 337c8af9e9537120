/* t_messages.c - the messages of testdata/mail: their links, and correct events in pieces of any
 * size
 *
 * Each message is read whole, in pieces of 1, 2, 3, 7 and 61 bytes, and, unless it is long, split
 * in two at every place. The events must be the same; mail_run.h says how they are compared and
 * what else is checked.
 */
#include "configured.h"
#include "mail_files.h"
#include "mail_run.h"
#include "tap.h"

enum { LONG = 2048 };

/* ---- Links ---- */

/* Returns true if a link's line begins with the three first words of the wanted line and has all
 * others. */
static bool line_holds(const char *told, const char *wanted)
{
    size_t words = 0;

    while (*wanted) {
        size_t n = strcspn(wanted, " ");
        const char *at;
        if (words < 3) {
            if (strncmp(told, wanted, n) != 0 || told[n] != ' ')
                return false;
            told += n + 1;
        } else {
            for (at = told; *at; at += strcspn(at, " "), at += *at == ' ')
                if (strncmp(at, wanted, n) == 0 && (at[n] == ' ' || at[n] == 0))
                    break;
            if (!*at)
                return false;
        }
        words++;
        wanted += n;
        wanted += *wanted == ' ';
    }
    return words >= 3;
}

/* Returns the next line of *text and advances *text; NULL at the end. */
static char *next_line(char **text)
{
    char *line = *text, *end = line ? strchr(line, '\n') : NULL;

    if (!end)
        return NULL;
    *end = 0;
    *text = end + 1;
    return line;
}

static bool links_hold(const growing *told, const growing *wanted)
{
    kept a = keep(told->p, told->n), b = keep(wanted->p, wanted->n);
    char *from_a = a.p, *from_b = b.p, *line_a, *line_b;
    bool held = true;

    do {
        line_a = next_line(&from_a);
        line_b = next_line(&from_b);
        held = held && (line_a && line_b ? line_holds(line_a, line_b) : line_a == line_b);
    } while (held && line_a);
    free(a.p);
    free(b.p);
    return held;
}

static void show(const char *label, const growing *g)
{
    printf("# %s\n#   ", label);
    for (size_t i = 0; i < g->n; i++)
        printf(g->p[i] == '\n' ? "\n#   " : "%c", g->p[i]);
    printf("\n");
}

/* ---- Cuts ---- */

static void show_difference(const growing *a, const growing *b)
{
    size_t i = 0, from;

    while (i < a->n && i < b->n && a->p[i] == b->p[i])
        i++;
    for (from = i; from > 0 && a->p[from - 1] != '\n'; from--)
        ;
    printf("# whole: %.*s\n# cut:   %.*s\n", (int)strcspn(a->p + from, "\n"), a->p + from,
           (int)strcspn(b->p + from, "\n"), b->p + from);
}

/* Returns true if the events are the same in these pieces; prints the first that differs. */
static bool same_cut(trawl_mail *m, mail_tape *t, const mail_file *f, const growing *told,
                     size_t first, size_t step)
{
    int result = mail_run(m, t, f->text.p, f->text.n, first, step);
    bool same = !result && !t->broken && growing_same(&t->told, told);

    if (same)
        return true;
    printf("# %s, first %zu, then %zu: %d, %s at %llu\n", f->name, first, step, result,
           t->broken ? t->broken : "", (unsigned long long)t->broken_at);
    if (!growing_same(&t->told, told))
        show_difference(told, &t->told);
    return false;
}

static bool any_cut(trawl_mail *m, mail_tape *t, const mail_file *f, const growing *told)
{
    static const size_t steps[] = {1, 2, 3, 7, 61};
    bool same = true;

    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && same; i++)
        same = same_cut(m, t, f, told, steps[i], steps[i]);
    for (size_t first = 1; first < f->text.n && f->text.n < LONG && same; first++)
        same = same_cut(m, t, f, told, first, f->text.n);
    return same;
}

/* Reads a message whole, and compares its links; with `cuts`, reads it in pieces, too. */
static void try_message(const mail_file *f, bool cuts)
{
    trawl_config find = {.size = sizeof find,
                         .find = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML |
                                 TRAWL_FIND_MSGID,
                         .want = TRAWL_WANT_PLACE | (cuts ? TRAWL_WANT_ATTACHED : TRAWL_WANT_TEXT),
                         .base = {f->base, strlen(f->base)}};
    trawl_mail_config cfg = {.size = sizeof cfg,
                             .input = f->input,
                             .headers = f->headers,
                             .options = TRAWL_MAIL_OPTION_TARGETS};
    mail_tape t = {0}, whole = {0};
    trawl_mail *m;

    if (!is_int(configured_mail_open(&m, cfg, &find, mail_sink, &t), TRAWL_OK, "%s: opened",
                f->name))
        return;
    is_int(mail_run(m, &t, f->text.p, f->text.n, f->text.n, 1), TRAWL_OK, "%s: read", f->name);
    growing_add(&whole.told, t.told.p, t.told.n);
    if (cuts) {
        ok(any_cut(m, &t, f, &whole.told), "%s: the same in any cut", f->name);
    } else if (!ok(!t.broken, "%s: correct events", f->name)) {
        printf("# %s, at %llu\n", t.broken, (unsigned long long)t.broken_at);
    } else if (!ok(links_hold(&t.links, &f->links), "%s: links", f->name)) {
        show("wanted", &f->links);
        show("got", &t.links);
    }
    configured_mail_close(&m);
    mail_free(&t);
    mail_free(&whole);
}

int main(void)
{
    mail_files f = mail_all_files();

    ok(f.n >= 80, "at least 80 messages");
    for (size_t i = 0; i < f.n; i++) /* first what needs the least time */
        try_message(&f.all[i], false);
    for (size_t i = 0; i < f.n; i++)
        try_message(&f.all[i], true);
    mail_free_files(&f);
    trawl_release();
    return done();
}
