/* t_fields.c - header fields: how each is classified, and the links in those that hold URLs and ids
 * (rules E3 and E12) */
#include <trawl.h>

#include "mail/header/header.h"
#include "tap.h"

/* ---- Classification ---- */

static const struct {
    const char *name;
    fields_how how;
} names[] = {
    {"List-Unsubscribe", FIELDS_LIST},
    {"LIST-ARCHIVE", FIELDS_LIST},
    {"list-post", FIELDS_LIST},
    {"Archived-At", FIELDS_URL},
    {"X-URL", FIELDS_URL},
    {"x-homepage", FIELDS_URL},
    {"Content-Base", FIELDS_URL},
    {"Message-Id", FIELDS_IDS},
    {"References", FIELDS_IDS},
    {"Supersedes", FIELDS_IDS},
    {"Content-ID", FIELDS_CONTENT_ID},
    {"Newsgroups", FIELDS_GROUPS},
    {"Xref", FIELDS_XREF},
    {"Subject", FIELDS_TEXT},
    {"From", FIELDS_ADDRESSES},
    {"Reply-To", FIELDS_ADDRESSES},
    {"Received", FIELDS_NEVER},
    {"DKIM-Signature", FIELDS_NEVER},
    {"ARC-Seal", FIELDS_NEVER},
    {"Path", FIELDS_NEVER},
    {"X-Face", FIELDS_NEVER},
    {"Authentication-Results", FIELDS_NEVER},
    {"Content-Type", FIELDS_EXTERNAL},
    {"To", FIELDS_ADDRESSES},
    {"Bcc", FIELDS_ADDRESSES},
    {"Url", FIELDS_URL},
    {"x-uri", FIELDS_URL},
    {"Sender", FIELDS_ADDRESSES},
    {"X-Trace", FIELDS_NEVER},
    {"Errors-To", FIELDS_ADDRESSES},
    {"Resent-Bcc", FIELDS_ADDRESSES},
    {"In-Reply-To", FIELDS_IDS},
    {"Followup-To", FIELDS_GROUPS},
    {"List-Archive", FIELDS_LIST},
    {"X-Spam-Status", FIELDS_NEVER},
    {"X-Original-To", FIELDS_ADDRESSES},
    {"X-List-Archive", FIELDS_LIST},
    {"X-Envelope-From", FIELDS_ADDRESSES},
    {"Content-Location", FIELDS_URL},
    {"Resent-Message-ID", FIELDS_IDS},
    {"X-Gm-Message-State", FIELDS_NEVER},
    {"Original-Message-ID", FIELDS_IDS},
    {"X-Google-Smtp-Source", FIELDS_NEVER},
    {"Content-Transfer-Encoding", FIELDS_NEVER},
    {"X-MS-Exchange-Whatever-It-Is-Called", FIELDS_NEVER},
    {"X-MS-Exchange-", FIELDS_OTHER},
    {"X-Google-Dkim-S", FIELDS_NEVER},
    {"dkim-", FIELDS_OTHER},
    {"arcs", FIELDS_OTHER},
    {"arc", FIELDS_OTHER},
    {"Rejected", FIELDS_OTHER},
    {"Message-IX", FIELDS_OTHER},
    {"X-Mailer", FIELDS_OTHER},
    {"", FIELDS_OTHER},
    {"Lis", FIELDS_OTHER},
    {"List-Unsubscribe-Post", FIELDS_OTHER},
    {"Subjects", FIELDS_OTHER},
    {"zzz", FIELDS_OTHER},
    {"a", FIELDS_OTHER},
};

/* ---- Links: each on a line "kind from-to[pieces] url" ---- */

typedef struct field_case {
    const char *what;
    fields_how how;
    const char *body, *links;
} field_case;

static const field_case cases[] = {
    {"List-Unsubscribe: two URLs on two lines", FIELDS_LIST,
     " <http://www.host.com/list.cgi?cmd=unsub&lst=list>,\n <mailto:list-request@host.com?subject=unsubscribe>",
     "hdr 1-50[2-49] http://www.host.com/list.cgi?cmd=unsub&lst=list\n"
     "hdr 53-103[54-102] mailto:list-request@host.com?subject=unsubscribe\n"},
    {"List-Post: NO", FIELDS_LIST, " NO (posting not allowed on this list)", ""},
    {"comments around the URL", FIELDS_LIST, " (a (b) \\) c) <http://a.example/> (d)",
     "hdr 14-33[15-32] http://a.example/\n"},
    {"no comma between URLs", FIELDS_LIST, "<http://a.example/> <http://b.example/>",
     "hdr 0-19[1-18] http://a.example/\nhdr 20-39[21-38] http://b.example/\n"},
    {"other text ends the list", FIELDS_LIST, "<http://a.example/>, x <http://b.example/>",
     "hdr 0-19[1-18] http://a.example/\n"},
    {"a missing \">\"", FIELDS_LIST, "<http://a.example/>, <http://b.example/",
     "hdr 0-19[1-18] http://a.example/\n"},
    {"an address without a scheme is skipped", FIELDS_LIST, "<joe@a.example>, <http://a.example/>",
     "hdr 17-36[18-35] http://a.example/\n"},
    {"old lists: no brackets", FIELDS_LIST, " http://a.example/ (archive)",
     "hdr 1-18[1-18] http://a.example/\n"},
    {"a URL in two lines", FIELDS_URL, " <http://a.example/m/\n 123>",
     "hdr 1-27[2-21,23-26] http://a.example/m/123\n"},
    {"CRLF and blanks", FIELDS_URL, "< http://a.exa\r\n\tmple/ >",
     "hdr 0-24[2-14,17-22] http://a.example/\n"},
    {"with URL:", FIELDS_URL, "<URL:http://a.example/>", "hdr 0-23[5-22] http://a.example/\n"},
    {"in quotes", FIELDS_URL, " \"http://a.example/\"", "hdr 1-20[2-19] http://a.example/\n"},
    {"bare, followed by a word", FIELDS_URL, " http://a.example/ now",
     "hdr 1-18[1-18] http://a.example/\n"},
    {"bare, in two lines", FIELDS_URL, " http://a.example/x\n y",
     "hdr 1-22[1-19,21-22] http://a.example/xy\n"},
    {"a relative reference", FIELDS_URL, " image001.png", ""},
    {"an empty field", FIELDS_URL, "  ", ""},
    {"only a scheme", FIELDS_URL, "http:", ""},
    {"References: two ids", FIELDS_IDS, " <1@a.example> <2@b.example>",
     "msgid 1-14[2-13] mid:1@a.example\nmsgid 15-28[16-27] mid:2@b.example\n"},
    {"an id with characters that a URL must encode", FIELDS_IDS, "<a%b/\"c\"@d>",
     "msgid 0-11[1-10] mid:a%25b%2F%22c%22@d\n"},
    {"an id in two lines", FIELDS_IDS, "<1@a.\n example>",
     "msgid 0-15[1-5,7-14] mid:1@a.example\n"},
    {"no ids", FIELDS_IDS, "\"x\" <joe> of <<1@a.example>", ""},
    {"Content-ID", FIELDS_CONTENT_ID, "<p1@a.example>", "msgid 0-14[1-13] cid:p1@a.example\n"},
    {"groups", FIELDS_GROUPS, " comp.lang.c,alt.x , control",
     "hdr 1-12[1-12] news:comp.lang.c\nhdr 13-18[13-18] news:alt.x\n"},
    {"Followup-To: poster", FIELDS_GROUPS, " poster", ""},
    {"Xref", FIELDS_XREF, " news.example comp.lang.c:123",
     "hdr 14-29[14-25,26-29] nntp://news.example/comp.lang.c/123\n"},
    {"Xref: two, and invalid ones", FIELDS_XREF, "n.example a.b:1 c:2 d.e:3 f.g:",
     "hdr 10-15[10-13,14-15] nntp://n.example/a.b/1\nhdr 20-25[20-23,24-25] nntp://n.example/d.e/3\n"},
    {"external-body: a URL in two lines", FIELDS_EXTERNAL,
     " message/external-body; access-type=URL; URL=\"ftp://f.example/1/2/\n  file.html\"",
     "hdr 46-78[46-66,69-78] ftp://f.example/1/2/file.html\n"},
    {"external-body: without quotes, in another order", FIELDS_EXTERNAL,
     "Message/External-Body; url=http://a.example/; access-type=\"url\"",
     "hdr 27-44[27-44] http://a.example/\n"},
    {"external-body: another access-type", FIELDS_EXTERNAL,
     "message/external-body; access-type=anon-ftp; url=\"http://a.example/\"", ""},
    {"external-body: another access-type of three letters", FIELDS_EXTERNAL,
     "message/external-body; access-type=ftp; url=\"http://a.example/\"", ""},
    {"external-body: another type", FIELDS_EXTERNAL,
     "text/plain; access-type=URL; url=\"http://a.example/\"", ""},
};

typedef struct listing {
    char text[4096];
    size_t n;
} listing;

static void put(listing *l, const char *p, size_t n)
{
    if (l->n + n < sizeof l->text)
        memcpy(l->text + l->n, p, n);
    l->n += n;
}

static void put_format(listing *l, const char *format, size_t a, size_t b)
{
    char text[64];

    put(l, text, (size_t)snprintf(text, sizeof text, format, a, b));
}

static int list_link(void *user, const fields_link *link)
{
    listing *l = user;
    const char *kind = link->over ? "over" : trawl_kind_name(link->kind);

    put(l, kind, strlen(kind));
    put_format(l, " %zu-%zu[", link->extent.from, link->extent.to);
    for (unsigned i = 0; i < link->piece_count; i++)
        put_format(l, i ? ",%zu-%zu" : "%zu-%zu", link->pieces[i].from, link->pieces[i].to);
    put(l, "] ", 2);
    if (!link->over)
        put(l, link->url, link->url_n);
    put(l, "\n", 1);
    return 0;
}

static int stop(void *user, const fields_link *link)
{
    (void)link;
    ++*(int *)user;
    return 7;
}

/* A megabyte is read in linear time, and a link that is too long is dropped. */
static void long_ones(fields_room *room)
{
    static char body[1 << 20];
    static const char *const units[] = {
        "<", "<http://a.example/>,", "(", "<1@a> ", "a.b,", " a.b:1", "x", "; url="};
    listing l;

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        for (int how = 0; how <= FIELDS_EXTERNAL; how++) {
            size_t k = strlen(units[i]);
            for (size_t at = 0; at < sizeof body; at++)
                body[at] = units[i][at % k];
            l.n = 0;
            is_int(fields_links(room, (fields_how)how, body, sizeof body, list_link, &l), 0,
                   "a megabyte of %s, read as %d", units[i], how);
        }
    }
    memset(body, 'x', sizeof body);
    memcpy(body, "<http:", 6);
    body[9000] = '>';
    l.n = 0;
    fields_links(room, FIELDS_URL, body, 9001, list_link, &l);
    put(&l, "", 1);
    is_str(l.text, "over 0-9001[1-9000] \n", "a link of 8999 bytes is too long");
}

static void asked_for(void)
{
    static fields_index index;
    fields_role role;
    long wrong = 0;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *name = names[i].name;
        size_t n = strlen(name);
        fields_index_make(&index, 1u << names[i].how, 0);
        wrong += names[i].how != FIELDS_NEVER && !fields_may_be_wanted(&index, name, n);
        (void)fields_know(&index, name, n, &role);
        fields_index_make(&index, 0, role ? 1u << role : 0);
        wrong += fields_may_be_wanted(&index, name, n) != (role != FIELDS_NO_ROLE);
    }
    is_int(wrong, 0, "wanted fields are never skipped");
}

int main(void)
{
    static fields_room room;
    static listing l;
    fields_index index;
    fields_role role;
    int calls = 0;

    fields_open(&room, &memory_default);
    fields_index_make(&index, 1u << FIELDS_OTHER, 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        is_int(fields_know(&index, names[i].name, strlen(names[i].name), &role), names[i].how,
               "class of %s", names[i].name);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const field_case *c = &cases[i];
        l.n = 0;
        is_int(fields_links(&room, c->how, c->body, strlen(c->body), list_link, &l), 0, "%s",
               c->what);
        is_mem(l.text, l.n, c->links, strlen(c->links), "%s: the links", c->what);
    }
    is_int(fields_links(&room, FIELDS_IDS, "<a@b> <c@d>", 11, stop, &calls), 7,
           "the sink's value is returned");
    is_int(calls, 1, "after one call");
    long_ones(&room);
    fields_close(&room);
    asked_for();
    return done();
}
