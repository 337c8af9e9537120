/* t_documents.c - whole documents: the scanner finds every link and nothing else
 *
 * testdata/rfc-like.txt has the form of an RFC, with page breaks, and holds the wrappers and
 * templates of RFC 1738 but none of its text. The RFCs, and scans of printed ones, are read from
 * the directory TRAWL_SHARED, or ../shared, when they are there.
 */
#include "finding.h"
#include "tap.h"

/* The URLs of RFC 1738, in its order, which is also the order of rfc-like.txt. */
static const char *const wrapped[] = {
    "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
    "ftp://@host.com/",
    "ftp://host.com/",
    "ftp://foo:@host.com/",
    "ftp://myname@host.dom/%2Fetc/motd",
    "ftp://myname@host.dom/etc/motd",
    "ftp://myname@host.dom//etc/motd",
    "news:*",
    "file://vms.host.edu/disk$user/my/notes/note12345.txt",
    "prospero://host.dom//pros/name",
    "ftp://info.cern.ch/pub/www/doc;type=d",
    "ftp://ds.internic.net/rfc",
    "http://ds.internic.net/instructions/overview.html#WARNING",
    "ftp://ds.internic.net/rfc/rfc1436.txt;type=a",
    "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt",
    "ftp://ds.internic.net/rfc/rfc1630.txt",
    "ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z",
    "ftp://ds.internic.net/rfc/rfc1123.txt",
    "ftp://ds.internic.net/rfc/rfc822.txt",
    "ftp://quake.think.com/pub/wais/doc/protspec.txt",
    "ftp://ds.internic.net/rfc/rfc1036.txt",
    "ftp://quake.think.com/pub/wais/doc/doc-ids.txt",
    "ftp://ds.internic.net/rfc/rfc977.txt",
    "ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt",
    "ftp://ds.internic.net/rfc/rfc1034.txt",
    "ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z",
    "ftp://ds.internic.net/rfc/rfc959.txt",
    "ftp://ds.internic.net/rfc/rfc1737.txt",
    "ftp://ds.internic.net/rfc/rfc1625.txt",
    "ftp://uu.psi.com/wp/nir.txt",
};

#define WRAPPED (sizeof wrapped / sizeof wrapped[0])

static const char *const written[] = {"mailto:timbl@info.cern.ch", "mailto:masinter@parc.xerox.com",
                                      "mailto:mpm@boombox.micro.umn.edu"};

/* Returns a whole file; n is 0 when it cannot be read. */
static kept file_text(const char *path)
{
    static char block[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(block, 1, sizeof block, file) : 0;

    if (file)
        fclose(file);
    return keep(block, n);
}

static unsigned of_kind(const finding *f, int kind)
{
    unsigned n = 0;

    for (unsigned i = 0; i < f->link_count; i++)
        n += f->link[i].kind == kind;
    return n;
}

static void is_link(const finding *f, unsigned *i, int kind, const char *url)
{
    const found_link *l = *i < f->link_count ? &f->link[(*i)++] : NULL;

    ok(l && l->kind == kind && strcmp(l->url.p, url) == 0 && l->url.n == strlen(url), "%s %s",
       trawl_kind_name(kind), url);
    if (l && strcmp(l->url.p, url) != 0)
        tap_show("got", l->url.p, l->url.n);
}

/* Checks that the links are those of RFC 1738, in order. */
static void are_rfc1738(const finding *f)
{
    unsigned i = 0;

    is_link(f, &i, TRAWL_KIND_ADDR, "mailto:uri@bunyip.com");
    for (size_t k = 0; k < WRAPPED; k++)
        is_link(f, &i, TRAWL_KIND_WRAP, wrapped[k]);
    for (size_t k = 0; k < 3; k++)
        is_link(f, &i, TRAWL_KIND_EMAIL, written[k]);
    is_int(f->all_links, WRAPPED + 4, "and no other links");
}

/* Checks that all pieces give the same events: pieces of 1 to 31 bytes, pieces of about a block,
 * and the halves of a short text that is split at each place. */
static void in_any_cut(const kept *text, const char *name, size_t steps)
{
    static finding whole, cut;
    size_t wrong = 0, by = text->n < 20000 ? 1 : 997;

    finding_open(&whole, NULL);
    finding_open(&cut, NULL);
    finding_run(&whole, text->p, text->n, 0, 0);
    ok(!whole.faults, "%s: %s", name, whole.faults ? whole.fault : "every byte is covered once");
    for (size_t step = 1; step <= steps && !wrong; step++) {
        finding_run(&cut, text->p, text->n, step < steps ? step : 4096, 0);
        if (cut.faults || !growing_same(&cut.events, &whole.events))
            wrong = step;
    }
    is_int(wrong, 0, "%s: in pieces", name);
    for (size_t at = wrong = 0; at < text->n && !wrong; at += by) {
        finding_run(&cut, text->p, text->n, 0, at);
        if (cut.faults || !growing_same(&cut.events, &whole.events))
            wrong = at;
    }
    is_int(wrong, 0, "%s: split in two", name);
    finding_close(&cut);
    finding_close(&whole);
}

static kept shared_text(const char *name)
{
    const char *root = getenv("TRAWL_SHARED");
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", root && *root ? root : "../shared", name);
    return file_text(path);
}

static void own_document(finding *f)
{
    const char *root = getenv("TRAWL_TESTDATA");
    char path[1024];

    snprintf(path, sizeof path, "%s/rfc-like.txt", root && *root ? root : "testdata");
    kept text = file_text(path);
    finding_run(f, text.p, text.n, 0, 0);
    are_rfc1738(f);
    ok(f->link_count > 24 && f->link[24].flags == TRAWL_FLAG_PAGE_BREAK,
       "a link across a page break");
    ok(f->link_count > 24 && f->link[24].span_count == 2, "has two pieces");
    in_any_cut(&text, "rfc-like.txt", 32);
    free(text.p);
}

static void rfc1738(finding *f, const char *name, bool scanned)
{
    kept text = shared_text(name);

    if (!text.n) {
        printf("# no %s: skipped\n", name);
    } else {
        finding_run(f, text.p, text.n, 0, 0);
        is_int(of_kind(f, TRAWL_KIND_WRAP), 30, "%s: wrappers", name);
        is_int(of_kind(f, TRAWL_KIND_ADDR), 1, "%s: addresses in brackets", name);
        is_int(of_kind(f, TRAWL_KIND_EMAIL), 3, "%s: addresses", name);
        is_int(f->all_links, 34, "%s: and no other links", name);
        if (!scanned)
            are_rfc1738(f);
        in_any_cut(&text, name, 4);
    }
    free(text.p);
}

static void rfc1630(finding *f)
{
    kept text = shared_text("rfc/rfc1630.txt");
    trawl_config all = {.size = sizeof all,
                        .find = TRAWL_FIND_DEFAULT | TRAWL_FIND_DOMAIN,
                        .options = TRAWL_OPTION_ALL_DOMAINS};
    static finding with_domains;
    unsigned unknown = 0;

    if (!text.n) {
        puts("# no rfc1630.txt: skipped");
        free(text.p);
        return;
    }
    finding_run(f, text.p, text.n, 0, 0);
    is_int(of_kind(f, TRAWL_KIND_ANGLE), 11, "rfc1630.txt: in angle brackets");
    is_int(of_kind(f, TRAWL_KIND_BARE), 21, "rfc1630.txt: bare");
    is_int(of_kind(f, TRAWL_KIND_EMAIL), 4, "rfc1630.txt: addresses");
    is_int(f->all_links, 36, "rfc1630.txt: and no other links");
    for (unsigned i = 0; i < f->link_count; i++)
        unknown += f->link[i].flags == TRAWL_FLAG_UNKNOWN_SCHEME &&
                   strncmp(f->link[i].url.p, "magic://", 8) == 0;
    is_int(unknown, 6, "rfc1630.txt: with the unknown scheme magic");
    in_any_cut(&text, "rfc1630.txt", 4);
    finding_open(&with_domains, &all);
    finding_run(&with_domains, text.p, text.n, 0, 0);
    is_int(with_domains.all_links, 37, "rfc1630.txt: one more with all domains");
    is_int(of_kind(&with_domains, TRAWL_KIND_DOMAIN), 1, "rfc1630.txt: a domain");
    ok(strstr(with_domains.links.p, "domain https://et.al "),
       "rfc1630.txt: a false positive, et.al");
    finding_close(&with_domains);
    free(text.p);
}

static void seed(finding *f, const char *name, unsigned wrappers)
{
    kept text = shared_text(name);

    if (!text.n) {
        printf("# no %s: skipped\n", name);
    } else {
        finding_run(f, text.p, text.n, 0, 0);
        is_int(of_kind(f, TRAWL_KIND_WRAP), wrappers, "%s: wrappers", name);
        in_any_cut(&text, name, 4);
    }
    free(text.p);
}

int main(void)
{
    static finding f;

    finding_open(&f, NULL);
    own_document(&f);
    rfc1738(&f, "rfc/rfc1738.txt", false);
    rfc1630(&f);
    seed(&f, "seeds/000_f565395d25c2d14b.txt", 10);
    seed(&f, "seeds/001_cc81fd01b78dff0d.txt", 0);
    seed(&f, "seeds/002_108a90a1fa7946ff.txt", 9);
    rfc1738(&f, "seeds/003_f2208efed963f475.txt", true);
    seed(&f, "seeds/004_7c632e2016f7e992.txt", 4);
    finding_close(&f);
    trawl_release();
    return done();
}
