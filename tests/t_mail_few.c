/* t_mail_few.c - TRAWL_FEW_TEXTS: fewer events, which still follow on one another, and of which the same is made
 *
 * Each message of testdata/mail, and a text of addresses in brackets, is read twice and written in the same way each time.
 */
#include <trawl_emit.h>

#include "mail_files.h"
#include "tap.h"

typedef struct writing {
    int format;
    unsigned options;
    bool room;
} writing;

static const writing writings[] = {{TRAWL_EMIT_HTML, 0, false},
                                   {TRAWL_EMIT_HTML, 0, true},
                                   {TRAWL_EMIT_HTML, TRAWL_EMIT_PAGE, false},
                                   {TRAWL_EMIT_HTML, TRAWL_EMIT_PAGE | TRAWL_EMIT_REFLOW, true},
                                   {TRAWL_EMIT_TERM, 0, false},
                                   {TRAWL_EMIT_TERM, 0, true},
                                   {TRAWL_EMIT_MARKDOWN, 0, true}};

typedef struct reading {
    growing written, text;
    trawl_emit *emit;
    uint64_t at;
    size_t events, gaps, before;
} reading;

static reading read_so[2]; /* as usual, and with the option */

static int put(void *user, const char *bytes, size_t n)
{
    growing_add(user, bytes, n);
    return 0;
}

static int tell(void *user, const trawl_event *e)
{
    reading *r = user;

    r->events++;
    r->gaps += e->span.from - e->before.n != r->at;
    r->at = e->span.to;
    r->before += e->before.n > 0;
    growing_add(&r->text, e->before.p, e->before.n);
    if (e->type <= TRAWL_LINK_MORE)
        growing_add(&r->text, e->text.p, e->text.n);
    return trawl_emit_event(r->emit, e);
}

static void read_it(const mail_file *file, bool few, const writing *as, size_t step)
{
    trawl_config find = {.size = sizeof find, .options = TRAWL_NO_PLACES | (few ? TRAWL_FEW_TEXTS : 0)};
    trawl_mail_config config = {sizeof config, &find, file->input, file->headers, TRAWL_MAIL_SHOW};
    trawl_emit_config how = {.size = sizeof how, .format = as->format, .options = as->options};
    static char room[TRAWL_EMIT_ROOM];
    reading *r = &read_so[few];
    size_t room_n = 0;
    trawl_mail *m;
    int stop;

    growing_clear(&r->written);
    growing_clear(&r->text);
    *r = (reading){.written = r->written, .text = r->text};
    if (as->room) {
        how.room = room;
        how.room_size = sizeof room;
        how.room_n = &room_n;
    }
    if (trawl_emit_open(&r->emit, &how, put, &r->written) != TRAWL_OK)
        abort();
    if (trawl_mail_open(&m, &config, tell, r) != TRAWL_OK)
        abort();
    stop = TRAWL_OK;
    for (size_t i = 0; i < file->text.n && !stop; i += step)
        stop = trawl_mail_feed(m, file->text.p + i, file->text.n - i < step ? file->text.n - i : step);
    if (!stop)
        stop = trawl_mail_finish(m);
    if (!stop)
        stop = trawl_emit_finish(r->emit);
    trawl_mail_close(&m);
    trawl_emit_close(&r->emit);
    is_int(stop, TRAWL_OK, "%s is read", file->name);
}

static void try(const mail_file *file, size_t step)
{
    for (unsigned i = 0; i < sizeof writings / sizeof writings[0]; i++) {
        read_it(file, false, &writings[i], step);
        read_it(file, true, &writings[i], step);
        ok(growing_same(&read_so[0].written, &read_so[1].written) && growing_same(&read_so[0].text, &read_so[1].text) &&
               read_so[1].gaps == read_so[0].gaps && read_so[1].events <= read_so[0].events && read_so[0].before == 0,
           "%s: the same by fewer events, format %d, options %x, by %zu", file->name, writings[i].format,
           writings[i].options, step);
    }
}

/* The brackets of all links but those beside the cuts are no events of their own, nor is the text before these links. */
static void brackets(void)
{
    growing text = {0};
    mail_file file = {.name = "brackets", .input = TRAWL_INPUT_TEXT};

    for (int i = 0; i < 500; i++)
        growing_printf(&text,
                       "Joe %d & Son <joe%d@a.example>, <http://b.example/%d>\r\n> <a%d@b.example><c@d.example>\n", i,
                       i, i, i);
    file.text.p = text.p;
    file.text.n = text.n;
    try(&file, text.n);
    ok(read_so[1].events + 8 * 450 < read_so[0].events, "%zu events and not %zu", read_so[1].events, read_so[0].events);
    ok(read_so[1].before > 4 * 450, "%zu links bring the text before them", read_so[1].before);
    try(&file, 1000);
    try(&file, 1);
    free(text.p);
}

int main(void)
{
    mail_files files = mail_all_files();

    for (size_t i = 0; i < files.n; i++) {
        try(&files.all[i], files.all[i].text.n + 1);
        try(&files.all[i], 5000);
    }
    brackets();
    mail_free_files(&files);
    for (size_t i = 0; i < 2; i++) {
        free(read_so[i].written.p);
        free(read_so[i].text.p);
    }
    return done();
}
