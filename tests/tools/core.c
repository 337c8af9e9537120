/* core.c - what a library without PCRE2 can do, for tests/t_core.sh
 *
 *     core FILE...        the links and the HTML of each file, as text and as mail
 *     core not-built      the results of the calls that need PCRE2
 *
 * Linked with a full library it prints the same links and HTML.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trawl.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

static int print_link(void *user, const trawl_link *l)
{
    (void)user;
    return printf("%s %.*s\n", trawl_kind_name(l->kind), (int)l->url.n, l->url.p) < 0;
}

static int put(void *file, const char *p, size_t n)
{
    return fwrite(p, 1, n, file) != n;
}

static int write_html(const char *p, size_t n)
{
    trawl_emit_config config = {.size = sizeof config, .live = {"ftp,news,gopher,telnet", 22}};
    trawl_emit *e;
    trawl_mail *m;
    int failed = trawl_emit_open(&e, &config, put, stdout);

    if (!failed)
        failed = trawl_mail_open(&m, NULL, trawl_emit_event, e);
    if (!failed)
        failed = trawl_mail_feed(m, p, n);
    if (!failed)
        failed = trawl_mail_finish(m);
    if (!failed)
        failed = trawl_emit_finish(e);
    trawl_mail_close(&m);
    trawl_emit_close(&e);
    return failed;
}

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
    printf("trawl_rules_check %d\n", trawl_rules_check((trawl_str){"", 0}, NULL));
    printf("the profile rfc1738 %d\n", trawl_settings_new(&s, &c));
    c.profile = 0;
    c.want = TRAWL_WANT_VERDICT;
    printf("verdicts %d\n", trawl_settings_new(&s, &c));
    c.want = 0;
    c.rules = (trawl_str){"#", 1};
    printf("rules %d\n", trawl_settings_new(&s, &c));
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
