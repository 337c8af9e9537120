/* t_threads.c - many threads use the library at once, from its first use
 *
 * Patterns are compiled on first use and shared. Each round frees all of them, then eight threads
 * start together, each at another place of the same work, so that they race to compile every
 * pattern. Their counts must be those of one thread. Under the thread sanitizer this also shows
 * that nothing is read while it is written.
 */
#include <pthread.h>
#include <trawl.h>

#include "urls.h"
#include "tap.h"

enum { THREADS = 8, ROUNDS = 12 };

/* The sum of all results for the good URLs, and for the same URLs with a bad last byte; the order
 * does not affect it. */
typedef struct sum {
    unsigned long valid, refusals, at, canonical, same, resolved, failed;
} sum;

static void add(sum *s, const char *url, size_t n)
{
    trawl_verdict v = {.size = sizeof v};
    char text[512];
    size_t len = 0;

    s->failed += trawl_check(&v, url, n) != TRAWL_OK;
    s->valid += v.valid;
    s->refusals += v.refusals;
    for (unsigned i = 0; i < v.refusals; i++)
        s->at += (unsigned long)v.refusal[i].at * (unsigned)v.refusal[i].code;
    for (unsigned standard = TRAWL_STANDARD_RFC1738; standard <= TRAWL_STANDARD_IRI; standard <<= 1)
        s->failed += trawl_accepts(standard, url, n) != ((v.valid & standard) != 0);
    s->failed += trawl_canonical(url, n, text, sizeof text, &len) != TRAWL_OK;
    s->canonical += len;
    s->same += (unsigned long)trawl_same(url, n, text, len);
    s->failed += trawl_ascii(url, n, text, sizeof text, &len) != TRAWL_OK;
    s->failed += trawl_resolve(TRAWL_RESOLVE_3986, "http://h/a/b", 12, url, n, text, sizeof text,
                               &len) != TRAWL_OK;
    s->resolved += len;
}

static sum work(int begin)
{
    sum s = {0};

    for (int i = 0; i < GOOD_URLS; i++) {
        const char *url = good_urls[(i + begin) % GOOD_URLS];
        char bad[128];
        size_t n = strlen(url);
        memcpy(bad, url, n);
        bad[n - 1] = ' ';
        add(&s, url, n);
        add(&s, bad, n);
    }
    return s;
}

typedef struct worker {
    pthread_t thread;
    pthread_barrier_t *together;
    int begin;
    sum sum;
} worker;

static void *run(void *user)
{
    worker *w = user;

    pthread_barrier_wait(w->together);
    w->sum = work(w->begin);
    return NULL;
}

/* Runs eight threads. Returns how many of them get sums other than `wanted`. */
static int race(const sum *wanted)
{
    pthread_barrier_t together;
    worker w[THREADS];
    int wrong = 0;

    trawl_release();
    pthread_barrier_init(&together, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        w[i] = (worker){.together = &together, .begin = i * GOOD_URLS / THREADS};
        if (pthread_create(&w[i].thread, NULL, run, &w[i]) != 0)
            abort();
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(w[i].thread, NULL);
        wrong += memcmp(&w[i].sum, wanted, sizeof *wanted) != 0;
    }
    pthread_barrier_destroy(&together);
    return wrong;
}

int main(void)
{
    sum alone = work(0);

    ok(alone.failed == 0, "one thread: no call fails");
    ok(alone.valid > GOOD_URLS && alone.refusals > GOOD_URLS, "there are valid and refused URLs");
    is_int(alone.same, 2 * GOOD_URLS, "each URL is the same as its canonical form");
    for (int i = 0; i < ROUNDS; i++)
        is_int(race(&alone), 0, "round %d: %d threads count the same as one", i + 1, THREADS);
    trawl_release();
    trawl_release();
    sum again = work(0);
    ok(memcmp(&again, &alone, sizeof alone) == 0, "everything works again after trawl_release");
    trawl_release();
    return done();
}
