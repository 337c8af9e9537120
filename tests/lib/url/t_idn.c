/* t_idn.c - host names beyond ASCII: a name from a thread's cache converts as it did the first time
 *
 * The expected result of each name comes from a thread of its own, whose cache is empty.
 */
#include <errno.h>
#include <pthread.h>

#include "gentext.h"
#include "url/inside.h"
#include "tap.h"

enum { NAMES = 400, CALLS = 20000 };

typedef struct converted {
    char name[200], ascii[IDN_HOST_MAX + 1], unicode[IDN_UNICODE_MAX];
    size_t n, ascii_n, unicode_n;
    int to_ascii, to_unicode;
} converted;

static converted names[NAMES];

static void *convert(void *user)
{
    converted *c = user;

    c->to_ascii = idn_to_ascii(c->name, c->n, c->ascii, &c->ascii_n);
    c->to_unicode = idn_to_unicode(c->name, c->n, c->unicode, &c->unicode_n);
    return NULL;
}

/* Makes names of valid and invalid labels, short and long, many of them nearly alike. */
static void make(gentext *g, converted *c)
{
    static const char *const parts[] = {"b\303\274cher",
                                        "\xD0\xB0pple",
                                        "xn--bcher-kva",
                                        "a",
                                        "b",
                                        ".",
                                        "-",
                                        "_",
                                        "\xFF",
                                        "xn--",
                                        "xn--80ak6aa92e",
                                        "\xE4\xB8\xAD\xE6\x96\x87",
                                        "example",
                                        "ABC",
                                        "\xE2\x80\x8D"};
    size_t count = 1 + gentext_random(g, gentext_random(g, 4) ? 4 : 16);

    for (size_t i = 0; i < count && c->n < 180; i++) {
        const char *part = parts[gentext_random(g, sizeof parts / sizeof *parts)];
        memcpy(c->name + c->n, part, strlen(part));
        c->n += strlen(part);
    }
}

static bool same(const converted *a, const converted *b)
{
    return a->to_ascii == b->to_ascii && a->to_unicode == b->to_unicode &&
           (a->to_ascii <= 0 ||
            (a->ascii_n == b->ascii_n && memcmp(a->ascii, b->ascii, a->ascii_n) == 0)) &&
           (a->to_unicode <= 0 ||
            (a->unicode_n == b->unicode_n && memcmp(a->unicode, b->unicode, a->unicode_n) == 0));
}

/* Names that are no names, after a failure of something else for want of memory. */
static void after_failure(void)
{
    static const char wrong[] = "xn--\xC3\xBC.example", puny[] = "xn--a-.example";
    char out[IDN_UNICODE_MAX];
    size_t n;

    errno = ENOMEM;
    is_int(idn_to_ascii(wrong, strlen(wrong), out, &n), 0, "no name in ASCII");
    errno = ENOMEM;
    is_int(idn_to_ascii("\xE2\x80\x8D", 3, out, &n), 0, "no name in ASCII: a joiner");
    errno = ENOMEM;
    ok(idn_to_unicode(puny, strlen(puny), out, &n) >= 0, "no name in Unicode");
}

int main(void)
{
    gentext g = {0};
    unsigned wrong = 0, valid = 0;

    for (size_t i = 0; i < NAMES; i++) {
        pthread_t thread;
        make(&g, &names[i]);
        if (pthread_create(&thread, NULL, convert, &names[i]) || pthread_join(thread, NULL))
            abort();
        valid += names[i].to_ascii > 0 || names[i].to_unicode > 0;
    }
    for (size_t i = 0, at = 0; i < CALLS; i++) {
        converted c = {0};
        /* Half of the calls convert one of the last names again. */
        at = gentext_random(&g, 2) ? gentext_random(&g, NAMES)
                                   : (at + gentext_random(&g, 2)) % NAMES;
        memcpy(c.name, names[at].name, sizeof c.name);
        c.n = names[at].n;
        convert(&c);
        if (!same(&c, &names[at])) {
            wrong++;
            printf("# %.*s\n", (int)c.n, c.name);
        }
    }
    after_failure();
    is_int(wrong, 0, "%d calls for %d names give what the first one gave", CALLS, NAMES);
#ifdef HAVE_IDN2
    ok(valid > NAMES / 10 && valid < NAMES, "some of the names are valid: %u", valid);
#else
    is_int(valid, 0, "without libidn2 no name is valid");
#endif
    return done();
}
