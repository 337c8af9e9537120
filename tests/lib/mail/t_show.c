/* t_show.c - TRAWL_MAIL_OPTION_SHOW: header fields as lines of text
 *
 * Each field that is shown is sent as "Name:", its decoded value and a line end, with spans that
 * cover the source; an empty line follows the last. The events do not depend on how the message is
 * cut into pieces.
 */
#include "configured.h"
#include "mail_run.h"
#include "tap.h"

static mail_tape tape;
static growing shown;

/* Collects the text of all events, with "|" where another header field or the body begins. */
static int keep_shown(void *user, const trawl_event *e)
{
    static char last[64];

    if (e->type <= TRAWL_EVENT_LINK_MORE && e->text.n > 0) {
        if (!mail_is(e->field, last) || shown.n == 0)
            growing_add(&shown, "|", 1);
        snprintf(last, sizeof last, "%.*s", (int)e->field.n, e->field.p);
        growing_add(&shown, e->text.p, e->text.n);
    }
    return mail_sink(user, e);
}

static trawl_mail *open_front(unsigned want, int headers, unsigned options)
{
    trawl_config find = {.size = sizeof find,
                         .find = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_MSGID,
                         .want = want};
    trawl_mail_config config = {.size = sizeof config,
                                .input = TRAWL_INPUT_MAIL,
                                .headers = headers,
                                .options = TRAWL_MAIL_OPTION_SHOW | options};
    trawl_mail *m;

    if (configured_mail_open(&m, config, &find, keep_shown, &tape) != TRAWL_OK)
        exit(1);
    return m;
}

static void read_all(trawl_mail *m, const char *text, size_t n, size_t first, size_t step)
{
    growing_clear(&shown);
    if (mail_run(m, &tape, text, n, first, step) != TRAWL_OK)
        exit(1);
}

/* Checks what is shown of a message, that the events are correct, and that they are the same in all
 * pieces. */
static void shows(const char *name, const char *text, const char *wanted)
{
    trawl_mail *m = open_front(0, TRAWL_HEADERS_LINKS, 0);
    size_t n = strlen(text), cut = 0;
    growing whole = {0};

    read_all(m, text, n, n, n);
    is_mem(shown.p, shown.n, wanted, strlen(wanted), "%s", name);
    ok(!tape.broken, "%s: %s", name, tape.broken ? tape.broken : "correct events");
    growing_add(&whole, tape.told.p, tape.told.n);
    for (size_t at = 1; at < n && !cut; at++) {
        read_all(m, text, n, at, n);
        cut = growing_same(&whole, &tape.told) ? 0 : at;
    }
    read_all(m, text, n, 1, 1);
    is_int((long)cut, 0, "%s: the same split in two anywhere", name);
    ok(growing_same(&whole, &tape.told), "%s: the same byte by byte", name);
    configured_mail_close(&m);
    free(whole.p);
}

static void t_lines(void)
{
    shows("a header", "X-Odd: 1\nSubject: a=?utf-8?q?b=0D=0Ac?=\n d\nX: y\nFrom : J\n\nbody\n",
          "|Subject: ab  c d\n|From: J\n|\nbody\n");
    shows("CR LF", "Subject: a\r\n\r\nbody\r\n", "|Subject: a\n|\nbody\r\n");
    shows("empty fields", "Subject:\nTo: \nCc: x\n\nbody\n", "|To: \n|Cc: x\n|\nbody\n");
    shows("links", "List-Help: <http://a.example/>\nNewsgroups: a.b,\n c.d\n\nx\n",
          "|List-Help: <http://a.example/>\n|Newsgroups: a.b,  c.d\n|\nx\n");
    shows("no field to show", "X: y\n\nbody\n", "|body\n");
    shows("a header that is cut off", "Subject: a", "|Subject: a\n|\n");
    shows("no empty line before the body", "Date: a\nbody", "|Date: a\n|\nbody");
    shows("a message inside", "To: a\nContent-Type: message/rfc822\n\nTo: b\n\nbody\n",
          "|To: a\n|\n|To: b\n|\nbody\n");
}

/* The spans of a name and a line end cover them in the source. */
static void t_spans(void)
{
    static const char text[] = "X: y\nSubject: a\r\nZ: y\n\nb",
                      wanted[] = "message 1/ offset=0 |  |  |  |  | a |  |  |  |  0-0 \n"
                                 "skip 1/ header 0-5 \n"
                                 "text 1/Subject 5-17 Subject:\\x20a\\x0a\n"
                                 "skip 1/ header 17-22 \n"
                                 "text 1/ 22-23 \\x0a\n";
    trawl_mail *m = open_front(0, TRAWL_HEADERS_LINKS, 0);

    read_all(m, text, sizeof text - 1, sizeof text, 1);
    is_mem(tape.told.p, tape.told.n < sizeof wanted - 1 ? tape.told.n : sizeof wanted - 1, wanted,
           sizeof wanted - 1, "the whole header is covered, in order");
    configured_mail_close(&m);
}

/* A header that is read in several blocks has one empty line at its end. */
static void t_long(void)
{
    growing text = {0};
    trawl_mail *m = open_front(0, TRAWL_HEADERS_LINKS, 0);

    growing_printf(&text, "Subject: a\n");
    for (size_t i = 0; i < 3 * TRAWL_MAIL_HEADER / 16; i++)
        growing_printf(&text, "Received: %05zu\n", i);
    growing_printf(&text, "Date: b\n\nbody\n");
    read_all(m, text.p, text.n, text.n, 1);
    is_mem(shown.p, shown.n, "|Subject: a\n|Date: b\n|\nbody\n", 28, "a long header");
    ok(!tape.broken, "%s", tape.broken ? tape.broken : "correct events");
    growing_clear(&text);
    growing_printf(&text, "Subject: ");
    for (size_t i = 0; i < TRAWL_MAIL_HEADER; i++)
        growing_printf(&text, "x ");
    growing_printf(&text, "\nDate: b\n\nbody\n");
    read_all(m, text.p, text.n, text.n, 1);
    is_mem(shown.p + shown.n - 17, 17, "\n|Date: b\n|\nbody\n", 17, "a field beyond the limit");
    configured_mail_close(&m);
    free(text.p);
}

/* Text is sent only when it is wanted; fields are shown also when their links are not wanted. */
static void t_wanted(void)
{
    static const char text[] = "List-Help: <http://a.example/>\nSubject: a\n\nbody\n";
    trawl_mail *m = open_front(TRAWL_WANT_LINK, TRAWL_HEADERS_LINKS, 0);

    (void)mail_run(m, &tape, text, sizeof text - 1, sizeof text, 1);
    is_int(tape.link_count, 1, "a link is sent without text");
    configured_mail_close(&m);
    m = open_front(0, TRAWL_HEADERS_NONE, 0);
    read_all(m, text, sizeof text - 1, sizeof text, 1);
    is_mem(shown.p, shown.n, "|Subject: a\n|\nbody\n", 19, "fields are shown without header links");
    configured_mail_close(&m);
}

/* Checks what is shown with these options of a header that has all kinds of fields. */
static void shows_only(unsigned options, int headers, const char *wanted)
{
    static const char text[] = "List-Help: <http://a.example/>\nSender: j@a.example\nfrom: K\n"
                               "Organization: http://b.example/\nTO: k@c.example\n"
                               "Message-ID: <1@a.example>\nIn-Reply-To: <2@a.example>\n"
                               "Subject: http://d.example/\nReferences: <3@a.example>\n\nbody\n";
    trawl_mail *m = open_front(0, headers, TRAWL_MAIL_OPTION_SHOW_ONLY | options);

    read_all(m, text, sizeof text - 1, sizeof text, 1);
    is_mem(shown.p, shown.n, wanted, strlen(wanted), "only the fields that are shown: %u %d",
           options, headers);
    is_int(tape.link_count, options ? 3 : headers != TRAWL_HEADERS_NONE, "and their links");
    ok(!tape.broken, "%s", tape.broken ? tape.broken : "correct events");
    configured_mail_close(&m);
}

static void t_only(void)
{
    static const char few[] = "|from: K\n|TO: k@c.example\n|Subject: http://d.example/\n|\nbody\n";

    shows_only(0, TRAWL_HEADERS_LINKS, few);
    shows_only(0, TRAWL_HEADERS_NONE, few);
    shows_only(TRAWL_MAIL_OPTION_SHOW_REPLIES, TRAWL_HEADERS_LINKS,
               "|from: K\n|TO: k@c.example\n|In-Reply-To: <2@a.example>\n"
               "|Subject: http://d.example/\n|References: <3@a.example>\n|\nbody\n");
}

static int count_empty(void *user, const trawl_event *e)
{
    *(long *)user += e->message && e->part && e->message->number == 0 && e->part->path.n == 0;
    return 0;
}

/* Events outside of messages also have a message and a part, which are empty: those of
 * trawl_scan(), and those of a text that a mail reader reads. */
static void t_outside(void)
{
    static const char text[] = "see <URL:http://a.example/> here\n";
    trawl_mail *m;
    long scanned = 0, read = 0;

    (void)trawl_scan(text, sizeof text - 1, NULL, count_empty, &scanned);
    is_int(scanned, 5, "each event of a scan has an empty message and part");
    if (trawl_mail_open(&m, NULL, count_empty, &read) != TRAWL_OK ||
        trawl_mail_feed(m, text, sizeof text - 1) != TRAWL_OK || trawl_mail_finish(m) != TRAWL_OK)
        exit(1);
    is_int(read, 5, "each event of a text has an empty message and part");
    configured_mail_close(&m);
}

int main(void)
{
    t_lines();
    t_spans();
    t_long();
    t_wanted();
    t_only();
    t_outside();
    mail_free(&tape);
    free(shown.p);
    trawl_release();
    return done();
}
