/* parts.c - prints the results of a library with only some parts, for tests/t_parts.sh
 *
 *     parts FILE...        the links of each file; with -DHTML also the HTML; with -DMAIL as mail
 *     parts not-built      the results of the calls that need the part url
 *
 * Linked with the whole library it prints the same links and HTML.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trawl.h>
#ifdef HTML
#include <trawl_emit.h>
#endif
#ifdef MAIL
#include <trawl_mail.h>
#endif

static int print_link(void *user, const trawl_link *l)
{
    (void)user;
    return printf("%s %.*s\n", trawl_kind_name(l->kind), (int)l->url.n, l->url.p) < 0;
}

/* Passes the events of a text, or of mail, to the sink. */
static int read_all(const char *p, size_t n, trawl_sink *sink, void *user)
{
#ifdef MAIL
    trawl_mail *m;
    int failed = trawl_mail_open(&m, NULL, sink, user);

    if (!failed)
        failed = trawl_mail_feed(m, p, n);
    if (!failed)
        failed = trawl_mail_finish(m);
    trawl_mail_close(&m);
    return failed;
#else
    return trawl_scan(p, n, NULL, sink, user);
#endif
}

#ifdef HTML
static int put(void *file, const char *p, size_t n)
{
    return fwrite(p, 1, n, file) != n;
}

static int write_html(const char *p, size_t n)
{
    trawl_emit_config config = {.size = sizeof config, .live = {"ftp,news,gopher,telnet", 22}};
    trawl_emit *e;
    int failed = trawl_emit_open(&e, &config, put, stdout);

    if (!failed)
        failed = read_all(p, n, trawl_emit_event, e);
    if (!failed)
        failed = trawl_emit_finish(e);
    trawl_emit_close(&e);
    return failed;
}
#else
static int print_event(void *user, const trawl_event *event)
{
    (void)user;
    return printf("event %d\n", (int)event->type) < 0;
}

static int write_html(const char *p, size_t n)
{
    return read_all(p, n, print_event, NULL);
}
#endif

static int convert(const char *name)
{
    static char text[1 << 22];
    FILE *f = fopen(name, "rb");
    size_t n = f ? fread(text, 1, sizeof text, f) : 0;

    if (!f)
        return 1;
    fclose(f);
    printf("==== %s\n", name);
    return trawl_each(text, n, NULL, print_link, NULL) || write_html(text, n);
}

static void not_built(void)
{
    trawl_verdict v = {.size = sizeof v};
    trawl_settings *s;
    trawl_config c = {.size = sizeof c, .profile = TRAWL_PROFILE_RFC1738};

    printf("trawl_check %d", trawl_check(&v, "http://a.example/", 17));
    printf(", host %d-%d\n", (int)v.part[TRAWL_PART_HOST].from, (int)v.part[TRAWL_PART_HOST].to);
    printf("trawl_accepts %d\n", trawl_accepts(TRAWL_STANDARD_IRI, "http://a.example/", 17));
    printf("trawl_standards %d\n", trawl_standards("http://a.example/", 17, NULL));
    printf("trawl_rules_check %d\n", trawl_rules_check("", 0, NULL));
    printf("the profile rfc1738 %d\n", trawl_settings_open(&s, &c));
    c.profile = 0;
    c.valid = TRAWL_STANDARD_RFC1738;
    printf("valid %d\n", trawl_settings_open(&s, &c));
    c.valid = 0;
    c.rules = (trawl_str){"#", 1};
    printf("rules %d\n", trawl_settings_open(&s, &c));
}

int main(int argc, char **argv)
{
    int failed = 0;

    if (argc == 2 && strcmp(argv[1], "not-built") == 0) {
        not_built();
        return 0;
    }
    for (int i = 1; i < argc; i++)
        failed += convert(argv[i]);
    trawl_release();
    return failed != 0;
}
