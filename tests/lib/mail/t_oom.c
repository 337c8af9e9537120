/* t_oom.c - makes every allocation of the mail reader fail, one after the other, for each message
 * of testdata/mail
 *
 * For n = 0, 1, 2 ... all allocations after the first n fail. The result must be
 * TRAWL_ERROR_NO_MEMORY, or the right one where no more memory was needed; everything must be
 * freed; and the same mail reader, reset, must read the message once there is memory again.
 */
#include "configured.h"
#include "mail_files.h"
#include "mail_run.h"
#include "purse.h"
#include "tap.h"

typedef struct faults {
    long wrong, stuck, leaking, refused;
} faults;

static purse mine;

static int open_it(const mail_file *f, trawl_mail **m, mail_tape *t)
{
    trawl_config find = {.size = sizeof find,
                         .find = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML |
                                 TRAWL_FIND_MSGID,
                         .resize = purse_resize,
                         .resize_user = &mine};
    trawl_mail_config cfg = {.size = sizeof cfg, .input = f->input, .headers = f->headers};

    return configured_mail_open(m, cfg, &find, mail_sink, t);
}

/* Makes all allocations after the first n fail. Returns false when fewer were made. */
static bool fail_at(faults *f, const mail_file *file, mail_tape *t, const growing *wanted, long n,
                    size_t step)
{
    trawl_mail *m = NULL;
    int result;
    bool used;

    mine = (purse){.left = n};
    result = open_it(file, &m, t);
    if (!result)
        result = mail_run(m, t, file->text.p, file->text.n, step, step);
    used = mine.asked > n;
    f->refused += result == TRAWL_ERROR_NO_MEMORY;
    f->wrong += used ? result != TRAWL_ERROR_NO_MEMORY
                     : result != TRAWL_OK || !growing_same(&t->told, wanted);
    f->wrong += t->broken && m;
    mine.left = -1;
    if (m)
        f->stuck += mail_run(m, t, file->text.p, file->text.n, step, step) != TRAWL_OK ||
                    t->broken || !growing_same(&t->told, wanted);
    configured_mail_close(&m);
    f->leaking += mine.blocks != 0;
    return used;
}

static void sweep(faults *f, const mail_file *file, size_t step)
{
    mail_tape t = {0}, whole = {0};
    trawl_mail *m;

    mine = (purse){.left = -1};
    if (open_it(file, &m, &t))
        abort();
    (void)mail_run(m, &t, file->text.p, file->text.n, step, step);
    configured_mail_close(&m);
    growing_add(&whole.told, t.told.p, t.told.n);
    for (long n = 0; fail_at(f, file, &t, &whole.told, n, step); n++)
        ;
    mail_free(&t);
    mail_free(&whole);
}

int main(void)
{
    mail_files files = mail_all_files();
    faults f = {0};

    for (size_t i = 0; i < files.n; i++) {
        long before = f.wrong + f.stuck + f.leaking;
        sweep(&f, &files.all[i], i % 3 ? files.all[i].text.n : 7);
        if (before != f.wrong + f.stuck + f.leaking)
            printf("# %s\n", files.all[i].name);
    }
    is_int(f.wrong, 0, "an error, or the right result");
    is_int(f.stuck, 0, "works again with memory");
    is_int(f.leaking, 0, "no leak");
    ok(f.refused > 1000, "failures reported: %ld", f.refused);
    mail_free_files(&files);
    trawl_release();
    return done();
}
