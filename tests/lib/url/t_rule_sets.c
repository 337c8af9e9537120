/* t_rule_sets.c - the sets of rules that are installed (contrib/rules): what each links, and what it
 * must never link
 *
 * Sections of an RFC, man pages and bugs are written in many ways; versions, dates, calls of
 * functions and colours look like these.
 */
#include <stdio.h>
#include <trawl.h>

#include "base/memory.h"
#include "configured.h"
#include "finding.h"
#include "tap.h"

/* A text and the URLs in it, with blanks between; "" for none. */
static const struct set_case {
    const char *text, *urls;
} ietf[] =
    {
        {"RFC 1738", "https://www.rfc-editor.org/rfc/rfc1738"},
        {"[RFC1738]", "https://www.rfc-editor.org/rfc/rfc1738"},
        {"rfc-0822", "https://www.rfc-editor.org/rfc/rfc822"},
        {"RFC 2119-compliant", "https://www.rfc-editor.org/rfc/rfc2119"},
        {"RFCs 2045 to 2049", "https://www.rfc-editor.org/rfc/rfc2045"},
        {"RFC 1738. RFC 2396;",
         "https://www.rfc-editor.org/rfc/rfc1738 https://www.rfc-editor.org/rfc/rfc2396"},
        {"x\n> as in RFC\n> 1738", "https://www.rfc-editor.org/rfc/rfc1738"},
        {"RFC 3986, Section 3.1.", "https://www.rfc-editor.org/rfc/rfc3986#section-3.1"},
        {"[RFC3986], Section\n   3.1", "https://www.rfc-editor.org/rfc/rfc3986#section-3.1"},
        {"RFC 3986 sec. 3", "https://www.rfc-editor.org/rfc/rfc3986#section-3"},
        {"RFC 3986 \xC2\xA7 5.2", "https://www.rfc-editor.org/rfc/rfc3986#section-5.2"},
        {"Section 3.1 of RFC 3986", "https://www.rfc-editor.org/rfc/rfc3986#section-3.1"},
        {"section 2 of [RFC3986]", "https://www.rfc-editor.org/rfc/rfc3986#section-2"},
        {"Section 2 of RFC\n3986", "https://www.rfc-editor.org/rfc/rfc3986#section-2"},
        {"RFC 3986, Appendix B", "https://www.rfc-editor.org/rfc/rfc3986#appendix-B"},
        {"BCP 14, STD 66 and FYI36",
         "https://www.rfc-editor.org/info/bcp14 https://www.rfc-editor.org/info/std66 "
         "https://www.rfc-editor.org/info/fyi36"},
        {"draft-ietf-httpbis-messaging-19",
         "https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-messaging-19"},
        {"draft-ietf-quic-http", "https://datatracker.ietf.org/doc/html/draft-ietf-quic-http"},
        {"draft-doe-example-00.", "https://datatracker.ietf.org/doc/html/draft-doe-example-00"},
        {"[draft-ietf-httpbis-\n   messaging-19]",
         "https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-messaging-19"},
        {"IEN 137", "https://www.rfc-editor.org/ien/ien137.txt"},
        /* never links */
        {"RFC, RFC x, RFC 0, RFC 123456, RFC\n\n1738", ""},
        {"see rfc1738.txt, /rfc/rfc1738, xrfc1738, RFC 12.5", ""},
        {"a draft-two, draft-version, draft-ish-text, my-draft-ietf-x", ""},
        {"STDIN 1, BCPL 5, STDs, FYI: 3 things", ""},
        {"Section 3.1, Section 3 of the RFC", ""},
        {NULL, NULL},
},
  security[] =
      {
          {"CVE-2024-1234", "https://www.cve.org/CVERecord?id=CVE-2024-1234"},
          {"(CVE-2021-44228)", "https://www.cve.org/CVERecord?id=CVE-2021-44228"},
          {"CVE-2021-\n  44228", "https://www.cve.org/CVERecord?id=CVE-2021-44228"},
          {"CVE-\n2021-44228", "https://www.cve.org/CVERecord?id=CVE-2021-44228"},
          {"CWE-79", "https://cwe.mitre.org/data/definitions/79.html"},
          {"GHSA-jfh8-c2jp-5v3q", "https://github.com/advisories/GHSA-jfh8-c2jp-5v3q"},
          {"VU#605641", "https://www.kb.cert.org/vuls/id/605641"},
          /* never links */
          {"CVE-2024-123, CVE-1850-1234, CVE-2024-12345678, xCVE-2024-1234", ""},
          {"CVE-2024-1234-x, CVE-2024-1234b, file/CVE-2024-1234", ""},
          {"CVE 2024, CWE 79, CWE-0, CWE-79x, GHSA-jfh8-c2jp", ""},
          {NULL, NULL},
},
  debian[] =
      {
          {"#1012345", "https://bugs.debian.org/1012345"},
          {"Closes: #1012345, #1012346",
           "https://bugs.debian.org/1012345 https://bugs.debian.org/1012346"},
          {"(#123456)", "https://bugs.debian.org/123456"},
          {"Bug#123456", "https://bugs.debian.org/123456"},
          {"bug #4711", "https://bugs.debian.org/4711"},
          {"Bug 1012345", "https://bugs.debian.org/1012345"},
          {"> a bug\n> #123456", "https://bugs.debian.org/123456"},
          {"LP: #123456", "https://bugs.launchpad.net/bugs/123456"},
          {"DSA-5532-1", "https://security-tracker.debian.org/tracker/DSA-5532-1"},
          {"DLA 3456", "https://security-tracker.debian.org/tracker/DLA-3456"},
          {"Message-ID: <1.2@a.example>", "https://lists.debian.org/msgid-search/1.2%40a.example"},
          /* never links */
          {"#1, #123, #12345, bug 12, Bug 12345, #12345678", ""},
          {"color: #123456; background:#123456, \"#123456\", '#123456', &#123456; x#123456", ""},
          {"http://a.example/#123456", "http://a.example/#123456"},
          {"page.html#123456, #123456abc, #123456-7, #123456.5", ""},
          {"DSA, DSA-x, DLA-0, dsa-5532, DSA-1024-bit, xDSA-5532", ""},
          {"version 1.0123456, 2024-01-23, bugfix 123456, debugging #12", ""},
          {NULL, NULL},
},
  man[] =
      {
          {"printf(3)", "https://manpages.debian.org/printf.3"},
          {"SSL_new(3ssl) and git-rebase(1)",
           "https://manpages.debian.org/SSL_new.3ssl https://manpages.debian.org/git-rebase.1"},
          {"systemd.unit(5), g++(1)",
           "https://manpages.debian.org/systemd.unit.5 https://manpages.debian.org/g%2B%2B.1"},
          {"File::Find(3perl)", "https://manpages.debian.org/File%3A%3AFind.3perl"},
          {"See fork(2); and wait(2).",
           "https://manpages.debian.org/fork.2 https://manpages.debian.org/wait.2"},
          {"(see ls(1))", "https://manpages.debian.org/ls.1"},
          {"man 3 printf", "https://manpages.debian.org/printf.3"},
          {"man -s 5 passwd", "https://manpages.debian.org/passwd.5"},
          /* never links */
          {"return main(1);", ""},
          {"x = ff(2); a.ff(2), p->ff(2), $ff(2), a::ff(2) !ff(2)", ""},
          {"ff(2)(3), ff(1) + 1, ff(1) == 2, ff(1)[2], ff(1){}, ff(1)->x, ff(1).x", ""},
          {"ff(2);\n  gg(1);}", ""},
          {"O(1), f(2), item(s), note(s) (3), 12(3), array(10), printf (3), ff(9)", ""},
          {"a man 3 times, human 3 printf, man 12 x, version 1.2(3)", ""},
          {NULL, NULL},
},
  kernel[] = {
      {"In-Reply-To: <1.2@a.example>", "https://lore.kernel.org/all/1.2%40a.example/"},
      {"Fixes: 1da177e4c3f4 (\"Linux\")", "https://git.kernel.org/linus/1da177e4c3f4"},
      {"see commit\n1da177e4c3f41524e886b7f1b8a0c1fc7321cac2",
       "https://git.kernel.org/linus/1da177e4c3f41524e886b7f1b8a0c1fc7321cac2"},
      {"Bugzilla: 216007", "https://bugzilla.kernel.org/show_bug.cgi?id=216007"},
      /* never links */
      {"commit message, commit 1234567, Fixes: the bug, commitments 1da177e4c3f4", ""},
      {NULL, NULL},
};

static const struct {
    const char *name;
    const struct set_case *cases;
} sets[] = {
    {"ietf", ietf}, {"security", security}, {"debian", debian}, {"man", man}, {"kernel", kernel}};

static size_t read_set(const char *name, char *text, size_t size)
{
    char path[100];
    FILE *in;
    size_t n;

    (void)snprintf(path, sizeof path, "contrib/rules/%s.rules", name);
    in = fopen(path, "rb");
    n = in ? fread(text, 1, size, in) : 0;
    if (in)
        (void)fclose(in);
    return n;
}

static void check_case(finding *f, const struct set_case *c)
{
    growing text = {0}, urls = {0}, events = {0};
    bool same = true;

    growing_printf(&text, "Words: %s, and so on.\n", c->text);
    growing_add(&urls, "", 0);
    finding_run(f, text.p, text.n, 0, 0);
    for (unsigned i = 0; i < f->link_count; i++)
        growing_printf(&urls, "%s%.*s", i > 0 ? " " : "", (int)f->link[i].url.n, f->link[i].url.p);
    is_mem(urls.p ? urls.p : "", urls.n, c->urls, strlen(c->urls), "%s", c->text);
    growing_add(&events, f->events.p, f->events.n);
    for (size_t step = 1; step < 10; step++) {
        finding_run(f, text.p, text.n, step, 0);
        same = same && growing_same(&events, &f->events);
    }
    ok(same, "%s: in pieces", c->text);
    free(text.p);
    free(urls.p);
    free(events.p);
}

int main(void)
{
    static char text[5 << 16], all[5 << 16];
    size_t all_n = 0;

    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        size_t n = read_set(sets[i].name, text, sizeof text);
        trawl_config cfg = {.size = sizeof cfg, .rules = {text, n}};
        trawl_fault fault = {.size = sizeof fault};
        finding f;

        if (!ok(n > 0 && trawl_rules_check(cfg.rules.p, cfg.rules.n, &fault) == TRAWL_OK,
                "%s: no fault", sets[i].name)) {
            printf("# %u:%u: %s\n", (unsigned)fault.line, (unsigned)fault.column, fault.why);
            continue;
        }
        finding_open(&f, &cfg);
        for (const struct set_case *c = sets[i].cases; c->text; c++)
            check_case(&f, c);
        finding_close(&f);
        if (all_n + n < sizeof all) {
            memcpy(all + all_n, text, n);
            all_n += n;
        }
    }
    is_int(trawl_rules_check(all, all_n, NULL), TRAWL_OK,
           "all sets together: no name is used twice");
    trawl_release();
    return done();
}
