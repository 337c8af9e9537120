/* emit_file.c - converts a text with one of the library's writers; for tests in other languages
 *
 *     emit_file [--format html|term|md|notes] [--page] [--structure] [--no-structure] [--outline] [--toc] [--own-title] [--keep-lines] [--xhtml] [--both] [--color] [--no-style] [--live LIST]
 *               [--title T] [--rel T] [--class T] [--target T] [--css T] [--link-template T]
 *               [--find BITS] [--charset NAME] [--hyphen-drop] [--join] [--step N] [--many] <text >written
 *     emit_file --links ...        the links of a scan, with the result of trawl_emit_href()
 *     emit_file --random COUNT     COUNT random texts, in the form that --many reads
 *
 * --many reads any number of texts and writes one for each: a text is its length in decimal, a line
 * feed, and its bytes. --links writes one link a line, fields separated by tabs, texts in
 * hexadecimal digits: kind, flags, url, href ("-" when it is not live), spans ("from-to,from-to"),
 * the reason why it is not live, and each further reading. Exits with 0, or with 2 after an error.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trawl_emit.h>

#include "configured.h"
#include "gentext.h"
#include "growing.h"

typedef struct settings {
    trawl_emit_config emit;
    trawl_config find;
    size_t step; /* bytes fed at a time; 0: all */
    bool many, links, outline;
    unsigned long random;
} settings;

static void die(const char *why, const char *what)
{
    fprintf(stderr, "emit_file: %s: %s\n", why, what);
    exit(2);
}

/* ---- Options ---- */

static const struct {
    const char *name;
    unsigned emit, find;
} switches[] = {
    {"--page", TRAWL_EMIT_OPTION_PAGE, 0},
    {"--keep-lines", TRAWL_EMIT_OPTION_KEEP_LINES, 0},
    {"--xhtml", TRAWL_EMIT_OPTION_XHTML, 0},
    {"--both", TRAWL_EMIT_OPTION_BOTH, 0},
    {"--color", TRAWL_EMIT_OPTION_COLOR, 0},
    {"--no-style", TRAWL_EMIT_OPTION_NO_STYLE, 0},
    {"--structure", TRAWL_EMIT_OPTION_STRUCTURE, 0},
    {"--toc", TRAWL_EMIT_OPTION_TOC, 0},
    {"--own-title", TRAWL_EMIT_OPTION_OWN_TITLE, 0},
    {"--no-structure", TRAWL_EMIT_OPTION_NO_STRUCTURE, 0},
    {"--hyphen-drop", 0, TRAWL_OPTION_HYPHEN_DROP},
    {"--join", 0, TRAWL_OPTION_JOIN},
};

static bool is_switch(settings *s, const char *word)
{
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        if (strcmp(word, switches[i].name) == 0) {
            s->emit.options |= switches[i].emit;
            s->find.options |= switches[i].find;
            return true;
        }
    }
    return false;
}

static bool is_text(settings *s, const char *word, const char *value)
{
    const struct {
        const char *name;
        trawl_str *to;
    } texts[] = {
        {"--live", &s->emit.live},
        {"--title", &s->emit.title},
        {"--rel", &s->emit.rel},
        {"--class", &s->emit.css_class},
        {"--target", &s->emit.target},
        {"--css", &s->emit.css},
        {"--link-template", &s->emit.link_template},
        {"--charset", &s->find.charset},
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(word, texts[i].name) == 0) {
            *texts[i].to = (trawl_str){value, strlen(value)};
            return true;
        }
    }
    return false;
}

static int format_of(const char *name)
{
    static const char *const names[] = {"html", "term", "md", "notes"};

    for (int i = TRAWL_EMIT_FORMAT_HTML; i <= TRAWL_EMIT_FORMAT_NOTES; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    die("unknown format", name);
    return 0;
}

static void read_value(settings *s, const char *word, const char *value)
{
    if (!value)
        die("unknown, or without its value", word);
    else if (strcmp(word, "--format") == 0)
        s->emit.format = format_of(value);
    else if (strcmp(word, "--find") == 0)
        s->find.find = (unsigned)strtoul(value, NULL, 0);
    else if (strcmp(word, "--step") == 0)
        s->step = strtoul(value, NULL, 10);
    else if (strcmp(word, "--random") == 0)
        s->random = strtoul(value, NULL, 10);
    else if (!is_text(s, word, value))
        die("unknown option", word);
}

static void read_words(settings *s, char **argv)
{
    for (char **word = argv + 1; *word; word++) {
        if (strcmp(*word, "--many") == 0)
            s->many = true;
        else if (strcmp(*word, "--links") == 0)
            s->links = true;
        else if (strcmp(*word, "--outline") == 0)
            s->outline = true;
        else if (!is_switch(s, *word)) {
            read_value(s, *word, word[1]);
            word++;
        }
    }
}

/* ---- Output ---- */

static int put(void *out, const char *bytes, size_t n)
{
    growing_add(out, bytes, n);
    return 0;
}

static void put_hex(growing *out, trawl_str t)
{
    for (size_t i = 0; i < t.n; i++)
        growing_printf(out, "%02x", (unsigned char)t.p[i]);
    growing_add(out, "\t", 1);
}

typedef struct listing {
    growing *out;
    const settings *s;
} listing;

static int list_link(void *user, const trawl_event *event)
{
    listing *l = user;
    const trawl_link *link = event->link;
    char href[4 * TRAWL_URL_MAX];
    const char *why = "";
    size_t n = 0;
    int live;

    if (event->type != TRAWL_EVENT_LINK)
        return 0;
    live = trawl_emit_href(link, l->s->emit.live.p, l->s->emit.live.n, href, sizeof href, &n, &why);
    growing_printf(l->out, "%s\t%" PRIx64 "\t", trawl_kind_name(link->kind), link->flags);
    put_hex(l->out, link->url);
    if (live == TRAWL_OK)
        put_hex(l->out, (trawl_str){href, n});
    else
        growing_add(l->out, "-\t", 2);
    for (unsigned i = 0; i < link->span_count; i++)
        growing_printf(l->out, "%s%llu-%llu", i > 0 ? "," : "",
                       (unsigned long long)link->spans[i].from,
                       (unsigned long long)link->spans[i].to);
    growing_printf(l->out, "\t%s\t",
                   live == TRAWL_EMIT_DEAD && why ? why
                   : live == TRAWL_OK             ? ""
                                                  : trawl_strerror(live));
    for (unsigned i = 0; i < link->alt_count; i++)
        put_hex(l->out, link->alts[i].url);
    growing_add(l->out, "\n", 1);
    return 0;
}

static void scan(const settings *s, const char *p, size_t n, trawl_sink *sink, void *user)
{
    size_t step = s->step > 0 ? s->step : n;
    trawl_scanner *t;
    int error = configured_open(&t, &s->find, sink, user);

    if (error)
        die("trawl_open", trawl_strerror(error));
    for (size_t i = 0; i < n && !error; i += step)
        error = trawl_feed(t, p + i, step < n - i ? step : n - i);
    error = error ? error : trawl_finish(t);
    if (error)
        die("trawl_feed", trawl_strerror(error));
    configured_close(&t);
}

static void convert(const settings *s, const char *p, size_t n, growing *out)
{
    trawl_emit_config config = s->emit;
    trawl_outline *outline = NULL;
    trawl_emit *e;
    int error;

    if (s->links) {
        scan(s, p, n, list_link, &(listing){out, s});
        return;
    }
    if (s->outline) {
        error = trawl_outline_open(&outline, &s->emit);
        if (error == TRAWL_OK)
            scan(s, p, n, trawl_outline_event, outline);
        error = error ? error : trawl_outline_finish(outline);
        if (error)
            die("trawl_outline_finish", trawl_strerror(error));
        config.outline = outline;
    }
    error = trawl_emit_open(&e, &config, put, out);
    if (error)
        die("trawl_emit_open", trawl_strerror(error));
    scan(s, p, n, trawl_emit_event, e);
    error = trawl_emit_finish(e);
    if (error)
        die("trawl_emit_finish", trawl_strerror(error));
    trawl_emit_close(&e);
    trawl_outline_close(&outline);
}

/* ---- One text, or many ---- */

static void write_out(const growing *text, bool framed)
{
    if (framed)
        printf("%zu\n", text->n);
    if (text->n > 0)
        fwrite(text->p, 1, text->n, stdout);
}

static void convert_many(const settings *s, growing *in)
{
    growing out = {0};

    for (char *p = in->p, *end = in->p + in->n; p < end;) {
        size_t n = strtoul(p, &p, 10);

        if (*p++ != '\n' || n > (size_t)(end - p))
            die("--many", "not a length, a line feed, and as many bytes");
        growing_clear(&out);
        convert(s, p, n, &out);
        write_out(&out, true);
        p += n;
    }
    free(out.p);
}

static void make_random(unsigned long count)
{
    static char text[3000];

    for (unsigned long seed = 1; seed <= count; seed++) {
        growing t = {text, gentext_make(seed, text, sizeof text), sizeof text};
        write_out(&t, true);
    }
}

int main(int argc, char **argv)
{
    settings s = {.emit = {.size = sizeof s.emit, .format = TRAWL_EMIT_FORMAT_HTML},
                  .find = {.size = sizeof s.find}};
    growing in = {0}, out = {0};
    char block[65536];
    size_t n;

    (void)argc;
    read_words(&s, argv);
    if (s.random > 0) {
        make_random(s.random);
        return 0;
    }
    growing_clear(&in);
    while ((n = fread(block, 1, sizeof block, stdin)) > 0)
        growing_add(&in, block, n);
    if (s.many) {
        convert_many(&s, &in);
    } else {
        convert(&s, in.p, in.n, &out);
        write_out(&out, false);
    }
    free(in.p);
    free(out.p);
    trawl_release();
    return fflush(stdout) == 0 ? 0 : 2;
}
