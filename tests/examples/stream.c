/* stream.c - lists the links of a stream of text, with their places and what may be wrong with them
 *
 *     stream <text       prints LINE:COLUMN: URL for each link of standard input
 *     stream --orders    opens all objects, and closes them in each order
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trawl.h>
#include <trawl_emit.h>

static int print_link(void *user, const trawl_event *event)
{
    FILE *out = user;
    const trawl_link *link = event->link;

    if (event->type != TRAWL_EVENT_LINK)
        return 0;
    fprintf(out, "%" PRIu64 ":%" PRIu64 ": %.*s", link->line, link->column, (int)link->url.n,
            link->url.p);
    for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++)
        if (link->flags & TRAWL_FLAG(bit))
            fprintf(out, " %s", trawl_flag_name(bit));
    for (unsigned i = 0; i < link->alt_count; i++)
        fprintf(out, " (or, by its %s: %.*s)", trawl_why_name(link->alts[i].why),
                (int)link->alts[i].url.n, link->alts[i].url.p);
    return putc('\n', out) == EOF;
}

static int list(void)
{
    trawl_config config = TRAWL_CONFIG_INIT;
    trawl_settings *settings;
    trawl_scanner *scan;
    char block[4096];
    size_t n;
    int result;

    config.want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE;
    config.options = TRAWL_OPTION_JOIN;
    result = trawl_settings_open(&settings, &config);
    if (result != TRAWL_OK)
        return result;
    result = trawl_open(&scan, settings, print_link, stdout);
    trawl_settings_close(&settings); /* the scan keeps them */
    while (result == TRAWL_OK && (n = fread(block, 1, sizeof block, stdin)) > 0)
        result = trawl_feed(scan, block, n);
    if (result == TRAWL_OK)
        result = trawl_finish(scan);
    trawl_close(&scan);
    return result;
}

/* ---- All orders ---- */

struct objects {
    trawl_settings *settings;
    trawl_scanner *scan;
    trawl_emit *writer;
};

static int drop(void *user, const char *bytes, size_t n)
{
    size_t *total = user;

    (void)bytes;
    *total += n;
    return 0;
}

static int close_in_order(const char *order)
{
    static const char text[] = "See http://a.example/ and\nhttp://b.example/.\n";
    struct objects o = {NULL, NULL, NULL};
    size_t total = 0;

    if (trawl_settings_open(&o.settings, NULL) != TRAWL_OK ||
        trawl_emit_open(&o.writer, NULL, drop, &total) != TRAWL_OK ||
        trawl_open(&o.scan, o.settings, trawl_emit_event, o.writer) != TRAWL_OK)
        return 2;
    for (; *order; order++) {
        if (o.scan && o.writer && trawl_feed(o.scan, text, sizeof text - 1) != TRAWL_OK)
            return 2;
        if (*order == 's')
            trawl_settings_close(&o.settings);
        else if (*order == 't')
            trawl_close(&o.scan);
        else
            trawl_emit_close(&o.writer);
    }
    return 0;
}

static int all_orders(void)
{
    static const char *const orders[] = {"ste", "set", "tse", "tes", "est", "ets"};
    size_t n = sizeof orders / sizeof orders[0];
    int bad = 0;

    for (size_t i = 0; i < n; i++)
        bad |= close_in_order(orders[i]);
    printf("%d orders\n", (int)n);
    return bad;
}

int main(int argc, char **argv)
{
    int result;

    if (trawl_version_number() < TRAWL_VERSION_NUMBER) {
        fprintf(stderr, "libtrawl %s is older than its header\n", trawl_version());
        return 2;
    }
    if (argc > 1 && strcmp(argv[1], "--orders") == 0)
        return all_orders();
    result = list();
    if (result < 0)
        fprintf(stderr, "%s\n", trawl_strerror(result));
    return result == TRAWL_OK ? EXIT_SUCCESS : 2;
}
