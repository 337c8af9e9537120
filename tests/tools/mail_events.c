/* mail_events.c - prints the events of the mail reader, one JSON object a line; for tests in other
 * languages
 *
 *     mail_events [--input NAME] [--headers links|all|none] [--find BITS] [--charset NAME] [--explain] [--step N]
 *                 [--many] <input
 *
 * Texts are in hexadecimal digits, spans are [from,to]:
 *     {"event":"text","span":[0,5],"text":"68656c6c6f","message":1,"part":"1.2","field":"5375626a656374"}
 * with "link", "url", "kind" and so on for links, "reason" for skipped bytes, "type", "charset" and
 * "encoding" for parts. --many reads any number of inputs: each is its length in decimal, a line
 * feed, and its bytes. The events of each end with {"event":"end","input":"mbox","result":0}. Exits
 * with 0, or with 2 after an error.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trawl_mail.h>

#include "configured.h"
#include "growing.h"

typedef struct settings {
    trawl_config find;
    trawl_mail_config mail;
    size_t step; /* bytes fed at a time; 0: all */
    bool many;
} settings;

static void die(const char *why, const char *what)
{
    fprintf(stderr, "mail_events: %s: %s\n", why, what);
    exit(2);
}

/* ---- Events ---- */

static void put_text(const char *name, trawl_str s)
{
    static const char digits[] = "0123456789abcdef";

    printf(",\"%s\":\"", name);
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        putchar(digits[c >> 4]);
        putchar(digits[c & 15]);
    }
    putchar('"');
}

static void put_span(trawl_span s)
{
    printf("[%llu,%llu]", (unsigned long long)s.from, (unsigned long long)s.to);
}

static void put_where(const trawl_event *e)
{
    if (e->message->number > 0)
        printf(",\"message\":%llu", (unsigned long long)e->message->number);
    if (e->part->type.n > 0)
        printf(",\"part\":\"%.*s\"", (int)e->part->path.n, e->part->path.p);
    if (e->field.n > 0)
        put_text("field", e->field);
}

static void put_link(const trawl_link *l)
{
    printf(",\"kind\":\"%s\"", trawl_kind_name(l->kind));
    put_text("url", l->url);
    put_text("raw", l->raw);
    printf(",\"spans\":[");
    for (unsigned i = 0; i < l->span_count; i++) {
        printf("%s", i > 0 ? "," : "");
        put_span(l->spans[i]);
    }
    printf("],\"extent\":");
    put_span(l->extent);
    printf(",\"line\":%llu,\"column\":%llu,\"quote\":%u,\"flags\":[", (unsigned long long)l->line,
           (unsigned long long)l->column, l->quote);
    for (unsigned bit = 0, some = 0; bit < TRAWL_FLAG_COUNT; bit++)
        if (l->flags >> bit & 1)
            printf("%s\"%s\"", some++ ? "," : "", trawl_flag_name((int)bit));
    printf("]");
    for (unsigned i = 0; i < l->alt_count; i++)
        put_text(i == 0 ? "alt" : "alts", l->alts[i].url);
}

static void put_message(const trawl_mail_message *m)
{
    printf(",\"offset\":%llu", (unsigned long long)m->offset);
    put_text("id", m->id);
    put_text("date", m->date);
    put_text("date_iso", m->date_iso);
    put_text("from", m->from);
    put_text("subject", m->subject);
}

static void put_part(const trawl_mail_part *p)
{
    put_text("type", p->type);
    put_text("charset", p->charset);
    put_text("encoding", p->encoding);
    printf(",\"depth\":%u", p->depth);
}

static int put_event(void *user, const trawl_event *e)
{
    static const char *const names[] = {"",        "text", "link",    "more", "skip",
                                        "message", "part", "explain", "limit"};

    (void)user;
    printf("{\"event\":\"%s\",\"span\":", names[e->type]);
    put_span(e->span);
    put_where(e);
    if (e->type <= TRAWL_EVENT_LINK_MORE)
        put_text("text", e->text);
    if (e->type == TRAWL_EVENT_TEXT && e->link)
        printf(",\"inside\":true");
    if (e->type == TRAWL_EVENT_LINK)
        put_link(e->link);
    if (e->type == TRAWL_EVENT_SKIP)
        printf(",\"reason\":\"%s\"", trawl_skip_name(e->reason));
    if (e->type == TRAWL_EVENT_MESSAGE)
        put_message(e->message);
    if (e->type == TRAWL_EVENT_PART)
        put_part(e->part);
    if (e->type == TRAWL_EVENT_EXPLAIN) {
        printf(",\"rule\":\"%s\"", e->rule);
        put_text("what", (trawl_str){e->what, strlen(e->what)});
    }
    puts("}");
    return 0;
}

/* ---- Input ---- */

static void run(const settings *s, trawl_mail *m, const growing *in)
{
    size_t step = s->step ? s->step : in->n;
    int result = trawl_mail_reset(m);

    for (size_t at = 0; at < in->n && !result; at += step)
        result = trawl_mail_feed(m, in->p + at, step < in->n - at ? step : in->n - at);
    if (!result)
        result = trawl_mail_finish(m);
    if (s->many)
        printf("{\"event\":\"end\",\"input\":\"%s\",\"result\":%d}\n",
               trawl_input_name(trawl_mail_input(m)), result);
    else if (result)
        die("stopped", trawl_strerror(result));
}

static void read_some(growing *in, size_t n)
{
    char block[65536];

    growing_clear(in);
    while (n > 0) {
        size_t got = fread(block, 1, n < sizeof block ? n : sizeof block, stdin);
        if (got == 0)
            break;
        growing_add(in, block, got);
        n -= got;
    }
}

static void run_all(const settings *s)
{
    growing in = {0};
    trawl_mail *m;
    unsigned long n;
    int failed = configured_mail_open(&m, s->mail, &s->find, put_event, NULL);

    if (failed)
        die("open", trawl_strerror(failed));
    if (!s->many) {
        read_some(&in, SIZE_MAX);
        run(s, m, &in);
    }
    while (s->many && scanf("%lu", &n) == 1 && getchar() == '\n') {
        read_some(&in, n);
        run(s, m, &in);
    }
    free(in.p);
    configured_mail_close(&m);
}

/* ---- Options ---- */

static int input_named(const char *name)
{
    for (int i = 0; i < TRAWL_INPUT_COUNT; i++)
        if (strcmp(name, trawl_input_name(i)) == 0)
            return i;
    die("unknown input", name);
    return 0;
}

static int headers_named(const char *name)
{
    return strcmp(name, "all") == 0    ? TRAWL_HEADERS_ALL
           : strcmp(name, "none") == 0 ? TRAWL_HEADERS_NONE
                                       : TRAWL_HEADERS_LINKS;
}

/* Reads an option without a value. */
static bool take_switch(settings *s, const char *option)
{
    if (strcmp(option, "--many") == 0)
        s->many = true;
    else if (strcmp(option, "--explain") == 0)
        s->find.want = TRAWL_WANT_DEFAULT | TRAWL_WANT_EXPLAIN;
    else
        return false;
    return true;
}

static void take_option(settings *s, const char *option, const char *value)
{
    if (strcmp(option, "--input") == 0)
        s->mail.input = input_named(value);
    else if (strcmp(option, "--headers") == 0)
        s->mail.headers = headers_named(value);
    else if (strcmp(option, "--find") == 0)
        s->find.find = (unsigned)strtoul(value, NULL, 0);
    else if (strcmp(option, "--charset") == 0)
        s->find.charset = (trawl_str){value, strlen(value)};
    else if (strcmp(option, "--step") == 0)
        s->step = strtoul(value, NULL, 10);
    else
        die("unknown option", option);
}

int main(int argc, char **argv)
{
    settings s = {.find = {.size = sizeof s.find}, .mail = {.size = sizeof s.mail}};

    s.find.find = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML | TRAWL_FIND_MSGID;
    for (int i = 1; i < argc; i++) {
        if (take_switch(&s, argv[i]))
            continue;
        if (i + 1 == argc)
            die("needs a value", argv[i]);
        take_option(&s, argv[i], argv[i + 1]);
        i++;
    }
    run_all(&s);
    return 0;
}
