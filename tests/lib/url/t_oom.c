/* t_oom.c - makes every allocation of every call fail, one after the other
 *
 * Begins with a released library, so that patterns must be compiled. For n = 0, 1, 2 ... n
 * allocations succeed, and all after them fail. The result must be TRAWL_ERROR_NO_MEMORY or the
 * right one, the same call must succeed once allocations succeed again, and nothing may leak. With
 * glibc a replaced malloc() counts the blocks in use; under the address sanitizer its leak check
 * finds them.
 */
#include <trawl.h>

#include "base/memory.h"
#include "tap.h"

#if defined(__has_feature)
#define HAS_FEATURE(what) __has_feature(what)
#else
#define HAS_FEATURE(what) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define LEAK_CHECK() (__lsan_do_recoverable_leak_check() != 0)
#elif defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && !HAS_FEATURE(memory_sanitizer) &&     \
    !HAS_FEATURE(thread_sanitizer)
#define OWN_MALLOC
#endif
#ifndef LEAK_CHECK
#define LEAK_CHECK() false
#endif

static long blocks_in_use;

#ifdef OWN_MALLOC
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *old);

void *malloc(size_t size)
{
    void *p = __libc_malloc(size);

    blocks_in_use += p != NULL;
    return p;
}

void *calloc(size_t count, size_t size)
{
    void *p = __libc_calloc(count, size);

    blocks_in_use += p != NULL;
    return p;
}

void *realloc(void *old, size_t size)
{
    void *p = __libc_realloc(old, size);

    blocks_in_use += (p && !old) - (!p && old && size == 0);
    return p;
}

void free(void *old)
{
    blocks_in_use -= old != NULL;
    __libc_free(old);
}
#endif

/* A call with its input. Its result is the return value and the text or the verdict. */
typedef struct call {
    int (*run)(const struct call *c, char *text, size_t size, size_t *len);
    trawl_str url, other;
    unsigned how; /* the standard, or the resolution rule */
} call;

static int run_check(const call *c, char *text, size_t size, size_t *len)
{
    trawl_verdict v = {.size = sizeof v};
    int result = trawl_check(&v, c->url.p, c->url.n);

    *len = size < sizeof v ? size : sizeof v;
    memcpy(text, &v, *len);
    return result;
}

static int run_accepts(const call *c, char *text, size_t size, size_t *len)
{
    (void)text;
    (void)size;
    *len = 0;
    return trawl_accepts(c->how, c->url.p, c->url.n);
}

static int run_canonical(const call *c, char *text, size_t size, size_t *len)
{
    return trawl_canonical(c->url.p, c->url.n, text, size, len);
}

static int run_ascii(const call *c, char *text, size_t size, size_t *len)
{
    return trawl_ascii(c->url.p, c->url.n, text, size, len);
}

static int run_surt(const call *c, char *text, size_t size, size_t *len)
{
    return trawl_surt(c->url.p, c->url.n, text, size, len);
}

static int run_normal(const call *c, char *text, size_t size, size_t *len)
{
    return trawl_normal(c->url.p, c->url.n, text, size, len);
}

static int run_same(const call *c, char *text, size_t size, size_t *len)
{
    (void)text;
    (void)size;
    *len = 0;
    return trawl_same(c->url.p, c->url.n, c->other.p, c->other.n);
}

static int run_resolve(const call *c, char *text, size_t size, size_t *len)
{
    return trawl_resolve((int)c->how, c->url.p, c->url.n, c->other.p, c->other.n, text, size, len);
}

/* The result of a call. */
typedef struct gave {
    int result;
    size_t len;
    char text[8192];
} gave;

static void ask(const call *c, gave *g)
{
    memset(g, 0, sizeof *g);
    g->result = c->run(c, g->text, sizeof g->text, &g->len);
}

static bool same_answer(const gave *a, const gave *b)
{
    return a->result == b->result && a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

/* Returns how many allocations a call makes in a released library. */
static long allocations(const call *c)
{
    enum { MANY = 1 << 20 };
    static gave g;
    long left = 0;

    trawl_release();
    memory_fail_after(MANY);
    ask(c, &g);
    while (!memory_fails_now())
        left++;
    memory_fail_after(-1);
    return MANY - left;
}

typedef struct faults {
    long wrong, stuck, leaking, refused;
} faults;

static void fail_at(const call *c, long n, const gave *wanted, faults *f)
{
    long before;
    static gave g;

    trawl_release();
    before = blocks_in_use;
    memory_fail_after(n);
    ask(c, &g);
    memory_fail_after(-1);
    if (g.result == TRAWL_ERROR_NO_MEMORY)
        f->refused++;
    else
        f->wrong += !same_answer(&g, wanted);
    ask(c, &g);
    f->stuck += !same_answer(&g, wanted);
    trawl_release();
    f->leaking += blocks_in_use != before;
}

static void sweep(const char *name, const call *c)
{
    static gave wanted;
    long count = allocations(c);
    faults f = {0};

    ask(c, &wanted);
    ok(wanted.result >= 0, "%s: works with enough memory, %ld allocations", name, count);
    for (long n = 0; n <= count; n++)
        fail_at(c, n, &wanted, &f);
    is_int(f.wrong, 0, "%s: out of memory, or the right answer", name);
    is_int(f.stuck, 0, "%s: works again when there is memory", name);
    is_int(f.leaking + LEAK_CHECK(), 0, "%s: no leak", name);
    ok(count == 0 || f.refused > 0, "%s: a failed allocation is reported", name);
}

static trawl_str str(const char *s)
{
    return (trawl_str){s, strlen(s)};
}

static void checks(void)
{
    static const char *const url[] = {
        "http://h/a?b",  "http://u:p@[::1]/%zz",          "urn:a:b",
        "telnet://h/x#", "x://\xC3\xA4.example/\xE2\x82", "",
    };

    for (size_t i = 0; i < sizeof url / sizeof url[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "trawl_check %s", url[i]);
        sweep(name, &(call){.run = run_check, .url = str(url[i])});
    }
    for (unsigned standard = TRAWL_STANDARD_RFC1738; standard <= TRAWL_STANDARD_IRI;
         standard <<= 1) {
        sweep("trawl_accepts", &(call){.run = run_accepts, .url = str(url[0]), .how = standard});
        sweep("trawl_accepts, refused",
              &(call){.run = run_accepts, .url = str(url[1]), .how = standard});
    }
}

static void forms(void)
{
    static char long_a[3000], long_b[3000];
    const char *idn = "HTTP://B\xC3\xBC"
                      "cher.example:80/%7ea",
               *same = "http://xn--bcher-kva.example/~a";

    snprintf(long_a, sizeof long_a,
             "http://B\xC3\xBC"
             "cher.example/%02000d",
             1);
    snprintf(long_b, sizeof long_b, "HTTP://xn--bcher-kva.example/%02000d", 1);
    sweep("trawl_canonical", &(call){.run = run_canonical, .url = str(idn)});
    sweep(
        "trawl_canonical, mailto",
        &(call){.run = run_canonical, .url = str("mailto:a@\xC3\xA4.example,b@\xC3\xB6.example")});
    sweep("trawl_canonical, ASCII", &(call){.run = run_canonical, .url = str("HTTP://A/")});
    sweep("trawl_ascii", &(call){.run = run_ascii, .url = str(idn)});
    sweep("trawl_surt", &(call){.run = run_surt, .url = str(idn)});
    sweep("trawl_surt, long", &(call){.run = run_surt, .url = str(long_a)});
    sweep("trawl_normal, long", &(call){.run = run_normal, .url = str(long_a)});
    sweep("trawl_same", &(call){.run = run_same, .url = str(idn), .other = str(same)});
    sweep("trawl_same, long", &(call){.run = run_same, .url = str(long_a), .other = str(long_b)});
    sweep("trawl_same, a long and a short URL",
          &(call){.run = run_same, .url = str(long_a), .other = str(long_a + 1)});
    sweep("trawl_same, one URL long",
          &(call){.run = run_same, .url = str(same), .other = str(long_b)});
    for (unsigned rule = TRAWL_RESOLVE_3986; rule <= TRAWL_RESOLVE_1630; rule++) {
        sweep("trawl_resolve", &(call){.run = run_resolve,
                                       .url = str("http://h/a/b"),
                                       .other = str("../c"),
                                       .how = rule});
        sweep("trawl_resolve, long",
              &(call){
                  .run = run_resolve, .url = str(long_a), .other = str("a/../b?c#d"), .how = rule});
    }
}

int main(void)
{
    checks();
    forms();
    return done();
}
