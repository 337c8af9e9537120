/* t_mail_usual.c - usual links of mail by their short way: the same events, in the same places, as by the long one
 *
 * The short way is open to those who want the text but no lines and columns (TRAWL_NO_PLACES), and to those who want nothing but
 * links. Each message of testdata/mail is read twice, the second time with usual_link() never asked.
 */
#include "mail_files.h"
#include "mail_run.h"
#include "tap.h"

#include "find/scan.h"
#include "mail/mail.h"

static const unsigned options[] = {TRAWL_NO_PLACES, TRAWL_NO_PLACES | TRAWL_LINKS_ONLY};

/* As the command reads it for -t html, and with what links lead to. */
static const unsigned mail_options[] = {0, TRAWL_MAIL_SHOW, TRAWL_MAIL_TARGETS, TRAWL_MAIL_REFANG};

static mail_tape told[2];

/* Links only leave out what the promises are about. */
static int tell(void *user, const trawl_event *e)
{
    mail_tape *t = user;

    mail_tell(t, e);
    if (e->type == TRAWL_LINK)
        mail_take_link(t, e);
    return 0;
}

static void read_it(const mail_file *file, unsigned option, unsigned mail_option, bool usual, size_t step)
{
    trawl_config find = {.size = sizeof find, .options = option, .base = {file->base, strlen(file->base)}};
    trawl_mail_config config = {sizeof config, &find, file->input, file->headers, mail_option};
    mail_tape *t = &told[usual];
    trawl_mail *m;
    int stop = trawl_mail_open(&m, &config, tell, t);

    if (stop != TRAWL_OK)
        abort();
    if (!usual)
        m->t->usual = false;
    mail_clear(t, file->text.p, file->text.n, false);
    for (size_t i = 0; i < file->text.n && !stop; i += step)
        stop = trawl_mail_feed(m, file->text.p + i, file->text.n - i < step ? file->text.n - i : step);
    if (!stop)
        stop = trawl_mail_finish(m);
    mail_flush(t);
    trawl_mail_close(&m);
    is_int(stop, TRAWL_OK, "%s is read", file->name);
}

static bool same(const growing *a, const growing *b)
{
    return a->n == b->n && memcmp(a->p, b->p, a->n) == 0;
}

static void try(const mail_file *file, size_t step)
{
    for (unsigned i = 0; i < sizeof options / sizeof options[0]; i++)
        for (unsigned k = 0; k < sizeof mail_options / sizeof mail_options[0]; k++) {
            read_it(file, options[i], mail_options[k], true, step);
            read_it(file, options[i], mail_options[k], false, step);
            ok(same(&told[0].told, &told[1].told) && same(&told[0].links, &told[1].links),
               "%s: the same, options %x and %x, by %zu", file->name, options[i], mail_options[k], step);
        }
}

int main(void)
{
    mail_files files = mail_all_files();

    for (size_t i = 0; i < files.n; i++) {
        try(&files.all[i], files.all[i].text.n + 1);
        try(&files.all[i], 5000);
    }
    mail_free_files(&files);
    mail_free(&told[0]);
    mail_free(&told[1]);
    return done();
}
