/* t_memory.c - the memory of a scan and a writer does not grow with the text
 *
 * Ordinary and hostile texts (tests/bench/text.h) through every writer: a text of four times the
 * length takes exactly as much memory. The command stays under 8 MB for such texts from a pipe.
 */
#include <trawl_emit.h>

#include "bench/text.h"
#include "configured.h"
#include "measured.h"
#include "purse.h"
#include "tap.h"

#if defined(__has_feature)
#define HAS_FEATURE(what) __has_feature(what)
#else
#define HAS_FEATURE(what) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer) || HAS_FEATURE(memory_sanitizer)
#define SANITIZED 1 /* a sanitizer needs more memory */
#else
#define SANITIZED 0
#endif

enum { BLOCK = 1 << 16, BLOCKS = 2, PEAK_KIB = 8 * 1024 };

/* ---- The library ---- */

static purse mine;

static int drop(void *user, const char *bytes, size_t n)
{
    (void)user;
    (void)bytes;
    (void)n;
    return 0;
}

/* Returns the peak of memory allocated by a scan of this many blocks and its writer; 0 when
 * something failed. */
static size_t most_of(const long_text *text, int format, unsigned options, int blocks)
{
    static char block[BLOCK];
    trawl_emit_config config = {.size = sizeof config,
                                .format = format,
                                .options = options,
                                .resize = purse_resize,
                                .resize_user = &mine};
    trawl_config scan = {.size = sizeof scan, .resize = purse_resize, .resize_user = &mine};
    trawl_emit *e;
    trawl_scanner *t;
    int result;

    mine = (purse){.left = -1};
    if (trawl_emit_open(&e, &config, drop, NULL) || configured_open(&t, &scan, trawl_emit_event, e))
        return 0;
    for (int i = 0; i < blocks; i++) {
        long_text_fill(text, block, sizeof block, (uint64_t)i * sizeof block);
        if (trawl_feed(t, block, sizeof block))
            return 0;
    }
    result = trawl_finish(t);
    result = result ? result : trawl_emit_finish(e);
    configured_close(&t);
    trawl_emit_close(&e);
    return result || mine.now ? 0 : mine.peak;
}

static const struct writer {
    const char *name;
    int format;
    unsigned options;
} writers[] = {
    {"html", TRAWL_EMIT_FORMAT_HTML, 0},
    {"html, both readings, XML", TRAWL_EMIT_FORMAT_HTML,
     TRAWL_EMIT_OPTION_BOTH | TRAWL_EMIT_OPTION_XHTML},
    {"a page", TRAWL_EMIT_FORMAT_HTML, TRAWL_EMIT_OPTION_PAGE},
    {"a page with the text's title", TRAWL_EMIT_FORMAT_HTML,
     TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_OWN_TITLE},
    {"a page of lines", TRAWL_EMIT_FORMAT_HTML,
     TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_KEEP_LINES},
    {"term", TRAWL_EMIT_FORMAT_TERM, TRAWL_EMIT_OPTION_COLOR},
    {"md", TRAWL_EMIT_FORMAT_MARKDOWN, 0},
    {"text", TRAWL_EMIT_FORMAT_TEXT, 0},
};

enum { WRITERS = sizeof writers / sizeof writers[0] };

static void t_library(void)
{
    for (int w = 0; w < WRITERS; w++)
        for (int k = 0; k < LONG_TEXTS; k++) {
            const struct writer *as = &writers[w];
            size_t once = most_of(&long_texts[k], as->format, as->options, BLOCKS);
            size_t more = most_of(&long_texts[k], as->format, as->options, 4 * BLOCKS);
            ok(once > 0 && once == more && more < (size_t)PEAK_KIB * 1024,
               "%s of %s: %zu bytes, for four times the length %zu", as->name, long_texts[k].name,
               once, more);
        }
    /* The list of notes grows only with its URLs: this text has two, of which the second is cut off
     * at the end. */
    is_int((long)most_of(&long_texts[3], TRAWL_EMIT_FORMAT_NOTES, 0, 4 * BLOCKS),
           (long)most_of(&long_texts[3], TRAWL_EMIT_FORMAT_NOTES, 0, BLOCKS),
           "notes of one repeated URL");
}

/* ---- The command ---- */

static size_t megabytes;

static void feed(int fd, const void *user)
{
    static char block[1 << 20];

    for (size_t i = 0; i < megabytes; i++) {
        long_text_fill(user, block, sizeof block, (uint64_t)i * sizeof block);
        measured_write(fd, block, sizeof block);
    }
}

static char *const commands[][4] = {
    {"list"}, {"html"}, {"html", "--page"}, {"html", "--page", "--structure=lines"},
    {"term"}, {"md"},   {"text"},
};

static void t_command(char *trawl_path, const long_text *text)
{
    megabytes = 12;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char *argv[] = {trawl_path, "-t", commands[i][0], commands[i][1], commands[i][2], NULL};
        pid_t feeder;
        int in = measured_pipe(feed, text, &feeder);
        measured m = measured_run(argv, in);
        close(in);
        waitpid(feeder, NULL, 0);
        ok(m.status == 0 && m.out > 0 && m.peak < PEAK_KIB,
           "12 MB of %s through -t %s%s%s: peak of %ld KiB resident", text->name, argv[2],
           argv[3] ? " --page" : "", argv[3] && argv[4] ? " --structure=lines" : "", m.peak);
    }
}

int main(void)
{
    char *trawl_path = getenv("TRAWL");

    if (trawl_path && !SANITIZED) {
        t_command(trawl_path, &long_texts[LONG_TEXT_MAIL]);
        t_command(trawl_path, &long_texts[7]);
    } else
        skip("the command's memory: no command given, or built with a sanitizer");
    t_library();
    trawl_release();
    return done();
}
