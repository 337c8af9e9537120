/* t_multipart.c - a part is read the same whatever parts came before it
 *
 * A message of each Content-Type is read after a plain message and after a message of each other
 * type: the events must be the same. The fields are similar on purpose, since src/lib/mail/message
 * caches the last few.
 */
#include <inttypes.h>
#include <trawl_mail.h>

#include "configured.h"
#include "growing.h"
#include "tap.h"

#define ALT "multipart/alternative;\n boundary="

static const char *const fields[] = {
    ALT "\"one\"",
    ALT "\"two\"",
    ALT "\"one",
    ALT "\"one\\\"",
    ALT "\"o\\ne\"",
    ALT "\"one \"",
    ALT "\"on\n e\"",
    ALT "\" one\"",
    ALT "\"\"",
    ALT "\"one\"; charset=\"two\"",
    ALT "\"one\" (two)",
    ALT "\"one\"\"two\"",
    ALT "\"one\"; boundary=\"two\"",
    ALT "one",
    ALT "'one'",
    "multipart/alternative; boundary=\"one\"",
    "multipart/alternative; boundary*=\"utf-8''two\"; boundary=\"one\"",
    "multipart/alternative; boundary=two; boundary=\"one\"",
    "multipart/alternative; boundary=one; boundary=\"one\"",
    "multipart/alternative; boundary=one; boundary=\"two\"",
    "multipart/alternative; BOUNDARY*0=one; boundary=\"one\"",
    "multipart/alternative; BOUNDARY*0=one; boundary=\"two\"",
    "multipart/alternative; boundary=one; xboundary=\"one\"",
    "multipart/alternative; boundary=one; xboundary=\"two\"",
    "multipart/alternative; boundary=\"=?utf-8?q?one?=\"",
    "multipart/alternative; boundary=\"one=20\"",
    "multipart/alternative; xboundary=\"one\"",
    "multipart/alternative; Boundary=\"one\"",
    "multipart/alternative (; boundary=\"one\"",
    "multipart/alternative (; boundary=\"one) ; boundary=two\"",
    "multipart/alternative (; boundary=\"one)\"",
    "multipart/alternative; charset=latin1; boundary=\"one\"",
    "multipart/mixed; boundary=\"one\"",
    "multipart/mixed; boundary=\"two\"",
    "multipart; boundary=\"one\"",
    "text/plain; boundary=\"one\"",
    "text/html; boundary=\"one\"",
    "message/rfc822; boundary=\"one\"",
    "; boundary=\"one\"",
    "boundary=\"one\"",
    "multipart/a-name-that-is-longer-than-is-kept; boundary=\"one\"",
    "multipart/mixed; a=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb; boundary=\"one\"",
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

static void put_message(growing *g, const char *field, const char *more)
{
    growing_printf(
        g, "From a@b.example Mon Nov 10 12:00:00 2003\nSubject: x\nContent-Type: %s\n%s\nbefore\n",
        field, more);
    growing_printf(
        g,
        "--one\n\nhttp://a.example/\n--one\nContent-Type: text/html\n\n<a href=\"http://b.example/\">b</a>\n");
    growing_printf(
        g,
        "--one--\nhttp://c.example/\n--two\n\nhttp://d.example/\n--o\\ne\n\nhttp://e.example/\n--two--\n");
    growing_printf(
        g,
        "-- one\n\nhttp://f.example/\n--'one'\n\nhttp://g.example/\n--\n\nhttp://h.example/\n\n");
}

/* Writes the parts and links of the second message. */
static int tell(void *user, const trawl_event *e)
{
    growing *g = user;

    if (e->message->number != 2)
        return 0;
    if (e->type == TRAWL_EVENT_PART)
        growing_printf(g, "%.*s %.*s %.*s\n", (int)e->part->path.n, e->part->path.p,
                       (int)e->part->type.n, e->part->type.p, (int)e->part->charset.n,
                       e->part->charset.p);
    if (e->type == TRAWL_EVENT_LINK)
        growing_printf(g, "%.*s %" PRIx64 "\n", (int)e->link->url.n, e->link->url.p,
                       e->link->flags);
    return 0;
}

static growing told[2], text;

/* Reads two messages. Returns what tell() wrote for the second. */
static const growing *read_second(growing *out, const char *first, const char *field,
                                  const char *more, unsigned want)
{
    trawl_config find = {.size = sizeof find, .want = want};
    trawl_mail_config config = {.size = sizeof config, .input = TRAWL_INPUT_MBOX};
    trawl_mail *m;

    growing_clear(out);
    growing_clear(&text);
    put_message(&text, first, "");
    put_message(&text, field, more);
    if (configured_mail_open(&m, config, &find, tell, out) != TRAWL_OK ||
        trawl_mail_feed(m, text.p, text.n) != TRAWL_OK || trawl_mail_finish(m) != TRAWL_OK)
        exit(1);
    configured_mail_close(&m);
    return out;
}

static void behind_each(const char *field, const char *more, unsigned want)
{
    size_t wrong = 0;

    read_second(&told[0], "text/plain", field, more, want);
    for (size_t i = 0; i < FIELDS; i++)
        wrong += !growing_same(&told[0], read_second(&told[1], fields[i], field, more, want));
    is_int(wrong, 0, "%s%s: the same after every other field, want %x", more, field, want);
}

static int tell_flags(void *user, const trawl_event *e)
{
    if (e->type == TRAWL_EVENT_LINK)
        growing_printf(user, "%.*s %" PRIx64 "\n", (int)e->link->url.n, e->link->url.p,
                       e->link->flags);
    return 0;
}

/* A reset inside a multipart/alternative forgets its links. */
static void left_inside(void)
{
    static const char mail[] =
        "From: a@b.example\nMIME-Version: 1.0\n"
        "Content-Type: multipart/alternative; boundary=x\n\n--x\n\nhttp://a.example/\n"
        "--x\nContent-Type: text/html\n\n<a href=\"http://a.example/\">x</a> text";
    static const char plain[] = "http://a.example/ one\nhttp://a.example/ two\n";
    trawl_mail_config config = {.size = sizeof config};
    trawl_mail *m;

    growing_clear(&told[0]);
    if (configured_mail_open(&m, config, NULL, tell_flags, &told[0]) != TRAWL_OK)
        exit(1);
    trawl_mail_feed(m, mail, sizeof mail - 1);
    trawl_mail_reset(m);
    growing_clear(&told[0]);
    trawl_mail_expect(m, TRAWL_INPUT_TEXT);
    trawl_mail_feed(m, plain, sizeof plain - 1);
    trawl_mail_finish(m);
    configured_mail_close(&m);
    growing_add(&told[0], "", 1);
    is_str(told[0].p, "http://a.example/ 0\nhttp://a.example/ 0\n",
           "a reset inside of an alternative");
}

int main(void)
{
    for (size_t i = 0; i < FIELDS; i++) {
        behind_each(fields[i], "", 0);
        behind_each(fields[i], "", TRAWL_WANT_URL);
        behind_each(fields[i], "Content-Transfer-Encoding: quoted-printable\n", 0);
    }
    read_second(&told[0], fields[0], fields[1], "", 0);
    growing_add(&told[0], "", 1);
    ok(strstr(told[0].p, "http://d.example/") && !strstr(told[0].p, "http://a.example/"),
       "the second message uses its own boundary");
    left_inside();
    free(told[0].p);
    free(told[1].p);
    free(text.p);
    return done();
}
